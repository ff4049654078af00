//! Records of other programs, PGN and SGF: read however they are written, replayed,
//! shown and written again; and results that are part of a game.

mod support;

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use hornet::game::{Game, Settlement, game_string};
use hornet::logic::Atom;
use hornet::logic::engine::Limits;
use hornet::play::{InFile, Loaded, RecordError, load_record, written_pgn, written_record};
use rand::Rng;
use rand::seq::IndexedRandom;
use support::{chance, random_positions, rules};
use tempfile::TempDir;

/// A short game, in which a beetle climbs the queen and then the spider.
const MOVES: [&str; 9] = [
    "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wB1 -wQ", "bA1 bQ-", "wB1 wQ", "bA2 bA1-", "wB1 wS1",
];

const SHORT: &str = "Base;InProgress;Black[5];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ;bA1 bQ-;wB1 wQ;\
                     bA2 bA1-;wB1 wS1";

/// The same as BoardSpace writes it, step by step.
const SGF: &str = r#" (;
GM[27]VV[1]
SU[hive]
DT[Sat Dec 11 08:32:57 PST 2021]
GN[HV-Ann-Bob]
P0[id "Ann"]
P1[id "Bob"]
; P0[0 Start P0]
; P0[1 pick W 4 wS1]TM[1034]
; P0[2 dropb wS1 N 13 .]TM[2035]
; P0[3 done]
; P1[4 move B bS1 O 13 wS1-]
; P1[5 done]
; P0[6 pick W 0 wQ]
; P0[7 dropb wQ M 13 -wS1]
; P0[8 done]
; P1[9 movedone B bQ P 13 bS1-]
; P0[10 pick W 3 wB1]
; P0[11 dropb wB1 L 13 -wQ]
; P0[12 done]
; P1[13 Move B bA1 Q 13 bQ-]
; P1[14 Done]
; P0[15 pickb L 13 wB1]
; P0[16 dropb wB1 M 13 .]
; P0[17 done]
; P1[18 move B bA2 R 13 bA1-]
; P1[19 done]
; P0[20 pickb M 13 wB1]
; P0[21 dropb wB1 N 13 wS1.]
; P0[22 done]
;
P0[time 0:09:08 ]
P1[time 0:10:27 ]
)
"#;

fn place(name: &str, text: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    (folder, path)
}

fn try_load(text: impl AsRef<[u8]>, number: Option<usize>) -> Result<Loaded, RecordError> {
    let (_folder, path) = place("a_record", text);
    load_record(InFile { file: &path, number }, None, Limits::default())
}

fn load(text: impl AsRef<[u8]>) -> Loaded {
    try_load(text, None).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(text: &str) -> String {
    try_load(text, None).err().expect("it cannot be loaded").to_string()
}

fn line(game: &Game) -> String {
    game_string(game).unwrap().unwrap()
}

/// Moves in PGN, a numbered one a line.
fn numbered(moves: &[&str]) -> String {
    moves.iter().enumerate().map(|(index, text)| format!("{}. {text}\n", index + 1)).collect()
}

fn pgn(tags: &str, moves: &[&str]) -> String {
    format!("[GameType \"Base\"]\n{tags}\n{}", numbered(moves))
}

/// An SGF record of Base with these nodes.
fn sgf(nodes: &str) -> String {
    format!("(;GM[27]SU[hive]P0[id \"Ann\"]P1[id \"Bob\"]\n{nodes}\n)")
}

#[test]
fn pgn_is_read_however_it_is_laid_out() {
    let plain = pgn("", &MOVES);
    let in_a_row = MOVES.join(" ");
    for text in [
        plain.clone(),
        plain.replace('\n', "\r\n"),
        format!("\u{feff}{plain}"),
        plain.replace("GameType \"Base\"", "GameType \"base\""),
        plain.replace("[GameType \"Base\"]\n", ""),
        format!("[Event \"x\"]\n{}", numbered(&MOVES)),
        format!("[Event \"x\"]\n\n{in_a_row}\n"),
        format!("[Event \"x\"]\n\n{}", MOVES.join("\n")),
        format!("[Event \"x\"] {}", plain.replace('\n', " ")),
        "[Event \"x\"]\n1. wS1 bS1 wS1- 2. wQ -wS1 bQ bS1- 3. wB1 -wQ bA1 bQ- 4. wB1 wQ bA2 bA1- \
         5. wB1 wS1"
            .to_string(),
        format!("[Event \"x\"]\n1.wS1 1...bS1 wS1- {} *", MOVES[2..].join(" ")),
        plain.replace("wB1 -wQ", "wB1 -wQ!? $5 (5. wA1 -wQ {or} (5. wG1 -wQ)) {good} ; so far"),
        plain.replace("1. wS1\n", "% a remark of some program\n1. wS1\n"),
        plain.replace("bQ bS1-", "bQ\nbS1-"),
        format!("{plain}\nInProgress\n"),
        format!("{}\nUnkown\n", plain.replace("1. wS1", "1. wS1 .").replace('\n', " \n")),
        format!("[Event \"x\"]\n{}", MOVES.join(";")),
    ] {
        assert_eq!(line(&load(&text).game), SHORT, "{text}");
    }
}

#[test]
fn types_are_read_in_any_order_or_told_by_the_pieces() {
    for (game_type, name) in [
        ("Base+MLP", "hive+mlp"),
        ("Base+PLM", "hive+mlp"),
        ("hive-p", "hive+p"),
        ("BASE", "hive"),
        ("", "hive+l"),
    ] {
        let moves = if game_type.is_empty() { "1. wL" } else { "1. wA1" };
        let game = load(format!("[GameType \"{game_type}\"]\n\n{moves}\n")).game;
        assert_eq!(game.rules().name(), name, "{game_type}");
    }
    assert!(refusal("[GameType \"Chess\"]\n\n1. e4\n").contains(":1: there is no type of game"));
}

#[test]
fn sgf_is_read_as_pgn_is() {
    for text in [
        SGF.to_string(),
        SGF.replace('\n', "\r\n"),
        SGF.replace("SU[hive]", "SU[Hive 2 0 101]"),
        SGF.replace("SU[hive]\n", ""),
        // The same game once more, as after a review.
        format!("{SGF}{}", SGF.replace("; P0[0 Start P0]", "; P0[0 Start P0]\n; P-1[Pop P0\\[0 Start P0\\]]")),
        // Only column and row tell the places.
        ["wS1-", "-wS1", "bS1-", "-wQ", "bQ-", "bA1-", "wS1."].iter().fold(SGF.to_string(), |text, to| {
            text.replace(&format!(" {to}]"), " .]")
        }),
        // Set down elsewhere first, and on the way back into the hand.
        SGF.replace("; P0[11 dropb", "; P0[10 dropb wB1 M 12 wQ\\\\]\n; P0[10 pickb M 12 wB1]\n; P0[10 drop W 3 wB1]\n; P0[10 pick W 3 wB1]\n; P0[11 dropb"),
        // Picked up and put back where it was.
        SGF.replace("; P0[20 pickb", "; P0[19 pickb M 13 wQ]\n; P0[19 dropb wQ M 13 .]\n; P0[20 pickb"),
        // An offer, which is declined, and verbs that nobody knows.
        SGF.replace("; P0[6 pick", "; P0[5 offerdraw]\n; P0[5 done]\n; P1[5 declinedraw]\n; P1[5 done]\n; P0[5 wiggle]\n; P0[6 pick"),
        // A done that means nothing.
        SGF.replace("; P0[6 pick", "; P0[5 done]\n; P0[6 pick"),
        // The last move lacks its end.
        SGF.replace("; P0[22 done]\n", ""),
        // Variations: the first one is the game.
        SGF.replace("; P1[18 move B bA2 R 13 bA1-]", "(; P1[18 move B bA2 R 13 bA1-]").replace(
            ";\nP0[time", "\n)(; P1[18 move B bA3 R 13 bA1-]; P1[19 done])\n;\nP0[time"),
    ] {
        assert_eq!(line(&load(&text).game), SHORT, "{text}");
    }
}

#[test]
fn what_breaks_off_before_its_first_move_holds_no_game() {
    for text in ["", "\n", "# a remark\n", "(;GM[27", "(;GM[27]SU[hive]P0[id \"Ann\"]\n"] {
        assert!(refusal(text).contains("holds no game"), "{text}");
    }
    assert_eq!(load(sgf("")).game.actions().len(), 0);
}

#[test]
fn old_sgf_leaves_the_colours_out() {
    let text = SGF.replace("pick W", "pick w").replace("move B bS1", "move B S1");
    let text = ["wS1", "wQ", "wB1"].iter().fold(text, |text, piece| {
        let bare = piece[1..].to_lowercase();
        text.replace(&format!("dropb {piece}"), &format!("dropb {bare}"))
            .replace(&format!("13 {piece}]"), &format!("13 {bare}]"))
    });
    assert!(text.contains("dropb b1 L 13") && text.contains("move B S1"), "{text}");
    assert_eq!(line(&load(&text).game), SHORT);
}

#[test]
fn who_moves_first_is_white() {
    let swapped = SGF.replace("P0[", "Px[").replace("P1[", "P0[").replace("Px[", "P1[");
    let loaded = load(&swapped);
    assert_eq!(line(&loaded.game), SHORT);
    assert_eq!(loaded.game.about().heading().unwrap(), "Ann against Bob, 2021.12.11");
    let black = sgf(r"
        ; P1[1 move B bS1 N 13 .]; P1[2 done]
        ; P0[3 move W wS1 O 13 bS1-]; P0[4 done]
        ; P1[5 pick B 0 bQ]; P1[6 dropb bQ M 13 -bS1]; P1[7 done]");
    let loaded = load(black);
    assert_eq!(line(&loaded.game), "Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1");
    assert_eq!(loaded.game.about().heading().unwrap(), "Bob against Ann");
}

#[test]
fn single_pieces_backslashes_and_passes() {
    let nodes = r"
        ; P0[1 move W wL1 N 13 .]; P0[2 done]
        ; P1[3 move B bP1 N 12 wL1\\]; P1[4 done]
        ; P0[5 move W wM1 N 14 \\wL]; P0[6 done]
        ; P1[7 pass]; P1[8 done]";
    let text = sgf(nodes).replace("SU[hive]", "SU[HIVE-PLM]");
    let error = refusal(&text);
    assert!(error.contains(":6: pass is refused"), "a pass must be legal: {error}");
    let text = text.replace("; P1[7 pass]; P1[8 done]", "");
    assert_eq!(line(&load(text).game), "Base+MLP;InProgress;Black[2];wL;bP wL\\;wM \\wL");
}

#[test]
fn a_record_of_another_game_is_refused() {
    let error = refusal("(;GM[1]FF[4];B[aa];W[bb])");
    assert!(error.contains(":1: this is not a record of Hive, but of GM[1]"), "{error}");
    let error = refusal("(;GM[27]SU[tzaar])");
    assert!(error.contains("but of tzaar"), "{error}");
    let (_folder, path) = place("a.pgn", pgn("", &MOVES));
    let error = load_record(&path, Some("tanks"), Limits::default()).err().unwrap().to_string();
    assert!(error.contains("is a game of hive, not of tanks"), "{error}");
    let error = load_record(&path, Some("hive+m"), Limits::default()).err().unwrap().to_string();
    assert!(error.contains("is a game of hive, not of hive+m"), "{error}");
}

#[test]
fn a_wrong_move_is_told_with_its_line() {
    let error = refusal(&pgn("", &["wS1", "bS1 wS1-", "wQ wS1"]));
    assert!(error.contains(":5: wQ wS1 is refused"), "{error}");
    let error = refusal(&pgn("", &["wS1", "bX1 wS1-"]));
    assert!(error.contains(":4: "), "{error}");
    let error = refusal(&sgf(
        "; P0[1 move W wS1 N 13 .]; P0[2 done]\n; P1[3 move B bZ1 O 13 wS1-]; P1[4 done]",
    ));
    assert!(error.contains(":3: "), "{error}");
}

#[test]
fn a_wrong_move_may_follow_from_what_was_not_understood() {
    let error =
        refusal(&sgf("; P0[1 move W wS1 N 13 .]; P0[2 done]\n; P1[3 blah B bS1]; P0[time 0:01]\n\
         ; P0[4 move W wA1 O 13 wS1-]; P0[5 done]"));
    assert!(error.contains(":4: wA1 wS1- is refused"), "{error}");
    assert!(error.ends_with("; line 3 was not understood and skipped: `3 blah B bS1`"), "{error}");
}

#[test]
fn text_that_is_not_utf_8_is_still_read() {
    let mut bytes = pgn("[White \"J?rg\"]\n", &MOVES).into_bytes();
    let at = bytes.iter().position(|byte| *byte == b'?').unwrap();
    bytes[at] = 0xf6;
    assert_eq!(load(bytes).game.about().tag("White"), Some("Jörg"));
}

#[test]
fn hidden_characters_are_left_out_of_names_and_comments() {
    let text = pgn("[White \"A\u{202e}nn\u{1b}[31m\"]\n", &["wS1 {\u{200b}fine\u{7}}"]);
    let game = load(text).game;
    assert_eq!(game.about().tag("White"), Some("Ann[31m"));
    assert_eq!(game.about().comment(1), Some("fine"));
    let (_folder, path) = place("again.game", written_record(&game));
    let again = load_record(&path, None, Limits::default()).unwrap().game;
    assert_eq!(again.about(), game.about());
}

#[test]
fn results_that_the_moves_do_not_tell_are_part_of_the_game() {
    let [white, black] = ["white", "black"].map(Atom::new);
    for (tags, after, settlement) in [
        ("", "", None),
        ("[Result \"InProgress\"]", "", None),
        ("[Result \"*\"]", "*", None),
        ("[Result \"WhiteWins\"]", "", Some(Settlement::Declared(Some(white)))),
        ("[Result \"0-1\"]", "", Some(Settlement::Declared(Some(black)))),
        ("[Result \"1/2-1/2\"]", "", Some(Settlement::Declared(None))),
        ("", "BlackWins", Some(Settlement::Declared(Some(black)))),
        ("", "1-0", Some(Settlement::Declared(Some(white)))),
        ("[Result \"Draw\"]\n[Termination \"draw agreed\"]", "", Some(Settlement::AgreedDraw)),
        (
            "[Result \"BlackWins\"]\n[Termination \"white resigned\"]",
            "",
            Some(Settlement::Resigned(white)),
        ),
    ] {
        let game = load(pgn(tags, &MOVES) + after).game;
        assert_eq!(game.settlement(), settlement, "{tags} {after}");
        assert_eq!(game.legal().unwrap().is_empty(), settlement.is_some());
    }
    for (nodes, re, settlement) in [
        ("", "", None),
        ("", "RE[Game won by Bob]", Some(Settlement::Declared(Some(black)))),
        ("", "RE[Ann vann spelet]", Some(Settlement::Declared(Some(white)))),
        ("", "RE[The game is a draw]", Some(Settlement::Declared(None))),
        ("; P1[23 resign]\n; P1[24 done]\n", "", Some(Settlement::Resigned(black))),
        ("; P0[23 resign]\n", "RE[Game won by Bob]", Some(Settlement::Resigned(white))),
        (
            "; P1[23 offerdraw]\n; P1[24 done]\n; P0[25 acceptdraw]\n; P0[26 done]\n",
            "RE[The game is a draw]",
            Some(Settlement::AgreedDraw),
        ),
    ] {
        let text = SGF.replace(";\nP0[time", &format!("{nodes};\nP0[time"));
        let game = load(text.replace("SU[hive]", &format!("SU[hive]\n{re}"))).game;
        assert_eq!(game.settlement(), settlement, "{nodes} {re}");
        assert_eq!(game.actions().len(), MOVES.len());
    }
}

#[test]
fn one_name_may_be_a_part_of_the_other() {
    let text = SGF.replace("\"Ann\"", "\"guest\"").replace("\"Bob\"", "\"guest2\"");
    let text = text.replace("SU[hive]", "SU[hive]\nRE[Game won by guest2]");
    let settlement = load(text).game.settlement();
    assert_eq!(settlement, Some(Settlement::Declared(Some(Atom::new("black")))));
}

/// Two cycles of four moves, after which the position has occurred three times.
const REPEATED: [&str; 12] = [
    "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wQ /wS1", "bQ bS1\\", "wQ -wS1", "bQ bS1-",
    "wQ /wS1", "bQ bS1\\", "wQ -wS1", "bQ bS1-",
];

#[test]
fn a_record_that_goes_on_after_a_third_repetition_is_read() {
    let loaded = load(pgn("", &REPEATED));
    assert!(loaded.remarks().is_empty());
    let why = loaded.game.why_nothing_is_legal().unwrap();
    assert!(why.contains("a draw: the same position has come up for the third time"), "{why}");
    let mut longer = REPEATED.to_vec();
    longer.push("wQ /wS1");
    let loaded = load(pgn("", &longer));
    assert_eq!(loaded.game.actions().len(), 13);
    let remarks = loaded.remarks();
    assert!(remarks[0].contains("repetition is off"), "{remarks:?}");
    assert!(remarks[0].contains("move 13"), "{remarks:?}");
}

#[test]
fn a_record_that_begins_with_a_queen_is_read() {
    let loaded = load(pgn("", &["wQ", "bQ wQ-"]));
    assert_eq!(loaded.game.actions().len(), 2);
    let remarks = loaded.remarks();
    assert!(remarks.iter().any(|remark| remark.contains("tournament is off")), "{remarks:?}");
}

#[test]
fn a_result_against_the_rules_is_told() {
    let loaded = load(pgn("[Result \"WhiteWins\"]", &REPEATED));
    assert_eq!(loaded.remarks(), ["the record says: white won; by the rules: a draw"]);
}

#[test]
fn black_may_start() {
    let game = load(pgn("", &["bS1", "wS1 bS1-"])).game;
    assert_eq!(game.rules().name(), "hive:starts=black");
    let again = load(written_pgn(&game).unwrap().unwrap()).game;
    assert_eq!(again.position(), game.position());
}

const THREE: &str = "\
[Event \"Cup\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2024.01.02\"]\n[Result \"1-0\"]\n
1. wS1\n2. bS1 wS1-\n\nWhiteWins\n
[White \"Cy\"]\n[Black \"Di\"]\n\n1. wG1\n*\n
[White \"Ed\"]\n[Black \"Flo\"]\n[Result \"Draw\"]\n\n1. wA1 2. bA1 wA1- 1/2-1/2\n";

#[test]
fn one_of_several_games_is_chosen_by_its_number() {
    let error = refusal(THREE);
    for said in [
        "holds 3 games; choose one by its number",
        "1  Ann against Bob, Cup, 2024.01.02, 2 moves, white won",
        "2  Cy against Di, 1 move, no result",
        "3  Ed against Flo, 2 moves, a draw",
    ] {
        assert!(error.contains(said), "{error}");
    }
    for (number, white) in [(1, "Ann"), (2, "Cy"), (3, "Ed")] {
        let game = try_load(THREE, Some(number)).unwrap().game;
        assert_eq!(game.about().tag("White"), Some(white));
    }
    for (text, number, said) in [
        (THREE, 4, "has no game 4: it holds 3 games"),
        (THREE, 0, "has no game 0"),
        ("game tanks\n", 2, "has no game 2: it holds 1 game"),
        (SHORT, 2, "has no game 2: it holds 1 game"),
    ] {
        let error = try_load(text, Some(number)).err().unwrap().to_string();
        assert!(error.contains(said), "{error}");
    }
    assert!(try_load("game tanks\n", Some(1)).is_ok());
    let error = refusal(&THREE.repeat(40));
    assert!(error.contains("holds 120 games") && error.ends_with("and 80 more"), "{error}");
    let both = format!("{SGF}{}", SGF.replace("\"Bob\"", "\"Cy\""));
    assert!(refusal(&both).contains("holds 2 games"));
    let game = try_load(&both, Some(2)).unwrap().game;
    assert_eq!(game.about().tag("Black"), Some("Cy"));
}

#[test]
fn game_strings_may_stand_one_a_line() {
    let text = format!("# two games\n{SHORT}\n\nBase+M;NotStarted;White[1]\n");
    let error = refusal(&text);
    assert!(error.contains("holds 2 games") && error.contains("2  Base+M;NotStarted"), "{error}");
    assert_eq!(line(&try_load(&text, Some(1)).unwrap().game), SHORT);
    assert_eq!(try_load(&text, Some(2)).unwrap().game.rules().name(), "hive+m");
}

#[test]
fn pgn_is_written_as_other_programs_read_it() {
    let text = "[GameType \"Base\"]\n[Date \"2024.05.01\"]\n[Event \"Cup \\\"24\\\"\"]\n[Site \"\"]\n\
                [Round \"2\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"BlackWins\"]\n\
                [Clock \"C:\\\\1\"]\n[Termination \"white resigned\"]\n\n{An opening}\n1. wS1\n{solid}\n\
                2. bS1 wS1-\n\nBlackWins\n";
    let game = load(text).game;
    assert_eq!(written_pgn(&game).unwrap().unwrap(), text);
    let (_folder, path) = place("a.game", written_record(&game));
    let again = load_record(&path, None, Limits::default()).unwrap().game;
    assert_eq!(written_pgn(&again).unwrap().unwrap(), text, "by way of a game file");
    let tanks = Game::new(rules("tanks")).unwrap();
    assert_eq!(written_pgn(&tanks).unwrap(), None);
}

/// Whatever a game is and is said to be, it is read as it was written.
#[test]
fn records_survive_being_written_and_read() {
    let mut chance = chance(17);
    let words = ["Ann", "O'Hara", "a \"b\" c", "x\\y", "#1", "é", "[z]", "{q", "1-0", "%", ";", ""];
    for name in ["hive", "hive+mlp", "hive+p:tournament=off"] {
        let positions = random_positions(&rules(name), 4, 5);
        for game in positions.choose_multiple(&mut chance, 12) {
            let mut game = game.clone();
            for tag in ["White", "Event", "Date", "Annotator"] {
                game.about_mut().set_tag(tag, *words.choose(&mut chance).unwrap());
            }
            let played = game.actions().len();
            for moves in 0..=played {
                if chance.random_bool(0.2) {
                    game.about_mut().add_comment(moves, words[..7].choose(&mut chance).unwrap());
                }
            }
            let settlements = [
                Settlement::Resigned(Atom::new("white")),
                Settlement::AgreedDraw,
                Settlement::Declared(Some(Atom::new("black"))),
                Settlement::Declared(None),
            ];
            if game.outcome().unwrap() == hornet::game::Outcome::Open {
                settlements.choose(&mut chance).into_iter().for_each(|by| game.settle(*by));
            }
            let text = written_pgn(&game).unwrap().unwrap();
            let by_pgn = load(&text).game;
            let (_folder, path) = place("a.game", written_record(&game));
            let by_file = load_record(&path, None, Limits::default()).unwrap().game;
            assert_eq!(by_file.about(), game.about(), "{text}");
            for again in [by_pgn, by_file] {
                assert_eq!(line(&again), line(&game), "{text}");
                assert_eq!(again.settlement(), game.settlement(), "{text}");
                assert_eq!(written_pgn(&again).unwrap().unwrap(), text);
            }
        }
    }
}

#[test]
fn comments_go_with_their_moves() {
    let mut game = load(pgn("", &["wS1 {one}", "bS1 wS1- {two}", "wQ -wS1 {three}"])).game;
    game.undo();
    game.undo();
    assert_eq!(game.about().comment(3), Some("three"), "as they can be played again");
    game.redo().unwrap();
    assert_eq!(game.about().comment(3), Some("three"));
    let other = game.legal().unwrap().into_iter().last().unwrap();
    game.play(&other).unwrap();
    assert_eq!(game.about().comment(2), Some("two"));
    assert_eq!(game.about().comment(3), None, "another move has taken its place");
}

fn hornet(args: &[&str]) -> (i32, String, String) {
    typed(args, "")
}

fn typed(args: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::cargo_bin("hornet").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let command = command.env("HORNET_GAMES", folder.path()).args(args);
    let output = command.write_stdin(input.to_string()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().expect("not killed"), text(&output.stdout), text(&output.stderr))
}

#[test]
fn commands_load_records_and_know_how_they_ended() {
    let tags = "[Event \"Cup\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"BlackWins\"]\n\
                [Termination \"white resigned\"]\n";
    let (_folder, path) = place("a.pgn", pgn(tags, &MOVES));
    let path = path.to_str().unwrap();
    let (code, out, err) = hornet(&["show", "hive", "--load", path]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("Ann against Bob, Cup\n"), "{out}");
    assert!(out.contains("black has won: white resigned"), "{out}");
    let (code, out, err) = hornet(&["moves", "hive", "--load", path]);
    assert_eq!((code, out.as_str()), (0, ""));
    assert_eq!(err, "The game is over: white resigned, so black won.\n");
    let (code, out, _) = hornet(&["moves", "hive", "--load", path, "--interpreted"]);
    assert_eq!((code, out.as_str()), (0, ""));
    let (code, out, _) = hornet(&["why", "hive", "bG1 bA2-", "--load", path]);
    assert_eq!(code, 1);
    assert!(out.starts_with("The game is over: white resigned, so black won."), "{out}");
    let (_, out, _) = hornet(&["export", "hive", "--load", path, "--uhp"]);
    assert!(out.starts_with("Base;BlackWins;Black[5];wS1;"), "{out}");
    let (_, out, _) = hornet(&["export", "hive", "--load", path, "--facts"]);
    assert!(out.contains("% The game is over: white resigned"), "{out}");
    let (_, out, _) = hornet(&["export", "hive", "--load", path, "--pgn"]);
    assert_eq!(load(out).game.about().heading().unwrap(), "Ann against Bob, Cup");
    let (code, _, err) = hornet(&["export", "tanks", "--pgn"]);
    assert_eq!(code, 2);
    assert!(err.contains("--pgn is for games of hive only"), "{err}");
}

#[test]
fn commands_choose_one_of_several_games() {
    let (_folder, path) = place("three.pgn", THREE);
    let path = path.to_str().unwrap();
    let (code, _, err) = hornet(&["show", "hive", "--load", path]);
    assert_eq!(code, 2);
    assert!(err.contains("as in `--game 2`") && err.contains("3  Ed against Flo"), "{err}");
    let (code, out, _) = hornet(&["show", "hive", "--load", path, "--game", "3"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("Ed against Flo\n") && out.contains("a draw"), "{out}");
    let (code, _, err) = hornet(&["show", "hive", "--load", path, "--game", "0"]);
    assert_eq!(code, 2);
    assert!(err.contains("counted from 1"), "{err}");
    let (code, _, _) = hornet(&["show", "hive", "--game", "1"]);
    assert_eq!(code, 2, "a game of which file?");
}

#[test]
fn an_option_that_is_off_for_a_record_is_told() {
    let (_folder, path) = place("queen.pgn", pgn("", &["wQ", "bQ wQ-"]));
    let (code, _, err) = hornet(&["moves", "hive", "--load", path.to_str().unwrap()]);
    assert_eq!(code, 0);
    assert!(err.starts_with("note: tournament is off for this game"), "{err}");
}

#[test]
fn the_prompt_loads_records_and_writes_pgn() {
    let (folder, path) = place("three.pgn", THREE);
    let shown = path.display();
    let written = folder.path().join("one.pgn");
    let game = folder.path().join("one.game");
    let input = format!(
        "load {shown}\nload {shown} 1\nmoves\nbS2 wS1-\nundo\nwQ -wS1\nhistory\nsave {}\n\
         save {}\nload {}\nexport pgn\n",
        written.display(),
        game.display(),
        game.display(),
    );
    let (_, out, err) = typed(&["hive"], &input);
    assert!(err.contains("holds 3 games") && err.contains("`load FILE 2`"), "{err}");
    assert!(out.contains("Ann against Bob, Cup, 2024.01.02\n"), "{out}");
    assert!(out.contains("The game is over: white won: the record says so."), "{out}");
    assert!(err.contains("the game is over"), "no move can follow: {err}");
    let again = load(fs::read_to_string(&written).unwrap()).game;
    assert_eq!(again.settlement(), None, "it was taken back");
    assert_eq!(line(&again), "Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1");
    assert!(out.contains("[Event \"Cup\"]\n") && out.ends_with("3. wQ -wS1\n"), "{out}");
}

#[test]
fn the_table_continues_a_record_in_a_file_of_its_own() {
    let (folder, path) = place("a.pgn", pgn("[White \"Ann\"]\n[Black \"Bob\"]\n", &MOVES));
    let before = fs::read_to_string(&path).unwrap();
    let saved = folder.path().join("later.pgn");
    let load = path.to_str().unwrap();
    let input = format!("bA3 bA2-\nsave {}\nresign\n", saved.display());
    let (code, out, err) = typed(&["play", "--load", load, "--players", "human,human"], &input);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("% Ann against Bob"), "{out}");
    assert!(out.contains("The game is over: white resigned, so black won."), "{out}");
    assert_eq!(fs::read_to_string(&path).unwrap(), before, "the record stays as it is");
    let text = fs::read_to_string(saved).unwrap();
    assert!(text.contains("[White \"Ann\"]") && text.ends_with("10. bA3 bA2-\n"), "{text}");
    let args = ["play", "--load", load, "--players", "human,human", "--save", load];
    let (code, _, err) = typed(&args, "");
    assert_eq!(code, 2);
    assert!(err.contains("is a record of another program"), "{err}");
}

#[test]
fn game_files_say_how_players_ended_a_game() {
    for (lines, told) in [
        ("resigned white\n", "white resigned, so black won."),
        ("agreed draw\n", "a draw: the players agreed."),
        ("declared black\n", "black won: the record says so."),
        ("declared draw\n", "a draw: the record says so."),
    ] {
        let text = format!("game hive\n[White \"Ann\"]\nwS1\n{{solid # so}}\n{lines}");
        let game = load(&text).game;
        assert_eq!(game.why_nothing_is_legal().unwrap(), format!("The game is over: {told}"));
        assert_eq!(written_record(&game), text);
    }
    for (lines, said) in [
        ("agreed win\n", ":3: players agree on a draw, not on `win`"),
        ("declared green\n", ":3: `green` is not a player, and cannot win"),
        ("agreed draw\nbS1 wS1-\n", ":4: the game ended when the players agreed; found `bS1 wS1-`"),
        ("[White]\n", ":3: `[White]` cannot be read; write it as in [Event \"Club Cup\"]"),
    ] {
        let error = refusal(&format!("game hive\nwS1\n{lines}"));
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn whatever_a_record_says_about_a_game_it_can_be_saved_and_loaded_again() {
    let long = "x".repeat(5000);
    let sgf = |name: &str| SGF.replace("GN[HV-Ann-Bob]", &format!("GN[{name}]"));
    let tagged = |tags: &str| format!("{tags}\n\n1. wS1\n2. bS1 wS1-\n");
    for text in [
        sgf(r#""a"\] b"#),
        sgf(&long),
        tagged(&format!("[GameType \"Base\"]\n[Annotator \"{}\"]", &long[..1900])),
        tagged("[GameType \"Base\"]\n[Ev\u{200b}ent \"Cup\"]"),
        tagged("[GameType \"Base\"]\n[Termination \"a \\\"quoted\\\"] word\"]"),
    ] {
        let game = load(&text).game;
        let pgn = written_pgn(&game).unwrap().unwrap();
        assert_eq!(written_pgn(&load(&pgn).game).unwrap().unwrap(), pgn);
        let again = load(written_record(&game)).game;
        assert_eq!(written_pgn(&again).unwrap().unwrap(), pgn);
    }
}

#[test]
fn a_place_beyond_all_boards_does_no_harm() {
    for (column, row) in [("N", "-2147483648"), ("-2147483648A", "12"), ("2147483647Z", "1")] {
        let _ = try_load(SGF.replace("O 13 wS1-", &format!("{column} {row} wS1-")), None);
    }
}

#[test]
fn variations_in_variations_take_no_longer() {
    let nested = |end: &str| {
        format!("(;GM[27]SU[hive]{}{}", "(;P0[1 x]".repeat(300_000), end.repeat(300_001))
    };
    assert_eq!(load(nested(")")).game.actions().len(), 0);
    let error = refusal(&nested(""));
    assert!(error.contains("holds no game"), "{error}");
}

#[test]
fn a_position_that_was_set_up_has_no_pgn() {
    let game =
        load("game hive\nsetup at(wS1, (0,0), 1)\nsetup turn_number(2)\nsetup turn(black)\n");
    assert_eq!(written_pgn(&game.game).unwrap(), None);
}
