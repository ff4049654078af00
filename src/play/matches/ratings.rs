//! Ratings in Elo from games of several players: the maximum likelihood fit of Bradley
//! and Terry's model, with a mean of 0. Where more than two play, it is Luce's: each
//! player wins as often as its strength is a part of the strengths at the board. A draw
//! shares the point.

use super::Round;
use super::elo::error_of;
use super::score::points;

/// What the players of a match are worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// The rating of each player; their mean is 0.
    pub elo: Vec<f64>,
    /// Half the width of each one's 95% confidence interval.
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

impl Ratings {
    /// The ratings of so many players by their games; nothing before the first.
    pub fn of(players: usize, rounds: &[Round]) -> Option<Ratings> {
        let mut meetings = meetings(rounds);
        if meetings.is_empty() {
            return None;
        }
        let assumes_draws = !is_bounded(players, &meetings);
        if assumes_draws {
            meetings.extend(draws(players, &meetings));
        }
        let strengths = fitted(players, &meetings);
        let error = errors(&strengths, &meetings);
        let elo = strengths.iter().map(|strength| SCALE * strength.ln()).collect();
        Some(Ratings { elo, error, assumes_draws })
    }
}

/// The games of one encounter.
struct Meeting {
    encounter: usize,
    seats: Vec<usize>,
    points: Vec<f64>,
    games: f64,
}

fn meetings(rounds: &[Round]) -> Vec<Meeting> {
    let mut meetings: Vec<Meeting> = Vec::new();
    let mut ordered: Vec<&Round> = rounds.iter().collect();
    ordered.sort_by_key(|round| (round.encounter, round.number));
    for round in ordered {
        let mut seats = round.seats.clone();
        seats.sort();
        let won = seats.iter().map(|player| points(*player, round).unwrap_or(0.0));
        match meetings.last_mut().filter(|last| last.encounter == round.encounter) {
            Some(last) => {
                last.points.iter_mut().zip(won).for_each(|(sum, points)| *sum += points);
                last.games += 1.0;
            }
            None => {
                let (encounter, points) = (round.encounter, won.collect());
                meetings.push(Meeting { encounter, seats, points, games: 1.0 });
            }
        }
    }
    meetings
}

/// Whether nobody, alone or with others, won or lost all games against the rest: from
/// each player a chain of points taken leads to each other one.
fn is_bounded(players: usize, meetings: &[Meeting]) -> bool {
    let mut beats = vec![vec![false; players]; players];
    for meeting in meetings {
        for (player, points) in meeting.seats.iter().zip(&meeting.points) {
            for other in &meeting.seats {
                beats[*player][*other] |= *points > 0.0;
            }
        }
    }
    for by in 0..players {
        for one in 0..players {
            for other in 0..players {
                beats[one][other] |= beats[one][by] && beats[by][other];
            }
        }
    }
    beats.iter().flatten().all(|beats| *beats)
}

/// A drawn game for each group that has met, and for players who have not played yet
/// one against the first.
fn draws(players: usize, meetings: &[Meeting]) -> Vec<Meeting> {
    let mut groups: Vec<Vec<usize>> = meetings.iter().map(|it| it.seats.clone()).collect();
    groups.extend(
        (1..players)
            .map(|player| vec![0, player])
            .filter(|pair| !meetings.iter().any(|meeting| meeting.seats.contains(&pair[1]))),
    );
    if !meetings.iter().any(|meeting| meeting.seats.contains(&0)) {
        groups.extend((players > 1).then(|| vec![0, players - 1]));
    }
    groups.sort();
    groups.dedup();
    let drawn = |seats: Vec<usize>| {
        let points = vec![1.0 / seats.len() as f64; seats.len()];
        Meeting { encounter: usize::MAX, seats, points, games: 1.0 }
    };
    groups.into_iter().map(drawn).collect()
}

/// The strengths that make the results most likely, with a geometric mean of 1, by
/// Hunter's minorisation and maximisation.
fn fitted(players: usize, meetings: &[Meeting]) -> Vec<f64> {
    let mut won = vec![0.0; players];
    for meeting in meetings {
        meeting
            .seats
            .iter()
            .zip(&meeting.points)
            .for_each(|(player, points)| won[*player] += points);
    }
    let mut strengths = vec![1.0; players];
    for _ in 0..STEPS {
        let mut expected = vec![0.0; players];
        for meeting in meetings {
            let all: f64 = meeting.seats.iter().map(|player| strengths[*player]).sum();
            meeting.seats.iter().for_each(|player| expected[*player] += meeting.games / all);
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
/// of them: the sandwich estimator, with an encounter as its unit.
fn errors(strengths: &[f64], meetings: &[Meeting]) -> Vec<f64> {
    let players = strengths.len();
    // Ones everywhere make the matrix regular, and leave differences as they are.
    let mut information = vec![vec![1.0; players]; players];
    let mut surprises = Vec::new();
    for meeting in meetings {
        let all: f64 = meeting.seats.iter().map(|player| strengths[*player]).sum();
        let mut surprise = vec![0.0; players];
        for (one, points) in meeting.seats.iter().zip(&meeting.points) {
            let part = strengths[*one] / all;
            surprise[*one] = points - meeting.games * part;
            information[*one][*one] += meeting.games * part;
            for other in &meeting.seats {
                information[*one][*other] -= meeting.games * part * strengths[*other] / all;
            }
        }
        surprises.push(surprise);
    }
    let Some(inverse) = inverted(information) else { return vec![f64::INFINITY; players] };
    let number = surprises.len() as f64;
    let variance = |row: &Vec<f64>| -> f64 {
        let effect =
            |surprise: &Vec<f64>| row.iter().zip(surprise).map(|(a, b)| a * b).sum::<f64>();
        surprises.iter().map(|surprise| effect(surprise).powi(2)).sum()
    };
    let correction = number / (number - 1.0);
    inverse.iter().map(|row| error_of(SCALE * (variance(row) * correction).sqrt())).collect()
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
}
