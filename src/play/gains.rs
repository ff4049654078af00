//! Why a machine likes a move: which of the facts that the rules sum up to the value of
//! a position come, go or change by the moves it expects.

use std::collections::BTreeMap;

use crate::game::{Action, Game, Rules};
use crate::logic::engine::EvalError;
use crate::logic::program::{
    AggregateKind, Arg, Expr, Given, Literal, Name, Origin, RelationId, Rule,
};
use crate::logic::{Atom, Value};

/// What changes about a fact that is summed up, in points for a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gain {
    /// The fact without its points, such as `asset(white, wA1, free)`.
    pub fact: String,
    /// How much more it counts for the player, or less against them.
    pub points: i64,
}

/// A relation that `value/2` sums up.
struct Summed {
    relation: RelationId,
    /// The column with the player for whom it counts.
    owner: usize,
    /// The column with what it counts.
    points: usize,
    /// What other columns have to be for it to count.
    wanted: Vec<(usize, Value)>,
}

/// What some moves change for a player, the most important first. Nothing where the
/// value is not a sum of facts that name a player and their points.
pub fn gains(game: &Game, line: &[Action], player: Atom) -> Result<Vec<Gain>, EvalError> {
    let rules = game.rules();
    let summed = summed(rules);
    let relations: Vec<RelationId> = summed.iter().map(|summed| summed.relation).collect();
    let mut after = game.clone();
    line.iter().try_for_each(|action| after.play_unchecked(action))?;
    let mut changes: BTreeMap<(RelationId, Vec<Value>), i64> = BTreeMap::new();
    for (position, sign) in [(game, -1), (&after, 1)] {
        let engine = rules.engine();
        let model = engine.derive(&engine.as_written(&relations), &position.situation())?;
        for Summed { relation, owner, points, wanted } in &summed {
            let counts =
                |row: &Vec<Value>| wanted.iter().all(|(place, value)| row[*place] == *value);
            for mut row in model.rows(*relation).map(|row| row.to_vec()).filter(counts) {
                let side = if row[*owner] == Value::Atom(player) { 1 } else { -1 };
                let counts = row.remove(*points).as_int().unwrap_or(0);
                let change = changes.entry((*relation, row)).or_default();
                *change = change.saturating_add(counts.saturating_mul(sign * side));
            }
        }
    }
    let changed = changes.into_iter().filter(|(_, points)| *points != 0);
    let mut gains: Vec<Gain> = changed
        .map(|((id, row), points)| Gain { fact: written(rules, id, &row), points })
        .collect();
    gains.sort_by_key(|gain| std::cmp::Reverse(gain.points.unsigned_abs()));
    Ok(gains)
}

fn written(rules: &Rules, relation: RelationId, row: &[Value]) -> String {
    let name = match rules.program().relations[relation].name {
        Name::Plain(name) | Name::Wrapped(_, name) | Name::Option(name) => name,
    };
    let values: Vec<String> = row.iter().map(Value::to_string).collect();
    format!("{name}({})", values.join(", "))
}

/// The relations that the value of a position is a sum of, with the options chosen.
fn summed(rules: &Rules) -> Vec<Summed> {
    let program = rules.program();
    let value = program.relations.plain("value", 2).into_iter();
    let clauses = value.flat_map(|value| program.rules_for(value));
    let clauses = clauses.filter(|clause| is_chosen(rules, clause));
    clauses.flat_map(|clause| clause.body.iter().filter_map(|goal| sum_in(clause, goal))).collect()
}

/// Whether a clause asks for no other options than those that are chosen.
fn is_chosen(rules: &Rules, clause: &Rule) -> bool {
    clause.body.iter().all(|goal| match goal {
        Literal::Fact { relation, args, .. } => {
            match (rules.program().relations[*relation].origin, args.as_slice()) {
                (Origin::Given(Given::Option(number)), [Arg::Const(wanted)]) => {
                    rules.options()[number] == *wanted
                }
                _ => true,
            }
        }
        _ => true,
    })
}

/// What a goal of a clause for `value(Player, Value)` sums up, if it is a sum over the
/// facts of one relation for that player.
fn sum_in(clause: &Rule, goal: &Literal) -> Option<Summed> {
    let Literal::Aggregate { kind: AggregateKind::Sum, value: Some(value), goal, result, .. } =
        goal
    else {
        return None;
    };
    let (Expr::Arg(points), [Literal::Fact { relation, args, .. }]) = (value, goal.as_slice())
    else {
        return None;
    };
    let [player, total] = clause.head_args.as_slice() else { return None };
    if result != total {
        return None;
    }
    let column = |wanted: &Arg| args.iter().position(|arg| arg == wanted);
    let (owner, points) = (column(player)?, column(points)?);
    let stands_once = |wanted: &Arg| {
        let mut times = 0;
        clause
            .body
            .iter()
            .for_each(|goal| goal.each_arg(&mut |arg| times += usize::from(arg == wanted)));
        times == 1
    };
    let mut wanted = Vec::new();
    for (place, arg) in
        args.iter().enumerate().filter(|(place, _)| ![owner, points].contains(place))
    {
        match arg {
            Arg::Const(value) => wanted.push((place, *value)),
            // What else the clause says of it decides which facts count.
            other => stands_once(other).then_some(())?,
        }
    }
    Some(Summed { relation: *relation, owner, points, wanted })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::SeedableRng;
    use rand::seq::IndexedRandom;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::play::search::{Worth, worth};

    #[test]
    fn what_changes_adds_up_to_the_change_of_the_value() {
        let mut chance = ChaCha8Rng::seed_from_u64(3);
        let mut game = Game::new(Arc::new(Rules::open("hive+mlp").unwrap())).unwrap();
        let mut seen = 0;
        for _ in 0..30 {
            let mut next = game.clone();
            let mut line = Vec::new();
            for _ in 0..2 {
                let Some(action) = next.legal().unwrap().choose(&mut chance).cloned() else {
                    return;
                };
                next.play(&action).unwrap();
                line.push(action);
            }
            let player = game.turn().unwrap();
            let [before, after] = [&game, &next].map(|game| worth(game, player).unwrap());
            let gains = gains(&game, &line, player).unwrap();
            if let (Worth::Value(before), Worth::Value(after)) = (before, after) {
                let sum: i64 = gains.iter().map(|gain| gain.points).sum();
                assert_eq!(sum, after - before, "{gains:?}");
                seen += 1;
            }
            game = next;
        }
        assert!(seen > 20, "only {seen} positions");
    }

    /// The gains of whoever moves first by an action, in a game in which players have
    /// facts `has(Player, Where, Number)`, and by such a rule for their value.
    fn gains_by(value: &str, action: &str) -> Vec<(String, i64)> {
        let rules = format!(
            ":- players([white, black]). :- type(place, [hand, board]).
            :- state(has(player, place, int)). :- state(turn(player)). :- action(put).
            start(has(P, hand, 5)) :- player(P). start(has(P, board, 0)) :- player(P).
            start(turn(white)). legal(put).
            del(turn(P)) :- turn(P). add(turn(Q)) :- turn(P), opponent(P, Q).
            del(has(P, W, N)) :- turn(P), has(P, W, N).
            add(has(P, hand, M)) :- turn(P), has(P, hand, N), M is N - 1.
            add(has(P, board, M)) :- turn(P), has(P, board, N), M is N + 1.
            wins(P) :- has(P, board, 5). draw :- turn_number(20).
            {value}"
        );
        let game = Game::new(Arc::new(Rules::from_text("put.pl", &rules).unwrap())).unwrap();
        let line: Vec<Action> = game.legal().unwrap();
        assert_eq!(line[0].to_string(), action);
        let gains = gains(&game, &line, game.turn().unwrap()).unwrap();
        gains.into_iter().map(|gain| (gain.fact, gain.points)).collect()
    }

    #[test]
    fn what_does_not_count_or_counts_otherwise_is_not_named() {
        let all =
            gains_by("value(P, V) :- player(P), aggregate_all(sum(N), has(P, _, N), V).", "put");
        assert_eq!(all.len(), 2, "{all:?}");
        let value = "value(P, V) :- player(P), aggregate_all(sum(N), has(P, board, N), V).";
        assert_eq!(gains_by(value, "put"), [("has(white, board)".to_string(), 1)]);
        for value in [
            "value(P, V) :- player(P), aggregate_all(sum(N), has(P, _, N), Sum), V is -Sum.",
            "value(P, V) :- player(P), best(W), aggregate_all(sum(N), has(P, W, N), V). best(hand).",
        ] {
            assert_eq!(gains_by(value, "put"), [], "{value}");
        }
    }

    #[test]
    fn facts_are_named_and_other_values_are_not_taken_apart() {
        let mut game = Game::new(Arc::new(Rules::open("hive").unwrap())).unwrap();
        let legal = game.legal().unwrap();
        let gains_of =
            |game: &Game, line: &[Action]| gains(game, line, game.turn().unwrap()).unwrap();
        let placed = legal.iter().find(|action| action.to_string().contains("wA1")).unwrap();
        let found = gains_of(&game, std::slice::from_ref(placed));
        let lost = Gain { fact: "asset(white, wA1, in_hand)".into(), points: -10 };
        assert!(found.contains(&lost), "{found:?}");
        assert!(gains_of(&game, &[]).is_empty());
        game = Game::new(Arc::new(Rules::open("examples/tictactoe.pl").unwrap())).unwrap();
        let action = game.legal().unwrap().remove(0);
        assert!(gains_of(&game, &[action]).is_empty());
    }
}
