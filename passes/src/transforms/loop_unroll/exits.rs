//! Unrolling of loops that have additional exits or continues

use super::iteration::Iteration;
use super::{UnrollPlan, not_again};
use crate::flow::unfuse;
use crate::support::exits::{exits_of, named, pass_more, pass_named};
use crate::support::spirv::{NO_MERGE, SWITCH, may_flow};
use crate::support::values::Constants;
use rustc_hash::FxHashMap;
use spv_dialect::spv;
use spv_ir::dialect::OpDefId;
use spv_ir::rewrite::{debug_users, program_uses};
use spv_ir::{Block, Body, Builder, Context, InsertPoint, NewOp, Op, Region, Type, Value};

/// The construct around each copied iteration. The iteration's continue construct is outside of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    /// No construct, because there is only one path to the next iteration.
    Nothing,
    /// A switch with only a default case.
    Switch,
    /// A loop that never repeats.
    Loop,
}

/// Copies all iterations to the position before the loop, and erases the loop. Returns whether this was possible.
pub(super) fn copy_out(ctx: &Context, body: &mut Body, plan: &UnrollPlan) -> bool {
    let Some(mut unroll) = Unroll::new(ctx, body, plan) else { return false };
    let around = unroll.around;
    let (Some(enters), Some(end)) =
        (unroll.body.last_op(plan.blocks.entry), unroll.body.last_op(plan.blocks.merge))
    else {
        return false;
    };
    let mut values: Vec<Value> = unroll.body.successor_args(enters, 0).collect();
    // If the copies need blocks, create a non-repeating loop around them that contains these blocks.
    let outer = (plan.breaks || around == Around::Nothing).then(|| unroll.outer());
    let mut at = outer.as_ref().map_or(InsertPoint::Before(plan.op), |outer| InsertPoint::End(outer.first));
    let leaves = outer.as_ref().map(|outer| outer.merge);
    for _ in 0..plan.trip_count {
        unroll.begin(&values);
        unroll.row(&plan.test, at);
        at = unroll.iteration(at, outer.as_ref().map(|o| (o.region, o.target)), leaves);
        unroll.row(&plan.rest, at);
        values = unroll.passed();
    }
    if !plan.late {
        unroll.begin(&values);
        unroll.row(&plan.test, at);
    }
    let passed: Vec<Value> = unroll.edge(plan.exit(), plan.blocks.merge);
    let results: Vec<Value> = match outer {
        Some(outer) => {
            unroll.branch(at, outer.merge, &passed);
            let args = unroll.body.args(plan.blocks.merge).to_vec();
            let new = unroll.body.args(outer.merge).to_vec();
            let map: FxHashMap<Value, Value> = args.into_iter().zip(new).collect();
            let values: Vec<Value> = unroll
                .body
                .operands(end)
                .map(|v| map.get(&v).copied().unwrap_or_else(|| unroll.iteration.of(v)))
                .collect();
            Builder::at(unroll.body, InsertPoint::End(outer.merge))
                .create(NewOp { operands: &values, ..NewOp::new(spv::Merge::ID) });
            unroll.body.results(outer.op).collect()
        }
        None => {
            unroll.iteration.enter(unroll.body, plan.blocks.merge, passed);
            unroll.body.operands(end).map(|v| unroll.iteration.of(v)).collect()
        }
    };
    let mut b = Builder::new(unroll.body);
    for (i, value) in results.into_iter().enumerate() {
        let result = b.result(plan.op, i);
        let name = b.value_name(result);
        if b.value_name(value).is_none() && name.is_some() {
            b.set_value_name(result, None);
            b.set_value_name(value, name);
        }
        b.replace_all_uses(result, value);
    }
    b.erase(plan.op);
    true
}

/// Unrolls the loop by the factor. Returns whether this was possible.
pub(super) fn repeat(ctx: &Context, body: &mut Body, plan: &UnrollPlan, factor: u64) -> bool {
    let region = body.region(plan.op, 0);
    let Some(mut unroll) = Unroll::new(ctx, body, plan) else { return false };
    let Some(enters) = unroll.body.last_op(plan.before_body()) else { return false };
    let first = Builder::new(unroll.body).detached_block();
    Builder::new(unroll.body).move_block(first, region, Some(plan.blocks.target));
    let mut at = InsertPoint::End(first);
    let place = Some((region, plan.blocks.target));
    for iteration in 1..factor {
        if iteration > 1 {
            unroll.row(&plan.test, at);
        }
        at = unroll.iteration(at, place, Some(plan.blocks.merge));
        unroll.row(&plan.rest, at);
        let values = unroll.passed();
        unroll.begin(&values);
    }
    // The last copied iteration branches to a copy of the continue construct that is not nested.
    unroll.row(&plan.test, at);
    unroll.around = Around::Nothing;
    let rest = unroll.blocks_for(&plan.rest, region, plan.blocks.merge);
    unroll.between(at, (region, rest[0]), rest[0], Some(plan.blocks.merge), false);
    unroll.fill(&plan.rest, &rest);
    let mut b = Builder::new(unroll.body);
    b.set_successor(enters, plan.stays, first);
    b.set_successor_args(enters, plan.stays, &[]);
    // Erase users before the definitions of their operands.
    let old: Vec<Block> = plan.body.iter().chain(&plan.rest).rev().copied().collect();
    for &block in &old {
        let ops: Vec<Op> = b.ops(block).collect();
        ops.into_iter().rev().for_each(|op| b.erase(op));
    }
    old.into_iter().for_each(|block| b.erase_block(block));
    b.set_region_tail(region, rest.first().copied());
    not_again(unroll.body, plan.op);
    true
}

/// Returns whether the types of all values that leave the loop allow phis.
fn may_pass(ctx: &Context, body: &Body, plan: &UnrollPlan) -> bool {
    let args = body.args(plan.blocks.merge).iter().copied();
    let named: Vec<Value> =
        if names_pass(plan) { named(body, plan.op, plan.blocks.merge) } else { Vec::new() };
    let plain = |&block: &Block| body.block_annotations(block).attrs.is_none();
    args.chain(named).all(|arg| may_flow(ctx, body.value_type(arg))) && plan.row().iter().all(plain)
}

/// Returns whether values that the merge block uses directly must be forwarded as block arguments. Their definitions
/// may be in another iteration or nested in a new construct, so they would not be visible.
fn names_pass(plan: &UnrollPlan) -> bool {
    plan.breaks || plan.late
}

/// Adds arguments to the continue target for values that the continue construct uses, and forwards the values to them.
/// The blocks that define these values will be nested in a construct, from which they are not visible.
fn pass_on(ctx: &Context, body: &mut Body, plan: &UnrollPlan) {
    let region = body.region(plan.op, 0);
    let target = plan.blocks.target;
    // Returns the block of the loop that contains an op, directly or nested.
    let holder = |body: &Body, op: Op| {
        let mut block = body.parent(op)?;
        while body.block_parent(block) != Some(region) {
            block = body.parent(body.block_owner(block)?)?;
        }
        Some(block)
    };
    let values = plan.body.iter().flat_map(|&block| {
        let results = body.ops(block).flat_map(|op| body.results(op));
        body.args(block).iter().copied().chain(results)
    });
    let continues =
        |body: &Body, user: Op| holder(body, user).is_some_and(|block| plan.rest.contains(&block));
    let used = |value: &Value| program_uses(ctx, body, *value).any(|(user, _)| continues(body, user));
    let (values, others): (Vec<Value>, Vec<Value>) = values.partition(used);
    for value in others {
        let users = debug_users(ctx, body, value).into_iter();
        let hidden: Vec<Op> = users.filter(|&user| continues(body, user)).collect();
        hidden.into_iter().for_each(|user| Builder::new(body).erase(user));
    }
    if values.is_empty() {
        return;
    }
    for &value in &values {
        let uses: Vec<(Op, usize)> = body.uses(value).filter(|&(user, _)| continues(body, user)).collect();
        let ty = body.value_type(value);
        let arg = Builder::new(body).add_arg(target, ty);
        uses.into_iter().for_each(|(user, operand)| Builder::new(body).set_operand(user, operand, arg));
    }
    pass_more(body, region, target, spv::Continue::ID, &values);
}

/// Returns whether a switch in the loop has an exit to the continue target.
fn continues_in_switch(body: &Body, plan: &UnrollPlan) -> bool {
    let is_switch = |op: Op| {
        let first = body.first_block(body.region(op, 0));
        first.and_then(|b| body.last_op(b)).is_some_and(|last| body.def(last) == spv::Switch::ID)
    };
    let owner = |op: Op| body.parent(op).and_then(|b| body.block_owner(b)).filter(|&o| o != plan.op);
    let mut list = exits_of(body, &plan.body, spv::Continue::ID).into_iter();
    list.any(|op| std::iter::successors(owner(op), |&o| owner(o)).any(is_switch))
}

/// A loop that never repeats.
struct Once {
    op: Op,
    region: Region,
    /// The first block after the header.
    first: Block,
    target: Block,
    merge: Block,
}

struct Unroll<'a> {
    ctx: &'a Context,
    body: &'a mut Body,
    plan: &'a UnrollPlan,
    around: Around,
    constants: Constants,
    /// Value map of the current iteration.
    iteration: Iteration,
}

impl<'a> Unroll<'a> {
    /// Prepares a loop for copying its iterations. Returns `None` if its iterations cannot be copied.
    fn new(ctx: &'a Context, body: &'a mut Body, plan: &'a UnrollPlan) -> Option<Unroll<'a>> {
        let around = match (plan.continues, continues_in_switch(body, plan)) {
            (false, _) => Around::Nothing,
            (true, false) => Around::Switch,
            (true, true) if !plan.breaks => Around::Loop,
            _ => return None,
        };
        if !may_pass(ctx, body, plan) {
            return None;
        }
        if names_pass(plan) {
            pass_named(body, plan.op, plan.blocks.merge);
        }
        if around != Around::Nothing {
            pass_on(ctx, body, plan);
        }
        let after = body.next(plan.op);
        unfuse(body, after);
        Some(Unroll {
            ctx,
            body,
            plan,
            around,
            constants: Constants::default(),
            iteration: Iteration::default(),
        })
    }

    /// Starts a new iteration, with `values` as the header arguments.
    fn begin(&mut self, values: &[Value]) {
        self.iteration = Iteration::begin(self.body, self.plan.blocks.header, values);
    }

    /// Copies the ops of the blocks `row`, except terminators, to `at`.
    fn row(&mut self, row: &[Block], at: InsertPoint) {
        self.iteration.row(self.body, row, at);
    }

    /// Returns the values that the first edge from one block to another forwards, mapped to the current iteration.
    fn edge(&self, from: Block, to: Block) -> Vec<Value> {
        self.iteration.edge(self.body, from, to)
    }

    /// Returns the values that the back edge forwards, mapped to the current iteration.
    fn passed(&self) -> Vec<Value> {
        self.edge(self.plan.latch(), self.plan.blocks.header)
    }

    fn branch(&mut self, at: InsertPoint, target: Block, args: &[Value]) {
        let successors: &[(Block, &[Value])] = &[(target, args)];
        let def = spv::Branch::ID;
        Builder::at(self.body, at).create(NewOp { slots: &NO_MERGE, successors, ..NewOp::new(def) });
    }

    fn types(&self, block: Block) -> Vec<Type> {
        self.body.args(block).iter().map(|&arg| self.body.value_type(arg)).collect()
    }

    /// Creates the non-repeating loop around all iterations.
    fn outer(&mut self) -> Once {
        let results: Vec<Type> = self.body.results(self.plan.op).map(|v| self.body.value_type(v)).collect();
        let args = self.types(self.plan.blocks.merge);
        self.once(InsertPoint::Before(self.plan.op), &results, &args)
    }

    fn once(&mut self, at: InsertPoint, results: &[Type], args: &[Type]) -> Once {
        let loc = self.body.loc(self.plan.op);
        let mut b = Builder::at(self.body, at);
        let new = NewOp { loc, slots: &[0; 6], results, regions: 1, ..NewOp::new(spv::Loop::ID) };
        let op = b.create(new);
        let region = b.region(op, 0);
        // A loop header must not contain constructs.
        let [entry, header, first, target, merge] = [(); 5].map(|()| b.append_block(region));
        args.iter().for_each(|&ty| _ = b.add_arg(merge, ty));
        self.branch(InsertPoint::End(entry), header, &[]);
        self.branch(InsertPoint::End(header), first, &[]);
        self.branch(InsertPoint::End(target), header, &[]);
        Once { op, region, first, target, merge }
    }

    /// Copies the blocks of an iteration between the exit test and the continue construct. Returns the insertion point
    /// after the copy. `place` has the region for new blocks and the block before which to insert them. `leaves` is the
    /// target of breaks.
    fn iteration(
        &mut self,
        at: InsertPoint,
        place: Option<(Region, Block)>,
        leaves: Option<Block>,
    ) -> InsertPoint {
        let target = self.plan.blocks.target;
        let types = self.types(target);
        match (self.around, place) {
            (Around::Nothing, Some((region, before))) => {
                let next = self.block(region, before, &types);
                self.between(at, (region, next), next, leaves, false);
                let args = self.body.args(next).to_vec();
                self.iteration.enter(self.body, target, args);
                InsertPoint::End(next)
            }
            (Around::Loop, _) => {
                let once = self.once(at, &types, &types);
                self.between(
                    InsertPoint::End(once.first),
                    (once.region, once.target),
                    once.merge,
                    None,
                    true,
                );
                self.close(once.op, once.merge);
                at
            }
            _ => {
                let ty = self.ctx.common().i32;
                let zero = self.ctx.int_attr(0, ty);
                let zero = self.constants.get(self.body, ty, zero);
                let loc = self.body.loc(self.plan.op);
                let mut b = Builder::at(self.body, at);
                let new = NewOp {
                    loc,
                    slots: &[0, 0, 0],
                    results: &types,
                    regions: 1,
                    ..NewOp::new(spv::Selection::ID)
                };
                let op = b.create(new);
                let region = b.region(op, 0);
                let [head, first, merge] = [(); 3].map(|()| b.append_block(region));
                types.iter().for_each(|&ty| _ = b.add_arg(merge, ty));
                b.at = InsertPoint::End(head);
                let successors: &[(Block, &[Value])] = &[(first, &[])];
                b.create(NewOp {
                    operands: &[zero],
                    slots: &SWITCH,
                    successors,
                    ..NewOp::new(spv::Switch::ID)
                });
                self.between(InsertPoint::End(first), (region, merge), merge, None, true);
                self.close(op, merge);
                at
            }
        }
    }

    /// Adds the terminator to the construct `op` around an iteration. The results of `op` replace the arguments of the
    /// continue target.
    fn close(&mut self, op: Op, merge: Block) {
        let args = self.body.args(merge).to_vec();
        let mut b = Builder::at(self.body, InsertPoint::End(merge));
        b.create(NewOp { operands: &args, ..NewOp::new(spv::Merge::ID) });
        let results: Vec<Value> = b.results(op).collect();
        self.iteration.enter(self.body, self.plan.blocks.target, results);
    }

    /// Copies the blocks between the exit test and the continue construct, and branches to the copies at `at`.
    ///
    /// In the copy, `next` replaces the continue target, and `leaves` replaces the merge block. If `leaves` is `None`,
    /// the copies are nested in a construct, so breaks become exit ops. If `inner` is set, continues become exits from
    /// the construct around the iteration.
    fn between(
        &mut self,
        at: InsertPoint,
        place: (Region, Block),
        next: Block,
        leaves: Option<Block>,
        inner: bool,
    ) {
        let plan = self.plan;
        let copies = self.blocks_for(&plan.body, place.0, place.1);
        let entered = copies.first().copied().unwrap_or(next);
        let first = plan.body.first().copied().unwrap_or(plan.blocks.target);
        let passed = self.edge(plan.before_body(), first);
        self.branch(at, entered, &passed);
        let mut blocks: FxHashMap<Block, Block> =
            plan.body.iter().copied().zip(copies.iter().copied()).collect();
        blocks.insert(plan.blocks.target, next);
        blocks.extend(leaves.map(|leaves| (plan.blocks.merge, leaves)));
        for (&block, &copy) in plan.body.iter().zip(&copies) {
            self.iteration.copy(self.body, blocks.clone(), |copier, body| copier.ops(body, block, copy));
            if leaves.is_none() {
                self.relay(copy, place);
            }
        }
        if inner {
            let exit = match self.around {
                Around::Loop => spv::Break::ID,
                _ => spv::SwitchBreak::ID,
            };
            for op in exits_of(self.body, &copies, spv::Continue::ID) {
                self.go_on(op, exit);
            }
        }
    }

    /// Redirects each edge from the copied block `copy` to the loop's merge block. The edge's new target is a block
    /// with an exit op, because the copy is nested in the construct around the iteration.
    fn relay(&mut self, copy: Block, (region, before): (Region, Block)) {
        let merge = self.plan.blocks.merge;
        let Some(last) = self.body.last_op(copy) else { return };
        for number in 0..self.body.successor_count(last) {
            if self.body.successor(last, number) != merge {
                continue;
            }
            let args: Vec<Value> = self.body.successor_args(last, number).collect();
            let relay = self.block(region, before, &[]);
            let new = NewOp { operands: &args, slots: &[1], ..NewOp::new(spv::Break::ID) };
            let mut b = Builder::at(self.body, InsertPoint::End(relay));
            b.create(new);
            b.set_successor_args(last, number, &[]);
            b.set_successor(last, number, relay);
        }
    }

    /// Replaces an exit to the next iteration with an exit from the construct around this iteration.
    fn go_on(&mut self, op: Op, exit: OpDefId) {
        let operands: Vec<Value> = self.body.operands(op).collect();
        let (loc, slots) = (self.body.loc(op), self.body.slots(op).to_vec());
        let new = NewOp { loc, operands: &operands, slots: &slots, ..NewOp::new(exit) };
        Builder::at(self.body, InsertPoint::Before(op)).create(new);
        Builder::new(self.body).erase(op);
    }

    fn block(&mut self, region: Region, before: Block, args: &[Type]) -> Block {
        let mut b = Builder::new(self.body);
        let block = b.detached_block();
        b.move_block(block, region, Some(before));
        args.iter().for_each(|&ty| _ = b.add_arg(block, ty));
        block
    }

    /// Creates empty copies of blocks. The copies' arguments replace the arguments of the original blocks in the value
    /// map.
    fn blocks_for(&mut self, blocks: &[Block], region: Region, before: Block) -> Vec<Block> {
        let mut copies = Vec::new();
        for &block in blocks {
            let types = self.types(block);
            let copy = self.block(region, before, &types);
            let args = self.body.args(copy).to_vec();
            self.iteration.enter(self.body, block, args);
            copies.push(copy);
        }
        copies
    }

    /// Copies the ops of `blocks` to the blocks `copies`.
    fn fill(&mut self, blocks: &[Block], copies: &[Block]) {
        let map: FxHashMap<Block, Block> = blocks.iter().copied().zip(copies.iter().copied()).collect();
        for (&block, &copy) in blocks.iter().zip(copies) {
            self.iteration.copy(self.body, map.clone(), |copier, body| copier.ops(body, block, copy));
        }
    }
}
