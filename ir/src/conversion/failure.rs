//! Conversion failures

use std::borrow::Cow;

/// The reason why a pattern does not apply to an op, as a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch(pub Cow<'static, str>);

impl Mismatch {
    /// A mismatch that error messages omit. Patterns return it for variants of an op that they do not handle.
    pub const UNRELATED: Mismatch = Mismatch(Cow::Borrowed(""));
}

impl From<&'static str> for Mismatch {
    fn from(text: &'static str) -> Mismatch {
        Mismatch(text.into())
    }
}

impl From<String> for Mismatch {
    fn from(text: String) -> Mismatch {
        Mismatch(text.into())
    }
}

/// A failed attempt to apply a pattern.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    pub pattern: &'static str,
    pub reason: String,
}
