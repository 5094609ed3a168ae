//! Errors in assembly text

use crate::check::ErrorCode;
use std::fmt;
use std::ops::Range;

/// An error in assembly text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {}: error: {message}", .span.start)]
pub struct SyntaxError {
    /// Byte range of the invalid part of the text.
    pub span: Range<usize>,
    /// Category of the error, which determines the exit status of spirv-as.
    pub code: ErrorCode,
    /// Error message, as in spirv-as.
    pub message: String,
    /// Correction of a misspelled name, for example ``did you mean `Shader`?``.
    pub advice: Option<String>,
}

/// The errors in an assembly text. Displayed one per line.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
pub struct SyntaxErrors {
    /// The errors in text order, one for each faulty instruction; at most [`Self::LIMIT`].
    pub list: Vec<SyntaxError>,
}

impl SyntaxErrors {
    /// Maximum number of reported errors.
    pub const LIMIT: usize = 1000;
}

impl fmt::Display for SyntaxErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.list.iter().enumerate() {
            f.write_str(if index > 0 { "\n" } else { "" })?;
            write!(f, "{error}")?;
        }
        Ok(())
    }
}
