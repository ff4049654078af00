//! A guided first ten minutes, on a position of Hive. Each step says what to
//! try, and looks at what came of it, not at the letters that were typed.

use std::path::Path;

use super::session::{Event, Said, Session, Wrong};
use super::style::{self, paint};
use crate::play::load_game;

/// The position: white has climbed, and black's spider holds the hive together.
const POSITION: &str = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wB1 -wQ;bA1 bQ-;wB1 wQ;bA1 \\wQ;wB1 wS1";

/// A step of the tutorial.
pub struct Step {
    /// What to learn.
    pub text: &'static str,
    /// Something that does it, shown at once.
    pub example: &'static str,
    done: fn(&Event) -> bool,
}

/// All steps, in order.
pub const STEPS: &[Step] = &[
    Step {
        text: "\
This is a game of Hive, some moves old. Everything you can ask of it is a
question to its rules, and you can read and change those. First, look at the
board.",
        example: "board",
        done: |event| *event == Event::Drew,
    },
    Step {
        text: "\
The dots are empty cells, and wB1+ is white's first beetle on top of another
piece. A question is a goal with a full stop, as in Prolog. Is there a piece on
(0,0)?",
        example: "occupied((0,0)).",
        done: |event| matches!(event, Event::Asked(_, answers) if *answers > 0),
    },
    Step {
        text: "\
Words with a capital letter are variables: Hornet finds all values that fit.
Which pieces are where, and at which level?",
        example: "at(Piece, Cell, Level).",
        done: |event| matches!(event, Event::Asked(_, answers) if *answers > 1),
    },
    Step {
        text: "\
`relations` lists what can be asked. One of them is pinned(Piece): without that
piece the hive would split. Goals are joined by commas. Which pieces are pinned,
and where are they?",
        example: "pinned(Piece), at(Piece, Cell, _).",
        done: |event| matches!(event, Event::Asked(goal, answers) if *answers > 0 && goal.contains("pinned")),
    },
    Step {
        text: "Answers that hold cells can be shown on the board.",
        example: "mark",
        done: |event| *event == Event::Marked,
    },
    Step {
        text: "Every answer can be explained. Why is the spider bS1 pinned?",
        example: "why pinned(bS1).",
        done: |event| *event == Event::Explained(true),
    },
    Step {
        text: "\
A proof names each rule with its file and line. What is folded has a number to
open it by.",
        example: "open 1",
        done: |event| *event == Event::Opened,
    },
    Step {
        text: "\
It is black's turn. A move says next to which piece it leads: `bS1 wQ\\` brings
the spider to the lower right of the white queen. Try it, though it is pinned.",
        example: "bS1 wQ\\",
        done: |event| *event == Event::Refused,
    },
    Step {
        text: "\
Every refusal names its rule. `why` alone explains what was asked or refused
last.",
        example: "why",
        done: |event| *event == Event::Explained(false),
    },
    Step {
        text: "\
You can define relations of your own: a clause with :- takes effect immediately.
Say when one piece lies above another.",
        example: "above(Top, Low) :- at(Top, Cell, H), at(Low, Cell, L), H > L.",
        done: |event| matches!(event, Event::Changed(_)),
    },
    Step {
        text: "Now ask it.",
        example: "above(Top, Low).",
        done: |event| matches!(event, Event::Asked(_, answers) if *answers > 0),
    },
    Step {
        text: "\
The rules of the game can be changed as well. What if the queen could jump? It
takes no more than to set out as a grasshopper does. (`listing sets_out` shows
who does.)",
        example: "sets_out(Q, grasshopper, From) :- movable(Q, From, _), bug(Q, _, queen, _).",
        done: |event| *event == Event::Changed(false),
    },
    Step {
        text: "\
The star in the prompt says that the rules differ from the book. `moves bQ`
now lists a jump over the spider: play it.",
        example: "bQ wB1\\",
        done: |event| *event == Event::Played,
    },
    Step { text: "Nothing is final.", example: "undo", done: |event| *event == Event::Undone },
    Step {
        text: "And back to the book.",
        example: "reset rules",
        done: |event| *event == Event::Changed(true),
    },
];

const FAREWELL: &str = "\
That was the tutorial. `help` has a topic for each part, `hint` looks for a good
move, and `save rules FILE.pl` makes a game of rules that you changed. `resume`
goes back to the previous game.";

/// How far somebody got.
pub struct Tutorial {
    step: usize,
    misses: usize,
}

/// So many entries that miss the point, and the example is repeated.
const PATIENCE: usize = 2;

impl Session {
    /// Begins the tutorial, or ends it.
    pub(super) fn start_tutorial(&mut self, argument: &str) -> Said {
        match argument {
            "" => {}
            "stop" => {
                return match self.tutorial.take() {
                    Some(_) => Ok("The tutorial is over. `tutorial` begins it anew.".into()),
                    None => Err(Wrong::new("there is no tutorial under way")),
                };
            }
            other => {
                return Err(Wrong::new(format!("there is no tutorial `{other}`"))
                    .help("`tutorial` begins it, `tutorial stop` ends it"));
            }
        }
        let game = load_game("hive", Some(Path::new(POSITION)), self.limits.clone())?;
        self.turn_to(game);
        self.tutorial = Some(Tutorial { step: 0, misses: 0 });
        Ok(format!(
            "{}\n{}",
            paint(
                style::ASIDE,
                "% `skip` passes over a step, `tutorial stop` ends it; try what you like between",
            ),
            shown(0)
        ))
    }

    /// Passes over a step.
    pub(super) fn skip_step(&mut self) -> Said {
        match &mut self.tutorial {
            Some(tutorial) => {
                *tutorial = Tutorial { step: tutorial.step + 1, misses: 0 };
                let next = tutorial.step;
                Ok(self.arrive(next))
            }
            None => Err(Wrong::new("there is no tutorial under way").help("`tutorial` begins it")),
        }
    }

    /// What the tutorial has to say to what just happened.
    pub(super) fn follow_tutorial(&mut self) -> Option<String> {
        let tutorial = self.tutorial.as_mut()?;
        let step = &STEPS[tutorial.step];
        if (step.done)(&self.event) {
            let next = tutorial.step + 1;
            *tutorial = Tutorial { step: next, misses: 0 };
            return Some(self.arrive(next));
        }
        if self.event != Event::Nothing {
            tutorial.misses += 1;
        }
        if tutorial.misses < PATIENCE {
            return None;
        }
        tutorial.misses = 0;
        let example = paint(style::STRONG, step.example);
        Some(format!("The tutorial goes on with: {example}"))
    }

    /// The text of a step, or what is said at the end.
    fn arrive(&mut self, step: usize) -> String {
        if step < STEPS.len() {
            return shown(step);
        }
        self.tutorial = None;
        FAREWELL.to_string()
    }
}

fn shown(number: usize) -> String {
    let step = &STEPS[number];
    let heading = paint(style::RELATION, &format!("[{}/{}]", number + 1, STEPS.len()));
    format!("{heading}\n{}\n  Type: {}", step.text, paint(style::STRONG, step.example))
}
