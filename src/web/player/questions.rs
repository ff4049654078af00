//! Questions that set a game up: which version of Hive, and who plays. Hornet would
//! rather play with all pieces, and itself.

use serde_json::Value;

use crate::play::http::messages::Question;

/// The answer to a question: one of its options, as a text. None where there are none.
pub fn answer(question: &Question) -> Option<String> {
    let text = format!("{} {}", question.header, question.read_header).to_lowercase();
    // Whoever asks over HTTP calls a player behind it a human.
    let wanted: &[&str] = match text.contains("black") {
        true => &["ai", "human", "expanded"],
        false => &["human", "expanded", "ai"],
    };
    let labels: Vec<String> = question.labels.iter().map(|it| written(it).to_lowercase()).collect();
    let place = |word: &&str| labels.iter().position(|label| label == word);
    let chosen = wanted.iter().find_map(place).and_then(|place| question.options.get(place));
    chosen.or(question.options.first()).map(written)
}

/// An option as a text.
fn written(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), String::from)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answered(question: Value) -> Option<String> {
        answer(&serde_json::from_value(question).unwrap())
    }

    #[test]
    fn an_answer_is_one_of_the_options() {
        let players = |which: &str| {
            json!({ "header": "Players", "read_header": format!("Select {which} player:"),
                    "labels": ["Human", "AI", "Random"], "options": [0, 2, 3] })
        };
        assert_eq!(answered(players("white")).as_deref(), Some("0"));
        assert_eq!(answered(players("black")).as_deref(), Some("2"));
        let version = json!({ "header": "Hive Version", "labels": ["Classic", "Expanded"],
                              "options": ["c", "e"] });
        assert_eq!(answered(version).as_deref(), Some("e"));
        assert_eq!(answered(json!({ "options": [true, null] })).as_deref(), Some("true"));
        assert_eq!(
            answered(json!({ "labels": ["a", "Human"], "options": [7] })).as_deref(),
            Some("7")
        );
        assert_eq!(answered(json!({ "options": [] })), None);
    }
}
