//! A game in progress, and who plays it: what is typed, and what machines do. It
//! prints nothing itself, so that a terminal, a pipe and a test see the same.

mod another_game;

use std::fs;
use std::path::Path;

use super::input::Words;
use crate::game::{Game, GameString, Marks, Outcome, PlayError, Settlement, unquoted, write_whole};
use crate::logic::Atom;
use crate::logic::engine::{EvalError, Limits};
use crate::play::report::{considered, written_line};
use crate::play::{Journal, JournalError, Player, Thinker, ThinkerError, Thought, Watch};
use crate::play::{continuing, is_pgn, written_pgn};
use crate::repl::command::Verb;
use crate::repl::layout;
use crate::repl::statement::{self, Statement};
use crate::repl::style::{self, paint};
use crate::repl::{Screen, Session, Status};

/// What can be typed besides a move, and what it does.
pub const COMMANDS: &[(&str, &str)] = &[
    ("moves [PIECE]", "the legal moves, or those that name a piece or cell"),
    ("board", "draw the position"),
    ("why [MOVE]", "why a move is legal, or why it is not; alone: why the last one was refused"),
    ("hint [SECONDS]", "a good move"),
    ("what if MOVE", "look ahead, without playing"),
    ("undo [N]", "take back your last move and the answer to it"),
    ("redo [N]", "play them again"),
    ("history", "the moves so far"),
    ("value", "what the position is worth to each player"),
    ("rules", "the text of the rules"),
    ("save FILE", "save the game in a file, from now on move by move; FILE.pgn: as it stands"),
    ("resign", "end the game, and lose it"),
    ("run", "let machines play without stopping; Ctrl-C stops them"),
    ("step", "wait for Enter before each move of a machine"),
    ("help", "this"),
    ("quit", "leave; so does Ctrl-D"),
];

/// The commands of the prompt that work at a table: those that only ask.
const ASKING: [Verb; 14] = [
    Verb::Why,
    Verb::Open,
    Verb::Derivations,
    Verb::Mark,
    Verb::Relations,
    Verb::Listing,
    Verb::Rules,
    Verb::Board,
    Verb::Moves,
    Verb::WhatIf,
    Verb::History,
    Verb::Hint,
    Verb::Value,
    Verb::Options,
];

/// The answer to an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// What to show, in colour, without a line break at its end.
    pub text: String,
    /// What follows.
    pub then: Then,
}

/// What follows after an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Then {
    /// The position has not changed.
    Same,
    /// It has changed, or somebody has resigned.
    Changed,
    /// Machines play without stopping.
    Run,
    /// Machines wait before each move.
    Step,
    /// Somebody leaves.
    Leave,
}

/// What a table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Now {
    /// A move of somebody at the terminal.
    Human(Atom),
    /// A move of a machine.
    Machine(Atom),
    /// Nothing: the game is over.
    Over,
}

/// One side of the game, and who plays it.
struct Seat {
    side: Atom,
    player: Player,
    thinker: Option<Thinker>,
}

/// A game and its players.
pub struct Table {
    session: Session,
    seats: Vec<Seat>,
    journal: Option<Journal>,
    /// Whether it was, and cannot be any more.
    is_unsaved: bool,
    /// Whether nobody asked for the file, so that it can be removed if no move is
    /// played.
    is_saved_unasked: bool,
    seed: u64,
    limits: Limits,
}

impl Table {
    /// A table for a game. The players come in the order of the game's sides.
    pub fn new(
        game: Game,
        players: &[Player],
        seed: u64,
        limits: Limits,
    ) -> Result<Table, ThinkerError> {
        let sides = game.rules().program().declarations.players();
        let mut seats = Vec::new();
        for (index, (side, player)) in sides.iter().zip(players).enumerate() {
            let thinker = match player.is_human() {
                true => None,
                // Two equal players do not play alike.
                false => {
                    let seed = seed.wrapping_add(index as u64);
                    Some(Thinker::new(player.clone(), game.rules(), seed)?.on_all_processors())
                }
            };
            seats.push(Seat { side: *side, player: player.clone(), thinker });
        }
        Ok(Table {
            session: Session::new(game, limits.clone()),
            seats,
            journal: None,
            is_unsaved: false,
            is_saved_unasked: false,
            seed,
            limits,
        })
    }

    /// Saves the game in a file from now on, which somebody asked for or not.
    pub fn save_in(&mut self, journal: Journal, is_unasked: bool) {
        self.journal = Some(journal);
        self.is_unsaved = false;
        self.is_saved_unasked = is_unasked;
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.session.game()
    }

    /// Sets the size of the screen.
    pub fn set_screen(&mut self, screen: Screen) {
        self.session.set_screen(screen);
    }

    /// Whether anybody at the terminal plays.
    pub fn has_humans(&self) -> bool {
        self.seats.iter().any(|seat| seat.player.is_human())
    }

    /// The players, as they are named.
    pub fn players(&self) -> Vec<String> {
        self.seats.iter().map(|seat| seat.player.to_string()).collect()
    }

    /// Who plays which side, in a line.
    pub fn pairing(&self) -> String {
        let each = self.seats.iter().map(|seat| format!("{}: {}", seat.side, seat.player));
        each.collect::<Vec<_>>().join(", ")
    }

    /// The position, drawn.
    pub fn board(&self) -> String {
        self.game().rules().presentation().draw(self.game(), &Marks::none())
    }

    /// What it waits for.
    pub fn now(&self) -> Result<Now, EvalError> {
        let is_over = self.game().outcome()? != Outcome::Open || self.game().count_legal()? == 0;
        let Some(seat) = self.seat().filter(|_| !is_over) else { return Ok(Now::Over) };
        Ok(if seat.thinker.is_some() { Now::Machine(seat.side) } else { Now::Human(seat.side) })
    }

    /// Whose turn it is.
    fn seat(&self) -> Option<&Seat> {
        let turn = self.game().turn()?;
        self.seats.iter().find(|seat| seat.side == turn)
    }

    /// The words that complete an entry.
    pub fn words(&self) -> Words {
        let game = self.game();
        let legal = game.legal().unwrap_or_default();
        let presentation = game.rules().presentation();
        let moves: Vec<String> =
            legal.iter().map(|action| presentation.write(game, action)).collect();
        let mut pieces: Vec<String> =
            legal.iter().flat_map(|action| &action.args).map(unquoted).collect();
        pieces.sort();
        pieces.dedup();
        let commands = COMMANDS.iter().map(|(usage, _)| {
            let words = usage.split(' ').take_while(|word| !word.starts_with(is_placeholder));
            words.collect::<Vec<_>>().join(" ")
        });
        Words { entries: moves.iter().cloned().chain(commands).collect(), moves, pieces }
    }

    /// Executes what somebody typed, up to the first change of the game.
    pub fn obey(&mut self, entry: &str) -> Reply {
        let mut texts = Vec::new();
        let mut then = Then::Same;
        let mut rest = entry.trim();
        while let Some((statement, after)) = statement::first(self.game(), rest) {
            if then != Then::Same {
                texts.push(paint(style::ASIDE, "% the remainder of the line is ignored"));
                break;
            }
            rest = after;
            match self.answer(statement) {
                Ok(reply) => {
                    texts.push(reply.text);
                    then = reply.then;
                }
                Err(problem) => {
                    texts.push(format!("{} {problem}", paint(style::ERROR, "error:")));
                }
            }
        }
        Reply { text: join(texts), then }
    }

    fn answer(&mut self, statement: Statement) -> Result<Reply, String> {
        let reply = |text: String, then: Then| Ok(Reply { text, then });
        match statement {
            Statement::Move(_) | Statement::Command(Verb::Play, _) => {
                match self.game().settlement() {
                    Some(by) => Err(format!("the game is over: {by}; `undo` takes that back")),
                    None => Ok(self.play(statement)),
                }
            }
            Statement::Command(Verb::Quit, _) => reply(String::new(), Then::Leave),
            Statement::Command(Verb::Help, _) => reply(self.help(), Then::Same),
            Statement::Command(Verb::Undo, argument) => self.undo(&argument),
            Statement::Command(Verb::Redo, argument) => self.redo(&argument),
            Statement::Command(Verb::Save, argument) => self.save(&argument),
            Statement::Command(Verb::Load, line) if GameString::is_meant(&line) => {
                self.turn_to(&line)
            }
            Statement::Command(verb, _) if !ASKING.contains(&verb) => {
                Err("that works at the prompt, not during a game; `quit` leaves, and `hornet` \
                     opens the prompt"
                    .into())
            }
            Statement::Clauses(_) | Statement::Facts(_) | Statement::Consult(_) => {
                Err("the rules cannot be changed during a game; they can at \
                                          the prompt, which `hornet` opens"
                    .into())
            }
            Statement::Unknown(text) => match text.to_lowercase().as_str() {
                "resign" => self.resign(),
                "run" => reply(String::new(), Then::Run),
                "step" => reply(String::new(), Then::Step),
                _ => Err(self.not_understood(&text)),
            },
            asking => {
                let answer = self.session.run(asking);
                reply(answer.text, Then::Same)
            }
        }
    }

    /// What is neither a move nor a command.
    fn not_understood(&self, text: &str) -> String {
        let problem = self.game().rules().presentation().read(self.game(), text).err();
        let names = COMMANDS.iter().filter_map(|(usage, _)| usage.split(' ').next());
        let word = text.split_whitespace().next().unwrap_or_default();
        let is_meant = problem.as_ref().is_some_and(|error| error.is_meant);
        if let Some(name) = crate::logic::names::nearest(word, names).filter(|_| !is_meant) {
            return format!("`{text}` is not a move; did you mean `{name}`?");
        }
        let problem = problem.map_or(String::new(), |error| error.to_string() + "; ");
        format!("{problem}`moves` lists the legal moves, `help` what else you can type")
    }

    /// Plays what somebody typed, or reports why it is refused.
    fn play(&mut self, statement: Statement) -> Reply {
        let before = self.game().clone();
        let reply = self.session.run(statement);
        let has_moved = self.game().actions().len() > before.actions().len();
        if reply.status != Status::Fine || !has_moved {
            return Reply { text: reply.text, then: Then::Same };
        }
        let warning = self.save_action(&before);
        Reply { text: join([reply.text, warning]), then: Then::Changed }
    }

    /// Lets the machine whose turn it is think.
    pub fn think(&self, watch: &Watch) -> Result<Option<Thought>, EvalError> {
        match self.seat().and_then(|seat| seat.thinker.as_ref()) {
            Some(thinker) => thinker.think(self.game(), watch),
            None => Ok(None),
        }
    }

    /// Plays the move that a machine chose, and reports it.
    pub fn play_thought(&mut self, thought: &Thought) -> Result<String, PlayError> {
        let before = self.game().clone();
        let mut game = before.clone();
        game.play(&thought.action)?;
        let report = self.seat().map_or(String::new(), |seat| {
            let written = written_line(&before, &thought.line[..1]).join("");
            let plays = paint(style::STRONG, &format!("{} plays {written}", seat.side));
            let considered = considered(&before, &seat.player, seat.side, thought);
            format!("{plays}\n{}", paint(style::ASIDE, &format!("% {considered}")))
        });
        self.session.set_game(game);
        let warning = self.save_action(&before);
        Ok(join([report, self.board(), warning]))
    }

    /// Saves the last action, which was played in the game `before`. Returns a
    /// warning if that is not possible.
    fn save_action(&mut self, before: &Game) -> String {
        let Some(action) = self.game().actions().last().cloned() else { return String::new() };
        let is_over = !matches!(self.game().outcome(), Ok(Outcome::Open) | Err(_));
        let ending = self.game().why_nothing_is_legal().ok().filter(|_| is_over);
        self.in_journal(|journal| {
            journal.append(before, &action)?;
            ending.map_or(Ok(()), |ending| journal.note(&ending))
        })
    }

    /// Whether the game was being saved, and the end of it is not.
    pub fn is_unsaved(&self) -> bool {
        self.is_unsaved
    }

    /// Writes to the file, if the game is saved. Returns a warning if that is not
    /// possible; the game continues without it.
    fn in_journal(
        &mut self,
        write: impl FnOnce(&mut Journal) -> Result<(), JournalError>,
    ) -> String {
        let Some(Err(error)) = self.journal.as_mut().map(write) else { return String::new() };
        self.journal = None;
        self.is_unsaved = true;
        let warning = paint(style::ERROR, "warning:");
        format!(
            "{warning} the game is no longer saved: {error}; `save FILE` saves it in another file"
        )
    }

    /// Goes back to the last turn of somebody at the terminal, a number of times.
    fn undo(&mut self, argument: &str) -> Result<Reply, String> {
        let times = times(argument, "take back")?;
        let mut game = self.game().clone();
        let mut taken_back = 0;
        if game.unsettle().is_none() {
            for _ in 0..times {
                loop {
                    game.undo().ok_or("there are no more moves to take back")?;
                    taken_back += 1;
                    if self.waits_for_somebody(&game) {
                        break;
                    }
                }
            }
        }
        self.session.set_game(game);
        let warning = self.in_journal(|journal| journal.take_back(taken_back));
        Ok(Reply { text: join([self.board(), warning]), then: Then::Changed })
    }

    /// Plays again what was taken back, up to the next turn of somebody at the
    /// terminal, a number of times.
    fn redo(&mut self, argument: &str) -> Result<Reply, String> {
        let times = times(argument, "play again")?;
        let mut warnings = Vec::new();
        for _ in 0..times {
            loop {
                let before = self.game().clone();
                let mut game = before.clone();
                match game.redo() {
                    Ok(Some(_)) => {}
                    Ok(None) => return Err("there are no more moves to play again".into()),
                    Err(error) => return Err(error.to_string()),
                }
                let is_enough = self.waits_for_somebody(&game) || game.undone() == 0;
                self.session.set_game(game);
                warnings.push(self.save_action(&before));
                if is_enough {
                    break;
                }
            }
        }
        let text = join([self.board()].into_iter().chain(warnings));
        Ok(Reply { text, then: Then::Changed })
    }

    /// Whether it is the turn of somebody at the terminal, if anybody sits there.
    fn waits_for_somebody(&self, game: &Game) -> bool {
        let is_next = |seat: &&Seat| Some(seat.side) == game.turn();
        let next = self.seats.iter().find(is_next);
        !self.has_humans() || next.is_none_or(|seat| seat.player.is_human())
    }

    /// Resigns for the player who is to move, or the only one at the terminal.
    fn resign(&mut self) -> Result<Reply, String> {
        if self.now() == Ok(Now::Over) {
            return Err("the game is already over".into());
        }
        let humans: Vec<Atom> =
            self.seats.iter().filter(|seat| seat.player.is_human()).map(|seat| seat.side).collect();
        let side = match (self.seat(), humans.as_slice()) {
            (Some(seat), _) if seat.player.is_human() => seat.side,
            (_, [side]) => *side,
            (_, []) => return Err("only machines play, and they do not resign".into()),
            _ => return Err("it is not your turn".into()),
        };
        let settlement = Settlement::Resigned(side);
        let mut game = self.game().clone();
        game.settle(settlement);
        self.session.set_game(game);
        let warning = self.in_journal(|journal| journal.settle(settlement));
        Ok(Reply { text: warning, then: Then::Changed })
    }

    /// Saves the game in another file from now on.
    fn save(&mut self, argument: &str) -> Result<Reply, String> {
        if argument.is_empty() {
            return Err("save to which file? name it, as in `save my.game`".into());
        }
        if let Some(other) = saved_at_the_prompt(argument) {
            return Err(format!(
                "`save {other}` works at the prompt, which `hornet` opens; here `save FILE` saves \
                 the game, in a file that is not there yet"
            ));
        }
        let path = Path::new(argument);
        if is_pgn(path) {
            return self.save_pgn(path);
        }
        if self.journal.as_ref().is_some_and(|journal| crate::play::same_file(journal.path(), path))
        {
            let text = format!("The game is already saved in {argument}, move by move.");
            return Ok(Reply { text, then: Then::Same });
        }
        let journal = Journal::create(path, self.game(), &self.players())
            .map_err(|error| error.to_string())?;
        self.save_in(journal, false);
        let text = format!("The game is saved in {argument} from now on.");
        Ok(Reply { text, then: Then::Same })
    }

    /// Writes the game so far to a file that other programs read.
    fn save_pgn(&self, path: &Path) -> Result<Reply, String> {
        let shown = path.display();
        if path.exists() {
            return Err(format!("{shown} already exists, and is not overwritten"));
        }
        let text = written_pgn(self.game()).map_err(|error| error.to_string())?;
        let text = text.ok_or_else(|| {
            format!(
                "PGN is for games of hive by the book, and {} is not one",
                self.game().rules().name()
            )
        })?;
        write_whole(path, &text).map_err(|error| format!("cannot write {shown}: {error}"))?;
        let text = format!("The game so far is written to {shown}.");
        Ok(Reply { text, then: Then::Same })
    }

    fn help(&self) -> String {
        let legal = self.game().legal().unwrap_or_default();
        let presentation = self.game().rules().presentation();
        let example = match legal.first() {
            Some(action) => format!(", such as {}", presentation.write(self.game(), action)),
            None => String::new(),
        };
        let entries: Vec<(String, String)> =
            COMMANDS.iter().map(|(usage, what)| (usage.to_string(), what.to_string())).collect();
        format!(
            "Type a move{example}; Tab completes it.\n\n{}\n\nA question to the rules, such as \
             legal(Action). with its full stop, is answered too.",
            layout::glossary(&entries, 100)
        )
    }

    /// How the game has ended.
    pub fn ending(&self) -> Result<String, EvalError> {
        if self.game().turn().is_none() && self.game().settlement().is_none() {
            return Ok("Nobody is to move: no turn(Player) holds.".into());
        }
        self.game().why_nothing_is_legal()
    }

    /// Where the game is saved, and how to continue it. A file that nobody asked
    /// for is removed if it has no moves.
    pub fn goodbye(&mut self) -> Option<String> {
        let Some(journal) = self.journal.take() else {
            let unsaved = "This game was not saved to its end, and is lost.";
            return self.is_unsaved.then(|| unsaved.into());
        };
        let path = journal.path().display().to_string();
        if self.is_saved_unasked && journal.actions() == 0 && self.game().settlement().is_none() {
            let _ = fs::remove_file(journal.path());
            return None;
        }
        if !matches!(self.now(), Ok(Now::Human(_) | Now::Machine(_))) {
            return Some(format!("The game is saved in {path}."));
        }
        let command = continuing(self.game(), journal.path());
        Some(format!("The game is saved: `{command}` continues it."))
    }
}

/// Whether a part of a usage stands for something else.
fn is_placeholder(c: char) -> bool {
    c == '[' || c.is_uppercase()
}

/// How many times to do something.
fn times(argument: &str, what: &str) -> Result<usize, String> {
    match argument {
        "" => Ok(1),
        text => match text.parse() {
            Ok(times @ 1..) => Ok(times),
            _ => Err(format!("`{text}` is not a number of moves to {what}")),
        },
    }
}

/// What the prompt's own ways of saving begin with, if one of them is meant:
/// `save ! FILE`, `save rules FILE`.
fn saved_at_the_prompt(argument: &str) -> Option<&str> {
    let word = if argument.starts_with('!') { "!" } else { argument.split_whitespace().next()? };
    let is_meant = word == "!" || (matches!(word, "rules" | "mine") && word != argument);
    is_meant.then_some(word)
}

/// The texts that are not empty, a line each.
fn join(texts: impl IntoIterator<Item = String>) -> String {
    texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n")
}
