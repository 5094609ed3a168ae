//! A body: the operations, blocks, regions and values of one isolated operation.
//!
//! No SSA edge crosses a body, so bodies are moved, cloned, dropped and worked on in parallel as a
//! whole. This file reads; everything that changes a body is in [`crate::builder`].

use crate::arena::{Arena, Id, shrink};
use crate::attrs::Attribute;
use crate::entity::*;
use crate::handles::Ident;
use crate::handles::OpDefId;
use crate::location::Location;
use crate::types::Type;
use crate::uses::Uses;
use crate::value_data::{Definer, ValueData};
use crate::verified::Verified;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// End of an intrusive list of uses.
pub(crate) const NIL: u32 = u32::MAX;

/// An operation. 44 bytes in release builds. Components that few ops have are in [`crate::extras`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpData {
    pub parent: Option<Block>,
    pub prev: Option<Op>,
    pub next: Option<Op>,
    /// Position key within the block: ascending, with gaps.
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

// Ops are what a body has most of: see docs/performance.md, "Data structures".
// Debug builds add the number of the arena to each handle.
#[cfg(not(debug_assertions))]
const _: () = assert!(size_of::<OpData>() == 44);

/// The op owns a nested body.
pub(crate) const FLAG_ISOLATED: u8 = 1;
/// The op was erased.
pub(crate) const FLAG_DEAD: u8 = 2;

/// What defines a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueDef {
    /// Result number `1` of an op.
    Result(Op, u32),
    /// Argument number `1` of a block.
    Argument(Block, u32),
    /// Referenced, but not defined yet.
    Forward,
}

/// A successor edge; its arguments are operands of the owner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SuccessorData {
    pub block: Block,
    pub owner: Op,
    pub next: u32,
    pub prev: u32,
    /// Relative to the first operand of the owner.
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

#[derive(Clone, Debug, Default)]
pub(crate) struct RegionData {
    pub owner: Option<Op>,
    pub first: Option<Block>,
    pub last: Option<Block>,
    /// Where its tail begins, if not at the block before the last.
    pub tail: Option<Block>,
}

/// What annotates a value or block, where anything does: a debug name, decorations, a location.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// Debug name, exactly as given.
    pub name: Option<Ident>,
    /// Dictionary of attributes (decorations).
    pub attrs: Option<Attribute>,
    /// Location: of block arguments and blocks only.
    pub loc: Option<Location>,
}

/// How much of each kind a body is about to hold.
#[derive(Clone, Copy, Debug, Default)]
pub struct Capacity {
    /// Operations.
    pub ops: usize,
    /// Blocks.
    pub blocks: usize,
    /// Values.
    pub values: usize,
    /// Operands.
    pub operands: usize,
    /// Attribute slots.
    pub slots: usize,
    /// Successors.
    pub successors: usize,
    /// Block arguments.
    pub args: usize,
    /// Regions.
    pub regions: usize,
}

/// See the module documentation.
pub struct Body {
    pub(crate) ops: Arena<OpData, Op>,
    pub(crate) blocks: Arena<BlockData, Block>,
    pub(crate) regions: Arena<RegionData, Region>,
    pub(crate) values: Arena<ValueData, Value>,
    pub(crate) operands: Vec<Value>,
    /// See [`crate::uses`].
    pub(crate) uses: OnceLock<Uses>,
    pub(crate) successors: Vec<SuccessorData>,
    pub(crate) block_args: Vec<Value>,
    pub(crate) slots: Vec<u32>,
    pub(crate) nested: Vec<Option<Box<Body>>>,
    pub(crate) region_lists: Vec<Region>,
    /// By value index; shorter than the values where the last have none.
    pub(crate) value_names: Vec<Option<Ident>>,
    pub(crate) value_annotations: FxHashMap<Value, Annotations>,
    pub(crate) block_annotations: FxHashMap<Block, Annotations>,
    pub(crate) root: Region,
    pub(crate) epoch: u64,
    /// See [`crate::verify::note_verified`].
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

/// Bodies that are nested deeply are dropped without recursion.
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
    /// An empty body with room for `capacity`; it has a root region without blocks.
    pub fn with_capacity(capacity: Capacity) -> Body {
        let mut regions: Arena<RegionData, Region> = Arena::with_capacity(capacity.regions + 1);
        let root = regions.alloc(RegionData::default());
        Body {
            ops: Arena::with_capacity(capacity.ops),
            blocks: Arena::with_capacity(capacity.blocks),
            regions,
            values: Arena::with_capacity(capacity.values),
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

    /// See [`crate::Builder::clear`].
    pub(crate) fn clear(&mut self) {
        self.ops.clear();
        self.blocks.clear();
        self.regions.clear();
        self.values.clear();
        self.operands.clear();
        self.uses.take();
        self.successors.clear();
        self.block_args.clear();
        self.slots.clear();
        self.nested.clear();
        self.region_lists.clear();
        self.value_names.clear();
        // The clone of an empty map is as large as the map.
        self.value_annotations = FxHashMap::default();
        self.block_annotations = FxHashMap::default();
        self.root = self.regions.alloc(RegionData::default());
        self.epoch = 0;
        self.verified = None;
    }

    /// See [`crate::Builder::shrink`].
    pub(crate) fn shrink(&mut self) {
        self.uses.take();
        self.ops.shrink();
        self.values.shrink();
        self.blocks.shrink();
        shrink(&mut self.operands);
        shrink(&mut self.slots);
        shrink(&mut self.successors);
    }

    /// The region of the op that owns this body.
    #[inline]
    pub fn root(&self) -> Region {
        self.root
    }

    /// Counts mutations: analyses are cached by it.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Number of values ever made: bound of [`Value::index`].
    #[inline]
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// Reads all tables in the order of memory, which only brings them into the cache.
    ///
    /// The lists of ops are not in the order of memory: constants precede ops that were created before them. A body
    /// that has left the cache is walked faster after this, as the processor prefetches along a table, whereas each
    /// step along a list waits for memory.
    pub fn prefetch(&self) {
        let ops = self.ops.items().iter().map(|op| usize::from(op.regions));
        let values = self.values.items().iter().step_by(5).map(|value| value.index() as usize);
        let operands = self.operands.iter().step_by(16).map(|operand| operand.index());
        std::hint::black_box(ops.chain(values).chain(operands).fold(0, usize::wrapping_add));
    }

    /// Whether a value is one of this body. Debug builds tell the values of all other bodies, release builds those whose
    /// number is out of range here.
    #[inline]
    pub fn has_value(&self, value: Value) -> bool {
        self.values.contains(value)
    }

    /// As [`Self::has_value`], of a block.
    #[inline]
    pub fn has_block(&self, block: Block) -> bool {
        self.blocks.contains(block)
    }

    /// As [`Self::has_value`], of an op that was not erased.
    #[inline]
    pub fn has_op(&self, op: Op) -> bool {
        self.ops.contains(op) && !self.is_dead(op)
    }

    /// Whether all values and blocks that ops refer to appear of this body, as far as [`Self::has_value`] tells.
    pub(crate) fn refers_to_own(&self) -> bool {
        self.operands.iter().all(|&value| self.has_value(value))
            && self.successors.iter().all(|edge| self.has_block(edge.block))
    }

    /// Number of ops ever made: bound of [`Op::index`].
    pub fn op_count(&self) -> usize {
        self.ops.len()
    }

    /// Number of blocks ever made: bound of [`Block::index`].
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    // Operations.

    /// Definition of an op.
    #[inline]
    pub fn def(&self, op: Op) -> OpDefId {
        self.ops[op].def
    }

    /// Block that holds an op; `None` while it is detached.
    #[inline]
    pub fn parent(&self, op: Op) -> Option<Block> {
        self.ops[op].parent
    }

    /// The op after `op` in its block.
    #[inline]
    pub fn next(&self, op: Op) -> Option<Op> {
        self.ops[op].next
    }

    /// The op before `op` in its block.
    #[inline]
    pub fn prev(&self, op: Op) -> Option<Op> {
        self.ops[op].prev
    }

    /// Whether `a` precedes `b`; both in one block.
    pub fn is_before(&self, a: Op, b: Op) -> bool {
        self.ops[a].order < self.ops[b].order
    }

    /// Whether an op was erased.
    pub fn is_dead(&self, op: Op) -> bool {
        self.ops[op].flags & FLAG_DEAD != 0
    }

    /// Location of an op.
    #[inline]
    pub fn loc(&self, op: Op) -> Location {
        self.ops[op].loc
    }

    /// Discardable attributes (decorations) of an op: a dictionary.
    #[inline]
    pub fn attrs(&self, op: Op) -> Option<Attribute> {
        self.attrs_of(&self.ops[op])
    }

    /// Raw attribute slot; 0 where the op has no such slot, which its definition may ask for.
    #[inline]
    pub fn slot(&self, op: Op, index: usize) -> u32 {
        self.slots(op).get(index).copied().unwrap_or(0)
    }

    /// All raw attribute slots.
    #[inline]
    pub fn slots(&self, op: Op) -> &[u32] {
        let data = &self.ops[op];
        &self.slots[data.slot_start as usize..][..data.slots as usize]
    }

    /// Attribute of a slot that holds one.
    #[inline]
    pub fn slot_attr(&self, op: Op, index: usize) -> Option<Attribute> {
        Attribute::from_raw(self.slot(op, index))
    }

    #[inline]
    fn operand_list(&self, op: Op) -> &[Value] {
        let data = &self.ops[op];
        &self.operands[data.operand_start as usize..][..data.operand_len as usize]
    }

    /// Number of operands, those of successors included.
    #[inline]
    pub fn operand_count(&self, op: Op) -> usize {
        self.ops[op].operand_len as usize
    }

    /// Operand number `index`.
    #[inline]
    pub fn operand(&self, op: Op, index: usize) -> Value {
        self.operand_list(op)[index]
    }

    /// The first operands, as many as a pattern names: `let [pointer, object] = body.first_operands(store)`.
    #[inline]
    pub fn first_operands<const N: usize>(&self, op: Op) -> [Value; N] {
        *self.operand_list(op).first_chunk().expect("the op has as many operands as its definition asks for")
    }

    /// The types of the first operands, as [`Self::first_operands`].
    #[inline]
    pub fn first_operand_types<const N: usize>(&self, op: Op) -> [Type; N] {
        self.first_operands(op).map(|value| self.value_type(value))
    }

    /// All operands, those of successors (which come last) included.
    #[inline]
    pub fn operands(
        &self,
        op: Op,
    ) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone + '_ {
        self.operand_list(op).iter().copied()
    }

    /// The operands that are not successor arguments.
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

    /// Number of results.
    #[inline]
    pub fn result_count(&self, op: Op) -> usize {
        self.ops[op].results as usize
    }

    /// Result number `index`.
    #[inline]
    pub fn result(&self, op: Op, index: usize) -> Value {
        let data = &self.ops[op];
        assert!(index < data.results as usize, "result number out of range");
        let first = data.first_result.expect("an op with results knows its first");
        Value::new(first.index() + index, first.tag())
    }

    /// All results: consecutive values.
    #[inline]
    pub fn results(&self, op: Op) -> impl ExactSizeIterator<Item = Value> + '_ {
        (0..self.result_count(op)).map(move |i| self.result(op, i))
    }

    /// Number of successors.
    #[inline]
    pub fn successor_count(&self, op: Op) -> usize {
        self.successor_range(&self.ops[op]).1 as usize
    }

    #[inline]
    pub(crate) fn successor_data(&self, op: Op) -> &[SuccessorData] {
        let (first, count) = self.successor_range(&self.ops[op]);
        &self.successors[first as usize..][..count as usize]
    }

    /// Block of successor number `index`.
    #[inline]
    pub fn successor(&self, op: Op, index: usize) -> Block {
        self.successor_data(op)[index].block
    }

    /// Blocks of all successors. The last ones may be declarations, not edges: see the op.
    #[inline]
    pub fn successors(&self, op: Op) -> impl ExactSizeIterator<Item = Block> + '_ {
        self.successor_data(op).iter().map(|s| s.block)
    }

    /// Arguments passed to successor number `index`.
    pub fn successor_args(&self, op: Op, index: usize) -> impl ExactSizeIterator<Item = Value> + Clone + '_ {
        let s = self.successor_data(op)[index];
        self.operand_list(op)[s.arg_start as usize..][..s.arg_len as usize].iter().copied()
    }

    /// The number of the operand that is the first argument passed to successor number `index`, if it has any.
    pub fn first_successor_arg(&self, op: Op, index: usize) -> usize {
        self.successor_data(op)[index].arg_start as usize
    }

    /// Number of regions in this body that belong to the op.
    #[inline]
    pub fn region_count(&self, op: Op) -> usize {
        self.ops[op].regions as usize
    }

    /// Region number `index` of an op that is not isolated.
    #[inline]
    pub fn region(&self, op: Op, index: usize) -> Region {
        assert!(index < self.region_count(op), "region number out of range");
        self.region_lists[self.first_region(&self.ops[op]) + index]
    }

    /// Whether the op owns a body.
    #[inline]
    pub fn is_isolated(&self, op: Op) -> bool {
        self.ops[op].flags & FLAG_ISOLATED != 0
    }

    /// The body of an isolated op; `None` where it has none (a declaration) or it is taken out.
    #[inline]
    pub fn nested(&self, op: Op) -> Option<&Body> {
        if !self.is_isolated(op) {
            return None;
        }
        self.nested[self.first_region(&self.ops[op])].as_deref()
    }

    // Values.

    /// Type of a value; [`None`] for a forward reference whose type is not known, and for a value of another body.
    #[inline]
    pub fn value_type_opt(&self, value: Value) -> Option<Type> {
        if self.has_value(value) { self.values[value].ty } else { None }
    }

    /// Type of a defined value.
    #[inline]
    pub fn value_type(&self, value: Value) -> Type {
        self.values[value].ty.expect("a defined value has a type")
    }

    /// What defines a value.
    #[inline]
    pub fn value_def(&self, value: Value) -> ValueDef {
        let index = self.values[value].index();
        match self.definer(value) {
            Definer::Op(op) => ValueDef::Result(op, index),
            Definer::Block(block) => ValueDef::Argument(block, index),
            Definer::Forward | Definer::Dead => ValueDef::Forward,
        }
    }

    /// The op whose result a value is.
    #[inline]
    pub fn defining_op(&self, value: Value) -> Option<Op> {
        match self.definer(value) {
            Definer::Op(op) => Some(op),
            _ => None,
        }
    }

    /// Debug name of a value, exactly as given.
    #[inline]
    pub fn value_name(&self, value: Value) -> Option<Ident> {
        self.value_names.get(value.index()).copied().flatten()
    }

    /// Attributes and location of a block argument (results have none of their own).
    pub fn value_annotations(&self, value: Value) -> Annotations {
        self.value_annotations.get(&value).copied().unwrap_or_default()
    }

    // Blocks and regions.

    /// First op of a block.
    #[inline]
    pub fn first_op(&self, block: Block) -> Option<Op> {
        self.blocks[block].first
    }

    /// Last op of a block: its terminator, in a finished body.
    #[inline]
    pub fn last_op(&self, block: Block) -> Option<Op> {
        self.blocks[block].last
    }

    /// Ops of a block in order.
    #[inline]
    pub fn ops(&self, block: Block) -> impl Iterator<Item = Op> + '_ {
        std::iter::successors(self.first_op(block), |&op| self.next(op))
    }

    /// Arguments of a block.
    #[inline]
    pub fn args(&self, block: Block) -> &[Value] {
        let data = &self.blocks[block];
        &self.block_args[data.arg_start as usize..][..data.arg_len as usize]
    }

    /// Region of a block.
    #[inline]
    pub fn block_parent(&self, block: Block) -> Option<Region> {
        self.blocks[block].parent
    }

    /// The block after `block` in its region.
    #[inline]
    pub fn next_block(&self, block: Block) -> Option<Block> {
        self.blocks[block].next
    }

    /// The block before `block` in its region.
    pub fn prev_block(&self, block: Block) -> Option<Block> {
        self.blocks[block].prev
    }

    /// Name, attributes and location of a block.
    pub fn block_annotations(&self, block: Block) -> Annotations {
        self.block_annotations.get(&block).copied().unwrap_or_default()
    }

    /// The successor edges (op, successor number) that name a block, latest added first.
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

    /// First block of a region.
    #[inline]
    pub fn first_block(&self, region: Region) -> Option<Block> {
        self.regions[region].first
    }

    /// Last block of a region.
    pub fn last_block(&self, region: Region) -> Option<Block> {
        self.regions[region].last
    }

    /// Blocks of a region in order.
    #[inline]
    pub fn blocks(&self, region: Region) -> impl Iterator<Item = Block> + '_ {
        std::iter::successors(self.first_block(region), |&b| self.next_block(b))
    }

    /// Op that owns a region; `None` for the root.
    pub fn region_owner(&self, region: Region) -> Option<Op> {
        self.regions[region].owner
    }

    /// Where the tail of a region begins, if that is stored. The tail is a group of blocks before the last block that the op
    /// treats apart, such as the continue construct of a loop; where nothing is stored it is the block before the last.
    pub fn region_tail(&self, region: Region) -> Option<Block> {
        self.regions[region].tail
    }

    /// The number that represents the tail of a region in text ([`ParamKind::Tail`](crate::dialect::ParamKind::Tail)):
    /// that of the blocks from its begin to the last block, exclusive, and 0 for the second block of the region. `None`
    /// where nothing is stored, or what is stored is the block before the last and not the second.
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

    /// The ops that own regions of this body, in no useful order, once for each region.
    pub fn region_owners(&self) -> impl Iterator<Item = Op> + '_ {
        self.live_regions().filter_map(|region| self.region_owner(region))
    }

    /// All regions but those of erased ops, in no useful order.
    pub fn live_regions(&self) -> impl Iterator<Item = Region> + '_ {
        let live = |&region: &Region| self.region_owner(region).is_none_or(|op| !self.is_dead(op));
        self.regions.ids().filter(live)
    }

    /// The op whose region holds `block`; `None` at the root.
    pub fn block_owner(&self, block: Block) -> Option<Op> {
        self.block_parent(block).and_then(|r| self.region_owner(r))
    }
}
