//! A game in progress, and who plays it: what is typed, and what machines do. It
//! prints nothing itself, so that a terminal, a pipe and a test see the same.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::input::Words;
use super::menu::Save;
use crate::game::{
    Game, GameString, Marks, Outcome, PlayError, Settlement, unquoted, why_no_game_string,
    write_whole,
};
use crate::logic::Atom;
use crate::logic::engine::{EvalError, Limits};
use crate::play::report::{considered, written_line};
use crate::play::{
    Failure, Journal, JournalError, Machine, MachineError, MoveError, Player, Thought, Watch,
};
use crate::play::{continuing, follow, is_pgn, written_pgn};
use crate::repl::command::Verb;
use crate::repl::layout;
use crate::repl::settings::SETTINGS;
use crate::repl::statement::{self, Statement};
use crate::repl::style::{self, paint};
use crate::repl::{Screen, Session, Status, counted, left_out};

/// What can be typed besides a move, and what it does.
pub const COMMANDS: &[(&str, &str)] = &[
    ("moves [PIECE]", "the legal moves, or those that name a piece or cell"),
    ("board [coordinates]", "draw the position, with the names of its cells"),
    ("why [MOVE]", "why a move is legal, or why it is not; alone: why the last one was refused"),
    ("why PIECE", "why nothing can be done with it"),
    ("set show_options on", "show what a machine can choose from before it moves"),
    ("hint [SECONDS]", "a good move"),
    ("solve [ACTIONS] [SECONDSs]", "the shortest win or solution, proved"),
    ("what if MOVE", "look ahead, without playing"),
    ("undo [N]", "take back your last move and the answer to it"),
    ("redo [N]", "play them again"),
    ("goto N", "look at the position after move N; nothing is lost unless you move there"),
    ("history", "the moves so far"),
    ("value", "what the position is worth to each player, and who is ahead"),
    ("rules", "the rules, as a player would explain them"),
    ("rules text", "the text of the rules that Hornet plays by"),
    ("save FILE", "save the game in a file, from now on move by move; FILE.pgn: as it stands"),
    ("export FILE.pl", "the position for other programs; also `export facts`, `export uhp`"),
    ("new [GAME [PLAYERS]]", "begin another game; the file of this one stays as it is"),
    ("restart", "begin this game again"),
    ("set coordinates on", "draw the names of the cells from now on"),
    ("resign", "end the game, and lose it"),
    ("run", "let machines play without stopping; Ctrl-C stops them"),
    ("step", "wait for Enter before each move of a machine"),
    ("help", "this"),
    ("quit", "leave; so does Ctrl-D"),
];

/// The commands of the prompt that work at a table: those that only ask.
const ASKING: [Verb; 16] = [
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
    Verb::Solve,
    Verb::Value,
    Verb::Options,
    Verb::Export,
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
    /// Another position is looked at: machines wait.
    Look,
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
pub(super) struct Seat {
    pub(super) side: Atom,
    pub(super) player: Player,
    machine: Option<Machine>,
}

impl Seat {
    /// What the player is called: another program says it itself.
    fn name(&self) -> String {
        self.machine.as_ref().map_or_else(|| self.player.to_string(), Machine::name)
    }
}

impl Seat {
    /// The sides of a game. The players come in their order.
    pub(super) fn all(
        game: &Game,
        players: &[Player],
        seed: u64,
    ) -> Result<Vec<Seat>, MachineError> {
        let sides = game.rules().program().declarations.players();
        let seat = |(index, (side, player)): (usize, (&Atom, &Player))| {
            let machine = match player.is_human() {
                true => None,
                // Two equal players do not play alike.
                false => {
                    let seed = seed.wrapping_add(index as u64);
                    Some(Machine::to_continue(player, game, seed)?)
                }
            };
            Ok(Seat { side: *side, player: player.clone(), machine })
        };
        sides.iter().zip(players).enumerate().map(seat).collect()
    }
}

/// A game and its players.
pub struct Table {
    pub(super) session: Session,
    pub(super) seats: Vec<Seat>,
    pub(super) journal: Option<Journal>,
    /// Where games are saved that follow.
    pub(super) save: Save,
    pub(super) seed: u64,
    pub(super) limits: Limits,
    /// Whether it was, and cannot be any more.
    is_unsaved: bool,
    /// Whether nobody asked for the file, so that it can be removed if no move is
    /// played.
    is_saved_unasked: bool,
    /// Which machine lost by forfeit, and why, if one did.
    forfeit: Option<String>,
}

impl Table {
    /// A table for a game. The players come in the order of the game's sides.
    pub fn new(
        game: Game,
        players: &[Player],
        seed: u64,
        limits: Limits,
    ) -> Result<Table, MachineError> {
        let seats = Seat::all(&game, players, seed)?;
        let mut session = Session::new(game, limits.clone());
        session.fix_rules();
        Ok(Table {
            session,
            seats,
            journal: None,
            save: Save::Nowhere,
            seed,
            limits,
            is_saved_unasked: false,
            is_unsaved: false,
            forfeit: None,
        })
    }

    /// Where to save the games at this table.
    pub fn set_save(&mut self, save: Save) {
        self.save = save;
    }

    /// Turns to another game, which nobody has saved or resigned yet.
    pub(super) fn leave_game(&mut self, game: Game) {
        self.session.set_game(game);
        self.journal = None;
        self.is_unsaved = false;
        self.forfeit = None;
    }

    /// Whether the game is saved in a file.
    pub(super) fn is_saved(&self) -> bool {
        self.journal.is_some()
    }

    /// Where the game is saved, in words.
    pub(super) fn where_saved(&self) -> String {
        match &self.journal {
            Some(journal) => format!("saved in {}", journal.path().display()),
            None => "not saved".to_string(),
        }
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
        let each = self.seats.iter().map(|seat| format!("{}: {}", seat.side, seat.name()));
        each.collect::<Vec<_>>().join(", ")
    }

    /// The position, drawn.
    pub fn board(&self) -> String {
        self.session.drawn(self.game(), &Marks::none())
    }

    /// What it waits for.
    pub fn now(&self) -> Result<Now, EvalError> {
        let is_over = self.game().outcome()? != Outcome::Open || self.game().count_legal()? == 0;
        let Some(seat) = self.seat().filter(|_| !is_over) else { return Ok(Now::Over) };
        Ok(if seat.machine.is_some() { Now::Machine(seat.side) } else { Now::Human(seat.side) })
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

    /// Executes what somebody typed: all of it, unless a machine's turn comes in
    /// between, a move is refused or somebody leaves.
    pub fn obey(&mut self, entry: &str) -> Reply {
        let mut texts = Vec::new();
        let mut then = Then::Same;
        let mut moves = 0;
        let mut rest = entry.trim();
        while let Some((statement, after)) = statement::first(self.game(), rest) {
            rest = after;
            let is_move =
                matches!(statement, Statement::Move(_) | Statement::Command(Verb::Play, _));
            let is_unknown = matches!(statement, Statement::Unknown(_));
            let answered = self.answer(statement);
            let has_moved =
                is_move && answered.as_ref().is_ok_and(|reply| reply.then == Then::Changed);
            let is_unread = is_unknown && answered.is_err();
            moves += usize::from(has_moved);
            match answered {
                Ok(reply) => {
                    texts.push(reply.text);
                    then = if reply.then == Then::Same { then } else { reply.then };
                }
                Err(problem) => {
                    texts.push(format!("{} {problem}", paint(style::ERROR, "error:")));
                }
            }
            let why_not = match (then, self.now()) {
                _ if is_move && !has_moved => Some("that move was not played".to_string()),
                _ if is_unread => Some("that was not understood".to_string()),
                (Then::Same, _) | (Then::Changed, Ok(Now::Human(_))) => None,
                (Then::Changed, Ok(Now::Machine(side))) => Some(format!("it is {side}'s turn")),
                (Then::Changed, Ok(Now::Over)) if moves > 0 => Some("the game is over".into()),
                (Then::Leave, _) => Some("you are leaving".into()),
                _ => None,
            };
            if let Some(why_not) = why_not {
                texts.extend(left_out(rest, &why_not));
                break;
            }
        }
        if moves > 1 {
            texts.push(paint(style::ASIDE, &format!("% {moves} moves played")));
        }
        if moves > 0 {
            texts.push(self.board());
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
            Statement::Command(Verb::Goto, argument) => self.go_to(&argument),
            Statement::Command(Verb::Save, argument) => self.save(&argument),
            Statement::Command(Verb::New, argument) => self.another(&argument),
            // The rules have no proof of what players did.
            Statement::Command(Verb::Why, argument)
                if argument.is_empty()
                    && self.game().settlement().is_some()
                    && !self.session.has_asked() =>
            {
                reply(self.ending().map_err(|error| error.to_string())?, Then::Same)
            }
            Statement::Command(Verb::Rules, argument)
                if matches!(argument.as_str(), "" | "page") =>
            {
                reply(self.session.rule_page(), Then::Same)
            }
            Statement::Command(Verb::Set, argument) if is_setting(&argument) => {
                let answer = self.session.run(Statement::Command(Verb::Set, argument));
                reply(answer.text, Then::Same)
            }
            Statement::Command(Verb::Load, line) if GameString::is_meant(&line) => {
                self.pasted(&line)
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
        Reply { text: self.save_action(&before), then: Then::Changed }
    }

    /// What the machine whose turn it is can choose from, if that is to be shown.
    pub fn options_of_machine(&self) -> Option<String> {
        self.session.options_of_machine().ok().flatten()
    }

    /// Lets the machine whose turn it is think.
    pub fn think(&self, watch: &Watch) -> Result<Option<Thought>, MoveError> {
        match self.seat().and_then(|seat| seat.machine.as_ref()) {
            Some(machine) => machine.think(self.game(), watch),
            None => Ok(None),
        }
    }

    /// Lets the machines that watch see how the game stands. What is wrong, if one
    /// cannot be told.
    pub fn follow(&self, interrupt: &AtomicBool) -> Result<Option<String>, EvalError> {
        let machines =
            self.seats.iter().filter_map(|seat| Some((seat.side, seat.machine.as_ref()?)));
        match follow(&machines.collect::<Vec<_>>(), self.game(), interrupt) {
            Ok(()) => Ok(None),
            Err((side, MoveError::Forfeit(failure))) => Ok(Some(self.fault(side, &failure))),
            Err((_, MoveError::Eval(error))) => Err(error),
        }
    }

    /// What is wrong with a machine, in a line.
    pub fn fault(&self, side: Option<Atom>, failure: &Failure) -> String {
        match self.seats.iter().find(|seat| Some(seat.side) == side) {
            Some(seat) => format!("{}, {}: {failure}", seat.side, seat.name()),
            None => failure.to_string(),
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
            let considered = considered(&before, &seat.name(), seat.side, thought);
            format!("{plays}\n{}", paint(style::ASIDE, &format!("% {considered}")))
        });
        self.session.set_game(game);
        let warning = self.save_action(&before);
        Ok(join([report, self.board(), warning]))
    }

    /// A machine does not play as it should, and loses the game. Returns a warning if
    /// that cannot be saved.
    pub fn lose_by_forfeit(&mut self, side: Atom, failure: Failure) -> String {
        let note = format!("{side} lost by forfeit: {failure}");
        let settlement = Settlement::Forfeited(side);
        self.settle(settlement);
        let name = self.seats.iter().find(|seat| seat.side == side).map(Seat::name);
        self.forfeit = Some(format!("{}: {failure}.", name.unwrap_or_default()));
        let warning = self.save_settlement(settlement);
        join([warning, self.in_journal(|journal| journal.note(&note))])
    }

    /// Ends the game as players, and not the rules, end one.
    fn settle(&mut self, settlement: Settlement) {
        let mut game = self.game().clone();
        game.settle(settlement);
        self.session.set_game(game);
    }

    /// Saves how players ended the game, in place of the moves that the file has from
    /// there on.
    fn save_settlement(&mut self, settlement: Settlement) -> String {
        let beyond = self.moves_beyond(self.game());
        self.in_journal(|journal| {
            if beyond > 0 {
                journal.take_back(beyond)?;
            }
            journal.settle(settlement)
        })
    }

    /// Saves the last action, which was played in the game `before`, in place of
    /// those that the file has from there on. Returns a warning if that is not
    /// possible.
    pub(super) fn save_action(&mut self, before: &Game) -> String {
        let Some(action) = self.game().actions().last().cloned() else { return String::new() };
        let is_over = !matches!(self.game().outcome(), Ok(Outcome::Open) | Err(_));
        let ending = self.game().why_nothing_is_legal().ok().filter(|_| is_over);
        let replaced = self.moves_beyond(before);
        let note = match replaced {
            0 => String::new(),
            count => {
                let number = before.actions().len() + 1;
                paint(style::ASIDE, &format!("% it replaces {count} moves, from move {number} on"))
            }
        };
        let warning = self.in_journal(|journal| {
            if replaced > 0 {
                journal.take_back(replaced)?;
            }
            journal.append(before, &action)?;
            ending.map_or(Ok(()), |ending| journal.note(&ending))
        });
        join([note, warning])
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
        if game.unsettle().is_none() {
            let played = counted(game.actions().len(), "move");
            for done in 0..times {
                loop {
                    game.undo().ok_or_else(|| match done {
                        0 => "there are no more moves to take back".to_string(),
                        done => format!(
                            "there are no more moves to take back: {played} played, and \
                             `undo {done}` goes back furthest"
                        ),
                    })?;
                    if self.waits_for_somebody(&game) {
                        break;
                    }
                }
            }
        }
        self.forfeit = None;
        let taken_back = self.moves_beyond(&game);
        self.session.set_game(game);
        let warning = self.in_journal(|journal| journal.take_back(taken_back));
        // Machines by themselves would play on immediately.
        let then = if self.has_humans() { Then::Changed } else { Then::Look };
        Ok(Reply { text: join([self.board(), warning]), then })
    }

    /// Plays again what was taken back, up to the next turn of somebody at the
    /// terminal, a number of times.
    fn redo(&mut self, argument: &str) -> Result<Reply, String> {
        let times = times(argument, "play again")?;
        let mut warnings = Vec::new();
        for _ in 0..times {
            loop {
                let warning = self.play_again()?;
                warnings.push(warning.ok_or("there are no more moves to play again")?);
                if self.waits_for_somebody(self.game()) || self.game().undone() == 0 {
                    break;
                }
            }
        }
        let text = join([self.board()].into_iter().chain(warnings));
        let then = if self.has_humans() { Then::Changed } else { Then::Look };
        Ok(Reply { text, then })
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
        self.settle(settlement);
        let warning = self.save_settlement(settlement);
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
            format!("PGN is for games of Hive: {}", why_no_game_string(self.game()))
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
            layout::wrapped_glossary(&entries, self.session.width())
        )
    }

    /// How the game has ended.
    pub fn ending(&self) -> Result<String, EvalError> {
        if self.game().turn().is_none() && self.game().settlement().is_none() {
            return Ok("Nobody is to move: no turn(Player) holds.".into());
        }
        let ending = self.game().why_nothing_is_legal()?;
        Ok(match &self.forfeit {
            Some(forfeit) => format!("{ending}\n{forfeit}"),
            None => ending,
        })
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

/// Whether a setting of the prompt is meant, and not an option of the game. The board
/// is always drawn here.
fn is_setting(argument: &str) -> bool {
    let name = argument.split(|c: char| c.is_whitespace() || c == '=').next().unwrap_or_default();
    name != "board" && SETTINGS.iter().any(|(known, _)| *known == name)
}

/// The texts that are not empty, a line each.
pub(super) fn join(texts: impl IntoIterator<Item = String>) -> String {
    texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n")
}
