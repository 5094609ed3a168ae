//! Instruction layout: slots, SSA operands and instruction words of each parameter
//!
//! A slot is a 32-bit word of an op that holds a literal, an enumerant or the handle of an attribute. The assembler,
//! import, export, verifier, parser and printer share this layout.

use crate::row::{Arity, OpRow, Param, ParamKind, same};
use std::ops::Range;

/// A parameter with the indices of its slots.
#[derive(Clone, Copy, Debug)]
pub struct ParamLayout {
    /// Index of the parameter in [`OpRow::params`].
    pub index: usize,
    /// The parameter in the grammar.
    pub param: &'static Param,
    /// Index of the parameter's first slot.
    pub slot: usize,
}

impl ParamLayout {
    /// Returns the index range of the parameter's slots.
    pub fn slots(self) -> Range<usize> {
        self.slot..self.slot + usize::from(self.param.slots())
    }

    /// Returns the slot contents of an op that omits the parameter.
    pub fn absent(self) -> impl Iterator<Item = u32> {
        self.slots().map(move |slot| if slot == self.slot { self.param.absent() } else { 0 })
    }

    /// Returns the index range of the parameter's slots that hold attributes rather than literal words.
    pub fn attributes(self) -> Range<usize> {
        let Range { start, end } = self.slots();
        start + usize::from(self.param.starts_with_word())..end
    }
}

impl OpRow {
    /// Returns the parameters in the order of the binary, each with its slot indices.
    #[inline]
    pub fn layout(&self) -> impl Iterator<Item = ParamLayout> + Clone + use<> {
        let mut next = 0;
        self.params.iter().enumerate().map(move |(index, param)| {
            let slot = next;
            next += usize::from(param.slots());
            ParamLayout { index, param, slot }
        })
    }
}

/// The valid range of a count, such as the number of operands of an op.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Minimum.
    pub min: u32,
    /// Maximum; [`u32::MAX`] for no limit.
    pub max: u32,
}

impl Count {
    const NONE: Count = Count { min: 0, max: 0 };

    const fn plus(self, arity: Arity) -> Count {
        let (min, max) = match arity {
            Arity::One => (1, 1),
            Arity::Optional => (0, 1),
            Arity::Variadic => (0, u32::MAX),
        };
        Count { min: self.min + min, max: self.max.saturating_add(max) }
    }

    /// Returns whether a count is in the range.
    pub fn contains(self, count: usize) -> bool {
        self.min as usize <= count && count <= self.max as usize
    }

    /// Formats the range: `2`, `2 or more`, `1 to 3`.
    pub fn text(self) -> String {
        match self.max {
            max if max == self.min => max.to_string(),
            u32::MAX => format!("{} or more", self.min),
            max => format!("{} to {max}", self.min),
        }
    }
}

/// The instruction words after the leading SSA operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// No further words.
    Nothing,
    /// A list of literal words.
    Words,
    /// Optional enumerants with parameters.
    Enumerants,
    /// Other optional parameters.
    Optional,
    /// A symbol, then SSA operands; no SSA operands precede the symbol.
    SymbolAndValues,
    /// Any other words, or any words at all if the number of leading SSA operands varies.
    Other,
}

/// Name of the parameter that holds the number of operands of each operand parameter.
pub const SEGMENTS: &str = "operandSegmentSizes";

/// The layout that all instructions of a grammar entry share.
#[derive(Clone, Copy, Debug)]
pub struct InstructionLayout {
    /// Number of slots of the op.
    pub slots: u16,
    /// Number of leading parameters that have no words in the instruction (see [`OpRow::prefix`]).
    pub prefix: u8,
    /// Number of SSA operands at the start of the instruction words.
    pub values: Count,
    /// The words after the leading SSA operands that `values` counts.
    pub rest: Rest,
    /// Number of SSA operands of the op, excluding operands of parameters that may also be attributes.
    pub operands: Count,
    /// Number of successors that are CFG edges.
    pub edges: Count,
    /// Index of the slot of the parameter `merge`, if any. The slot holds the number of merge blocks among the
    /// successors.
    pub merge: Option<u16>,
    /// Index of the slot of the parameter [`SEGMENTS`], if any.
    pub segments: Option<u16>,
    /// Whether an operand follows a list of operands, so that parameters cannot be counted from the first operand.
    pub has_groups: bool,
    /// Whether the slot contents determine which operands belong to which parameter.
    pub is_irregular: bool,
    /// Bit set of the indices of parameters whose slots the verifier can check without looking at other slots.
    pub checked: u64,
    /// Bit set of the indices of slots that hold attributes rather than literal words.
    attributes: u64,
    /// Bit set of the indices of slots that may hold types.
    types: u64,
}

impl InstructionLayout {
    /// Derives the layout from a grammar entry.
    ///
    /// # Panics
    /// Panics if the entry has more than 64 slots or parameters.
    pub const fn new(row: &OpRow) -> InstructionLayout {
        let prefix = row.prefix();
        // Index of the parameter after the leading SSA operands.
        let mut next = prefix as usize;
        let mut layout = InstructionLayout {
            slots: 0,
            prefix,
            values: Count::NONE,
            rest: Rest::Other,
            operands: Count::NONE,
            edges: Count::NONE,
            merge: None,
            segments: None,
            has_groups: false,
            is_irregular: false,
            checked: 0,
            attributes: 0,
            types: 0,
        };
        let mut number = 0;
        while number < row.params.len() {
            let param = &row.params[number];
            let slot = layout.slots;
            layout.slots += param.slots() as u16;
            assert!(
                layout.slots as u32 <= u64::BITS && number < u64::BITS as usize,
                "a row with more than 64 slots"
            );
            match param.kind {
                ParamKind::Value => {
                    let follows_list = layout.operands.min < layout.operands.max;
                    layout.has_groups |= follows_list && matches!(param.arity, Arity::One);
                    layout.operands = layout.operands.plus(param.arity);
                    if number == next {
                        layout.values = layout.values.plus(param.arity);
                        next += 1;
                    }
                }
                ParamKind::Block => layout.edges = layout.edges.plus(param.arity),
                ParamKind::Word if matches!(param.arity, Arity::One) && same(param.name, "merge") => {
                    layout.merge = Some(slot);
                }
                ParamKind::Attr if same(param.name, SEGMENTS) => {
                    layout.segments = Some(slot);
                    layout.has_groups = true;
                }
                _ => {}
            }
            let mut of_attributes = slot + param.starts_with_word() as u16;
            while of_attributes < layout.slots {
                layout.attributes |= 1 << of_attributes;
                of_attributes += 1;
            }
            if matches!(param.kind, ParamKind::Type | ParamKind::Attr | ParamKind::Mixed) {
                layout.types |= 1 << slot;
            }
            match param.check() {
                SlotCheck::None => {}
                SlotCheck::Alone => layout.checked |= 1 << number,
                SlotCheck::WithOthers => layout.is_irregular = true,
            }
            number += 1;
        }
        layout.rest = layout.rest_of(row.params, next);
        layout
    }

    /// Returns the indices of the slots that may hold types.
    pub fn type_slots(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.types)
    }

    /// Returns the indices of the slots that hold attributes rather than literal words.
    pub fn attribute_slots(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.attributes)
    }

    const fn rest_of(&self, params: &[Param], next: usize) -> Rest {
        if next >= params.len() {
            return Rest::Nothing;
        }
        if self.values.min != self.values.max {
            return Rest::Other;
        }
        let (first, count) = (&params[next], params.len() - next);
        if count == 1 && matches!((first.kind, first.arity), (ParamKind::Word, Arity::Variadic)) {
            return Rest::Words;
        }
        if count == 2
            && self.values.max == 0
            && matches!((first.kind, first.arity), (ParamKind::Symbol, Arity::One))
            && matches!((params[next + 1].kind, params[next + 1].arity), (ParamKind::Value, Arity::Variadic))
        {
            return Rest::SymbolAndValues;
        }
        let (mut enumerants, mut i) = (true, next);
        while i < params.len() {
            if !matches!(params[i].arity, Arity::Optional) {
                return Rest::Other;
            }
            enumerants &= matches!(params[i].kind, ParamKind::Enum(def) if def.has_params);
            i += 1;
        }
        if enumerants { Rest::Enumerants } else { Rest::Optional }
    }
}

/// Returns the bit indices of the set bits, lowest first.
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = mask.trailing_zeros() as usize;
        (mask != 0).then(|| mask &= mask - 1).map(|()| lowest)
    })
}

/// The check that the verifier performs on a parameter's slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SlotCheck {
    /// No check, because any word is valid.
    None,
    /// A check of the parameter's slots alone.
    Alone,
    /// A check of the slots together with the op's operands and other slots.
    WithOthers,
}

impl Param {
    /// Returns whether the parameter's first slot holds a literal word. Its other slots hold attributes.
    const fn starts_with_word(&self) -> bool {
        match self.kind {
            ParamKind::Word => matches!(self.arity, Arity::One),
            ParamKind::Enum(_) => !matches!(self.arity, Arity::Variadic),
            ParamKind::FloatWord | ParamKind::ConstEnum(_) => true,
            _ => false,
        }
    }

    const fn check(&self) -> SlotCheck {
        let variadic = matches!(self.arity, Arity::Variadic);
        match self.kind {
            ParamKind::Value | ParamKind::Block | ParamKind::FloatWord | ParamKind::Tail => SlotCheck::None,
            ParamKind::Word if matches!(self.arity, Arity::One) => SlotCheck::None,
            ParamKind::Word => SlotCheck::Alone,
            ParamKind::Enum(def) if def.open && matches!(self.arity, Arity::One) => SlotCheck::None,
            ParamKind::Enum(_)
            | ParamKind::Attr
            | ParamKind::Symbol
            | ParamKind::Type
            | ParamKind::String
                if !variadic =>
            {
                SlotCheck::Alone
            }
            _ => SlotCheck::WithOthers,
        }
    }
}
