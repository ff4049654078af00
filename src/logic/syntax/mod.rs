//! From text to terms: Prolog's syntax, as far as rules need it, and back.

pub mod hidden;
pub mod identifier;
pub mod lexer;
pub mod operators;
pub mod printer;
pub mod reader;
pub mod source;
pub mod term;
