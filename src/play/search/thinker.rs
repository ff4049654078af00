//! Players that choose their moves by themselves. Equal positions and seeds give
//! equal moves, unless the clock decides how far to look ahead.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use super::clock::Clock;
use super::deepening::Deepening;
use super::evaluation::{Worth, worth};
use super::key::History;
use super::problem::{Look, Problem};
use super::score;
use super::table::Table;
use crate::game::{Action, Game, LoadError, Rules};
use crate::logic::engine::EvalError;
use crate::logic::names;
use crate::play::mcts::{self, Sampled};
use crate::play::player::{DEEPEST, Kind, Player, Until};

/// The option of a game that chooses between ways of evaluating positions.
pub const STYLE: &str = "style";

/// One part in so many of the time is reserved, since the position that is being
/// searched when the time is over takes a little longer.
const RESERVED_PART: u32 = 20;

/// But no more than this is reserved.
const MOST_RESERVED: Duration = Duration::from_millis(50);

/// How many bytes the transposition table may take for each second; but it may
/// take the smallest size in any case, and never more than the largest.
const TABLE_BYTES_A_SECOND: f64 = (1 << 22) as f64;
const SMALLEST_TABLE_BYTES: usize = 1 << 20;
const LARGEST_TABLE_BYTES: usize = 1 << 26;

/// A player that can be asked for a move.
#[derive(Clone)]
pub struct Thinker {
    player: Player,
    /// How it chooses in the game at hand.
    kind: Kind,
    /// The rules it evaluates positions by, if not those of the game.
    evaluates_by: Option<Arc<Rules>>,
    /// What these rules ask about the history of a position.
    history: History,
    seed: u64,
    threads: usize,
    /// Where the table is kept from move to move, if it is.
    kept: Option<Arc<Mutex<Option<Kept>>>>,
}

/// The table of an earlier search, and the rules by which it was made.
struct Kept {
    rules: Arc<Rules>,
    table: Table,
}

/// A player that cannot play a game.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ThinkerError {
    /// A human chooses for themselves.
    #[error("a human cannot play here; choose random, greedy, minimax:2 or strong")]
    Human,
    /// Another program chooses for itself.
    #[error("another program cannot play here; it does in `hornet play` and `hornet match`")]
    Program,
    /// The game has no such style of evaluation.
    #[error("{game} has no style `{style}`; {}", list_styles(.known))]
    NoStyle {
        /// The game.
        game: String,
        /// What was asked for.
        style: String,
        /// What there is.
        known: Vec<String>,
    },
    /// The game has no such weight.
    #[error("{game} has no weight `{name}`{}", list_weights(.name, .known))]
    NoWeight {
        /// The game.
        game: String,
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// The rules with that style cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
}

fn list_styles(known: &[String]) -> String {
    match known {
        [] => "it has only one way of evaluating positions".into(),
        known => format!("its styles are {}", known.join(", ")),
    }
}

fn list_weights(name: &str, known: &[String]) -> String {
    let nearest = names::nearest(name, known.iter().map(String::as_str));
    let suggestion = nearest.map_or(String::new(), |name| format!(" (did you mean `{name}`?)"));
    match known {
        [] => "; it declares none".into(),
        known => format!("{suggestion}; its weights are {}", known.join(", ")),
    }
}

/// The move that a player chose, and what it considered.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The move.
    pub action: Action,
    /// How many actions ahead it looked.
    pub depth: u32,
    /// How many positions it evaluated.
    pub nodes: u64,
    /// What it expects the position after the expected moves to be worth to
    /// itself, if it evaluates positions.
    pub worth: Option<Worth>,
    /// How many actions ahead the game ends, if that is certain.
    pub ends_in: Option<u32>,
    /// What random games told, if it played any.
    pub sampled: Option<Sampled>,
    /// The moves it expects, its own first.
    pub line: Vec<Action>,
    /// How many legal actions there were to choose from.
    pub choices: usize,
    /// How long it took.
    pub time: Duration,
}

impl Thought {
    /// An action of which nothing else is known, such as one chosen at random.
    pub(in crate::play) fn at_random(action: Action, choices: usize) -> Thought {
        Thought {
            line: vec![action.clone()],
            action,
            depth: 0,
            nodes: 0,
            worth: None,
            ends_in: None,
            sampled: None,
            choices,
            time: Duration::ZERO,
        }
    }
}

/// The progress of a player that thinks, for others to watch.
#[derive(Clone, Default)]
pub struct Watch {
    /// Set to make it stop and choose the best so far.
    pub interrupt: Arc<AtomicBool>,
    nodes: Arc<AtomicU64>,
    best: Arc<Mutex<Option<Thought>>>,
}

impl Watch {
    /// Watches, and stops when the flag is set.
    pub fn new(interrupt: Arc<AtomicBool>) -> Watch {
        Watch { interrupt, ..Watch::default() }
    }

    /// How many positions have been evaluated so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The best so far.
    pub fn best(&self) -> Option<Thought> {
        self.best.lock().expect("no panic while held").clone()
    }

    /// Counts positions that were evaluated.
    pub(in crate::play) fn count(&self, positions: u64) {
        self.nodes.fetch_add(positions, Ordering::Relaxed);
    }

    /// Tells what is best so far.
    pub(in crate::play) fn found(&self, thought: &Thought) {
        *self.best.lock().expect("no panic while held") = Some(thought.clone());
    }
}

impl Thinker {
    /// A player, ready for a game.
    pub fn new(player: Player, rules: &Rules, seed: u64) -> Result<Thinker, ThinkerError> {
        if player.is_human() {
            return Err(ThinkerError::Human);
        }
        if player.is_program() {
            return Err(ThinkerError::Program);
        }
        let styled = match &player.style {
            Some(style) if rules.chosen(STYLE).as_ref() != Some(style) => {
                Some(with_style(rules, style)?)
            }
            _ => None,
        };
        let evaluates_by = match player.weights.as_slice() {
            [] => styled,
            weights => Some(with_weights(styled.as_ref().unwrap_or(rules), weights)?),
        };
        let evaluates_by = evaluates_by.map(Arc::new);
        let history = History::asked_by(evaluates_by.as_deref().unwrap_or(rules));
        let kind = player.kind.suited_to(rules);
        Ok(Thinker { player, kind, evaluates_by, history, seed, threads: 1, kept: None })
    }

    /// The same player on so many threads. They are used where the clock decides
    /// anyway, since they do not share the work in the same way each time.
    pub fn on_threads(self, threads: usize) -> Thinker {
        Thinker { threads, ..self }
    }

    /// The same on as many as there are processors.
    pub fn on_all_processors(self) -> Thinker {
        self.on_threads(std::thread::available_parallelism().map_or(1, NonZero::get))
    }

    /// The same player, who keeps the transposition table from move to move where
    /// the clock decides. With a depth nobody does, so that a move does not depend
    /// on what was searched before.
    pub fn keeping_table(self) -> Thinker {
        let kept = self.player.is_timed().then(Arc::default);
        Thinker { kept, ..self }
    }

    /// The same player with another seed, and without a memory of earlier moves.
    pub fn with_seed(&self, seed: u64) -> Thinker {
        let kept = self.kept.as_ref().map(|_| Arc::default());
        Thinker { seed, kept, ..self.clone() }
    }

    /// Gives up the table of the last move, if one is kept.
    pub fn forget(&self) {
        if let Some(kept) = &self.kept {
            *kept.lock().expect("no panic while held") = None;
        }
    }

    /// Who it is.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// The move it chooses; none where nothing is legal.
    pub fn think(&self, game: &Game, watch: &Watch) -> Result<Option<Thought>, EvalError> {
        let began = Instant::now();
        let Some(player) = game.turn() else { return Ok(None) };
        let mut rng = self.rng(game);
        if self.kind == Kind::Random {
            let legal = game.legal_unsorted()?;
            let choices = legal.len();
            let chosen = first_when_shuffled(legal, &mut rng);
            let thought = chosen.map(|action| Thought::at_random(action, choices));
            return Ok(thought.map(|thought| Thought { time: began.elapsed(), ..thought }));
        }
        let mut legal = game.legal()?;
        legal.shuffle(&mut rng);
        let Some(first) = legal.first() else { return Ok(None) };
        let at_random = Thought::at_random(first.clone(), legal.len());
        let evaluated = match &self.evaluates_by {
            Some(rules) => &game.under(rules.clone()),
            None => game,
        };
        let thought = match &self.kind {
            Kind::Human | Kind::Random | Kind::Strong(_) | Kind::Uhp(_) | Kind::Http(_) => {
                at_random
            }
            Kind::Minimax(_) | Kind::Mcts(_) if legal.len() == 1 => at_random,
            Kind::Greedy => {
                let worths = legal.iter().map(|action| {
                    let mut next = evaluated.clone();
                    next.play_unchecked(action)?;
                    worth(&next, player)
                });
                let worths = worths.collect::<Result<Vec<Worth>, EvalError>>()?;
                let best = worths.iter().max().copied();
                let is_best = |index: &usize| Some(worths[*index]) == best;
                let best_ones: Vec<usize> = (0..legal.len()).filter(is_best).collect();
                let action = best_ones.choose(&mut rng).map_or(first, |index| &legal[*index]);
                Thought {
                    action: action.clone(),
                    line: vec![action.clone()],
                    depth: 1,
                    nodes: legal.len() as u64,
                    worth: best,
                    ..at_random
                }
            }
            Kind::Mcts(enough) => {
                let search = mcts::Search { game: evaluated, legal, enough: *enough, watch };
                search.run(self.threads, &mut rng, at_random)?
            }
            Kind::Minimax(until) => self.look_ahead(evaluated, legal, *until, watch, at_random)?,
        };
        Ok(Some(Thought { time: began.elapsed(), ..thought }))
    }

    /// Random numbers for this turn, the same each time it is this turn.
    fn rng(&self, game: &Game) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(game.turn_number() as u64);
        rng
    }

    /// Looks ahead, one action further each time. When it is stopped, the last
    /// finished search counts.
    fn look_ahead(
        &self,
        game: &Game,
        legal: Vec<Action>,
        until: Until,
        watch: &Watch,
        at_random: Thought,
    ) -> Result<Thought, EvalError> {
        let player = game.turn().expect("somebody is to move");
        let (deadline, deepest, bytes) = match until {
            Until::Time(time) => {
                let reserved = (time / RESERVED_PART).min(MOST_RESERVED);
                // A time beyond what the clock can tell is no limit.
                let deadline = Instant::now().checked_add(time - reserved);
                let bytes = (time.as_secs_f64() * TABLE_BYTES_A_SECOND) as usize;
                (deadline, DEEPEST, bytes.clamp(SMALLEST_TABLE_BYTES, LARGEST_TABLE_BYTES))
            }
            Until::Depth(depth) => (None, depth.min(DEEPEST), LARGEST_TABLE_BYTES),
        };
        let threads = if deadline.is_some() { self.threads } else { 1 };
        let clock = Clock::new(deadline, watch.interrupt.clone(), watch.nodes.clone());
        let (game, history) = (game.clone(), self.history);
        let problem = Problem { game, legal, player, history, clock, deepest };
        let mut search = Deepening::new(&problem, threads, bytes, self.kept_table(&problem.game));
        let mut best = at_random;
        for depth in 1..=deepest {
            let Some(look) = search.look(depth) else {
                if let Some(look) = search.unfinished() {
                    best = informed(best, look);
                }
                break;
            };
            // Decided, and no other way is shorter or longer. The table may know of an end
            // further ahead than all has been searched.
            let ends_in = score::distance(look.score);
            let is_settled = look.is_complete || ends_in.is_some_and(|actions| actions <= depth);
            best = Thought { depth, nodes: watch.nodes(), ..informed(best, look) };
            watch.found(&best);
            problem.clock.run();
            if is_settled {
                break;
            }
        }
        if let Some(table) = search.into_table() {
            self.keep_table(&problem.game, table);
        }
        match problem.clock.error() {
            Some(error) => Err(error),
            None => Ok(Thought { nodes: watch.nodes(), ..best }),
        }
    }

    /// The table of the last move, if it was made by the same rules.
    fn kept_table(&self, game: &Game) -> Option<Table> {
        let kept = self.kept.as_ref()?.lock().expect("no panic while held").take()?;
        Arc::ptr_eq(&kept.rules, game.rules()).then_some(kept.table)
    }

    fn keep_table(&self, game: &Game, table: Table) {
        if let Some(kept) = &self.kept {
            let rules = game.rules().clone();
            *kept.lock().expect("no panic while held") = Some(Kept { rules, table });
        }
    }
}

/// A thought with what a look ahead has found.
fn informed(thought: Thought, Look { line, score, .. }: Look) -> Thought {
    match line.first() {
        Some(action) => {
            let action = action.clone();
            let (worth, ends_in) = (Some(score::worth(score)), score::distance(score));
            Thought { action, worth, ends_in, line, ..thought }
        }
        None => thought,
    }
}

/// The action that comes first when they are sorted and then shuffled, without
/// sorting or moving them all.
fn first_when_shuffled(mut actions: Vec<Action>, rng: &mut ChaCha8Rng) -> Option<Action> {
    let mut places: Vec<usize> = (0..actions.len()).collect();
    places.shuffle(rng);
    let (_, chosen, _) = actions.select_nth_unstable(*places.first()?);
    Some(chosen.clone())
}

/// The same rules with another style of evaluation.
fn with_style(rules: &Rules, style: &str) -> Result<Rules, ThinkerError> {
    let known = rules.allowed(STYLE);
    if !known.iter().any(|value| value == style) {
        let (game, style) = (rules.name().to_string(), style.to_string());
        return Err(ThinkerError::NoStyle { game, style, known });
    }
    Ok(rules.with_option(STYLE, style)?)
}

/// The rules with other values for some weights.
fn with_weights(rules: &Rules, chosen: &[(String, i64)]) -> Result<Rules, ThinkerError> {
    let declared = &rules.program().declarations.weights;
    let mut values = rules.weights().to_vec();
    for (name, value) in chosen {
        let Some(index) = declared.iter().position(|weight| weight.name.as_str() == name) else {
            let known = declared.iter().map(|weight| weight.name.as_str().to_string()).collect();
            let (game, name) = (rules.name().to_string(), name.clone());
            return Err(ThinkerError::NoWeight { game, name, known });
        };
        values[index] = *value;
    }
    Ok(rules.with_weights(&values)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(name: &str, moves: &[&str]) -> Game {
        let mut game = Game::new(Arc::new(Rules::open(name).unwrap())).unwrap();
        for text in moves {
            let action = game.rules().presentation().read(&game, text).unwrap();
            game.play(&action).unwrap();
        }
        game
    }

    fn thought(game: &Game, player: &str, seed: u64) -> Thought {
        let thinker = Thinker::new(player.parse().unwrap(), game.rules(), seed).unwrap();
        let thought = thinker.think(game, &Watch::default()).unwrap().unwrap();
        assert!(game.legal().unwrap().contains(&thought.action));
        assert_eq!(thought.line[0], thought.action);
        thought
    }

    fn best(game: &Game, player: &str) -> String {
        thought(game, player, 0).action.to_string()
    }

    #[test]
    fn a_win_is_taken_and_a_loss_averted() {
        let winning = played("examples/tictactoe.pl", &["a1", "b1", "a2", "b2"]);
        let losing = played("examples/tictactoe.pl", &["a1", "b2", "a2"]);
        for player in ["minimax:2", "minimax:3", "minimax:5", "minimax:0.5s"] {
            assert_eq!(best(&winning, player), "put(a3)");
            assert_eq!(best(&losing, player), "put(a3)");
        }
        assert_eq!(best(&winning, "greedy"), "put(a3)");
        assert_eq!(thought(&winning, "minimax:5", 0).worth, Some(Worth::Won));
        assert_eq!(thought(&winning, "minimax:5", 0).depth, 1);
    }

    #[test]
    fn the_expected_moves_can_be_played() {
        let game = played("tanks:6", &["b2-b3", "b5-b4"]);
        let thought = thought(&game, "minimax:3", 7);
        assert_eq!((thought.depth, thought.line.len()), (3, 3));
        let mut next = game.clone();
        thought.line.iter().for_each(|action| next.play(action).unwrap());
    }

    /// What minimax finds, computed without any shortcut.
    fn exhaustive(game: &Game, player: crate::logic::Atom, depth: u32) -> Worth {
        let legal = game.legal().unwrap();
        if depth == 0 || legal.is_empty() {
            return worth(game, player).unwrap();
        }
        let after = legal.iter().map(|action| {
            let mut next = game.clone();
            next.play(action).unwrap();
            exhaustive(&next, player, depth - 1)
        });
        match game.turn() == Some(player) {
            true => after.max().unwrap(),
            false => after.min().unwrap(),
        }
    }

    #[test]
    fn it_finds_what_looking_at_everything_finds() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for name in ["tanks:6", "gauss", "hive", "examples/tictactoe.pl"] {
            let mut game = played(name, &[]);
            for step in 0..12 {
                let legal = game.legal().unwrap();
                if step % 3 == 2 && !legal.is_empty() {
                    let player = game.turn().unwrap();
                    let found = thought(&game, "minimax:2", step);
                    let expected = exhaustive(&game, player, 2);
                    assert_eq!(found.worth, Some(expected), "{name} after {step}");
                    let mut next = game.clone();
                    next.play(&found.action).unwrap();
                    assert_eq!(exhaustive(&next, player, 1), expected, "{name} after {step}");
                }
                let Some(action) = legal.choose(&mut rng) else { break };
                game.play(action).unwrap();
            }
        }
    }

    #[test]
    fn a_seed_decides_between_equals() {
        for player in ["random", "greedy", "minimax:2"] {
            let game = played("gauss", &[]);
            let chosen = |seed| thought(&game, player, seed).action;
            let all: std::collections::HashSet<Action> = (0..20).map(chosen).collect();
            assert!(all.len() > 3, "{player}: {all:?}");
            assert_eq!(chosen(3), chosen(3));
        }
    }

    /// So that a game that is resumed goes on as it would have.
    #[test]
    fn nothing_is_left_of_earlier_thoughts() {
        for name in ["examples/connect_four.pl", "hive", "tanks:6"] {
            let game = played(name, &[]);
            let thinker = Thinker::new("minimax:4".parse().unwrap(), game.rules(), 1).unwrap();
            let think = |game: &Game| {
                let thought = thinker.think(game, &Watch::default()).unwrap().unwrap();
                Thought { time: Duration::ZERO, ..thought }
            };
            let first = think(&game);
            let mut later = game.clone();
            for _ in 0..2 {
                later.play(&think(&later).action).unwrap();
            }
            assert_eq!(think(&game), first, "{name}");
        }
    }

    #[test]
    fn time_is_kept() {
        let game = played("tanks", &[]);
        for millis in [1, 50, 300] {
            let began = Instant::now();
            let thought = thought(&game, &format!("minimax:{}s", millis as f64 / 1000.0), 0);
            // Without a limit it would take hours.
            assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
            assert!(millis < 300 || thought.depth > 0);
        }
    }

    #[test]
    fn to_pick_is_to_sort_and_shuffle() {
        let game = played("tanks", &[]);
        let sorted = game.legal().unwrap();
        for seed in 0..100 {
            let rng = || ChaCha8Rng::seed_from_u64(seed);
            let (mut shuffled, mut found) = (sorted.clone(), sorted.clone());
            shuffled.shuffle(&mut rng());
            found.shuffle(&mut ChaCha8Rng::seed_from_u64(seed + 1000));
            let picked = first_when_shuffled(found, &mut rng());
            assert_eq!(picked, shuffled.first().cloned(), "in whatever order they are found");
        }
        assert_eq!(first_when_shuffled(Vec::new(), &mut ChaCha8Rng::seed_from_u64(0)), None);
    }

    #[test]
    fn nothing_is_done_where_nothing_is_legal() {
        let over = played("examples/tictactoe.pl", &["a1", "b1", "a2", "b2", "a3"]);
        for player in ["random", "greedy", "minimax:3"] {
            let thinker = Thinker::new(player.parse().unwrap(), over.rules(), 0).unwrap();
            assert_eq!(thinker.think(&over, &Watch::default()).unwrap(), None);
        }
    }

    #[test]
    fn an_interrupt_ends_it_with_the_best_so_far() {
        let game = played("tanks", &[]);
        let thinker = Thinker::new("minimax:20".parse().unwrap(), game.rules(), 0).unwrap();
        let watch = Watch::default();
        let thought = std::thread::scope(|scope| {
            let thinking = scope.spawn(|| thinker.think(&game, &watch).unwrap().unwrap());
            while watch.best().is_none_or(|best| best.depth < 2) {
                std::thread::sleep(Duration::from_millis(5));
            }
            watch.interrupt.store(true, Ordering::Relaxed);
            thinking.join().unwrap()
        });
        assert!((2..20).contains(&thought.depth), "{thought:?}");
        assert!(game.legal().unwrap().contains(&thought.action));
    }

    /// Each player has two turns in a row, and the one who takes the last stone
    /// wins. A search that takes turns for granted would play for the other.
    const TWO_TURNS: &str = "
        :- players([one, two]).
        :- type(half, [first, second]).
        :- state(stones(int)).
        :- state(turn(player)).
        :- state(now(half)).
        :- action(take(int)).
        amount(1). amount(2).
        start(stones(7)). start(turn(one)). start(now(first)).
        legal(take(N)) :- amount(N), stones(Left), Left >= N.
        del(stones(N)) :- stones(N).
        add(stones(Rest)) :- does(take(N)), stones(Left), Rest is Left - N.
        del(now(H)) :- now(H).
        add(now(second)) :- now(first).
        add(now(first)) :- now(second).
        del(turn(P)) :- now(second), turn(P).
        add(turn(Q)) :- now(second), turn(P), opponent(P, Q).
        refuse(take(N), too_many) :- tried(take(N)), stones(Left), N > Left.
        reason(too_many, 'there are not so many').
        took_last(P) :- stones(0), now(second), turn(P).
        took_last(P) :- stones(0), now(first), turn(Q), opponent(P, Q).
        wins(P) :- took_last(P).
    ";

    #[test]
    fn two_turns_in_a_row_are_one_sides() {
        let rules = Arc::new(Rules::from_text("stones.pl", TWO_TURNS).unwrap());
        let mut game = Game::new(rules).unwrap();
        let player = game.turn().unwrap();
        let expected = exhaustive(&game, player, 9);
        let found = thought(&game, "minimax:18", 0);
        assert_eq!(found.worth, Some(expected));
        game.play(&found.action).unwrap();
        assert_eq!(exhaustive(&game, player, 9), expected);
    }

    fn game(text: &str) -> Game {
        Game::new(Arc::new(Rules::from_text("small.pl", text).unwrap())).unwrap()
    }

    fn line(thought: &Thought) -> Vec<String> {
        thought.line.iter().map(Action::to_string).collect()
    }

    /// Who keeps the turn gets ten for one.
    const KEEP: &str = "
        :- players([one, two]).
        :- type(phase, [open, kept]).
        :- state(points(player, int)).
        :- state(turn(player)).
        :- state(now(phase)).
        :- action(keep).
        :- action(take(int)).
        start(points(one, 0)). start(points(two, 0)). start(turn(one)). start(now(open)).
        legal(keep) :- now(open).
        legal(take(1)) :- now(open).
        legal(take(10)) :- now(kept).
        del(now(open)) :- does(keep).
        add(now(kept)) :- does(keep).
        del(now(kept)) :- does(take(10)).
        add(now(open)) :- does(take(10)).
        del(points(P, N)) :- does(take(_)), turn(P), points(P, N).
        add(points(P, M)) :- does(take(K)), turn(P), points(P, N), M is N + K.
        del(turn(P)) :- does(take(_)), turn(P).
        add(turn(Q)) :- does(take(_)), turn(P), opponent(P, Q).
        value(P, N) :- points(P, N).
        wins(P) :- points(P, N), N >= 50.
    ";

    #[test]
    fn an_action_is_an_action_whoever_plays_it() {
        let mut game = game(KEEP);
        let player = game.turn().unwrap();
        let found = thought(&game, "minimax:2", 0);
        assert_eq!(line(&found), ["keep", "take(10)"]);
        assert_eq!((found.depth, found.worth), (2, Some(Worth::Value(10))));
        for depth in 1..=6 {
            let found = thought(&game, &format!("minimax:{depth}"), 0);
            assert_eq!(found.worth, Some(exhaustive(&game, player, depth)), "depth {depth}");
        }
        game.play(&found.action).unwrap();
        assert_eq!(best(&game, "minimax:1"), "take(10)");
    }

    /// A puzzle whose values mislead: the fewer stones the better, but not one.
    const PUZZLE: &str = "
        :- players([solver]).
        :- state(stones(int)).
        :- state(turn(player)).
        :- action(take(int)).
        amount(2). amount(3). amount(6).
        start(stones(7)). start(turn(solver)).
        legal(take(N)) :- amount(N), stones(Left), Left >= N.
        del(stones(N)) :- stones(N).
        add(stones(Rest)) :- does(take(N)), stones(Left), Rest is Left - N.
        value(solver, N) :- stones(Left), N is 0 - Left.
        wins(solver) :- stones(0).
        draw :- stones(1).
    ";

    #[test]
    fn a_puzzle_is_solved_the_shortest_way() {
        let mut game = game(PUZZLE);
        for player in ["minimax:3", "minimax:9", "minimax:0.5s"] {
            let found = thought(&game, player, 0);
            assert_eq!((found.depth, found.worth), (3, Some(Worth::Won)), "{player}");
            assert_eq!(found.line.len(), 3, "{player}");
        }
        let found = thought(&game, "minimax:2", 0);
        assert_eq!(found.worth, Some(Worth::Value(-2)), "two stones are left");
        game.play(&thought(&game, "minimax:9", 0).action).unwrap();
        assert_eq!(thought(&game, "minimax:9", 0).depth, 2);
    }

    /// One chooses how long it takes until somebody wins.
    const FUSE: &str = "
        :- players([one, two]).
        :- state(fuse(int)).
        :- state(turn(player)).
        :- action(light(int)).
        :- action(wait).
        burns(3). burns(5). burns(1).
        start(fuse(9)). start(turn(one)).
        legal(light(N)) :- fuse(9), burns(N).
        legal(wait) :- fuse(N), N < 9.
        del(fuse(N)) :- fuse(N).
        add(fuse(N)) :- does(light(N)).
        add(fuse(M)) :- does(wait), fuse(N), M is N - 1.
        del(turn(P)) :- turn(P).
        add(turn(Q)) :- turn(P), opponent(P, Q).
        wins(WINNER) :- fuse(0).
    ";

    #[test]
    fn wins_are_sought_and_losses_put_off() {
        for (winner, expected, worth) in
            [("one", "light(1)", Worth::Won), ("two", "light(5)", Worth::Lost)]
        {
            let game = game(&FUSE.replace("WINNER", winner));
            for (player, seed) in [("minimax:8", 0), ("minimax:8", 1), ("minimax:0.5s", 2)] {
                let found = thought(&game, player, seed);
                assert_eq!(found.action.to_string(), expected, "{winner}, {player}");
                assert_eq!(found.worth, Some(worth), "{winner}, {player}");
            }
        }
    }

    /// One may hope for what two wants as well.
    const THREE: &str = "
        :- players([one, two, three]).
        :- type(choice, [none, a, b, x, y]).
        :- state(first(choice)).
        :- state(second(choice)).
        :- state(turn(player)).
        :- action(pick(choice)).
        start(first(none)). start(second(none)). start(turn(one)).
        offer(one, a). offer(one, b). offer(two, x). offer(two, y). offer(three, none).
        follows(one, two). follows(two, three). follows(three, one).
        legal(pick(Choice)) :- turn(Player), offer(Player, Choice).
        del(first(none)) :- turn(one).
        add(first(Choice)) :- does(pick(Choice)), turn(one).
        del(second(none)) :- turn(two).
        add(second(Choice)) :- does(pick(Choice)), turn(two).
        del(turn(Player)) :- turn(Player).
        add(turn(Next)) :- turn(Player), follows(Player, Next).
        value(one, 10) :- first(a), second(x).
        value(two, 2) :- first(a), second(x).
        value(three, 10) :- first(a), second(y).
        value(one, 1) :- first(b).
        wins(WINNER) :- turn(one), first(a).
        draw :- turn(one), first(b).
    ";

    #[test]
    fn each_of_three_players_wants_something_else() {
        let game = game(&THREE.replace("WINNER", "two"));
        let found = thought(&game, "minimax:2", 0);
        assert_eq!(line(&found), ["pick(a)", "pick(x)"], "two has the better of it too");
        assert_eq!((found.depth, found.worth), (2, Some(Worth::Value(8))));
        let found = thought(&game, "minimax:5", 0);
        assert_eq!(found.action.to_string(), "pick(b)", "further ahead, two wins");
        assert_eq!((found.depth, found.worth), (3, Some(Worth::Value(0))));
    }

    /// One can be sure of little, or leave it to the dice, which may show what two likes.
    const FOUR: &str = "
        :- players([one, two, three, chance]).
        :- type(place, [begin, sure, risk, good, bad]).
        :- state(now(place)).
        :- state(turn(player)).
        :- action(pick(place)).
        start(now(begin)). start(turn(one)).
        legal(pick(sure)) :- now(begin).
        legal(pick(risk)) :- now(begin).
        legal(pick(good)) :- now(risk).
        legal(pick(bad)) :- now(risk).
        legal(pick(sure)) :- now(sure).
        del(now(Place)) :- now(Place).
        add(now(Place)) :- does(pick(Place)).
        del(turn(Player)) :- turn(Player).
        add(turn(chance)) :- does(pick(risk)).
        add(turn(two)) :- does(pick(Place)), Place \\= risk.
        value(one, 1) :- now(sure).
        value(one, 10) :- now(good).
        value(two, 25) :- now(bad).
        draw :- turn_number(9).
    ";

    #[test]
    fn the_worst_is_expected_of_dice_also_among_three() {
        let found = thought(&game(FOUR), "minimax:2", 0);
        assert_eq!(found.action.to_string(), "pick(sure)");
        assert_eq!(found.worth, Some(Worth::Value(1)));
    }

    #[test]
    fn a_table_is_kept_where_the_clock_decides() {
        for (player, is_kept) in [("minimax:0.05s", true), ("minimax:3", false)] {
            let mut game = played("examples/connect_four.pl", &[]);
            let thinker = Thinker::new(player.parse().unwrap(), game.rules(), 1).unwrap();
            let thinker = thinker.keeping_table();
            for _ in 0..4 {
                let thought = thinker.think(&game, &Watch::default()).unwrap().unwrap();
                game.play(&thought.action).unwrap();
            }
            assert_eq!(thinker.kept_table(&game).is_some(), is_kept, "{player}");
        }
    }

    #[test]
    fn an_interrupt_stops_it_at_any_node() {
        let game = played("tanks", &[]);
        let thinker = Thinker::new("minimax:20".parse().unwrap(), game.rules(), 0).unwrap();
        let watch = Watch::new(Arc::new(AtomicBool::new(true)));
        let thought = thinker.think(&game, &watch).unwrap().unwrap();
        assert_eq!((thought.depth, thought.nodes), (0, 0));
        assert!(game.legal().unwrap().contains(&thought.action));
    }
}
