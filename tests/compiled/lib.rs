//! The rule files in `tests/rules/`, compiled like those of the games that ship:
//! a module for each of them. Only tests use it, so only they pay for it.

// Rules that ascent compiles look for it by this name.
extern crate hornet as ascent;

/// The generated code looks for what it uses here.
mod game {
    pub use hornet::game::compiled;
}

include!(concat!(env!("OUT_DIR"), "/modules.rs"));
