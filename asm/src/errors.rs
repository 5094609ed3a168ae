//! What is wrong with an assembly.

use crate::check::ErrorCode;
use std::fmt;
use std::ops::Range;

/// A mistake in an assembly.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {}: error: {message}", .span.start)]
pub struct SyntaxError {
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    /// The exit status that spirv-as has for it.
    pub code: ErrorCode,
    /// What was expected, what was found.
    pub message: String,
}

/// The mistakes in an assembly. As text: each as its own text, one below the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
pub struct SyntaxErrors {
    /// One for each wrong instruction, in order; the first [`Self::LIMIT`].
    pub list: Vec<SyntaxError>,
}

impl SyntaxErrors {
    /// Errors kept at most.
    pub const LIMIT: usize = 1000;
}

impl fmt::Display for SyntaxErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, error) in self.list.iter().enumerate() {
            f.write_str(if number > 0 { "\n" } else { "" })?;
            write!(f, "{error}")?;
        }
        Ok(())
    }
}
