//! LLVM-compatible text forms: the exact MLIR text of another implementation, such as LLVM 19

use crate::diag::{Diagnostic, Place};

/// An LLVM-compatible text form: the differences between the MLIR text of another implementation and that of this
/// project.
///
/// Dialects define the LLVM-compatible text forms, so that the parser and the printer do not depend on specific
/// implementations. In every LLVM-compatible text form, the names of values and blocks are insignificant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextForm {
    /// Name of the other implementation in messages, for example `LLVM 14`.
    pub name: &'static str,
    /// Whether integers in lists have explicit types (`[0 : i32]`).
    pub typed_lists: bool,
    /// Whether a dense constant whose elements are identical becomes a splat.
    pub merges_splats: bool,
    /// Whether the generic form prints inherent attributes as `<{...}>` after the successors.
    pub properties: bool,
    /// Whether enumerants are written in angle brackets.
    pub bracketed_enums: bool,
    /// Whether ops use [`crate::dialect::OpDef::later_format`] and the prefixes of
    /// [`crate::dialect::Dialect::op_prefixes`].
    pub uses_later_formats: bool,
    /// Whether the parameters of enumerants follow the brackets: `["Lod"], %lod` instead of `["Lod", %lod]`.
    pub enum_operands_follow: bool,
    /// Whether inherent attributes follow discardable attributes in the dictionary of an op.
    pub inherent_attributes_last: bool,
    /// Whether the text form requires at least one index in access chains.
    pub needs_index: bool,
    /// Whether error messages about a type list report the number of operands and the number of types.
    pub counts_types: bool,
    /// Names of ops for which no prefix rule applies: pairs of this project's name and the other name, newest version
    /// first.
    pub op_names: &'static [OpNames],
    /// Version of the other implementation, which [`Since`] compares.
    pub version: u32,
    /// Assembly formats of ops that differ from this project's formats, newest version first.
    pub formats: &'static [Formats],
    /// Renamed enumerants: enumeration, name in the grammar, and name in this text form.
    pub enumerants: &'static [(&'static str, &'static str, &'static str)],
    /// Rewordings of parser errors: patterns and their replacement messages, newest version first. `{}` in a pattern
    /// matches any text. `{0}` in a message is the text that the first `{}` matched.
    pub messages: &'static [Messages],
}

/// A change in the MLIR text of another implementation. The field is the first version with the change. Each dialect
/// lists the changes in its own syntax, and only dialects compare versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Since(pub u32);

impl Since {
    /// Returns whether `version` includes the change.
    pub fn in_version(self, version: u32) -> bool {
        version >= self.0
    }

    /// Returns whether an LLVM-compatible text form includes the change. Returns false for this project's own text
    /// (`None`).
    pub fn holds(self, form: Option<&TextForm>) -> bool {
        form.is_some_and(|form| self.in_version(form.version))
    }

    /// Returns whether an LLVM-compatible text form is older than the change. Returns false for this project's own text
    /// (`None`), which accepts both syntaxes.
    pub fn lacks(self, form: Option<&TextForm>) -> bool {
        form.is_some_and(|form| !self.in_version(form.version))
    }
}

/// Pairs of this project's op name and the op name in a version of another implementation.
pub type OpNames = &'static [(&'static str, &'static str)];

/// Pairs of an op name and its assembly format, sorted by op name.
pub type Formats = &'static [(&'static str, &'static str)];

/// Pairs of a pattern for this project's messages, and the replacement messages in a version of another implementation.
pub type Messages = &'static [(&'static str, &'static [&'static str])];

impl TextForm {
    /// Returns the assembly format that only this text form has for an op, if any.
    pub fn format(&self, op: &str) -> Option<&'static str> {
        self.formats.iter().find_map(|table| {
            let row = table.binary_search_by_key(&op, |(name, _)| name).ok()?;
            Some(table[row].1)
        })
    }

    /// Returns the name of an op in this text form, if it does not follow from a prefix rule.
    pub fn op_name(&self, op: &str) -> Option<&'static str> {
        let mut rows = self.op_names.iter().copied().flatten();
        rows.find(|(ours, _)| *ours == op).map(|(_, theirs)| *theirs)
    }

    /// Returns this project's name of an op, given its name in this text form. `None` if only the prefixes differ.
    pub fn own_op_name(&self, op: &str) -> Option<&'static str> {
        let mut rows = self.op_names.iter().copied().flatten();
        rows.find(|(_, theirs)| *theirs == op).map(|(ours, _)| *ours)
    }

    /// Returns the name of an enumerant in this text form, given its name in the grammar.
    pub fn enumerant<'n>(&self, enumeration: &str, name: &'n str) -> &'n str {
        let renamed = self.enumerants.iter().find(|(of, known, _)| *of == enumeration && *known == name);
        renamed.map_or(name, |(.., theirs)| theirs)
    }

    /// Returns the grammar's name of an enumerant that this text form renames; `None` for other names.
    pub fn grammar_enumerant(&self, enumeration: &str, name: &str) -> Option<&'static str> {
        let renamed = self.enumerants.iter().find(|(of, _, theirs)| *of == enumeration && *theirs == name);
        renamed.map(|(_, known, _)| *known)
    }

    /// Rewords a parser error with the other implementation's message, possibly as several errors. The original
    /// message becomes a note of the first error.
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

/// Matches a message against a pattern and returns the parts that `{}` matched; `None` if the pattern does not match.
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
