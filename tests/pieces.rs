//! What can be done with a piece and why nothing can, at the prompt and at a table:
//! in words, and on the board.

mod support;

use hornet::game::Rules;
use support::session::Prompt;

/// A position in which white's queen and spider are pinned, and the ant is free.
const LINE: [&str; 6] = ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-", "wA1 -wQ", "bA1 bQ-"];

fn after(game: &str, moves: &[&str]) -> Prompt {
    let mut prompt = Prompt::on(game);
    moves.iter().for_each(|text| drop(prompt.fine(text)));
    prompt
}

#[test]
fn the_moves_of_a_piece_are_marked_on_the_board() {
    let mut prompt = after("hive", &LINE);
    let said = prompt.fine("moves wA1");
    let (list, board) = said.split_once("\n% 13 legal moves of 41\n").expect(&said);
    assert!(list.contains("wA1 \\wQ"), "{said}");
    assert_eq!(board.matches('*').count(), 13, "{board}");
    assert!(board.contains("[wA1]"), "{board}");
    prompt.fine("set board off");
    assert!(!prompt.fine("moves wA1").contains('*'));
    assert!(!prompt.fine("moves").contains('['), "all moves at once are only listed");
}

#[test]
fn a_piece_without_moves_says_why_and_shows_where_it_is() {
    let mut prompt = after("hive", &LINE);
    let said = prompt.fine("moves wQ");
    assert!(said.starts_with("No legal move names wQ: the hive would split.\n"), "{said}");
    assert!(said.contains("[wQ]"), "{said}");
    let said = prompt.fine("moves bA1");
    assert!(said.starts_with("No legal move names bA1: that piece's player is not"), "{said}");
    let said = prompt.fine("moves wA3");
    assert!(said.starts_with("No legal move names wA3: pieces of a kind enter in"), "{said}");
    assert!(!said.contains('['), "it is not on the board: {said}");
    assert!(prompt.fine("moves wM").contains("takes no part in this game"));
}

#[test]
fn why_and_a_piece_explains_by_the_rules() {
    let mut prompt = after("hive", &LINE);
    let said = prompt.fine("why wQ");
    assert!(said.starts_with("stuck: the hive would split [splits, hive/stuck.pl:"), "{said}");
    assert!(said.contains("[wQ]") && said.contains("pinned(wQ)"), "{said}");
    let said = prompt.fine("why bQ");
    let reasons: Vec<&str> = said.lines().take_while(|line| line.starts_with("stuck:")).collect();
    assert_eq!(reasons.len(), 2, "{said}");
    assert!(reasons[0].contains("[not_your_turn,") && reasons[1].contains("[splits,"), "{said}");
    assert_eq!(prompt.fine("why wA1"), prompt.fine("moves wA1"));
}

#[test]
fn where_a_single_piece_is_a_move_the_move_is_explained() {
    let mut prompt = Prompt::on("hive");
    assert!(prompt.fine("why wS1").starts_with("legal(place(wS1, (0,0)))"));
    assert!(prompt.fine("why wQ").starts_with("refused: by the tournament rule"));
}

#[test]
fn a_game_that_says_nothing_of_stuck_pieces_lists_moves() {
    let mut prompt = Prompt::on("tanks");
    assert_eq!(prompt.fine("moves a8"), "No legal move names a8.");
    assert_eq!(prompt.fine("why b2"), prompt.fine("moves b2"));
    let said = prompt.fine("moves b2");
    assert!(said.contains("[") && said.contains('*'), "{said}");
}

#[test]
fn any_game_can_say_what_is_stuck() {
    let game = ":- title('Row').
        :- board(square(3, 1)).
        :- players([one, two]).
        :- state(at(cell)).
        :- state(turn(player)).
        :- action(take(cell, player)).
        start(turn(one)).
        start(at(a1)).
        start(at(b1)).
        legal(take(Cell, P)) :- turn(P), at(Cell), \\+ next_to(Cell).
        next_to(b1) :- at(a1).
        stuck(Cell, blocked) :- at(Cell), next_to(Cell).
        reason(blocked, 'another one is in its way').
        del(at(Cell)) :- does(take(Cell, _)).
        wins(P) :- turn(P), \\+ at(_).";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("row.pl");
    std::fs::write(&path, game).unwrap();
    let mut prompt = Prompt::on(path.to_str().unwrap());
    let said = prompt.fine("moves b1");
    assert!(said.starts_with("No legal move names b1: another one is in its way.\n"), "{said}");
    assert!(prompt.fine("why b1").starts_with("stuck: another one is in its way [blocked, "));

    let nameless = game.replace("reason(blocked", "reason(other");
    let error = Rules::from_text("row.pl", &nameless).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("the reason `blocked` has no message"), "{error}");
}

#[test]
fn what_a_machine_can_choose_from_is_shown_if_asked() {
    let mut prompt = after("hive", &LINE);
    assert!(!prompt.fine("machine greedy").contains("can play:"));
    prompt.fine("undo");
    prompt.fine("set show_options on");
    let said = prompt.fine("machine greedy");
    let (options, played) = said.split_once("white plays ").expect(&said);
    assert!(options.contains("white can play:\n") && options.contains("% 41 legal moves"));
    assert!(options.contains('*') && !played.contains("can play:"), "{said}");
    assert!(prompt.fine("set show_options").contains("show_options is on"));
    prompt.wrong("set show_options perhaps", &["show_options is on or off"]);
}

#[test]
fn a_part_of_the_rules_is_shown_by_its_name() {
    let mut prompt = Prompt::on("hive");
    let contents = prompt.fine("rules");
    assert!(contents.contains(":- include('hive/placing.pl')."), "{contents}");
    assert!(contents.ends_with("% `rules hive/pieces.pl` shows that part, and so on"));
    let part = prompt.fine("rules placing");
    assert!(part.contains("legal(place(Piece, Cell)) :-"), "{part}");
    assert_eq!(part, prompt.fine("rules hive/placing.pl"));
    assert_eq!(part, prompt.fine("rules placing.pl"));
}

/// A game file from before the rules were divided names the clause's file of then.
#[test]
fn a_clause_is_switched_off_by_the_name_of_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.game");
    let off = "rule off hive.pl: goes_one_cell(queen).";
    std::fs::write(&path, format!("game hive\n{off}\nwS1\nbS1 wS1-\n")).unwrap();
    let mut prompt = Prompt::on("tanks");
    prompt.fine(&format!("load {}", path.display()));
    let changes = prompt.fine("changes");
    assert!(changes.contains("goes_one_cell(queen)"), "{changes}");
    let place = support::clauses::place_of("hive/moving.pl", "goes_one_cell(queen)");
    prompt.fine(&format!("on {place}"));
    assert!(!prompt.fine("changes").contains("goes_one_cell(queen)"));
}
