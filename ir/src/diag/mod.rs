//! Diagnostics: messages with a place, a severity and notes

mod suggest;

pub use suggest::suggest;

use crate::location::Location;
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// The place that a diagnostic points to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// No particular place.
    None,
    /// A byte range of the parsed text.
    Text(Range<usize>),
    /// A word of a binary module and the instruction at that word.
    Word {
        /// Offset from the start of the module, in 32-bit words.
        offset: usize,
        /// Name of the instruction, e.g. `OpLoad`; empty outside any instruction.
        instruction: &'static str,
    },
    /// The location of an op.
    Op(Location),
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Invalid input.
    Error,
    /// Suspicious but valid input.
    Warning,
    /// Additional information about the preceding message.
    Note,
    /// A report about an action of the compiler, printed on request.
    Remark,
}

/// A single diagnostic. `Display` prints `error: message` and a line for each note; [`crate::render`] adds source
/// lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The place that the message is about.
    pub place: Place,
    /// The message, which states the expected and the actual input.
    pub message: String,
    /// The id of the violated rule, if rules of this kind have ids.
    pub rule: Option<String>,
    /// The text of the op that the message is about.
    pub excerpt: Option<Excerpt>,
    /// Additional places and suggested fixes.
    pub notes: Vec<(Place, String)>,
}

impl Diagnostic {
    /// Constructs an error.
    pub fn error(place: Place, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, place, message)
    }

    /// Constructs a diagnostic of the given severity.
    pub fn new(severity: Severity, place: Place, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity, place, message: message.into(), rule: None, excerpt: None, notes: Vec::new() }
    }

    /// Returns the message followed by the rule id in brackets.
    pub fn headline(&self) -> Cow<'_, str> {
        match &self.rule {
            Some(rule) => format!("{} [{rule}]", self.message).into(),
            None => (&self.message).into(),
        }
    }

    /// Adds a note.
    pub fn note(mut self, place: Place, message: impl Into<String>) -> Diagnostic {
        self.notes.push((place, message.into()));
        self
    }
}

/// The text of the op that a diagnostic is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// Description of the surroundings, e.g. `in '@main'`.
    pub around: String,
    /// The printed op; `None` if it could not be printed.
    pub text: Option<String>,
    /// Byte range of the invalid operand or attribute within the text.
    pub marked: Option<Range<usize>>,
}

impl Excerpt {
    /// Maximum column of the marker line. Longer lines would wrap and displace the marker.
    const COLUMNS: usize = 200;

    /// Returns the text of the note that shows the op.
    pub fn note(&self) -> String {
        match &self.text {
            Some(text) => format!("{}: `{text}`", self.around),
            None => self.around.clone(),
        }
    }

    /// Returns the marker line that goes below the note. `prefix` is the beginning of the note's line.
    pub fn mark(&self, prefix: &str) -> Option<String> {
        let (text, marked) = (self.text.as_ref()?, self.marked.clone()?);
        let before = prefix.chars().count() + self.around.chars().count() + ": `".len();
        let column = before + text.get(..marked.start)?.chars().count();
        let length = text.get(marked)?.chars().count();
        (length > 0 && column + length <= Self::COLUMNS)
            .then(|| format!("{}^{}", " ".repeat(column), "~".repeat(length - 1)))
    }
}

/// A list of diagnostics. `Display` prints each on lines of its own, and so does `Debug`, with which Rust prints an error
/// that `main` returns.
#[derive(Clone, Default, thiserror::Error)]
pub struct Diagnostics {
    /// The diagnostics in order of discovery.
    pub list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Appends a diagnostic unless the list already holds [`Self::LIMIT`].
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.list.len() < Self::LIMIT {
            self.list.push(diagnostic);
        }
    }

    /// Appends an error.
    pub fn error(&mut self, place: Place, message: impl Into<String>) {
        self.push(Diagnostic::error(place, message));
    }

    /// Adds a note to the last diagnostic. Does nothing if the list is full, because that diagnostic may have been
    /// dropped.
    pub fn note(&mut self, place: Place, message: impl Into<String>) {
        if self.list.len() < Self::LIMIT
            && let Some(last) = self.list.last_mut()
        {
            last.notes.push((place, message.into()));
        }
    }

    /// Maximum number of diagnostics that a list keeps.
    pub const LIMIT: usize = 1000;

    /// Returns whether any diagnostic is an error.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
            Severity::Remark => "remark",
        })
    }
}

impl fmt::Display for Place {
    /// Writes the place followed by `: `. Writes nothing for a location, which needs the context to be printed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::None | Place::Op(_) => Ok(()),
            Place::Text(range) => write!(f, "byte {}: ", range.start),
            Place::Word { offset, instruction: "" } => write!(f, "word {offset}: "),
            Place::Word { offset, instruction } => write!(f, "word {offset}: {instruction}: "),
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}: {}", self.place, self.severity, self.headline())?;
        if let Some(excerpt) = &self.excerpt {
            write!(f, "\n{}: {}", Severity::Note, excerpt.note())?;
        }
        self.notes.iter().try_for_each(|(place, message)| write!(f, "\n{place}{}: {message}", Severity::Note))
    }
}

impl fmt::Debug for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, diagnostic) in self.list.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{diagnostic}")?;
        }
        Ok(())
    }
}
