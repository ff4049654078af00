//! The run-time engine, which evaluates rules of a user's own: how its time for
//! each question compares with that of the compiled rules, how far a search by
//! changed rules looks ahead, how it does on large relations beside SWI-Prolog,
//! and how many positions a second it goes through in the games in `examples/`.
//!
//! `cargo bench --bench engine` prints the tables that stand in
//! `docs/performance.md`, and with `-- --write` writes them there. Where
//! HORNET_BEFORE names another build of Hornet, the games are also measured with
//! that one, turn by turn.

#[path = "../support/document.rs"]
mod document;
#[path = "../../tests/support/mod.rs"]
mod support;

mod large;
mod own_games;
mod slices;

fn main() {
    let sections = [
        ("slices", slices::table()),
        ("changed", slices::search_table()),
        ("large", large::table()),
        ("own games", own_games::table()),
    ];
    for (_, text) in &sections {
        println!("{text}");
    }
    if std::env::args().any(|word| word == "--write") {
        document::write(&sections, None);
    }
}
