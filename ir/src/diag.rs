//! Diagnostics: what went wrong, where, and what to do.

use crate::location::Location;
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// Where a diagnostic points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nowhere in particular.
    None,
    /// A byte range of the text that was parsed.
    Text(Range<usize>),
    /// A word of a binary, and the instruction there.
    Word {
        /// Offset from the start of the module, in 32-bit words.
        offset: usize,
        /// Name of the instruction, e.g. `OpLoad`; empty outside of one.
        instruction: &'static str,
    },
    /// A location of an op.
    Op(Location),
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The input is wrong.
    Error,
    /// Suspicious.
    Warning,
    /// More about the one before.
    Note,
    /// What was done, where it was asked for.
    Remark,
}

/// One message. As text without a source: `error: message`, and a line for each note; [`crate::render`] shows places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad.
    pub severity: Severity,
    /// Where.
    pub place: Place,
    /// What was expected, what was found.
    pub message: String,
    /// The id of the rule that is violated, if rules of this kind have ids.
    pub rule: Option<String>,
    /// The op that it is about, as text.
    pub excerpt: Option<Excerpt>,
    /// Further places, and what to do.
    pub notes: Vec<(Place, String)>,
}

impl Diagnostic {
    /// An error.
    pub fn error(place: Place, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, place, message)
    }

    /// A message of any severity.
    pub fn new(severity: Severity, place: Place, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity, place, message: message.into(), rule: None, excerpt: None, notes: Vec::new() }
    }

    /// The message, with the id of the rule in brackets.
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

/// The op that a diagnostic is about, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// What is around it: `in '@main'`.
    pub around: String,
    /// Its text, if it could be printed.
    pub text: Option<String>,
    /// The bytes of the text that are wrong: those of an operand or attribute.
    pub marked: Option<Range<usize>>,
}

impl Excerpt {
    /// Columns of a marked part at most: a line is not wrapped under its mark.
    const COLUMNS: usize = 200;

    /// What a note says of the op.
    pub fn note(&self) -> String {
        match &self.text {
            Some(text) => format!("{}: `{text}`", self.around),
            None => self.around.clone(),
        }
    }

    /// The line below that note, which marks a part of it; `prefix` is what the note's line starts with.
    pub fn mark(&self, prefix: &str) -> Option<String> {
        let (text, marked) = (self.text.as_ref()?, self.marked.clone()?);
        let before = prefix.chars().count() + self.around.chars().count() + ": `".len();
        let column = before + text.get(..marked.start)?.chars().count();
        let length = text.get(marked)?.chars().count();
        (length > 0 && column + length <= Self::COLUMNS)
            .then(|| format!("{}^{}", " ".repeat(column), "~".repeat(length - 1)))
    }
}

/// Collected messages. As text: each as its own text, one below the other.
#[derive(Clone, Debug, Default, thiserror::Error)]
pub struct Diagnostics {
    /// In order of discovery.
    pub list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Adds a message; keeps at most [`Self::LIMIT`].
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.list.len() < Self::LIMIT {
            self.list.push(diagnostic);
        }
    }

    /// Adds an error.
    pub fn error(&mut self, place: Place, message: impl Into<String>) {
        self.push(Diagnostic::error(place, message));
    }

    /// Adds a note to the message that was added last; none where messages may have been left out.
    pub fn note(&mut self, place: Place, message: impl Into<String>) {
        if self.list.len() < Self::LIMIT
            && let Some(last) = self.list.last_mut()
        {
            last.notes.push((place, message.into()));
        }
    }

    /// Messages kept at most.
    pub const LIMIT: usize = 1000;

    /// Whether any is an error.
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
    /// What can be said of a place without the source and the context, ended by `: `; nothing for a location.
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
