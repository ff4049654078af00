//! How far a tuning has come, as a text: a JSON object that says which tuning it is, how
//! many steps were taken, and where each weight is. A tuning that was stopped goes on
//! from there.

use serde_json::{Value, json};
use thiserror::Error;

use super::{Tuning, spsa::Spsa};
use crate::logic::check::declarations::WeightDecl;
use crate::play::fingerprint_of;

/// The version of the format.
const VERSION: u64 = 1;

/// No tuning takes more steps.
const MOST_STEPS: u64 = 1_000_000_000;

/// A state, read from a text.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// What tells the tuning from others, with its name in messages.
    identity: Vec<(&'static str, Value)>,
    /// A fingerprint of the rules. States of older versions have none.
    rules: Option<String>,
    steps: usize,
    weights: Vec<Place>,
}

/// Where a weight is.
#[derive(Clone, PartialEq, Debug)]
struct Place {
    name: String,
    range: [i64; 2],
    before: i64,
    point: f64,
    average: f64,
}

/// A state that a tuning cannot go on from.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum StateError {
    /// The text is none.
    #[error("it does not hold the state of a tuning, as `hornet tune --state` writes it ({0})")]
    Unreadable(String),
    /// It is another tuning.
    #[error("it holds the state of another tuning ({0}); name another file with --state")]
    Another(String),
}

impl State {
    /// The state of a tuning.
    pub fn of(tuning: &Tuning) -> State {
        let place = |index: usize| {
            let tuned = tuning.tuned[index];
            let WeightDecl { name, least, most, .. } =
                &tuning.rules.program().declarations.weights[tuned];
            Place {
                name: name.as_str().to_string(),
                range: [*least, *most],
                before: tuning.rules.weights()[tuned],
                point: tuning.spsa.point[index],
                average: tuning.spsa.average[index],
            }
        };
        let plan = tuning.plan;
        State {
            identity: vec![
                ("game", json!(tuning.rules.name())),
                ("player", json!(tuning.player.to_string())),
                ("seed", json!(plan.seed)),
                ("pairs", json!(plan.pairs)),
                ("plies", json!(plan.plies)),
                ("random_openings", json!(plan.opening)),
            ],
            rules: Some(fingerprint_of(&tuning.rules)),
            steps: tuning.spsa.steps,
            weights: (0..tuning.tuned.len()).map(place).collect(),
        }
    }

    /// As a text.
    pub fn write(&self) -> String {
        let mut state = json!({ "tuning": VERSION });
        for (key, value) in &self.identity {
            state[*key] = value.clone();
        }
        if let Some(rules) = &self.rules {
            state["rules"] = json!(rules);
        }
        state["steps"] = json!(self.steps);
        let weight = |place: &Place| {
            let [least, most] = place.range;
            json!({
                "name": place.name,
                "least": least,
                "most": most,
                "before": place.before,
                "after": place.after(),
                "point": place.point,
                "average": place.average,
            })
        };
        state["weights"] = self.weights.iter().map(weight).collect();
        format!("{state:#}\n")
    }

    /// From a text.
    pub fn read(text: &str) -> Result<State, StateError> {
        let wrong = |why: &str| StateError::Unreadable(why.into());
        let state: Value = serde_json::from_str(text)
            .map_err(|error| StateError::Unreadable(error.to_string()))?;
        match state["tuning"].as_u64() {
            Some(VERSION) => {}
            Some(_) => return Err(wrong("of another version of Hornet")),
            None => return Err(wrong("`tuning` is missing")),
        }
        let mut identity = Vec::new();
        for key in ["game", "player", "seed", "pairs", "plies", "random_openings"] {
            let is_text = matches!(key, "game" | "player");
            let value = &state[key];
            if value.is_string() != is_text || value.is_u64() == is_text {
                return Err(StateError::Unreadable(format!("`{key}` is missing or not as it was")));
            }
            identity.push((key, value.clone()));
        }
        let rules = match &state["rules"] {
            Value::Null => None,
            Value::String(rules) => Some(rules.clone()),
            _ => return Err(wrong("`rules` is not as it was")),
        };
        let steps = state["steps"].as_u64().filter(|steps| *steps <= MOST_STEPS);
        let steps = steps.ok_or_else(|| wrong("`steps` is missing or not a number of steps"))?;
        let weights = state["weights"].as_array().ok_or_else(|| wrong("`weights` is missing"))?;
        let weights: Option<Vec<Place>> = weights.iter().map(Place::read).collect();
        let weights = weights.ok_or_else(|| wrong("a weight is not as it was written"))?;
        Ok(State { identity, rules, steps: steps as usize, weights })
    }

    /// Whether it says by which rules it came about.
    pub fn says_rules(&self) -> bool {
        self.rules.is_some()
    }

    /// What tells this state from another one, if they are not of one tuning.
    fn difference(&self, other: &State) -> Option<String> {
        let pairs = self.identity.iter().zip(&other.identity);
        for ((key, there), (_, here)) in pairs {
            if there != here {
                return Some(format!("{key} {} there, {} here", plain(there), plain(here)));
            }
        }
        let names = |state: &State| {
            state.weights.iter().map(|place| place.name.clone()).collect::<Vec<_>>().join(", ")
        };
        if names(self) != names(other) {
            return Some(format!("weights {} there, {} here", names(self), names(other)));
        }
        let differs = |(there, here): &(&Place, &Place)| {
            (there.range, there.before) != (here.range, here.before)
        };
        if let Some((there, here)) = self.weights.iter().zip(&other.weights).find(differs) {
            let name = &there.name;
            let [there, here] =
                [there, here].map(|Place { range: [least, most], before, .. }| {
                    format!("{before} from {least} to {most}")
                });
            return Some(format!("{name} begins with {there} there, {here} here"));
        }
        let (there, here) = (self.rules.as_ref()?, other.rules.as_ref()?);
        (there != here).then(|| format!("the rules differ: fingerprint {there} there, {here} here"))
    }
}

impl Place {
    fn read(weight: &Value) -> Option<Place> {
        let part = |key: &str| weight[key].as_f64().filter(|part| (0.0..=1.0).contains(part));
        let range = [weight["least"].as_i64()?, weight["most"].as_i64()?];
        Some(Place {
            name: weight["name"].as_str()?.into(),
            range: (range[0] <= range[1]).then_some(range)?,
            before: weight["before"].as_i64()?,
            point: part("point")?,
            average: part("average")?,
        })
    }

    /// The value that its average stands for.
    fn after(&self) -> i64 {
        let [least, most] = self.range;
        let value = least as f64 + self.average * (most as f64 - least as f64);
        (value.round() as i64).clamp(least, most)
    }
}

/// A value without quotes.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), String::from)
}

impl Tuning {
    /// Goes on from a state, if it is one of this tuning.
    pub fn resume(&mut self, state: &State) -> Result<(), StateError> {
        if let Some(difference) = state.difference(&State::of(self)) {
            return Err(StateError::Another(difference));
        }
        let points = state.weights.iter().map(|place| place.point).collect();
        let averages = state.weights.iter().map(|place| place.average).collect();
        let begun: Spsa = self.spsa.clone();
        self.spsa = begun.resumed(points, averages, state.steps);
        Ok(())
    }
}
