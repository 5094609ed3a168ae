//! What a body keeps of a value.

use crate::body::Body;
use crate::entity::{Block, Op, Value};
use crate::types::Type;

/// What defines a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Definer {
    /// Nothing yet.
    Forward,
    /// An op or block that was erased.
    Dead,
    Op(Op),
    Block(Block),
}

/// An SSA value. 12 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ValueData {
    pub ty: Option<Type>,
    /// Number of the op or block that defines it.
    definer: u32,
    /// What that is in the two upper bits, and below them which of its results or arguments this is.
    place: u32,
}

const _: () = assert!(size_of::<ValueData>() == 12);

const FORWARD: u32 = 0;
const DEAD: u32 = 1 << 30;
const OP: u32 = 2 << 30;
const BLOCK: u32 = 3 << 30;
const INDEX: u32 = DEAD - 1;

impl ValueData {
    /// A value without uses: number `index` of what defines it.
    #[inline]
    pub fn new(ty: Option<Type>, definer: Definer, index: usize) -> ValueData {
        let (kind, definer) = match definer {
            Definer::Forward => (FORWARD, 0),
            Definer::Dead => (DEAD, 0),
            Definer::Op(op) => (OP, op.index()),
            Definer::Block(block) => (BLOCK, block.index()),
        };
        debug_assert!(index <= INDEX as usize, "a block has fewer arguments than that");
        let place = kind | index as u32 & INDEX;
        ValueData { ty, definer: definer as u32, place }
    }

    /// Which of the results or arguments of what defines it the value is.
    #[inline]
    pub fn index(&self) -> u32 {
        self.place & INDEX
    }

    /// Makes it another of the results or arguments.
    pub fn set_index(&mut self, index: u32) {
        self.place = self.place & !INDEX | index & INDEX;
    }

    /// Notes that what defined it was erased.
    pub fn set_dead(&mut self) {
        self.place = DEAD;
    }
}

impl Body {
    /// What defines a value.
    #[inline]
    pub(crate) fn definer(&self, value: Value) -> Definer {
        let data = &self.values[value];
        match data.place & !INDEX {
            OP => Definer::Op(self.ops.id(data.definer as usize)),
            BLOCK => Definer::Block(self.blocks.id(data.definer as usize)),
            DEAD => Definer::Dead,
            _ => Definer::Forward,
        }
    }
}
