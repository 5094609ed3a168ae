//! Diagnostics: what went wrong, where, and what to do.

use crate::location::Location;

/// Where a diagnostic points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nowhere in particular.
    None,
    /// A byte range of the text that was parsed.
    Text(std::ops::Range<usize>),
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

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad.
    pub severity: Severity,
    /// Where.
    pub place: Place,
    /// What was expected, what was found.
    pub message: String,
    /// Further places, and what to do.
    pub notes: Vec<(Place, String)>,
}

impl Diagnostic {
    /// An error.
    pub fn error(place: Place, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, place, message: message.into(), notes: Vec::new() }
    }

    /// Adds a note.
    pub fn note(mut self, place: Place, message: impl Into<String>) -> Diagnostic {
        self.notes.push((place, message.into()));
        self
    }
}

/// Collected messages.
#[derive(Clone, Debug, Default)]
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
