//! What was found, in words and in the game's notation.

use std::time::Duration;

use indicatif::HumanCount;

use super::{Branch, Fate, Length, RuledOut, Solution, SolveResult, Stopped};
use crate::game::{Action, Game};
use crate::play::player::dice;
use crate::play::report::written_line;

/// What is proved, in a sentence or two.
pub fn headline(game: &Game, solution: &Solution) -> String {
    let player = solution.player;
    let is_puzzle = game.is_puzzle();
    let text = match solution.result {
        SolveResult::Win(length) => {
            let how_long = how_long(game, solution, length);
            let text = match is_puzzle {
                true => format!("Solved in {how_long}"),
                false => format!("{player} wins in {how_long}"),
            };
            let no_shorter = if is_puzzle { "solution" } else { "win" };
            text + &whether_shortest(length, solution.no_win, no_shorter)
        }
        SolveResult::Loss(length) => {
            let how_long = how_long(game, solution, length);
            let text = format!("{player} loses in {how_long}, whatever it does");
            text + &whether_shortest(length, solution.no_loss, "loss")
        }
        SolveResult::Neither if is_puzzle => "There is no solution".into(),
        SolveResult::Neither if has_dice(game) => {
            format!("Neither {player} nor {} can force a win, whatever the dice show", others(game))
        }
        SolveResult::Neither => {
            format!("A draw with best play: neither {player} nor {} can force a win", others(game))
        }
        SolveResult::Unknown => unknown(game, solution),
    };
    let mut text = text + ".";
    if others_of(game).len() > 1 {
        text += " (All other players are taken for one side.)";
    }
    if has_dice(game) {
        text += " (What is forced is forced whatever the dice show.)";
    }
    text
}

fn players(game: &Game) -> &[crate::logic::Atom] {
    game.rules().program().declarations.players()
}

/// Whether a player stands for dice, who decide what nobody can force.
pub fn has_dice(game: &Game) -> bool {
    dice(players(game)).is_some()
}

/// Everybody but the player to move, and the dice.
fn others_of(game: &Game) -> Vec<&str> {
    let (turn, dice) = (game.turn(), dice(players(game)));
    players(game)
        .iter()
        .enumerate()
        .filter(|(number, player)| Some(**player) != turn && Some(*number) != dice)
        .map(|(_, player)| player.as_str())
        .collect()
}

/// The same in words.
fn others(game: &Game) -> String {
    match others_of(game).as_slice() {
        [other] => other.to_string(),
        _ => "the others".into(),
    }
}

fn unknown(game: &Game, solution: &Solution) -> String {
    let player = solution.player;
    if game.is_puzzle() {
        return match solution.no_win {
            RuledOut::Within(0) | RuledOut::Forever => "Not solved".into(),
            RuledOut::Within(number) => format!("No solution within {}", actions(number)),
        };
    }
    let others = others(game);
    match (solution.no_win, solution.no_loss) {
        (RuledOut::Forever, loss) => {
            format!("{player} cannot force a win, {}", beaten(loss))
        }
        (RuledOut::Within(0), _) => "Not solved".into(),
        (RuledOut::Within(win), RuledOut::Within(0)) => {
            format!("{player} has no win within {}", actions(win))
        }
        (RuledOut::Within(win), RuledOut::Within(loss)) => {
            format!(
                "No win within {} for {player}, none within {} for {others}",
                actions(win),
                loss
            )
        }
        (RuledOut::Within(win), RuledOut::Forever) => {
            format!("{player} cannot be beaten, and has no win within {}", actions(win))
        }
    }
}

fn beaten(loss: RuledOut) -> String {
    match loss {
        RuledOut::Forever => "and cannot be beaten".into(),
        RuledOut::Within(0) => "and whether it can be beaten is not known".into(),
        RuledOut::Within(number) => format!("and cannot be beaten within {}", actions(number)),
    }
}

/// `3 moves (5 actions)`: a move is an action of the player who is told about.
fn how_long(game: &Game, solution: &Solution, length: Length) -> String {
    let at_most = if length.is_shortest { "" } else { "at most " };
    let number = length.actions;
    let own = (solution.line.len() == usize::from(number))
        .then(|| own_actions(game, solution))
        .filter(|own| !game.is_puzzle() && *own > 0);
    match own {
        Some(own) if number == 1 => format!("{at_most}{}", counted(own, "move")),
        Some(own) => format!("{at_most}{} ({})", counted(own, "move"), actions(number)),
        None => format!("{at_most}{}", actions(number)),
    }
}

/// How many actions of the line the player to move plays.
pub fn own_actions(game: &Game, solution: &Solution) -> usize {
    movers(game, &solution.line)
        .into_iter()
        .filter(|name| *name == solution.player.as_str())
        .count()
}

/// Who plays each action of a line.
fn movers(game: &Game, line: &[Action]) -> Vec<String> {
    let mut game = game.clone();
    let mut movers = Vec::new();
    for action in line {
        movers.push(game.turn().map_or(String::new(), |turn| turn.to_string()));
        if game.play_unchecked(action).is_err() {
            break;
        }
    }
    movers
}

fn whether_shortest(length: Length, none: RuledOut, what: &str) -> String {
    match (length.is_shortest, none) {
        (true, _) => String::new(),
        (false, RuledOut::Within(number)) if number > 0 => {
            format!(
                "; there is no {what} within {}, but there may be a shorter one",
                actions(number)
            )
        }
        (false, _) => "; there may be a shorter way".into(),
    }
}

/// The line, an action each, numbered from 1.
pub fn numbered(game: &Game, line: &[Action]) -> Vec<String> {
    let written = written_line(game, line);
    let width = written.len().to_string().len();
    let movers = movers(game, line);
    let name_width = movers.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let lines = written.iter().zip(movers).enumerate().map(|(index, (action, mover))| {
        let number = index + 1;
        match game.is_puzzle() {
            true => format!("  {number:>width$}. {action}"),
            false => format!("  {number:>width$}. {mover:name_width$}  {action}"),
        }
    });
    lines.collect()
}

/// The tree of answers, indented. Answers after which the same follows share a line.
pub fn outline(game: &Game, tree: &[Branch]) -> Vec<String> {
    let mut lines = Vec::new();
    add_outline(game, tree, 1, &mut lines);
    lines
}

fn add_outline(game: &Game, tree: &[Branch], depth: usize, lines: &mut Vec<String>) {
    let mut groups = Groups::default();
    let indent = "  ".repeat(depth);
    for branch in tree {
        let mut game = game.clone();
        let Some(action) = played(&mut game, &branch.action) else { continue };
        let (mut last, mut forced) = (branch, Vec::new());
        // What is forced after it stands on the same line.
        while let [next] = last.then.as_slice()
            && next.is_forcing
        {
            let Some(written) = played(&mut game, &next.action) else { break };
            forced.push(written);
            last = next;
        }
        let end = match (last.within, last.is_folded) {
            (0, _) => " ends it".to_string(),
            (within, true) => format!(", and {} more", actions(within)),
            (_, false) => String::new(),
        };
        let then = match forced.is_empty() {
            true => end,
            false => format!(": {}{end}", forced.join(", ")),
        };
        match last.then.is_empty() {
            true => groups.add(then, action),
            false => {
                lines.push(format!("{indent}{action}{then}"));
                add_outline(&game, &last.then, depth + 1, lines);
            }
        }
    }
    for (then, answers) in groups.0 {
        lines.extend(wrapped(&indent, &answers.join(", "), &then));
    }
}

/// Texts by what they have in common, in the order in which that first came up.
#[derive(Default)]
struct Groups(Vec<(String, Vec<String>)>);

impl Groups {
    fn add(&mut self, common: String, text: String) {
        match self.0.iter_mut().find(|(known, _)| *known == common) {
            Some((_, texts)) => texts.push(text),
            None => self.0.push((common, vec![text])),
        }
    }
}

/// No line is longer, if it can be helped.
const WIDTH: usize = 80;

/// Texts joined by commas, and an end, over as many lines as it takes.
fn wrapped(indent: &str, text: &str, end: &str) -> Vec<String> {
    let mut lines = vec![indent.to_string()];
    let whole = format!("{text}{end}");
    let parts: Vec<&str> = whole.split_inclusive(", ").collect();
    for part in parts {
        let line = lines.last_mut().expect("there is one");
        let is_begun = !line.trim().is_empty();
        if is_begun && line.chars().count() + part.trim_end().chars().count() > WIDTH {
            *line = line.trim_end().to_string();
            lines.push(format!("{indent}    {part}"));
        } else {
            line.push_str(part);
        }
    }
    lines
}

/// Plays an action, and tells it in the game's notation.
fn played(game: &mut Game, action: &Action) -> Option<String> {
    let written = game.rules().presentation().write(game, action);
    game.play_unchecked(action).ok()?;
    Some(written)
}

/// What comes of other first actions. Those of which the same comes share a line.
pub fn other_actions(game: &Game, solution: &Solution) -> Vec<String> {
    let mut groups = Groups::default();
    for other in &solution.others {
        let mut after = game.clone();
        let Some(action) = played(&mut after, &other.action) else { continue };
        let write = |answer: &Action| after.rules().presentation().write(&after, answer);
        let (wins, win) = match game.is_puzzle() {
            true => ("solves it too", "solution"),
            false => ("wins too", "win"),
        };
        let fate = match &other.fate {
            Fate::Wins(1) => wins.into(),
            Fate::Wins(number) => format!("{wins}, in {}", actions(*number)),
            Fate::Fails { within, answer } => {
                let within = match within {
                    Some(number) => format!("no {win} within {}", actions(*number)),
                    None => format!("no {win}"),
                };
                match answer {
                    Some(answer) => format!("{within}, because of {}", write(answer)),
                    None => within,
                }
            }
            Fate::Ends(outcome) => format!("ends the game: {}", outcome.told()),
            Fate::Unsettled => "not settled".into(),
        };
        groups.add(fate, action);
    }
    let lines = groups
        .0
        .into_iter()
        .flat_map(|(fate, actions)| wrapped("  ", &format!("{fate}: {}", actions.join(", ")), ""));
    lines.collect()
}

/// What it took, and why it knows no more.
pub fn effort(solution: &Solution) -> String {
    let stopped = match solution.stopped {
        None => "",
        Some(Stopped::Time) => "; the time is over",
        Some(Stopped::Interrupt) => "; interrupted",
        Some(Stopped::Actions) => "; it was to look no further",
    };
    let positions = match solution.positions {
        1 => "1 position".to_string(),
        number => format!("{} positions", HumanCount(number)),
    };
    format!("{positions}, {}{stopped}", seconds(solution.time))
}

/// Everything for somebody to read: what is proved, and whatever else was wanted.
pub fn told(game: &Game, solution: &Solution) -> String {
    let mut lines = vec![headline(game, solution)];
    lines.extend(numbered(game, &solution.line));
    if !solution.is_line_whole {
        lines.push("The line is not complete: the search ended before the rest was found.".into());
    }
    if !solution.tree.is_empty() {
        lines.push("Answers:".into());
        lines.extend(outline(game, &solution.tree));
    }
    if !solution.others.is_empty() {
        let heading = match solution.result {
            SolveResult::Win(_) => "Other first moves:",
            _ => "First moves:",
        };
        lines.push(heading.into());
        lines.extend(other_actions(game, solution));
    }
    lines.join("\n")
}

fn actions(number: u16) -> String {
    counted(number.into(), "action")
}

fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

fn seconds(time: Duration) -> String {
    match time.as_secs_f64() {
        short if short < 0.1 => format!("{:.0} ms", short * 1000.0),
        long => format!("{long:.1} s"),
    }
}
