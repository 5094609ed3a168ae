//! Verification of structured control flow: construct blocks, exits, and merge instructions

use super::View;
use super::rule::A;
use crate::control::{self, LoopBlocks, loop_blocks, merge_slot};
use crate::spv;
use crate::structure::{self, MERGE_LOOP, MERGE_NONE, MERGE_SELECTION};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use spv_ir::dialect::{ABSENT, OpRow};
use spv_ir::{AttrData, Attribute, Block, Body, Context, Op, Region, Type, TypeData, Value};

impl<'a> View<'a, '_> {
    pub(super) fn is(&self, op: Op, row: &'static OpRow) -> bool {
        std::ptr::eq(self.ctx().registry().op(self.body().def(op)).row, row)
    }

    #[inline]
    fn construct_region(&self, op: Op) -> Option<Region> {
        (self.body().region_count(op) == 1).then(|| self.body().region(op, 0))
    }

    /// Returns whether a block contains only one op, and the op has the given definition.
    fn holds_only(&self, block: Block, row: &'static OpRow) -> bool {
        let first = self.body().first_op(block);
        first.is_some() && first == self.body().last_op(block) && first.is_some_and(|op| self.is(op, row))
    }

    fn is_construct(&self, op: Op) -> bool {
        control::is_construct(self.body(), op)
    }

    /// Returns the number of a branch's successors that are declared merge blocks and continue targets, not CFG edges.
    #[inline]
    fn declared(&self, op: Op) -> usize {
        let op = self.body().get(op);
        let slot = merge_slot(op.def());
        slot.and_then(|slot| op.slots().get(slot)).map_or(0, |&kind| kind as usize)
    }

    /// Returns the blocks of a loop, or `None` if the loop has too few blocks.
    fn loop_blocks(&self, op: Op) -> Option<LoopBlocks> {
        let body = self.body();
        let stored = |b: &LoopBlocks| body.region_tail(body.region(op, 0)) == Some(b.header);
        loop_blocks(body, op).filter(|b| b.target != b.header || stored(b))
    }

    /// Checks that the last block of a construct contains only a `spv.mlir.merge`.
    fn check_merge_block(&mut self, block: Block) {
        if !self.holds_only(block, &structure::MERGE) {
            self.error("last block must be the merge block with only one 'spv.mlir.merge' op");
        }
    }

    /// Checks that a layout hint lists valid indices of block arguments.
    #[inline]
    fn check_hint(&mut self, name: &str, slot: usize, block: Block) {
        if self.slot(slot) != 0 {
            self.check_numbers(name, slot, block);
        }
    }

    fn check_numbers(&mut self, name: &str, slot: usize, block: Block) {
        let words = self.slot_attr(slot).map(|a| self.ctx().attr_data(a));
        let Some(AttrData::Words(words)) = words else { return };
        let count = self.body().args(block).len();
        if let Some(number) = words.iter().find(|&&n| n as usize >= count) {
            self.error(&format!("hint '{name}' names argument #{number}, but the block has {count}"));
        }
    }

    /// Checks that the values forwarded to `place` match `types` in number and type.
    fn check_passed(&mut self, values: &[Value], types: &[Type], place: &str) {
        if values.len() != types.len() {
            let (have, need) = (values.len(), types.len());
            return self.error(&format!("passes {have} values, but {place} expects {need}"));
        }
        for (index, (&value, &expected)) in values.iter().zip(types).enumerate() {
            if let Some(ty) = self.value_ty(value)
                && ty != expected
            {
                let (ty, expected) = (self.text(ty), self.text(expected));
                return self.error(&format!(
                    "type mismatch: value #{index} is '{ty}', but {place} expects '{expected}'"
                ));
            }
        }
    }
}

/// The blocks of a continue construct, which is usually a single block.
struct Blocks {
    list: SmallVec<[Block; 8]>,
    /// The blocks of `list` as a set, if the list is too long for linear search.
    many: FxHashSet<Block>,
}

impl Blocks {
    fn new(blocks: impl Iterator<Item = Block>) -> Blocks {
        let list: SmallVec<[Block; 8]> = blocks.collect();
        let many = if list.spilled() { list.iter().copied().collect() } else { FxHashSet::default() };
        Blocks { list, many }
    }

    fn contains(&self, block: Block) -> bool {
        if self.many.is_empty() { self.list.contains(&block) } else { self.many.contains(&block) }
    }
}

fn owner(body: &Body, op: Op) -> Option<Op> {
    body.block_owner(body.parent(op)?)
}

/// Error message for a construct whose first block has arguments, although only the construct op enters the block.
const ENTRY_ARGUMENTS: &str = "the first block of a construct must have no arguments";

/// Checks that the region of `spv.mlir.selection` begins with the header and ends with the merge block.
pub fn selection(v: &mut View<'_, '_>) {
    let Some((_, first, last)) = checked_merge_block(v) else { return };
    let body = v.body();
    if first == last {
        return v.error("must have a selection header block");
    }
    if !body.args(first).is_empty() {
        return v.error(ENTRY_ARGUMENTS);
    }
    let Some(header) = body.last_op(first) else { return };
    if !v.is(header, &structure::BRANCH_CONDITIONAL) && !v.is(header, &structure::SWITCH) {
        return v.error("selection header block must end in 'spv.BranchConditional' or 'spv.Switch'");
    }
    if v.declared(header) != 0 {
        return v.error("selection header block must not declare another construct");
    }
    v.check_hint("phis", spv::Selection::PHIS, last);
}

/// Checks the merge block of a construct, which is its last block. Returns the region with its first and last block, or
/// `None` after an error or if the construct is empty.
fn checked_merge_block(v: &mut View<'_, '_>) -> Option<(Region, Block, Block)> {
    let region = v.construct_region(v.op)?;
    let body = v.body();
    let Some(blocks) = body.first_block(region).zip(body.last_block(region)) else {
        if body.result_count(v.op) > 0 {
            v.error("has results, but no merge block that passes them");
        }
        return None;
    };
    v.check_merge_block(blocks.1);
    (!v.failed).then_some((region, blocks.0, blocks.1))
}

/// Checks the blocks of `spv.mlir.loop`: entry block, header, further blocks, continue construct, merge block.
pub fn loop_(v: &mut View<'_, '_>) {
    let Some((region, first, last)) = checked_merge_block(v) else { return };
    let body = v.body();
    if first == last {
        return v.error("must have an entry block branching to the loop header block");
    }
    let Some(header) = body.next_block(first).filter(|&h| h != last) else {
        return v.error("must have a loop header block branched from the entry block");
    };
    let entry = body.last_op(first).filter(|_| v.holds_only(first, &structure::BRANCH));
    if !entry.is_some_and(|e| body.successor_count(e) == 1 && body.successor(e, 0) == header) {
        return v.error("entry block must only have one 'spv.Branch' op to the second block");
    }
    if !body.args(first).is_empty() {
        return v.error(ENTRY_ARGUMENTS);
    }
    let Some(blocks) = v.loop_blocks(v.op) else {
        return v.error("requires a loop continue block branching to the loop header block");
    };
    if [first, last].contains(&blocks.target) || body.block_parent(blocks.target) != Some(region) {
        return v
            .error("the continue target must be one of the blocks between the entry and the merge block");
    }
    let continues = match blocks.target == header {
        true => Blocks::new([header].into_iter()),
        false => Blocks::new(
            std::iter::successors(Some(blocks.target), |&b| body.next_block(b)).take_while(|&b| b != last),
        ),
    };
    back_edges(v, blocks, &continues);
    if v.failed {
        return;
    }
    if blocks.target != header {
        continue_construct(v, blocks, &continues);
    }
    if v.failed {
        return;
    }
    if body.last_op(header).is_some_and(|op| v.declared(op) != 0) {
        return v.error("loop header block must not declare another construct");
    }
    let nested = body.ops(header).find(|&op| v.is_construct(op));
    if nested.is_some_and(|op| v.is(op, &structure::SELECTION)) {
        return v.error(
            "loop header block must not also be the header of a selection: a block declares only one \
             construct",
        );
    }
    v.check_hint("phis", spv::Loop::PHIS, last);
    if blocks.target != header {
        v.check_hint("continue_phis", spv::Loop::CONTINUE_PHIS, blocks.target);
    }
}

/// Checks that only the entry block and the continue construct branch to the loop header.
fn back_edges(v: &mut View<'_, '_>, blocks: LoopBlocks, continues: &Blocks) {
    let body = v.body();
    let mut found = false;
    for (op, _) in body.block_uses(blocks.header) {
        let Some(from) = body.parent(op).filter(|&from| from != blocks.entry) else { continue };
        if !continues.contains(from) {
            return v
                .error("can only have the entry and loop continue block branching to the loop header block");
        }
        found = true;
    }
    // An unreachable continue construct need not end with a back edge.
    let end = body.prev_block(blocks.merge).and_then(|b| body.last_op(b));
    if !found && end.is_none_or(|op| body.successor_count(op) > 0) {
        v.error(
            "second to last block must be the loop continue block that branches to the loop header block",
        );
    }
}

/// Checks that branches enter the continue construct only at its first block, and leave it only to the header or merge
/// block.
fn continue_construct(v: &mut View<'_, '_>, blocks: LoopBlocks, continues: &Blocks) {
    let body = v.body();
    let list = || continues.list.iter().copied();
    let from_outside = |block: Block| {
        body.block_uses(block).any(|(op, _)| body.parent(op).is_some_and(|from| !continues.contains(from)))
    };
    if list().skip(1).any(from_outside) {
        return v.error("loop continue blocks can only be entered at the first of them");
    }
    let may_go = |to: Block| continues.contains(to) || to == blocks.header || to == blocks.merge;
    let leaves = |block: Block| body.last_op(block).is_some_and(|op| !body.successors(op).all(may_go));
    // Nested selections may contain exits from this loop. Exits inside nested loops belong to the nested loops.
    let mut inner: SmallVec<[Block; 8]> = list().collect();
    let mut restarts = false;
    while let Some(block) = inner.pop() {
        restarts |= body.last_op(block).is_some_and(|op| v.is(op, &structure::CONTINUE));
        for op in body.ops(block) {
            if body.region_count(op) == 1 && v.is(op, &structure::SELECTION) {
                inner.extend(body.blocks(body.region(op, 0)));
            }
        }
    }
    if restarts || list().any(leaves) {
        v.error(
            "loop continue blocks can only branch to each other, the loop header block or the merge block",
        );
    }
}

/// Checks that `spv.mlir.merge` occurs only in merge blocks and yields the construct's results.
pub fn merge(v: &mut View<'_, '_>) {
    let body = v.body();
    let block = body.parent(v.op);
    let region = block.and_then(|block| body.block_parent(block));
    let construct = region.and_then(|region| Some((region, body.region_owner(region)?)));
    let Some((region, construct)) = construct.filter(|&(_, op)| v.is_construct(op)) else {
        return v.error("expected parent op to be 'spv.mlir.selection' or 'spv.mlir.loop'");
    };
    if body.region_count(construct) != 1 || body.last_block(region) != block {
        return v.error("can only be used in the last block of 'spv.mlir.selection' or 'spv.mlir.loop'");
    }
    if v.data.operands().len() == 0 && body.result_count(construct) == 0 {
        return;
    }
    let values: SmallVec<[Value; 8]> = v.data.operands().collect();
    let types: SmallVec<[Type; 8]> = body.results(construct).filter_map(|r| body.value_type_opt(r)).collect();
    v.check_passed(&values, &types, "the construct's list of results");
}

/// Checks that `spv.mlir.break` is inside a loop and passes valid values to the merge block.
pub fn break_(v: &mut View<'_, '_>) {
    match innermost_loop(v) {
        Some(blocks) => pass(v, blocks.merge, "the merge block of the loop"),
        None => v.error("must be nested in a 'spv.mlir.loop' op"),
    }
}

/// Checks that `spv.mlir.continue` is inside a loop and passes valid values to the continue target.
pub fn continue_(v: &mut View<'_, '_>) {
    match innermost_loop(v) {
        Some(blocks) => pass(v, blocks.target, "the continue target of the loop"),
        None => v.error("must be nested in a 'spv.mlir.loop' op"),
    }
}

/// Returns the blocks of the innermost loop around the op, or `None` if the op is in no loop.
fn innermost_loop(v: &View<'_, '_>) -> Option<LoopBlocks> {
    let mut at = owner(v.body(), v.op)?;
    while !v.is(at, &structure::LOOP) {
        at = owner(v.body(), at)?;
    }
    v.loop_blocks(at)
}

/// Checks that `spv.mlir.switch_break` is inside a switch and passes valid values to its merge block.
pub fn switch_break(v: &mut View<'_, '_>) {
    let body = v.body();
    let mut around = owner(body, v.op);
    while let Some(at) = around {
        if v.is(at, &structure::LOOP) {
            return v.error("must not leave the 'spv.mlir.loop' op between it and the switch");
        }
        let region = v.construct_region(at);
        let header = region.and_then(|r| body.last_op(body.first_block(r)?));
        if v.is(at, &structure::SELECTION) && header.is_some_and(|h| v.is(h, &structure::SWITCH)) {
            let merge = region.and_then(|r| body.last_block(r));
            return merge.into_iter().for_each(|merge| pass(v, merge, "the merge block of the switch"));
        }
        around = owner(body, at);
    }
    v.error("must be nested in a 'spv.mlir.selection' op whose header block ends in 'spv.Switch'");
}

fn pass(v: &mut View<'_, '_>, target: Block, place: &str) {
    let body = v.body();
    let values: SmallVec<[Value; 8]> = v.data.operands().collect();
    let types: SmallVec<[Type; 8]> =
        body.args(target).iter().filter_map(|&arg| body.value_type_opt(arg)).collect();
    v.check_passed(&values, &types, place);
    if v.slot(spv::Break::TRAMPOLINE) > 1 {
        v.error("'trampoline' must be 0 or 1");
    }
    v.exits.push(target);
}

/// Checks that `spv.Switch` has one literal of the selector's width per target, except the default target. The literals
/// are a dense attribute, or an array if they have more than 64 bits.
pub fn switch_literals(v: &mut View<'_, '_>) {
    let ctx = v.ctx();
    let Some(cases) = v.body().successor_count(v.op).checked_sub(v.declared(v.op) + 1) else { return };
    let (ty, elements) = match v.slot_attr(spv::Switch::LITERALS).map(|attr| ctx.attr_data(attr)) {
        None if cases == 0 => return,
        None => return v.error(&format!("requires attribute 'literals': it has {cases} targets")),
        Some(AttrData::Dense { ty, elements }) => (*ty, elements),
        Some(AttrData::Array(list)) => return wide_literals(v, list, cases),
        Some(_) => return v.error(SWITCH_FORM),
    };
    let TypeData::Vector { dims, element } = ctx.type_data(ty) else { return v.error(SWITCH_FORM) };
    let Some(width) = int_width(ctx, *element) else { return v.error(SWITCH_FORM) };
    let count = dims.iter().fold(1_u64, |count, length| count.saturating_mul(*length));
    if count != cases as u64 || (elements.len() != 1 && elements.len() != cases) {
        return v.error(&format!("has {count} literals, but {cases} targets besides the default"));
    }
    let Some(selector) = v.ty(A) else { return };
    if int_width(ctx, selector).is_some_and(|expected| expected != width) {
        let (expected, found) = (v.text(selector), v.text(*element));
        v.error(&format!("has literals of type '{found}', but its selector is '{expected}'"));
    }
}

/// Checks the literals of a switch whose selector has more than 64 bits.
fn wide_literals(v: &mut View<'_, '_>, list: &[Attribute], cases: usize) {
    let ctx = v.ctx();
    if list.len() != cases {
        return v.error(&format!("has {} literals, but {cases} targets besides the default", list.len()));
    }
    let Some(selector) = v.ty(A) else { return };
    let fits = |literal: &Attribute| {
        let AttrData::Wide { ty, .. } = ctx.attr_data(*literal) else { return false };
        int_width(ctx, *ty).is_some_and(|width| int_width(ctx, selector) == Some(width))
    };
    if !list.iter().all(fits) {
        let selector = v.text(selector);
        v.error(&format!("has literals whose type differs from the type '{selector}' of its selector"));
    }
}

/// Error message for malformed switch literals.
const SWITCH_FORM: &str =
    "attribute 'literals' failed to satisfy constraint: dense attribute of a vector of integers";

fn int_width(ctx: &Context, ty: Type) -> Option<u32> {
    match ctx.type_data(ty) {
        TypeData::Integer { width, .. } => Some(*width),
        _ => None,
    }
}

/// Checks the merge instruction that a branch declares.
pub fn declaration(v: &mut View<'_, '_>) {
    let kind = v.declared(v.op) as u32;
    if kind != MERGE_NONE {
        declares(v, kind);
    }
    let (body, op) = (v.body(), v.op);
    let Some(slot) = crate::control::merge_slot(body.def(op)) else { return };
    for (other, construct) in [(MERGE_SELECTION, "selection"), (MERGE_LOOP, "loop")] {
        if other != kind && body.slot(op, slot + other as usize) != ABSENT {
            v.error(&format!("has a '{construct}_control', but declares no {construct}"));
        }
    }
}

/// Returns whether a block is reachable from its region's entry block through branches and declared merge blocks and
/// continue targets.
fn is_reachable(body: &Body, block: Block) -> bool {
    let entry = body.block_parent(block).and_then(|region| body.first_block(region));
    let mut open: Vec<Block> = entry.into_iter().collect();
    let mut met: FxHashSet<Block> = open.iter().copied().collect();
    while let Some(at) = open.pop() {
        if at == block {
            return true;
        }
        let ops = body.last_op(at).into_iter();
        let next = ops.flat_map(|op| (0..body.successor_count(op)).map(move |i| body.successor(op, i)));
        open.extend(next.filter(|&next| met.insert(next)));
    }
    false
}

fn declares(v: &mut View<'_, '_>, kind: u32) {
    let (body, op) = (v.body(), v.op);
    let count = body.successor_count(op);
    let Some(edges) = count.checked_sub(kind as usize) else { return };
    if kind == MERGE_SELECTION && v.is(op, &structure::BRANCH) {
        return v.error(
            "cannot declare a selection: its header must end in 'spv.BranchConditional' or 'spv.Switch'",
        );
    }
    if kind == MERGE_LOOP && v.is(op, &structure::SWITCH) {
        return v
            .error("cannot declare a loop: its header must end in 'spv.Branch' or 'spv.BranchConditional'");
    }
    let merge_slot = crate::control::merge_slot(body.def(op));
    if merge_slot.is_some_and(|slot| body.slot(op, slot + kind as usize) == ABSENT) {
        let name = if kind == MERGE_LOOP { "loop_control" } else { "selection_control" };
        return v.error(&format!("declares a construct without its '{name}'"));
    }
    let merge = body.successor(op, edges);
    // Unreachable code dominates nothing, so spirv-val does not report this for unreachable headers.
    if body.parent(op) == Some(merge) && is_reachable(body, merge) {
        return v.error("merge block must not be the header block");
    }
    if kind == MERGE_LOOP && body.successor(op, edges + 1) == merge {
        return v.error("merge block and continue target must be different blocks");
    }
    let other = body.block_uses(merge).any(|(user, number)| {
        user != op && number + v.declared(user) == body.successor_count(user) && v.declared(user) > 0
    });
    if other {
        v.error("merge block is also the merge block of another construct");
    }
}
