//! Storage of SSA values

use crate::body::Body;
use crate::body::arena::Id;
use crate::entity::{Block, Op, Value};
use crate::types::Type;
use std::num::NonZeroU32;

/// The op or block that defines a value, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Definer {
    /// A forward reference, whose definition is not known yet.
    Forward,
    /// A value whose definition was erased.
    Dead,
    Op(Op),
    Block(Block),
}

/// An SSA value. Size: 12 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ValueData {
    pub ty: Option<Type>,
    /// Handle of the defining op or block, if any.
    definer: NonZeroU32,
    /// The [`Definer`] variant in the upper two bits, and the result index or argument index in the lower 30 bits.
    place: u32,
}

const _: () = assert!(size_of::<ValueData>() == 12);

const FORWARD: u32 = 0;
const DEAD: u32 = 1 << 30;
const OP: u32 = 2 << 30;
const BLOCK: u32 = 3 << 30;
const INDEX: u32 = DEAD - 1;

impl ValueData {
    /// Creates a value. `index` is its result index or argument index.
    #[inline]
    pub fn new(ty: Option<Type>, definer: Definer, index: usize) -> ValueData {
        let (kind, definer) = match definer {
            Definer::Forward => (FORWARD, NonZeroU32::MIN),
            Definer::Dead => (DEAD, NonZeroU32::MIN),
            Definer::Op(op) => (OP, op.raw()),
            Definer::Block(block) => (BLOCK, block.raw()),
        };
        debug_assert!(index <= INDEX as usize, "a block has fewer arguments than that");
        let place = kind | index as u32 & INDEX;
        ValueData { ty, definer, place }
    }

    /// Returns the result index or argument index of the value.
    #[inline]
    pub fn index(&self) -> u32 {
        self.place & INDEX
    }

    /// Sets the result index or argument index of the value.
    pub fn set_index(&mut self, index: u32) {
        self.place = self.place & !INDEX | index & INDEX;
    }

    /// Marks the value as dead, because its defining op or block was erased.
    pub fn set_dead(&mut self) {
        self.place = DEAD;
    }
}

impl Body {
    /// Returns the op or block that defines a value.
    #[inline]
    pub(crate) fn definer(&self, value: Value) -> Definer {
        let data = &self.values[value];
        match data.place & !INDEX {
            OP => Definer::Op(Op::from_raw(data.definer)),
            BLOCK => Definer::Block(Block::from_raw(data.definer)),
            DEAD => Definer::Dead,
            _ => Definer::Forward,
        }
    }
}
