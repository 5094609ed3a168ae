//! Strict text forms: text that another implementation reads and writes

use crate::diag::{Diagnostic, Place};

/// The differences between the strict text of another implementation and our text.
///
/// Dialects supply these, so that parser and printer know no other implementation by name. In every strict form, the
/// names of values and blocks are insignificant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextForm {
    /// The name in messages, e.g. `LLVM 14`.
    pub name: &'static str,
    /// Whether numbers and indices in lists state their types (`[0 : i32]`).
    pub typed_lists: bool,
    /// Whether a list of equal elements becomes a splat.
    pub merges_splats: bool,
    /// Whether the generic form prints inherent attributes as `<{...}>` after the successors.
    pub properties: bool,
    /// Whether enumerants are in angle brackets.
    pub bracketed_enums: bool,
    /// Whether ops use [`crate::dialect::OpDef::later_format`] and the prefixes of
    /// [`crate::dialect::Dialect::op_prefixes`].
    pub uses_later_formats: bool,
    /// The parameters of enumerants follow the brackets: `["Lod"], %lod` instead of `["Lod", %lod]`.
    pub enum_operands_follow: bool,
    /// Whether inherent attributes follow the discardable ones in the dictionary of an op.
    pub inherent_attributes_last: bool,
    /// Whether an access chain needs an index.
    pub needs_index: bool,
    /// Whether messages about the types of a list state the numbers of operands and of types.
    pub counts_types: bool,
    /// Names of ops that prefixes do not give: ours and the form's. Tables of the newest version come first.
    pub op_names: &'static [OpNames],
    /// Version number of the other implementation, which [`Since`] compares.
    pub version: u32,
    /// Assembly formats of ops that differ from ours. Tables of the newest version come first.
    pub formats: &'static [Formats],
    /// Renamed enumerants: the enumeration, the name in the grammar, and the name in this form.
    pub enumerants: &'static [(&'static str, &'static str, &'static str)],
    /// Rewordings of parser errors: patterns and their replacement messages. `{}` in a pattern matches any text; `{0}`
    /// in a message is the text that the first `{}` matched. Tables of the newest version come first.
    pub messages: &'static [Messages],
}

/// A difference between versions of another implementation, by the first version that has it. Each dialect lists its
/// own; only they compare version numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Since(pub u32);

impl Since {
    /// Returns whether a version has the difference.
    pub fn in_version(self, version: u32) -> bool {
        version >= self.0
    }

    /// Returns whether a strict form has the difference. Our own text (`None`) has none.
    pub fn holds(self, form: Option<&TextForm>) -> bool {
        form.is_some_and(|form| self.in_version(form.version))
    }

    /// Returns whether a strict form is older than the difference. Our own text accepts both.
    pub fn lacks(self, form: Option<&TextForm>) -> bool {
        form.is_some_and(|form| !self.in_version(form.version))
    }
}

/// Pairs of our name of an op and a version's name.
pub type OpNames = &'static [(&'static str, &'static str)];

/// Names of ops and their assembly formats, sorted by name.
pub type Formats = &'static [(&'static str, &'static str)];

/// Pairs of a pattern of our messages and a version's messages.
pub type Messages = &'static [(&'static str, &'static [&'static str])];

impl TextForm {
    /// Returns the assembly format that only this form has for an op.
    pub fn format(&self, op: &str) -> Option<&'static str> {
        self.formats.iter().find_map(|table| {
            let row = table.binary_search_by_key(&op, |(name, _)| name).ok()?;
            Some(table[row].1)
        })
    }

    /// Returns the name of an op in this form, if prefixes do not give it.
    pub fn op_name(&self, op: &str) -> Option<&'static str> {
        let mut rows = self.op_names.iter().copied().flatten();
        rows.find(|(ours, _)| *ours == op).map(|(_, theirs)| *theirs)
    }

    /// Returns our name of an op in this form, if prefixes do not give it.
    pub fn own_op_name(&self, op: &str) -> Option<&'static str> {
        let mut rows = self.op_names.iter().copied().flatten();
        rows.find(|(_, theirs)| *theirs == op).map(|(ours, _)| *ours)
    }

    /// Returns the name of an enumerant in this form.
    pub fn enumerant<'n>(&self, enumeration: &str, name: &'n str) -> &'n str {
        let renamed = self.enumerants.iter().find(|(of, known, _)| *of == enumeration && *known == name);
        renamed.map_or(name, |(.., theirs)| theirs)
    }

    /// Returns the grammar's name of an enumerant that this form renames.
    pub fn grammar_enumerant(&self, enumeration: &str, name: &str) -> Option<&'static str> {
        let renamed = self.enumerants.iter().find(|(of, _, theirs)| *of == enumeration && *theirs == name);
        renamed.map(|(_, known, _)| *known)
    }

    /// Rewords a parser error as this form does, possibly as several errors. The original message becomes a note of the
    /// first error.
    pub fn reword(&self, error: Diagnostic) -> Vec<Diagnostic> {
        let rows = self.messages.iter().copied().flatten();
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

/// Matches a message against a pattern and returns the texts that the `{}` matched.
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
