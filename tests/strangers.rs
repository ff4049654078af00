//! Files from strangers: rules and games that somebody else wrote must not run
//! commands, steer the terminal, show other files, or bring Hornet down.

#[path = "support/mod.rs"]
mod support;

use std::fs;
use std::path::Path;
use std::process::Stdio;

use assert_cmd::Command;
use hornet::game::{Game, Rules};
use support::swipl_is_here;
use tempfile::TempDir;

/// A game without a title, to which rules are added.
const GAME: &str = "
:- board(square(2, 2)).
:- players([red, blue]).
:- state(turn(player)).
:- action(wait).
start(turn(red)).
legal(wait) :- turn(_).
add(turn(P)) :- turn(Q), opponent(Q, P).
del(turn(P)) :- turn(P).
draw :- turn_number(9).
";

struct Said {
    code: i32,
    out: String,
    err: String,
}

fn hornet_in(folder: &Path, args: &[&str], input: &str) -> Said {
    let mut command = Command::cargo_bin("hornet").unwrap();
    let output = command.current_dir(folder).args(args).write_stdin(input).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(!err.contains("panicked"), "{args:?}: {err}");
    Said { code: output.status.code().expect("not killed"), out, err }
}

fn folder_with(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// `hornet check` refuses rules that are added to the game, and says why.
fn rejected(rules: &str, why: &str) {
    let folder = folder_with(&[("game.pl", &format!("{GAME}{rules}"))]);
    let said = hornet_in(folder.path(), &["check", "game.pl"], "");
    assert_eq!(said.code, 2, "{rules}: {}{}", said.out, said.err);
    assert!(said.err.contains(why), "{rules}: no `{why}` in\n{}", said.err);
}

#[test]
fn an_exported_title_stays_a_comment() {
    let title = ":- title('Tic\\n:- shell(\\'touch owned\\').\\n%').";
    let folder = folder_with(&[("game.pl", &format!("{title}{GAME}"))]);
    let said = hornet_in(folder.path(), &["export", "game.pl"], "");
    assert_eq!(said.code, 0, "{}", said.err);
    fs::write(folder.path().join("export.pl"), &said.out).unwrap();
    assert!(!said.out.lines().any(|line| line.starts_with(":- shell")), "{}", said.out);
    if swipl_is_here() {
        let mut swipl = std::process::Command::new("swipl");
        swipl.current_dir(folder.path()).args(["-q", "-t", "halt", "export.pl"]);
        let output = swipl.stdin(Stdio::null()).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert!(!folder.path().join("owned").exists(), "the title was run");
    }
}

/// What is exported goes out byte by byte: to take anything out of it could make
/// code of what was quoted.
#[test]
fn an_export_is_the_text_that_was_read() {
    let rules = format!("{GAME}note('[31m; :- shell(id).', 'ä').");
    let folder = folder_with(&[("game.pl", &rules)]);
    let said = hornet_in(folder.path(), &["export", "game.pl"], "");
    assert!(said.out.contains("note('[31m; :- shell(id).', 'ä')."), "{}", said.out);
}

#[test]
fn hidden_characters_are_refused_wherever_they_stand() {
    for c in ['\x1b', '\x07', '\0', '\x7f', '\u{9b}', '\u{202e}', '\u{2066}', '\r'] {
        for rules in [format!("% a{c}b"), format!("p('a{c}b')."), format!("p(a{c}).")] {
            rejected(&rules, "hidden character, \\u{");
        }
        let number = format!("\\u{{{:x}}}", u32::from(c));
        let game = format!("game tanks:6\nplayers {c} human\n");
        let folder = folder_with(&[("a.game", &game)]);
        let said = hornet_in(folder.path(), &["show", "tanks:6", "--load", "a.game"], "");
        assert_eq!(said.code, 2);
        assert!(said.err.contains(&format!("a.game:2: there is a hidden character, {number}")));
    }
}

#[test]
fn names_of_files_do_not_steer_the_terminal() {
    let name = "a\x1b]0;owned\x07.pl";
    let folder = folder_with(&[(name, "p(")]);
    for args in [["check", name], ["show", name], ["export", "missing\x1b[2J.pl"]] {
        let said = hornet_in(folder.path(), &args, "");
        assert_eq!(said.code, 2);
        assert!(!said.err.contains(['\x1b', '\x07']), "{args:?}: {:?}", said.err);
        assert!(said.err.contains("\\u{1b}"), "{args:?}: {:?}", said.err);
    }
}

#[test]
fn hooks_of_prolog_cannot_be_defined() {
    for hook in [
        "goal_expansion(a, b).",
        "term_expansion(a, b).",
        "portray(a).",
        "message_hook(a, b, c).",
        "prolog_load_file(a, b).",
        "expand_query(a, b, c, d).",
    ] {
        rejected(hook, "is built into Prolog");
    }
}

/// SWI-Prolog would not read it, or would read something else.
#[test]
fn what_prolog_reads_otherwise_is_refused() {
    rejected("p(X) :- X is 2 ** - 1.", "`-` needs parentheses here");
    rejected("p(X) :- X = \\+ a.", "`\\+` needs parentheses here");
    rejected("p('a\\\nb').", "unknown escape");
    rejected("p(a).\u{a0}p(b).", "unexpected character");
}

#[test]
fn rules_include_from_their_own_folder_only() {
    let secret = "root:secret:0:0\n";
    for path in
        ["/etc/passwd", "../secret.txt", "sub/../../secret.txt", "link.pl", "nosuch/../link.pl"]
    {
        let include = format!("{GAME}:- include('{path}').");
        let files = [("rules/game.pl", include.as_str()), ("secret.txt", secret)];
        let folder = folder_with(&files);
        let rules = folder.path().join("rules");
        #[cfg(unix)]
        std::os::unix::fs::symlink("../secret.txt", rules.join("link.pl")).unwrap();
        let said = hornet_in(&rules, &["check", "game.pl"], "");
        assert_eq!(said.code, 2, "{path}");
        assert!(said.err.contains("only files of the same folder"), "{path}: {}", said.err);
        assert!(!said.err.contains("secret:0") && !said.err.contains("root"), "{}", said.err);
    }
    let include = format!("{GAME}:- include('parts/more.pl').");
    let folder = folder_with(&[("game.pl", &include), ("parts/more.pl", "more(1).")]);
    assert_eq!(hornet_in(folder.path(), &["check", "game.pl"], "").code, 0);
}

/// A game file may name the rules of a game that is here, and no other file.
#[test]
fn a_game_file_does_not_open_files_elsewhere() {
    let folder = folder_with(&[
        ("games/passwd.game", "game /etc/passwd\n"),
        ("games/up.game", "game ../secret.pl\n"),
        ("secret.pl", "root:secret"),
        ("games/own.game", "game own.pl\nwait\n"),
        ("games/own.pl", GAME),
    ]);
    let games = folder.path().join("games");
    for name in ["passwd.game", "up.game"] {
        let said = hornet_in(&games, &["tanks:6"], &format!("load {name}\n"));
        assert!(said.err.contains("the rules are in another folder"), "{name}: {}", said.err);
        assert!(!said.err.contains("root"), "{name}: {}", said.err);
        let said = hornet_in(&games, &["play", "--load", name, "--no-save"], "");
        assert!(said.err.contains("the rules are in another folder"), "{name}: {}", said.err);
    }
    let said = hornet_in(&games, &["tanks:6"], "load own.game\n");
    assert_eq!(said.code, 0, "{}", said.err);
    // Whoever names the rules may have them.
    let own = games.join("own.pl").display().to_string();
    fs::write(games.join("far.game"), format!("game {own}\nwait\n")).unwrap();
    let said = hornet_in(folder.path(), &["show", &own, "--load", "games/far.game"], "");
    assert_eq!(said.code, 0, "{}", said.err);
}

/// A command that is offered does nothing but what it says.
#[test]
fn an_offered_command_is_quoted() {
    let folder = folder_with(&[("out/a;touch owned;.pl", GAME), ("in/a.game", "")]);
    let rules = folder.path().join("out").join("a;touch owned;.pl").display().to_string();
    fs::write(folder.path().join("in/a.game"), format!("game {rules}\n")).unwrap();
    let said = hornet_in(&folder.path().join("in"), &["play", "--load", "a.game"], "");
    assert!(said.err.contains(&format!("hornet play '{rules}' --load a.game")), "{}", said.err);
}

/// Rules below the folder may be named by a path from the root as well.
#[test]
fn rules_in_the_folder_are_found_by_any_path() {
    let folder = folder_with(&[("rules/own.pl", GAME)]);
    let rules = folder.path().join("rules").join("own.pl").display().to_string();
    fs::write(folder.path().join("a.game"), format!("game {rules}\nwait\n")).unwrap();
    let said = hornet_in(folder.path(), &["tanks:6"], "load a.game\n");
    assert_eq!(said.code, 0, "{}", said.err);
    // Elsewhere they have to be named, or open already.
    let other = folder_with(&[("b.game", &format!("game {rules}\nwait\n"))]);
    let said = hornet_in(other.path(), &["tanks:6"], "load b.game\n");
    assert!(said.err.contains("the rules are in another folder"), "{}", said.err);
    let said = hornet_in(other.path(), &[&rules], "load b.game\n");
    assert_eq!(said.code, 0, "{}", said.err);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_included() {
    let folder = folder_with(&[("game.pl", &format!("{GAME}:- include('pipe.pl')."))]);
    let made = std::process::Command::new("mkfifo").arg(folder.path().join("pipe.pl")).status();
    assert!(made.unwrap().success());
    let said = hornet_in(folder.path(), &["check", "game.pl"], "");
    assert!(said.err.contains("it is not a file"), "{}", said.err);
}

/// Long entries are not read again for each of their lines.
#[test]
fn an_entry_that_goes_on_is_read_in_time() {
    let began = std::time::Instant::now();
    for line in ["a.b,\n", "0.b.\n", ".a\n", "cell(X),\n"] {
        let folder = folder_with(&[]);
        hornet_in(
            folder.path(),
            &["tanks:6"],
            &format!("p(\n{}", line.repeat(60_000 / line.len())),
        );
    }
    assert!(began.elapsed().as_secs() < 60, "{:?}", began.elapsed());
}

/// Relations that stand on one another in a long chain, also on the small stack of a
/// thread; a chain that is longer still is refused.
#[test]
fn long_chains_of_relations_end() {
    let chain = |length: usize| {
        let links = (0..length).map(|at| format!("q{at}(X) :- q{}(X).\n", at + 1));
        let links: String = links.collect();
        format!("{links}q{length}(X) :- turn_number(X).\nwins(red) :- q0(77).\n")
    };
    rejected(&chain(2_500), "clauses define more than 2000 relations");
    let text = format!("{GAME}{}", chain(1_900));
    let asked = std::thread::spawn(move || {
        let rules = Rules::from_text("chain.pl", &text).unwrap();
        let game = Game::new(rules).unwrap();
        let legal = game.legal().unwrap().len();
        let why = game.why("q0(1)").unwrap();
        (legal, why.holds(), why.to_string().is_empty(), game.query("q0(N)").unwrap().len())
    });
    assert_eq!(asked.join().unwrap(), (1, true, false, 1));
}

#[test]
fn a_long_text_is_refused_also_if_it_is_no_file() {
    let text = format!("{GAME}{}", "% a comment\n".repeat(400_000));
    let error = Rules::from_text("long.pl", &text).unwrap_err().to_string();
    assert!(error.contains("the text has more than 4 MB"), "{error}");
    assert!(Rules::from_text("marked.pl", &format!("\u{feff}{GAME}")).is_ok());
}

#[test]
fn a_lone_semicolon_is_no_goal() {
    let folder = folder_with(&[]);
    for goal in [";", "(;)", "\\+ (;)", "(->)", "*->"] {
        let said = hornet_in(folder.path(), &["query", "tanks:6", goal], "");
        assert_eq!(said.code, 2, "{goal}: {}", said.out);
        let is_told = ["not part of the rule language", "stands between two goals"];
        assert!(is_told.iter().any(|told| said.err.contains(told)), "{goal}: {}", said.err);
        let said = hornet_in(folder.path(), &["why", "tanks:6", goal], "");
        assert_eq!(said.code, 2, "{goal}: {}", said.out);
    }
    let said = hornet_in(folder.path(), &["tanks:6"], ";.\nwhy ;\n(;).\nturn(P).\n");
    assert!(said.out.contains("P = bot"), "the session goes on: {}{}", said.out, said.err);
    rejected("p :- ; .", "`;` stands between two goals");
    let game = "game tanks:6\nrule add p :- ; .\n";
    let folder = folder_with(&[("a.game", game)]);
    assert_eq!(hornet_in(folder.path(), &["show", "tanks:6", "--load", "a.game"], "").code, 2);
}

#[test]
fn files_without_end_are_not_read_to_the_end() {
    let folder = folder_with(&[("big.pl", &"% a line\n".repeat(600_000))]);
    for args in [["check", "/dev/zero"], ["check", "big.pl"], ["show", "/dev/zero.pl"]] {
        assert_eq!(hornet_in(folder.path(), &args, "").code, 2, "{args:?}");
    }
    let said = hornet_in(folder.path(), &["check", "big.pl"], "");
    assert!(said.err.contains("more than 4 MB"), "{}", said.err);
}

/// Each text includes the next one twice.
#[test]
fn a_tree_of_includes_has_an_end() {
    let texts: Vec<(String, String)> = (0..18)
        .map(|number| {
            let next = format!(":- include('t{}.pl').\n", number + 1);
            (format!("t{number}.pl"), next.repeat(2))
        })
        .collect();
    let mut files: Vec<(&str, &str)> =
        texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    files.push(("t18.pl", "p(1)."));
    let game = format!("{GAME}:- include('t0.pl').");
    files.push(("game.pl", &game));
    let folder = folder_with(&files);
    let said = hornet_in(folder.path(), &["check", "game.pl"], "");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("more than 200 texts are included"), "{}", said.err);
}

/// What stands behind an include directive on its line is not lost, and what
/// looks like one is none.
#[test]
fn an_exported_include_takes_the_place_of_its_directive() {
    let game = format!(
        "{GAME}:- include('a.pl'). foo(1).\nbar(':- include(').\n% :- include('a.pl').\n\
         :- include(\n    'b.pl' ) .\nbaz(1)."
    );
    let a = ":- include('sub/c.pl'). a(1). % end";
    let files = [("game.pl", game.as_str()), ("a.pl", a), ("b.pl", "b(1)."), ("sub/c.pl", "c(1).")];
    let folder = folder_with(&files);
    let said = hornet_in(folder.path(), &["export", "game.pl"], "");
    assert_eq!(said.code, 0, "{}", said.err);
    for fact in ["foo(1).", "bar(':- include(').", "a(1).", "b(1).", "c(1).", "baz(1)."] {
        assert!(said.out.contains(fact), "{fact} is not in\n{}", said.out);
    }
    let directives = said.out.lines().filter(|line| line.trim().starts_with(":- include("));
    assert_eq!(directives.count(), 0, "{}", said.out);
    // It reads as before, also when it is saved.
    let said = hornet_in(folder.path(), &["game.pl"], "save rules whole.pl\n");
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let said =
        hornet_in(folder.path(), &["query", "whole.pl", "foo(A), a(B), b(C), c(D), baz(E)"], "");
    assert_eq!(said.out, "A = 1, B = 1, C = 1, D = 1, E = 1\n");
}
