//! The rule files in `tests/rules/`, compiled like those of the games that ship:
//! a module for each of them. Only tests use it, so only they pay for it.

hornet::include_rules!();
