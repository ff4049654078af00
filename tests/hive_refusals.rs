//! The rules of Hive against a referee in plain Rust: what is legal, and
//! whether the reasons for a refusal are true.

mod hive_referee;
mod support;

use std::collections::BTreeSet;
use std::sync::Arc;

use hive_referee::bugs::{Kind, Piece};
use hive_referee::hive::Hex;
use hive_referee::{Play, Referee};
use hornet::game::{Action, Game, GameString, Marks, Reason, Rules};
use hornet::logic::engine::Limits;
use hornet::logic::program::{Arg, Rule};
use hornet::logic::{Atom, Value};
use rand::Rng;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand_chacha::ChaCha8Rng;
use support::{chance, paragraphs, rules};

const REFUSALS: &str = include_str!("data/hive_refusals.txt");

/// Every choice of expansions, and once the other options turned round.
const GAMES: [&str; 9] = [
    "hive",
    "hive+m",
    "hive+l",
    "hive+p",
    "hive+ml",
    "hive+mp",
    "hive+lp",
    "hive+mlp",
    "hive+mlp:starts=black,tournament=off",
];

/// The reasons that are only given for a piece as a whole.
const FOR_PIECES: [&str; 2] = ["hemmed_in", "no_entrance"];

/// Games at random go on for long; so many turns of each will do.
const TURNS: usize = 80;

#[test]
fn the_referee_finds_the_same_legal_actions() {
    let checked = in_random_games(GAMES, 0..2, agree_on_legal);
    assert!(checked > 600, "only {checked} positions");
}

#[test]
#[ignore = "long; .ci/run runs it"]
fn the_referee_finds_the_same_legal_actions_in_many_games() {
    in_random_games(GAMES, 100..108, agree_on_legal);
}

#[test]
fn refusals_are_complete_and_true() {
    in_random_games(GAMES, 200..201, |game, chance| {
        refuse_truly(game, 3, chance);
    });
}

#[test]
#[ignore = "long; .ci/run runs it"]
fn refusals_are_complete_and_true_in_many_games() {
    let mut given = BTreeSet::new();
    in_random_games(GAMES, 300..304, |game, chance| given.extend(refuse_truly(game, 15, chance)));
    given.extend(FOR_PIECES.map(String::from));
    let never: Vec<_> = reason_names(&rules("hive")).difference(&given).cloned().collect();
    assert!(never.is_empty(), "reasons that were never given: {never:?}");
}

/// Each attempt of the data file is refused for the reasons that stand there, in that
/// order, and all of them are true.
#[test]
fn attempts_are_refused_in_the_order_in_which_a_player_would_say_why() {
    let (mut attempts, mut stuck) = (0, 0);
    for lines in paragraphs(REFUSALS) {
        let [name, game_string, questions @ ..] = lines.as_slice() else {
            panic!("no position: {lines:?}");
        };
        let game_string: GameString = game_string.parse().unwrap();
        let rules = Rules::load(&game_string.spec(&[]), Limits::default()).unwrap();
        let game = game_string.replay(Game::new(Arc::new(rules)).unwrap()).unwrap();
        for question in questions {
            let (asked, expected) = question.rsplit_once(':').unwrap();
            let reasons = match asked.strip_prefix("stuck ") {
                Some(piece) => {
                    stuck += 1;
                    game.stuck(Value::Atom(Atom::new(piece))).unwrap()
                }
                None => {
                    attempts += 1;
                    refused(&game, asked)
                }
            };
            let names: Vec<&str> = reasons.iter().map(|reason| reason.name.as_str()).collect();
            assert_eq!(names.join(", "), expected.trim(), "{name}: {asked}");
        }
    }
    assert!(attempts >= 60 && stuck >= 20, "{attempts} attempts, {stuck} pieces");
}

/// The reasons why an attempt is refused, each of which is true.
fn refused(game: &Game, written: &str) -> Vec<Reason> {
    let action = game.rules().presentation().read(game, written);
    let action = action.unwrap_or_else(|error| panic!("{written}: {error}"));
    let (referee, play) = (Referee::of(game), Play::from(&action));
    let reasons = game.reasons(&action).unwrap();
    for reason in &reasons {
        assert!(referee.is_true(play, reason.name.as_str()), "{written}: {reason:?} is not true");
    }
    reasons
}

/// A piece is stuck, for some reason, if and only if no legal action names it.
#[test]
fn a_piece_is_stuck_if_nothing_can_be_done_with_it() {
    let mut stuck = 0;
    in_random_games(["hive+mlp", "hive"], 400..402, |game, chance| {
        let legal = game.legal().unwrap();
        if legal.is_empty() {
            return;
        }
        for piece in Piece::all().into_iter().choose_multiple(chance, 4) {
            let value = Value::Atom(Atom::new(&piece.to_string()));
            let can_be_used = legal.iter().any(|action| action.args.first() == Some(&value));
            let reasons = game.stuck(value).unwrap();
            assert!(can_be_used == reasons.is_empty(), "{}\n{piece}: {reasons:?}", shown(game));
            stuck += usize::from(!can_be_used);
        }
    });
    assert!(stuck > 400, "{stuck}");
}

/// Checks every position of random games, one for each seed; how many there were.
fn in_random_games(
    games: impl IntoIterator<Item = &'static str>,
    seeds: std::ops::Range<u64>,
    mut check: impl FnMut(&Game, &mut ChaCha8Rng),
) -> usize {
    let mut checked = 0;
    for (which, name) in games.into_iter().enumerate() {
        let rules = rules(name);
        for seed in seeds.clone() {
            let mut chance = chance(seed * GAMES.len() as u64 + which as u64);
            let taste = Taste::ALL[(seed as usize + which) % Taste::ALL.len()];
            let mut game = Game::new(rules.clone()).unwrap();
            for _ in 0..TURNS {
                check(&game, &mut chance);
                checked += 1;
                let Some(action) = taste.choose(&game, &mut chance) else { break };
                game.play(&action).unwrap();
            }
        }
    }
    checked
}

/// The rules and the referee find the same actions legal.
fn agree_on_legal(game: &Game, _: &mut ChaCha8Rng) {
    let by_rules: BTreeSet<Play> = game.legal().unwrap().iter().map(Play::from).collect();
    let by_referee = Referee::of(game).legal();
    let only = |ours: &BTreeSet<Play>, theirs: &BTreeSet<Play>| -> Vec<Play> {
        ours.difference(theirs).copied().collect()
    };
    assert!(
        by_rules == by_referee,
        "{}\nlegal by the rules alone: {:?}\nlegal by the referee alone: {:?}",
        shown(game),
        only(&by_rules, &by_referee),
        only(&by_referee, &by_rules)
    );
}

/// Every attempt is either legal or refused, and every reason is true. Gives
/// the reasons that came up.
fn refuse_truly(game: &Game, attempts: usize, chance: &mut ChaCha8Rng) -> BTreeSet<String> {
    let referee = Referee::of(game);
    let legal = game.legal().unwrap();
    let mut given = BTreeSet::new();
    for _ in 0..attempts {
        let play = random_attempt(&referee, chance);
        let action = Action::from(play);
        let reasons = game.reasons(&action).unwrap();
        let names: Vec<&str> = reasons.iter().map(|reason| reason.name.as_str()).collect();
        assert!(
            legal.contains(&action) == reasons.is_empty(),
            "{}\n{action} is {}, with the reasons {names:?}",
            shown(game),
            if legal.contains(&action) { "legal" } else { "not legal" }
        );
        for name in names {
            assert!(
                referee.is_true(play, name),
                "{}\n{action} is refused for `{name}`, which is not true",
                shown(game)
            );
            given.insert(name.to_string());
        }
    }
    given
}

/// A game for a message: how it came about, its facts, its drawing.
fn shown(game: &Game) -> String {
    let rules = game.rules();
    let actions: Vec<String> = game.actions().map(Action::to_string).collect();
    let relations = &rules.program().relations;
    let facts = game.position().sorted();
    let facts: Vec<String> = facts.iter().map(|(id, row)| relations[*id].show(row)).collect();
    format!(
        "{}: {}\n{}\n{}",
        rules.name(),
        actions.join(" "),
        facts.join(" "),
        rules.presentation().draw(game, &Marks::none())
    )
}

/// The names of all reasons that the rules have a message for, but for those why a
/// position cannot be.
fn reason_names(rules: &Arc<Rules>) -> BTreeSet<String> {
    let reason = rules.program().relations.plain("reason", 2).unwrap();
    let is_ending = |rule: &&Rule| {
        let ending = (1..=3).filter_map(|arity| rules.program().relations.plain("ending", arity));
        ending.into_iter().any(|ending| ending == rule.head)
    };
    // What is wrong with a position, or has ended a game, refuses nothing.
    let others = rules.program().rules.iter();
    let others = others.filter(|rule| Some(rule.head) == rules.unsound() || is_ending(rule));
    let others: Vec<String> = others
        .filter_map(|rule| match rule.head_args.first() {
            Some(Arg::Const(name)) => Some(name.to_string()),
            _ => None,
        })
        .collect();
    let names = rules.engine().static_rows(reason).map(|row| row[0].to_string());
    names.filter(|name| !others.contains(name)).collect()
}

/// What a random player likes best.
#[derive(Clone, Copy)]
enum Taste {
    Anything,
    Moving,
    Climbing,
    Placing,
}

impl Taste {
    const ALL: [Taste; 4] = [Taste::Climbing, Taste::Placing, Taste::Moving, Taste::Anything];

    /// A legal action, mostly after this taste, if the game is not over.
    fn choose(self, game: &Game, chance: &mut ChaCha8Rng) -> Option<Action> {
        let referee = Referee::of(game);
        let legal = game.legal().unwrap();
        let wish = chance.random_range(0..10);
        let liked = legal.iter().filter(|action| match (wish, Play::from(*action)) {
            (0..2, play) => is_rare(&referee, play),
            (2..8, play) => self.likes(&referee, play),
            _ => true,
        });
        liked.choose(chance).or_else(|| legal.choose(chance)).cloned()
    }

    fn likes(self, referee: &Referee, play: Play) -> bool {
        match (self, play) {
            (Taste::Anything, _) => true,
            (Taste::Moving, play) => !matches!(play, Play::Place(..)),
            (Taste::Climbing, Play::Place(piece, _)) => {
                [Kind::Queen, Kind::Beetle, Kind::Mosquito, Kind::Pillbug].contains(&piece.kind)
            }
            (Taste::Climbing, play) => is_rare(referee, play),
            (Taste::Placing, play) => matches!(play, Play::Place(..)),
        }
    }
}

/// Moves onto other pieces, and throws of enemy pieces.
fn is_rare(referee: &Referee, play: Play) -> bool {
    match play {
        Play::Move(piece, _, to) => piece.player != referee.turn || referee.hive.is_occupied(to),
        _ => false,
    }
}

/// An action that need not be legal, of any piece, also one that does not take
/// part, to a cell in or near the hive.
fn random_attempt(referee: &Referee, chance: &mut ChaCha8Rng) -> Play {
    let piece = *Piece::all().choose(chance).unwrap();
    let near = nearby(referee);
    let anywhere = *near.choose(chance).unwrap();
    let whereabouts = referee.hive.cell_of(piece);
    match chance.random_range(0..20) {
        0 => Play::Pass,
        1 => Play::Move(piece, anywhere, *near.choose(chance).unwrap()),
        2..7 => Play::Place(piece, anywhere),
        _ => match whereabouts {
            Some(from) => Play::Move(piece, from, target(from, &near, chance)),
            None => Play::Place(piece, anywhere),
        },
    }
}

/// The cells within two of the hive, or of the origin if there is no hive.
fn nearby(referee: &Referee) -> Vec<Hex> {
    let mut cells: BTreeSet<Hex> = referee.hive.cells().chain([Hex::ORIGIN]).collect();
    for _ in 0..2 {
        cells.extend(cells.clone().into_iter().flat_map(Hex::neighbours));
    }
    cells.into_iter().collect()
}

/// A cell to move to: next to the piece as often as not.
fn target(from: Hex, near: &[Hex], chance: &mut ChaCha8Rng) -> Hex {
    if chance.random_bool(0.5) {
        *from.neighbours().choose(chance).unwrap()
    } else {
        *near.choose(chance).unwrap()
    }
}
