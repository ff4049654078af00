//! Playing at the prompt: the board, moves, and going back and forth.

use std::time::Duration;

use super::games::{path_of, require_directory};
use super::layout;
use super::pieces::{cells_in, names};
use super::session::{Answer, Error, Event, Session, counted};
use super::style::{self, paint};
use super::why::Question;
use crate::game::{Action, Game, Marks, Outcome, PlayError, Refusal, Rules, write_picture};
use crate::play::report::{because, considered};
use crate::play::{LONGEST, Player, PlayerError, Thinker, Thought, Watch, Worth, verdict};

/// How long a hint may take, unless it is said.
const HINT_SECONDS: f64 = 1.0;

/// Of equally good moves, the same one is hinted at each time.
const HINT_SEED: u64 = 0;

impl Session {
    /// The position, drawn, also with the names of its cells, or as a picture in a file.
    pub(super) fn board(&mut self, argument: &str) -> Answer {
        self.event = Event::Drew;
        match argument.split_once(char::is_whitespace).unwrap_or((argument, "")) {
            ("", _) => Ok(self.drawn(&self.game, &Marks::none())),
            ("coordinates", "") => {
                let usual = std::mem::replace(&mut self.settings.coordinates, true);
                let drawn = self.drawn(&self.game, &Marks::none());
                self.settings.coordinates = usual;
                Ok(drawn)
            }
            ("svg", file) => self.picture(file.trim()),
            _ => Err(Error::new(format!("the board is not drawn with `{argument}`")).help(
                "`board coordinates` shows the names of the cells, `board svg FILE.svg` makes a \
                 picture",
            )),
        }
    }

    /// Writes a picture of the position, with the cells that were marked last.
    fn picture(&self, file: &str) -> Answer {
        self.require_files()?;
        let path = path_of(file);
        let picture = self.game.rules().presentation().picture(&self.game, &self.marked);
        require_directory(&path)?;
        write_picture(&path, &picture).map_err(Error::new)?;
        Ok(format!("a picture of the position is in {path}"))
    }

    /// The legal moves, all or those that name a piece or cell, which are shown on the
    /// board as well.
    pub(super) fn moves(&self, argument: &str) -> Answer {
        let actions = self.game.legal()?;
        if actions.is_empty() {
            return Ok(self.game.why_nothing_is_legal()?);
        }
        let is_wanted = |action: &&Action| {
            argument.is_empty() || action.name.as_str() == argument || names(action, argument)
        };
        let wanted: Vec<String> = actions
            .iter()
            .filter(is_wanted)
            .map(|action| self.written(&self.game, action))
            .collect();
        if wanted.is_empty() {
            return match self.value_named(argument) {
                Some(value) => self.without_moves(argument, value),
                None if argument.starts_with('(') => Ok(format!("No legal move names {argument}.")),
                None => Err(Error::new(format!("no legal move names `{argument}`"))
                    .help("`moves` lists them all")),
            };
        }
        let of = match argument {
            "" => String::new(),
            _ => format!(" of {}", actions.len()),
        };
        let footer = paint(style::ASIDE, &format!("% {}{of}", counted(wanted.len(), "legal move")));
        let listed = format!("{}\n{footer}", layout::paged_columns(&wanted, self.page(), 0));
        let naming = actions.iter().filter(|action| names(action, argument));
        Ok(self.above_board(listed, cells_in(naming)))
    }

    fn written(&self, game: &Game, action: &Action) -> String {
        game.rules().presentation().write(game, action)
    }

    /// Plays the move that somebody wrote.
    pub(super) fn play_text(&mut self, text: &str) -> Answer {
        if text.is_empty() {
            return Err(Error::new("play what?").help("`moves` lists what is legal"));
        }
        let action = self.read(&self.game, text)?;
        self.play(&action)
    }

    fn read(&self, game: &Game, text: &str) -> Result<Action, Error> {
        game.rules().presentation().read(game, text).map_err(Error::new)
    }

    /// Plays a move, or says why it is refused.
    pub(super) fn play(&mut self, action: &Action) -> Answer {
        let written = self.written(&self.game, action);
        let mut game = self.game.clone();
        match game.play(action) {
            Err(PlayError::Eval(error)) => Err(error.into()),
            Err(PlayError::Refused(refusal)) => {
                self.event = Event::Refused;
                let said = self.refused(&written, &refusal)?;
                self.answers = Some(Vec::new());
                self.question = Some(Question::Legal(action.clone()));
                self.folded.clear();
                Err(said)
            }
            Ok(()) => {
                self.game = game;
                self.event = Event::Played;
                self.position_has_changed();
                Ok(self.after(&format!("played {written}")))
            }
        }
    }

    /// What to show once the position has changed.
    fn after(&self, said: &str) -> String {
        if self.settings.board {
            return self.drawn(&self.game, &Marks::none());
        }
        match self.game.outcome() {
            Ok(Outcome::Open) => said.to_string(),
            Ok(_) => match self.game.why_nothing_is_legal() {
                Ok(why) => format!("{said}\n{why}"),
                Err(error) => format!("{said}\nThe cause cannot be computed: {error}"),
            },
            Err(error) => format!("{said}\nThe outcome cannot be computed: {error}"),
        }
    }

    /// A refusal with its rules, and its cells on the board.
    fn refused(&self, written: &str, refusal: &Refusal) -> Result<Error, Error> {
        let mut lines = Vec::new();
        if refusal.reasons.is_empty() {
            lines.push(format!("{} {written}: {}", paint(style::ERROR, "refused:"), refusal.why()));
        }
        let behind = self.behind(&refusal.action, &refusal.reasons)?;
        lines.extend(self.with_their_rules("refused:", &refusal.reasons, behind.as_ref()));
        let args = refusal.action.args.iter();
        let cells: Marks = args.filter_map(|value| value.as_cell()).collect();
        if self.settings.board && !cells.is_empty() {
            lines.push(self.drawn(&self.game, &cells));
        }
        // The rules for reasons may still speak of how other rules were.
        let note = match self.game.rules().is_by_the_book() {
            true => "% nothing has changed; `why` tells more",
            false => {
                "% nothing has changed; reasons are rules of their own, and the game is not \
                 played by the book: `why` tells which goal fails"
            }
        };
        lines.push(paint(style::ASIDE, note));
        Ok(Error::written(lines.join("\n")))
    }

    /// Looks ahead, and comes back.
    pub(super) fn what_if(&mut self, argument: &str) -> Answer {
        if argument.is_empty() {
            let wrong = Error::new("what if what?");
            return Err(match self.game.legal()?.first() {
                Some(action) => {
                    let written = self.written(&self.game, action);
                    wrong.help(format!("name a move: `what if {written}`"))
                }
                None => wrong.help(self.game.why_nothing_is_legal()?),
            });
        }
        let mut game = self.game.clone();
        for text in argument.split(';').map(str::trim).filter(|text| !text.is_empty()) {
            let action = self.read(&game, text)?;
            game.play(&action).map_err(|error| not_played(text, error))?;
        }
        let mut said = vec![self.drawn(&game, &Marks::none())];
        if game.outcome()? == Outcome::Open {
            said.push(counted(game.count_legal()?, "legal move") + " then");
            said.extend(values(&game)?);
        }
        said.push(paint(style::ASIDE, "% only looked at: the game stands where it stood"));
        Ok(said.join("\n"))
    }

    /// Takes moves back.
    pub(super) fn undo(&mut self, argument: &str) -> Answer {
        let played = self.game.actions().len();
        let count = match argument {
            "all" => played,
            argument => number(argument, 1)?,
        };
        let was_change = self.rule_history.is_latest();
        if argument.is_empty()
            && let Some(settlement) = self.game.unsettle()
        {
            self.event = Event::Undone;
            self.position_has_changed();
            return Ok(self.after(&format!("taken back: {settlement}")));
        }
        if played == 0 {
            let wrong = Error::new("there is no move to take back");
            return Err(match was_change {
                true => wrong.help("`undo rules` takes back the last change of the rules"),
                false => wrong,
            });
        }
        if count > played {
            return Err(Error::new(format!("only {} played", counted(played, "move"))));
        }
        self.event = Event::Undone;
        let said = self.step_to(played - count)?;
        if !was_change {
            return Ok(said);
        }
        let note = format!(
            "% {} taken back; `undo rules` takes back the last change of the rules",
            counted(count, "move")
        );
        Ok(format!("{said}\n{}", paint(style::ASIDE, &note)))
    }

    /// Plays moves again that were taken back.
    pub(super) fn redo(&mut self, argument: &str) -> Answer {
        let count = number(argument, 1)?;
        if self.game.undone() == 0 {
            let wrong = Error::new("no move was taken back");
            return Err(match self.rule_history.can_redo() {
                true => wrong.help("`redo rules` does the last undone change of the rules again"),
                false => wrong,
            });
        }
        if count > self.game.undone() {
            let undone = counted(self.game.undone(), "move");
            return Err(Error::new(format!("only {undone} can be played again")));
        }
        let played = self.game.actions().len();
        self.step_to(played + count)
    }

    /// Goes to the position after a number of moves.
    pub(super) fn go_to(&mut self, argument: &str) -> Answer {
        let last = self.game.actions().len() + self.game.undone();
        match argument.parse::<usize>() {
            Ok(number) if number <= last => self.step_to(number),
            Ok(_) if last == 0 => Err(Error::new("no move has been played")),
            _ => Err(Error::new(match argument {
                "" => "go where?".to_string(),
                other => format!("there is no position `{other}`"),
            })
            .help(format!("0 is the start, {last} the last position"))),
        }
    }

    fn step_to(&mut self, number: usize) -> Answer {
        let mut game = self.game.clone();
        while game.actions().len() > number && game.undo().is_some() {}
        while game.actions().len() < number {
            match game.redo() {
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(PlayError::Eval(error)) => return Err(error.into()),
                Err(PlayError::Refused(refusal)) => {
                    let written = self.written(&game, &refusal.action);
                    return Err(not_played(&written, refusal.into()));
                }
            }
        }
        self.game = game;
        self.position_has_changed();
        Ok(self.after(&format!("after move {number}")))
    }

    /// The moves so far, in the game's notation.
    pub(super) fn history(&self) -> String {
        let moves = self.game.moves();
        if moves.is_empty() {
            return "No move has been played.".into();
        }
        let about = self.game.about();
        let comment = |moves: usize| about.comment(moves);
        let has_comments = (1..=moves.len()).any(|number| comment(number).is_some());
        let moves: Vec<String> = moves
            .iter()
            .enumerate()
            .map(|(index, (before, action))| {
                let written = format!("{:>3}. {}", index + 1, self.written(before, action));
                match comment(index + 1) {
                    Some(comment) => format!("{written}  {}", paint(style::ASIDE, comment)),
                    None => written,
                }
            })
            .collect();
        let moves = match has_comments {
            true => moves.join("\n"),
            false => layout::paged_columns(&moves, self.page(), 0),
        };
        let before = about.heading().into_iter().chain(comment(0).map(String::from));
        let mut said = before.chain([moves]).collect::<Vec<_>>().join("\n");
        if self.game.undone() > 0 {
            let undone = counted(self.game.undone(), "move");
            said += &paint(style::ASIDE, &format!("\n% {undone} taken back: `redo`"));
        }
        said
    }

    /// A good move.
    pub(super) fn hint(&self, argument: &str) -> Answer {
        let argument = argument.trim_end_matches('s');
        let seconds = match argument {
            "" => HINT_SECONDS,
            text => match text.parse::<f64>() {
                Ok(seconds) if seconds > 0.0 && seconds <= LONGEST => seconds,
                Ok(seconds) if seconds >= 0.0 => {
                    return Err(Error::new(format!(
                        "a hint takes more than 0 and no more than {LONGEST} seconds"
                    ))
                    .help("name the seconds, such as `hint 5`"));
                }
                _ => {
                    return Err(Error::new(format!("`{argument}` is not a number of seconds"))
                        .help("name the seconds, such as `hint 5`"));
                }
            },
        };
        let player = Player::best_in(Duration::from_secs_f64(seconds), self.game.rules());
        let Some((thought, considered)) = self.think(player)? else {
            return Ok(self.game.why_nothing_is_legal()?);
        };
        let written = self.written(&self.game, &thought.action);
        // Random games tell that it is so, and not how soon.
        let soon = thought.ends_in.or(thought.sampled.is_none().then_some(thought.depth));
        let within = match soon {
            None => String::new(),
            Some(1) => " at once".to_string(),
            Some(actions) if self.game.is_puzzle() => format!(" within {actions} moves"),
            Some(actions) => format!(" within {actions} moves, counting those of both sides"),
        };
        let hint = match thought.worth {
            _ if thought.choices == 1 => format!("{written} is the only legal move"),
            Some(Worth::Won) => format!("{written} wins{within}"),
            Some(Worth::Lost) => {
                format!("every move loses{within}; {written} is as good as any")
            }
            _ => format!("{written} looks good"),
        };
        let side = self.game.turn();
        let because = |side| self.despite_interrupt(|| because(&self.game, side, &thought));
        let because = side.map(because).transpose()?.flatten();
        let because = because.map(|why| paint(style::ASIDE, &format!("\n% {why}")));
        Ok(format!("{hint}\n{considered}{}", because.unwrap_or_default()))
    }

    /// Lets a machine play a move for the side to move.
    pub(super) fn machine(&mut self, argument: &str) -> Answer {
        let player = machine_of(argument, self.game.rules()).map_err(Error::new)?;
        if player.is_human() {
            return Err(
                Error::new("a human plays by typing a move").help("`moves` lists what is legal")
            );
        }
        let options = self.options_of_machine()?;
        let Some((thought, considered)) = self.think(player)? else {
            return Err(Error::new(self.game.why_nothing_is_legal()?));
        };
        let action = thought.action;
        let written = self.written(&self.game, &action);
        if self.is_interrupted() {
            let so_far = format!("interrupted: no move is played; {written} looked best so far");
            return Err(Error::written(format!("{}\n{considered}", paint(style::ERROR, &so_far))));
        }
        let side = self.game.turn().map_or(String::new(), |side| format!("{side} "));
        let said = format!("{side}plays {written}\n{considered}");
        let said = options.into_iter().chain([said]).collect::<Vec<_>>().join("\n");
        let played = self.play(&action)?;
        Ok(match self.settings.board {
            true => format!("{said}\n{played}"),
            false => said,
        })
    }

    /// The move that a machine would play, and what it considered. Nothing if
    /// nothing is legal.
    fn think(&self, player: Player) -> Result<Option<(Thought, String)>, Error> {
        let thinker = Thinker::new(player, self.game.rules(), HINT_SEED).map_err(Error::new)?;
        let thinker = match thinker.player().is_timed() {
            true => thinker.on_all_processors(),
            false => thinker,
        };
        let thought = thinker.think(&self.game, &Watch::new(self.limits.interrupt.clone()))?;
        let (Some(thought), Some(side)) = (thought, self.game.turn()) else { return Ok(None) };
        let considered = considered(&self.game, &thinker.player().to_string(), side, &thought);
        Ok(Some((thought, paint(style::ASIDE, &format!("% {considered}")))))
    }

    /// What the position is worth to each player, and what that means.
    pub(super) fn value(&self) -> Answer {
        let mut values = values(&self.game)?;
        if !self.game.rules().values_positions() {
            return Ok(
                "The rules do not say what a position is worth: they have no value/2.".into()
            );
        }
        match self.game.outcome()? {
            Outcome::Open => values.extend(verdict(&self.game)?.map(|verdict| verdict.to_string())),
            _ => values.push(self.game.why_nothing_is_legal()?),
        }
        let footer = paint(style::ASIDE, "% `listing value` shows how it is worked out");
        Ok(format!("{}\n{footer}", values.join("\n")))
    }
}

/// The machine that somebody means: `minimax:2`, or in short `2`. A time alone, `5s`, is
/// for the machine that suits the game; without a name it thinks as long as a hint takes.
pub(crate) fn machine_of(name: &str, rules: &Rules) -> Result<Player, PlayerError> {
    let player: Player = match name {
        "" => return Ok(Player::best_in(Duration::from_secs_f64(HINT_SECONDS), rules)),
        short if short.starts_with(|c: char| c.is_ascii_digit()) => match short.ends_with('s') {
            true => format!("strong:{short}").parse()?,
            false => format!("minimax:{short}").parse()?,
        },
        name => name.parse()?,
    };
    Ok(Player { kind: player.kind.suited_to(rules), ..player })
}

/// Why a move that somebody wrote was not played.
fn not_played(written: &str, error: PlayError) -> Error {
    match error {
        PlayError::Eval(error) => error.into(),
        PlayError::Refused(refusal) => {
            Error::new(format!("{written} is refused: {}", refusal.why()))
        }
    }
}

fn values(game: &Game) -> Result<Vec<String>, Error> {
    let mut values = game.values()?;
    let players = game.rules().program().declarations.players();
    values.sort_by_key(|(player, _)| players.iter().position(|known| known == player));
    Ok(values.iter().map(|(player, value)| format!("worth {value} to {player}")).collect())
}

fn number(argument: &str, default: usize) -> Result<usize, Error> {
    match argument {
        "" => Ok(default),
        text => match text.parse() {
            Ok(number) if number > 0 => Ok(number),
            _ => Err(Error::new(format!("`{text}` is not how many moves"))),
        },
    }
}
