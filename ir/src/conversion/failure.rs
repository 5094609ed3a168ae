//! Why a pattern does not apply, and why an op stays illegal.

use std::borrow::Cow;

/// Why a pattern does not apply to an op.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch(pub Cow<'static, str>);

impl Mismatch {
    /// The pattern is meant for other ops of the name: no message lists it.
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

/// What was tried for an op.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    pub pattern: &'static str,
    pub reason: String,
}
