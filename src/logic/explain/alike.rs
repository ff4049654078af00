//! Instances that share the fate of the one that is shown: counted, named by the
//! variables that differ, and listed in a line each.

use rustc_hash::FxHashSet;

use crate::logic::Value;
use crate::logic::engine::EvalError;
use crate::logic::explain::proof::Alike;
use crate::logic::program::{Rule, Var};

/// So many instances are listed; nobody reads more.
const MOST_LISTED: usize = 12;

/// After so many the count is not exact.
const MOST_COUNTED: usize = 199;

/// The instances that differ from the one that is shown in some of the variables,
/// each with what `tell` says about it.
pub fn differing(
    rule: &Rule,
    vars: &[Var],
    shown: &[Value],
    others: &[Vec<Value>],
    tell: impl Fn(&[Value]) -> Result<String, EvalError>,
) -> Result<Option<Alike>, EvalError> {
    let of = |registers: &[Value]| -> Vec<Value> {
        vars.iter().map(|var| registers[var.index()]).collect()
    };
    let mut seen: FxHashSet<Vec<Value>> = FxHashSet::default();
    seen.insert(of(shown));
    let mut each = Vec::new();
    for other in others {
        if seen.insert(of(other)) && each.len() < MOST_LISTED {
            each.push(tell(other)?);
        }
    }
    let differs = |var: &Var| others.iter().any(|other| other[var.index()] != shown[var.index()]);
    let mut names = Vec::new();
    for var in vars.iter().filter(|var| differs(var)) {
        let variable = &rule.variables[var.index()];
        if !variable.is_hidden() && !names.contains(&variable.shown()) {
            names.push(variable.shown());
        }
    }
    let count = seen.len() - 1;
    Ok((count > 0).then_some(Alike { names, count, more: others.len() >= MOST_COUNTED, each }))
}

impl Alike {
    /// `5 other values of Dir fail alike`.
    pub fn summary(&self, fate: &str) -> String {
        let at_least = if self.more { "at least " } else { "" };
        let (count, names) = (self.count, self.names.join(" and "));
        let others = match (count, names.is_empty()) {
            (1, true) => "1 other instance".to_string(),
            (_, true) => format!("{count} other instances"),
            (1, false) => format!("1 other value of {names}"),
            (_, false) => format!("{count} other values of {names}"),
        };
        let verb = if count == 1 { format!("{fate}s") } else { fate.to_string() };
        format!("{at_least}{others} {verb} alike")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(names: &[&'static str], count: usize, more: bool) -> Alike {
        Alike { names: names.to_vec(), count, more, each: Vec::new() }
    }

    #[test]
    fn the_others_are_counted_and_named() {
        assert_eq!(alike(&["Dir"], 5, false).summary("fail"), "5 other values of Dir fail alike");
        assert_eq!(alike(&["Dir"], 1, false).summary("fail"), "1 other value of Dir fails alike");
        assert_eq!(alike(&[], 2, false).summary("hold"), "2 other instances hold alike");
        let many = alike(&["A", "B"], 199, true).summary("fail");
        assert_eq!(many, "at least 199 other values of A and B fail alike");
    }
}
