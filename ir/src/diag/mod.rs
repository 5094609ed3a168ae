//! Diagnostics: messages with a position, a severity and notes

use crate::context::Context;
use crate::location::Location;
use crate::render::stated_location;
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// The position to which a diagnostic points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// No specific position.
    None,
    /// A byte range in the parsed text.
    Text(Range<usize>),
    /// A word of a SPIR-V binary, and the instruction that contains it.
    Word {
        /// Offset from the start of the module, in 32-bit words.
        offset: usize,
        /// Name of the instruction, for example `OpLoad`; empty outside of instructions.
        instruction: &'static str,
    },
    /// The location of an op in the IR.
    Op(Location),
    /// The `file:line:column` of an op's location.
    Stated(String),
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Severity of invalid input.
    Error,
    /// Severity of valid but suspicious input.
    Warning,
    /// Severity of additional information about the preceding diagnostic.
    Note,
    /// Severity of a report about a compiler action, which is printed on request.
    Remark,
}

/// A single diagnostic. `Display` prints `error: message` and a line for each note. [`crate::render`] also prints
/// source lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Severity of the message.
    pub severity: Severity,
    /// Position to which the diagnostic points.
    pub place: Place,
    /// The message. Usually describes both the expected and the actual input.
    pub message: String,
    /// Id of the violated rule, such as a validation rule id; `None` if the rule has no id.
    pub rule: Option<String>,
    /// Assembly of the op that the diagnostic is about, if available.
    pub excerpt: Option<Excerpt>,
    /// Notes: related positions and suggested fixes.
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

    /// Returns the message, followed by the rule id in brackets if there is a rule.
    pub fn headline(&self) -> Cow<'_, str> {
        match &self.rule {
            Some(rule) => format!("{} [{rule}]", self.message).into(),
            None => (&self.message).into(),
        }
    }

    /// Appends a note to the diagnostic.
    pub fn note(mut self, place: Place, message: impl Into<String>) -> Diagnostic {
        self.notes.push((place, message.into()));
        self
    }
}

/// The assembly of the op that a diagnostic is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// Description of the enclosing function or op, for example `in '@main'`.
    pub around: String,
    /// Assembly of the op; `None` if it could not be printed.
    pub text: Option<String>,
    /// Byte range in `text` of the invalid operand or attribute, if known.
    pub marked: Option<Range<usize>>,
}

impl Excerpt {
    /// Maximum column of the end of the marker. Longer lines would wrap and displace the marker.
    const COLUMNS: usize = 200;

    /// Returns the message of the note that shows the op.
    pub fn note(&self) -> String {
        match &self.text {
            Some(text) => format!("{}: `{text}`", self.around),
            None => self.around.clone(),
        }
    }

    /// Returns the line that marks the invalid operand, for printing below the note. `prefix` is the text before the
    /// note on its line. Returns `None` if there is no operand to mark or the line is too long.
    pub fn mark(&self, prefix: &str) -> Option<String> {
        let (text, marked) = (self.text.as_ref()?, self.marked.clone()?);
        let before = prefix.chars().count() + self.around.chars().count() + ": `".len();
        let column = before + text.get(..marked.start)?.chars().count();
        let length = text.get(marked)?.chars().count();
        (length > 0 && column + length <= Self::COLUMNS)
            .then(|| format!("{}^{}", " ".repeat(column), "~".repeat(length - 1)))
    }
}

/// A list of diagnostics. `Display` prints each diagnostic on its own lines. `Debug` does so as well, because Rust
/// uses it to print an error that `main` returns.
#[derive(Clone, Default, thiserror::Error)]
pub struct Diagnostics {
    /// Diagnostics in order of discovery.
    pub list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Appends a diagnostic, unless the list already contains [`Self::LIMIT`] diagnostics.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.list.len() < Self::LIMIT {
            self.list.push(diagnostic);
        }
    }

    /// Appends an error, unless the list is full.
    pub fn error(&mut self, place: Place, message: impl Into<String>) {
        self.push(Diagnostic::error(place, message));
    }

    /// Adds a note to the last diagnostic. Has no effect if the list is full, because the note's diagnostic may have
    /// been dropped.
    pub fn note(&mut self, place: Place, message: impl Into<String>) {
        if self.list.len() < Self::LIMIT
            && let Some(last) = self.list.last_mut()
        {
            last.notes.push((place, message.into()));
        }
    }

    /// Replaces the locations of ops in a file by `file:line:column`, which `Display` prints without the context.
    pub fn with_positions(mut self, ctx: &Context) -> Diagnostics {
        let places = |diagnostic: &mut Diagnostic| {
            let notes = diagnostic.notes.iter_mut().map(|(place, _)| place);
            for place in notes.chain([&mut diagnostic.place]) {
                if let Place::Op(loc) = place
                    && let Some(text) = stated_location(ctx, *loc)
                {
                    *place = Place::Stated(text);
                }
            }
        };
        self.list.iter_mut().for_each(places);
        self
    }

    /// Maximum number of diagnostics in a list.
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
    /// Writes the position followed by `: `. Writes nothing for [`Place::Op`], whose location only the context can print.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::None | Place::Op(_) => Ok(()),
            Place::Text(range) => write!(f, "byte {}: ", range.start),
            Place::Stated(text) => write!(f, "{text}: "),
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
        for (index, diagnostic) in self.list.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{diagnostic}")?;
        }
        Ok(())
    }
}
