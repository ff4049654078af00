//! Pictures of positions: well formed, with every piece, with what is marked and the
//! last move, and with nothing in them but text, whatever names there are.

mod support;

use std::fs;
use std::sync::Arc;

use assert_cmd::Command;
use hornet::game::svg::{Form, Kind};
use hornet::game::{Game, Marks, Picture, Rules};
use hornet::logic::Cell;
use rand::seq::IndexedRandom;
use support::session::Prompt;
use support::{chance, random_positions, rules};

fn picture(game: &Game, marks: &Marks) -> Picture {
    game.rules().presentation().picture(game, marks)
}

/// Goes through the tags of a text: each is closed, in order, attributes are quoted,
/// and what is between them is escaped. The names of the tags that there are.
fn assert_well_formed(text: &str) -> Vec<String> {
    let (mut open, mut seen): (Vec<String>, Vec<String>) = Default::default();
    let mut rest = text.trim();
    while let Some(begin) = rest.find('<') {
        let between = &rest[..begin];
        assert!(!between.contains('>'), "{between}");
        for entity in between.split('&').skip(1) {
            let name = entity.split(';').next().unwrap_or_default();
            assert!(["amp", "lt", "gt", "quot", "#39"].contains(&name), "&{entity}");
        }
        let end = rest.find('>').expect("each tag ends");
        let tag = &rest[begin + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "in {text}");
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.split(' ').next().unwrap_or_default().to_string();
        assert!(name.chars().all(|c| c.is_ascii_lowercase()), "{tag}");
        seen.push(name.clone());
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty() && rest.is_empty(), "{open:?} {rest}");
    seen
}

fn texts(picture: &Picture, wanted: impl Fn(Kind) -> bool) -> Vec<String> {
    let shapes = picture.shapes.iter().filter(|shape| wanted(shape.kind));
    let text = |form: &Form| match form {
        Form::Text(_, _, text) => Some(text.clone()),
        _ => None,
    };
    shapes.filter_map(|shape| text(&shape.form)).collect()
}

fn count(picture: &Picture, kind: Kind) -> usize {
    picture.shapes.iter().filter(|shape| shape.kind == kind).count()
}

#[test]
fn pictures_of_all_games_are_well_formed_and_show_every_piece() {
    for (name, games, seed) in [
        ("hive+mlp", 2, 1),
        ("tanks:8", 2, 2),
        ("gauss", 2, 3),
        ("examples/tictactoe.pl", 2, 4),
        ("examples/chess.pl", 1, 5),
        ("tests/rules/hexagon.pl", 2, 6),
        ("tests/rules/plane.pl", 2, 7),
    ] {
        let positions = random_positions(&rules(name), games, seed);
        for game in positions.choose_multiple(&mut chance(seed), 12) {
            let picture = picture(game, &Marks::none());
            let tags = assert_well_formed(&picture.to_string());
            assert!(tags.iter().all(|tag| tag != "script" && tag != "image"), "{tags:?}");
            assert_eq!(tags[..3], ["svg", "title", "desc"]);
            let on_board = game.position().sorted().into_iter().filter(|(relation, row)| {
                let states = &game.rules().program().declarations.states;
                let name = game.rules().program().relations[*relation].word();
                let is_memory = states.iter().any(|it| it.name.as_str() == name && it.is_memory);
                // Where a pawn has just passed, chess shows nothing.
                !is_memory
                    && name != "en_passant"
                    && row.iter().any(|value| value.as_cell().is_some())
            });
            let mut cells: Vec<Cell> = on_board
                .filter_map(|(_, row)| row.iter().find_map(|value| value.as_cell()))
                .collect();
            cells.sort();
            cells.dedup();
            let written = texts(&picture, |kind| matches!(kind, Kind::Ink(_) | Kind::Writing));
            assert_eq!(written.len(), cells.len(), "{name}");
        }
    }
}

const STACKED: &str = "Base+MLP;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ;bA1 bQ-;wB1 wQ;bB1 bA1\\;\
                       wB1 wS1;bB1 bA1;wM \\wQ;bB1 bQ;wB1 bS1;bP bA1/;wB1 bB1";

#[test]
fn a_stack_is_seen_and_told() {
    let mut prompt = Prompt::on("hive+mlp");
    prompt.fine(&format!("load {STACKED}"));
    let picture = picture(prompt.0.game(), &Marks::none());
    let tiles = picture.shapes.iter().filter(|shape| matches!(shape.kind, Kind::Piece(_)));
    assert_eq!(tiles.count(), 9, "each piece of a stack has its tile");
    assert_eq!(texts(&picture, |kind| kind == Kind::Count), ["3"]);
    assert!(picture.description.contains("(2,0): wB1 on bB1 on bQ"), "{}", picture.description);
    let captions = texts(&picture, |kind| kind == Kind::Caption).join(" ");
    assert!(
        captions.contains("stack at (2,0)") && captions.contains("white holds S"),
        "{captions}"
    );
    assert!(picture.title.starts_with("Hive. ") && picture.title.contains("black to move"));
}

#[test]
fn the_last_move_and_the_marks_are_pointed_out() {
    let mut prompt = Prompt::on("tanks:6");
    let before = picture(prompt.0.game(), &Marks::none());
    assert_eq!((count(&before, Kind::From), count(&before, Kind::To)), (0, 0));
    prompt.fine("b2-b3");
    let marks: Marks = ["b3", "d4", "z9"].iter().filter_map(|it| Cell::from_name(it)).collect();
    let after = picture(prompt.0.game(), &marks);
    assert_eq!((count(&after, Kind::From), count(&after, Kind::To)), (1, 1));
    assert_eq!(count(&after, Kind::Mark), 2, "the board has no z9");
    assert_eq!(count(&after, Kind::MarkedEmpty), 1);
    assert!(after.description.contains("Marked: b3, d4"), "{}", after.description);
    // A mark far out on the plane would make the picture endless.
    let hive = Game::new(rules("hive")).unwrap();
    let far: Marks = [Cell::Axial(0, 2), Cell::Axial(30_000, 0)].into_iter().collect();
    let picture = picture(&hive, &far);
    assert_eq!(count(&picture, Kind::Mark), 1);
    assert!(picture.size.x < 1000.0);
}

#[test]
fn a_picture_shows_what_was_marked_last() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tanks.svg");
    let mut prompt = Prompt::on("tanks:6");
    let drawn = |prompt: &mut Prompt| {
        let said = prompt.fine(&format!("board svg {}", path.display()));
        assert!(said.contains("a picture of the position is in"), "{said}");
        let text = fs::read_to_string(&path).unwrap();
        assert_well_formed(&text);
        text.matches("class=\"mark\"").count()
    };
    assert_eq!(drawn(&mut prompt), 0);
    prompt.fine("legal(move(b2, To)).");
    prompt.fine("mark To");
    assert_eq!(drawn(&mut prompt), 3);
    prompt.fine("b2-b3");
    assert_eq!(drawn(&mut prompt), 0, "the marks were those of another position");
}

#[test]
fn names_from_strangers_are_text_and_nothing_else() {
    let text = fs::read_to_string("examples/tictactoe.pl").unwrap();
    let evil = "'</title><script>alert(1)</script>&\"x'";
    let text = text.replace("[x, o]", &format!("[x, {evil}]"));
    let text = text.replace("(o)", &format!("({evil})"));
    let title = ":- title('<b onload=\"x\">').\n";
    let text = match text.contains(":- title") {
        true => text
            .lines()
            .filter(|line| !line.starts_with(":- title"))
            .fold(title.to_string(), |all, line| all + line + "\n"),
        false => format!("{title}{text}"),
    };
    let rules =
        Arc::new(Rules::from_text("evil.pl", &text).unwrap_or_else(|error| panic!("{error}")));
    let mut game = Game::new(rules).unwrap();
    for _ in 0..3 {
        let action = game.legal().unwrap()[0].clone();
        game.play(&action).unwrap();
    }
    let text = picture(&game, &Marks::none()).to_string();
    let tags = assert_well_formed(&text);
    assert!(!text.contains("<script") && !text.contains("<b "), "{text}");
    assert!(tags.iter().all(|tag| {
        ["svg", "title", "desc", "style", "rect", "polygon", "circle", "text"]
            .contains(&tag.as_str())
    }));
}

#[test]
fn the_command_line_prints_or_writes_a_picture() {
    let run = |args: &[&str]| {
        let output = Command::cargo_bin("hornet").unwrap().args(args).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
    };
    let (code, out, _) = run(&["show", "tanks:6", "--svg"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("<svg xmlns="), "{out}");
    assert_well_formed(&out);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.svg");
    let file = path.to_str().unwrap();
    for _ in 0..2 {
        assert_eq!(run(&["show", "tanks:6", "--svg", file]), (0, String::new(), String::new()));
    }
    assert_eq!(fs::read_to_string(&path).unwrap().trim(), out.trim());
    let (code, _, err) = run(&["show", "tanks:6", "--svg", "rules.pl"]);
    assert!(code == 2 && err.contains("name a file that ends in .svg"), "{err}");
    let (code, _, err) = run(&["show", "tanks:6", "--svg", "/no/such/folder/x.svg"]);
    assert!(code == 2 && err.contains("cannot write"), "{err}");
}

#[test]
fn a_small_picture_as_a_whole() {
    let game = Prompt::on("examples/tictactoe.pl");
    let mut game = game.0.game().clone();
    for written in ["a1", "b2"] {
        let action = game.rules().presentation().read(&game, written).unwrap();
        game.play(&action).unwrap();
    }
    let marks: Marks = Cell::from_name("c3").into_iter().collect();
    let text = picture(&game, &marks).to_string();
    let style = text.find("<style>").unwrap()..text.find("</style>").unwrap();
    // How large it is, and what is written below the board, is for others to say.
    let is_shape = |line: &&str| line.contains("</") && !line.contains("to move");
    let shapes: Vec<&str> = text[style.end..].lines().skip(1).filter(is_shape).collect();
    insta::assert_snapshot!(shapes.join("\n"));
    assert!(text[style].contains("@media (prefers-color-scheme:dark)"));
}
