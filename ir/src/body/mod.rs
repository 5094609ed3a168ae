//! Bodies: the operations, blocks, regions and values of an isolated operation
//!
//! No SSA edge crosses a body, so whole bodies can be moved, cloned, dropped and processed in parallel. This file
//! provides read access only. All mutations are in [`crate::builder`].

pub(crate) mod arena;
pub mod builder;
mod clone;
mod compact;
pub mod copy;
mod distinct;
pub mod entity;
pub mod module;
pub mod op_ref;
pub(crate) mod op_storage;
mod results;
pub(crate) mod uses;
pub(crate) mod value_data;
pub mod walk;

pub use distinct::DistinctBodies;

use crate::attrs::Attribute;
use crate::body::arena::{Arena, Id, LIMIT, Owner, shrink};
use crate::body::uses::Uses;
use crate::body::value_data::{Definer, ValueData};
use crate::entity::*;
use crate::handles::Ident;
use crate::handles::OpDefId;
use crate::location::Location;
use crate::types::Type;
use crate::verify::verified::Verified;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// End marker of the linked lists, in which array indices serve as links.
pub(crate) const NIL: u32 = u32::MAX;

/// An operation. Size: 44 bytes. [`crate::body::op_storage`] stores the components that few ops have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpData {
    pub parent: Option<Block>,
    pub prev: Option<Op>,
    pub next: Option<Op>,
    /// Sort key for the position in the block: ascending, with gaps.
    pub order: u32,
    pub def: OpDefId,
    pub flags: u8,
    pub regions: u8,
    pub slots: u8,
    pub results: u16,
    pub first_result: Option<Value>,
    pub loc: Location,
    pub operand_start: u32,
    pub operand_len: u32,
    pub slot_start: u32,
}

// Keeps ops small, because they dominate the memory of a body (see "Data structures" in docs/performance.md).
const _: () = assert!(size_of::<OpData>() == 44);

/// Flag for ops with a nested body instead of regions.
pub(crate) const FLAG_ISOLATED: u8 = 1;
/// Flag for erased ops.
pub(crate) const FLAG_DEAD: u8 = 2;

/// The definition of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueDef {
    /// A result of an op, with the result index.
    Result(Op, u32),
    /// An argument of a block, with the argument index.
    Argument(Block, u32),
    /// A forward reference without a definition, or a value whose definition was erased.
    Forward,
}

/// A successor of an op. Its arguments are operands of that op.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SuccessorData {
    pub block: Block,
    pub owner: Op,
    pub next: u32,
    pub prev: u32,
    /// Index of the first argument among the op's operands.
    pub arg_start: u32,
    pub arg_len: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockData {
    pub parent: Option<Region>,
    pub prev: Option<Block>,
    pub next: Option<Block>,
    pub first: Option<Op>,
    pub last: Option<Op>,
    pub first_pred: u32,
    pub arg_start: u32,
    pub arg_len: u32,
}

impl BlockData {
    /// An empty block without a parent region.
    pub const DETACHED: BlockData = BlockData {
        parent: None,
        prev: None,
        next: None,
        first: None,
        last: None,
        first_pred: NIL,
        arg_start: 0,
        arg_len: 0,
    };
}

#[derive(Clone, Debug, Default)]
pub(crate) struct RegionData {
    pub owner: Option<Op>,
    pub first: Option<Block>,
    pub last: Option<Block>,
    /// First block of the tail; `None` for the default tail, which is the second-to-last block alone.
    pub tail: Option<Block>,
}

/// Optional annotations of a block or block argument: debug name, decorations and location.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// Debug name in the source; `None` if unnamed.
    pub name: Option<Ident>,
    /// Dictionary of discardable attributes (decorations); `None` if empty.
    pub attrs: Option<Attribute>,
    /// Source location, if any. Used only for blocks and block arguments.
    pub loc: Option<Location>,
}

/// Expected sizes of a body's arrays, to reserve memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Capacity {
    /// Number of ops.
    pub ops: usize,
    /// Number of blocks.
    pub blocks: usize,
    /// Number of values.
    pub values: usize,
    /// Number of operands.
    pub operands: usize,
    /// Number of op slots (words for literals, enumerants and attribute handles).
    pub slots: usize,
    /// Number of successors.
    pub successors: usize,
    /// Number of block arguments.
    pub args: usize,
    /// Number of regions.
    pub regions: usize,
}

/// The contents of an isolated operation. See the module documentation.
pub struct Body {
    pub(crate) ops: Arena<OpData, Op>,
    pub(crate) blocks: Arena<BlockData, Block>,
    pub(crate) regions: Arena<RegionData, Region>,
    pub(crate) values: Arena<ValueData, Value>,
    pub(crate) operands: Vec<Value>,
    /// Use lists, built on demand (see [`crate::body::uses`]).
    pub(crate) uses: OnceLock<Uses>,
    pub(crate) successors: Vec<SuccessorData>,
    pub(crate) block_args: Vec<Value>,
    pub(crate) slots: Vec<u32>,
    pub(crate) nested: Vec<Option<Box<Body>>>,
    pub(crate) region_lists: Vec<Region>,
    /// Debug names, indexed by value index. The list may be shorter than the number of values.
    pub(crate) value_names: Vec<Option<Ident>>,
    pub(crate) value_annotations: FxHashMap<Value, Annotations>,
    pub(crate) block_annotations: FxHashMap<Block, Annotations>,
    pub(crate) root: Region,
    pub(crate) epoch: u64,
    /// Record of the last successful verification, if any (see [`crate::verify::note_verified`]).
    pub(crate) verified: Option<Box<Verified>>,
}

impl std::fmt::Debug for Body {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Body({} ops, {} values)", self.ops.len(), self.values.len())
    }
}

impl Default for Body {
    fn default() -> Self {
        Body::with_capacity(Capacity::default())
    }
}

/// Drops nested bodies iteratively, because deep nesting would overflow the stack.
impl Drop for Body {
    fn drop(&mut self) {
        let mut list = std::mem::take(&mut self.nested);
        while let Some(nested) = list.pop() {
            if let Some(mut body) = nested {
                list.append(&mut body.nested);
            }
        }
    }
}

impl Body {
    /// Maximum number of ops in a body. The same limit applies to blocks, to regions and to values.
    pub const LIMIT: usize = LIMIT;

    /// Creates an empty body with memory for `capacity`. Its root region has no blocks.
    pub fn with_capacity(capacity: Capacity) -> Body {
        Body::new(Owner::next(), capacity)
    }

    fn new(owner: Owner, capacity: Capacity) -> Body {
        let mut regions: Arena<RegionData, Region> = Arena::with_capacity(owner, capacity.regions + 1);
        let root = regions.alloc(RegionData::default());
        Body {
            ops: Arena::with_capacity(owner, capacity.ops),
            blocks: Arena::with_capacity(owner, capacity.blocks),
            regions,
            values: Arena::with_capacity(owner, capacity.values),
            operands: Vec::with_capacity(capacity.operands),
            uses: OnceLock::new(),
            successors: Vec::with_capacity(capacity.successors),
            block_args: Vec::with_capacity(capacity.args),
            slots: Vec::with_capacity(capacity.slots),
            nested: Vec::new(),
            region_lists: Vec::with_capacity(capacity.regions),
            value_names: Vec::new(),
            value_annotations: FxHashMap::default(),
            block_annotations: FxHashMap::default(),
            root,
            epoch: 0,
            verified: None,
        }
    }

    /// Removes all contents (see [`crate::Builder::clear`]).
    pub(crate) fn clear(&mut self) {
        let owner = Owner::next();
        self.ops.clear(owner);
        self.blocks.clear(owner);
        self.regions.clear(owner);
        self.values.clear(owner);
        self.operands.clear();
        self.uses.take();
        self.successors.clear();
        self.block_args.clear();
        self.slots.clear();
        self.nested.clear();
        self.region_lists.clear();
        self.value_names.clear();
        // Cloning an empty map would allocate the full capacity of the old one.
        self.value_annotations = FxHashMap::default();
        self.block_annotations = FxHashMap::default();
        self.root = self.regions.alloc(RegionData::default());
        self.epoch = 0;
        self.verified = None;
    }

    /// Releases excess memory (see [`crate::Builder::shrink`]).
    pub(crate) fn shrink(&mut self) {
        self.uses.take();
        self.ops.shrink();
        self.values.shrink();
        self.blocks.shrink();
        shrink(&mut self.operands);
        shrink(&mut self.slots);
        shrink(&mut self.successors);
    }

    /// Returns the root region, which belongs to the isolated op that owns this body.
    #[inline]
    pub fn root(&self) -> Region {
        self.root
    }

    /// Returns the mutation counter. Users of analyses compare it to detect changes.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Returns the number of values ever created, which is the exclusive upper bound of [`Value::index`].
    #[inline]
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// Reads the body's arrays sequentially to load them into the CPU cache.
    ///
    /// Ops are not in memory order: constants often precede ops that were created before them. Walking the ops of an
    /// uncached body therefore waits for memory at each step, whereas the hardware prefetcher accelerates sequential
    /// reads.
    pub fn prefetch(&self) {
        let ops = self.ops.items().iter().map(|op| usize::from(op.regions));
        let values = self.values.items().iter().step_by(5).map(|value| value.index() as usize);
        let operands = self.operands.iter().step_by(16).map(|operand| operand.index());
        std::hint::black_box(ops.chain(values).chain(operands).fold(0, usize::wrapping_add));
    }

    /// Returns whether a value belongs to this body. Handles carry the body's owner tag, and only 63 tags exist. A
    /// value of another body may thus be mistaken for one of this body. [`DistinctBodies`] excludes such mistakes.
    #[inline]
    pub fn has_value(&self, value: Value) -> bool {
        self.values.contains(value)
    }

    /// Returns whether a block belongs to this body, with the same limits as [`Self::has_value`].
    #[inline]
    pub fn has_block(&self, block: Block) -> bool {
        self.blocks.contains(block)
    }

    /// Returns whether an op belongs to this body and was not erased, with the same limits as [`Self::has_value`].
    #[inline]
    pub fn has_op(&self, op: Op) -> bool {
        self.ops.contains(op) && !self.is_dead(op)
    }

    /// Returns whether all operands and successors belong to this body, with the same limits as [`Self::has_value`].
    pub(crate) fn refers_to_own(&self) -> bool {
        self.operands.iter().all(|&value| self.has_value(value))
            && self.successors.iter().all(|edge| self.has_block(edge.block))
    }

    /// Returns the number of ops ever created, which is the exclusive upper bound of [`Op::index`].
    pub fn op_count(&self) -> usize {
        self.ops.len()
    }

    /// Returns the definitions of all ops ever created, including erased ones, in order of creation.
    pub fn definitions(&self) -> impl Iterator<Item = OpDefId> + '_ {
        self.ops.items().iter().map(|op| op.def)
    }

    /// Returns the number of blocks ever created, which is the exclusive upper bound of [`Block::index`].
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    // Operations.

    /// Returns the definition of an op.
    #[inline]
    pub fn def(&self, op: Op) -> OpDefId {
        self.ops[op].def
    }

    /// Returns the block that contains an op; `None` if the op is detached.
    #[inline]
    pub fn parent(&self, op: Op) -> Option<Block> {
        self.ops[op].parent
    }

    /// Returns the op after `op` in its block, if any.
    #[inline]
    pub fn next(&self, op: Op) -> Option<Op> {
        self.ops[op].next
    }

    /// Returns the op before `op` in its block, if any.
    #[inline]
    pub fn prev(&self, op: Op) -> Option<Op> {
        self.ops[op].prev
    }

    /// Returns whether `a` precedes `b` in their common block.
    pub fn is_before(&self, a: Op, b: Op) -> bool {
        self.ops[a].order < self.ops[b].order
    }

    /// Returns whether an op was erased.
    pub fn is_dead(&self, op: Op) -> bool {
        self.ops[op].flags & FLAG_DEAD != 0
    }

    /// Returns the source location of an op.
    #[inline]
    pub fn loc(&self, op: Op) -> Location {
        self.ops[op].loc
    }

    /// Returns an op's dictionary of discardable attributes (decorations); `None` if empty.
    #[inline]
    pub fn attrs(&self, op: Op) -> Option<Attribute> {
        self.attrs_of(&self.ops[op])
    }

    /// Returns the raw word in an op slot; 0 if the op has no slot with this index.
    #[inline]
    pub fn slot(&self, op: Op, index: usize) -> u32 {
        self.slots(op).get(index).copied().unwrap_or(0)
    }

    /// Returns the raw words in all slots of an op: literals, enumerants and attribute handles.
    #[inline]
    pub fn slots(&self, op: Op) -> &[u32] {
        let data = &self.ops[op];
        &self.slots[data.slot_start as usize..][..data.slots as usize]
    }

    /// Returns the attribute in a slot; `None` if the slot is empty. The slot must be one that holds attributes rather
    /// than literal words.
    #[inline]
    pub fn slot_attr(&self, op: Op, index: usize) -> Option<Attribute> {
        Attribute::from_raw(self.slot(op, index))
    }

    #[inline]
    fn operand_list(&self, op: Op) -> &[Value] {
        let data = &self.ops[op];
        &self.operands[data.operand_start as usize..][..data.operand_len as usize]
    }

    /// Returns the number of operands of an op, including successor arguments.
    #[inline]
    pub fn operand_count(&self, op: Op) -> usize {
        self.ops[op].operand_len as usize
    }

    /// Returns the operand with the given index. Successor arguments follow the other operands.
    ///
    /// # Panics
    /// Panics if the op has no operand with this index.
    #[inline]
    pub fn operand(&self, op: Op, index: usize) -> Value {
        self.operand_list(op)[index]
    }

    /// Returns the first `N` operands, for destructuring: `let [pointer, object] = body.first_operands(store)`.
    ///
    /// # Panics
    /// Panics if the op has fewer than `N` operands.
    #[inline]
    pub fn first_operands<const N: usize>(&self, op: Op) -> [Value; N] {
        *self.operand_list(op).first_chunk().expect("the op has too few operands")
    }

    /// Returns the types of the first `N` operands (see [`Self::first_operands`]).
    ///
    /// # Panics
    /// Panics if the op has fewer than `N` operands, or an operand is a forward reference.
    #[inline]
    pub fn first_operand_types<const N: usize>(&self, op: Op) -> [Type; N] {
        self.first_operands(op).map(|value| self.value_type(value))
    }

    /// Returns all operands of an op. Successor arguments come last.
    #[inline]
    pub fn operands(
        &self,
        op: Op,
    ) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone + '_ {
        self.operand_list(op).iter().copied()
    }

    /// Returns the operands of an op that are not successor arguments.
    #[inline]
    pub fn own_operands(
        &self,
        op: Op,
    ) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone + '_ {
        self.own_operands_of(&self.ops[op])
    }

    #[inline(always)]
    pub(crate) fn own_operands_of<'b>(
        &'b self,
        data: &OpData,
    ) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone + use<'b> {
        let count = match self.successor_range(data) {
            (_, 0) => data.operand_len,
            (first, _) => self.successors[first as usize].arg_start,
        };
        self.operands[data.operand_start as usize..][..count as usize].iter().copied()
    }

    /// Returns the number of results of an op.
    #[inline]
    pub fn result_count(&self, op: Op) -> usize {
        self.ops[op].results as usize
    }

    /// Returns the result of an op with the given index.
    ///
    /// # Panics
    /// Panics if the op has no result with this index.
    #[inline]
    pub fn result(&self, op: Op, index: usize) -> Value {
        let data = &self.ops[op];
        assert!(index < data.results as usize, "result number out of range");
        let first = data.first_result.expect("an op with results knows its first");
        first.plus(index)
    }

    /// Returns all results of an op, which are consecutive values.
    #[inline]
    pub fn results(&self, op: Op) -> impl ExactSizeIterator<Item = Value> + '_ {
        (0..self.result_count(op)).map(move |i| self.result(op, i))
    }

    /// Returns the number of successors of an op.
    #[inline]
    pub fn successor_count(&self, op: Op) -> usize {
        self.successor_range(&self.ops[op]).1 as usize
    }

    #[inline]
    pub(crate) fn successor_data(&self, op: Op) -> &[SuccessorData] {
        let (first, count) = self.successor_range(&self.ops[op]);
        &self.successors[first as usize..][..count as usize]
    }

    /// Returns the target block of the successor with the given index.
    #[inline]
    pub fn successor(&self, op: Op, index: usize) -> Block {
        self.successor_data(op)[index].block
    }

    /// Returns the target blocks of all successors. For some ops, the last successors are declarations rather than
    /// CFG edges.
    #[inline]
    pub fn successors(&self, op: Op) -> impl ExactSizeIterator<Item = Block> + '_ {
        self.successor_data(op).iter().map(|s| s.block)
    }

    /// Returns the operands forwarded to the successor with the given index.
    pub fn successor_args(&self, op: Op, index: usize) -> impl ExactSizeIterator<Item = Value> + Clone + '_ {
        let s = self.successor_data(op)[index];
        self.operand_list(op)[s.arg_start as usize..][..s.arg_len as usize].iter().copied()
    }

    /// Returns the operand index of the first operand forwarded to a successor. The result is meaningful only if the
    /// successor has arguments.
    pub fn first_successor_arg(&self, op: Op, index: usize) -> usize {
        self.successor_data(op)[index].arg_start as usize
    }

    /// Returns the number of an op's regions in this body. Isolated ops have none.
    #[inline]
    pub fn region_count(&self, op: Op) -> usize {
        self.ops[op].regions as usize
    }

    /// Returns a region of an op that is not isolated.
    #[inline]
    pub fn region(&self, op: Op, index: usize) -> Region {
        assert!(index < self.region_count(op), "region number out of range");
        self.region_lists[self.first_region(&self.ops[op]) + index]
    }

    /// Returns whether the op is isolated: it has a nested body instead of regions.
    #[inline]
    pub fn is_isolated(&self, op: Op) -> bool {
        self.ops[op].flags & FLAG_ISOLATED != 0
    }

    /// Returns the nested body of an isolated op; `None` for a declaration, or if the body has been taken out.
    #[inline]
    pub fn nested(&self, op: Op) -> Option<&Body> {
        if !self.is_isolated(op) {
            return None;
        }
        self.nested[self.first_region(&self.ops[op])].as_deref()
    }

    // Values.

    /// Returns the type of a value; `None` for a value of another body or an untyped forward reference.
    #[inline]
    pub fn value_type_opt(&self, value: Value) -> Option<Type> {
        if self.has_value(value) { self.values[value].ty } else { None }
    }

    /// Returns the type of a defined value.
    #[inline]
    pub fn value_type(&self, value: Value) -> Type {
        self.values[value].ty.expect("a defined value has a type")
    }

    /// Returns the op or block that defines a value, with the index of the result or argument.
    #[inline]
    pub fn value_def(&self, value: Value) -> ValueDef {
        let index = self.values[value].index();
        match self.definer(value) {
            Definer::Op(op) => ValueDef::Result(op, index),
            Definer::Block(block) => ValueDef::Argument(block, index),
            Definer::Forward | Definer::Dead => ValueDef::Forward,
        }
    }

    /// Returns the op that defines a value; `None` for block arguments and forward references.
    #[inline]
    pub fn defining_op(&self, value: Value) -> Option<Op> {
        match self.definer(value) {
            Definer::Op(op) => Some(op),
            _ => None,
        }
    }

    /// Returns the debug name of a value in the source; `None` if the value is unnamed.
    #[inline]
    pub fn value_name(&self, value: Value) -> Option<Ident> {
        self.value_names.get(value.index()).copied().flatten()
    }

    /// Returns the attributes and location of a block argument. Op results have no annotations.
    pub fn value_annotations(&self, value: Value) -> Annotations {
        self.value_annotations.get(&value).copied().unwrap_or_default()
    }

    // Blocks and regions.

    /// Returns the first op of a block; `None` if the block is empty.
    #[inline]
    pub fn first_op(&self, block: Block) -> Option<Op> {
        self.blocks[block].first
    }

    /// Returns the last op of a block, which is the terminator in a complete body; `None` if the block is empty.
    #[inline]
    pub fn last_op(&self, block: Block) -> Option<Op> {
        self.blocks[block].last
    }

    /// Returns the ops of a block in order.
    #[inline]
    pub fn ops(&self, block: Block) -> impl Iterator<Item = Op> + '_ {
        std::iter::successors(self.first_op(block), |&op| self.next(op))
    }

    /// Returns the arguments of a block.
    #[inline]
    pub fn args(&self, block: Block) -> &[Value] {
        let data = &self.blocks[block];
        &self.block_args[data.arg_start as usize..][..data.arg_len as usize]
    }

    /// Returns the region that contains a block; `None` if the block is detached.
    #[inline]
    pub fn block_parent(&self, block: Block) -> Option<Region> {
        self.blocks[block].parent
    }

    /// Returns the block after `block` in its region, if any.
    #[inline]
    pub fn next_block(&self, block: Block) -> Option<Block> {
        self.blocks[block].next
    }

    /// Returns the block before `block` in its region, if any.
    pub fn prev_block(&self, block: Block) -> Option<Block> {
        self.blocks[block].prev
    }

    /// Returns the name, attributes and location of a block.
    pub fn block_annotations(&self, block: Block) -> Annotations {
        self.block_annotations.get(&block).copied().unwrap_or_default()
    }

    /// Returns the branches to a block as pairs of op and successor index, most recently added first.
    pub fn block_uses(&self, block: Block) -> impl Iterator<Item = (Op, usize)> + '_ {
        let mut at = self.blocks[block].first_pred;
        std::iter::from_fn(move || {
            if at == NIL {
                return None;
            }
            let s = &self.successors[at as usize];
            let number = at - self.successor_range(&self.ops[s.owner]).0;
            at = s.next;
            Some((s.owner, number as usize))
        })
    }

    /// Returns the first block of a region; `None` if the region is empty.
    #[inline]
    pub fn first_block(&self, region: Region) -> Option<Block> {
        self.regions[region].first
    }

    /// Returns the last block of a region; `None` if the region is empty.
    pub fn last_block(&self, region: Region) -> Option<Block> {
        self.regions[region].last
    }

    /// Returns the blocks of a region in order.
    #[inline]
    pub fn blocks(&self, region: Region) -> impl Iterator<Item = Block> + '_ {
        std::iter::successors(self.first_block(region), |&b| self.next_block(b))
    }

    /// Returns the op that owns a region; `None` for the root region.
    pub fn region_owner(&self, region: Region) -> Option<Op> {
        self.regions[region].owner
    }

    /// Returns the first block of a region's tail; `None` for the default tail.
    ///
    /// The tail consists of special blocks before the last block, such as the continue construct of a loop. The
    /// default tail is the second-to-last block alone.
    pub fn region_tail(&self, region: Region) -> Option<Block> {
        self.regions[region].tail
    }

    /// Returns the tail's block count in MLIR text ([`ParamKind::Tail`](crate::dialect::ParamKind::Tail)).
    ///
    /// The count is 0 if the tail starts at the second block of the region. Otherwise it is the number of blocks from
    /// the start of the tail up to, but excluding, the last block. Returns `None` for the default tail.
    pub fn tail_number(&self, region: Region) -> Option<u32> {
        let RegionData { first, last, tail, .. } = self.regions[region];
        let tail = tail?;
        if first.and_then(|first| self.next_block(first)) == Some(tail) {
            return Some(0);
        }
        let blocks = std::iter::successors(Some(tail), |&block| self.next_block(block));
        let number = blocks.take_while(|&block| Some(block) != last).count() as u32;
        (number != 1).then_some(number)
    }

    /// Returns the ops that own regions of this body, once for each region, in unspecified order.
    pub fn region_owners(&self) -> impl Iterator<Item = Op> + '_ {
        self.live_regions().filter_map(|region| self.region_owner(region))
    }

    /// Returns all regions except those of erased ops, in unspecified order.
    pub fn live_regions(&self) -> impl Iterator<Item = Region> + '_ {
        let live = |&region: &Region| self.region_owner(region).is_none_or(|op| !self.is_dead(op));
        self.regions.ids().filter(live)
    }

    /// Returns the op whose region contains `block`; `None` for a detached block or a block in the root region.
    pub fn block_owner(&self, block: Block) -> Option<Op> {
        self.block_parent(block).and_then(|r| self.region_owner(r))
    }
}
