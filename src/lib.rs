//! Hornet: board games as logic.
#![doc = ""]
pub mod logic;
