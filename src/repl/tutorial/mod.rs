//! Guided lessons at the prompt. Each step sets a task and looks at what an
//! entry leads to; who misses the point is told what is wrong with the answer,
//! then gets a hint, then a solution.

mod family;
mod hive;
mod lesson;

use std::path::Path;
use std::sync::Arc;

use self::lesson::{Done, Rows, mistake, rows, rows_of};
pub use self::lesson::{Lesson, Opening, Step};
use super::session::{Answer, Error, Event, Session, Status};
use super::statement;
use super::style::{self, paint};
use crate::game::{Game, Rules};
use crate::logic::amend::{Amendments, clauses};
use crate::logic::engine::Limits;
use crate::play::load_game;

/// All lessons, the one that `tutorial` begins first.
pub const LESSONS: &[Lesson] = &[hive::LESSON, family::LESSON];

/// How far somebody got in a lesson.
pub struct Tutorial {
    lesson: &'static Lesson,
    step: usize,
    /// Entries that missed the point of the step.
    misses: usize,
    /// The game when the step began.
    before: Game,
}

/// A lesson that somebody left, and the step.
#[derive(Clone, Copy)]
pub struct Bookmark {
    lesson: &'static Lesson,
    step: usize,
}

impl Tutorial {
    /// Where it is, to go on from there another time.
    pub fn bookmark(&self) -> Bookmark {
        Bookmark { lesson: self.lesson, step: self.step }
    }
}

impl Session {
    /// Begins a lesson, goes on with it, or ends it.
    pub(super) fn start_tutorial(&mut self, argument: &str) -> Answer {
        if argument == "stop" {
            return self.stop_tutorial();
        }
        let words: Vec<&str> = argument.split_whitespace().collect();
        let (name, number) = match words.as_slice() {
            [] => (None, None),
            [word] if word.parse::<usize>().is_ok() => (None, Some(*word)),
            [name] => (Some(*name), None),
            [name, number] => (Some(*name), Some(*number)),
            _ => return Err(no_lesson(argument)),
        };
        if let (None, None, Some(tutorial)) = (name, number, &self.tutorial) {
            return Ok(instruction(tutorial.lesson, tutorial.step));
        }
        let left = self.bookmark;
        let present = self.tutorial.as_ref().map(|tutorial| tutorial.lesson);
        let lesson = match name {
            Some(name) => LESSONS
                .iter()
                .find(|lesson| lesson.name == name)
                .ok_or_else(|| no_lesson(argument))?,
            None => present.or(left.map(|left| left.lesson)).unwrap_or(&LESSONS[0]),
        };
        let last = lesson.steps().len();
        let step = match number {
            Some(number) => match number.parse::<usize>() {
                Ok(step) if (1..=last).contains(&step) => step - 1,
                _ => {
                    return Err(Error::new(format!("there is no step `{number}`"))
                        .help(format!("the steps are numbered from 1 to {last}")));
                }
            },
            None => left.filter(|left| left.lesson.name == lesson.name).map_or(0, |left| left.step),
        };
        self.turn_to_step(lesson, step)
    }

    fn stop_tutorial(&mut self) -> Answer {
        let Some(tutorial) = self.tutorial.take() else {
            return Err(Error::new("no tutorial is under way").help("`tutorial` begins one"));
        };
        self.bookmark = Some(tutorial.bookmark());
        let number = tutorial.step + 1;
        Ok(format!(
            "The tutorial is over. `tutorial` goes on with step {number}, `tutorial 1` begins anew."
        ))
    }

    /// Begins a lesson at a step: the ones before it are done first.
    fn turn_to_step(&mut self, lesson: &'static Lesson, step: usize) -> Answer {
        let game = opened(&lesson.opening, self.limits.clone())?;
        self.turn_to(game);
        for earlier in &lesson.steps()[..step] {
            self.perform(earlier);
        }
        self.regard_as_saved();
        self.event = Event::Nothing;
        self.bookmark = None;
        let before = self.game.clone();
        self.tutorial = Some(Tutorial { lesson, step, misses: 0, before });
        let mut said = vec![String::from(
            "% `skip` does a step, `tutorial` repeats the task, `tutorial stop` ends it",
        )];
        let others = LESSONS.iter().filter(|other| other.name != lesson.name);
        said.extend(others.map(|other| format!("% `tutorial {}`: {}", other.name, other.summary)));
        Ok(format!("{}\n{}", paint(style::ASIDE, &said.join("\n")), instruction(lesson, step)))
    }

    /// Does what a step asks for, and goes on to the next.
    pub(super) fn skip_step(&mut self) -> Answer {
        let Some(tutorial) = self.tutorial.take() else {
            return Err(Error::new("no tutorial is under way").help("`tutorial` begins one"));
        };
        let step = tutorial.lesson.steps()[tutorial.step];
        // What was tried may stand in the way of the solution.
        if matches!(step.done, Done::Defines(_) | Done::Holds(_) | Done::Fails(_)) {
            self.set_game(tutorial.before.clone());
        }
        let shown = self.perform(step);
        self.regard_as_saved();
        self.tutorial = Some(tutorial);
        self.event = Event::Skipped;
        Ok(shown)
    }

    /// Enters the solution of a step; what was entered, and what came of it.
    fn perform(&mut self, step: &Step) -> String {
        let mut said = Vec::new();
        for entry in step.entries(&self.game) {
            said.push(paint(style::ASIDE, &format!("{}{entry}", self.prompt())));
            let mut rest = entry.as_str();
            while let Some((statement, after)) = statement::first(&self.game, rest) {
                let text = match self.obey(statement) {
                    Ok(text) => text,
                    Err(wrong) => wrong.text(),
                };
                said.push(text);
                rest = after;
            }
        }
        said.join("\n")
    }

    /// What the lesson has to say to what just happened.
    pub(super) fn follow_tutorial(&mut self, status: Status) -> Option<String> {
        let tutorial = self.tutorial.as_ref()?;
        let step = tutorial.lesson.steps()[tutorial.step];
        let wrong = self.what_is_wrong(tutorial, step);
        let Some(wrong) = wrong else { return Some(self.advance()) };
        if status == Status::Fine && self.is_only_looking() {
            return None;
        }
        let tutorial = self.tutorial.as_mut()?;
        tutorial.misses += 1;
        let mut said = Vec::new();
        // A mistake in the entry itself has been told.
        if status == Status::Fine {
            said.push(wrong);
        }
        match tutorial.misses {
            1 => {}
            2 if !step.hint.is_empty() => said.push(format!("Hint: {}.", step.hint)),
            _ => said.push(format!("One way to do it: {}", solution(step))),
        }
        match said.is_empty() {
            true => None,
            false => Some(said.join("\n")),
        }
    }

    /// Whether the last entry was not meant to do a step, but to find out how.
    fn is_only_looking(&self) -> bool {
        use Event::{Drew, Explained, Listed, Marked, Nothing, Opened};
        matches!(self.event, Nothing | Drew | Listed | Marked | Explained(_) | Opened)
    }

    /// What keeps a step from being done, if anything does.
    fn what_is_wrong(&self, tutorial: &Tutorial, step: &Step) -> Option<String> {
        let not_yet = || Some("That is not what this step asks for; `tutorial` repeats it.".into());
        match (&step.done, &self.event) {
            (_, Event::Skipped) => None,
            (_, Event::Nothing) => not_yet(),
            (Done::Event(is_done), event) => {
                if is_done(event) {
                    None
                } else {
                    not_yet()
                }
            }
            (Done::SameAnswers, Event::Asked(..)) => {
                let wanted = rows_of(&self.game, step.solution[0])?;
                let given = self.answers.as_ref().map(|answers| rows(answers))?;
                mistake(&wanted, &given)
            }
            (Done::SameAnswers, _) => Some("This step asks for a query.".into()),
            (_, Event::Asked(..)) => {
                Some("That is a query; this step asks for a change of the rules.".into())
            }
            (Done::Defines(probe), Event::Changed(_)) => {
                let Some(given) = rows_of(&self.game, probe) else {
                    return Some(format!(
                        "There is no {probe} yet: the clause must begin with it."
                    ));
                };
                mistake(&self.rows_by_solution(tutorial, step, probe)?, &given)
            }
            (Done::Holds(goal), Event::Changed(_)) => match rows_of(&self.game, goal) {
                Some(rows) if !rows.is_empty() => None,
                _ => Some(format!("{goal} still does not hold.")),
            },
            (Done::Fails(goal), Event::Changed(_)) => match rows_of(&self.game, goal) {
                Some(rows) if rows.is_empty() => None,
                _ => Some(format!("{goal} still holds.")),
            },
            _ => not_yet(),
        }
    }

    /// The facts of a relation as the solution defines it.
    fn rows_by_solution(&self, tutorial: &Tutorial, step: &Step, probe: &str) -> Option<Rows> {
        let rules = tutorial.before.rules();
        let mut amendments: Amendments = rules.amendments().clone();
        for entry in step.solution {
            amendments.add(clauses(entry).ok()?);
        }
        let rules = rules.amended(amendments, self.limits.clone()).ok()?;
        rows_of(&tutorial.before.under(Arc::new(rules)), probe)
    }

    /// Goes on to the next step; its task, or what is said at the end.
    fn advance(&mut self) -> String {
        let Some(tutorial) = self.tutorial.as_mut() else { return String::new() };
        let (lesson, next) = (tutorial.lesson, tutorial.step + 1);
        if next == lesson.steps().len() {
            self.tutorial = None;
            self.bookmark = None;
            return lesson.farewell.to_string();
        }
        tutorial.step = next;
        tutorial.misses = 0;
        tutorial.before = self.game.clone();
        instruction(lesson, next)
    }
}

/// What a lesson begins with, as a game of the session.
fn opened(opening: &Opening, limits: Limits) -> Result<Game, Error> {
    match opening {
        Opening::Position { game, moves } => Ok(load_game(game, Some(Path::new(moves)), limits)?),
        Opening::Knowledge { file, text } => {
            let rules = Rules::from_text(file, text)?;
            let rules = rules.amended(Amendments::default(), limits)?;
            Ok(Game::new(Arc::new(rules))?)
        }
    }
}

fn no_lesson(asked: &str) -> Error {
    let names: Vec<&str> = LESSONS.iter().map(|lesson| lesson.name).collect();
    Error::new(format!("there is no tutorial `{asked}`")).help(format!(
        "the tutorials are {}; `tutorial 3` goes to a step, `tutorial stop` ends it",
        names.join(" and ")
    ))
}

fn solution(step: &Step) -> String {
    let entries = step.solution.iter().map(|entry| match entry.split_once('@') {
        Some((command, clause)) => format!("{command}PLACE, with the place of {clause}, ..."),
        None => entry.to_string(),
    });
    paint(style::STRONG, &entries.collect::<Vec<_>>().join("\n"))
}

/// The task of a step.
fn instruction(lesson: &Lesson, number: usize) -> String {
    let steps = lesson.steps();
    let step = steps[number];
    let heading = paint(style::RELATION, &format!("[{}/{}]", number + 1, steps.len()));
    let typed = match step.is_shown {
        true => format!("\n  Type: {}", solution(step)),
        false => String::new(),
    };
    format!("{heading}\n{}{typed}", step.text)
}
