//! Ratings in Elo from games of several players: the maximum likelihood fit of Bradley
//! and Terry's model, with a mean of 0. Where more than two play, it is Luce's: each
//! player wins as often as its strength is a part of the strengths at the board. A draw
//! shares the point.

use std::collections::BTreeMap;

use super::Round;
use super::score::{DEVIATIONS, points};
use super::student::deviations;

/// What the players of a match are worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// The rating of each player; their mean is 0.
    pub elo: Vec<f64>,
    /// Half the width of each one's 95% confidence interval; infinite where the games do
    /// not tell: fewer encounters than players, or players whom no chain of games connects.
    pub error: Vec<f64>,
    /// Whether some players won or lost every game against the others, so that their
    /// ratings would have no bound. Then each group is credited with one more drawn game.
    pub assumes_draws: bool,
}

/// So many Elo are a factor of e in strength.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The fit ends after so many steps, or once strengths change by less than this part.
const STEPS: usize = 20_000;
const PRECISION: f64 = 1e-10;

/// With many groups the fit ends sooner: after so many seats in all its steps.
const MOST_WORK: usize = 1_000_000_000;

/// A variance below this is none.
const HARDLY_ANY: f64 = 1e-12;

impl Ratings {
    /// The ratings of so many players by their games; nothing before the first in which
    /// some of them met.
    pub fn of(players: usize, rounds: &[Round]) -> Option<Ratings> {
        let mut encounters = encounters(rounds);
        let mut groups = grouped(&encounters);
        if groups.is_empty() {
            return None;
        }
        let assumes_draws = !is_bounded(players, &groups);
        if assumes_draws {
            encounters.extend(draws(players, &groups));
            groups = grouped(&encounters);
        }
        let strengths = fitted(players, &groups);
        let error = errors(&strengths, &groups, &encounters)
            .unwrap_or_else(|| vec![f64::INFINITY; players]);
        let elo = strengths.iter().map(|strength| SCALE * strength.ln()).collect();
        Some(Ratings { elo, error, assumes_draws })
    }
}

/// Some games of the same players: those of an encounter, or all that they have played.
#[derive(Clone)]
struct Meeting {
    seats: Vec<usize>,
    points: Vec<f64>,
    games: f64,
}

impl Meeting {
    fn add(&mut self, points: impl IntoIterator<Item = f64>, games: f64) {
        self.points.iter_mut().zip(points).for_each(|(sum, points)| *sum += points);
        self.games += games;
    }
}

/// The encounters. Games that somebody plays alone are none.
fn encounters(rounds: &[Round]) -> Vec<Meeting> {
    let mut ordered: Vec<&Round> = rounds.iter().filter(|it| it.seats.len() > 1).collect();
    ordered.sort_by_key(|round| (round.encounter, round.number));
    let encounters = ordered.chunk_by(|one, other| one.encounter == other.encounter);
    let meeting = |rounds: &[&Round]| {
        let mut seats = rounds[0].seats.clone();
        seats.sort();
        let mut meeting = Meeting { points: vec![0.0; seats.len()], seats, games: 0.0 };
        for round in rounds {
            let seats = meeting.seats.clone();
            meeting.add(seats.iter().map(|it| points(*it, round).unwrap_or(0.0)), 1.0);
        }
        meeting
    };
    encounters.map(meeting).collect()
}

/// The games of each group, put together.
fn grouped(encounters: &[Meeting]) -> Vec<Meeting> {
    let mut groups: BTreeMap<&[usize], Meeting> = BTreeMap::new();
    for meeting in encounters {
        match groups.get_mut(meeting.seats.as_slice()) {
            Some(group) => group.add(meeting.points.iter().copied(), meeting.games),
            None => {
                groups.insert(&meeting.seats, meeting.clone());
            }
        }
    }
    groups.into_values().collect()
}

/// Whether nobody, alone or with others, won or lost all games against the rest: from
/// each player a chain of points taken leads to each other one.
fn is_bounded(players: usize, groups: &[Meeting]) -> bool {
    is_connected(players, groups, |points| points > 0.0)
}

/// Whether from each player a chain of games leads to each other one, in which those
/// count who have such points.
fn is_connected(players: usize, groups: &[Meeting], counts: impl Fn(f64) -> bool) -> bool {
    let mut leads = vec![vec![false; players]; players];
    for group in groups {
        for (player, points) in group.seats.iter().zip(&group.points) {
            for other in &group.seats {
                leads[*player][*other] |= counts(*points);
            }
        }
    }
    for by in 0..players {
        for one in 0..players {
            for other in 0..players {
                leads[one][other] |= leads[one][by] && leads[by][other];
            }
        }
    }
    leads.iter().flatten().all(|leads| *leads)
}

/// A drawn game for each group that has met, and for players who have not played yet
/// one against the first.
fn draws(players: usize, groups: &[Meeting]) -> Vec<Meeting> {
    let has_played = |player: usize| groups.iter().any(|group| group.seats.contains(&player));
    let mut drawn: Vec<Vec<usize>> = groups.iter().map(|group| group.seats.clone()).collect();
    let unplayed = (1..players).filter(|player| !has_played(*player));
    drawn.extend(unplayed.map(|player| vec![0, player]));
    if !has_played(0) {
        drawn.extend((players > 1).then(|| vec![0, players - 1]));
    }
    drawn.sort();
    drawn.dedup();
    let meeting = |seats: Vec<usize>| {
        let points = vec![1.0 / seats.len() as f64; seats.len()];
        Meeting { seats, points, games: 1.0 }
    };
    drawn.into_iter().map(meeting).collect()
}

/// The strengths that make the results most likely, with a geometric mean of 1, by
/// Hunter's minorisation and maximisation.
fn fitted(players: usize, groups: &[Meeting]) -> Vec<f64> {
    let mut won = vec![0.0; players];
    for group in groups {
        group.seats.iter().zip(&group.points).for_each(|(player, points)| won[*player] += points);
    }
    let seats: usize = groups.iter().map(|group| group.seats.len()).sum();
    let mut strengths = vec![1.0; players];
    for _ in 0..STEPS.min(MOST_WORK / seats.max(1)) {
        let mut expected = vec![0.0; players];
        for group in groups {
            let all: f64 = group.seats.iter().map(|player| strengths[*player]).sum();
            group.seats.iter().for_each(|player| expected[*player] += group.games / all);
        }
        let mut next: Vec<f64> = won.iter().zip(&expected).map(|(won, all)| won / all).collect();
        let mean = next.iter().map(|strength| strength.ln()).sum::<f64>() / players as f64;
        next.iter_mut().for_each(|strength| *strength /= mean.exp());
        let change = next.iter().zip(&strengths).map(|(new, old)| (new / old).ln().abs());
        let change = change.fold(0.0, f64::max);
        strengths = next;
        if change < PRECISION {
            break;
        }
    }
    strengths
}

/// The 95% errors of the ratings, from how much encounters differ from what is expected
/// of them: the sandwich estimator, with an encounter as its unit. All ratings but one are
/// fitted to the same encounters, so few of these tell little of how much they differ.
/// Where they do not differ, the games are taken as they are. Nothing, if that does not
/// tell.
fn errors(strengths: &[f64], groups: &[Meeting], encounters: &[Meeting]) -> Option<Vec<f64>> {
    let players = strengths.len();
    let free = encounters.len().saturating_sub(players.saturating_sub(1));
    if free == 0 || encounters.len() < 2 || !is_connected(players, groups, |_| true) {
        return None;
    }
    let all = |meeting: &Meeting| -> f64 { meeting.seats.iter().map(|it| strengths[*it]).sum() };
    // Ones everywhere make the matrix regular, and leave differences as they are.
    let mut information = vec![vec![1.0; players]; players];
    for group in groups {
        let all = all(group);
        for one in &group.seats {
            let part = strengths[*one] / all;
            information[*one][*one] += group.games * part;
            for other in &group.seats {
                information[*one][*other] -= group.games * part * strengths[*other] / all;
            }
        }
    }
    let inverse = inverted(information)?;
    let mut seen = vec![0.0; players];
    for encounter in encounters {
        let all = all(encounter);
        let surprise = |(player, points): (&usize, &f64)| {
            (*player, points - encounter.games * strengths[*player] / all)
        };
        let surprises: Vec<(usize, f64)> =
            encounter.seats.iter().zip(&encounter.points).map(surprise).collect();
        for (seen, row) in seen.iter_mut().zip(&inverse) {
            let effect: f64 = surprises.iter().map(|(player, by)| row[*player] * by).sum();
            *seen += effect.powi(2);
        }
    }
    let correction = encounters.len() as f64 / free as f64;
    let by_ones = 1.0 / (players * players) as f64;
    let error = |(player, seen): (usize, f64)| {
        let (variance, deviations) = match seen > HARDLY_ANY {
            true => (seen * correction, deviations(free)),
            false => (inverse[player][player] - by_ones, DEVIATIONS),
        };
        SCALE * deviations * variance.sqrt()
    };
    Some(seen.into_iter().enumerate().map(error).collect())
}

/// The inverse of a matrix, by elimination; none if it is singular.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (at, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == at))));
    }
    for at in 0..size {
        let pivot =
            (at..size).max_by(|a, b| matrix[*a][at].abs().total_cmp(&matrix[*b][at].abs()))?;
        matrix.swap(at, pivot);
        let by = matrix[at][at];
        if by.abs() < 1e-12 {
            return None;
        }
        matrix[at].iter_mut().for_each(|value| *value /= by);
        let row = matrix[at].clone();
        for other in (0..size).filter(|other| *other != at) {
            let factor = matrix[other][at];
            matrix[other].iter_mut().zip(&row).for_each(|(value, of)| *value -= factor * of);
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::super::elo::{Elo, share_of};
    use super::super::tests::{game, pairs};
    use super::*;

    #[test]
    fn two_players_differ_by_the_elo_of_their_score() {
        let rounds = pairs(&[3, 8, 20, 12, 7]);
        let ratings = Ratings::of(2, &rounds).unwrap();
        let elo = Elo::of(0, &rounds).unwrap();
        assert!((ratings.elo[0] - ratings.elo[1] - elo.difference).abs() < 0.001, "{ratings:?}");
        // Each is half a difference from their mean, and so is its error.
        let width = (elo.high - elo.low) / 2.0;
        assert!((2.0 * ratings.error[0] - width).abs() < 2.0, "{ratings:?} {elo:?}");
        assert!(!ratings.assumes_draws);
    }

    /// Games of three in which each wins as often as its rating says.
    #[test]
    fn a_round_robin_gives_the_ratings_it_was_made_with() {
        let known = [150.0, 0.0, -150.0];
        let mut rounds = Vec::new();
        for [one, other] in [[0, 1], [0, 2], [1, 2]] {
            let wins = (1000.0 * share_of(known[one] - known[other])).round() as usize;
            for at in 0..1000 {
                let winner = Some(if at < wins { one } else { other });
                rounds.push(game(rounds.len(), rounds.len(), [one, other], winner));
            }
        }
        let ratings = Ratings::of(3, &rounds).unwrap();
        for (found, known) in ratings.elo.iter().zip(known) {
            assert!((found - known).abs() < 1.0, "{ratings:?}");
        }
        assert!(ratings.elo.iter().sum::<f64>().abs() < 1e-6);
        assert!(ratings.error.iter().all(|error| (8.0..16.0).contains(error)), "{ratings:?}");
    }

    #[test]
    fn games_of_three_are_rated_too() {
        let mut rounds = Vec::new();
        for at in 0..600 {
            let winner = Some(match at % 6 {
                0..=2 => 0,
                3 | 4 => 1,
                _ => 2,
            });
            let seats = vec![0, 1, 2];
            rounds.push(Round { seats, ..game(at, at / 3, [0, 1], winner) });
        }
        let ratings = Ratings::of(3, &rounds).unwrap();
        // Strengths of 3 : 2 : 1.
        assert!((ratings.elo[0] - ratings.elo[2] - 400.0 * 3_f64.log10()).abs() < 0.01);
        assert!((ratings.elo[1] - ratings.elo[2] - 400.0 * 2_f64.log10()).abs() < 0.01);
    }

    #[test]
    fn who_wins_everything_has_a_rating_nevertheless() {
        let rounds: Vec<Round> = (0..30)
            .map(|at| {
                let seats = [[0, 1], [0, 2], [1, 2]][at % 3];
                game(at, at, seats, Some(seats[usize::from(at % 6 == 5)]))
            })
            .collect();
        let ratings = Ratings::of(3, &rounds).unwrap();
        assert!(ratings.assumes_draws);
        assert!(ratings.elo.iter().chain(&ratings.error).all(|it| it.is_finite()), "{ratings:?}");
        assert!(ratings.elo[0] > 200.0 && ratings.elo[0] > ratings.elo[1] + 200.0, "{ratings:?}");
        assert!(ratings.error[0] > 100.0, "{ratings:?}");
        let unplayed = Ratings::of(3, &rounds[..1]).unwrap();
        assert!(unplayed.elo.iter().all(|it| it.is_finite()), "{unplayed:?}");
        assert_eq!(Ratings::of(3, &[]), None);
    }
    #[test]
    fn a_single_encounter_does_not_tell_the_errors() {
        let three = |at: usize| Round { seats: vec![0, 1, 2], ..game(at, 0, [0, 1], Some(at)) };
        let ratings = Ratings::of(3, &[three(0), three(1), three(2)]).unwrap();
        assert!(!ratings.assumes_draws);
        assert!(ratings.elo.iter().all(|elo| elo.abs() < 1e-6), "{ratings:?}");
        assert_eq!(ratings.error, [f64::INFINITY; 3]);
    }

    #[test]
    fn encounters_that_are_all_alike_are_taken_game_by_game() {
        let rounds = pairs(&[0, 0, 50, 0, 0]);
        let ratings = Ratings::of(2, &rounds).unwrap();
        let elo = Elo::of(0, &rounds).unwrap();
        assert!((2.0 * ratings.error[0] - elo.high).abs() < 2.0, "{ratings:?} {elo:?}");
    }

    #[test]
    fn players_who_met_in_separate_groups_cannot_be_compared() {
        let rounds: Vec<Round> = (0..40)
            .map(|at| game(at, at / 2, [[0, 1], [2, 3]][at % 4 / 2], Some(at % 4)))
            .collect();
        let ratings = Ratings::of(4, &rounds).unwrap();
        assert!(ratings.elo.iter().all(|elo| elo.is_finite()), "{ratings:?}");
        assert_eq!(ratings.error, [f64::INFINITY; 4]);
    }

    #[test]
    fn who_plays_alone_is_not_rated() {
        let alone = |at: usize| Round { seats: vec![at % 2], ..game(at, at, [0, 1], None) };
        assert_eq!(Ratings::of(2, &[alone(0), alone(1)]), None);
    }

    /// Players of whom each has met the next, and nearly always lost, so that the fit is
    /// slow.
    #[test]
    fn many_games_are_rated_in_no_time() {
        let mut rounds = Vec::new();
        for one in 0..39 {
            for at in 0..1000 {
                let winner = Some(if at == 0 { one } else { one + 1 });
                rounds.push(game(rounds.len(), rounds.len(), [one, one + 1], winner));
            }
        }
        let began = std::time::Instant::now();
        let ratings = Ratings::of(40, &rounds).unwrap();
        assert!(ratings.elo.iter().chain(&ratings.error).all(|it| it.is_finite()), "{ratings:?}");
        assert!(began.elapsed().as_secs() < 10, "{:?}", began.elapsed());
    }
}
