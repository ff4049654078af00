//! What is written behind options, read: numbers, times, sizes, players, parts.
//! What cannot be read is answered with what could.

use std::time::Duration;

use hornet::play::solve::LEAST_MEMORY;
use hornet::play::{LONGEST, Player, PlayerError, Players, Shard};

/// For how many seconds a tuning may go on.
pub const LONGEST_TUNING: f64 = 1000.0 * 3600.0;

/// More memory is hardly meant.
const MOST_MEMORY: u64 = 1 << 40;

/// Which game of a file.
pub fn number(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "the games of a file are counted from 1".into())
}

/// More random games than these are hardly meant.
const MOST_RANDOM_GAMES: u64 = 1_000_000;

/// How many random games to play.
pub fn random_games(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (1..=MOST_RANDOM_GAMES).contains(number));
    number.ok_or_else(|| match text.contains(".pl") {
        true => format!("a number of games comes before the file, as in `--play 200 {text}`"),
        false => format!("a number of games, from 1 to {MOST_RANDOM_GAMES}, such as 200"),
    })
}

/// Who plays, in the order of the sides.
pub fn players(text: &str) -> Result<Players, PlayerError> {
    text.parse()
}

/// A player.
pub fn player(text: &str) -> Result<Player, PlayerError> {
    text.parse()
}

/// A time in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.001..=LONGEST).contains(seconds));
    let seconds = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| format!("a time in seconds, up to {LONGEST}, such as 5 or 0.5"))
}

/// A time with its unit, or in seconds.
pub fn span(text: &str, longest: f64) -> Result<Duration, String> {
    let units = [('s', 1.0), ('m', 60.0), ('h', 3600.0)];
    let with_unit = |(sign, seconds)| Some((text.trim().strip_suffix(sign)?, seconds));
    let (number, unit) = units.into_iter().find_map(with_unit).unwrap_or((text, 1.0));
    let seconds = number.trim().parse::<f64>().ok().map(|number| number * unit);
    let seconds = seconds.filter(|seconds| (0.001..=longest).contains(seconds));
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let hours = longest / 3600.0;
    time.ok_or_else(|| format!("a time with its unit, such as 90s, 0.5s or 5m, up to {hours}h"))
}

/// A size with its unit.
pub fn memory(text: &str) -> Result<usize, String> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let unit = match unit.trim().to_ascii_lowercase().as_str() {
        "kb" | "k" => Some(1 << 10),
        "mb" | "m" => Some(1 << 20),
        "gb" | "g" => Some(1 << 30),
        _ => None,
    };
    let bytes = number.parse::<u64>().ok().zip(unit).and_then(|(n, unit)| n.checked_mul(unit));
    let allowed = LEAST_MEMORY as u64..=MOST_MEMORY;
    bytes
        .filter(|bytes| allowed.contains(bytes))
        .and_then(|bytes| usize::try_from(bytes).ok())
        .ok_or_else(|| "a size from 1MB to 1024GB with its unit, such as 256MB or 2GB".to_string())
}

/// A part, as it is written: 1/4.
pub fn shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/').and_then(|(index, count)| {
        Some((index.trim().parse::<usize>().ok()?, count.trim().parse::<usize>().ok()?))
    });
    match numbers {
        Some((index, count)) if (1..=count).contains(&index) => {
            Ok(Shard { index: index - 1, count })
        }
        _ => Err("a part is its number and how many there are, from 1/4 to 4/4".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_games_are_a_number() {
        assert_eq!(random_games("200"), Ok(200));
        assert!(random_games("snort.pl").unwrap_err().contains("--play 200 snort.pl"));
        for bad in ["", "0", "1.5", "many", "1000001"] {
            assert!(random_games(bad).unwrap_err().starts_with("a number of games, from 1"));
        }
    }

    #[test]
    fn times_have_units() {
        let seconds = |text| span(text, LONGEST).map(|time| time.as_secs_f64()).ok();
        assert_eq!(seconds("90s"), Some(90.0));
        assert_eq!(seconds(" 0.5 m "), Some(30.0));
        assert_eq!(seconds("1h"), Some(3600.0));
        assert_eq!(seconds("7"), Some(7.0));
        for bad in ["", "s", "1d", "-1s", "0", "2h", "NaNs", "infs", "1e99h"] {
            assert_eq!(seconds(bad), None, "{bad}");
        }
        assert!(span("1000h", LONGEST_TUNING).is_ok());
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(memory("256MB"), Ok(256 << 20));
        assert_eq!(memory("2 gb"), Ok(2 << 30));
        for bad in ["", "256", "MB", "1TB", "1kb", "99999999999999999999MB", "2000GB"] {
            assert!(memory(bad).is_err(), "{bad}");
        }
    }
}
