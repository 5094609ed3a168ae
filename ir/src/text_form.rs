//! Text of another implementation, where it differs from ours.

use crate::diag::{Diagnostic, Place};

/// What is different in the strict text that another implementation reads and writes. A dialect supplies these; parser
/// and printer know no other implementation by name. Names of values and blocks mean nothing in any of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextForm {
    /// What messages call it, e.g. `LLVM 14`.
    pub name: &'static str,
    /// Numbers and indices in lists state their types (`[0 : i32]`).
    pub typed_lists: bool,
    /// A list of equal elements is a splat.
    pub merges_splats: bool,
    /// The generic form has inherent attributes as `<{...}>` after the successors.
    pub properties: bool,
    /// Enumerants are in angle brackets.
    pub bracketed_enums: bool,
    /// Ops have [`crate::dialect::OpDef::later_format`], and the prefixes of [`crate::dialect::Dialect::op_prefixes`].
    pub later_formats: bool,
    /// The parameters of enumerants follow the brackets: `["Lod"], %lod` instead of `["Lod", %lod]`.
    pub enum_operands_follow: bool,
    /// Names of ops that prefixes do not give: ours and the form's.
    pub op_names: &'static [(&'static str, &'static str)],
    /// Version of the implementation. A dialect compares it where code decides what a version's text is.
    pub version: u32,
    /// Assembly formats that only this form has: the name of the op and its format, sorted by name.
    pub formats: &'static [(&'static str, &'static str)],
    /// Enumerants that are called otherwise: the enumeration, the grammar's name, and the name in the form.
    pub enumerants: &'static [(&'static str, &'static str, &'static str)],
    /// Errors of the parser that the form words otherwise: a pattern in which `{}` is any text, and messages in which
    /// `{0}` is what the first such text was.
    pub messages: &'static [(&'static str, &'static [&'static str])],
}

impl TextForm {
    /// Returns the assembly format that only this form has for an op.
    pub fn format(&self, op: &str) -> Option<&'static str> {
        let row = self.formats.binary_search_by_key(&op, |(name, _)| name).ok()?;
        Some(self.formats[row].1)
    }

    /// What the form calls an enumerant.
    pub fn enumerant<'n>(&self, enumeration: &str, name: &'n str) -> &'n str {
        let renamed = self.enumerants.iter().find(|(of, known, _)| *of == enumeration && *known == name);
        renamed.map_or(name, |(.., theirs)| theirs)
    }

    /// What the grammar calls an enumerant of the form, where it is another name.
    pub fn grammar_enumerant(&self, enumeration: &str, name: &str) -> Option<&'static str> {
        let renamed = self.enumerants.iter().find(|(of, _, theirs)| *of == enumeration && *theirs == name);
        renamed.map(|(_, known, _)| *known)
    }

    /// An error of the parser in the words of the form, which may be several errors. The message that was reworded
    /// becomes a note of the first.
    pub fn reword(&self, error: Diagnostic) -> Vec<Diagnostic> {
        let rows = self.messages.iter();
        let found = rows.map(|(pattern, texts)| (captures(pattern, &error.message), texts));
        let Some((values, texts)) = found.into_iter().find_map(|(values, texts)| Some((values?, texts)))
        else {
            return vec![error];
        };
        let fill = |text: String, (i, value): (usize, &&str)| text.replace(&format!("{{{i}}}"), value);
        let filled = |text: &str| values.iter().enumerate().fold(text.to_owned(), fill);
        let mut all: Vec<_> =
            texts.iter().map(|t| Diagnostic::error(error.place.clone(), filled(t))).collect();
        if let Some(first) = all.first_mut() {
            first.notes = std::iter::once((Place::None, error.message.clone())).chain(error.notes).collect();
        }
        all
    }
}

/// The texts that `{}` of a pattern are in a message, if that is what it matches.
fn captures<'m>(pattern: &str, message: &'m str) -> Option<Vec<&'m str>> {
    let mut parts = pattern.split("{}");
    let mut rest = message.strip_prefix(parts.next()?)?;
    let mut found = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let at = if parts.peek().is_none() && part.is_empty() { rest.len() } else { rest.find(part)? };
        found.push(&rest[..at]);
        rest = &rest[at + part.len()..];
    }
    rest.is_empty().then_some(found)
}
