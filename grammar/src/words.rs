//! The layout of the words of an instruction: which of them are ids. Assembler and numbering take it from here.

use crate::enumeration::EnumDef;
use crate::row::{Arity, OpRow, Param, ParamKind};

/// What a parameter is in the binary.
#[derive(Clone, Copy, Debug)]
pub enum Word {
    /// An id.
    Id,
    /// A 32-bit integer.
    Integer,
    /// The bits of a 32-bit float.
    Float,
    /// A literal string, of as many words as it takes.
    String,
    /// An enumerant or a set of bits, whose parameters follow.
    Enum(&'static EnumDef),
}

impl ParamKind {
    /// What a parameter of this kind is in the binary.
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

/// Whether parameters are all ids (true) or none is (false).
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

/// Which words after the first of an instruction are ids.
#[derive(Clone, Copy, Debug)]
pub struct WordLayout {
    /// Words that have the same meaning in each instruction of the row.
    pub fixed: u32,
    /// Which of them are ids, by bit.
    pub ids: u32,
    /// What follows them.
    pub rest: RestOfWords,
}

/// The words that follow those of a fixed meaning.
#[derive(Clone, Copy, Debug)]
pub enum RestOfWords {
    /// No ids.
    Literals,
    /// Ids.
    Ids,
    /// Parameters of the enumerants that the last fixed word is.
    Enumerants(&'static EnumDef),
    /// What depends on their number or on words before.
    Other,
}

impl WordLayout {
    /// Words of a fixed meaning at most.
    pub const FIXED: u32 = u32::BITS - 1;

    /// That of no parameters after `head` words, ids of a result and its type.
    pub fn of_head(head: u32) -> WordLayout {
        WordLayout { fixed: head, ids: (1 << head) - 1, rest: RestOfWords::Literals }
    }

    /// That of a row whose instructions begin with `head` words, ids of a result and its type.
    pub fn new(row: &OpRow, head: u32) -> WordLayout {
        let mut layout = WordLayout::of_head(head);
        let params = row.words();
        for (number, param) in params.iter().enumerate() {
            let last = number + 1 == params.len();
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
