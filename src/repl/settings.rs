//! What can be set at the prompt besides the game's own options.

/// How the prompt behaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// More answers than this are shown as a table.
    pub list: usize,
    /// No more answers than this are looked for.
    pub limit: usize,
    /// Proofs are folded below this many levels of rules.
    pub depth: usize,
    /// Whether the board is drawn after each move.
    pub board: bool,
    /// Whether the board shows the names of its cells.
    pub coordinates: bool,
    /// Whether it is said how long an answer took.
    pub timing: bool,
    /// Whether long answers stop at the foot of each screen.
    pub pager: bool,
    /// Whether the legal moves are shown before a machine plays.
    pub show_options: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            list: 5,
            limit: 10_000,
            depth: 2,
            board: true,
            coordinates: false,
            timing: true,
            pager: true,
            show_options: false,
        }
    }
}

/// The names of the settings, and what they mean.
pub const SETTINGS: [(&str, &str); 8] = [
    ("list", "list up to this many answers as Prolog does, more as a table"),
    ("limit", "look for at most this many answers"),
    ("depth", "fold proofs below this many levels of rules"),
    ("board", "on or off: draw the board after each move"),
    ("coordinates", "on or off: show the names of cells on the board"),
    ("timing", "on or off: tell how long an answer took"),
    ("pager", "on or off: stop long answers at the foot of each screen"),
    ("show_options", "on or off: show the legal moves before a machine plays"),
];

impl Settings {
    /// The value of a setting, as it is written.
    pub fn get(&self, name: &str) -> Option<String> {
        let switch = |on: bool| if on { "on" } else { "off" }.to_string();
        Some(match name {
            "list" => self.list.to_string(),
            "limit" => self.limit.to_string(),
            "depth" => self.depth.to_string(),
            "board" => switch(self.board),
            "coordinates" => switch(self.coordinates),
            "timing" => switch(self.timing),
            "pager" => switch(self.pager),
            "show_options" => switch(self.show_options),
            _ => return None,
        })
    }

    /// Changes a setting; the error says what would be right.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = |least: usize| match value.parse() {
            Ok(number) if number >= least => Ok(number),
            _ => Err(format!("{name} is a number from {least} on, not `{value}`")),
        };
        let switch = || match value {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(format!("{name} is on or off, not `{value}`")),
        };
        match name {
            "list" => self.list = number(0)?,
            "limit" => self.limit = number(1)?,
            "depth" => self.depth = number(1)?,
            "board" => self.board = switch()?,
            "coordinates" => self.coordinates = switch()?,
            "timing" => self.timing = switch()?,
            "pager" => self.pager = switch()?,
            "show_options" => self.show_options = switch()?,
            _ => return Err(format!("there is no setting `{name}`")),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_can_be_read_and_written_back() {
        let mut settings = Settings::default();
        for (name, _) in SETTINGS {
            let value = settings.get(name).unwrap();
            settings.set(name, &value).unwrap();
        }
        assert_eq!(settings, Settings::default());
        assert!(settings.set("depth", "0").unwrap_err().contains("from 1 on"));
        assert!(settings.set("board", "maybe").is_err());
        assert_eq!(settings.get("colour"), None);
    }
}
