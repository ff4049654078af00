//! The same rules as plainly as `ascent` takes them, to compare with.
//!
//! Rule by rule as they stand, without anything that is done here for speed:
//! every relation is one of ascent's own, also those that hold the facts of the
//! position and what does not depend on it, which are loaded for each run. Goals
//! are put in the same order as ever, and the geometry of the unbounded board,
//! which no relation could hold, is computed in the same way.

use std::fmt::Write as _;

use super::Translator;
use crate::logic::check::strata::closure;
use crate::logic::optimise::is_derived;
use crate::logic::plan::{Planner, Schedule};
use crate::logic::program::{Program, RelationId, Rule};
use crate::logic::slice::Slice;

/// The Rust module that answers one slice's question. What it uses, it finds in
/// the module `support`.
pub fn translate_plainly(program: &Program, support: &str, slice: Slice) -> String {
    let mut translator = Translator { is_plain: true, ..Translator::new(program) };
    let targets = slice.targets(program);
    let needed = closure(&program.rules, &targets);
    let is_related = |id: &RelationId| {
        needed.contains(id) && !program.relations[*id].is_computed(&program.declarations)
    };
    let related: Vec<RelationId> = program.relations.ids().filter(is_related).collect();
    let is_needed = |rule: &&Rule| related.contains(&rule.head) && is_derived(program, rule.head);
    let rules: Vec<Rule> = program.rules.iter().filter(is_needed).cloned().collect();
    let planner = Planner::for_queries(program);
    let schedule = Schedule::by(&planner, program, &rules);
    let plans: Vec<_> = schedule.rules().collect();
    let rules: String =
        plans.into_iter().map(|plan| translator.rule(&planner, plan, false)).collect();

    let (mut declared, mut fields, mut filled) = (String::new(), String::new(), String::new());
    for id in related {
        let (name, row) = (&translator.names[id.index()], translator.row_type(id));
        let columns = row.trim_matches(['(', ')']).trim_end_matches(',');
        let facts = match (is_derived(program, id), program.relations[id].is_static) {
            (true, _) => String::new(),
            (false, true) => {
                let _ = writeln!(fields, "    {name}: Vec<{row}>,");
                let _ = writeln!(filled, "            {name}: all(rules, RelationId({})),", id.0);
                format!(" = statics.{name}.clone()")
            }
            (false, false) => format!(" = read::<{row}>(facts, RelationId({})).into_vec()", id.0),
        };
        let _ = writeln!(declared, "        relation {name}({columns}){facts};");
    }
    translator.relations.iter().for_each(|aux| _ = writeln!(declared, "        {aux}"));
    let mut outputs = String::new();
    for id in targets.iter().filter(|id| is_derived(program, **id)) {
        let name = &translator.names[id.index()];
        let _ = writeln!(outputs, "        out.take(RelationId({}), &program.{name});", id.0);
    }
    let atoms = translator.atoms();
    format!(
        "use ascent::ascent_run;\n\
         use {support}::*;\n\n\
         /// What does not depend on the position.\n\
         struct Statics {{\n    atoms: [Atom; {}],\n    plane: Plane,\n{fields}}}\n\n\
         /// The compiled rules.\n\
         pub struct Rules {{\n    statics: Statics,\n}}\n\n\
         impl Rules {{\n    \
             pub fn new(rules: &Engine) -> Rules {{\n        \
                 let statics = Statics {{\n            atoms: [{}],\n            plane: Plane::new(),\n{filled}        }};\n        \
                 Rules {{ statics }}\n    }}\n}}\n\n\
         impl Compiled for Rules {{\n    \
             fn run(&self, _slice: Slice, facts: &dyn Facts, limits: &Limits, out: &mut Output<'_>) -> Result<(), EvalError> {{\n        \
                 let statics = &self.statics;\n        \
                 let watch = Watch::new(limits);\n        \
                 let program = ascent_run! {{\n{declared}{rules}        }};\n{outputs}        watch.end()\n    }}\n}}\n",
        atoms.len(),
        atoms.join(", ")
    )
}
