//! One op to be read: what is known of it, looked up once for all.

use crate::attrs::Attribute;
use crate::body::{Body, FLAG_ISOLATED, OpData};
use crate::entity::{Block, Op, Value};
use crate::handles::OpDefId;
use crate::location::Location;

/// An op of a body. Loops that ask several things of each op are faster by it than by the methods of
/// [`Body`], which look the op up each time.
#[derive(Clone, Copy, Debug)]
pub struct OpRef<'b> {
    body: &'b Body,
    data: &'b OpData,
    op: Op,
}

impl Body {
    /// An op to be read.
    #[inline]
    pub fn get(&self, op: Op) -> OpRef<'_> {
        OpRef { body: self, data: &self.ops[op], op }
    }
}

impl<'b> OpRef<'b> {
    /// The op.
    #[inline]
    pub fn op(self) -> Op {
        self.op
    }

    /// Definition.
    #[inline]
    pub fn def(self) -> OpDefId {
        self.data.def
    }

    /// Location.
    #[inline]
    pub fn loc(self) -> Location {
        self.data.loc
    }

    /// The op after it in its block.
    #[inline]
    pub fn next(self) -> Option<Op> {
        self.data.next
    }

    /// Discardable attributes (decorations): a dictionary.
    #[inline]
    pub fn attrs(self) -> Option<Attribute> {
        self.body.attrs_of(self.data)
    }

    /// All raw attribute slots.
    #[inline]
    pub fn slots(self) -> &'b [u32] {
        &self.body.slots[self.data.slot_start as usize..][..usize::from(self.data.slots)]
    }

    /// The first raw attribute slot; of an op without slots something that means nothing.
    #[inline]
    pub fn padded_slot(self) -> u32 {
        self.body.slots.get(self.data.slot_start as usize).copied().unwrap_or(0)
    }

    /// All operands, those of successors (which come last) included.
    #[inline]
    pub fn operands(self) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone + use<'b> {
        let start = self.data.operand_start as usize;
        self.body.operands[start..][..self.data.operand_len as usize].iter().copied()
    }

    /// The operands, those of successors included, of an op that has at most `N`, padded with meaningless values;
    /// and how many there are. The count is unpredictable, so that it can cost less to always read `N`. `None` where
    /// the op has more, or where the pool has fewer values.
    #[inline]
    pub fn padded_operands<const N: usize>(self) -> Option<(&'b [Value; N], usize)> {
        let list = self.body.operands.get(self.data.operand_start as usize..)?.first_chunk()?;
        let count = self.data.operand_len as usize;
        (count <= N).then_some((list, count))
    }

    /// The operands that are not successor arguments.
    #[inline]
    pub fn own_operands(
        self,
    ) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone + use<'b> {
        self.body.own_operands_of(self.data)
    }

    /// Number of results.
    #[inline]
    pub fn result_count(self) -> usize {
        usize::from(self.data.results)
    }

    /// Its first result.
    #[inline]
    pub fn result(self) -> Option<Value> {
        self.data.first_result
    }

    /// Block of successor number `index`.
    #[inline(always)]
    pub fn successor(self, index: usize) -> Block {
        let (first, count) = self.body.successor_range(self.data);
        self.body.successors[first as usize..][..count as usize][index].block
    }

    /// Number of successors.
    #[inline]
    pub fn successor_count(self) -> usize {
        self.body.successor_range(self.data).1 as usize
    }

    /// Number of regions in this body that belong to the op.
    #[inline]
    pub fn region_count(self) -> usize {
        usize::from(self.data.regions)
    }

    /// Whether the op owns a body.
    #[inline]
    pub fn is_isolated(self) -> bool {
        self.data.flags & FLAG_ISOLATED != 0
    }
}
