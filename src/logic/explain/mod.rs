//! Why a goal holds, or why it does not: proofs, refutations, all derivations,
//! answers in one line, and drawings of them. They speak of the rules as they
//! are written, never of what the optimiser made of them.

mod ahead;
mod alike;
pub mod derivations;
mod description;
mod heights;
mod lacking;
mod matters;
mod nearness;
mod one_line;
pub mod outline;
pub mod proof;
mod prove;
mod refute;
mod switched_off;
mod unify;

pub use prove::explain;
