//! Text of another implementation, where it differs from ours.

/// What is different in the strict text that another implementation reads and writes. A dialect supplies these; parser
/// and printer know no other implementation by name. Names of values and blocks mean nothing in any of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextForm {
    /// What messages call it, e.g. `LLVM 14`.
    pub name: &'static str,
    /// Numbers and indices in lists state their types (`[0 : i32]`), and a list of equal elements is not a splat.
    pub typed_lists: bool,
    /// The generic form has inherent attributes as `<{...}>` after the successors.
    pub properties: bool,
    /// Enumerants are in angle brackets.
    pub bracketed_enums: bool,
    /// Ops have [`crate::dialect::OpDef::later_format`], and the prefixes of [`crate::dialect::Dialect::op_prefixes`].
    pub later_formats: bool,
    /// Enumerants that are called otherwise: the enumeration, the grammar's name, and the name in the form.
    pub enumerants: &'static [(&'static str, &'static str, &'static str)],
}

impl TextForm {
    /// What the form calls an enumerant.
    pub fn enumerant(&self, enumeration: &str, name: &'static str) -> &'static str {
        let renamed = self.enumerants.iter().find(|(of, known, _)| *of == enumeration && *known == name);
        renamed.map_or(name, |(.., theirs)| theirs)
    }

    /// What the grammar calls an enumerant of the form, where it is another name.
    pub fn grammar_enumerant(&self, enumeration: &str, name: &str) -> Option<&'static str> {
        let renamed = self.enumerants.iter().find(|(of, _, theirs)| *of == enumeration && *theirs == name);
        renamed.map(|(_, known, _)| *known)
    }
}
