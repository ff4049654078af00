//! Moves of Hive go both ways: what is written reads the same again, from
//! whichever piece it is seen, and a whole game too.

mod support;

use hornet::game::{Action, Game, GameString, game_string};
use hornet::logic::{Cell, Value};
use rand::seq::IndexedRandom;

/// Random games of Hive are very long.
const PLIES: usize = 60;

/// Calls `visit` with each position of a few games played at random.
fn each_position(seed: u64, mut visit: impl FnMut(&Game, &[Action])) {
    let mut chance = support::chance(seed);
    for name in ["hive", "hive+m", "hive+lp", "hive+mlp", "hive:starts=black,tournament=off"] {
        let rules = support::rules(name);
        for _ in 0..3 {
            let mut game = Game::new(rules.clone()).unwrap();
            for _ in 0..PLIES {
                let legal = game.legal().unwrap();
                visit(&game, &legal);
                // Pieces that move make stacks; placing them all takes long.
                let moves: Vec<_> = legal.iter().filter(|a| a.name.as_str() == "move").collect();
                let up = moves.iter().find(|action| piece_on(&game, action.args[2]).is_some());
                let action = match up {
                    Some(up) if game.turn_number().is_multiple_of(5) => up,
                    _ => match legal.choose(&mut chance) {
                        Some(action) => action,
                        None => break,
                    },
                };
                game.play(action).unwrap();
            }
        }
    }
}

/// The facts `at(Piece, Cell, Level)`.
fn pieces(game: &Game) -> Vec<(String, Value)> {
    let at = game.rules().program().relations.plain("at", 3).unwrap();
    game.position().rows(at).map(|row| (row[0].to_string(), row[1])).collect()
}

fn piece_on(game: &Game, cell: Value) -> Option<String> {
    pieces(game).into_iter().find(|(_, at)| *at == cell).map(|(name, _)| name)
}

#[test]
fn every_legal_action_reads_as_it_is_written() {
    let mut climbs = 0;
    each_position(1, |game, legal| {
        let presentation = game.rules().presentation();
        let mut seen = std::collections::HashSet::new();
        for action in legal {
            let written = presentation.write(game, action);
            assert_eq!(presentation.read(game, &written).as_ref(), Ok(action), "{written}");
            assert_eq!(presentation.read(game, &action.to_string()).as_ref(), Ok(action));
            assert!(!written.contains('('), "{written} is no move of the protocol");
            if let [piece, .., to] = action.args.as_slice() {
                let times = written.matches(&piece.to_string()).count();
                assert_eq!(times, 1, "{written} refers to the piece that moves");
                climbs += usize::from(piece_on(game, *to).is_some());
            }
            assert!(seen.insert(written), "two actions are written alike");
        }
    });
    assert!(climbs > 50, "only {climbs} actions lead up the hive");
}

#[test]
fn any_piece_that_touches_will_do_as_reference() {
    let marks: [(i16, i16, &str, &str); 7] = [
        (1, 0, "", "-"),
        (0, 1, "", "\\"),
        (-1, 1, "/", ""),
        (-1, 0, "-", ""),
        (0, -1, "\\", ""),
        (1, -1, "", "/"),
        (0, 0, "", ""),
    ];
    each_position(2, |game, legal| {
        let presentation = game.rules().presentation();
        for action in legal.iter().filter(|action| !action.args.is_empty()).step_by(5) {
            let moving = action.args[0].to_string();
            let Some(Value::Cell(Cell::Axial(q, r))) = action.args.last() else { panic!() };
            for (name, cell) in pieces(game).into_iter().filter(|(name, _)| *name != moving) {
                let Value::Cell(Cell::Axial(near_q, near_r)) = cell else { panic!() };
                let offset = (q - near_q, r - near_r);
                for (_, _, before, behind) in marks.iter().filter(|m| (m.0, m.1) == offset) {
                    let text = format!("{moving}  {before}{}{behind}", name.to_uppercase());
                    assert_eq!(presentation.read(game, &text).as_ref(), Ok(action), "{text}");
                }
            }
            let text = format!("{moving} ({q}, {r})");
            assert_eq!(presentation.read(game, &text).as_ref(), Ok(action), "{text}");
        }
    });
}

#[test]
fn a_game_in_one_line_reads_as_it_is_written() {
    each_position(3, |game, _| {
        if game.turn_number() % 20 != 0 {
            return;
        }
        let line = game_string(game).unwrap().unwrap();
        let string: GameString = line.parse().unwrap();
        let again = string.replay(Game::new(game.rules().clone()).unwrap()).unwrap();
        assert!(again.position() == game.position(), "{line}");
        assert_eq!(game_string(&again).unwrap().unwrap(), line);
    });
}
