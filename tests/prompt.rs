//! The prompt without a terminal: what each statement leads to, rules that
//! change while a game goes on, and input of every bad kind.

mod support;

use hornet::game::{Game, Reader, Rules, export};
use hornet::logic::engine::Limits;
use hornet::repl::command::COMMANDS;
use hornet::repl::help::TOPICS;
use hornet::repl::{Assistant, Screen, Session, Status, statement};
use proptest::prelude::*;
use support::clauses::{line_in, line_of, place_of};
use support::session::Prompt;
use support::{swipl, swipl_is_here};

/// Tanks: how the clause begins by which a tank drives to a cell.
const DRIVING: &str = "legal(move(From, To)) :- turn(Player), tank(From, Player, _),";

/// Answers without the time they took.
fn untimed(text: &str) -> String {
    let lines = text.lines().map(|line| match line.split_once(" in ") {
        Some((before, after)) if before.starts_with('%') => {
            format!("{before}{}", after.split_once(" ms").map_or("", |(_, rest)| rest))
        }
        _ => line.to_string(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_few_answers_come_as_in_prolog_and_many_as_a_table() {
    let mut prompt = Prompt::on("tanks");
    let few = prompt.fine("?- legal(move(From, To)), column(From, 1).");
    let marks = "; `mark` shows them on the board";
    assert_eq!(
        untimed(&few),
        format!("From = a2, To = a3 ;\nFrom = a2, To = b3.\n% 2 answers{marks}")
    );
    let many = prompt.fine("tank(Cell, bot, Kind), row(Cell, 1).");
    let heading = "Cell  Kind\n────  ─────────\na1    medium\nb1    destroyer\n";
    assert!(many.starts_with(heading), "{many}");
    let one_column = prompt.fine("tank(Cell, bot, _).");
    assert!(one_column.starts_with("Cell\na1  a2  b1  b2"), "{one_column}");
    assert_eq!(prompt.fine("turn(bot)."), "true.");
    assert_eq!(untimed(&prompt.fine("turn(X).")), "X = bot.\n% 1 answer");
}

#[test]
fn a_false_answer_says_why_not() {
    let mut prompt = Prompt::on("tanks");
    let text = prompt.fine("tank(d4, top, _).");
    assert!(text.starts_with("false.\n% tank(d4, top, _) fails: the position"), "{text}");
    let refused = prompt.fine("legal(move(b1, b3)).");
    assert!(refused.contains("% a tank drives one cell"), "{refused}");
    let explained = prompt.fine("why");
    assert!(explained.contains("legal(move(b1, b3)) fails"), "{explained}");
}

#[test]
fn a_refusal_names_its_reason_and_the_rule_that_matters() {
    let mut prompt = Prompt::on("tanks");
    let said = prompt.fine("why not b1-b3");
    let mut lines = said.lines();
    assert!(lines.next().unwrap().starts_with("refused: a tank drives one cell"), "{said}");
    assert_eq!(lines.next(), Some("legal(move(b1, b3)) fails"));
    assert!(said.contains("step(b1, n, b3) fails   [step(b1, n, b2) holds]"), "{said}");
    assert!(said.contains("2 other values of Dir fail alike   … [1]"), "{said}");
    assert!(said.ends_with("└─ 1 other rule fails   … [2]"), "{said}");
    let others = prompt.fine("open 1");
    assert_eq!(others.lines().count(), 2, "{others}");
    assert!(prompt.fine("open 2").contains("tank(b3, top, _) fails"));
}

#[test]
fn explanations_name_what_a_player_would() {
    let mut prompt = Prompt::in_the_middle();
    let ant = prompt.fine("pinned(bA1).");
    let described = "it holds only if the neighbours of (-1,-1) stand in several rows";
    assert!(ant.contains(described) && !ant.contains("earlier"), "{ant}");
    let queen = prompt.fine("why not wins(white).");
    assert!(queen.contains("Queen = bQ, Cell = (2,-1)"), "{queen}");
    assert!(queen.contains("4 other values of Next hold alike"), "{queen}");
    let mut prompt = Prompt::on("tanks");
    let proof = prompt.fine("why b2-b3");
    assert!(
        proof.ends_with("\\+ occupied(b3)   [the position holds no tank(b3, _, _)]"),
        "{proof}"
    );
    assert!(prompt.fine("open 1").starts_with("over fails"));
}

#[test]
fn a_rule_that_is_switched_off_is_named_where_it_would_help() {
    let mut prompt = Prompt::on("tanks");
    let line = line_of("tanks.pl", "takes(heavy, straight, 2)");
    prompt.fine(&format!("off {line}"));
    let missed = format!("tanks.pl:{line}: takes(heavy, straight, 2)");
    let said = prompt.fine("in_range(bot, heavy, d1, d3).");
    let short = "% it would hold by a rule that is switched off";
    assert!(said.contains(short) && said.contains(&missed), "{said}");
    let why = prompt.fine("why");
    assert!(why.contains("would hold by a rule that is switched off") && why.contains(&missed));
    let said = prompt.fine("in_range(bot, heavy, d1, d4).");
    assert!(!said.contains("switched off"), "{said}");
}

#[test]
fn no_more_answers_than_the_limit_are_looked_for() {
    let mut prompt = Prompt::on("tanks");
    prompt.fine("set limit 7");
    let text = prompt.fine("cell(A), cell(B).");
    assert!(text.contains("% the first 7 answers (set limit for more)"), "{text}");
    assert_eq!(text.lines().count(), 10, "{text}");
}

#[test]
fn answers_are_marked_on_the_board() {
    let mut prompt = Prompt::on("tanks:6");
    prompt.fine("legal(move(b2, To)).");
    let board = prompt.fine("mark");
    assert!(board.contains(" 3 | * | * | * |   |   |   | 3"), "{board}");
    let board = prompt.fine("mark tank(Cell, bot, heavy).");
    assert!(board.contains(" 1 | M | D |[T]|[T]| D | M | 1"), "{board}");
    prompt.fine("legal(move(From, To)), column(To, 1).");
    let board = prompt.fine("mark From");
    assert!(board.contains(" 2 |[M]|[M]| M | M | M | M | 2"), "{board}");
    prompt.wrong("mark Nobody", &["no answers for Nobody", "From, To"]);
    prompt.fine("turn(P).");
    prompt.wrong("mark", &["no cells", "`mark turn(P), tank(Cell, P, _).`"]);
    assert!(prompt.fine("mark turn(P).").contains("% no cells to mark: ask for them"));
    // A piece that lies in one place is marked there.
    let mut hive = Prompt::in_the_middle();
    let board = hive.fine("mark pinned(P).");
    assert!(board.contains("[wQ]") && board.ends_with("% 2 cells marked"), "{board}");
}

#[test]
fn why_alone_explains_what_was_asked_last_under_the_rules_of_the_moment() {
    let mut family = Prompt::on("examples/family.pl");
    family.fine("parent(ann, eve).");
    family.fine("parent(ann, eve) :- true.");
    assert!(family.fine("why").starts_with("parent(ann, eve)   [prompt:1]"));
    family.fine("undo rules");
    assert!(family.fine("why").starts_with("parent(ann, eve) fails"));
    family.fine("why ancestor(X, eve).");
    assert!(family.fine("why").starts_with("ancestor("));
    // A move in another position is the same action.
    let mut tanks = Prompt::on("tanks");
    tanks.said("b1-b3", Status::Error);
    tanks.fine("b2-b3");
    assert!(tanks.fine("why").contains("legal(move(b1, b3)) fails"));
    tanks.fine("new gauss");
    tanks.wrong("why", &["nothing has been asked yet"]);
    // What ends the game goes before what was asked earlier.
    let mut ended = Prompt::on("tanks");
    ended.fine("turn(P).\nwins(bot) :- turn(top).\nb2-b3");
    let said = ended.fine("why");
    assert!(said.starts_with("wins(bot)\n"), "{said}");
}

#[test]
fn a_line_of_several_clauses_is_switched_off_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.pl");
    let text = "% A leads to B.\nedge(a, b). edge(b, c). edge(c, a).\nnode(X) :- edge(X, _).\n";
    std::fs::write(&path, text).unwrap();
    let mut prompt = Prompt::on(path.to_str().unwrap());
    prompt.wrong("off 2", &["edge/2 has no other clause, and is asked at"]);
    prompt.wrong("replace 2 edge(a, c).", &["several clauses stand on line 2"]);
    prompt.fine("edge(c, d) :- true.");
    let said = prompt.fine("off 2");
    assert!(said.contains("the 3 clauses at") && said.contains("edge(c, a)."), "{said}");
    prompt.wrong("off 2", &["switched off already"]);
    assert!(prompt.fine("edge(A, B).").starts_with("A = c, B = d."));
    assert!(prompt.fine("on 2").contains("are on again:"));
    prompt.wrong("off 1", &["no clause on line 1", "`off 2`"]);
    prompt.fine("off 3");
    prompt.wrong("node(X).", &["no relation `node/1`", "its only clause is switched off", "`on "]);
}

#[test]
fn places_in_a_game_of_several_files_are_named_with_their_file() {
    let mut hive = Prompt::on("hive");
    let place = place_of("hive/moving.pl", "legal(move(Piece, From, To)) :- movable(Piece,");
    let (_, line) = place.rsplit_once(':').unwrap();
    hive.wrong(&format!("off {line}"), &["of hive.pl", &format!(":{line}`")]);
}

#[test]
fn proofs_are_folded_and_opened() {
    let mut prompt = Prompt::in_the_middle();
    let folded = prompt.fine("why legal(move(bA1, (-1,-1), To)).");
    assert!(folded.contains("… [1]"), "{folded}");
    let opened = prompt.fine("open 1");
    assert!(opened.contains("hive/ending.pl:"), "{opened}");
    let all = prompt.fine("open all");
    assert!(!all.contains('…'), "{all}");
    prompt.wrong("open 99", &["no folded part `99`", "from 1 to"]);
    assert!(prompt.fine("why not pinned(bS1).").starts_with("It does hold:"));
    assert!(prompt.fine("why bS1 wQ\\").starts_with("refused: the hive would split"));
    let ways = prompt.fine("derivations reachable(bA1, (0,-1)).");
    assert!(ways.contains("1.\nreachable(bA1, (0,-1))") && ways.contains("derivation"), "{ways}");
}

#[test]
fn clauses_count_at_once_with_recursion_and_negation() {
    let mut prompt = Prompt::on("tanks");
    let said = prompt.fine("way(A, B) :- step(A, n, B).\nway(A, C) :- way(A, B), step(B, n, C).");
    assert_eq!(said, "way/2: 2 rules [prompt:1]");
    assert!(prompt.fine("way(a1, X).").starts_with("X\na2  a3  a4"));
    prompt.fine("blocked(C) :-\n    tank(C, bot, _),\n    \\+ (way(C, D), \\+ occupied(D)).");
    assert!(prompt.fine("blocked(a1).").starts_with("false."));
    // Relations that need each other come in one entry.
    prompt.fine("odd(C) :- row(C, 1).\nodd(C) :- even(B), step(B, n, C).\neven(C) :- odd(B), step(B, n, C).");
    assert!(prompt.fine("even(C), column(C, 1).").starts_with("C = a2 ;\nC = a4"));
    assert!(prompt.0.prompt() == "tanks> ", "the game is played by the book");
    assert_eq!(prompt.0.game().rules().reader(), Reader::Compiled);
    prompt.wrong("forget even", &["the other rules need it", "no relation `even/1`"]);
    prompt.fine("forget blocked");
    prompt.fine("forget way/2");
    prompt.wrong("way(a1, X).", &["no relation `way/2`"]);
    let changes = prompt.fine("changes");
    assert!(!changes.contains("way(A, B) :-") && changes.contains("odd(C)"), "{changes}");
}

#[test]
fn a_wrong_clause_is_refused_as_in_a_file() {
    let mut prompt = Prompt::on("tanks");
    for (entry, parts) in [
        ("lost(X) :- \\+ turn(X).", vec!["unsafe", "X"]),
        ("a(X) :- player(X), \\+ a(X).", vec!["negation", "prompt:1"]),
        ("far(C) :- row(C, top).", vec!["prompt:1"]),
        ("far(C) :- rwo(C, 8).", vec!["no relation `rwo/2`", "did you mean `row`"]),
        ("tank(a1, bot, heavy) :- true.", vec!["state fact"]),
        ("step(A, n, B) :- cell(A), cell(B).", vec!["built in"]),
        ("p :- turn(bot) -> q ; r.", vec!["if-then-else"]),
        ("p :- (q.", vec!["never closed"]),
        (":- players([x]).", vec!["twice"]),
        (":- dance(tango).", vec!["unknown directive"]),
        ("even(X) :- odd(X).", vec!["no relation `odd/1`"]),
    ] {
        prompt.wrong(entry, &parts);
    }
    assert_eq!(prompt.fine("changes"), "The rules are unchanged.");
    let warned = prompt.fine("pair(X) :- player(X), cell(Unused).");
    assert!(warned.contains("singleton") && warned.contains("pair/1 is defined"), "{warned}");
}

#[test]
fn the_game_goes_on_under_changed_rules() {
    let mut prompt = Prompt::in_the_middle();
    let by_the_book = prompt.legal();
    let said =
        prompt.fine("sets_out(Q, grasshopper, From) :- movable(Q, From, _), bug(Q, _, queen, _).");
    assert!(said.contains("one more clause for sets_out/3"), "{said}");
    assert!(said.contains("the rules have been changed"), "{said}");
    assert_eq!(prompt.0.prompt(), "hive*> ");
    assert_eq!(prompt.0.game().rules().reader(), Reader::Interpreted);
    let new: Vec<String> =
        prompt.legal().into_iter().filter(|action| !by_the_book.contains(action)).collect();
    assert_eq!(new, ["move(bQ, (2,-1), (0,1))"]);
    prompt.fine("bQ wB1\\");
    assert_eq!(prompt.0.game().actions().len(), 10);
    // By the book again, the move stays made, but cannot be made anew.
    prompt.fine("reset rules");
    assert_eq!(prompt.0.prompt(), "hive> ");
    prompt.fine("undo");
    assert_eq!(prompt.legal(), by_the_book);
    prompt.wrong("redo", &["refused"]);
    assert_eq!(prompt.0.game().rules().reader(), Reader::Compiled);
}

#[test]
fn clauses_are_switched_off_replaced_and_put_back() {
    let mut prompt = Prompt::on("tanks");
    let by_the_book = prompt.legal();
    let left = line_of("tanks.pl", "heading(bot, diagonal, nw)");
    let right = line_of("tanks.pl", "heading(bot, diagonal, ne)");
    let listed = prompt.fine("listing heading");
    let shown = format!("% tanks.pl:{left}\nheading(bot, diagonal, nw).");
    assert!(listed.contains(&shown), "{listed}");
    prompt.fine(&format!("off {left}"));
    let without = prompt.legal();
    assert_eq!(without.len(), by_the_book.len() - 7, "{without:?}");
    let listed = prompt.fine("listing heading/3");
    let shown = format!("% tanks.pl:{left}, switched off\nheading(bot, diagonal, nw).");
    assert!(listed.contains(&shown), "{listed}");
    prompt.wrong(&format!("off tanks.pl:{left}"), &["switched off already"]);
    prompt.fine(&format!("on {left}"));
    assert_eq!(prompt.legal(), by_the_book);
    prompt.wrong(&format!("on {left}"), &["is not switched off"]);
    prompt.fine(&format!("replace {right} heading(bot, diagonal, w) :- true."));
    assert_eq!(prompt.legal(), {
        let mut legal = by_the_book.clone();
        legal.retain(|action| !is_to_the_right(action));
        legal
    });
    let changes = prompt.fine("changes");
    assert!(changes.contains(&format!("% tanks.pl:{right}: switched off")), "{changes}");
    assert!(changes.contains("% prompt:1: added\nheading(bot, diagonal, w) :- true."), "{changes}");
    prompt.fine("forget prompt:1");
    prompt.wrong("off 1", &["no clause on line 1 of tanks.pl"]);
    prompt.wrong("off here", &["not the place of a clause"]);
    prompt.fine("reset rules");
    assert_eq!(prompt.legal(), by_the_book);
    assert_eq!(prompt.fine("reset rules"), "The rules are the original ones already.");
}

/// Whether `move(b2, c3)` leads to a column further right.
fn is_to_the_right(action: &str) -> bool {
    let cells: Vec<&str> = action["move(".len()..].split(", ").collect();
    cells[1] > cells[0] && cells[1][..1] > cells[0][..1]
}

#[test]
fn a_clause_that_others_need_cannot_be_switched_off() {
    let mut prompt = Prompt::on("tanks");
    let line = line_of("tanks.pl", "occupied(Cell) :-");
    let asking = line_of("tanks.pl", &format!("{DRIVING} drives(Player, From, To), \\+ occupied"));
    prompt.wrong(
        &format!("off {line}"),
        &["occupied/1 has no other clause", &format!("is asked at tanks.pl:{asking}")],
    );
}

#[test]
fn changed_rules_are_saved_as_a_game_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("jumping.pl");
    let path = path.to_str().unwrap();
    let mut prompt = Prompt::in_the_middle();
    let jump = "sets_out(Q, grasshopper, From) :- movable(Q, From, _), bug(Q, _, queen, _).";
    prompt.fine(jump);
    let spider = place_of("hive/moving.pl", "goes(Piece, From, To) :- sets_out(Piece, spider,");
    prompt.fine(&format!("off {spider}"));
    assert!(prompt.fine("changes").contains(&spider));
    prompt.fine(&format!("save rules {path}"));
    prompt.wrong(&format!("save rules {path}"), &["already exists", "save !"]);
    prompt.fine(&format!("save ! rules {path}"));
    prompt.fine(&format!("save rules ! {path}"));
    let own = Rules::open(path).unwrap();
    assert_eq!(own.title(), "Hive");
    let mut again = Game::new(std::sync::Arc::new(own)).unwrap();
    for action in prompt.0.game().actions() {
        again.play_unchecked(action).unwrap();
    }
    assert_eq!(again.legal().unwrap(), prompt.0.game().legal().unwrap());
    let drawn = prompt.fine(&format!("load {path}"));
    assert!(drawn.starts_with("white holds Q"), "a variant of Hive looks like Hive: {drawn}");
    assert_eq!(prompt.0.prompt(), "jumping> ");
}

#[test]
fn changed_rules_are_the_same_in_prolog() {
    if !swipl_is_here() {
        return;
    }
    let mut prompt = Prompt::in_the_middle();
    prompt.fine("sets_out(Q, grasshopper, From) :- movable(Q, From, _), bug(Q, _, queen, _).");
    let mosquito =
        place_of("hive/moving.pl", "sets_out(Piece, Kind, From) :- movable(Piece, From, 1)");
    prompt.fine(&format!("off {mosquito}"));
    let driver = ":- module(driver, []). main :- aggregate_all(count, user:legal(_), N), print(N).";
    let counted = swipl(&export(prompt.0.game()), driver);
    assert_eq!(counted.trim(), prompt.legal().len().to_string());
}

#[test]
fn own_clauses_are_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.pl");
    let path = path.to_str().unwrap();
    let mut prompt = Prompt::on("tanks");
    prompt.wrong(&format!("save mine {path}"), &["added no clauses"]);
    prompt.fine("% C is on the far row.\nfar(C) :- row(C, 8).\n");
    assert!(prompt.fine("relations far").contains("far(C)  C is on the far row."));
    prompt.fine(&format!("save mine {path}"));
    prompt.fine("reset all");
    prompt.wrong("far(C).", &["no relation"]);
    let said = prompt.fine(&format!("load {path}"));
    assert!(said.contains("far/1 is defined") && said.contains("mine.pl is taken in"), "{said}");
    assert!(prompt.fine("far(C).").starts_with("C\na8"));
    // Once more is not twice, and what is wrong is shown in its own file.
    prompt.fine(&format!("load {path}"));
    assert_eq!(prompt.fine("listing far").matches("far(C) :-").count(), 1);
    std::fs::write(path, "far(C) :- row(C, 8).\n\nnear(C) :- rwo(C, 1).\n").unwrap();
    prompt.wrong(&format!("load {path}"), &["mine.pl:3:12", "did you mean `row`"]);
    std::fs::write(path, "far(C) :- row(C, 7).\n").unwrap();
    prompt.fine("reload");
    assert!(prompt.fine("far(a7).").starts_with("true."));
    assert!(prompt.fine(&format!("forget {path}")).contains("mine.pl is forgotten"));
    prompt.wrong("far(C).", &["no relation"]);
}

#[test]
fn games_are_saved_loaded_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let path = path.to_str().unwrap();
    let mut prompt = Prompt::in_the_middle();
    let position = prompt.0.game().position().clone();
    prompt.fine(&format!("save {path}"));
    prompt.wrong(&format!("save {path}"), &["already exists"]);
    let said = prompt.fine("new tanks:6");
    assert!(said.contains("`resume` goes back"), "{said}");
    assert_eq!(prompt.0.prompt(), "tanks> ");
    prompt.fine("resume");
    assert!(prompt.0.game().position() == &position);
    prompt.fine("new gauss");
    prompt.fine(&format!("load {path}"));
    assert!(prompt.0.game().position() == &position);
    assert_eq!(prompt.0.game().actions().len(), 9);
    assert!(prompt.fine("export uhp").starts_with("Base;InProgress;Black[5];wS1;"));
    prompt.fine("goto 0");
    let moves = prompt.fine("history");
    assert!(moves.contains("No move") || moves.contains("taken back"), "{moves}");
}

#[test]
fn a_game_by_changed_rules_is_saved_with_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("jump.game");
    let path = path.to_str().unwrap();
    let mut prompt = Prompt::in_the_middle();
    prompt.fine("sets_out(Q, grasshopper, From) :-\n    movable(Q, From, _),   % a queen\n    bug(Q, _, queen, _).");
    let beetle = "goes(Piece, From, To) :- sets_out(Piece, beetle, From), at(Piece, From, Level),";
    prompt.fine(&format!("off {}", place_of("hive/moving.pl", &format!("{beetle} Level > 1"))));
    prompt.fine("bQ wB1\\");
    let legal = prompt.legal();
    assert!(prompt.fine(&format!("save {path}")).contains("with the changed rules"));
    let mut other = Prompt::on("tanks");
    other.fine(&format!("load {path}"));
    assert_eq!(other.0.prompt(), "hive*> ");
    assert_eq!(other.legal(), legal);
    // Once the rules are back, the record begins behind the move that breaks them.
    other.fine("reset rules");
    let said = other.fine(&format!("save ! {path}"));
    assert!(said.contains("after move 10 on, which is not legal by these rules"), "{said}");
    let (position, by_the_book) = (other.0.game().position().clone(), other.legal());
    other.fine(&format!("load {path}"));
    assert!(*other.0.game().position() == position && other.legal() == by_the_book);
    std::fs::write(path, "game tanks\nrule of thumb\n").unwrap();
    other.wrong(&format!("load {path}"), &["jump.game:2", "rule add CLAUSE."]);
}

#[test]
fn clauses_of_a_file_that_are_off_stay_off_in_a_saved_game() {
    let folder = tempfile::tempdir().unwrap();
    let (rules, game) = (folder.path().join("side.pl"), folder.path().join("side.game"));
    let (rules, game) = (rules.to_str().unwrap(), game.to_str().unwrap());
    let text = "heading(bot, straight, w) :- true.\nheading(bot, straight, e) :- true.\n\
                reason(far, 'too  far').\n";
    std::fs::write(rules, text).unwrap();
    let mut prompt = Prompt::on("tanks");
    let east = line_in(text, "heading(bot, straight, e)");
    prompt.fine(&format!("set board off\nload {rules}\noff side.pl:{east}\nb2-b3\na7-a6"));
    let legal = prompt.legal();
    assert!(legal.contains(&"move(b3, a3)".to_string()), "{legal:?}");
    assert!(!legal.contains(&"move(b3, c3)".to_string()), "{legal:?}");
    prompt.fine(&format!("save {game}\nnew gauss\nload {game}"));
    assert_eq!(prompt.legal(), legal);
    assert!(prompt.fine("reason(far, Message).").starts_with("Message = 'too  far'."));
}

#[test]
fn games_wait_until_they_are_resumed() {
    let mut prompt = Prompt::on("hive");
    prompt.fine("set board off");
    prompt.fine("wS1");
    prompt.fine("new tanks");
    prompt.fine("new gauss");
    prompt.fine("new tanks:6");
    prompt.fine("b2-b3");
    prompt.fine("resume");
    assert_eq!(prompt.0.prompt(), "hive> ");
    assert_eq!(prompt.0.game().actions().len(), 1);
    prompt.fine("resume");
    assert_eq!(prompt.0.game().actions().len(), 1);
    assert_eq!(prompt.0.prompt(), "tanks> ");
}

#[test]
fn lines_that_are_pasted_together_are_done_one_by_one() {
    let mut prompt = Prompt::on("tanks");
    prompt.fine("new hive\nset board off\nwS1\nbS1 wS1-\n/* not\n   this */\nwQ -wS1\n");
    assert_eq!(prompt.0.game().actions().len(), 3);
    assert!(!statement::is_complete(prompt.0.game(), "undo\n/* not yet"));
}

#[test]
fn the_rule_file_is_read_anew_only_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.pl");
    let text = std::fs::read_to_string("examples/tictactoe.pl").unwrap();
    std::fs::write(&path, &text).unwrap();
    let shown = path.to_str().unwrap();
    let mut prompt = Prompt::on(shown);
    prompt.fine("put(b2)");
    prompt.fine(&format!("off {}", line_in(&text, "refuse(put(Cell), taken)")));
    let off = prompt.fine("changes");
    std::fs::write(&path, "half edited(").unwrap();
    prompt.fine("middle(b2) :- true.");
    prompt.wrong("reload", &["mine.pl:1"]);
    let clause = off.lines().nth(1).unwrap();
    let edited = text.replace(clause, &clause.replacen('(', "( ", 1)) + "\ncorner(a1).\n";
    std::fs::write(&path, edited).unwrap();
    let said = prompt.fine("reload");
    assert!(said.contains("no longer in") && said.contains("not switched off"), "{said}");
    assert!(prompt.fine("corner(C), \\+ middle(C).").starts_with("C = a1."));
    assert_eq!(prompt.0.game().actions().len(), 1);
}

#[test]
fn declarations_can_be_added_and_taken_back() {
    let mut prompt = Prompt::on("tanks");
    let said = prompt.fine(":- option(fuel, 3, [3, 4]).");
    assert!(said.contains("option(fuel") && said.contains("is declared [prompt:1]"), "{said}");
    prompt.fine("set fuel 4");
    assert!(prompt.fine("option(fuel, F).").starts_with("F = 4."));
    prompt.wrong(":- action(wait).", &["nothing says when `wait` is legal", "into one entry"]);
    prompt.fine(":- action(wait).\nlegal(wait) :- turn(_).");
    assert!(prompt.fine("moves wait").contains("1 legal move"));
    prompt.fine("reset rules");
    assert_eq!(prompt.fine("changes"), "The rules are unchanged.");
}

/// A game whose action and relation are called as commands are.
const NAMED_AS_COMMANDS: &str = "
:- players([x, o]).
:- board(square(3, 3)).
:- state(on(cell, player)).
:- state(turn(player)).
:- action(mark(cell)).
start(turn(x)).
legal(mark(C)) :- cell(C), \\+ on(C, _).
add(on(C, P)) :- does(mark(C)), turn(P).
del(turn(P)) :- turn(P).
add(turn(Q)) :- turn(P), opponent(P, Q).
wins(x) :- on(a1, x), on(b2, x), on(c3, x).
";

#[test]
fn names_of_commands_can_be_used_in_rules() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("named.pl");
    std::fs::write(&path, NAMED_AS_COMMANDS).unwrap();
    let mut prompt = Prompt::on(path.to_str().unwrap());
    prompt.fine("set board off\nmark(b2)\nmark a1");
    assert_eq!(prompt.0.game().actions().len(), 2);
    prompt.fine("open(C) :- cell(C), \\+ on(C, _).");
    prompt.fine("hint(C) :- row(C, 1).");
    assert!(prompt.fine("open(C), hint(C).").starts_with("C = b1 ;\nC = c1."));
}

#[test]
fn only_what_fits_the_position_is_reloaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("named.pl");
    std::fs::write(&path, NAMED_AS_COMMANDS).unwrap();
    let mut prompt = Prompt::on(path.to_str().unwrap());
    prompt.fine("mark(c1)");
    for (from, to) in [("square(3, 3)", "square(2, 2)"), ("[x, o]", "[x, y]")] {
        let edited = NAMED_AS_COMMANDS.replace(from, to).replace("on(c3, x)", "on(a2, x)");
        std::fs::write(&path, edited).unwrap();
        prompt.wrong("reload", &["the position does not fit", "begins a game by them"]);
    }
    std::fs::write(&path, NAMED_AS_COMMANDS.replace("on(c3, x)", "on(b1, x)")).unwrap();
    prompt.fine("reload");
}

#[test]
fn what_was_done_is_not_lost_on_the_way() {
    let mut prompt = Prompt::on("tanks");
    prompt.fine("set board off\nb2-b3   % a comment\nundo % another");
    assert_eq!(prompt.fine("set size 8"), "size is 8 already");
    prompt.fine("set size 10\nset size 8");
    assert_eq!(prompt.0.game().undone(), 1, "what was taken back can be played again");
    prompt.fine("new gauss\nnew hive\nresume");
    assert_eq!(prompt.0.game().undone(), 1, "and the game waits to be resumed");
    prompt.fine("foo(C) :- row(C, 1), occupied(C).");
    let said = prompt.fine("foo(C) :- row(C, 1).");
    assert_eq!(said, "one more clause for foo/1 [prompt:2]");
    assert!(prompt.fine("foo(C) :- row(C, 1).").starts_with("nothing new"));
    let ahead = line_of("tanks.pl", "heading(bot, straight, n)");
    prompt.fine(&format!("replace {ahead} heading(bot, straight, ne) :- true."));
    let again = format!("replace {ahead} heading(bot, straight, nw) :- true.");
    prompt.wrong(&again, &["switched off already"]);
    prompt.wrong("replace 1 foo(a1) :- true.", &["no clause on line 1 of tanks.pl"]);
    prompt.fine("replace prompt:1 foo(a1) :- true.");
    prompt.fine("turn(P).");
    prompt.wrong("turn(P, Q).", &["takes 1 argument"]);
    prompt.wrong("why", &["nothing has been asked yet"]);
    prompt.fine("turn(top).");
    assert!(prompt.fine("why not").contains("turn(top) fails"));
    prompt.wrong("board now", &["the board is not drawn with `now`", "`board coordinates`"]);
    prompt.wrong("resume now", &["`resume` takes no argument"]);
    prompt.wrong("/* never closed", &["never closed"]);
    assert!(prompt.fine("why(turn(X)).").starts_with("turn(bot)"));
    prompt.wrong("why(a→(X)).", &["unexpected character"]);
    prompt.wrong("why(aé(X)).", &["there is no relation `aé/1`"]);
}

#[test]
fn habits_from_prolog_are_led_on() {
    let mut prompt = Prompt::on("tanks");
    for (entry, part) in [
        ("[no_such_rules].", "cannot read no_such_rules"),
        ("[X | Y].", "`load FILE.pl`"),
        ("assertz(foo(1)).", "`foo(1) :- true.`"),
        ("once(turn(P)).", "`limit(1, GOAL)`"),
        ("time(turn(P)).", "how long it took"),
        ("turn(P), P =.. [f, a].", "there are no compound terms"),
        ("format(\"~w\", [a]).", "`format` prints"),
        ("retract(tank(a1, bot, medium)).", "`forget`"),
        ("trace.", "`why GOAL.`"),
        ("member(X, [a, b]).", "no lists"),
    ] {
        prompt.wrong(entry, &[part]);
    }
}

#[test]
fn aggregates_are_opened_to_their_answers() {
    let mut prompt = Prompt::on("tanks:6");
    let proof = prompt.fine("why strength(bot, S).");
    assert!(proof.contains("aggregate_all(sum(Weight), weight(bot, _, Weight), 1950)   … [1]"));
    let opened = prompt.fine("open 1");
    assert!(opened.starts_with("weight(bot, Cell, Weight)\nCell  Weight\n"), "{opened}");
    assert!(opened.contains("% 12 answers"), "{opened}");
    assert!(prompt.fine("derivations turn(P).").contains("% 1 derivation"));
    assert!(prompt.fine("derivations player(P).").contains("of the first of 2 answers"));
}

#[test]
fn going_back_and_forth() {
    let mut prompt = Prompt::on("tanks");
    prompt.fine("set board off");
    assert_eq!(prompt.fine("b2-b3"), "played b2-b3");
    assert_eq!(prompt.fine("play c7-c6."), "played c7-c6");
    assert_eq!(prompt.fine("move(b3, b4)."), "played b3-b4");
    assert_eq!(prompt.fine("history"), "  1. b2-b3    2. c7-c6    3. b3-b4");
    let last = prompt.0.game().position().clone();
    prompt.fine("undo 2");
    assert!(prompt.fine("history").contains("% 2 moves taken back"));
    prompt.wrong("undo 2", &["only 1 move played"]);
    prompt.wrong("undo x", &["not how many moves"]);
    prompt.fine("redo 2");
    assert!(prompt.0.game().position() == &last);
    prompt.fine("goto 1");
    prompt.wrong("goto 4", &["0 is the start, 3 the last"]);
    Prompt::on("tanks").wrong("goto 99", &["no move has been played"]);
    prompt.fine("goto 3");
    let seen = prompt.fine("what if c6-c5; b4xc5");
    assert!(seen.contains("% only looked at"), "{seen}");
    assert!(prompt.0.game().position() == &last);
    prompt.wrong("what if b4-b5", &["refused"]);
    assert_eq!(prompt.fine("moves h1"), "No legal move names h1.");
    prompt.wrong("moves z9x", &["no legal move names"]);
}

#[test]
fn a_refusal_names_its_rule_and_shows_the_cells() {
    let mut prompt = Prompt::on("tanks:6");
    let text = prompt.said("b1-b3", Status::Error);
    assert!(text.starts_with("refused: a tank drives one cell"), "{text}");
    let line = line_of("tanks.pl", "refuse(move(From, To), too_far)");
    assert!(text.contains(&format!("[too_far, tanks.pl:{line}]")), "{text}");
    assert!(text.contains(" 1 | M |[D]| T") && text.contains(" 3 |   | * |"), "{text}");
}

#[test]
fn options_change_with_the_moves_kept() {
    let mut prompt = Prompt::on("hive");
    prompt.fine("wS1");
    assert!(prompt.fine("set ladybug on").contains("this is hive+l now"));
    assert_eq!(prompt.0.game().actions().len(), 1);
    prompt.wrong("set starts black", &["not with move 1", "`new hive+l:starts=black`"]);
    prompt.wrong("set ladybug maybe", &["ladybug is one of off, on"]);
    prompt.wrong("set colour red", &["no setting `colour`", "`options` lists"]);
    prompt.wrong("set", &["name an option and its value"]);
    prompt.fine("set depth 3");
    assert_eq!(prompt.fine("set depth"), "depth is 3");
    assert_eq!(prompt.fine("set ladybug"), "ladybug is on");
    assert!(prompt.fine("options").contains("depth 3"));
}

#[test]
fn values_of_options_may_need_quotes_in_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("quoted.pl");
    let options = ":- option(edge, 'Soft', ['Soft', 'Hard']).\n:- option(size, 3, [3, 4]).\n";
    std::fs::write(&path, format!("{options}{NAMED_AS_COMMANDS}")).unwrap();
    let mut prompt = Prompt::on(path.to_str().unwrap());
    assert!(prompt.fine("set edge Hard").starts_with("edge is Hard: this is"));
    assert!(prompt.fine("set size 4").starts_with("size is 4: this is"));
    assert_eq!(prompt.fine("set edge"), "edge is Hard");
    assert!(prompt.fine("options").contains("edge Hard  one of Soft, Hard"));
}

#[test]
fn what_is_typed_in_prologs_manner_is_understood() {
    let mut prompt = Prompt::on("tanks");
    assert!(prompt.fine("listing(occupied/1).").contains("occupied(Cell) :-"));
    assert!(prompt.fine("listing(legal).").contains("legal(move(From, To)) :-"));
    assert!(prompt.fine("help.").contains("Commands"));
    assert!(prompt.fine("?- turn(bot).").starts_with("true."));
    assert_eq!(prompt.replies("halt.")[0].status, Status::Quit);
}

#[test]
fn the_tour_lists_every_command() {
    let tour = std::fs::read_to_string("docs/tour.md").unwrap();
    let (_, listed) = tour.split_once("## All commands").unwrap();
    let mut rows = listed.lines().filter(|line| line.starts_with("| `"));
    for command in COMMANDS {
        let usage = format!("{} {}", command.name(), command.usage).trim().replace('|', "\\|");
        let others: Vec<String> = command.names[1..].iter().map(|n| format!("`{n}`")).collect();
        let others = match others.is_empty() {
            true => String::new(),
            false => format!(" (also {})", others.join(", ")),
        };
        assert_eq!(
            rows.next(),
            Some(format!("| `{usage}` | {}{others} |", command.summary).as_str())
        );
    }
    assert_eq!(rows.next(), None);
}

#[test]
fn every_example_of_the_help_works() {
    for topic in TOPICS {
        let (game, lines) = topic.example;
        let mut prompt = Prompt::on(game);
        for line in lines {
            prompt.fine(line);
        }
    }
}

#[test]
fn bad_input_is_answered_and_changes_nothing() {
    let mut prompt = Prompt::on("tanks");
    prompt.fine("far(C) :- row(C, 8).");
    let replace = format!("replace {}", line_of("tanks.pl", DRIVING));
    for (entry, parts) in [
        ("blah", vec!["not a command, a query or a move"]),
        ("bord", vec!["did you mean `board`"]),
        ("lgal(A).", vec!["did you mean `legal`"]),
        ("special(a1).", vec!["no relation `special/1`", "`special(a1) :- true.`"]),
        ("foo(bar", vec!["never closed"]),
        ("row(C, 8)) .", vec!["Error"]),
        ("'unclosed.", vec!["never closed"]),
        ("legal(X), X > 1.", vec!["Error"]),
        ("does(move(A, B)), add(F).", vec!["one action is supposed"]),
        ("\u{0}\u{1}\u{2}", vec!["not a command"]),
        ("load nowhere.game", vec!["cannot read nowhere.game"]),
        ("load nowhere.pl", vec!["cannot read nowhere.pl"]),
        ("load src", vec!["cannot read src"]),
        ("load", vec!["load what?"]),
        ("new nothing", vec!["no game `nothing`"]),
        ("new tanks:7", vec!["size is one of"]),
        ("save /nowhere/at/all", vec!["cannot write"]),
        ("save", vec!["save where?"]),
        ("export", vec!["export what?"]),
        ("export uhp", vec!["not Hive"]),
        ("export uph", vec!["no form `uph`", "FILE.pl"]),
        ("export /nowhere/at/all.pl", vec!["cannot write"]),
        ("play", vec!["play what?"]),
        ("play dice", vec!["cannot read `dice`"]),
        ("what if", vec!["what if what?"]),
        ("hint soon", vec!["not a number of seconds"]),
        ("hint -1", vec!["not a number of seconds"]),
        ("hint 0", vec!["no more than 3600 seconds"]),
        ("hint 3601", vec!["no more than 3600 seconds"]),
        ("open 1", vec!["nothing is folded"]),
        ("listing ocupied", vec!["did you mean `occupied`"]),
        ("rules nothing.pl", vec!["tanks.pl"]),
        ("forget", vec!["forget what?"]),
        ("forget nothing", vec!["added nothing for `nothing`"]),
        ("reset", vec!["reset what?"]),
        ("help me", vec!["no help on `me`"]),
        ("redo", vec!["no move was taken back"]),
        ("undo", vec!["no move to take back"]),
        ("goto", vec!["go where?"]),
        ("resume", vec!["no other game"]),
        (&replace, vec!["the new clause is missing"]),
    ] {
        prompt.wrong(entry, &parts);
        assert!(prompt.fine("far(a8).").starts_with("true."), "after {entry}");
    }
}

#[test]
fn before_the_first_question_there_is_nothing_to_explain() {
    let mut prompt = Prompt::on("tanks");
    prompt.wrong("why", &["nothing has been asked yet"]);
    prompt.wrong("mark", &["no answers"]);
}

#[test]
fn examples_fit_what_is_at_hand() {
    Prompt::on("hive").wrong("what if", &["what if what?", "`what if wA1`"]);
    let mut family = Prompt::on("examples/family.pl");
    family.wrong("machine", &["`machine` needs a game"]);
    for (entry, example) in [("why", "`why "), ("mark", "`mark ")] {
        let said = family.said(entry, Status::Error);
        assert!(said.contains(example) && !said.contains("turn(") && !said.contains("legal("));
    }
    family.wrong("why parent", &["`parent` is a relation", "`why parent("]);
    family.wrong("undo", &["`undo rules`"]);
    family.wrong("history", &["`changes`"]);
    let said = family.said("assert(parent(a, b)).", Status::Error);
    assert!(said.contains("`parent(a, b) :- true.`") && !said.contains("add(Fact)"), "{said}");
    assert!(family.fine("help cut").contains("Rules have no cut"));
    let help = family.fine("help");
    assert!(!help.contains("legal(Action)") && help.contains("mine("), "{help}");
    family.fine("young(X) :- born(X, Year), Year > 1990.");
    assert!(!family.fine("changes").contains("the game itself"));
}

#[test]
fn what_has_no_end_is_stopped() {
    let mut prompt = Prompt::on("tanks");
    prompt.wrong(
        "n(0) :- true.\nn(M) :- n(N), M is N + 1.",
        &["there are too many facts: stopped after 2000000, at n/1"],
    );
    assert_eq!(prompt.fine("changes"), "The rules are unchanged.");
    // What depends on the position is only worked out when it is asked.
    prompt.fine("n(N) :- turn_number(N).\nn(M) :- n(N), M is N + 1.");
    prompt.wrong("n(X).", &["there are too many facts: stopped after 2000000, at n/1"]);
    assert_eq!(prompt.fine("turn(bot)."), "true.");
}

#[test]
fn a_narrow_screen_gets_narrow_columns() {
    let mut prompt = Prompt::on("tanks");
    prompt.0.set_screen(Screen { width: 30, height: 10 });
    let text = prompt.fine("moves");
    assert!(text.lines().all(|line| line.chars().count() <= 30), "{text}");
    let text = prompt.fine("relations");
    assert!(text.lines().all(|line| line.chars().count() <= 40), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Whatever is typed, the prompt answers, and only what is fine changes
    /// anything.
    #[test]
    fn nothing_that_is_typed_breaks_the_session(
        entry in prop_oneof![
            ".{0,60}",
            "(legal|tank|row|why|off|forget|open|goto|mark|set)[ (]?[a-zA-Zé0-9_,() .:%\u{a0}\\\\+-]{0,30}[.)]?",
            "[a-z]{1,4}\\([A-Za-z0-9, ]{0,10}\\) :- [a-z]{1,4}\\([A-Za-z0-9, ]{0,10}\\)\\.",
        ],
    ) {
        let mut prompt = Prompt::on("tanks:6");
        let before = prompt.0.game().clone();
        for reply in prompt.replies(&entry) {
            if reply.status == Status::Error {
                prop_assert!(!reply.text.trim().is_empty());
            }
        }
        statement::is_complete(prompt.0.game(), &entry);
        let assistant = Assistant::new(Session::new(before.clone(), Limits::default()));
        assistant.completions(&entry);
        assistant.suggestion(&entry);
        prop_assert_eq!(
            anstream::adapter::strip_str(&assistant.highlighted(&entry, 0)).to_string(),
            anstream::adapter::strip_str(&entry).to_string()
        );
        if prompt.0.game().rules().is_by_the_book() && prompt.0.game().actions().len() == 0 {
            prop_assert_eq!(prompt.0.game().legal().unwrap(), before.legal().unwrap());
        }
    }
}
