//! What people who know Prolog, or another language, write by habit and rules
//! do not have: predicates, directives and operators. Each row says what
//! is wrong and what to write instead, in the writer's own words.

use crate::logic::Atom;
use crate::logic::check::declarations::Declarations;
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::check::query_form::AFTER;
use crate::logic::program::{Binary, Name, Relations, Unary, Wrapper};
use crate::logic::syntax::operators;
use crate::logic::syntax::term::{Term, TermKind};

/// A predicate of Prolog that rules do without.
struct Habit {
    names: &'static [&'static str],
    /// The number of arguments; any, if none is given.
    arity: Option<usize>,
    /// What is wrong. `{name}` is the predicate's name.
    message: &'static str,
    /// What to write instead. `{0}` is the first argument, `{goal}` all of it.
    help: &'static str,
    /// What to do instead in a knowledge base, where no action changes anything.
    without_actions: Option<&'static str>,
}

const fn habit(
    names: &'static [&'static str],
    arity: Option<usize>,
    message: &'static str,
    help: &'static str,
) -> Habit {
    Habit { names, arity, message, help, without_actions: None }
}

impl Habit {
    const fn without_actions(self, help: &'static str) -> Habit {
        Habit { without_actions: Some(help), ..self }
    }
}

/// What prints. Its first argument is often a string, which cannot be read.
const PRINTING: Habit = habit(
    &[
        "write",
        "writeln",
        "print",
        "print_message",
        "write_canonical",
        "writeq",
        "format",
        "nl",
        "tab",
    ],
    None,
    "`{name}` prints, and rules print nothing",
    "leave it out: a query shows its answers, and reason(Reason, 'message') tells a player",
)
.without_actions(NEED_NOT_PRINT);

const NEED_NOT_PRINT: &str = "leave it out: a query shows its answers";

const NOT_PART: &str = "`{name}` is not part of the rule language";
const NO_LISTS: &str = "`{name}` works on lists, and rules have no lists";

/// The predicates. A relation that the rules define goes before a row.
const HABITS: &[Habit] = &[
    habit(&["not"], Some(1), NOT_PART, "write `\\+ {0}`"),
    habit(&["\\+"], None, "`\\+` takes one goal", "leave a space: \\+ (a, b)"),
    habit(&["=="], Some(2), NOT_PART, "write `{0} = {1}`"),
    habit(&["\\=="], Some(2), NOT_PART, "write `{0} \\= {1}`"),
    habit(
        &["dif"],
        Some(2),
        NOT_PART,
        "write `{0} \\= {1}`, behind the goals that give its variables their values",
    ),
    habit(
        &["call"],
        Some(1),
        NOT_PART,
        "write the goal itself: `{0}`; a variable cannot stand for a goal",
    ),
    habit(
        &["call", "apply"],
        None,
        NOT_PART,
        "name the relation to ask: a variable cannot stand for one",
    ),
    habit(
        &["once"],
        Some(1),
        NOT_PART,
        "write the goal itself: `{0}`; what holds in several ways counts once",
    ),
    habit(
        &["ignore"],
        Some(1),
        NOT_PART,
        "leave it out: a goal that may fail without consequence says nothing",
    ),
    habit(
        &["false", "fail"],
        Some(0),
        "`{name}` is not a goal of the rule language",
        "leave it out: all answers are found without it; `0 = 1` is a goal that never holds",
    ),
    habit(
        &["!"],
        Some(0),
        "the cut is not part of the rule language",
        "say with \\+ when a clause does not apply; the order of clauses does not matter",
    ),
    habit(&[";"], Some(0), "`;` stands between two goals", "write `a ; b`"),
    habit(&["->", "*->"], None, "if-then is not part of the rule language", "write `{0}, {1}`"),
    habit(
        &["repeat", "halt", "garbage_collect"],
        Some(0),
        "`{name}` does something, and a rule only says what holds",
        "leave it out",
    ),
    habit(
        &["assert", "asserta", "assertz", "retract", "retractall", "abolish"],
        None,
        "rules do not change facts",
        "say what an action changes with add(Fact) and del(Fact)",
    )
    .without_actions("write the facts as clauses: what rules say holds at all times"),
    habit(
        &["nb_setval", "b_setval", "nb_getval", "b_getval", "flag", "recorda", "recorded"],
        None,
        "`{name}` keeps a value, and rules keep none",
        "declare a state fact, and change it with add(Fact) and del(Fact)",
    )
    .without_actions("make it a column of a relation"),
    PRINTING,
    habit(
        &["read", "read_term", "get_char", "consult", "see", "tell"],
        None,
        "`{name}` reads, and rules read nothing",
        "what a player does is an action: does(Action)",
    )
    .without_actions("write what is to be known as facts"),
    habit(
        &["member", "memberchk"],
        Some(2),
        NO_LISTS,
        "make a relation of the values, `choice(a).` `choice(b).`, and ask `choice({0})`",
    ),
    habit(
        &["length"],
        Some(2),
        NO_LISTS,
        "count the answers of a goal: aggregate_all(count, Goal, {1})",
    ),
    habit(
        &["sum_list", "sumlist"],
        Some(2),
        NO_LISTS,
        "add up over the answers of a goal: aggregate_all(sum(X), Goal, {1})",
    ),
    habit(
        &["max_list", "max_member"],
        Some(2),
        NO_LISTS,
        "compare the answers of a goal: aggregate_all(max(X), Goal, Most)",
    ),
    habit(
        &["min_list", "min_member"],
        Some(2),
        NO_LISTS,
        "compare the answers of a goal: aggregate_all(min(X), Goal, Least)",
    ),
    habit(
        &[
            "append",
            "nth0",
            "nth1",
            "last",
            "reverse",
            "msort",
            "sort",
            "predsort",
            "select",
            "selectchk",
            "delete",
            "exclude",
            "partition",
            "maplist",
            "foldl",
            "subtract",
            "permutation",
            "list_to_set",
            "sumlist",
            "numlist",
            "exclude",
        ],
        None,
        NO_LISTS,
        "make a relation with a fact for each element, and ask that",
    ),
    habit(
        &["findall", "bagof", "setof"],
        None,
        "`{name}` makes a list, and rules have no lists",
        "aggregate_all(count | sum(X) | max(X) | min(X), Goal, Result) counts, adds up and compares",
    ),
    habit(
        &["order_by", "limit", "offset"],
        Some(2),
        "`{name}` belongs around a whole query",
        "in a query, put it outside all other goals, as in limit(10, (p(X), q(X)))",
    ),
    habit(
        &["functor", "arg", "=..", "copy_term", "term_variables", "term_to_atom"],
        None,
        "`{name}` takes terms apart, and values have no parts",
        "give the parts as columns of their own",
    ),
    habit(
        &[
            "atom_length",
            "atom_concat",
            "atom_chars",
            "atom_codes",
            "atom_number",
            "sub_atom",
            "char_code",
            "atomic_list_concat",
            "upcase_atom",
            "string_concat",
        ],
        None,
        "`{name}` takes names apart, and atoms have no parts",
        "make a relation that says what is to be known of each atom",
    ),
    habit(
        &[
            "var", "nonvar", "ground", "atom", "atomic", "integer", "number", "compound",
            "is_list", "callable", "must_be",
        ],
        None,
        "`{name}` tests what a value is, and types are known before rules run",
        "leave it out",
    ),
    habit(&["succ"], Some(2), NOT_PART, "write `{1} is {0} + 1`"),
    habit(&["plus"], Some(3), NOT_PART, "write `{2} is {0} + {1}`"),
    habit(
        &["nb_current", "tnot", "freeze", "when", "catch", "throw"],
        None,
        NOT_PART,
        "say what holds with relations and \\+",
    ),
    habit(
        &[":-", "?-"],
        None,
        "a clause inside a clause",
        "the full stop of the clause before may be missing",
    ),
    habit(
        &["-->"],
        None,
        "grammar rules are not part of the rule language: there are no lists to parse",
        "write a clause with `:-`",
    ),
    habit(
        &["^"],
        Some(2),
        "`^` stands only before the goal of bagof and setof",
        "leave it out: in `aggregate_all` and `findall` variables need not be set apart",
    ),
];

/// What to write instead of a directive of Prolog.
pub fn directive(name: &str) -> Option<&'static str> {
    Some(match name {
        "use_module" | "autoload" | "set_prolog_flag" | "table" | "encoding" => {
            "leave it out: rules need no libraries and no settings"
        }
        "module" => {
            "leave it out: all relations of a text, and of what it includes, know one another"
        }
        "ensure_loaded" | "consult" | "load_files" => {
            "take in another text of rules by its name: `:- include('more.pl').`"
        }
        "initialization" => {
            "leave it out: rules are asked and played, and run nothing by themselves"
        }
        _ => return None,
    })
}

/// An operator that rules do not have.
pub struct ForeignOperator {
    name: &'static str,
    /// How tightly it binds, as with the operators of the language.
    pub priority: u32,
    message: &'static str,
    /// What to write instead, with `{0}` and `{1}` for its two sides; nothing if there is
    /// only a remark.
    instead: &'static str,
    /// What to say behind it.
    remark: &'static str,
}

/// The operators. What stands between two terms and is none of these or of the
/// language's own is a missing comma.
const OPERATORS: &[ForeignOperator] = &[
    foreign("!=", 700, NOT_PART, "{0} \\= {1}"),
    foreign("!==", 700, NOT_PART, "{0} \\= {1}"),
    foreign("<>", 700, NOT_PART, "{0} \\= {1}"),
    foreign("/=", 700, NOT_PART, "{0} \\= {1}"),
    foreign("~=", 700, NOT_PART, "{0} \\= {1}"),
    foreign("<=", 700, "`<=` is not a comparison: \"at most\" is `=<`", "{0} =< {1}"),
    foreign("=>", 700, "`=>` is not a comparison: \"at least\" is `>=`", "{0} >= {1}"),
    foreign("===", 700, NOT_PART, "{0} = {1}"),
    foreign("=@=", 700, NOT_PART, "{0} = {1}"),
    foreign("\\=@=", 700, NOT_PART, "{0} \\= {1}"),
    foreign("@<", 700, ONLY_NUMBERS, "{0} < {1}").with_remark(EITHER_ORDER),
    foreign("@>", 700, ONLY_NUMBERS, "{0} > {1}").with_remark(EITHER_ORDER),
    foreign("@=<", 700, ONLY_NUMBERS, "{0} =< {1}").with_remark(" if they are numbers"),
    foreign("@>=", 700, ONLY_NUMBERS, "{0} >= {1}").with_remark(" if they are numbers"),
    foreign("#=", 700, NOT_PART, "{0} =:= {1}"),
    foreign("#\\=", 700, NOT_PART, "{0} =\\= {1}"),
    foreign("#<", 700, NOT_PART, "{0} < {1}"),
    foreign("#>", 700, NOT_PART, "{0} > {1}"),
    foreign("#=<", 700, NOT_PART, "{0} =< {1}"),
    foreign("#>=", 700, NOT_PART, "{0} >= {1}"),
    foreign(":=", 700, "`:=` assigns, and a variable has one value", "{0} is {1}"),
    foreign("=..", 700, "`=..` takes terms apart, and values have no parts", "")
        .with_remark("give the parts as columns of their own: there are no compound terms"),
    foreign("in", 700, NOT_PART, "between(1, 8, {0})"),
    foreign("..", 450, "a range is not a value", "between({0}, {1}, N)"),
    foreign("div", 400, NOT_PART, "{0} // {1}"),
    foreign("&", 1000, AND, "{0}, {1}"),
    foreign("&&", 1000, AND, "{0}, {1}"),
    foreign("and", 1000, AND, "{0}, {1}"),
    foreign("<-", 1100, "`<-` is not part of the rule language: \"if\" is `:-`", "{0} :- {1}"),
    foreign("or", 1100, OR, "({0} ; {1})"),
    foreign("|", 1100, OR, "({0} ; {1})"),
];

const EITHER_ORDER: &str = " if they are numbers, `{0} \\= {1}` where either order will do";
const ONLY_NUMBERS: &str = "`{name}` orders terms, and only numbers have an order here";
const AND: &str = "`{name}` is not part of the rule language: \"and\" is a comma";
const OR: &str = "`{name}` is not part of the rule language: \"or\" is a semicolon";

const fn foreign(
    name: &'static str,
    priority: u32,
    message: &'static str,
    instead: &'static str,
) -> ForeignOperator {
    ForeignOperator { name, priority, message, instead, remark: "" }
}

/// The foreign operator of that name.
pub fn operator(name: &str) -> Option<&'static ForeignOperator> {
    OPERATORS.iter().find(|foreign| foreign.name == name)
}

impl ForeignOperator {
    const fn with_remark(self, remark: &'static str) -> ForeignOperator {
        ForeignOperator { remark, ..self }
    }

    /// What is wrong with it.
    pub fn message(&self) -> String {
        self.message.replace("{name}", self.name)
    }

    /// What to write instead, for those two sides.
    pub fn instead(&self, left: &str, right: &str) -> String {
        let instead = match self.name {
            // A head is not computed.
            ":=" if left.ends_with(')') => "{0} :- {1}",
            _ => self.instead,
        };
        let help = match instead {
            "" => self.remark.to_string(),
            instead => format!("write `{instead}`{}", self.remark),
        };
        help.replace("{0}", left).replace("{1}", right)
    }
}

/// Complains of each goal in a clause or query that only Prolog has.
pub fn check(
    declarations: &Declarations,
    relations: &Relations,
    clause: &Term,
    errors: &mut Vec<Diagnostic>,
) {
    let body = match clause.parts() {
        Some((":-", [head, body])) => {
            errors.extend(columns(head).find_map(spaced_minus));
            body
        }
        // A query, or a fact.
        _ => clause,
    };
    each_goal(body, &mut |goal| errors.extend(complaint(declarations, relations, goal)));
}

/// Calls `visit` on each goal, and then on those inside it.
pub fn each_goal<'a>(goal: &'a Term, visit: &mut dyn FnMut(&'a Term)) {
    if let (TermKind::Comma(goals), None) = (&goal.kind, goal.axial()) {
        goals.iter().for_each(|goal| each_goal(goal, visit));
        return;
    }
    visit(goal);
    inner_goals(goal).for_each(|inner| each_goal(inner, visit));
}

/// The arguments of a goal that are goals themselves.
fn inner_goals(goal: &Term) -> impl Iterator<Item = &Term> {
    let (args, goals): (&[Term], &[usize]) = match goal.parts() {
        Some(("\\+", args @ [_])) => (args, &[0]),
        Some((";", [condition, _])) if is_if_then(condition) => (&[], &[]),
        Some((";" | "forall", args @ [_, _])) => (args, &[0, 1]),
        Some(("aggregate_all", args @ [_, _, _])) => (args, &[1]),
        Some((AFTER, args @ [_, _])) => (args, &[1]),
        _ => (&[], &[]),
    };
    goals.iter().map(|index| &args[*index])
}

fn complaint(
    declarations: &Declarations,
    relations: &Relations,
    goal: &Term,
) -> Option<Diagnostic> {
    let (name, args) = goal.functor()?;
    if relations.find(Name::Plain(name), args.len()).is_some() {
        return columns(goal).find_map(spaced_minus);
    }
    match (name.as_str(), args) {
        ("=" | "\\=", [left, right]) => {
            return compared_term(declarations, relations, goal, left, right);
        }
        (";", [first, otherwise]) if is_if_then(first) => {
            return Some(if_then_else(goal, first, otherwise));
        }
        (word, args) if Wrapper::find(word, args.len()).is_some() => {
            return columns(goal).find_map(spaced_minus);
        }
        _ => {}
    }
    habit_of(name.as_str(), args.len()).map(|habit| say(habit, goal, declarations.is_game()))
}

/// What is wrong with a predicate of that name if it prints, and what to do instead.
pub fn printing(name: &str) -> Option<(String, &'static str)> {
    let is_known = PRINTING.names.contains(&name);
    is_known.then(|| (PRINTING.message.replace("{name}", name), NEED_NOT_PRINT))
}

/// The columns of a goal or head, also of one that wraps an action or fact.
fn columns(goal: &Term) -> impl Iterator<Item = &Term> {
    let (name, args) = goal.parts().unwrap_or_default();
    let inner = match Wrapper::find(name, args.len()) {
        Some(_) => args[0].parts().map_or(&[][..], |(_, columns)| columns),
        None => &[],
    };
    args.iter().chain(inner)
}

fn habit_of(name: &str, arity: usize) -> Option<&'static Habit> {
    if matches!((name, arity), ("\\+", 1)) {
        return None;
    }
    HABITS.iter().find(|habit| {
        habit.names.contains(&name) && habit.arity.is_none_or(|wanted| wanted == arity)
    })
}

/// What a row says of a goal.
fn say(habit: &Habit, goal: &Term, in_game: bool) -> Diagnostic {
    let (name, args) = goal.functor().expect("a goal has a name");
    let fill = |template: &str| {
        let mut text = template.replace("{name}", name.as_str());
        for (index, arg) in args.iter().enumerate() {
            text = text.replace(&format!("{{{index}}}"), &operand(arg));
        }
        text.replace("{goal}", &goal.to_string())
    };
    let error = Diagnostic::error("syntax", goal.span, fill(habit.message), "not allowed here");
    let help = habit.without_actions.filter(|_| !in_game).unwrap_or(habit.help);
    match help.contains(&format!("{{{}}}", args.len())) {
        // Too few arguments to show it with them.
        true => error,
        false => error.help(fill(help)),
    }
}

/// A term as it is written beside an operator such as `\+` or `=`.
fn operand(term: &Term) -> String {
    let is_loose = match &term.kind {
        TermKind::Comma(_) => term.axial().is_none(),
        TermKind::Compound(name, args) if args.len() == 2 => {
            operators::infix(name.as_str()).is_some_and(|op| op.priority > 900)
        }
        _ => false,
    };
    if is_loose { format!("({term})") } else { term.to_string() }
}

fn is_if_then(term: &Term) -> bool {
    matches!(term.parts(), Some(("->" | "*->", [_, _])))
}

/// `(If -> Then ; Else)`.
fn if_then_else(goal: &Term, condition: &Term, otherwise: &Term) -> Diagnostic {
    let (_, parts) = condition.parts().expect("an if-then");
    let (holds, then) = (operand(&parts[0]), &parts[1]);
    let message = "if-then-else is not part of the rule language";
    let then = match then.parts() {
        Some(("true", [])) => holds.clone(),
        _ => format!("{holds}, {then}"),
    };
    let help = match otherwise.parts() {
        Some(("fail" | "false", [])) => format!("write `{then}`"),
        Some(("true", [])) => format!("write `({then} ; \\+ {holds})`"),
        _ => format!("write `({then} ; \\+ {holds}, {otherwise})`"),
    };
    Diagnostic::error("syntax", goal.span, message, "not allowed here").help(help)
}

/// `- 1` for `-1`.
fn spaced_minus(term: &Term) -> Option<Diagnostic> {
    let Some(("-", [Term { kind: TermKind::Int(number), .. }])) = term.parts() else {
        return None;
    };
    let message = "a space stands between the minus sign and its number";
    Some(
        Diagnostic::error("syntax", term.span, message, "read as arithmetic")
            .help(format!("write `-{number}`")),
    )
}

/// Whether a term is another one, or a part of it.
fn stands_in(part: &Term, whole: &Term) -> bool {
    let is_part =
        || whole.parts().is_some_and(|(_, args)| args.iter().any(|it| stands_in(part, it)));
    part.kind == whole.kind || is_part()
}

/// `X = f(Y)`, `X = Y + 1`.
fn compared_term(
    declarations: &Declarations,
    relations: &Relations,
    goal: &Term,
    left: &Term,
    right: &Term,
) -> Option<Diagnostic> {
    let (other, term) = match (&left.kind, &right.kind) {
        (_, TermKind::Compound(..)) => (left, right),
        (TermKind::Compound(..), _) => (right, left),
        _ => return None,
    };
    if let Some(error) = spaced_minus(term) {
        return Some(error);
    }
    let (name, args) = term.functor()?;
    if is_arithmetic(name, args.len()) {
        let is_equal = goal.parts().is_some_and(|(sign, _)| sign == "=");
        let operator = if is_equal { "is" } else { "=\\=" };
        let is_its_own = is_equal && other.kind != term.kind && stands_in(other, term);
        let help = match is_its_own {
            true => format!(
                "a variable has one value, so the result needs a name of its own: `Next is {term}`"
            ),
            false => format!("write `{other} {operator} {term}`"),
        };
        return Some(
            Diagnostic::error(
                "syntax",
                goal.span,
                "`=` and `\\=` do no arithmetic",
                "not computed",
            )
            .help(help),
        );
    }
    let is_action = declarations.actions.iter().any(|action| action.name == name);
    let help = if is_action {
        format!("to ask about that action, write legal({term}), does({term}) or tried({term})")
    } else if relations.find(Name::Plain(name), args.len()).is_some() {
        format!("to ask that relation, write `{term}` as a goal of its own")
    } else {
        "give the parts as columns of a relation, and ask that".to_string()
    };
    Some(
        Diagnostic::error(
            "syntax",
            goal.span,
            format!("`{term}` is not a value: values have no parts"),
            "cannot be compared",
        )
        .help(help),
    )
}

fn is_arithmetic(name: Atom, arity: usize) -> bool {
    match arity {
        1 => Unary::find(name.as_str()).is_some(),
        2 => Binary::find(name.as_str()).is_some(),
        _ => false,
    }
}
