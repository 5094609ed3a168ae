//! Read access to a single op

use crate::attrs::Attribute;
use crate::body::{Body, FLAG_ISOLATED, OpData};
use crate::entity::{Block, Op, Value};
use crate::handles::OpDefId;
use crate::location::Location;

/// A reference to an op and its data. An `OpRef` is faster for loops with several queries per op than the methods of
/// [`Body`], which look up the op each time.
#[derive(Clone, Copy, Debug)]
pub struct OpRef<'b> {
    body: &'b Body,
    data: &'b OpData,
    op: Op,
}

impl Body {
    /// Returns a reference to an op for reading.
    #[inline]
    pub fn get(&self, op: Op) -> OpRef<'_> {
        OpRef { body: self, data: &self.ops[op], op }
    }
}

impl<'b> OpRef<'b> {
    /// Returns the handle of the op.
    #[inline]
    pub fn op(self) -> Op {
        self.op
    }

    /// Returns the op's definition.
    #[inline]
    pub fn def(self) -> OpDefId {
        self.data.def
    }

    /// Returns the op's source location.
    #[inline]
    pub fn loc(self) -> Location {
        self.data.loc
    }

    /// Returns the next op in the block, if any.
    #[inline]
    pub fn next(self) -> Option<Op> {
        self.data.next
    }

    /// Returns the dictionary of discardable attributes (decorations); `None` if empty.
    #[inline]
    pub fn attrs(self) -> Option<Attribute> {
        self.body.attrs_of(self.data)
    }

    /// Returns the raw words in all slots of the op: literals, enumerants and attribute handles.
    #[inline]
    pub fn slots(self) -> &'b [u32] {
        &self.body.slots[self.data.slot_start as usize..][..usize::from(self.data.slots)]
    }

    /// Returns the raw word in the op's first slot. The result is meaningless for an op without slots.
    #[inline]
    pub fn padded_slot(self) -> u32 {
        self.body.slots.get(self.data.slot_start as usize).copied().unwrap_or(0)
    }

    /// Returns all operands. Successor arguments come last.
    #[inline]
    pub fn operands(self) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone + use<'b> {
        let start = self.data.operand_start as usize;
        self.body.operands[start..][..self.data.operand_len as usize].iter().copied()
    }

    /// Returns all operands, padded with meaningless values to `N`, and the actual operand count.
    ///
    /// Returns `None` if the op has more than `N` operands, or if the body's operand array ends before `N` values.
    /// Always reading `N` operands avoids a loop with an unpredictable trip count.
    #[inline]
    pub fn padded_operands<const N: usize>(self) -> Option<(&'b [Value; N], usize)> {
        let list = self.body.operands.get(self.data.operand_start as usize..)?.first_chunk()?;
        let count = self.data.operand_len as usize;
        (count <= N).then_some((list, count))
    }

    /// Returns the operands that are not successor arguments.
    #[inline]
    pub fn own_operands(
        self,
    ) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone + use<'b> {
        self.body.own_operands_of(self.data)
    }

    /// Returns the number of results.
    #[inline]
    pub fn result_count(self) -> usize {
        usize::from(self.data.results)
    }

    /// Returns the first result, if any.
    #[inline]
    pub fn result(self) -> Option<Value> {
        self.data.first_result
    }

    /// Returns the target block of the successor with the given index.
    #[inline(always)]
    pub fn successor(self, index: usize) -> Block {
        let (first, count) = self.body.successor_range(self.data);
        self.body.successors[first as usize..][..count as usize][index].block
    }

    /// Returns the number of successors.
    #[inline]
    pub fn successor_count(self) -> usize {
        self.body.successor_range(self.data).1 as usize
    }

    /// Returns the number of the op's regions in this body. Isolated ops have none.
    #[inline]
    pub fn region_count(self) -> usize {
        usize::from(self.data.regions)
    }

    /// Returns whether the op is isolated: it has a nested body instead of regions.
    #[inline]
    pub fn is_isolated(self) -> bool {
        self.data.flags & FLAG_ISOLATED != 0
    }
}
