//! The colours of players' pieces: what the player is called, if that is a colour,
//! and otherwise one for each by turn.

/// A colour of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tint {
    /// Its name, also that of its class in the style of a picture.
    pub name: &'static str,
    /// What pieces are filled with.
    pub fill: &'static str,
    /// What is written on them.
    pub ink: &'static str,
}

const fn tint(name: &'static str, fill: &'static str, ink: &'static str) -> Tint {
    Tint { name, fill, ink }
}

/// All colours; those that no player is named after come first.
pub const TINTS: [Tint; 11] = [
    tint("teal", "#0f766e", "#ffffff"),
    tint("amber", "#f2b134", "#221a05"),
    tint("violet", "#7c3aed", "#ffffff"),
    tint("olive", "#4d7c0f", "#ffffff"),
    tint("white", "#fbf7ec", "#26221a"),
    tint("black", "#2b2b30", "#f6f1e4"),
    tint("red", "#c62f2f", "#ffffff"),
    tint("blue", "#2458c6", "#ffffff"),
    tint("green", "#1f7a3d", "#ffffff"),
    tint("yellow", "#f4d03f", "#2a2304"),
    tint("orange", "#e2711d", "#1d0f03"),
];

/// How many players without a colour of their own are told apart.
const BY_TURN: usize = 4;

impl Tint {
    /// The colour of a player, by name, or by number, counted from 0.
    pub fn of(player: &str, number: usize) -> Tint {
        let named = TINTS[BY_TURN..].iter().find(|tint| tint.name == player);
        *named.unwrap_or(&TINTS[number % BY_TURN])
    }
}
