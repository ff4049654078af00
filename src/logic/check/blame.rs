//! Who is to blame where types clash.
//!
//! Inference takes the rules one after the other, and complains of the one at which the
//! types do not fit any more, which may be a right one after a wrong one. So here the
//! least that could be wrong is looked for: other orders of the rules are tried, in
//! which what many clauses clash with comes last; and each declaration of a state fact
//! or action is tried with the types that the rules use it with. A clause that is to
//! blame is tried with two arguments swapped, a common slip.

use crate::logic::check::declarations::{Declarations, Template};
use crate::logic::check::diagnostic::Diagnostic;
use crate::logic::check::types::{Clash, Column, Inference, Type};
use crate::logic::program::{Arg, Literal, Name, Origin, RelationId, Relations, Rule, Wrapper};
use crate::logic::syntax::source::Span;

/// Rules times columns that are looked at. Of a program for which that is too few, the
/// first clash in the order of the text is told.
const MOST_WORK: usize = 50_000_000;

/// So many orders of the rules are tried.
const MOST_ORDERS: usize = 12;

/// Longer bodies and wider goals are not looked through for swapped arguments, nor more
/// clauses than these.
const MOST_GOALS: usize = 16;
const MOST_ARGUMENTS: usize = 8;
const MOST_SWAPPED: usize = 20;

/// So many clauses are pointed at that a declaration contradicts.
const MOST_SHOWN: usize = 3;

/// What is wrong with the types, told of as few clauses or declarations as possible.
/// None if there is nothing better to be said than what was found in the order of the
/// text.
pub fn clashes(
    declarations: &Declarations,
    relations: &Relations,
    rules: &[Rule],
) -> Option<Vec<Diagnostic>> {
    let work = rules.len().saturating_mul(columns(relations).count()).saturating_mul(MOST_ORDERS);
    if work > MOST_WORK {
        return None;
    }
    let program = Clauses { declarations, rules, atoms_decide: false };
    let mut found = program.in_the_best_order(relations);
    // A clause that takes a column of atoms for numbers is wrong, and not all the atoms.
    if found.clauses.len() > 1 {
        let by_atoms = Clauses { atoms_decide: true, ..program }.in_the_best_order(relations);
        if by_atoms.clauses.len() < found.clauses.len() {
            found = by_atoms;
        }
    }
    let templates = declarations.states.iter().map(|template| (template, false));
    let templates = templates.chain(declarations.actions.iter().map(|template| (template, true)));
    let templates = templates.take(MOST_WORK / work.max(1));
    let others = templates.filter_map(|(template, is_action)| {
        let family = Family::of(relations, template, is_action);
        let columns = program.columns_in_use(relations, &family, template)?;
        let mut otherwise = program.in_the_best_order(&family.declared_as(relations, &columns));
        // The declaration is one culprit, so it must explain two.
        if otherwise.clauses.len() + 1 >= found.clauses.len() {
            return None;
        }
        let mut contradicted = found.clauses.clone();
        contradicted.retain(|span| !otherwise.clauses.contains(span));
        let wrong = wrong_declaration(declarations, template, is_action, &columns, &contradicted);
        otherwise.errors.insert(0, wrong);
        Some(otherwise)
    });
    let best = others.min_by_key(|otherwise| otherwise.clauses.len());
    Some(best.unwrap_or(found).errors)
}

/// The rules of a program, to be taken in one order or another.
#[derive(Clone, Copy)]
struct Clauses<'a> {
    declarations: &'a Declarations,
    rules: &'a [Rule],
    /// Whether atoms decide what their columns hold.
    atoms_decide: bool,
}

/// What is wrong if the rules are taken in some order.
struct Found {
    errors: Vec<Diagnostic>,
    /// The clauses that are complained of, each once.
    clauses: Vec<Span>,
    /// For each rule, how many others clash with what follows from it.
    blamed: Vec<usize>,
}

impl Clauses<'_> {
    /// What is wrong in the order in which least is.
    fn in_the_best_order(&self, relations: &Relations) -> Found {
        let mut order: Vec<usize> = (0..self.rules.len()).collect();
        let mut best = self.in_order(&order, relations);
        for _ in 0..MOST_ORDERS {
            let most = (0..self.rules.len()).max_by_key(|rule| best.blamed[*rule]);
            let Some(most) = most.filter(|rule| best.blamed[*rule] > 0) else { break };
            order.retain(|rule| *rule != most);
            order.push(most);
            let found = self.in_order(&order, relations);
            if found.clauses.len() >= best.clauses.len() {
                break;
            }
            best = found;
        }
        best
    }

    fn in_order(&self, order: &[usize], relations: &Relations) -> Found {
        let mut inference = match self.atoms_decide {
            true => Inference::by_atoms(self.declarations, relations),
            false => Inference::new(self.declarations, relations),
        };
        let mut found =
            Found { errors: Vec::new(), clauses: Vec::new(), blamed: vec![0; self.rules.len()] };
        let mut untyped: Vec<Column> = columns(relations).collect();
        untyped.retain(|column| inference.column_type(*column).is_none());
        for number in order {
            let rule = &self.rules[*number];
            if let Err(Clash { errors, mut because_of }) =
                inference.rule_or_clash(*number, rule, &mut untyped)
            {
                because_of.sort();
                because_of.dedup();
                because_of.iter().for_each(|other| found.blamed[*other] += 1);
                let may_be_swapped =
                    rule.body.len() <= MOST_GOALS && found.clauses.len() < MOST_SWAPPED;
                let mut candidates = may_be_swapped.then(|| swapped(rule)).into_iter().flatten();
                let swapped = candidates.find_map(|(other, relation, args)| {
                    let fits = inference.rule_or_clash(*number, &other, &mut untyped).is_ok();
                    fits.then(|| shown(relations, &other, relation, &args))
                });
                match (swapped, errors.first()) {
                    (Some(right), Some(first)) => {
                        let help = format!("are the arguments in the right order? `{right}` fits");
                        found.errors.push(first.clone().help(help));
                    }
                    _ => found.errors.extend(errors),
                }
                found.clauses.push(rule.span);
            }
        }
        let mut of_atoms = Vec::new();
        inference.check_atoms(&mut of_atoms);
        for error in &of_atoms {
            found.clauses.extend(self.clause_around(error.primary.0));
        }
        found.errors.extend(of_atoms);
        found.clauses.sort_by_key(|span| (span.file, span.start));
        found.clauses.dedup();
        found
    }

    fn clause_around(&self, place: Span) -> Option<Span> {
        let spans = self.rules.iter().map(|rule| rule.span);
        let mut around = spans.filter(|span| {
            span.file == place.file && span.start <= place.start && place.end <= span.end
        });
        around.next()
    }

    /// The types of a template's columns as the rules use them, where that differs from
    /// its declaration.
    fn columns_in_use(
        &self,
        relations: &Relations,
        family: &Family,
        template: &Template,
    ) -> Option<Vec<Type>> {
        let undeclared = family.undeclared(relations);
        let mut inference = Inference::new(self.declarations, &undeclared);
        for column in 0..template.columns.len() {
            let tied: Vec<Column> = family.0.iter().map(|id| (*id, column)).collect();
            inference.tie(&tied);
        }
        for (number, rule) in self.rules.iter().enumerate() {
            // What clashes for another reason has no say in it.
            let _ = inference.rule_or_clash(number, rule, &mut Vec::new());
        }
        let first = *family.0.first()?;
        let used =
            template.columns.iter().enumerate().map(|(column, declared)| {
                inference.column_type((first, column)).unwrap_or(*declared)
            });
        let used: Vec<Type> = used.collect();
        (used != template.columns).then_some(used)
    }
}

/// The rule with two arguments of one goal swapped, and that goal, for every such pair.
fn swapped(rule: &Rule) -> impl Iterator<Item = (Rule, RelationId, Vec<Arg>)> {
    let goals = rule.body.iter().enumerate().filter_map(|(index, literal)| match literal {
        Literal::Fact { relation, args, .. } if args.len() <= MOST_ARGUMENTS => {
            Some((index, *relation, args))
        }
        _ => None,
    });
    goals.flat_map(move |(index, relation, args)| {
        let pairs = (0..args.len()).flat_map(|one| (0..one).map(move |other| (other, one)));
        let pairs = pairs.filter(|(one, other)| args[*one] != args[*other]);
        pairs.map(move |(one, other)| {
            let mut rule = rule.clone();
            let mut swapped = args.clone();
            swapped.swap(one, other);
            if let Literal::Fact { args, .. } = &mut rule.body[index] {
                *args = swapped.clone();
            }
            (rule, relation, swapped)
        })
    })
}

/// A goal as its writer would write it.
fn shown(relations: &Relations, rule: &Rule, relation: RelationId, args: &[Arg]) -> String {
    let column = |arg: &Arg| match arg {
        Arg::Var(var) => rule.variables[var.index()].shown().to_string(),
        Arg::Const(value) => value.to_string(),
    };
    let columns: Vec<String> = args.iter().map(column).collect();
    relations[relation].show(&columns)
}

fn columns(relations: &Relations) -> impl Iterator<Item = Column> {
    relations.ids().flat_map(|id| (0..relations[id].arity).map(move |column| (id, column)))
}

/// The relations that a declared state fact or action brings.
struct Family(Vec<RelationId>);

impl Family {
    fn of(relations: &Relations, template: &Template, is_action: bool) -> Family {
        let belongs = |id: &RelationId| {
            let relation = &relations[*id];
            let arity = match relation.name {
                Name::Wrapped(Wrapper::Refuse, _) => relation.arity - 1,
                _ => relation.arity,
            };
            arity == template.columns.len()
                && match relation.name {
                    Name::Plain(name) => {
                        name == template.name && relation.origin == Origin::State && !is_action
                    }
                    Name::Wrapped(wrapper, name) => {
                        name == template.name && wrapper.of_actions() == is_action
                    }
                    Name::Option(_) => false,
                }
        };
        Family(relations.ids().filter(belongs).collect())
    }

    fn undeclared(&self, relations: &Relations) -> Relations {
        self.with_columns(relations, |_, _| None)
    }

    fn declared_as(&self, relations: &Relations, columns: &[Type]) -> Relations {
        self.with_columns(relations, |column, known| columns.get(column).copied().or(known))
    }

    fn with_columns(
        &self,
        relations: &Relations,
        ty: impl Fn(usize, Option<Type>) -> Option<Type>,
    ) -> Relations {
        let mut relations = relations.clone();
        for id in &self.0 {
            let is_refusal = matches!(relations[*id].name, Name::Wrapped(Wrapper::Refuse, _));
            let columns = &mut relations[*id].columns;
            let own = columns.len() - usize::from(is_refusal);
            for (column, known) in columns.iter_mut().enumerate().take(own) {
                *known = ty(column, *known);
            }
        }
        relations
    }
}

fn wrong_declaration(
    declarations: &Declarations,
    template: &Template,
    is_action: bool,
    columns: &[Type],
    contradicted: &[Span],
) -> Diagnostic {
    let name = template.name;
    let differs = |column: &usize| template.columns[*column] != columns[*column];
    let said: Vec<String> = (0..columns.len())
        .filter(differs)
        .map(|column| {
            let used = declarations.type_name(columns[column]);
            let declared = declarations.type_name(template.columns[column]);
            format!("column {} as {used}, not {declared}", column + 1)
        })
        .collect();
    let word = match (is_action, template.is_memory) {
        (true, _) => "action",
        (false, true) => "memory",
        (false, false) => "state",
    };
    let words: Vec<&str> = columns.iter().map(|ty| declarations.type_word(*ty)).collect();
    let mut error = Diagnostic::error(
        "type",
        template.span,
        format!("`{name}` is declared otherwise than the rules use it"),
        format!("the rules use {}", said.join(", and ")),
    )
    .help(format!("declare it so: `:- {word}({name}({})).`", words.join(", ")));
    for span in contradicted.iter().take(MOST_SHOWN) {
        error = error.also(*span, "does not fit the declaration");
    }
    error
}
