//! Dates as BoardSpace writes them, in the language of the player's computer, as
//! records have them: `2018.10.28`.

/// How months begin in the languages in which dates are found.
const MONTHS: [&[&str]; 12] = [
    &["jan", "ene", "gen", "jän"],
    &["feb", "fév", "fev"],
    &["mar", "mär", "mrt"],
    &["apr", "avr", "abr"],
    &["may", "mai", "maj", "mag", "mei"],
    &["jun", "juin", "giu"],
    &["jul", "juil", "lug"],
    &["aug", "aoû", "ago"],
    &["sep", "set"],
    &["oct", "okt", "ott", "out"],
    &["nov"],
    &["dec", "dez", "déc", "dic", "des"],
];

/// The date in a text with a year, a month and a day in any order, as in
/// `Sat Dec 11 08:32:57 PST 2021` or `28 October 2018`.
pub fn date(text: &str) -> Option<String> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '/'));
    let words: Vec<&str> = words.filter(|word| !word.is_empty() && !word.contains(':')).collect();
    if let [one] = words.as_slice() {
        return numeric(one);
    }
    let numbers = || words.iter().filter_map(|word| word.trim_end_matches('.').parse::<u32>().ok());
    let year = numbers().find(|number| (1900..3000).contains(number))?;
    let day = numbers().find(|number| (1..=31).contains(number))?;
    // A time zone in capitals is no month. A day of the week comes first, if any, and
    // may begin like one: `mar` is a Tuesday, too.
    let month = words.iter().rev().filter(|word| !word.chars().all(char::is_uppercase));
    let month = month.filter_map(|word| month_of(word)).next()?;
    Some(format!("{year}.{month:02}.{day:02}"))
}

/// The date that digits tell: `2018-10-28`.
fn numeric(word: &str) -> Option<String> {
    let parts: Option<Vec<u32>> = word.split(['-', '.']).map(|part| part.parse().ok()).collect();
    match parts?.as_slice() {
        [year @ 1900..3000, month @ 1..=12, day @ 1..=31] => {
            Some(format!("{year}.{month:02}.{day:02}"))
        }
        _ => None,
    }
}

fn month_of(word: &str) -> Option<usize> {
    let word = word.to_lowercase();
    Some(MONTHS.iter().position(|names| names.iter().any(|name| word.starts_with(name)))? + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_found_in_any_order() {
        for (text, found) in [
            ("Sat Dec 11 08:32:57 PST 2021", Some("2021.12.11")),
            ("Tue Oct 09 22:40:32 CLST 2018", Some("2018.10.09")),
            ("Tue Mar 29 21:05:19 CEST 2016", Some("2016.03.29")),
            ("28 October 2018", Some("2018.10.28")),
            ("October 2, 2019", Some("2019.10.02")),
            ("3. Oktober 2019", Some("2019.10.03")),
            ("14 juillet 2019", Some("2019.07.14")),
            ("14 juin 2019", Some("2019.06.14")),
            ("2019-06-22", Some("2019.06.22")),
            ("2019.06.22", Some("2019.06.22")),
            ("", None),
            ("yesterday", None),
            ("12 2019", None),
        ] {
            assert_eq!(date(text).as_deref(), found, "{text}");
        }
    }
}
