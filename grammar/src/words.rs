//! Word layout of instructions: positions of ids
//!
//! Used by the assembler, and by export to assign ids.

use crate::enumeration::EnumDef;
use crate::row::{Arity, OpRow, Param, ParamKind};

/// The encoding of a parameter in the binary.
#[derive(Clone, Copy, Debug)]
pub enum Word {
    /// An id.
    Id,
    /// A 32-bit integer.
    Integer,
    /// The bits of a 32-bit float.
    Float,
    /// A literal string of variable length.
    String,
    /// An enumerant or bit set, followed by its parameters.
    Enum(&'static EnumDef),
}

impl ParamKind {
    /// Returns the encoding in the binary of a parameter of this kind.
    pub fn word(self) -> Word {
        match self {
            ParamKind::Word => Word::Integer,
            ParamKind::FloatWord => Word::Float,
            ParamKind::String => Word::String,
            ParamKind::Enum(def) => Word::Enum(def),
            ParamKind::Value
            | ParamKind::Mixed
            | ParamKind::Symbol
            | ParamKind::Type
            | ParamKind::ConstEnum(_)
            | ParamKind::Attr
            | ParamKind::Block
            | ParamKind::Tail => Word::Id,
        }
    }
}

/// Returns `Some(true)` if all parameters are ids, `Some(false)` if none is, and `None` if only some are.
pub fn all_ids<'a>(params: impl Iterator<Item = &'a Param>) -> Option<bool> {
    let mut all = None;
    for param in params {
        let is_id = matches!(param.kind.word(), Word::Id);
        if *all.get_or_insert(is_id) != is_id {
            return None;
        }
    }
    Some(all.unwrap_or(false))
}

/// The positions of ids among the words of an instruction, not counting the first word with the length and opcode.
#[derive(Clone, Copy, Debug)]
pub struct WordLayout {
    /// Number of leading words at fixed positions.
    pub fixed: u32,
    /// Bit set of the indices of ids among the fixed words.
    pub ids: u32,
    /// The words after the fixed words.
    pub rest: RestOfWords,
}

/// The contents of the words after the fixed words.
#[derive(Clone, Copy, Debug)]
pub enum RestOfWords {
    /// No ids.
    Literals,
    /// Only ids.
    Ids,
    /// Parameters of the enumerants in the last fixed word.
    Enumerants(&'static EnumDef),
    /// Words whose meaning depends on the word count or on preceding words.
    Other,
}

impl WordLayout {
    /// Maximum number of fixed words.
    pub const FIXED: u32 = u32::BITS - 1;

    /// Returns the layout of an instruction without parameters. `head` is the number of leading words for result type
    /// and result id.
    pub fn of_head(head: u32) -> WordLayout {
        WordLayout { fixed: head, ids: (1 << head) - 1, rest: RestOfWords::Literals }
    }

    /// Returns the layout of a grammar entry's instructions. `head` is the number of leading words for result type
    /// and result id.
    pub fn new(row: &OpRow, head: u32) -> WordLayout {
        let mut layout = WordLayout::of_head(head);
        let params = row.words();
        for (index, param) in params.iter().enumerate() {
            let last = index + 1 == params.len();
            let single = param.arity != Arity::Variadic && layout.fixed < Self::FIXED;
            layout.rest = match param.kind.word() {
                Word::Id | Word::Integer | Word::Float if single => {
                    layout.ids |= u32::from(matches!(param.kind.word(), Word::Id)) << layout.fixed;
                    layout.fixed += 1;
                    continue;
                }
                Word::Enum(def) if single => {
                    layout.fixed += 1;
                    match (def.has_params, last) {
                        (false, _) => continue,
                        (true, true) => RestOfWords::Enumerants(def),
                        (true, false) => RestOfWords::Other,
                    }
                }
                Word::Id if last => RestOfWords::Ids,
                Word::Integer | Word::String if last => RestOfWords::Literals,
                _ => RestOfWords::Other,
            };
            return layout;
        }
        layout
    }
}
