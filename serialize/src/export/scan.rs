//! What must be known of a function's constructs before it is written: where its exits lead, which
//! blocks of the binary are headers of loops besides, and the order of the blocks.

use super::function::FunctionExport;
use super::plan::Kind;
use rustc_hash::FxHashMap;
use spv_ir::{Attribute, Block, Op, Region, Value};

/// Slots of `spv.mlir.selection` and `spv.mlir.loop`.
const SELECTION_PHIS: usize = 1;
const LOOP_CONTINUE_EXTRA: usize = 2;
const LOOP_SINGLE_BLOCK: usize = 3;
const LOOP_FUSED: usize = 4;
const LOOP_PHIS: usize = 5;
const LOOP_CONTINUE_PHIS: usize = 6;

/// See the module documentation.
#[derive(Default)]
pub struct Shape {
    /// By block: its place in the binary.
    pub positions: Vec<u32>,
    /// Exit ops by the block they lead to.
    pub exits_to: FxHashMap<Block, Vec<Op>>,
    /// Where exit ops lead.
    pub exit_target: FxHashMap<Op, Block>,
    /// By block whose label is that of a loop's header, too: the loop.
    pub fused: FxHashMap<Block, Op>,
    /// The other way round.
    pub fused_into: FxHashMap<Op, Block>,
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
        self.fused_into.clear();
        self.targets.clear();
    }
}

/// The blocks of a loop.
#[derive(Clone, Copy, Debug)]
pub struct Loop {
    pub entry: Block,
    pub header: Block,
    pub target: Block,
    pub merge: Block,
}

/// A construct that the scan is in.
struct Frame {
    op: Op,
    /// The block that holds it.
    outer: Block,
    header: Option<Block>,
    /// Merge block and continue target of the innermost loop.
    inner_loop: Option<(Block, Block)>,
    /// Merge block of the innermost switch.
    inner_switch: Option<Block>,
}

impl FunctionExport<'_, '_> {
    /// The region of a construct, where it has one.
    pub(super) fn construct_region(&self, op: Op) -> Option<Region> {
        (self.body.region_count(op) == 1).then(|| self.body.region(op, 0))
    }

    /// The blocks of a loop; `None` where there are too few.
    pub(super) fn loop_blocks(&self, op: Op) -> Option<Loop> {
        let body = self.body;
        let region = self.construct_region(op)?;
        let (entry, merge) = (body.first_block(region)?, body.last_block(region)?);
        let header = body.next_block(entry).filter(|&h| h != merge)?;
        if self.slot(op, LOOP_SINGLE_BLOCK) != 0 {
            return Some(Loop { entry, header, target: header, merge });
        }
        let mut target = body.prev_block(merge)?;
        for _ in 0..self.slot(op, LOOP_CONTINUE_EXTRA) {
            target = body.prev_block(target).filter(|&t| t != entry)?;
        }
        Some(Loop { entry, header, target, merge })
    }

    /// The arguments that stay OpPhis though all incoming values agree, of a block where others that agree
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

    /// Reads all blocks in the order in which they are written.
    pub(super) fn scan(&mut self) {
        let body = self.body;
        let mut frames: Vec<Frame> = Vec::new();
        let mut block = self.block;
        let mut at = body.first_op(block);
        let mut position = 0;
        // The block with whose label the block of the binary begins, while it holds no instruction.
        let mut start = None;
        loop {
            let Some(op) = at else {
                if let Some(next) = body.next_block(block) {
                    block = next;
                    position += 1;
                    self.s.shape.positions[block.index()] = position;
                    let header = frames.last().and_then(|f| f.header);
                    start = (header != Some(block)).then_some(block);
                    at = body.first_op(block);
                } else if let Some(frame) = frames.pop() {
                    block = frame.outer;
                    at = body.next(frame.op);
                } else {
                    return;
                }
                continue;
            };
            at = body.next(op);
            match self.kind(op) {
                Kind::Silent | Kind::SpecOperation | Kind::Merge => {}
                kind @ (Kind::Selection | Kind::Loop) => {
                    let region = self.construct_region(op);
                    let Some(first) = region.and_then(|r| body.first_block(r)) else { continue };
                    if let Some(start) = start
                        && kind == Kind::Loop
                        && self.can_fuse(op, start)
                    {
                        self.s.shape.fused.insert(start, op);
                        self.s.shape.fused_into.insert(op, start);
                    }
                    frames.push(self.scan_frame(op, kind, block, frames.last()));
                    block = first;
                    position += 1;
                    self.s.shape.positions[block.index()] = position;
                    at = body.first_op(first);
                }
                kind => {
                    start = None;
                    let target = frames.last().and_then(|f| match kind {
                        Kind::Break => f.inner_loop.map(|l| l.0),
                        Kind::Continue => f.inner_loop.map(|l| l.1),
                        Kind::SwitchBreak => f.inner_switch,
                        _ => None,
                    });
                    if let Some(target) = target {
                        self.s.shape.exits_to.entry(target).or_default().push(op);
                        self.s.shape.exit_target.insert(op, target);
                    }
                }
            }
        }
    }

    fn scan_frame(&mut self, op: Op, kind: Kind, outer: Block, around: Option<&Frame>) -> Frame {
        let body = self.body;
        let mut frame = Frame {
            op,
            outer,
            header: None,
            inner_loop: around.and_then(|f| f.inner_loop),
            inner_switch: around.and_then(|f| f.inner_switch),
        };
        if kind == Kind::Loop {
            let Some(blocks) = self.loop_blocks(op) else { return frame };
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

    /// Whether the block of the binary that begins with the label of `start`, and holds nothing yet, can be
    /// the header of a loop that is marked so.
    fn can_fuse(&self, op: Op, start: Block) -> bool {
        let body = self.body;
        let Some(blocks) = self.loop_blocks(op) else { return false };
        if self.slot(op, LOOP_FUSED) == 0 || self.s.shape.targets.contains_key(&start) {
            return false;
        }
        self.only_op(blocks.entry).is_some_and(|entry| {
            self.kind(entry) == Kind::Branch
                && body.successor_count(entry) == 1
                && body.successor(entry, 0) == blocks.header
                && body.successor_args(entry, 0).len() == body.args(blocks.header).len()
        })
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
