//! Matches between players: whose side is whose, what a seed decides, and what
//! comes of games that do not end by themselves.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hornet::game::{Action, Game, Rules, Spec};
use hornet::logic::engine::Limits;
use hornet::play::{End, Match, MatchError, Openings, Ratings, Round, Score, Shard, Unfinished};

fn match_of(rules: Rules, players: [&str; 2], seed: u64, plies: usize) -> Match {
    let players = players.map(|name| name.parse().unwrap());
    Match::new(Arc::new(rules), players, seed, plies).unwrap()
}

fn played(pairing: &Match, games: usize, threads: usize) -> Vec<Round> {
    pairing.play(games, threads, &Arc::default(), &mut |_, _| {}).unwrap()
}

/// Stones as in the file, with clauses taken out and put in.
fn stones(without: &str, with: &str) -> Rules {
    let text = fs::read_to_string("tests/matches/stones.pl").unwrap();
    assert!(text.contains(without));
    let text = format!("{}\n{with}\n", text.replace(without, ""));
    Rules::from_text("stones.pl", &text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn players_take_turns_at_the_first_side() {
    let pairing = match_of(stones("", ""), ["greedy", "random"], 3, 40);
    let rounds = played(&pairing, 5, 2);
    let numbers: Vec<usize> = rounds.iter().map(|round| round.number).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
    let seats: Vec<&[usize]> = rounds.iter().map(|round| round.seats.as_slice()).collect();
    assert_eq!(seats, [[0, 1], [1, 0], [0, 1], [1, 0], [0, 1]]);
    let [greedy, random] = [0, 1].map(|player| Score::of(player, &rounds));
    assert_eq!((greedy.wins, greedy.losses, greedy.draws), (5, 0, 0), "it takes three each time");
    assert_eq!((random.wins, random.losses, random.draws), (0, 5, 0));
    assert_eq!((greedy.share(), random.decided()), (Some(1.0), Some(0.0)));
    assert_eq!((greedy.wins_by_side, greedy.games_by_side), (vec![3, 2], vec![3, 2]));
    assert_eq!((random.wins_by_side, random.games_by_side), (vec![0, 0], vec![2, 3]));
    assert_eq!((greedy.effort.moves, random.effort.moves), (100, 100));
    assert_eq!(greedy.effort.average_depth(), Some(1.0));
}

/// All of a match but what the clock decides.
fn without_times(name: &str, players: [&str; 2], seed: u64, threads: usize) -> String {
    let pairing = match_of(Rules::open(name).unwrap(), players, seed, 30);
    let mut games: Vec<(usize, Vec<Action>)> = Vec::new();
    let mut keep = |round: &Round, game: &Game| {
        games.push((round.number, game.actions().cloned().collect()));
    };
    let rounds = pairing.play(6, threads, &Arc::default(), &mut keep).unwrap();
    games.sort();
    let ends = rounds.iter().map(|round| {
        let depths = round.result.effort.iter().map(|effort| (effort.moves, effort.depth));
        let depths: Vec<_> = depths.collect();
        let (seats, result) = (&round.seats, &round.result);
        (round.number, seats, round.winner, result.end, result.plies, depths)
    });
    format!("{games:?} {:?}", ends.collect::<Vec<_>>())
}

#[test]
fn a_seed_decides_a_match_however_many_games_are_played_at_a_time() {
    for (name, players) in [
        ("tanks:6", ["minimax:2", "greedy"]),
        ("gauss", ["greedy", "random"]),
        ("hive", ["greedy", "random"]),
        ("examples/tictactoe.pl", ["minimax:2", "minimax:2"]),
        ("examples/connect_four.pl", ["minimax:4", "random"]),
    ] {
        let alone = without_times(name, players, 7, 1);
        for threads in [1, 2, 5] {
            assert_eq!(without_times(name, players, 7, threads), alone, "{name}");
        }
        assert_ne!(without_times(name, players, 8, 2), alone, "{name}: another seed, other games");
    }
}

#[test]
fn games_of_a_match_differ() {
    let pairing = match_of(Rules::open("tanks:6").unwrap(), ["random", "random"], 0, 10);
    let mut games = std::collections::HashSet::new();
    let mut keep = |_: &Round, game: &Game| {
        games.insert(game.actions().cloned().collect::<Vec<_>>());
    };
    pairing.play(30, 2, &Arc::default(), &mut keep).unwrap();
    assert_eq!(games.len(), 30);
}

#[test]
fn a_game_broken_off_is_won_by_the_one_who_leads() {
    let led = played(&match_of(stones("", ""), ["random", "greedy"], 0, 40), 4, 1);
    for round in &led {
        assert_eq!((round.result.end, round.result.plies), (End::BrokenOff, 40));
        assert_eq!(round.winner, Some(1));
        assert_eq!(round.result.winner.unwrap().as_str(), ["two", "one"][(round.number - 1) % 2]);
    }
    assert_eq!(Unfinished::among(&led), Unfinished { led: 4, ..Unfinished::default() });

    let undecided = |rules: Rules| {
        let rounds = played(&match_of(rules, ["greedy", "greedy"], 0, 9), 4, 2);
        assert!(rounds.iter().all(|round| round.winner.is_none() && round.result.plies == 9));
        assert_eq!(Unfinished::among(&rounds), Unfinished { even: 4, ..Unfinished::default() });
    };
    let leads = "leads(Player) :-
    opponent(Player, Other),
    has(Player, More),
    has(Other, Fewer),
    More > Fewer.\n";
    undecided(stones(leads, ""));
    undecided(stones(leads, "leads(Player) :- player(Player)."));
    undecided(stones(leads, "leads(Player) :- has(Player, 50)."));
    let always = played(&match_of(stones(leads, "leads(two)."), ["greedy", "greedy"], 0, 9), 2, 1);
    assert_eq!(always.iter().map(|round| round.winner).collect::<Vec<_>>(), [Some(1), Some(0)]);
}

#[test]
fn a_game_in_which_nothing_is_legal_is_a_draw() {
    let stock = "legal(take(N)) :- amount(N), turn(P), has(P, Before), Before + N =< 7.";
    let legal = "legal(take(N)) :-\n    amount(N).\n";
    let rounds = played(&match_of(stones(legal, stock), ["greedy", "random"], 1, 400), 3, 1);
    for round in &rounds {
        assert_eq!((round.result.end, round.winner), (End::Stuck, None));
        assert!(round.result.plies < 20);
    }
    assert_eq!(Unfinished::among(&rounds).stuck, 3);
    assert_eq!((Score::of(0, &rounds).draws, Score::of(0, &rounds).interval()), (3, None));
}

#[test]
fn a_game_that_both_win_is_a_draw() {
    let rules = stones("", "wins(Player) :- player(Player), has(_, N), N >= 6.");
    let rounds = played(&match_of(rules, ["greedy", "greedy"], 0, 400), 2, 1);
    for round in &rounds {
        assert_eq!((round.result.end, round.winner), (End::Outcome, None));
    }
}

#[test]
fn rules_that_fail_end_the_match_with_the_number_of_the_game() {
    let rules = || stones("", "wins(P) :- has(P, N), 100 // (6 - N) > 200.");
    for threads in [1, 2] {
        let pairing = match_of(rules(), ["greedy", "greedy"], 0, 400);
        let error = pairing.play(5, threads, &Arc::default(), &mut |_, _| {}).unwrap_err();
        assert!(matches!(error, MatchError::Game { number: 1, plies: 2, .. }), "{error}");
        let said = error.to_string();
        assert!(said.starts_with("game 1 of the match cannot be continued after 2"), "{said}");
        assert!(said.contains("stones.pl:") && said.contains("division by zero"), "{said}");
    }
}

#[test]
fn an_interrupt_leaves_the_games_that_are_finished() {
    for threads in [1, 2] {
        let pairing = match_of(stones("", ""), ["greedy", "minimax:2"], 0, 40);
        let interrupt = Arc::new(AtomicBool::new(false));
        let mut count = 0;
        let rounds = pairing.play(1000, threads, &interrupt, &mut |_, _| {
            count += 1;
            interrupt.store(count >= 3, Ordering::Relaxed);
        });
        let rounds = rounds.unwrap();
        assert!((3..20).contains(&rounds.len()), "{}", rounds.len());
        assert!(rounds.is_sorted_by_key(|round| round.number));
        assert!(rounds.iter().all(|round| round.result.plies == 40));
    }
}

#[test]
fn what_the_interrupt_stops_is_no_mistake_in_the_rules() {
    for threads in [1, 2].repeat(10) {
        let limits = Limits::default();
        let interrupt = limits.interrupt.clone();
        let spec = Spec::parse("tests/matches/stones.pl").unwrap();
        let rules = Rules::load(&spec, limits).unwrap();
        let pairing = match_of(rules, ["greedy", "minimax:2"], 0, 8);
        let rounds = pairing.play(1000, threads, &interrupt, &mut |round, _| {
            interrupt.fetch_or(round.number >= 4, Ordering::Relaxed);
        });
        let count = rounds.map(|rounds| rounds.len()).unwrap_or_else(|error| panic!("{error}"));
        assert!((3..1000).contains(&count), "{count}");
    }
}

#[test]
fn who_cannot_play_is_told_so_before_the_first_game() {
    let refused = |rules: Rules, players: [&str; 2]| {
        let players = players.map(|name| name.parse().unwrap());
        Match::new(Arc::new(rules), players, 0, 400).err().expect("refused").to_string()
    };
    let human = refused(stones("", ""), ["greedy", "human"]);
    assert!(human.contains("a human cannot play here"), "{human}");
    let style = refused(stones("", ""), ["greedy@brave", "random"]);
    assert!(style.contains("greedy@brave") && style.contains("no style `brave`"), "{style}");
    let text = fs::read_to_string("tests/matches/stones.pl").unwrap();
    let text = text.replace("[one, two]", "[one, two, three]");
    let few = refused(Rules::from_text("stones.pl", &text).unwrap(), ["greedy", "random"]);
    let said = "a match at stones.pl is between three players or more, as in --players \
                minimax:2,greedy,random, not between 2";
    assert_eq!(few, said);
}

#[test]
fn a_player_who_goes_by_the_clock_has_the_machine_to_itself() {
    let threads = |players| match_of(stones("", ""), players, 0, 400).threads();
    assert_eq!(threads(["minimax:0.5s", "greedy"]), 1);
    assert_eq!(threads(["random", "minimax:0.5s"]), 1);
    let all = std::thread::available_parallelism().map_or(1, |all| all.get());
    assert_eq!(threads(["minimax:2", "greedy"]), all);
}

const PAIRS: [[&str; 2]; 4] = [
    ["random", "greedy"],
    ["minimax:1", "random"],
    ["minimax:2", "greedy"],
    ["minimax:0.02s", "minimax:1"],
];

/// Every kind of player plays, and every action is accepted: by the match, and
/// once more from the start.
fn games_are_accepted(name: &str, games: usize, plies: usize) {
    for (seed, players) in PAIRS.into_iter().enumerate() {
        let pairing = match_of(Rules::open(name).unwrap(), players, seed as u64, plies);
        let mut replay = |round: &Round, played: &Game| {
            let mut game = Game::new(pairing.rules().clone()).unwrap();
            for action in played.actions() {
                game.play(action).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
            assert_eq!(round.result.plies, game.actions().len());
            assert_ne!(round.result.end, End::Stuck, "{name} after {} actions", round.result.plies);
            let is_open = game.outcome().unwrap() == hornet::game::Outcome::Open;
            assert_eq!(is_open, round.result.end == End::BrokenOff, "{name}");
        };
        let rounds = pairing.play(games, pairing.threads(), &Arc::default(), &mut replay).unwrap();
        assert_eq!(rounds.len(), games);
    }
}

#[test]
fn every_player_plays_every_game_by_the_rules() {
    games_are_accepted("tanks:6", 2, 400);
    games_are_accepted("tanks", 1, 400);
    games_are_accepted("gauss", 1, 400);
    games_are_accepted("hive", 1, 24);
    games_are_accepted("hive+mlp", 1, 16);
    games_are_accepted("examples/tictactoe.pl", 4, 400);
}

#[test]
#[ignore = "takes minutes: whole games of Hive"]
fn every_player_plays_whole_games_by_the_rules() {
    for name in ["tanks", "tanks:6", "tanks:12", "gauss", "hive", "hive+mlp"] {
        games_are_accepted(name, 4, 400);
    }
}

#[test]
fn of_several_players_each_meets_each_other() {
    let players = ["greedy", "random", "minimax:2"].map(|name| name.parse().unwrap());
    let pairing = Match::new(Arc::new(stones("", "")), players, 1, 20).unwrap();
    let rounds = played(&pairing, 4, 2);
    assert_eq!(rounds.len(), 12);
    for player in 0..3 {
        let score = Score::of(player, &rounds);
        assert_eq!((score.games(), score.games_by_side), (8, vec![4, 4]));
    }
    let ratings = Ratings::of(3, &rounds).unwrap();
    assert!(ratings.elo[0] > ratings.elo[1] && ratings.elo[2] > ratings.elo[1], "{ratings:?}");
}

#[test]
fn three_play_a_game_for_three_from_every_seat() {
    let players = ["greedy", "random", "random", "greedy"].map(|name| name.parse().unwrap());
    let rules = Rules::open("examples/yavalath.pl").unwrap();
    let pairing = Match::new(Arc::new(rules), players, 1, 12).unwrap();
    let rounds = played(&pairing, 3, 2);
    assert_eq!(rounds.len(), 4 * 3);
    for player in 0..4 {
        assert_eq!(Score::of(player, &rounds).games_by_side, [3, 3, 3]);
    }
    assert!(rounds.iter().all(|round| round.result.effort.len() == 3));
}

/// Nobody sits for the dice, which fall differently in each game.
#[test]
fn dice_are_nobodys() {
    let rules = Rules::open("tests/matches/dice.pl").unwrap();
    let pairing = match_of(rules, ["greedy", "random"], 1, 12);
    assert_eq!(pairing.sides().len(), 2);
    let seated: Vec<String> = pairing.seated(&[1, 0]).iter().map(|it| it.to_string()).collect();
    assert_eq!(seated, ["random", "greedy", "random"], "dice come last in these rules");
    let rounds = played(&pairing, 40, 2);
    assert_eq!(rounds.len(), 40);
    for player in 0..2 {
        let score = Score::of(player, &rounds);
        assert_eq!((score.games_by_side.as_slice(), score.draws), (&[20, 20][..], 0));
        assert!((8..=32).contains(&score.wins), "{}", score.wins);
    }
    for round in &rounds {
        assert_eq!((round.seats.len(), round.result.effort.len()), (2, 2));
    }
    let winners = |rounds: &[Round]| rounds.iter().map(|it| it.winner).collect::<Vec<_>>();
    assert_eq!(winners(&played(&pairing, 40, 1)), winners(&rounds));
}

#[test]
fn a_puzzle_is_solved_by_each_alone() {
    let players = ["minimax:12", "random"].map(|name| name.parse().unwrap());
    let rules = Rules::open("examples/river_crossing.pl").unwrap();
    let pairing = Match::new(Arc::new(rules), players, 1, 20).unwrap();
    let rounds = played(&pairing, 2, 2);
    assert_eq!(rounds.iter().map(|round| round.seats[0]).collect::<Vec<_>>(), [0, 1, 0, 1]);
    let score = Score::of(0, &rounds);
    assert_eq!((score.wins, score.games(), score.share()), (2, 2, Some(1.0)));
    let random = Score::of(1, &rounds);
    assert_eq!((random.points, random.games()), (random.wins as f64, 2));
}

/// The first actions of the games of a match, and which player had the first side.
fn beginnings(openings: Openings, games: usize) -> Vec<(String, usize)> {
    let pairing = match_of(Rules::open("tanks:6").unwrap(), ["random", "random"], 5, 30);
    let pairing = pairing.with_openings(openings).unwrap();
    let mut begun = Vec::new();
    let rounds = pairing.play(games, 1, &Arc::default(), &mut |round, game| {
        let opening = round.opening.clone().unwrap();
        let moves = game.moves();
        let written: Vec<String> =
            moves.iter().map(|(before, action)| before.write(action)).collect();
        assert!(written.join("; ").starts_with(&opening), "{written:?}");
        begun.push((opening, round.seats[0]));
    });
    assert_eq!(rounds.unwrap().len(), games);
    begun
}

#[test]
fn openings_are_played_from_both_sides() {
    let rules = Arc::new(Rules::open("tanks:6").unwrap());
    let listed = Openings::read("b2-b3; c5-c4\nb2-b3\n", &rules, 30).unwrap();
    let listed = beginnings(listed, 5);
    let [two, one] = ["b2-b3; c5-c4", "b2-b3"].map(String::from);
    let expected = [(&two, 0), (&two, 1), (&one, 0), (&one, 1), (&two, 0)];
    assert_eq!(listed, expected.map(|(text, seat)| (text.clone(), seat)));
    let random = beginnings(Openings::Random { plies: 3 }, 4);
    assert_eq!((&random[0].0, &random[2].0), (&random[1].0, &random[3].0));
    assert_ne!(random[0].0, random[2].0);
}

#[test]
fn parts_of_a_match_are_the_games_of_the_whole() {
    let pairing = match_of(Rules::open("tanks:6").unwrap(), ["random", "greedy"], 5, 40);
    let pairing = pairing.with_openings(Openings::Random { plies: 2 }).unwrap();
    let without_times = |mut round: Round| {
        round.result.effort.iter_mut().for_each(|effort| effort.time = Default::default());
        round
    };
    let whole: Vec<Round> = played(&pairing, 9, 2).into_iter().map(without_times).collect();
    let mut parts = Vec::new();
    for index in 0..3 {
        let shard = Some(Shard { index, count: 3 });
        let slots: Vec<_> = pairing.schedule(9).unwrap().slots(shard).collect();
        let rounds = pairing.play_slots(&slots, 1, &Arc::default(), &mut |_, _| {}).unwrap();
        parts.extend(rounds.into_iter().map(without_times));
    }
    parts.sort_by_key(|round| round.number);
    assert_eq!(parts, whole);
}
