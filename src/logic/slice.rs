//! The questions Hornet asks of every game. Each needs only the rules it
//! depends on, so each is compiled and evaluated by itself.

use crate::logic::program::{Program, RelationId, Wrapper};

/// A question to the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Slice {
    /// What does the first position hold?
    Start,
    /// What may be played?
    Legal,
    /// What does an action change?
    Next,
    /// Why is an action refused?
    Refuse,
    /// Has somebody won, or is it a draw?
    Outcome,
    /// How does the game stand, and what is the position worth to each player? One
    /// question, since what a search judges it asks both.
    Judgement,
    /// Who is ahead if the game is broken off?
    Leads,
}

impl Slice {
    /// All of them.
    pub const ALL: [Slice; 7] = [
        Slice::Start,
        Slice::Legal,
        Slice::Next,
        Slice::Refuse,
        Slice::Outcome,
        Slice::Judgement,
        Slice::Leads,
    ];

    /// Its name, also that of its function in the compiled rules.
    pub fn name(self) -> &'static str {
        match self {
            Slice::Start => "start",
            Slice::Legal => "legal",
            Slice::Next => "next",
            Slice::Refuse => "refuse",
            Slice::Outcome => "outcome",
            Slice::Judgement => "judgement",
            Slice::Leads => "leads",
        }
    }

    /// The relations that answer it.
    pub fn targets(self, program: &Program) -> Vec<RelationId> {
        // In a knowledge base, `wins` and `value` are relations like others.
        if !program.declarations.is_game() {
            return Vec::new();
        }
        let wrapped = |wrappers: &[Wrapper]| {
            wrappers.iter().flat_map(|wrapper| program.wrapped_by(*wrapper)).collect()
        };
        let plain = |relations: &[(&str, usize)]| {
            relations
                .iter()
                .filter_map(|(name, arity)| program.relations.plain(name, *arity))
                .collect()
        };
        match self {
            Slice::Start => wrapped(&[Wrapper::Start]),
            Slice::Legal => wrapped(&[Wrapper::Legal]),
            Slice::Next => wrapped(&[Wrapper::Add, Wrapper::Del]),
            Slice::Refuse => wrapped(&[Wrapper::Refuse]),
            Slice::Outcome => plain(&[("wins", 1), ("draw", 0)]),
            Slice::Judgement => plain(&[("wins", 1), ("draw", 0), ("value", 2)]),
            Slice::Leads => plain(&[("leads", 1)]),
        }
    }
}
