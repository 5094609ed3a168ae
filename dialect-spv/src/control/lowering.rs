//! Plan for lowering constructs to plain blocks
//!
//! The plan contains the block order, the exit targets, and the IR elements without a counterpart in the binary.
//!
//! The exporter reads the plan while it writes the binary. [`lower_to_cfg`](super::lower_to_cfg) reads the plan before
//! it changes the body.

use super::{SILENT, edge_count, is_construct, is_exit, loop_blocks, only_op};
use crate::attributes;
use crate::spv;
use crate::types;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_ir::{AttrData, Attribute, Block, Body, Context, Op, Value, ValueDef};
use std::cmp::Ordering;

/// The lowering plan of one function. The storage is reusable for other functions.
#[derive(Default)]
pub struct LoweringPlan {
    /// All blocks in the order of the binary.
    pub order: Vec<Block>,
    /// Position in `order` of each block, by block id.
    pub positions: Vec<u32>,
    /// Nonempty constructs in the order of the binary; outer constructs come first.
    pub constructs: Vec<Construct>,
    /// Constructs without a region or without blocks. They have no effect.
    pub empty: Vec<Op>,
    /// Exit ops and their target blocks, in the order of the binary.
    pub exits: Vec<(Op, Block)>,
    /// Groups of IR blocks that form one block in the binary, keyed by the block at whose position the group is
    /// written.
    pub fused: FxHashMap<Block, Fused>,
    /// Pairs of fused blocks in fusion order: the block without ops, and the block after it.
    pub fusions: Vec<(Block, Block)>,
    /// Loops whose header is fused with the preceding block.
    pub fused_loops: FxHashSet<Op>,
    /// Branches and exits between the blocks of a fused group. The binary does not contain them.
    pub fused_edges: FxHashSet<Op>,
    /// For each fused block without ops: the block after it.
    label_of: FxHashMap<Block, Block>,
    /// The block that forms one binary block with the entry block, if any.
    joined: Option<Block>,
    exit_target: FxHashMap<Op, Block>,
    exits_to: FxHashMap<Block, Vec<Op>>,
    /// Continue targets that are not loop headers.
    targets: FxHashSet<Block>,
    trampolines: FxHashMap<Block, Trampoline>,
    /// Merge blocks and continue targets with arguments, in the order of the binary.
    joins: Vec<Block>,
    /// For each merge block or continue target: the sorted indices of arguments that are always an OpPhi.
    kept_phis: FxHashMap<Block, Box<[u32]>>,
    /// The value that an argument or construct result represents. `None` if it represents only itself.
    represented: FxHashMap<Value, Option<Value>>,
    /// All construct ops with their parent blocks; the constructs of a block are in order.
    found: Vec<(Block, Op)>,
    frames: Vec<Frame>,
}

/// A nonempty construct: an op whose region has blocks.
#[derive(Clone, Copy, Debug)]
pub struct Construct {
    /// The construct op.
    pub op: Op,
    /// First block of the construct's region.
    pub first: Block,
    /// Last block of the construct's region.
    pub merge: Block,
    /// Header and continue target of a loop; `None` for a selection or if the loop has too few blocks.
    pub cycle: Option<(Block, Block)>,
}

/// Two or three IR blocks that form one block in the binary.
#[derive(Clone, Copy, Debug)]
pub struct Fused {
    /// The block that only branches to `after`.
    pub front: Block,
    /// The block that contains the ops.
    pub after: Block,
    /// The branch or exit from `front` to `after`.
    pub edge: Op,
    /// If `front` is a continue target: the merge block before it, and that block's branch or exit to `front`.
    pub merge: Option<(Block, Op)>,
}

impl Fused {
    /// Returns the blocks before [`Self::after`], last first, each with its branch or exit to the next block.
    pub fn fronts(&self) -> impl Iterator<Item = (Block, Op)> + Clone + use<> {
        [(self.front, self.edge)].into_iter().chain(self.merge)
    }

    /// Returns all fused blocks, last first.
    pub fn blocks(&self) -> impl Iterator<Item = Block> + Clone + use<> {
        [self.after].into_iter().chain(self.fronts().map(|f| f.0))
    }
}

/// A block that contains only an exit and represents an edge of the binary.
#[derive(Clone, Copy, Debug)]
pub struct Trampoline {
    /// The exit op in the block.
    pub exit: Op,
    /// The branch to the trampoline.
    pub branch: Op,
    /// The index of the trampoline among the branch's successors.
    pub number: usize,
}

/// Traversal state for a construct whose blocks are being visited.
#[derive(Clone, Copy)]
struct Frame {
    op: Op,
    /// The block that contains the construct op.
    outer: Block,
    /// Index in [`LoweringPlan::found`] of the next construct op to visit.
    next: usize,
    merge: Block,
    header: Option<Block>,
    /// Merge block and continue target of the innermost loop.
    inner_loop: Option<(Block, Block)>,
    /// Merge block of the innermost switch.
    inner_switch: Option<Block>,
}

impl LoweringPlan {
    /// Plans the lowering of a body. The plan is valid until the body changes.
    pub fn of(ctx: &Context, body: &Body) -> LoweringPlan {
        let mut plan = LoweringPlan::default();
        plan.read(ctx, body, None);
        plan
    }

    /// Plans the lowering of a body in either form. `joined` is the terminator of the entry block if the entry and the
    /// next block form one binary block.
    pub fn read(&mut self, ctx: &Context, body: &Body, joined: Option<Op>) {
        self.reset(body.block_count());
        let Some(entry) = body.first_block(body.root()) else { return };
        if let Some(edge) = joined {
            self.join_entry(body, entry, edge);
        }
        self.find_constructs(body);
        self.walk(body, entry);
        self.find_represented(ctx, body);
    }

    /// Returns whether each branch leads to the block that it names, that is, the body has no exits or fused blocks.
    pub fn is_simple(&self) -> bool {
        self.exit_target.is_empty() && self.label_of.is_empty()
    }

    /// Returns whether the body contains exits.
    pub fn has_exits(&self) -> bool {
        !self.exits.is_empty()
    }

    /// Returns the target of an exit op, or `None` if it has no target.
    pub fn exit_target(&self, exit: Op) -> Option<Block> {
        self.exit_target.get(&exit).copied()
    }

    /// Returns the exits that branch to a block.
    pub fn exits_to(&self, block: Block) -> &[Op] {
        self.exits_to.get(&block).map_or(&[], |list| list)
    }

    /// Returns the edge that a block represents, or `None` if the block is not a trampoline.
    pub fn trampoline(&self, block: Block) -> Option<Trampoline> {
        self.trampolines.get(&block).copied()
    }

    /// Returns the block that provides a block's label in the binary: the block itself, or the block it is fused with.
    pub fn labelled(&self, block: Block) -> Block {
        let after = |block| self.label_of.get(&block).copied().unwrap_or(block);
        after(after(block))
    }

    /// Returns whether a block continues the preceding binary block instead of starting its own. This holds for a merge
    /// block fused with its continue target, and for the block fused with the entry block.
    pub fn continues(&self, merge: Block) -> bool {
        self.joined == Some(merge)
            || self.label_of.get(&merge).is_some_and(|after| self.fused.contains_key(after))
    }

    /// Returns the value that a construct result, or an argument of a merge block or continue target, represents. The
    /// returned value represents no further value. Returns `None` if the given value represents only itself.
    pub fn represented(&self, value: Value) -> Option<Value> {
        self.represented.get(&value).copied().flatten()
    }

    /// Returns the merge blocks and continue targets with arguments, in binary order.
    pub fn joins(&self) -> &[Block] {
        &self.joins
    }

    fn reset(&mut self, blocks: usize) {
        self.order.clear();
        self.positions.clear();
        self.positions.resize(blocks, 0);
        self.constructs.clear();
        self.empty.clear();
        self.exits.clear();
        self.fused.clear();
        self.fusions.clear();
        self.fused_loops.clear();
        self.fused_edges.clear();
        self.label_of.clear();
        self.joined = None;
        self.exit_target.clear();
        self.exits_to.clear();
        self.targets.clear();
        self.trampolines.clear();
        self.joins.clear();
        self.kept_phis.clear();
        self.represented.clear();
        self.frames.clear();
    }

    /// Fuses the entry block with the next block, unless another branch leads to the next block.
    fn join_entry(&mut self, body: &Body, entry: Block, edge: Op) {
        let Some(next) = body.next_block(entry).filter(|&next| body.args(next).is_empty()) else { return };
        let mut edges = body.block_uses(next).filter(|&(op, number)| number < edge_count(body, op));
        if body.def(edge) == spv::Branch::ID && edges.next() == Some((edge, 0)) && edges.next().is_none() {
            self.fused.insert(entry, Fused { front: entry, after: next, edge, merge: None });
            self.label_of.insert(entry, next);
            self.fused_edges.insert(edge);
            self.joined = Some(next);
        }
    }

    fn find_constructs(&mut self, body: &Body) {
        self.found.clear();
        let owners = body.region_owners().filter(|&op| is_construct(body, op));
        self.found.extend(owners.filter_map(|op| Some((body.parent(op)?, op))));
        self.found.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then_with(|| match body.is_before(a.1, b.1) {
                true => Ordering::Less,
                false if a.1 == b.1 => Ordering::Equal,
                false => Ordering::Greater,
            })
        });
        self.found.dedup();
    }

    /// Returns the index in [`Self::found`] of the first construct in a block. `likely` is a guess: the index after the
    /// last visited construct.
    fn first_in(&self, block: Block, likely: usize) -> usize {
        let before = likely == 0 || self.found.get(likely - 1).is_some_and(|c| c.0 < block);
        match before && self.found.get(likely).is_none_or(|c| c.0 >= block) {
            true => likely,
            false => self.found.partition_point(|c| c.0 < block),
        }
    }

    fn add_block(&mut self, block: Block) {
        self.positions[block.index()] = self.order.len() as u32;
        self.order.push(block);
    }

    /// Visits all blocks in the order of the binary.
    fn walk(&mut self, body: &Body, entry: Block) {
        let mut block = entry;
        let mut next = self.first_in(block, 0);
        // The block that provides the label of the current binary block, as long as the binary block has no
        // instruction.
        let mut start = Some(entry);
        self.add_block(block);
        loop {
            if let Some(&(_, op)) = self.found.get(next).filter(|c| c.0 == block) {
                next += 1;
                start = start.filter(|_| holds_nothing(body, body.prev(op)));
                if let Some(first) = self.enter(body, op, (block, next), start) {
                    block = first;
                    next = self.first_in(block, next);
                    self.add_block(block);
                }
                continue;
            }
            start = start.filter(|_| holds_nothing(body, body.last_op(block)));
            self.note_exit(body, block);
            if let Some(after) = body.next_block(block) {
                block = after;
                next = self.first_in(block, next);
                self.add_block(block);
                let header = self.frames.last().and_then(|f| f.header);
                start = (header != Some(block)).then_some(block);
            } else if let Some(frame) = self.frames.pop() {
                self.fuse_merge(body, &frame);
                (block, next) = (frame.outer, frame.next);
            } else {
                return;
            }
        }
    }

    /// Enters a construct. Returns its first block, or `None` if the construct is empty.
    fn enter(
        &mut self,
        body: &Body,
        op: Op,
        (outer, next): (Block, usize),
        start: Option<Block>,
    ) -> Option<Block> {
        let region = (body.region_count(op) == 1).then(|| body.region(op, 0));
        let ends = region.and_then(|region| Some((body.first_block(region)?, body.last_block(region)?)));
        let Some((first, merge)) = ends else {
            self.empty.push(op);
            return None;
        };
        let around = self.frames.last();
        let mut frame = Frame {
            op,
            outer,
            next,
            merge,
            header: None,
            inner_loop: around.and_then(|f| f.inner_loop),
            inner_switch: around.and_then(|f| f.inner_switch),
        };
        let mut cycle = None;
        if body.def(op) == spv::Loop::ID {
            if let Some(start) = start {
                self.fuse_header(body, op, start);
            }
            if let Some(blocks) = loop_blocks(body, op) {
                cycle = Some((blocks.header, blocks.target));
                frame.header = Some(blocks.header);
                frame.inner_loop = Some((merge, blocks.target));
                if blocks.target != blocks.header {
                    self.targets.insert(blocks.target);
                }
            }
        } else if body.last_op(first).is_some_and(|last| body.def(last) == spv::Switch::ID) {
            frame.inner_switch = Some(merge);
        }
        self.frames.push(frame);
        self.constructs.push(Construct { op, first, merge, cycle });
        Some(first)
    }

    /// Records the target of the exit that ends a block, and whether the block is a trampoline.
    fn note_exit(&mut self, body: &Body, block: Block) {
        let (Some(frame), Some(exit)) = (self.frames.last(), body.last_op(block)) else { return };
        let target = match body.def(exit) {
            spv::Break::ID => frame.inner_loop.map(|l| l.0),
            spv::Continue::ID => frame.inner_loop.map(|l| l.1),
            spv::SwitchBreak::ID => frame.inner_switch,
            _ => None,
        };
        let Some(target) = target else { return };
        let is_header = frame.header == Some(block);
        self.exits.push((exit, target));
        self.exit_target.insert(exit, target);
        self.exits_to.entry(target).or_default().push(exit);
        if !is_header
            && !self.targets.contains(&block)
            && let Some(trampoline) = trampoline(body, block, exit)
        {
            self.trampolines.insert(block, trampoline);
        }
    }

    /// Fuses a loop header with the binary block labelled `start`. Requires that the loop op has the `fused` hint and
    /// that the binary block is still empty.
    fn fuse_header(&mut self, body: &Body, op: Op, start: Block) {
        let Some(blocks) = loop_blocks(body, op).filter(|_| body.slot(op, spv::Loop::FUSED) != 0) else {
            return;
        };
        let Some(edge) = only_op(body, blocks.entry) else { return };
        let header = blocks.header;
        // A function's entry block must not have predecessors.
        let is_entry = body.first_block(body.root()) == Some(start);
        if is_entry && (blocks.target == header || body.block_uses(header).count() > 1) {
            return;
        }
        if passes_all(body, edge, header) {
            // `start` may be a continue target that is already fused with a merge block.
            let merge = self.fused.get(&start).map(|f| (f.front, f.edge));
            self.fused.insert(start, Fused { front: start, after: header, edge, merge });
            self.fusions.push((start, header));
            self.label_of.insert(start, header);
            self.fused_loops.insert(op);
        }
    }

    /// Fuses a construct's merge block with the continue target of the enclosing loop. Requires the `continue_target`
    /// hint. Only the branch to the continue target may follow the construct.
    fn fuse_merge(&mut self, body: &Body, frame: &Frame) {
        let (op, front) = (frame.op, frame.merge);
        let Some((_, target)) = self.frames.last().and_then(|f| f.inner_loop) else { return };
        let hint = match body.def(op) {
            spv::Loop::ID => spv::Loop::CONTINUE_TARGET,
            _ => spv::Selection::CONTINUE_TARGET,
        };
        // If a header is its own continue target, it precedes the loop's other blocks.
        if body.slot(op, hint) == 0
            || !self.targets.contains(&target)
            || self.fused.contains_key(&target)
            || self.label_of.contains_key(&front)
        {
            return;
        }
        let Some(edge) = body.last_op(frame.outer) else { return };
        let mut between = body.prev(edge);
        while between.is_some_and(|b| SILENT.contains(&body.def(b))) {
            between = between.and_then(|b| body.prev(b));
        }
        let passes = match body.def(edge) {
            spv::Continue::ID => body.operand_count(edge) == body.args(target).len(),
            _ => passes_all(body, edge, target),
        };
        if passes && between == Some(op) {
            self.fused.insert(target, Fused { front, after: target, edge, merge: None });
            self.fusions.push((front, target));
            self.label_of.insert(front, target);
            self.fused_edges.insert(edge);
        }
    }

    // Detection of block arguments and construct results that represent other values.

    fn find_represented(&mut self, ctx: &Context, body: &Body) {
        for i in 0..self.constructs.len() {
            let Construct { op, merge, cycle, .. } = self.constructs[i];
            let hint = if body.def(op) == spv::Loop::ID { spv::Loop::PHIS } else { spv::Selection::PHIS };
            self.add_join(ctx, body, merge, body.slot(op, hint));
            if let Some((header, target)) = cycle
                && header != target
            {
                self.add_join(ctx, body, target, body.slot(op, spv::Loop::CONTINUE_PHIS));
            }
        }
        let mut sources = Vec::new();
        for i in 0..self.joins.len() {
            body.args(self.joins[i]).iter().for_each(|&arg| self.resolve(ctx, body, arg, &mut sources));
        }
        for i in 0..self.constructs.len() {
            body.results(self.constructs[i].op)
                .for_each(|value| self.resolve(ctx, body, value, &mut sources));
        }
    }

    fn add_join(&mut self, ctx: &Context, body: &Body, block: Block, hint: u32) {
        if body.args(block).is_empty() {
            return;
        }
        let mut kept = match Attribute::from_raw(hint).map(|attr| ctx.attr_data(attr)) {
            Some(AttrData::Words(list)) => list.clone(),
            _ => Box::default(),
        };
        kept.sort_unstable();
        self.joins.push(block);
        self.kept_phis.insert(block, kept);
    }

    /// Finds the value that a block argument or construct result represents, after resolving its incoming values. Uses
    /// an explicit stack because constructs may be nested deeply.
    fn resolve(&mut self, ctx: &Context, body: &Body, value: Value, sources: &mut Vec<Value>) {
        let mut stack = smallvec::SmallVec::<[Value; 8]>::from_slice(&[value]);
        let mut waiting: FxHashSet<Value> = FxHashSet::default();
        while let Some(&at) = stack.last() {
            if self.represented.contains_key(&at) {
                stack.pop();
                continue;
            }
            self.sources(body, at, sources);
            let is_open = |&v: &Value| self.is_open(body, v);
            if sources.iter().any(is_open) && waiting.insert(at) {
                stack.extend(sources.iter().copied().filter(is_open));
                continue;
            }
            let mut common = None;
            let mut equal = true;
            for &source in sources.iter() {
                let source = self.represented(source).unwrap_or(source);
                // An incoming value that depends on `at` itself is still unresolved, so `at` represents only itself.
                equal &= !self.is_open(body, source) && is_same(body, *common.get_or_insert(source), source);
            }
            // Keep the OpPhi of a negative constant: an access chain index may be a negative OpPhi, but not a negative
            // constant.
            let is_phi = matches!(body.value_def(at), ValueDef::Argument(..))
                && common.is_some_and(|value| may_be_negative(ctx, body, value));
            self.represented.insert(at, common.filter(|_| equal && !is_phi));
        }
    }

    /// Returns whether a value may represent another value, but is not resolved yet.
    fn is_open(&self, body: &Body, value: Value) -> bool {
        let may = match body.value_def(value) {
            ValueDef::Result(op, _) => is_construct(body, op),
            ValueDef::Argument(block, _) => self.kept_phis.contains_key(&block),
            ValueDef::Forward => false,
        };
        may && !self.represented.contains_key(&value)
    }

    /// Collects the incoming values of a block argument or construct result in `list`. Leaves `list` empty if the value
    /// always represents only itself.
    fn sources(&self, body: &Body, value: Value, list: &mut Vec<Value>) {
        list.clear();
        match body.value_def(value) {
            ValueDef::Result(op, number) => list.extend(merged(body, op, number)),
            ValueDef::Argument(block, number) => {
                let kept = self.kept_phis.get(&block).is_none_or(|kept| kept.binary_search(&number).is_ok());
                if kept || body.value_annotations(value).attrs.is_some() {
                    return;
                }
                let edges = self.edges_to(body, block);
                let complete = edges.map(|(op, edge)| passed(body, op, edge, number as usize)).all(|value| {
                    list.extend(value);
                    value.is_some()
                });
                if !complete {
                    list.clear();
                }
            }
            ValueDef::Forward => {}
        }
    }

    /// Returns all branches and exits to a block. A branch comes with its successor index, an exit with 0.
    pub fn edges_to<'a>(&'a self, body: &'a Body, block: Block) -> impl Iterator<Item = (Op, usize)> + 'a {
        let linked = |op| body.parent(op).is_some_and(|block| body.block_parent(block).is_some());
        let branches =
            body.block_uses(block).filter(move |&(op, number)| linked(op) && number < edge_count(body, op));
        branches.chain(self.exits_to(block).iter().map(|&exit| (exit, 0)))
    }
}

/// Returns the value that an edge forwards to argument `index` of its target block. If `op` is a branch, the edge is
/// its successor `number`. If `op` is an exit, the exit itself is the edge, and `number` is ignored.
pub fn passed(body: &Body, op: Op, number: usize, index: usize) -> Option<Value> {
    match is_exit(body, op) {
        true => body.operands(op).nth(index),
        false => body.successor_args(op, number).nth(index),
    }
}

/// Returns the value that a construct's merge block yields for the result at index `number`. Returns `None` if the
/// merge block yields no such value, or `op` is not a construct.
pub fn merged(body: &Body, op: Op, number: u32) -> Option<Value> {
    let region = (is_construct(body, op) && body.region_count(op) == 1).then(|| body.region(op, 0))?;
    let merge = body.last_op(body.last_block(region)?).filter(|&merge| body.def(merge) == spv::Merge::ID)?;
    body.operands(merge).nth(number as usize)
}

/// Returns whether `edge` is an unconditional branch to a block and forwards a value to each of the block's arguments.
fn passes_all(body: &Body, edge: Op, block: Block) -> bool {
    body.def(edge) == spv::Branch::ID
        && body.successor_count(edge) == 1
        && body.successor(edge, 0) == block
        && body.successor_args(edge, 0).len() == body.args(block).len()
}

/// Returns whether `op` and the ops before it produce no instruction. Considers only ops after the last construct op.
fn holds_nothing(body: &Body, op: Option<Op>) -> bool {
    let mut at = op;
    while let Some(op) = at {
        match body.def(op) {
            spv::Selection::ID | spv::Loop::ID => return true,
            def if def == spv::Merge::ID || SILENT.contains(&def) => at = body.prev(op),
            _ => return false,
        }
    }
    true
}

/// Returns the edge that a block represents if the block is a trampoline. The block must contain only `exit`, which has
/// the `trampoline` hint, and have a single predecessor. It must not be a header or continue target.
fn trampoline(body: &Body, block: Block, exit: Op) -> Option<Trampoline> {
    let annotations = body.block_annotations(block);
    if body.slot(exit, spv::Break::TRAMPOLINE) != 1
        || !body.args(block).is_empty()
        || annotations.name.is_some()
        || annotations.attrs.is_some()
        || body.prev_block(block).is_none()
        || only_op(body, block) != Some(exit)
    {
        return None;
    }
    let mut uses = body.block_uses(block);
    let (branch, number) = uses.next()?;
    let is_edge = uses.next().is_none() && number < edge_count(body, branch);
    is_edge.then_some(Trampoline { exit, branch, number })
}

/// Returns whether a value is a constant or address. Its op may be moved anywhere in the function.
pub(super) fn is_placeless(body: &Body, value: Value) -> bool {
    body.defining_op(value).is_some_and(|op| SILENT[..3].contains(&body.def(op)))
}

/// Returns whether a value is a negative constant, or may be a reference to a negative module-level constant.
fn may_be_negative(ctx: &Context, body: &Body, value: Value) -> bool {
    let Some(op) = body.defining_op(value) else { return false };
    match spv::Constant::cast(body, op) {
        Some(constant) => constant.value().is_some_and(|attr| attributes::is_negative(ctx, attr)),
        None => {
            body.def(op) == spv::ReferenceOf::ID && types::sign_bit(ctx, body.value_type(value)).is_some()
        }
    }
}

/// Returns whether two values have the same id in the binary.
fn is_same(body: &Body, a: Value, b: Value) -> bool {
    if a == b {
        return true;
    }
    let (Some(x), Some(y)) = (body.defining_op(a), body.defining_op(b)) else { return false };
    is_placeless(body, a)
        && body.def(x) == body.def(y)
        && body.slots(x) == body.slots(y)
        && body.value_type_opt(a) == body.value_type_opt(b)
}
