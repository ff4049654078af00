//! Plans as `ascent` programs, for `build.rs`: one program per slice, holding
//! only the rules the slice needs, each below the clause it came from. A game
//! that judges positions in several styles gets one for each of them.
//!
//! Only what rules derive from a position is a relation of the program. The
//! facts it is given, and all that does not depend on the position, stand in
//! look-up tables, filled once per run and once per game. A goal that asks them
//! becomes a look-up by the columns known at that point. In the generated code
//! every variable is a reference, wherever it gets its value.

mod plain;
mod rule;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use rustc_hash::FxHashSet;

pub use self::plain::translate_plainly;
use self::rule::{RulePrinter, goes_on_by_row};
use super::check::declarations::Shape;
use super::check::strata;
use super::check::types::Type;
use super::optimise::options::Styles;
use super::optimise::{Optimised, is_derived, optimise};
use super::plan::{Neighbours, Planner, Recursion, RulePlan, Schedule, Source, Step, StratumPlan};
use super::program::{Name, Program, RelationId};
use super::slice::Slice;
use super::{Atom, Cell, Value};

/// The rules of a slice.
struct SliceRules {
    /// The name of its function.
    function: String,
    schedule: Schedule,
    optimised: Optimised,
}

/// The Rust module that holds a program's compiled rules. What it uses, it
/// finds in the module `support`.
pub fn translate(program: &Program, support: &str) -> String {
    let mut program = program.clone();
    let styles = Styles::of(&program);
    let mut slices: Vec<(String, Optimised)> = Vec::new();
    for slice in Slice::ALL {
        let targets = slice.targets(&program);
        let rules = match styles.as_ref().filter(|_| slice == Slice::Judgement) {
            Some(styles) => {
                let each = styles.values.iter().map(|style| styles.rules(&program, *style));
                (0..).map(Some).zip(each.collect::<Vec<_>>()).collect()
            }
            None => vec![(None, program.rules.clone())],
        };
        for (style, rules) in rules {
            let function = function(slice, style);
            let optimised = optimise(&mut program, &rules, &targets, &function);
            slices.push((function, optimised));
        }
    }
    let slices: Vec<SliceRules> = slices
        .into_iter()
        .map(|(function, optimised)| {
            let schedule = Schedule::new(&program, &optimised.rules);
            SliceRules { function, schedule, optimised }
        })
        .collect();
    let mut translator = Translator { styles, ..Translator::new(&program) };
    let slices: Vec<String> = slices.iter().map(|slice| translator.slice(slice)).collect();
    let mut code = translator.module_head(support);
    slices.iter().for_each(|slice| code.push_str(slice));
    code
}

/// The name of the function for a slice, in the style of that number.
fn function(slice: Slice, style: Option<usize>) -> String {
    let style = style.map_or(String::new(), |number| format!("_{number}"));
    format!("{}{style}", slice.name())
}

/// A relation as a look-up: known columns to the ones asked for.
#[derive(Clone, PartialEq)]
struct Lookup {
    relation: RelationId,
    keys: Vec<usize>,
    values: Vec<usize>,
}

struct Translator<'a> {
    program: &'a Program,
    /// Whether all that rules ask for is a relation of `ascent`, as it is by
    /// default.
    is_plain: bool,
    styles: Option<Styles>,
    names: Vec<String>,
    atoms: Vec<Atom>,
    /// Look-ups in what does not depend on the position.
    lookups: Vec<Lookup>,
    /// Look-ups in the facts that the slice at hand is given.
    given: Vec<Lookup>,
    /// The relations, with their columns of cells, whose facts the slice at hand
    /// asks for next to a cell.
    around: Vec<(RelationId, usize)>,
    /// Rules of the slice at hand for goals inside negations and aggregates.
    auxiliary: Vec<String>,
    /// Declarations of the relations those rules derive.
    relations: Vec<String>,
}

/// A name for each relation that Rust accepts: `legal_move`.
fn relation_names(program: &Program) -> Vec<String> {
    let plain = |text: &str| -> String {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric());
        words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_")
    };
    let mut taken = FxHashSet::default();
    program
        .relations
        .iter()
        .map(|relation| {
            let base = match relation.name {
                Name::Plain(name) => plain(name.as_str()),
                Name::Wrapped(wrapper, name) => {
                    format!("{}_{}", wrapper.name(), plain(name.as_str()))
                }
                Name::Option(name) => format!("option_{}", plain(name.as_str())),
            };
            // Relations may differ in their number of columns alone.
            let numbered = (2..).map(|number| format!("r_{base}_{number}"));
            let mut names = std::iter::once(format!("r_{base}")).chain(numbered);
            let name = names.find(|name| !taken.contains(name)).expect("numbers have no end");
            taken.insert(name.clone());
            name
        })
        .collect()
}

/// The Rust type of a column.
fn rust_type(program: &Program, ty: Option<Type>) -> &'static str {
    match (ty, &program.declarations.board) {
        (Some(Type::Int), _) => "i64",
        (Some(Type::Cell), Some(Shape::Graph(_))) => "Named",
        (Some(Type::Cell), Some(Shape::Hex)) => "Axial",
        (Some(Type::Cell), _) => "Lettered",
        _ => "Atom",
    }
}

fn tuple<T: AsRef<str>>(parts: &[T]) -> String {
    let parts: Vec<&str> = parts.iter().map(T::as_ref).collect();
    match parts.as_slice() {
        [one] => format!("({one},)"),
        parts => format!("({})", parts.join(", ")),
    }
}

impl<'a> Translator<'a> {
    fn new(program: &'a Program) -> Translator<'a> {
        Translator {
            program,
            is_plain: false,
            styles: None,
            names: relation_names(program),
            atoms: Vec::new(),
            lookups: Vec::new(),
            given: Vec::new(),
            around: Vec::new(),
            auxiliary: Vec::new(),
            relations: Vec::new(),
        }
    }

    /// Whether a step is answered without asking a relation of `ascent`.
    fn is_in_place(&self, step: &Step) -> bool {
        let mut is_in_place = !contains_aggregate(step);
        step.each_access(&mut |access| {
            if let Source::Relation(id) | Source::Recent(id) = access.source {
                is_in_place &= !self.is_plain && !is_derived(self.program, id);
            }
        });
        is_in_place
    }

    fn module_head(&self, support: &str) -> String {
        let mut fields = String::new();
        let mut filled = String::new();
        for (number, lookup) in self.lookups.iter().enumerate() {
            let columns = &self.program.relations[lookup.relation].columns;
            let ty = |column: &usize| rust_type(self.program, columns[*column]);
            let types = |chosen: &[usize]| tuple(&chosen.iter().map(ty).collect::<Vec<_>>());
            let about = self.program.relations[lookup.relation].indicator();
            let (keys, values) = (types(&lookup.keys), types(&lookup.values));
            let _ = writeln!(fields, "    /// {about}, by columns {:?}.", lookup.keys);
            let _ = writeln!(fields, "    s{number}: Fixed<{keys}, {values}>,");
            let row = self.row_type(lookup.relation);
            let _ = writeln!(
                filled,
                "            s{number}: distinct(rules, RelationId({}), |row: {row}| {}),",
                lookup.relation.0,
                key_and_value(lookup)
            );
        }
        let atoms = self.atoms();
        let arm = |slice: &Slice| {
            let function = self.function(*slice);
            format!(
                "            Slice::{slice:?} => {function}(&self.statics, facts, &watch, out),\n"
            )
        };
        let arms: String = Slice::ALL.iter().map(arm).collect();
        let style = match &self.styles {
            Some(styles) => format!("choice(rules, RelationId({}))", styles.option.0),
            None => "0".to_string(),
        };
        format!(
            "use ascent::ascent_run;\n\
             use {support}::*;\n\n\
             /// What does not depend on the position.\n\
             struct Statics {{\n    atoms: [Atom; {}],\n    plane: Plane,\n{fields}}}\n\n\
             /// The compiled rules.\n\
             pub struct Rules {{\n    statics: Statics,\n    style: usize,\n}}\n\n\
             impl Rules {{\n    \
                 pub fn new(rules: &Engine) -> Rules {{\n        \
                     let atoms = [{}];\n        \
                     let plane = Plane::new();\n        \
                     let statics = Statics {{\n            atoms,\n            plane,\n{filled}        }};\n        \
                     Rules {{ statics, style: {style} }}\n    }}\n}}\n\n\
             impl Compiled for Rules {{\n    \
                 fn run(&self, slice: Slice, facts: &dyn Facts, limits: &Limits, out: &mut Output<'_>) -> Result<(), EvalError> {{\n        \
                     let watch = Watch::new(limits);\n        \
                     match slice {{\n{arms}        }}\n        \
                     watch.end()\n    }}\n}}\n\n",
            atoms.len(),
            atoms.join(", ")
        )
    }

    /// Code for the atoms that the rules name.
    fn atoms(&self) -> Vec<String> {
        self.atoms.iter().map(|atom| format!("Atom::new({:?})", atom.as_str())).collect()
    }

    /// Code for the function that answers a slice.
    fn function(&self, slice: Slice) -> String {
        match self.styles.as_ref().filter(|_| slice == Slice::Judgement) {
            Some(styles) => {
                let each = (0..styles.values.len()).map(|number| function(slice, Some(number)));
                format!("[{}][self.style]", each.collect::<Vec<_>>().join(", "))
            }
            None => function(slice, None),
        }
    }

    /// The Rust type of a relation's rows.
    fn row_type(&self, relation: RelationId) -> String {
        let columns = &self.program.relations[relation].columns;
        tuple(&columns.iter().map(|ty| rust_type(self.program, *ty)).collect::<Vec<_>>())
    }

    fn slice(&mut self, slice: &SliceRules) -> String {
        let program = self.program;
        let rules = &slice.optimised.rules;
        let planner = Planner::new(program, rules);
        // What another style alone derives may be asked here, and is empty.
        let mut asked: BTreeSet<RelationId> = rules.iter().map(|rule| rule.head).collect();
        asked.extend(rules.iter().flat_map(|rule| strata::asked(&rule.body)));
        let moving: Vec<RelationId> =
            asked.into_iter().filter(|id| is_derived(program, *id)).collect();
        self.given.clear();
        self.auxiliary.clear();
        self.relations.clear();
        self.around.clear();
        let (mut declared, mut expected, mut outputs) =
            (String::new(), String::new(), String::new());
        for id in &moving {
            let relation = &program.relations[*id];
            let types: Vec<&str> =
                relation.columns.iter().map(|ty| rust_type(program, *ty)).collect();
            let columns = types.join(", ");
            let strata = slice.schedule.strata.iter();
            let own = strata.into_iter().find(|stratum| stratum.relations.contains(id));
            let storage = own.map_or("", |stratum| self.storage(stratum));
            let name = &self.names[id.index()];
            let _ = writeln!(declared, "        {storage}relation {name}({columns});");
            if !slice.optimised.partial.contains(id) {
                // What ascent calls that which the indexes have in common.
                let rows = format!("program.__{name}_ind_common");
                let _ = write!(expected, "(RelationId({}), {rows}.number()), ", id.0);
                let _ = writeln!(outputs, "    out.collect(RelationId({}), &{rows});", id.0);
            }
        }
        let mut rules = String::new();
        for stratum in &slice.schedule.strata {
            let by_row = self.storage(stratum) == WORKLIST;
            for plan in &stratum.rules {
                rules.push_str(&self.rule(&planner, plan, by_row));
            }
        }
        self.relations.iter().for_each(|aux| _ = writeln!(declared, "        {aux}"));
        let inputs = self.given_lookups();
        let body = if moving.is_empty() {
            String::new()
        } else {
            format!(
                "{inputs}    let program = ascent_run! {{\n        #![ds(settled)]\n{declared}{rules}    }};\n    out.expect(&[{expected}]);\n{outputs}"
            )
        };
        format!(
            "fn {}(statics: &Statics, facts: &dyn Facts, watch: &Watch<'_>, out: &mut Output<'_>) {{\n{body}}}\n\n",
            slice.function
        )
    }

    /// What `ascent` is told about where the rows of a stratum's relations are
    /// kept, in front of each. Without a word, it is as for those that do not
    /// depend on themselves.
    fn storage(&self, stratum: &StratumPlan) -> &'static str {
        let mut recursive = stratum.rules.iter().filter(|rule| !rule.recent.is_empty());
        match (stratum.recursion, recursive.next(), recursive.next()) {
            (Recursion::None, ..) => "",
            (Recursion::Worklist, Some(rule), None) if goes_on_by_row(self, rule) => WORKLIST,
            _ => "#[ds(rounds)] ",
        }
    }

    /// Code for a rule and those it needs besides, below its clause.
    fn rule(&mut self, planner: &Planner<'a>, plan: &RulePlan, by_row: bool) -> String {
        let (text, at) = self.program.sources.describe(plan.rule.span);
        let steps = match plan.recent.as_slice() {
            [(_, recent)] if by_row => recent,
            _ => &plan.steps,
        };
        let is_recursive = !plan.recent.is_empty();
        let printed = RulePrinter::new(self, planner, &plan.rule).rule(steps, is_recursive);
        let mut code = format!("\n        // {at}: {text}\n");
        self.auxiliary.drain(..).for_each(|aux| _ = writeln!(code, "        {aux}"));
        let _ = writeln!(code, "        {printed}");
        code
    }

    /// The number of the look-up of a relation's facts next to a cell.
    fn neighbours(&mut self, neighbours: &Neighbours) -> usize {
        let wanted = (neighbours.relation, neighbours.cell);
        let known = self.around.iter().position(|around| *around == wanted);
        known.unwrap_or_else(|| {
            self.around.push(wanted);
            self.around.len() - 1
        })
    }

    /// The facts that the slice at hand is given, in the look-ups it needs.
    fn given_lookups(&self) -> String {
        let mut code = String::new();
        let mut read: Vec<RelationId> = Vec::new();
        let given = self.given.iter().map(|lookup| lookup.relation);
        for id in given.chain(self.around.iter().map(|(relation, _)| *relation)) {
            if !read.contains(&id) {
                let (name, row) = (&self.names[id.index()], self.row_type(id));
                let from = format!("facts, RelationId({})", id.0);
                let _ = writeln!(code, "    let in_{name} = read::<{row}>({from});");
                read.push(id);
            }
        }
        for (number, lookup) in self.given.iter().enumerate() {
            let name = &self.names[lookup.relation.index()];
            let _ = match lookup.keys.is_empty() {
                true => writeln!(code, "    let g{number} = Whole(&in_{name});"),
                false => {
                    let parts = key_and_value(lookup);
                    writeln!(code, "    let g{number} = &*Input::new(&in_{name}, |row| {parts});")
                }
            };
        }
        for (number, (relation, cell)) in self.around.iter().enumerate() {
            let name = &self.names[relation.index()];
            let others = (0..self.program.relations[*relation].arity).filter(|other| other != cell);
            let others: String = others.map(|column| format!(", row.{column}")).collect();
            // The directions to a cell and back, the cell, and the other columns.
            let parts = format!(
                "statics.plane.around(row.{cell}).map(move |(next, to, back)| ((next,), (to, back, row.{cell}{others})))"
            );
            let _ =
                writeln!(code, "    let n{number} = &*Input::joined(&in_{name}, |row| {parts});");
        }
        code
    }

    fn constant(&mut self, value: Value) -> String {
        match value {
            Value::Int(number) => format!("{number}i64"),
            Value::Cell(Cell::Lettered(column, number)) => format!("Lettered({column}, {number})"),
            Value::Cell(Cell::Axial(q, r)) => format!("Axial({q}, {r})"),
            Value::Cell(Cell::Named(name)) => format!("Named({})", self.constant(name.into())),
            Value::Atom(atom) => {
                let known = self.atoms.iter().position(|other| *other == atom);
                let number = known.unwrap_or_else(|| {
                    self.atoms.push(atom);
                    self.atoms.len() - 1
                });
                format!("statics.atoms[{number}]")
            }
        }
    }

    /// The code that names a look-up.
    fn lookup(&mut self, lookup: Lookup) -> String {
        let (prefix, lookups) = match self.program.relations[lookup.relation].is_static {
            true => ("statics.s", &mut self.lookups),
            false => ("g", &mut self.given),
        };
        let known = lookups.iter().position(|other| *other == lookup);
        let number = known.unwrap_or_else(|| {
            lookups.push(lookup);
            lookups.len() - 1
        });
        format!("{prefix}{number}")
    }
}

/// What `ascent` is told of a relation that is gone through row by row.
const WORKLIST: &str = "#[ds(worklist)] ";

fn contains_aggregate(step: &Step) -> bool {
    match step {
        Step::Aggregate { .. } => true,
        Step::Any(steps) | Step::Not { steps, .. } => steps.iter().any(contains_aggregate),
        _ => false,
    }
}

/// A look-up's key and value, taken out of a row.
fn key_and_value(lookup: &Lookup) -> String {
    let part = |columns: &[usize]| {
        tuple(&columns.iter().map(|column| format!("row.{column}")).collect::<Vec<_>>())
    };
    format!("({}, {})", part(&lookup.keys), part(&lookup.values))
}
