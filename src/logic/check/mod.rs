//! From terms to a checked program. Each check is a module, in the order in
//! which a text goes through them; what they find is a [`diagnostic`].

mod blame;
pub mod boards;
pub mod completeness;
mod cycles;
pub mod declarations;
mod desugar;
pub mod diagnostic;
mod expected;
pub mod normal_form;
pub mod notation;
pub mod option_values;
pub mod prolog_habits;
pub mod protected;
pub mod query_form;
pub mod safety;
pub mod specialise;
pub mod strata;
pub mod turns;
pub mod types;
pub mod unused;
pub mod vocabulary;
pub mod weights;
pub mod whole_actions;
