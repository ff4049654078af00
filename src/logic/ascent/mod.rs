//! Rules to `ascent` programs, for `build.rs`: one program per slice, holding
//! only the rules the slice needs, each below the clause it came from. A game
//! that judges positions in several styles gets one for each of them.
//!
//! Only what rules derive from a position is a relation of the program. The
//! facts it is given, and all that does not depend on the position, stand in
//! look-up tables, filled once per run and once per game. A goal that asks them
//! becomes a look-up by the columns known at that point. In the generated code
//! every variable is a reference, wherever it gets its value.

mod plain;
pub(in crate::logic) mod rule;

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

pub use self::plain::translate_plainly;
use self::rule::RuleTranslator;
use crate::logic::check::declarations::Shape;
use crate::logic::check::strata;
use crate::logic::check::types::Type;
use crate::logic::optimise::demand::{SliceRules, restrict};
use crate::logic::optimise::inline::{hand_on, is_derived, is_looked_up, on_the_spot, unfold};
use crate::logic::optimise::options::Styles;
use crate::logic::optimise::redundant::leave_out_known;
use crate::logic::plan::neighbours::Surroundings;
use crate::logic::plan::storage::kept_in;
use crate::logic::program::{Literal, Name, Program, RelationId, Rule};
use crate::logic::slice::Slice;
use crate::logic::{Atom, Cell, Value};

/// The Rust module that holds a program's compiled rules. What it uses, it
/// finds in the module `support`.
pub fn translate(program: &Program, support: &str) -> String {
    let mut program = program.clone();
    let styles = Styles::of(&program);
    let unfolded = unfold(&program, &program.rules);
    let mut slices = Vec::new();
    for slice in Slice::ALL {
        match styles.as_ref().filter(|_| slice == Slice::Value) {
            Some(styles) => {
                for (number, style) in styles.values.iter().enumerate() {
                    let unfolded = unfold(&program, &styles.rules(&program, *style));
                    slices.push(rules_of(&mut program, &unfolded, slice, Some(number)));
                }
            }
            None => slices.push(rules_of(&mut program, &unfolded, slice, None)),
        }
    }
    let mut translator = Translator { styles, ..Translator::new(&program) };
    let slices: Vec<String> = slices.iter().map(|slice| translator.slice(slice)).collect();
    let mut code = translator.module_head(support);
    slices.iter().for_each(|slice| code.push_str(slice));
    code
}

/// The rules that a slice needs, as they are best worked out.
fn rules_of(
    program: &mut Program,
    unfolded: &[Rule],
    slice: Slice,
    style: Option<usize>,
) -> SliceRules {
    let targets = slice.targets(program);
    let needed = strata::closure(unfolded, &targets);
    let is_moving = |id: RelationId| needed.contains(&id) && !is_looked_up(program, id);
    let own: Vec<Rule> = unfolded.iter().filter(|rule| is_moving(rule.head)).cloned().collect();
    let own = leave_out_known(&hand_on(program, own, &targets));
    let restricted = restrict(program, function(slice, style), own, &targets);
    SliceRules { rules: leave_out_known(&restricted.rules), ..restricted }
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

pub(super) struct Translator<'a> {
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
    /// The facts around cells that the slice at hand asks for again and again.
    around: Vec<Surroundings>,
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
    let mut taken: FxHashMap<String, usize> = FxHashMap::default();
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
            let name = format!("r_{base}");
            let count = taken.entry(name.clone()).or_insert(0);
            *count += 1;
            if *count > 1 { format!("{name}_{count}") } else { name }
        })
        .collect()
}

/// The Rust type of a column.
fn rust_type(program: &Program, ty: Option<Type>) -> &'static str {
    match (ty, program.declarations.board) {
        (Some(Type::Int), _) => "i64",
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
    pub(super) fn new(program: &'a Program) -> Translator<'a> {
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

    /// Whether a goal is answered without asking a relation of `ascent`.
    fn on_the_spot(&self, goal: &Literal) -> bool {
        let mut asks = false;
        goal.visit(&mut |literal| {
            if let Literal::Fact { relation, .. } = literal {
                asks |= !self.program.relations[*relation].is_computed(&self.program.declarations);
            }
        });
        on_the_spot(self.program, goal) && !(self.is_plain && asks)
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
            format!("            Slice::{slice:?} => {function}(&self.statics, facts, out),\n")
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
                 pub fn new(rules: &Interpreter) -> Rules {{\n        \
                     let atoms = [{}];\n        \
                     let plane = Plane::new();\n        \
                     let statics = Statics {{\n            atoms,\n            plane,\n{filled}        }};\n        \
                     Rules {{ statics, style: {style} }}\n    }}\n}}\n\n\
             impl Compiled for Rules {{\n    \
                 fn run(&self, slice: Slice, facts: &dyn Facts, out: &mut Output<'_>) {{\n        \
                     match slice {{\n{arms}        }}\n    }}\n}}\n\n",
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
        match self.styles.as_ref().filter(|_| slice == Slice::Value) {
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
        // What another style alone derives may be asked here, and is empty.
        let mut asked: Vec<RelationId> = slice.rules.iter().map(|rule| rule.head).collect();
        asked.extend(slice.rules.iter().flat_map(|rule| strata::asked(&rule.body)));
        let is_moving = |id: &RelationId| asked.contains(id) && is_derived(program, *id);
        let moving: Vec<RelationId> = program.relations.ids().filter(is_moving).collect();
        self.given.clear();
        self.auxiliary.clear();
        self.relations.clear();
        self.around = self.asked_in_rounds(&slice.rules);
        let (mut declared, mut expected, mut outputs) =
            (String::new(), String::new(), String::new());
        for id in &moving {
            let relation = &program.relations[*id];
            let types: Vec<&str> =
                relation.columns.iter().map(|ty| rust_type(program, *ty)).collect();
            let columns = types.join(", ");
            let kept_in = kept_in(self, &slice.rules, *id).attribute();
            let name = &self.names[id.index()];
            let _ = writeln!(declared, "        {kept_in}relation {name}({columns});");
            if !slice.partial.contains(id) {
                // What ascent calls that which the indexes have in common.
                let rows = format!("program.__{name}_ind_common");
                let _ = write!(expected, "(RelationId({}), {rows}.number()), ", id.0);
                let _ = writeln!(outputs, "    out.collect(RelationId({}), &{rows});", id.0);
            }
        }
        let rules: String = slice.rules.iter().map(|rule| self.rule(rule)).collect();
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
            "fn {}(statics: &Statics, facts: &dyn Facts, out: &mut Output<'_>) {{\n{body}}}\n\n",
            slice.name
        )
    }

    /// Code for a rule and those it needs besides, below its clause.
    fn rule(&mut self, rule: &Rule) -> String {
        let (text, at) = self.program.sources.describe(rule.span);
        let translated = RuleTranslator::new(self, rule).rule();
        let mut code = format!("\n        // {at}: {text}\n");
        self.auxiliary.drain(..).for_each(|aux| _ = writeln!(code, "        {aux}"));
        let _ = writeln!(code, "        {translated}");
        code
    }

    /// The facts around cells that recursive rules ask for. They do so for every
    /// row they go on from, so it pays to find these facts beforehand.
    fn asked_in_rounds(&mut self, rules: &[Rule]) -> Vec<Surroundings> {
        let goes_round =
            |rule: &&Rule| strata::closure(rules, &strata::asked(&rule.body)).contains(&rule.head);
        let mut asked: Vec<Surroundings> = Vec::new();
        for rule in rules.iter().filter(goes_round) {
            for around in RuleTranslator::new(self, rule).surroundings() {
                if !asked.contains(&around) {
                    asked.push(around);
                }
            }
        }
        asked
    }

    /// The facts that the slice at hand is given, in the look-ups it needs.
    fn given_lookups(&self) -> String {
        let mut code = String::new();
        let mut read: Vec<RelationId> = Vec::new();
        let given = self.given.iter().map(|lookup| lookup.relation);
        for id in given.chain(self.around.iter().map(|around| around.relation)) {
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
        for (number, around) in self.around.iter().enumerate() {
            let name = &self.names[around.relation.index()];
            let arity = self.program.relations[around.relation].arity;
            let parts = around.parts(arity);
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

/// A look-up's key and value, taken out of a row.
fn key_and_value(lookup: &Lookup) -> String {
    let part = |columns: &[usize]| {
        tuple(&columns.iter().map(|column| format!("row.{column}")).collect::<Vec<_>>())
    };
    format!("({}, {})", part(&lookup.keys), part(&lookup.values))
}
