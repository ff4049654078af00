//! Setting up a position at the prompt: a draft beside the game at hand, changed step
//! by step, until `setup done` continues from it.

use super::games::{path_of, text_of};
use super::session::{Answer, Error, Event, Session};
use super::style::{self, paint};
use crate::game::{Game, Marks, Reason, Setup, SetupError};
use crate::logic::explain::explain;
use crate::logic::query::Query;

/// What follows `setup` where a drawing or facts are pasted below it.
pub const PASTE: &str = "paste";

/// A line that ends what is pasted.
pub const END: &str = "end";

impl Session {
    /// Does what somebody says about the position that is set up: several things,
    /// if semicolons part them. All of it is done, or nothing.
    pub(super) fn set_up(&mut self, argument: &str) -> Answer {
        let steps = steps(argument);
        if steps == ["done"] && self.setup.is_none() {
            return Err(Error::new("no position is being set up")
                .help("`setup` begins with the current position, `setup empty` with none"));
        }
        let mut draft = self.being_set_up();
        let mut answer = None;
        for step in steps {
            if let Some(after) = answer.take() {
                return Err(Error::new(format!("`{after}` comes last; remove what follows it")));
            }
            let (word, rest) = step.split_once(char::is_whitespace).unwrap_or((step, ""));
            match (word, rest.trim()) {
                ("done" | "cancel" | "why", "") => answer = Some(word),
                (_, rest) => self.step(&mut draft, word, rest, step)?,
            }
        }
        match answer {
            Some("done") => self.finish_setup(&draft),
            Some("cancel") => self.cancel_setup(),
            Some(_) => self.why_unsound(&draft),
            None => {
                let said = self.shown_draft(&draft)?;
                self.setup = Some(draft);
                self.event = Event::Drew;
                Ok(said)
            }
        }
    }

    /// The position that is being set up, or else the one at hand.
    fn being_set_up(&self) -> Setup {
        let rules = self.game.rules();
        let setup = self.setup.as_ref().and_then(|setup| setup.under(rules));
        setup.unwrap_or_else(|| Setup::of(&self.game))
    }

    fn step(&self, draft: &mut Setup, word: &str, rest: &str, whole: &str) -> Result<(), Error> {
        let rules = self.game.rules();
        match (word, rest) {
            ("", _) => {}
            ("empty", "") => *draft = Setup::empty(rules)?,
            ("start", "") => *draft = Setup::at_start(rules)?,
            ("here", "") => *draft = Setup::of(&self.game),
            ("remove", what) => {
                draft.take(what).map_err(wrong)?;
            }
            (PASTE, "") => {
                return Err(Error::new("paste what?")
                    .help("a drawing or facts on the lines below, and `end` on the last one"));
            }
            (PASTE, text) => *draft = self.read_position(text)?,
            ("load", "") => {
                return Err(
                    Error::new("load what?").help("name a file of facts, or with a drawing")
                );
            }
            ("load", file) => {
                self.require_files()?;
                let path = path_of(file);
                let text = text_of(&path)?;
                *draft = self.read_position(&text).map_err(|error| error.under(path))?;
            }
            _ => draft.put(whole).map_err(wrong)?,
        }
        Ok(())
    }

    fn read_position(&self, text: &str) -> Result<Setup, Error> {
        Setup::from_text(self.game.rules(), text).map_err(wrong)
    }

    /// The draft, and whether it can be played on.
    fn shown_draft(&self, draft: &Setup) -> Answer {
        let (game, problems) = draft.judged()?;
        let mut said = vec![self.drawn(&game, &Marks::none())];
        if game.turn().is_none() && game.rules().turn().is_some() {
            said.push(paint(style::ASIDE, "% nobody is to move yet: `setup turn PLAYER`"));
        }
        let problem = |problem: &Reason| format!("% not yet: {}", problem.message);
        said.extend(problems.iter().map(|it| paint(style::ASIDE, &problem(it))));
        said.push(paint(style::ASIDE, "% being set up: `setup done` plays on from here"));
        Ok(said.join("\n"))
    }

    fn finish_setup(&mut self, draft: &Setup) -> Answer {
        let game = draft.finish().map_err(|error| {
            let error = wrong(error).under("the position cannot be played on");
            error.help(
                "`setup why` explains it, `setup` shows the position, `setup cancel` drops it",
            )
        })?;
        self.setup = None;
        self.begin(game)
    }

    fn cancel_setup(&mut self) -> Answer {
        match self.setup.take() {
            Some(_) => Ok("the position is dropped; the game is where it was".into()),
            None => Err(Error::new("no position is being set up")),
        }
    }

    /// What the rules say is wrong with the draft, with proofs.
    fn why_unsound(&self, draft: &Setup) -> Answer {
        let (game, problems) = draft.judged()?;
        if problems.is_empty() {
            return Ok("Nothing is wrong with the position.".into());
        }
        let proofs: Result<Vec<String>, Error> =
            problems.iter().map(|problem| proof(&game, problem)).collect();
        Ok(proofs?.join("\n\n"))
    }
}

fn proof(game: &Game, problem: &Reason) -> Answer {
    let rules = game.rules();
    let query = Query::parse(rules.program(), &format!("unsound({})", problem.name))?;
    let why = explain(rules.engine(), &query, &game.situation())?;
    Ok(format!("{} {}\n{}", paint(style::ERROR, "unsound:"), problem.message, why.render()))
}

fn wrong(error: SetupError) -> Error {
    match error {
        SetupError::Eval(error) => error.into(),
        SetupError::Unsound(reasons) => {
            let line = |reason: &Reason| Error::new(&reason.message).text();
            Error::written(reasons.iter().map(line).collect::<Vec<_>>().join("\n"))
        }
        error => Error::new(error),
    }
}

/// The steps of an argument, which semicolons part. What is pasted is one.
fn steps(argument: &str) -> Vec<&str> {
    match argument.split_whitespace().next() == Some(PASTE) {
        true => vec![argument],
        false => argument.split(';').map(str::trim).filter(|step| !step.is_empty()).collect(),
    }
}
