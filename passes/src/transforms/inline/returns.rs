//! Single-exit conversion: rewrites a body to have one return, at the end of its only outermost block
//!
//! If an early return is in an arm of an outermost selection, the code after the selection moves into the other arm.
//! Other early returns become exits of a construct around the whole body. This construct is a switch with only a
//! default case, or a non-repeating loop if exits are in switches. A return in a loop first exits the loop and sets a
//! flag.

use crate::flow::loop_blocks;
use crate::support::exits::{exits_of, named, pass_named};
use crate::support::spirv::leads;
use crate::support::spirv::{NO_MERGE, SWITCH, may_flow};
use crate::support::values::{Constants, Undefs};
use spv_dialect::spv;
use spv_ir::analysis::edge_count;
use spv_ir::dialect::ABSENT;
use spv_ir::{AttrData, Block, Body, Builder, Context, InsertPoint, NewOp, Op, Region, Type, Value, walk};

/// Rewriter that gives a body a single return.
pub(in super::super) struct Returns<'a> {
    pub ctx: &'a Context,
    pub body: &'a mut Body,
    /// Result type of the function, or `None` for void.
    pub ty: Option<Type>,
    pub undefs: Undefs<'a>,
    pub constants: Constants,
}

/// Returns whether a body has exactly one return, at the end of its only outermost block.
pub(in super::super) fn is_single(body: &Body) -> bool {
    let root = body.root();
    let Some(entry) = body.first_block(root) else { return false };
    let last = body.last_op(entry);
    let is_return = |op: Op| [spv::Return::ID, spv::ReturnValue::ID].contains(&body.def(op));
    body.next_block(entry).is_none()
        && last.is_some_and(is_return)
        && walk::ops(body).filter(|&op| is_return(op)).count() == 1
}

impl Returns<'_> {
    /// Rewrites the body to have a single return. Returns whether this was possible; if not, the body must be
    /// discarded.
    pub(in super::super) fn run(&mut self) -> bool {
        let root = self.body.root();
        if self.body.blocks(root).count() != 1 {
            return false;
        }
        self.sink();
        if is_single(self.body) {
            return true;
        }
        let loops: Vec<Op> =
            walk::ops_post(self.body).filter(|&op| self.body.def(op) == spv::Loop::ID).collect();
        for op in loops {
            if !self.leave_loop(op) {
                return false;
            }
        }
        self.wrap();
        is_single(self.body)
    }

    fn is_return(&self, op: Op) -> bool {
        [spv::Return::ID, spv::ReturnValue::ID].contains(&self.body.def(op))
    }

    fn returns_in(&self, region: Region) -> Vec<Op> {
        walk::ops_in_region(self.body, region).filter(|&op| self.is_return(op)).collect()
    }

    fn types(&self) -> Vec<Type> {
        self.ty.into_iter().collect()
    }

    fn branch(&mut self, block: Block, target: Block, args: &[Value]) {
        let new = NewOp { slots: &NO_MERGE, successors: &[(target, args)], ..NewOp::new(spv::Branch::ID) };
        Builder::at(self.body, InsertPoint::End(block)).create(new);
    }

    // Early returns in outermost selections.

    fn sink(&mut self) {
        let Some(entry) = self.body.first_block(self.body.root()) else { return };
        let constructs: Vec<Op> = self.body.ops(entry).filter(|&op| self.body.region_count(op) > 0).collect();
        for op in constructs.into_iter().rev() {
            let region = self.body.region(op, 0);
            let returns = walk::ops_in_region(self.body, region).any(|o| self.is_return(o));
            if returns && !self.sink_after(op) {
                return;
            }
        }
    }

    /// Returns the merge block of a selection if the code after the selection can move into that block. This requires
    /// that the arms that contain a return do not branch to the merge block.
    fn extendable_merge(&self, op: Op) -> Option<Block> {
        let body = &*self.body;
        let region = body.region(op, 0);
        let merge = body.last_block(region)?;
        let end = body.last_op(merge)?;
        let branch = body.last_op(body.first_block(region)?)?;
        let is_direct = |&r: &Op| body.parent(r).and_then(|b| body.block_parent(b)) == Some(region);
        let extendable = body.def(op) == spv::Selection::ID
            && body.def(branch) == spv::BranchConditional::ID
            && body.def(end) == spv::Merge::ID
            && body.first_op(merge) == Some(end)
            && body.block_uses(merge).count() <= 1
            && self.returns_in(region).iter().all(is_direct);
        extendable.then_some(merge)
    }

    /// Moves the code after a selection into its merge block, if [`Self::extendable_merge`] allows that. Returns
    /// whether it moved.
    fn sink_after(&mut self, op: Op) -> bool {
        let body = &*self.body;
        let Some(merge) = self.extendable_merge(op) else { return false };
        let (Some(end), Some(block), Some(next)) = (body.last_op(merge), body.parent(op), body.next(op))
        else {
            return false;
        };
        let ends = |l: &Op| self.is_return(*l) || body.def(*l) == spv::Unreachable::ID;
        let Some(last) = body.last_op(block).filter(ends) else { return false };
        let arrives = self.is_return(last);
        let region = body.region(op, 0);
        let returns = self.returns_in(region);
        let control = body.slot(op, spv::Selection::SELECTION_CONTROL);
        let returned: Vec<Value> = body.operands(last).collect();
        let loc = body.loc(op);
        let types = self.types();
        // Move the blocks of the old construct to the new one.
        let mut b = Builder::at(self.body, InsertPoint::Before(op));
        let new = b.create(NewOp {
            loc,
            slots: &[control, 0, 0],
            results: &types,
            regions: 1,
            ..NewOp::new(spv::Selection::ID)
        });
        let target = b.region(new, 0);
        let blocks: Vec<Block> = b.blocks(region).collect();
        blocks.into_iter().for_each(|block| b.move_block(block, target, None));
        let passed: Vec<Value> = b.operands(end).collect();
        for (i, value) in passed.into_iter().enumerate() {
            let result = b.result(op, i);
            b.replace_all_uses(result, value);
        }
        b.erase(end);
        let mut at = Some(next);
        while let Some(o) = at.filter(|&o| o != last) {
            at = b.next(o);
            b.move_op(o, InsertPoint::End(merge));
        }
        // The return op may have returned a result of the old construct, so read its operands again.
        let returned: Vec<Value> = match returned.is_empty() {
            true => returned,
            false => b.operands(last).collect(),
        };
        let after = b.append_block(target);
        let args: Vec<Value> = types.iter().map(|&ty| b.add_arg(after, ty)).collect();
        b.at = InsertPoint::End(after);
        b.create(NewOp { operands: &args, ..NewOp::new(spv::Merge::ID) });
        let results: Vec<Value> = b.results(new).collect();
        let loc = b.loc(last);
        b.at = InsertPoint::Before(last);
        let def = if results.is_empty() { spv::Return::ID } else { spv::ReturnValue::ID };
        b.create(NewOp { loc, operands: &results, ..NewOp::new(def) });
        b.erase(last);
        b.erase(op);
        if b.block_uses(merge).next().is_none() {
            b.erase_block(merge);
        } else if arrives {
            self.branch(merge, after, &returned);
        } else {
            b.at = InsertPoint::End(merge);
            b.create(NewOp::new(spv::Unreachable::ID));
        }
        for r in returns {
            let block = self.body.parent(r);
            let args: Vec<Value> = self.body.operands(r).collect();
            Builder::new(self.body).erase(r);
            if let Some(block) = block {
                self.branch(block, after, &args);
            }
        }
        true
    }

    // Returns in loops.

    fn boolean(&mut self, value: bool) -> Value {
        let attr = self.ctx.attr(AttrData::Bool(value));
        self.constants.get(self.body, self.ctx.common().i1, attr)
    }

    /// Replaces the returns in a loop with exits of the loop, followed by a conditional return. Returns whether this
    /// was possible.
    fn leave_loop(&mut self, op: Op) -> bool {
        let region = self.body.region(op, 0);
        let returns = self.returns_in(region);
        if returns.is_empty() {
            return true;
        }
        let Some(blocks) = loop_blocks(self.body, op) else { return false };
        let merge = blocks.merge;
        let Some(end) = self.body.last_op(merge).filter(|&e| self.body.def(e) == spv::Merge::ID) else {
            return false;
        };
        // If no back edge reaches the header, the continue construct must not contain a branch.
        let repeats = self.body.block_uses(blocks.header).nth(1).is_some();
        if !repeats
            && self
                .body
                .prev_block(merge)
                .is_some_and(|block| returns.iter().any(|&r| self.body.parent(r) == Some(block)))
        {
            return false;
        }
        // The new exits forward all values that the merge block uses, so the types of these values must allow phis.
        if named(self.body, op, merge).iter().any(|&value| !may_flow(self.ctx, self.body.value_type(value))) {
            return false;
        }
        pass_named(self.body, op, merge);
        let (yes, no) = (self.boolean(true), self.boolean(false));
        let old: Vec<Type> = self.body.args(merge).iter().map(|&a| self.body.value_type(a)).collect();
        let old: Vec<Value> = old.into_iter().map(|ty| self.undefs.get(self.body, ty)).collect();
        let nothing: Vec<Value> = self.types().into_iter().map(|ty| self.undefs.get(self.body, ty)).collect();
        // Extend the existing edges to the merge block.
        let edges: Vec<(Op, usize)> = self.body.block_uses(merge).collect();
        for (branch, number) in edges {
            if number < edge_count(self.ctx.registry(), self.body, branch) {
                let mut args: Vec<Value> = self.body.successor_args(branch, number).collect();
                args.push(no);
                args.extend(&nothing);
                Builder::new(self.body).set_successor_args(branch, number, &args);
            }
        }
        let blocks: Vec<Block> = self.body.blocks(region).collect();
        for exit in exits_of(self.body, &blocks, spv::Break::ID) {
            let mut args: Vec<Value> = self.body.operands(exit).collect();
            args.push(no);
            args.extend(&nothing);
            Builder::new(self.body).set_operands(exit, &args, &[]);
        }
        // Replace the returns with exits.
        for r in returns {
            let Some(block) = self.body.parent(r) else { return false };
            let mut args = old.clone();
            args.push(yes);
            args.extend(self.body.operands(r));
            let direct = self.body.block_parent(block) == Some(region);
            Builder::new(self.body).erase(r);
            self.exit(block, direct.then_some(merge), spv::Break::ID, &args);
        }
        self.return_after_loop(op, merge, end)
    }

    /// Adds two results to a loop that contained returns: whether the loop returned, and the returned value. Adds a
    /// conditional return after the loop. `end` is the terminator of the loop's merge block.
    fn return_after_loop(&mut self, op: Op, merge: Block, end: Op) -> bool {
        let mut types = vec![self.ctx.common().i1];
        types.extend(self.ty);
        let mut b = Builder::new(self.body);
        let mut passed: Vec<Value> = b.operands(end).collect();
        passed.extend(types.iter().map(|&ty| b.add_arg(merge, ty)).collect::<Vec<_>>());
        b.set_operands(end, &passed, &[]);
        let count = b.result_count(op);
        b.add_results(op, &types);
        let results: Vec<Value> = (count..count + types.len()).map(|i| b.result(op, i)).collect();
        let Some(next) = b.next(op) else { return false };
        b.at = InsertPoint::Before(next);
        let selection = b.create(NewOp { slots: &[0, 0, 0], regions: 1, ..NewOp::new(spv::Selection::ID) });
        let inner = b.region(selection, 0);
        let [first, leave, join] = [(); 3].map(|()| b.append_block(inner));
        b.at = InsertPoint::End(first);
        let successors: &[(Block, &[Value])] = &[(leave, &[]), (join, &[])];
        b.create(NewOp {
            operands: &results[..1],
            slots: &CONDITIONAL,
            successors,
            ..NewOp::new(spv::BranchConditional::ID)
        });
        b.at = InsertPoint::End(leave);
        let def = if self.ty.is_some() { spv::ReturnValue::ID } else { spv::Return::ID };
        b.create(NewOp { operands: &results[1..], ..NewOp::new(def) });
        b.at = InsertPoint::End(join);
        b.create(NewOp::new(spv::Merge::ID));
        true
    }

    /// Terminates a block with a branch to `merge` if given, or else with an exit op.
    fn exit(&mut self, block: Block, merge: Option<Block>, exit: spv_ir::dialect::OpDefId, args: &[Value]) {
        match merge {
            Some(merge) => self.branch(block, merge, args),
            None => {
                let new = NewOp { operands: args, slots: &[0], ..NewOp::new(exit) };
                Builder::at(self.body, InsertPoint::End(block)).create(new);
            }
        }
    }

    // Construct around the whole body.

    fn wrap(&mut self) {
        let root = self.body.root();
        let Some(entry) = self.body.first_block(root) else { return };
        let Some(first) = self.body.ops(entry).find(|&op| !leads(self.body.def(op))) else { return };
        let returns = self.returns_in(root);
        let is_switch = |op: Op| {
            self.body.def(op) == spv::Selection::ID
                && self
                    .body
                    .first_block(self.body.region(op, 0))
                    .and_then(|b| self.body.last_op(b))
                    .is_some_and(|l| self.body.def(l) == spv::Switch::ID)
        };
        let in_switch = returns.iter().any(|&r| {
            let owner = |op: Op| self.body.parent(op).and_then(|b| self.body.block_owner(b));
            std::iter::successors(owner(r), |&o| owner(o)).any(is_switch)
        });
        let types = self.types();
        let zero = (!in_switch).then(|| {
            let ty = self.ctx.common().i32;
            let attr = self.ctx.int_attr(0, ty);
            self.constants.get(self.body, ty, attr)
        });
        let mut b = Builder::new(self.body);
        let body_block = b.split_block(first);
        b.at = InsertPoint::End(entry);
        let wrapper = match in_switch {
            true => {
                b.create(NewOp { slots: &[0; 6], results: &types, regions: 1, ..NewOp::new(spv::Loop::ID) })
            }
            false => b.create(NewOp {
                slots: &[0, 0, 0],
                results: &types,
                regions: 1,
                ..NewOp::new(spv::Selection::ID)
            }),
        };
        let region = b.region(wrapper, 0);
        let head = b.append_block(region);
        // A loop header must not contain a selection.
        let header = in_switch.then(|| b.append_block(region));
        b.move_block(body_block, region, None);
        let target = in_switch.then(|| b.append_block(region));
        let merge = b.append_block(region);
        let args: Vec<Value> = types.iter().map(|&ty| b.add_arg(merge, ty)).collect();
        b.at = InsertPoint::End(merge);
        b.create(NewOp { operands: &args, ..NewOp::new(spv::Merge::ID) });
        let results: Vec<Value> = b.results(wrapper).collect();
        b.at = InsertPoint::End(entry);
        let def = if types.is_empty() { spv::Return::ID } else { spv::ReturnValue::ID };
        b.create(NewOp { operands: &results, ..NewOp::new(def) });
        match zero {
            None => self.branch(head, header.unwrap_or(body_block), &[]),
            Some(zero) => {
                b.at = InsertPoint::End(head);
                let successors: &[(Block, &[Value])] = &[(body_block, &[])];
                b.create(NewOp {
                    operands: &[zero],
                    slots: &SWITCH,
                    successors,
                    ..NewOp::new(spv::Switch::ID)
                });
            }
        }
        if let (Some(header), Some(target)) = (header, target) {
            self.branch(header, body_block, &[]);
            self.branch(target, header, &[]);
        }
        let exit = if in_switch { spv::Break::ID } else { spv::SwitchBreak::ID };
        for r in returns {
            let Some(block) = self.body.parent(r) else { continue };
            let args: Vec<Value> = self.body.operands(r).collect();
            let direct = self.body.block_parent(block) == Some(region);
            Builder::new(self.body).erase(r);
            self.exit(block, direct.then_some(merge), exit, &args);
        }
    }
}

/// Properties of a conditional branch without branch weights or a merge instruction.
const CONDITIONAL: [u32; 5] = [0, 0, ABSENT, ABSENT, 0];
