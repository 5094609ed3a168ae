//! What must be known of a function's constructs before it is written: where its exits lead, which
//! blocks of the binary are headers of loops besides, and the order of the blocks.

use super::function::FunctionExport;
use super::plan::Kind;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::control::{edge_count, loop_blocks};
use spv_dialect::structure::{
    LOOP_CONTINUE_PHIS, LOOP_CONTINUE_TARGET, LOOP_FUSED, LOOP_PHIS, SELECTION_CONTINUE_TARGET,
    SELECTION_PHIS,
};
use spv_ir::{Attribute, Block, Op, Region, Value};
use std::cmp::Ordering;

/// See the module documentation.
#[derive(Default)]
pub struct Shape {
    /// By block: its place in the binary.
    pub positions: Vec<u32>,
    /// Exit ops by the block they branch to.
    pub exits_to: FxHashMap<Block, Vec<Op>>,
    /// Where exit ops lead.
    pub exit_target: FxHashMap<Op, Block>,
    /// Blocks that are one in the binary with the one that they branch to, by the block in whose place that is
    /// written: that before a loop's header, or the continue target after a merge block.
    pub fused: FxHashMap<Block, Fused>,
    /// By block before: the one whose label it has.
    pub label_of: FxHashMap<Block, Block>,
    /// Loops whose header is written in the place of the block before.
    pub fused_loops: FxHashSet<Op>,
    /// The ways from merge blocks to continue targets that are one with them.
    pub fused_ways: FxHashSet<Op>,
    /// The block that is one with the entry block.
    pub joined: Option<Block>,
    /// By continue target (that is no header): the loop.
    pub targets: FxHashMap<Block, Op>,
}

impl Shape {
    /// Empties it for a function of this many blocks.
    pub fn reset(&mut self, blocks: usize) {
        self.positions.clear();
        self.positions.resize(blocks, 0);
        self.exits_to.clear();
        self.exit_target.clear();
        self.fused.clear();
        self.label_of.clear();
        self.fused_loops.clear();
        self.fused_ways.clear();
        self.joined = None;
        self.targets.clear();
    }

    /// Whether each branch leads where it seems to.
    pub fn is_simple(&self) -> bool {
        self.exit_target.is_empty() && self.label_of.is_empty()
    }

    /// The block whose label a block has: its own, or that of one that is one with it.
    pub fn labelled(&self, block: Block) -> Block {
        let after = |block| self.label_of.get(&block).copied().unwrap_or(block);
        after(after(block))
    }

    /// Whether a block continues the one before: a merge block that is written in the place of the continue target that it is
    /// one with, or the second part of the entry block.
    pub fn continues(&self, merge: Block) -> bool {
        self.joined == Some(merge)
            || self.label_of.get(&merge).is_some_and(|after| self.fused.contains_key(after))
    }
}

/// Two or three blocks of the IR that are one in the binary.
#[derive(Clone, Copy, Debug)]
pub struct Fused {
    /// In front: does nothing but go to the other.
    pub front: Block,
    /// The one with the ops.
    pub after: Block,
    /// The way from one to the other: a branch, or an exit.
    pub way: Op,
    /// The merge block before both, where `front` is a continue target, and its way there.
    pub merge: Option<(Block, Op)>,
}

impl Fused {
    /// The blocks before, the last one first, each with its way to the next.
    pub fn fronts(&self) -> impl Iterator<Item = (Block, Op)> + Clone + use<> {
        [(self.front, self.way)].into_iter().chain(self.merge)
    }

    /// All of them, the last one first.
    pub fn blocks(&self) -> impl Iterator<Item = Block> + Clone + use<> {
        [self.after].into_iter().chain(self.fronts().map(|f| f.0))
    }
}

/// A construct that the scan is in.
struct Frame {
    op: Op,
    /// The block that holds it.
    outer: Block,
    /// Number of the construct after it.
    next: usize,
    header: Option<Block>,
    /// Merge block and continue target of the innermost loop.
    inner_loop: Option<(Block, Block)>,
    /// Merge block of the innermost switch.
    inner_switch: Option<Block>,
}

impl FunctionExport<'_, '_, '_> {
    /// The region of a construct, where it has one.
    pub(super) fn construct_region(&self, op: Op) -> Option<Region> {
        (self.body.region_count(op) == 1).then(|| self.body.region(op, 0))
    }

    /// The arguments that stay OpPhis though all incoming values are equal, of a block where others that are equal
    /// are none: a merge block or continue target.
    pub(super) fn kept_phis(&self, block: Block) -> Option<Option<Attribute>> {
        let body = self.body;
        if let Some(&op) = self.s.shape.targets.get(&block) {
            return Some(Attribute::from_raw(self.slot(op, LOOP_CONTINUE_PHIS)));
        }
        let owner = body.block_owner(block)?;
        if body.next_block(block).is_some() {
            return None;
        }
        let slot = match self.kind(owner) {
            Kind::Selection => SELECTION_PHIS,
            Kind::Loop => LOOP_PHIS,
            _ => return None,
        };
        Some(Attribute::from_raw(self.slot(owner, slot)))
    }

    /// Joins the entry block and the next where the branch between them says that they are one in the binary, and nothing
    /// else branches to the latter.
    fn join_entry(&mut self) {
        let (body, entry) = (self.body, self.block);
        let Some(way) = body.last_op(entry).filter(|&op| self.x.marks(body.attrs(op)).joined) else { return };
        let Some(next) = body.next_block(entry).filter(|&next| body.args(next).is_empty()) else { return };
        let mut edges = body.block_uses(next).filter(|&(op, number)| number < edge_count(body, op));
        if self.kind(way) == Kind::Branch && edges.next() == Some((way, 0)) && edges.next().is_none() {
            let fused = Fused { front: entry, after: next, way, merge: None };
            self.s.shape.fused.insert(entry, fused);
            self.s.shape.label_of.insert(entry, next);
            self.s.shape.fused_ways.insert(way);
            self.s.shape.joined = Some(next);
        }
    }

    /// Reads all blocks in the order in which they are written.
    pub(super) fn scan(&mut self) {
        let body = self.body;
        self.join_entry();
        let constructs = self.constructs();
        // The first construct of a block; often it is the one after those that were met last.
        let first_of = |block: Block, likely: usize| {
            let before = likely == 0 || constructs.get(likely - 1).is_some_and(|c| c.0 < block);
            match before && constructs.get(likely).is_none_or(|c| c.0 >= block) {
                true => likely,
                false => constructs.partition_point(|c| c.0 < block),
            }
        };
        let mut frames: Vec<Frame> = Vec::new();
        let mut block = self.block;
        let mut next = first_of(block, 0);
        let mut position = 0;
        // The block with whose label the block of the binary begins, while it holds no instruction.
        let mut start = None;
        loop {
            let Some(&(_, op)) = constructs.get(next).filter(|c| c.0 == block) else {
                // Its last op, which is no construct.
                start = start.filter(|_| self.holds_nothing(body.last_op(block)));
                self.note_exit(block, &frames);
                if let Some(after) = body.next_block(block) {
                    block = after;
                    next = first_of(block, next);
                    position += 1;
                    self.s.shape.positions[block.index()] = position;
                    let header = frames.last().and_then(|f| f.header);
                    start = (header != Some(block)).then_some(block);
                } else if let Some(frame) = frames.pop() {
                    let around = frames.last().and_then(|f| f.inner_loop);
                    if let Some(fused) =
                        around.and_then(|(_, target)| self.continues(frame.op, block, target))
                    {
                        self.s.shape.fused.insert(fused.after, fused);
                        self.s.shape.label_of.insert(fused.front, fused.after);
                        self.s.shape.fused_ways.insert(fused.way);
                    }
                    block = frame.outer;
                    next = frame.next;
                } else {
                    return;
                }
                continue;
            };
            next += 1;
            start = start.filter(|_| self.holds_nothing(body.prev(op)));
            let region = self.construct_region(op);
            let Some(first) = region.and_then(|r| body.first_block(r)) else { continue };
            let kind = self.kind(op);
            if let Some(start) = start
                && kind == Kind::Loop
                && let Some(fused) = self.fused_header(op, start)
            {
                self.s.shape.fused.insert(start, fused);
                self.s.shape.label_of.insert(start, fused.after);
                self.s.shape.fused_loops.insert(op);
            }
            frames.push(self.scan_frame(op, kind, (block, next), frames.last()));
            block = first;
            next = first_of(block, next);
            position += 1;
            self.s.shape.positions[block.index()] = position;
        }
    }

    /// The constructs of the function, with the blocks that hold them; those of one block in order.
    fn constructs(&self) -> Vec<(Block, Op)> {
        let body = self.body;
        let is_construct = |&op: &Op| matches!(self.kind(op), Kind::Selection | Kind::Loop);
        let owners = body.region_owners().filter(is_construct);
        let mut list: Vec<(Block, Op)> = owners.filter_map(|op| Some((body.parent(op)?, op))).collect();
        list.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then_with(|| match body.is_before(a.1, b.1) {
                true => Ordering::Less,
                false if a.1 == b.1 => Ordering::Equal,
                false => Ordering::Greater,
            })
        });
        list.dedup();
        list
    }

    /// Whether `op` and what is before it in its block, back to a construct, make no instruction.
    fn holds_nothing(&self, op: Option<Op>) -> bool {
        let mut at = op;
        while let Some(op) = at {
            match self.kind(op) {
                Kind::Silent | Kind::SpecOperation | Kind::Merge => at = self.body.prev(op),
                Kind::Selection | Kind::Loop => return true,
                _ => return false,
            }
        }
        true
    }

    /// Notes where the exit op leads that may end a block.
    fn note_exit(&mut self, block: Block, frames: &[Frame]) {
        let (Some(op), Some(frame)) = (self.body.last_op(block), frames.last()) else { return };
        let target = match self.kind(op) {
            Kind::Break => frame.inner_loop.map(|l| l.0),
            Kind::Continue => frame.inner_loop.map(|l| l.1),
            Kind::SwitchBreak => frame.inner_switch,
            _ => None,
        };
        if let Some(target) = target {
            self.s.shape.exits_to.entry(target).or_default().push(op);
            self.s.shape.exit_target.insert(op, target);
        }
    }

    fn scan_frame(
        &mut self,
        op: Op,
        kind: Kind,
        (outer, next): (Block, usize),
        around: Option<&Frame>,
    ) -> Frame {
        let body = self.body;
        let mut frame = Frame {
            op,
            outer,
            next,
            header: None,
            inner_loop: around.and_then(|f| f.inner_loop),
            inner_switch: around.and_then(|f| f.inner_switch),
        };
        if kind == Kind::Loop {
            let Some(blocks) = loop_blocks(body, op) else { return frame };
            frame.header = Some(blocks.header);
            frame.inner_loop = Some((blocks.merge, blocks.target));
            if blocks.target != blocks.header {
                self.s.shape.targets.insert(blocks.target, op);
            }
            return frame;
        }
        let region = self.construct_region(op);
        let last = region.and_then(|r| body.last_op(body.first_block(r)?));
        if last.is_some_and(|l| self.kind(l) == Kind::Switch) {
            frame.inner_switch = region.and_then(|r| body.last_block(r));
        }
        frame
    }

    /// The block of the binary that begins with the label of `start`, and holds nothing yet, and the header of a
    /// loop that is marked to be one with it, where that can be.
    fn fused_header(&self, op: Op, start: Block) -> Option<Fused> {
        let body = self.body;
        let blocks = loop_blocks(body, op)?;
        if self.slot(op, LOOP_FUSED) == 0 {
            return None;
        }
        let way = self.only_op(blocks.entry)?;
        let fits = self.kind(way) == Kind::Branch
            && body.successor_count(way) == 1
            && body.successor(way, 0) == blocks.header
            && body.successor_args(way, 0).len() == body.args(blocks.header).len();
        // A merge block may have become one with `start`, a continue target, already.
        let merge = self.s.shape.fused.get(&start).map(|f| (f.front, f.way));
        fits.then_some(Fused { front: start, after: blocks.header, way, merge })
    }

    /// The merge block of a construct and the continue target `target` of the loop around it, where the construct is
    /// marked to make them one and that can be: after it there is only the way there.
    fn continues(&self, op: Op, merge: Block, target: Block) -> Option<Fused> {
        let body = self.body;
        let mark = match self.kind(op) {
            Kind::Loop => LOOP_CONTINUE_TARGET,
            _ => SELECTION_CONTINUE_TARGET,
        };
        let way = body.last_op(body.parent(op)?)?;
        // A header that is its own continue target is written before what is in the loop.
        let taken = || self.s.shape.fused.contains_key(&target) || self.s.shape.label_of.contains_key(&merge);
        if self.slot(op, mark) == 0 || !self.s.shape.targets.contains_key(&target) || taken() {
            return None;
        }
        let passed = match self.kind(way) {
            Kind::Continue => body.operand_count(way),
            Kind::Branch if body.successor_count(way) == 1 && body.successor(way, 0) == target => {
                body.successor_args(way, 0).len()
            }
            _ => return None,
        };
        let mut between = body.prev(way);
        while between.is_some_and(|b| b != op && matches!(self.kind(b), Kind::Silent | Kind::SpecOperation)) {
            between = between.and_then(|b| body.prev(b));
        }
        let fits = between == Some(op) && passed == body.args(target).len();
        fits.then_some(Fused { front: merge, after: target, way, merge: None })
    }

    /// Whether nothing but the branch `entry` reads an argument of a block, be it as a construct's result.
    pub(super) fn only_passed(&self, block: Block, arg: Value, entry: Op) -> bool {
        let body = self.body;
        let passed = |v: Value| body.uses(v).all(|(user, _)| user == entry);
        let merged = |(user, number): (Op, usize)| {
            self.kind(user) == Kind::Merge
                && body.block_owner(block).is_some_and(|owner| {
                    number < body.result_count(owner) && passed(body.result(owner, number))
                })
        };
        body.uses(arg).all(|u| u.0 == entry || merged(u))
    }

    /// The one op of a block that makes an instruction, where there is no other.
    pub(super) fn only_op(&self, block: Block) -> Option<Op> {
        let mut ops =
            self.body.ops(block).filter(|&op| !matches!(self.kind(op), Kind::Silent | Kind::SpecOperation));
        let only = ops.next()?;
        ops.next().is_none().then_some(only)
    }
}
