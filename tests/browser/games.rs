//! Games from the first move to the last, as Hornet's own players played them.

/// The far row is reached.
pub const TANKS: [&str; 11] = [
    "a2-b3", "c7-d6", "b3-c4", "c8-c7", "c4-c5", "g7-f6", "c5xd6", "f7-e6", "d6xc7", "e6-e5",
    "c7-c8",
];

/// All pieces are placed, and points are counted.
pub const GAUSS: [&str; 30] = [
    "r d3", "b d2", "b b2", "b f4", "b e4", "r b4", "b e2", "r d5", "b d3", "r e4", "b c4", "r e3",
    "r c3", "b d5", "r e4", "r e5", "r e3", "b e2", "r f2", "b d3", "r c2", "b f4", "r e2", "b b3",
    "r d6", "b e3", "r d2", "b e5", "r c2", "b c5",
];

/// White's pillbug throws a black beetle; later the other black beetle climbs on a stack,
/// and comes down beside the white queen, who is surrounded then. Of `hive+mlp`.
pub const HIVE: [&str; 32] = [
    "wB1",
    "bA1 /wB1",
    "wL wB1/",
    "bP bA1\\",
    "wP \\wL",
    "bG1 /bP",
    "wQ -wL",
    "bQ /bG1",
    "wL bP/",
    "bA1 -wQ",
    "wG1 wL-",
    "bB1 \\bA1",
    "wG2 \\wG1",
    "bB1 -wP",
    "wA1 wP/",
    "bB2 -bA1",
    "bB1 wP-",
    "bG2 bB2\\",
    "wA1 bQ\\",
    "bB1 \\wG2",
    "wG3 wG1\\",
    "bG2 -wP",
    "wA1 /bB2",
    "bG3 -bG2",
    "wB1 wQ",
    "bG3 bA1\\",
    "wB1 bA1",
    "bG2 -wG2",
    "wA1 wG1/",
    "bB2 wB1",
    "wM wG3-",
    "bB2 -wP",
];

/// A short one of `hive+mlp`.
pub const HIVE_SHORT: [&str; 15] = [
    "wL", "bG1 -wL", "wA1 wL\\", "bL -bG1", "wB1 /wA1", "bQ bL\\", "wQ /wB1", "bB1 -bQ", "wB2 -wQ",
    "bS1 /bB1", "wB2 -wB1", "bA1 \\bL", "wA1 -wB2", "bM \\bA1", "wB1 wB2/",
];

/// Black's spider, at (1,0), holds the hive together; black's queen is at (2,-1). Of `hive`.
pub const SPLIT: [&str; 9] = [
    "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1/", "wB1 -wQ", "bA1 bQ-", "wB1 wQ", "bA1 \\wQ", "wB1 wS1",
];
