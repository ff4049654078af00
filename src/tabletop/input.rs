//! Where entries come from: somebody at a terminal, with Tab to complete moves
//! and commands, or a pipe.

use std::io::{self, BufRead, Write};

use console::Term;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use crate::logic::syntax::hidden::is_hidden;
use crate::repl::shell::{editor_config, screen};
use crate::repl::{Screen, discard_input, forget_typed, layout, pager, style};

/// What was entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A line.
    Line(String),
    /// Ctrl-C.
    Interrupt,
    /// Nothing more will come.
    End,
}

/// Where entries come from, and how they are answered.
pub enum Input<'a> {
    /// A terminal.
    Terminal(Box<Editor<Words, DefaultHistory>>),
    /// Lines from elsewhere.
    Pipe(&'a mut dyn BufRead),
}

impl<'a> Input<'a> {
    /// Somebody at the terminal.
    pub fn terminal() -> io::Result<Input<'a>> {
        let config = editor_config()?;
        let mut editor = Editor::with_config(config).map_err(io::Error::other)?;
        editor.set_helper(Some(Words::default()));
        Ok(Input::Terminal(Box::new(editor)))
    }

    /// Whether somebody sits at a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    /// The next entry.
    pub fn read(&mut self, out: &mut dyn Write, prompt: &str, words: Words) -> io::Result<Entry> {
        out.flush()?;
        match self {
            Input::Terminal(editor) => {
                editor.set_helper(Some(words));
                let coloured = style::paint(style::STRONG, prompt);
                let entry = match editor.readline(&(prompt, coloured.as_str())) {
                    Ok(line) => Entry::Line(line),
                    Err(ReadlineError::Interrupted) => Entry::Interrupt,
                    Err(ReadlineError::Eof) => Entry::End,
                    Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                        discard_input()?;
                        writeln!(out, "input is not UTF-8; ignored")?;
                        Entry::Line(String::new())
                    }
                    Err(ReadlineError::Io(error)) => return Err(error),
                    Err(error) => return Err(io::Error::other(error)),
                };
                if let Entry::Line(line) = &entry
                    && !line.trim().is_empty()
                {
                    let _ = editor.add_history_entry(line.trim());
                }
                Ok(entry)
            }
            Input::Pipe(input) => {
                let mut line = Vec::new();
                Ok(match input.read_until(b'\n', &mut line)? {
                    0 => Entry::End,
                    _ => Entry::Line(String::from_utf8_lossy(&line).trim_end().to_string()),
                })
            }
        }
    }

    /// Discards what was typed and not yet read.
    pub fn forget_typed(&self) -> io::Result<()> {
        match self {
            Input::Terminal(_) => forget_typed(),
            Input::Pipe(_) => Ok(()),
        }
    }

    /// How many characters fit in a line.
    pub fn width(&self) -> usize {
        match self {
            Input::Terminal(_) => screen(&Term::stdout()).width,
            Input::Pipe(_) => Screen::default().width,
        }
    }

    /// Shows a text; at a terminal, lines break between words.
    pub fn tell(&self, out: &mut dyn Write, text: &str) -> io::Result<()> {
        match self {
            Input::Terminal(_) => writeln!(out, "{}", layout::wrap_words(text, self.width())),
            Input::Pipe(_) => writeln!(out, "{text}"),
        }
    }

    /// Shows a text; a long one page by page at a terminal.
    pub fn show(&self, out: &mut dyn Write, text: &str) -> io::Result<()> {
        match self {
            Input::Terminal(_) => {
                let term = Term::stdout();
                pager::show(&term, out, text, || screen(&term))
            }
            Input::Pipe(_) => writeln!(out, "{text}"),
        }
    }
}

/// The words that Tab completes.
#[derive(Clone, Default)]
pub struct Words {
    /// Whole entries: moves and commands.
    pub entries: Vec<String>,
    /// What may follow the commands that take a move.
    pub moves: Vec<String>,
    /// What may follow `moves`.
    pub pieces: Vec<String>,
}

/// What a command takes.
enum Argument {
    Move,
    Piece,
    File,
}

/// The commands that take something.
const TAKING: [(&str, Argument); 7] = [
    ("why not ", Argument::Move),
    ("why ", Argument::Move),
    ("what if ", Argument::Move),
    ("moves ", Argument::Piece),
    ("save ", Argument::File),
    ("export ", Argument::File),
    ("play ", Argument::Move),
];

impl Words {
    /// What completes a line up to the cursor, and where the completion begins.
    pub fn completions(&self, line: &str) -> (usize, Vec<Pair>) {
        for (command, argument) in &TAKING {
            let Some(rest) = line.strip_prefix(command) else { continue };
            let words = match argument {
                Argument::Move => &self.moves,
                Argument::Piece => &self.pieces,
                Argument::File => {
                    let found = FilenameCompleter::new().complete_path(line, line.len());
                    let (at, mut files) = found.unwrap_or((line.len(), Vec::new()));
                    files.retain(|file| !file.display.contains(|c| is_hidden(c) || c == '\n'));
                    return (at, files);
                }
            };
            return (line.len() - rest.len(), starting_with(words, rest));
        }
        (0, starting_with(&self.entries, line))
    }
}

fn starting_with(words: &[String], text: &str) -> Vec<Pair> {
    let fitting = words.iter().filter(|word| word.starts_with(text));
    fitting.map(|word| Pair { display: word.clone(), replacement: word.clone() }).collect()
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        Ok(self.completions(&line[..pos]))
    }
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Validator for Words {}
impl Hinter for Words {
    type Hint = String;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_commands_are_completed_each_in_its_place() {
        let strings = |words: &[&str]| words.iter().map(|word| word.to_string()).collect();
        let words = Words {
            entries: strings(&["b2-b3", "b2-c3", "board", "moves"]),
            moves: strings(&["b2-b3", "b2-c3"]),
            pieces: strings(&["b2", "c3"]),
        };
        let completed = |line: &str| {
            let (at, pairs) = words.completions(line);
            (at, pairs.into_iter().map(|pair| pair.replacement).collect::<Vec<_>>())
        };
        assert_eq!(completed("b"), (0, strings(&["b2-b3", "b2-c3", "board"])));
        assert_eq!(completed("why b2-c"), (4, strings(&["b2-c3"])));
        assert_eq!(completed("why not "), (8, strings(&["b2-b3", "b2-c3"])));
        assert_eq!(completed("moves c"), (6, strings(&["c3"])));
        assert_eq!(completed("nothing"), (0, Vec::new()));
    }
}
