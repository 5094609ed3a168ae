//! The layout of instructions: which slots and SSA operands of an op, and which words of an instruction, its parameters
//! are. Assembler, import, export, verifier, parser and printer take it from here.

use crate::row::{ABSENT, Arity, OpRow, Param, ParamKind};
use std::ops::Range;

/// A parameter and its slots.
#[derive(Clone, Copy, Debug)]
pub struct ParamLayout {
    /// Its index in the row.
    pub number: usize,
    /// The parameter.
    pub param: &'static Param,
    /// The index of its first slot.
    pub slot: usize,
}

impl ParamLayout {
    /// Its slots.
    pub fn slots(self) -> Range<usize> {
        self.slot..self.slot + usize::from(self.param.slots())
    }

    /// The content of its slots where it is absent.
    pub fn absent(self) -> impl Iterator<Item = u32> {
        let first = match self.param.kind {
            ParamKind::Enum(_) | ParamKind::ConstEnum(_) if self.param.arity != Arity::Variadic => ABSENT,
            _ => 0,
        };
        self.slots().map(move |slot| if slot == self.slot { first } else { 0 })
    }

    /// Its slots that hold attributes and not words.
    pub fn attributes(self) -> Range<usize> {
        let is_word = match self.param.kind {
            ParamKind::Word => self.param.arity == Arity::One,
            ParamKind::Enum(_) => self.param.arity != Arity::Variadic,
            ParamKind::FloatWord | ParamKind::ConstEnum(_) => true,
            _ => false,
        };
        let Range { start, end } = self.slots();
        start + usize::from(is_word)..end
    }
}

impl OpRow {
    /// The parameters in binary order, with their slots.
    #[inline]
    pub fn layout(&self) -> impl Iterator<Item = ParamLayout> + Clone + use<> {
        let mut next = 0;
        self.params.iter().enumerate().map(move |(number, param)| {
            let slot = next;
            next += usize::from(param.slots());
            ParamLayout { number, param, slot }
        })
    }
}

/// A number from `min` to `max`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The least.
    pub min: u32,
    /// The greatest; [`u32::MAX`]: any.
    pub max: u32,
}

impl Count {
    fn add(&mut self, arity: Arity) {
        let (min, max) = match arity {
            Arity::One => (1, 1),
            Arity::Optional => (0, 1),
            Arity::Variadic => (0, u32::MAX),
        };
        self.min += min;
        self.max = self.max.saturating_add(max);
    }

    /// Whether a number is in the range.
    pub fn contains(self, count: usize) -> bool {
        self.min as usize <= count && count <= self.max as usize
    }

    /// `2`, `2 or more`, `1 to 3`
    pub fn text(self) -> String {
        match self.max {
            max if max == self.min => max.to_string(),
            u32::MAX => format!("{} or more", self.min),
            max => format!("{} to {max}", self.min),
        }
    }
}

/// The words of an instruction after the SSA operands with which it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// None.
    Nothing,
    /// A list of literal words.
    Words,
    /// Optional enumerants with parameters.
    Enumerants,
    /// Other optional parameters.
    Optional,
    /// A symbol and SSA operands; none precede it.
    SymbolAndValues,
    /// Others, or any where the number of the SSA operands before varies.
    Other,
}

/// What the instructions of a row have in common.
#[derive(Clone, Copy, Debug)]
pub struct InstructionLayout {
    /// Number of slots.
    pub slots: u16,
    /// See [`OpRow::prefix`].
    pub prefix: u8,
    /// The SSA operands with which the words of the instruction begin.
    pub values: Count,
    /// What follows them.
    pub rest: Rest,
    /// All parameters that are SSA operands in any case.
    pub operands: Count,
    /// Successors that are edges.
    pub edges: Count,
    /// The slot that declares merge blocks: that of the parameter `merge`, a literal word.
    pub merge: Option<u16>,
    /// Bit n: slot n holds an attribute and not a word.
    attributes: u64,
}

impl InstructionLayout {
    /// Derives the layout from a row.
    ///
    /// # Panics
    /// If the row has more than 64 slots.
    pub fn new(row: &OpRow) -> InstructionLayout {
        let prefix = row.prefix();
        // The parameter after those SSA operands with which the words begin.
        let mut next = usize::from(prefix);
        let mut layout = InstructionLayout {
            slots: 0,
            prefix,
            values: Count::default(),
            rest: Rest::Other,
            operands: Count::default(),
            edges: Count::default(),
            merge: None,
            attributes: 0,
        };
        for p in row.layout() {
            match p.param.kind {
                ParamKind::Value => {
                    layout.operands.add(p.param.arity);
                    if p.number == next {
                        layout.values.add(p.param.arity);
                        next += 1;
                    }
                }
                ParamKind::Block => layout.edges.add(p.param.arity),
                ParamKind::Word if p.param.arity == Arity::One && p.param.name == "merge" => {
                    layout.merge = Some(p.slot as u16);
                }
                _ => {}
            }
            layout.slots = p.slots().end as u16;
            assert!(u32::from(layout.slots) <= u64::BITS, "'{}' has more than 64 slots", row.name);
            p.attributes().for_each(|slot| layout.attributes |= 1 << slot);
        }
        layout.rest = layout.rest_of(row.params.get(next..).unwrap_or(&[]));
        layout
    }

    /// Indices of the slots that hold attributes and not words.
    pub fn attribute_slots(&self) -> impl Iterator<Item = usize> + use<> {
        let mask = self.attributes;
        std::iter::successors(Some(mask), |left| Some(left & left.wrapping_sub(1)))
            .take_while(|left| *left != 0)
            .map(|left| left.trailing_zeros() as usize)
    }

    fn rest_of(&self, params: &[Param]) -> Rest {
        let optional = |p: &Param| p.arity == Arity::Optional;
        let enumerant = |p: &Param| matches!(p.kind, ParamKind::Enum(e) if e.has_params) && optional(p);
        match params {
            [] => Rest::Nothing,
            _ if self.values.min != self.values.max => Rest::Other,
            [Param { kind: ParamKind::Word, arity: Arity::Variadic, .. }] => Rest::Words,
            [
                Param { kind: ParamKind::Symbol, arity: Arity::One, .. },
                Param { kind: ParamKind::Value, arity: Arity::Variadic, .. },
            ] if self.values.max == 0 => Rest::SymbolAndValues,
            list if list.iter().all(enumerant) => Rest::Enumerants,
            list if list.iter().all(optional) => Rest::Optional,
            _ => Rest::Other,
        }
    }
}
