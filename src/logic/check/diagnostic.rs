//! What is wrong with a rule text, where, and what would be right.
//!
//! Policy: the message says what is wrong in the writer's own names, the label
//! stands at the place to change, and the help says what would be right. Codes
//! are stable words, so that they can be looked up in `docs/language.md`.

use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind};
use rustc_hash::FxHashSet;

use crate::logic::syntax::source::{Sources, Span};

/// A text with a line longer than this is not drawn, only pointed into.
const LONGEST_LINE_DRAWN: usize = 500;

/// A message that quotes more than this is cut short.
const LONGEST_MESSAGE: usize = 400;

fn shortened(text: String) -> String {
    if text.len() <= LONGEST_MESSAGE {
        return text;
    }
    format!("{}…", text.chars().take(LONGEST_MESSAGE).collect::<String>())
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The rules cannot be used.
    Error,
    /// The rules can be used, but say something their writer may not mean.
    Warning,
}

/// One complaint about a rule text.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// A stable word for this kind of complaint, such as `unsafe-variable`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// The place to change, and what to say there.
    pub primary: (Span, String),
    /// Other places that matter.
    pub secondary: Vec<(Span, String)>,
    /// What would be right.
    pub help: Option<String>,
}

/// Keeps each complaint once: a clause that stands for several rules may be
/// complained of for each.
pub fn drop_repeated(complaints: &mut Vec<Diagnostic>) {
    let mut seen = FxHashSet::default();
    complaints.retain(|complaint| {
        seen.insert((complaint.code, complaint.primary.0, complaint.message.clone()))
    });
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: shortened(message.into()),
            primary: (span, shortened(label.into())),
            secondary: Vec::new(),
            help: None,
        }
    }

    /// A warning at a place.
    pub fn warning(
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message, label) }
    }

    /// Adds what would be right.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(shortened(help.into()));
        self
    }

    /// Points at another place that matters.
    pub fn also(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.secondary.push((span, label.into()));
        self
    }

    /// Draws the complaint at its place in the text.
    pub fn render(&self, sources: &Sources, color: bool) -> String {
        if sources.longest_line(self.primary.0.file) > LONGEST_LINE_DRAWN {
            return self.summary(sources);
        }
        let (kind, paint) = match self.severity {
            Severity::Error => (ReportKind::Error, Color::Red),
            Severity::Warning => (ReportKind::Warning, Color::Yellow),
        };
        let place = |span: Span| (sources.file(span.file).name.clone(), span.range());
        let mut report = Report::build(kind, place(self.primary.0))
            .with_config(
                Config::default()
                    .with_color(color)
                    .with_index_type(IndexType::Byte)
                    .with_char_set(CharSet::Unicode),
            )
            .with_code(self.code)
            .with_message(&self.message);
        // In the order of the text, so that it is drawn in one piece.
        let others = self.secondary.iter().map(|(span, said)| (*span, said, Color::Cyan));
        let mut labels: Vec<_> = others.chain([(self.primary.0, &self.primary.1, paint)]).collect();
        labels.sort_by_key(|(span, ..)| (span.file != self.primary.0.file, span.file, span.start));
        for (span, said, paint) in labels {
            let label = Label::new(place(span)).with_message(said).with_color(paint);
            report = report.with_label(label);
        }
        if let Some(help) = &self.help {
            report = report.with_help(help);
        }
        let texts: Vec<_> =
            sources.iter().map(|(_, file)| (file.name.clone(), file.text.clone())).collect();
        let mut out = Vec::new();
        match report.finish().write(ariadne::sources(texts), &mut out) {
            Ok(()) => String::from_utf8_lossy(&out).trim_end().to_string(),
            Err(_) => self.summary(sources),
        }
    }

    /// The complaint in plain lines: `file:line:column: error: message`.
    pub fn summary(&self, sources: &Sources) -> String {
        let at = sources.location(self.primary.0);
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let help = self.help.as_ref().map_or(String::new(), |help| format!("\n  help: {help}"));
        format!("{}:{}:{}: {severity}: {}{help}", at.file, at.line, at.column, self.message)
    }
}
