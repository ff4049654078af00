//! Knowledge bases: rule files without a game, facts in data files, programs that are
//! pasted, and constants whose type only a query decides.

mod support;

use std::fs;

use assert_cmd::Command;
use hornet::game::{Game, Rules, export};
use hornet::logic::engine::Limits;
use hornet::repl::{Session, Status, statement};
use support::session::Prompt;
use support::{rules, swipl, swipl_is_here};

const FAMILY: &str = "examples/family.pl";

/// What a Prolog program that asks begins with.
const DRIVER: &str = ":- encoding(utf8).\n:- module(driver, []).\n\
                      :- set_stream(user_output, encoding(utf8)).\n";

/// A knowledge base of one's own.
fn knowing(text: &str) -> Prompt {
    let rules = Rules::from_text("own.pl", text).unwrap_or_else(|error| panic!("{error}"));
    Prompt(Session::new(Game::new(rules).unwrap(), Limits::default()))
}

/// The answers to a question, without the line below them.
fn answers(prompt: &mut Prompt, goal: &str) -> String {
    let said = prompt.fine(goal);
    let lines: Vec<&str> = said.lines().filter(|line| !line.starts_with('%')).collect();
    lines.join(" ")
}

fn hornet(args: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("hornet").unwrap().args(args).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().expect("not killed"), text(&output.stdout), text(&output.stderr))
}

/// A folder with files in it.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    files.iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).unwrap());
    folder
}

fn in_folder(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_string()
}

#[test]
fn a_query_decides_what_the_rules_leave_open() {
    let mut prompt = Prompt::on("tanks");
    prompt.fine("special(a1) :- true.");
    assert_eq!(answers(&mut prompt, "special(C), tank(C, P, K)."), "C = a1, P = bot, K = medium.");
    assert_eq!(
        answers(&mut prompt, "tank(C, bot, K), special(C), row(C, R)."),
        "C = a1, K = medium, R = 1."
    );
    let why = prompt.fine("why special(C), tank(C, P, K).");
    assert!(why.contains("special(a1)   [prompt:1]"), "{why}");
    assert!(why.contains("tank(a1, bot, medium)   [a fact of the position]"), "{why}");
    // Another query may take it otherwise.
    prompt.fine("likes(ann, bot) :- true.\nlikes(ann, a1) :- true.\nlikes(ann, tea) :- true.");
    assert_eq!(answers(&mut prompt, "likes(ann, X), special(X)."), "X = a1.");
    assert_eq!(answers(&mut prompt, "likes(ann, P), player(P)."), "P = bot.");
    assert_eq!(answers(&mut prompt, "likes(ann, C), tank(C, _, K)."), "C = a1, K = medium.");
    assert_eq!(answers(&mut prompt, "likes(ann, X), \\+ cell(X)."), "X = bot ; X = tea.");
    assert_eq!(
        answers(&mut prompt, "aggregate_all(count, (likes(_, C), \\+ tank(C, _, _)), N)."),
        "N = 2."
    );
    let derived = prompt.fine("derivations special(C), cell(C).");
    assert!(derived.contains("% 1 derivation"), "{derived}");
    // What a query says itself must fit, and atoms are no numbers.
    prompt.wrong("special(zz), tank(zz, _, _).", &["`zz` is not a cell"]);
    prompt.wrong("likes(ann, N), N > 3.", &["integer"]);
    prompt.wrong("special(C), player(C), cell(C).", &["both"]);
    // So may a later clause, and then it is decided.
    prompt.fine("near(C) :- special(B), step(B, _, C).");
    assert_eq!(answers(&mut prompt, "near(C), \\+ tank(C, _, _)."), "false.");
    assert_eq!(answers(&mut prompt, "special(C), likes(C, _)."), "false.");
}

#[test]
fn a_query_decides_on_the_unbounded_board_and_for_options() {
    let mut prompt = Prompt::on("hive");
    prompt.fine("mine(wQ) :- true.\nmine(bQ) :- true.");
    assert_eq!(
        answers(&mut prompt, "mine(Q), bug(Q, P, _, _)."),
        "Q = bQ, P = black ; Q = wQ, P = white."
    );
    assert_eq!(answers(&mut prompt, "option(starts, P), opponent(P, Q)."), "P = white, Q = black.");
    prompt.fine("wS1");
    assert_eq!(
        answers(
            &mut prompt,
            "mine(Q), at(P, C, _), step(C, e, D), P \\= Q, D = (1,0), Q = wQ, P = wS1, C = (0,0)."
        ),
        "Q = wQ, P = wS1, C = (0,0), D = (1,0)."
    );
}

#[test]
fn a_pasted_program_is_taken_in_as_a_whole() {
    let mut prompt = Prompt::on("tanks");
    let said = prompt.fine(
        "% Who begat whom.\nparent(ann, bob).\nancestor(X, Y) :- parent(X, Y).\n\
         parent(bob, carl).\nancestor(X, Z) :- parent(X, Y), ancestor(Y, Z).\nold(ann).\n\
         ancestor(ann, Who).",
    );
    assert!(said.starts_with("parent/2: 2 facts [prompt:2]\nancestor/2: 2 rules [prompt:3]\nold/1: 1 fact [prompt:6]\n"), "{said}");
    assert!(said.contains("Who = bob ;\nWho = carl."), "the last line is a question: {said}");
    // Rules may come before what they ask.
    let said = prompt.fine("uncle(X) :- brother(X, _).\nbrother(dan, ann).");
    assert_eq!(said, "uncle/1: 1 rule [prompt:7]\nbrother/2: 1 fact [prompt:8]");
    let said = prompt.fine("ancestor(ann, dan) :- true.\nancestor(bob, dan) :- true.");
    assert!(said.starts_with("ancestor/2: 2 facts added [prompt:9]"), "{said}");
    assert_eq!(prompt.fine("young(carl) :- true."), "young/1 is defined [prompt:11]");
}

#[test]
fn several_facts_are_taken_in_and_one_alone_is_a_question() {
    let mut prompt = Prompt::on("tanks");
    prompt.wrong("parent(ann, bob).", &["to define it, write `parent(ann, bob) :- true.`"]);
    let said = prompt.fine("parent(ann, bob).\nparent(bob, carl).\n");
    assert!(said.starts_with("parent/2: 2 facts [prompt:1]\n% taken in as facts"), "{said}");
    assert!(prompt.fine("parent(ann, bob).").starts_with("true."));
    // What is known is asked, one by one.
    assert_eq!(answers(&mut prompt, "parent(ann, bob).\nparent(bob, carl)."), "true. true.");
    assert_eq!(answers(&mut prompt, "turn(bot).\ntank(a1, bot, medium)."), "true. true.");
    assert_eq!(
        answers(&mut prompt, "near(C) :- tank(C, bot, _).\nturn(bot).\nnear(a1)."),
        "near/1 is defined [prompt:3] true. true."
    );
    // Names of commands are fine, as in the world of blocks.
    let said = prompt.fine("on(a, b).\non(b, table).\nabove(X, Y) :- on(X, Y).");
    assert!(said.starts_with("on/2: 2 facts"), "{said}");
    prompt.wrong("off(a, b).", &["to define it"]);
}

#[test]
fn files_are_consulted_as_in_prolog() {
    let folder = folder(&[
        ("likes.pl", "likes(ann, tea).\nlikes(bob, X) :- likes(ann, X).\n"),
        ("more.pl", "old(ann).\nold(bob).\n"),
    ]);
    let (likes, more) = (in_folder(&folder, "likes"), in_folder(&folder, "more.pl"));
    for entry in [
        format!("['{likes}']."),
        format!("?- ['{likes}.pl']."),
        format!("consult('{likes}')."),
        format!("[{likes}]"),
        format!("load {likes}"),
    ] {
        let mut prompt = Prompt::on("tanks");
        let said = prompt.fine(&entry);
        assert!(said.contains("likes/2: 1 fact and 1 rule"), "{entry}: {said}");
        assert_eq!(answers(&mut prompt, "likes(bob, X)."), "X = tea.");
    }
    // A knowledge base with a title of its own, too.
    let mut prompt = Prompt::on("tanks");
    let said = prompt.fine("[examples/family].");
    assert!(said.starts_with("parent/2: 9 facts [examples/family.pl:"), "{said}");
    assert_eq!(prompt.0.game().rules().title(), "Breakthrough Tanks");
    let mut prompt = Prompt::on(FAMILY);
    let said = prompt.fine(&format!("['{likes}', '{more}']."));
    assert!(said.contains("old/1: 2 facts"), "{said}");
    fs::write(folder.path().join("more.pl"), "old(carl).\n").unwrap();
    assert!(prompt.fine("make.").contains("read again"));
    assert_eq!(answers(&mut prompt, "old(X)."), "X = carl.");
    prompt.wrong("[no_such_file].", &["cannot read no_such_file"]);
    assert!(prompt.fine("['examples/family.pl'].").contains("read again"), "it is open already");
}

#[test]
fn clauses_are_read_from_the_user() {
    let mut prompt = Prompt::on(FAMILY);
    let entry = "[user].\npet(rex, ann).\npet(tom, bob).\nowns(A, P) :- pet(P, A).\nend_of_file.\nowns(A, tom).";
    let game = prompt.0.game().clone();
    for (typed, reads) in
        [("[user].", true), ("?- [user].\npet(a, b).", true), (entry, false), ("pet(X, Y).", false)]
    {
        assert_eq!(statement::reads_clauses(&game, typed), reads, "{typed}");
        assert_eq!(statement::is_complete(&game, typed), !reads, "{typed}");
    }
    let said = prompt.fine(entry);
    assert!(
        said.starts_with("pet/2: 2 facts [prompt:1]\nowns/2: 1 rule [prompt:3]\nA = bob."),
        "{said}"
    );
    // Without a terminal, the end of the input ends them.
    let mut command = Command::cargo_bin("hornet").unwrap();
    let output = command.arg(FAMILY).write_stdin("[user].\npet(rex, ann).\n").output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "pet/2 is defined [prompt:1]\n");
}

#[test]
fn all_of_ones_own_clauses_are_listed() {
    let mut prompt = Prompt::on("tanks");
    assert!(prompt.fine("listing.").contains("you have added no clauses"));
    prompt.fine("near(C) :- tank(C, bot, _).\nspecial(a1).");
    let said = prompt.fine("listing.");
    assert!(
        said.contains("near(C) :- tank(C, bot, _).") && said.contains("special(a1)."),
        "{said}"
    );
    assert!(!said.contains("legal"), "{said}");
    assert_eq!(prompt.fine("listing(special)."), prompt.fine("listing special"));
    let listed = Prompt::on(FAMILY).fine("listing.");
    assert!(
        listed.contains("parent(ann, carl).") && listed.contains("cousin(A, B) :-"),
        "{listed}"
    );
}

#[test]
fn a_knowledge_base_is_asked_explained_and_changed() {
    let (code, out, _) = hornet(&["query", FAMILY, "ancestor(X, eve)."]);
    assert_eq!((code, out.as_str()), (0, "X = ann\nX = bob\nX = carl\n"));
    let (code, out, _) = hornet(&["why", FAMILY, "cousin(eve, finn)."]);
    assert!(code == 0 && out.starts_with("cousin(eve, finn)\n"), "{out}");
    let (code, out, err) = hornet(&["check", FAMILY]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, "examples/family.pl: OK: a knowledge base, 21 facts, 8 rules\n");
    let mut prompt = Prompt::on(FAMILY);
    assert_eq!(prompt.fine("married(ann, bob) :- true."), "married/2 is defined [prompt:1]");
    assert_eq!(prompt.0.prompt(), "family> ");
    assert!(prompt.fine("undo rules").starts_with("undone: married(ann, bob) :- true."));
    prompt.wrong("married(A, B).", &["there is no relation `married/2`"]);
    assert!(prompt.fine("redo rules").starts_with("done again: married(ann, bob) :- true."));
    assert_eq!(answers(&mut prompt, "married(A, B)."), "A = ann, B = bob.");
    assert!(prompt.fine("parent(ann, eve).").starts_with("false.\n%"));
    assert!(prompt.fine("why not parent(ann, eve).").contains("parent(ann, eve) fails"));
    let said = prompt.fine("new tanks");
    assert!(said.contains("Turn 1: bot to move"), "{said}");
    assert!(prompt.fine("resume").starts_with("parent/2: 9 facts\n"));
    assert!(prompt.fine("new examples/family.pl").starts_with("parent/2: 9 facts\n"));
}

#[test]
fn common_slips_are_told_by_what_they_are() {
    let mut prompt = Prompt::on(FAMILY);
    prompt.wrong("tall(Ann) :- true.", &["a capital letter makes `Ann` a variable", "`ann`"]);
    prompt.wrong("limit(2, parent(X, Y)), X = ann.", &["`limit` belongs around a whole query"]);
    prompt.wrong("why cousin", &["a goal has its columns and a full stop"]);
    prompt.wrong(
        "oldest(W) :- aggregate_all(min(Y, _), born(_, Y), min(_, W)).",
        &["the witness has no name", "min(Y, Who)"],
    );
    let said = prompt.fine("oldest(W) :- aggregate_all(min(Y, P), born(P, Y), min(_, W)).");
    assert!(!said.contains("only once"), "{said}");
    assert_eq!(answers(&mut prompt, "oldest(bob)."), "true.");
}

#[test]
fn in_a_knowledge_base_there_is_nothing_to_play() {
    let mut prompt = Prompt::on(FAMILY);
    for command in [
        "board",
        "moves",
        "play a1",
        "what if a1",
        "undo",
        "redo",
        "goto 1",
        "history",
        "hint",
        "value",
        "export facts",
    ] {
        let said = prompt.said(command, Status::Error);
        assert!(
            said.contains("examples/family.pl is a knowledge base, with nothing to play"),
            "{said}"
        );
        let has_advice = matches!(command, "undo" | "redo" | "history");
        assert_eq!(said.lines().count(), 1 + usize::from(has_advice), "{said}");
    }
    prompt.wrong("save family.game", &["`save rules FILE.pl` saves the knowledge base"]);
    prompt.wrong("a1-a2", &["is not a command or a query"]);
    for args in [
        &["play", FAMILY, "--players", "human,random"][..],
        &["match", FAMILY, "--players", "random,random", "--games", "1"],
        &["perft", FAMILY, "--depth", "1"],
        &["moves", FAMILY],
        &["export", FAMILY, "--facts"],
        &["show", FAMILY],
        &["playouts", FAMILY, "--games", "1"],
    ] {
        let (code, out, err) = hornet(args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        assert!(
            err.contains("examples/family.pl is a knowledge base: there is nothing to play"),
            "{err}"
        );
    }
}

#[test]
fn names_of_games_are_free_in_a_knowledge_base() {
    let mut prompt = knowing(
        "player(messi, argentina).\nplayer(ann).\nwins(X) :- player(X).\nvalue(gold, 3).\nrow(a, b).\n",
    );
    assert_eq!(answers(&mut prompt, "wins(X)."), "X = ann.");
    assert_eq!(
        answers(&mut prompt, "value(gold, N), row(a, B), player(P, _)."),
        "N = 3, B = b, P = messi."
    );
    assert_eq!(prompt.fine("wins(bob) :- true."), "one more clause for wins/1 [prompt:1]");
}

#[test]
fn what_declares_a_part_of_a_game_gets_its_errors() {
    for (text, told) in [
        (":- action(put(int)).\np(a).\n", "nobody plays this game"),
        (":- state(mark(int)).\np(a).\n", "nobody plays this game"),
        (":- players([x, o]).\np(a).\n", "nothing says whose turn it is"),
    ] {
        let error = Rules::from_text("own.pl", text).expect_err("it is no game").to_string();
        assert!(error.contains(told), "{error}");
    }
    // A board alone makes no game.
    let mut prompt = knowing(":- board(square(3, 3)).\ncorner(a1). corner(c3).\n");
    assert_eq!(answers(&mut prompt, "corner(C), step(C, ne, D)."), "C = a1, D = b2.");
}

#[test]
fn a_knowledge_base_is_the_same_in_prolog() {
    if !swipl_is_here() {
        return;
    }
    let game = Game::new(rules(FAMILY)).unwrap();
    let asked = "main :- forall(cousin(A, B), (writeq(A-B), nl)), forall(children(A, N), (writeq(A-N), nl)).";
    let mut said: Vec<String> =
        swipl(&export(&game), &format!("{DRIVER}{asked}")).lines().map(String::from).collect();
    said.sort();
    let mut expected = Vec::new();
    for goal in ["cousin(A, B).", "children(A, B)."] {
        let (_, answers, _) = hornet(&["query", FAMILY, goal]);
        for answer in answers.lines() {
            let values: Vec<&str> = answer.split(", ").map(|part| &part[4..]).collect();
            expected.push(values.join("-"));
        }
    }
    expected.sort();
    assert_eq!(said, expected);
}

const TABLE: &str = "from,to\nann, bob\r\n\"Carl \"\"C\"\", jr\" , \"42\"\n42,-7\n\n007,größe\nann,bob\n\"two\nlines\",北京\n";

/// Rules with tables of every kind.
fn tables() -> tempfile::TempDir {
    let rules = ":- facts(link/2, 'link.csv', [header]).\n:- facts(size/2, 'size.tsv').\n\
                 :- facts(none/1, 'none.csv').\n\nlinked(A) :- link(A, _).\n\
                 links(N) :- aggregate_all(count, link(_, _), N).\nempty :- \\+ none(_).\n\
                 link(zoe, ann).\n";
    folder(&[
        ("tables.pl", rules),
        ("link.csv", TABLE),
        ("size.tsv", "a, b\t3\n\"x\ty\"\t-1\n"),
        ("none.csv", ""),
    ])
}

#[test]
fn facts_come_from_data_files() {
    let folder = tables();
    let path = in_folder(&folder, "tables.pl");
    let (code, out, err) = hornet(&["query", &path, "links(N), empty."]);
    assert_eq!((code, out.as_str(), err.as_str()), (0, "N = 6\n", ""));
    let (_, out, _) = hornet(&["query", &path, "size(What, N)."]);
    assert_eq!(out, "What = 'a, b', N = 3\nWhat = 'x\\ty', N = -1\n");
    let (_, out, _) = hornet(&["why", &path, "linked(ann)."]);
    assert!(out.contains("link.csv:2]"), "{out}");
    let mut prompt = Prompt::on(&path);
    let listed = prompt.fine("listing(link).");
    assert!(listed.contains("link.csv:6\nlink('007', größe)."), "{listed}");
    prompt.fine("p :- true.");
    fs::write(folder.path().join("none.csv"), "something\n").unwrap();
    prompt.fine("make.");
    assert_eq!(answers(&mut prompt, "none(X)."), "X = something.");
}

#[test]
fn facts_from_data_files_are_the_same_in_prolog() {
    if !swipl_is_here() {
        return;
    }
    let folder = tables();
    let path = in_folder(&folder, "tables.pl");
    let asked = "main :- forall(link(A, B), out(A, B)), forall(size(A, B), out(A, B)), \
                 forall(links(A), out(A, x)), ( empty -> out(empty, x) ; true ).\n\
                 out(A, B) :- writeq(A), write(' '), writeq(B), nl.\n";
    let asked = &format!("{DRIVER}{asked}");
    let game = Game::new(rules(&path)).unwrap();
    let exported = swipl(&export(&game), asked);
    let prelude = fs::read_to_string("rules/prelude.pl").unwrap();
    let loaded = swipl(&format!("{prelude}\n:- load_files('{path}', [encoding(utf8)]).\n"), asked);
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&exported), sorted(&loaded));
    assert!(exported.contains("'two\\nlines' 北京"), "{exported}");
    assert!(exported.contains("'007' größe"), "{exported}");
    assert_eq!(exported.lines().count(), 6 + 2 + 1 + 1, "{exported}");
    // The export is a rule file of its own, without its tables.
    let program = hornet::game::rules_text(game.rules().program());
    let again = Rules::from_text("again.pl", &program).unwrap();
    assert_eq!(again.program().rules.len(), game.rules().program().rules.len());
}

#[test]
fn mistakes_in_data_files_are_told_with_their_place() {
    for (directive, table, told) in [
        (":- facts(p/2, 't.csv').", "a,b\nc\n", "t.csv:2"),
        (":- facts(p/2, 't.csv').", "a,b\nc\n", "this row has 1 field, and p/2 has 2"),
        (":- facts(p/1, 't.csv').", "\"a\n", "this quote is never closed"),
        (":- facts(p/1, 't.csv').", "a\u{7}\n", "hidden character"),
        (":- facts(p/1, 'no.csv').", "", "cannot include `no.csv`"),
        (":- facts(p/1, '../t.csv').", "", "only files of the same folder"),
        (":- facts(p, 't.csv').", "", "expected a relation with its number of columns"),
        (":- facts(p/1, 't.txt').", "", "must end in .csv or .tsv"),
        (":- facts(p/1).", "", "`facts` names a relation and a file"),
        (":- facts(length/2, 't.csv').", "a,b\nc,d\n", "built into Prolog"),
        (":- facts(p/1, 't.csv').\nq(X) :- p(X), X > 1.", "two\n", "`two` is not an integer"),
    ] {
        let folder = folder(&[("own.pl", directive), ("t.csv", table)]);
        let (code, _, err) = hornet(&["check", &in_folder(&folder, "own.pl")]);
        assert_eq!(code, 2, "{directive}");
        assert!(err.contains(told), "{directive}: `{told}` is not in\n{err}");
        assert!(err.ends_with(": 1 error\n"), "{err}");
    }
}

#[test]
fn a_large_knowledge_base_is_taken_in() {
    let rows: String = (2..20_002).map(|n| format!("p{n},p{}\n", n / 2)).collect();
    let rules =
        ":- facts(parent/2, 'parent.csv').\ngrandparent(X, Z) :- parent(X, Y), parent(Y, Z).\n";
    let folder = folder(&[("large.pl", rules), ("parent.csv", &rows)]);
    let mut prompt = Prompt::on(&in_folder(&folder, "large.pl"));
    assert_eq!(answers(&mut prompt, "grandparent(p20001, X)."), "X = p5000.");
    prompt.fine("great(X, Z) :- parent(X, Y), grandparent(Y, Z).");
    assert_eq!(answers(&mut prompt, "great(p20001, X)."), "X = p2500.");
    let text = "x,y\n".repeat(1 << 20) + "z,z\n";
    fs::write(folder.path().join("parent.csv"), text).unwrap();
    let (code, _, err) = hornet(&["check", &in_folder(&folder, "large.pl")]);
    assert!(code == 2 && err.contains("more than 4 MB"), "{err}");
}

#[test]
fn names_have_letters_of_all_scripts() {
    let text =
        "größe(北京, 21).\ngröße('Zürich', 1).\nmillionär(Wer) :- größe(Wer, Größe), Größe > 1.\n";
    let mut prompt = knowing(text);
    assert_eq!(
        answers(&mut prompt, "größe(Ort, Ωert)."),
        "Ort = 'Zürich', Ωert = 1 ; Ort = 北京, Ωert = 21."
    );
    assert!(prompt.fine("why millionär(X).").contains("Größe > 1"), "{}", prompt.fine("why"));
    prompt.fine("straße(x) :- true.");
    assert_eq!(answers(&mut prompt, "straße(X)."), "X = x.");
    prompt.wrong("p(→).", &["unexpected character"]);
    if !swipl_is_here() {
        return;
    }
    let folder = folder(&[("own.pl", text)]);
    let game = Game::new(rules(&in_folder(&folder, "own.pl"))).unwrap();
    let said = swipl(&export(&game), &format!("{DRIVER}main :- millionär(Wer), writeq(Wer), nl."));
    assert_eq!(said, "北京\n");
}
