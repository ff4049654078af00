//! Rules to rules.

pub mod demand;
pub mod inline;
pub mod options;
pub mod redundant;
