//! What Hornet reads means the same to SWI-Prolog: random texts, mutated from good
//! ones, are read by both, and the terms are compared.

#[path = "fuzz/mutate.rs"]
mod mutate;
#[path = "support/mod.rs"]
mod support;

use std::fmt::Write as _;
use std::fs;

use hornet::logic::syntax::reader;
use hornet::logic::syntax::source::Sources;
use hornet::logic::syntax::term::{Item, Term, TermKind};
use mutate::Mutator;
use support::{swipl, swipl_is_here};

/// Short texts that stand for all that the language has, and some that it has not.
const TEXTS: &[&str] = &[
    "p(X) :- q(X, _), \\+ r(X), X \\= 'B c'.",
    "p(X) :- X is 2 ^ (3 - 1) * -1 - (4 - 5), q((0,-1)).",
    "p(X) :- X is - (3), \\+ (a, b), aggregate_all(sum(Y), (q(Y), r), X).",
    ":- players([red, blue]).   % who plays\nfoo.",
    "/* three */ p('don''t', 'a\\nb', \"\", []).",
    "p(A) :- A is 2 ^ 3 ^ 4, A is (2 ^ 3) ^ 4, A =:= 7 mod 3 - 2 - 1.",
    "a:-b,c;d->e. f --> g. h :- \\+ \\+ i, - - 1 =< -1.",
    "p(- 1, -1, -a, - (1), -(1), -(-(1)), a-1, a - -1, 1 - 1).",
    "'quoted'(x). [a, [b], []]. x = y. p(:-). p(-). p([-]). (a :- b).",
    "q(0'a, 0x1F, 1.5, 1e3, 1_000, 0b11).",
    "p :- (-) = a, X \\= (public), q(table, [public, a]), Z = mod, q('+', -, (*)), (-) - 1 = ('\\\\+'), 'a b' = is.",
    "p(X) :- X ** 2 > 3 // 2 * 1 rem 5. % end",
    "p(- :). p(- =). p(- -). p(\\+ :). p([- ::]).",
    "größe(北京, Größe) :- ñandú(_Ω, Éa), Größe = 'Ä', straße1(ǅ, ª).",
    ":- dynamic a/1, b/2. :- discontiguous([a/1]). :- table c/0.",
];

/// A term in a notation without operators and quotes: names by their codes.
fn canonical(term: &Term, text: &mut String) {
    let codes = |name: &str| {
        let codes: Vec<String> = name.chars().map(|c| u32::from(c).to_string()).collect();
        codes.join(".")
    };
    let compound = |text: &mut String, name: &str, args: &[Term]| {
        let _ = write!(text, "c<{}>(", codes(name));
        args.iter().for_each(|arg| {
            canonical(arg, text);
            text.push(' ');
        });
        text.push(')');
    };
    match &term.kind {
        TermKind::Var(name) if name.as_str() == "_" => text.push('_'),
        TermKind::Var(name) => _ = write!(text, "v<{}>", codes(name.as_str())),
        TermKind::Atom(name) => _ = write!(text, "a<{}>", codes(name.as_str())),
        TermKind::Int(number) => _ = write!(text, "{number}"),
        TermKind::List(parts) => {
            text.push('[');
            parts.iter().for_each(|part| {
                canonical(part, text);
                text.push(' ');
            });
            text.push(']');
        }
        TermKind::Comma(parts) => {
            let [first, rest @ ..] = parts.as_slice() else { unreachable!("there are several") };
            let _ = write!(text, "c<44>(");
            canonical(first, text);
            text.push(' ');
            match rest {
                [last] => canonical(last, text),
                rest => {
                    canonical(&Term { kind: TermKind::Comma(rest.to_vec()), span: term.span }, text)
                }
            }
            text.push_str(" )");
        }
        TermKind::Compound(name, args) => compound(text, name.as_str(), args),
    }
}

/// What Hornet reads, a clause a line, if it can read all of it.
fn hornet_reads(text: &str) -> Option<String> {
    let mut sources = Sources::default();
    let file = sources.add("text.pl", text);
    let (items, errors) = reader::read(&sources, file);
    let mut lines = String::new();
    for item in &items {
        if let Item::Clause(term) = item {
            canonical(term, &mut lines);
            lines.push('\n');
        }
    }
    errors.is_empty().then_some(lines)
}

/// Reads the files of a folder, one after the other.
const DRIVER: &str = r#"
:- module(driver, []).
main :-
    forall(user:text(File), (format('~w~n', [File]), driver:file(File))).
file(File) :-
    setup_call_cleanup(open(File, read, In, [encoding(utf8)]),
                       catch(terms(In), Error, (message(Error, M), format('error ~q~n', [M]))),
                       close(In)).
message(error(Formal, _), Formal) :- !.
message(Other, Other).
terms(In) :-
    read_term(In, Term, [variable_names(Names), module(driver)]),
    (   Term == end_of_file
    ->  true
    ;   maplist(bind, Names), canonical(Term), nl, terms(In)
    ).
bind(Name = '$named'(Name)).
canonical(Var) :- var(Var), !, write('_').
canonical('$named'(Name)) :- !, format('v<', []), codes(Name), write('>').
canonical([]) :- !, write('[]').
canonical(List) :- is_list(List), !, write('['), forall(member(X, List), (canonical(X), write(' '))), write(']').
canonical(Atom) :- atom(Atom), !, write('a<'), codes(Atom), write('>').
canonical(Number) :- integer(Number), !, write(Number).
canonical((A, B)) :- !, conjuncts((A, B), List), conjunction(List).
canonical(Term) :- compound(Term), !,
    compound_name_arguments(Term, Name, Args),
    write('c<'), codes(Name), write('>('),
    forall(member(Arg, Args), (canonical(Arg), write(' '))), write(')').
canonical(Other) :- format('other ~q', [Other]).
% Conjunctions mean the same, whichever way they are put together.
conjuncts(Term, [Term]) :- var(Term), !.
conjuncts((A, B), List) :- !, conjuncts(A, First), conjuncts(B, Rest), append(First, Rest, List).
conjuncts(Term, [Term]).
conjunction([Last]) :- !, canonical(Last).
conjunction([First | Rest]) :-
    write('c<44>('), canonical(First), write(' '), conjunction(Rest), write(' )').
codes(Name) :- atom_codes(Name, Codes), atomic_list_concat(Codes, '.', Text), write(Text).
"#;

fn compare(number: usize, seed: u64) {
    if !swipl_is_here() {
        return;
    }
    let mut mutator = Mutator::new(TEXTS.iter().map(|text| text.to_string()).collect(), seed);
    let folder = tempfile::tempdir().unwrap();
    let mut texts: Vec<(String, String, String)> = Vec::new();
    while texts.len() < number {
        let text = mutator.next();
        let Some(read) = hornet_reads(&text).filter(|read| !read.is_empty()) else { continue };
        let path = folder.path().join(format!("{}.pl", texts.len()));
        fs::write(&path, &text).unwrap();
        texts.push((path.display().to_string(), text, read));
    }
    let files: String = texts.iter().map(|(path, ..)| format!("text('{path}').\n")).collect();
    let said = swipl(&files, DRIVER);
    let mut rest = said.as_str();
    for (index, (path, text, read)) in texts.iter().enumerate() {
        rest = rest.strip_prefix(&format!("{path}\n")).unwrap_or_else(|| panic!("{path}: {rest}"));
        let next = texts.get(index + 1).and_then(|(next, ..)| rest.find(&format!("{next}\n")));
        let (own, others) = rest.split_at(next.unwrap_or(rest.len()));
        assert_eq!(own, read, "{text}");
        rest = others;
    }
}

#[test]
fn random_texts_mean_the_same_to_swi_prolog() {
    compare(500, 1);
}

#[test]
#[ignore = "takes a minute"]
fn many_random_texts_mean_the_same_to_swi_prolog() {
    for seed in 0..20 {
        compare(2000, seed);
    }
}
