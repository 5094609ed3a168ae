//! Conversion of selections to selects

use super::State;
use crate::support::cost;
use crate::support::spirv::INTEGER_DIVISIONS;
use crate::uniformity::Uniformity;
use spv_dialect::fold::decorations::speculate;
use spv_dialect::generated::opcodes;
use spv_dialect::generated::values::selection_control;
use spv_dialect::spv;
use spv_ir::dialect::Traits;
use spv_ir::rewrite::{effects, is_debug_info};
use spv_ir::{Block, Body, Builder, Context, InsertPoint, NewOp, Op, Type, TypeData, Value, walk};

/// Converts selections to selects if their arms contain at most `limit` ops in total. A selection with a uniform
/// condition is not converted if a uniform branch is cheaper. `analyze` computes the uniformity. Returns the number of
/// converted selections.
pub(super) fn selections(state: &mut State<'_>, limit: usize, analyze: &dyn Fn(&Body) -> Uniformity) -> u64 {
    let is_selection = |op: &Op| state.body.def(*op) == spv::Selection::ID;
    let ops: Vec<Op> = walk::ops_post(state.body).filter(is_selection).collect();
    let mut uniformity = None;
    let mut changes = 0;
    for op in ops {
        if let Some(plan) = plan(state, op, limit) {
            let mut is_uniform =
                || uniformity.get_or_insert_with(|| analyze(state.body)).is_uniform(plan.condition);
            if !plan.flattens_uniform(state.ctx, state.body) && is_uniform() {
                continue;
            }
            convert(state, op, plan);
            changes += 1;
        }
    }
    changes
}

/// An arm of a selection: its block, unless that is the merge block, and the values that it forwards to the merge
/// block.
pub(in crate::transforms) struct Arm {
    pub block: Option<Block>,
    pub passed: Vec<Value>,
}

impl Arm {
    /// Returns the ops of the arm except for its terminator.
    pub(in crate::transforms) fn ops<'b>(&self, body: &'b Body) -> impl Iterator<Item = Op> + 'b {
        let ops = self.block.into_iter().flat_map(|block| body.ops(block));
        ops.filter(|&op| body.next(op).is_some())
    }
}

/// A selection with a Boolean condition whose arms have at most one block each.
pub(in crate::transforms) struct TwoWay {
    pub condition: Value,
    pub arms: [Arm; 2],
    merge: Block,
    end: Op,
}

impl TwoWay {
    /// Matches a selection that may be replaced with straight-line code, and whose results `spv.Select` can choose.
    /// Returns `None` for other selections.
    pub(in crate::transforms) fn new(ctx: &Context, body: &Body, op: Op) -> Option<TwoWay> {
        if body.slot(op, spv::Selection::SELECTION_CONTROL) & selection_control::DONT_FLATTEN != 0 {
            return None;
        }
        let region = body.region(op, 0);
        let (first, merge) = (body.first_block(region)?, body.last_block(region)?);
        let (branch, end) = (body.first_op(first)?, body.first_op(merge)?);
        if body.def(branch) != spv::BranchConditional::ID || body.def(end) != spv::Merge::ID {
            return None;
        }
        let arm = |number: usize| {
            let target = body.successor(branch, number);
            if target == merge {
                return Some(Arm { block: None, passed: body.successor_args(branch, number).collect() });
            }
            let last = body.last_op(target)?;
            let lone = body.block_uses(target).nth(1).is_none() && body.args(target).is_empty();
            let leads = body.def(last) == spv::Branch::ID && body.successor(last, 0) == merge;
            (lone && leads && body.block_annotations(target).attrs.is_none())
                .then(|| Arm { block: Some(target), passed: body.successor_args(last, 0).collect() })
        };
        let arms = [arm(0)?, arm(1)?];
        let blocks = 2 + arms.iter().filter(|a| a.block.is_some()).count();
        if body.blocks(region).count() != blocks {
            return None;
        }
        let plain = body.args(merge).iter().all(|&arg| {
            body.value_annotations(arg).attrs.is_none() && is_selectable(ctx, body.value_type(arg))
        });
        let condition = body.own_operands(branch).next()?;
        let boolean = body.value_type(condition) == ctx.common().i1;
        (plain && boolean).then_some(TwoWay { condition, arms, merge, end })
    }
}

fn plan(state: &State<'_>, op: Op, limit: usize) -> Option<TwoWay> {
    let body = &*state.body;
    let plan = TwoWay::new(state.ctx, body, op).filter(|_| body.result_count(op) > 0)?;
    // Debug information must not affect whether the selection is converted.
    let ops = || {
        let all = plan.arms.iter().flat_map(|arm| arm.ops(body));
        all.filter(|&op| !is_debug_info(state.ctx, body, op))
    };
    (ops().count() <= limit && ops().all(|op| is_cheap(state.ctx, body, op))).then_some(plan)
}

/// Returns whether every SPIR-V version allows OpSelect on a type.
fn is_selectable(ctx: &Context, ty: Type) -> bool {
    let scalar = |ty: Type| matches!(ctx.type_data(ty), TypeData::Integer { .. } | TypeData::Float(_));
    match ctx.type_data(ty) {
        TypeData::Vector { dims, element } => dims.len() == 1 && dims[0] <= 4 && scalar(*element),
        _ => scalar(ty),
    }
}

/// Returns whether an op is cheap and may be speculated.
pub(in crate::transforms) fn is_cheap(ctx: &Context, body: &Body, op: Op) -> bool {
    const DEAR: [u32; 3] = [opcodes::F_DIV, opcodes::F_REM, opcodes::F_MOD];
    let def = ctx.registry().op(body.def(op));
    let opcode = &def.row.opcode;
    let dear = DEAR.contains(opcode) || INTEGER_DIVISIONS.contains(opcode) || def.row.name.contains("Matrix");
    let simple = def.row.set == 0 && !dear;
    simple
        && effects(ctx, body, op) == Traits::PURE
        && !def.traits.intersects(Traits::CONVERGENT | Traits::TERMINATOR | Traits::WEAK_USES)
        && body.region_count(op) == 0
}

fn convert(state: &mut State<'_>, op: Op, plan: TwoWay) {
    let ctx = state.ctx;
    let mut b = Builder::new(state.body);
    for arm in &plan.arms {
        let ops: Vec<Op> = arm.ops(&b).collect();
        for arm_op in ops {
            // In straight-line code, debug information of one arm would also apply to invocations that take the other
            // arm.
            match is_debug_info(ctx, &b, arm_op) {
                true => b.erase(arm_op),
                false => speculate(ctx, &mut b, arm_op, InsertPoint::Before(op)),
            }
        }
    }
    plan.select_results(ctx, &mut b, op);
}

impl TwoWay {
    /// Returns whether it is profitable to replace the selection with straight-line code even if its branch is uniform.
    fn flattens_uniform(&self, ctx: &Context, body: &Body) -> bool {
        let arm = |arm: &Arm| arm.ops(body).map(|op| cost::op_cost(ctx, body, op)).sum();
        let [yes, no] = &self.arms;
        let chosen = yes.passed.iter().zip(&no.passed).filter(|(yes, no)| yes != no);
        let choices = chosen.map(|(&yes, _)| cost::components(ctx, body.value_type(yes))).sum();
        cost::flattens_uniform([arm(yes), arm(no)], choices)
    }

    /// Replaces the selection with selects between the values that its arms forward. The arms must not contain any ops
    /// except terminators.
    pub(in crate::transforms) fn select_results(self, ctx: &Context, b: &mut Builder<'_>, op: Op) {
        let loc = b.loc(op);
        b.at = InsertPoint::Before(op);
        let args = b.args(self.merge).to_vec();
        for (i, &arg) in args.iter().enumerate() {
            let (yes, no) = (self.arms[0].passed[i], self.arms[1].passed[i]);
            let ty = b.value_type(arg);
            let value = if yes == no {
                yes
            } else {
                let mut condition = self.condition;
                if let TypeData::Vector { dims, .. } = ctx.type_data(ty) {
                    let bools = ctx.vector_type(dims[0], ctx.common().i1);
                    let operands = vec![condition; dims[0] as usize];
                    let new = NewOp {
                        loc,
                        operands: &operands,
                        results: &[bools],
                        ..NewOp::new(spv::CompositeConstruct::ID)
                    };
                    let op = b.create(new);
                    condition = b.result(op, 0);
                }
                let operands = [condition, yes, no];
                b.value(NewOp { loc, operands: &operands, results: &[ty], ..NewOp::new(spv::Select::ID) })
            };
            b.replace_all_uses(arg, value);
        }
        for i in 0..b.result_count(op) {
            let (result, value) = (b.result(op, i), b.operand(self.end, i));
            let name = b.value_name(result);
            // Only a new select receives the name, not a constant that has other uses.
            let made = b.defining_op(value).is_some_and(|o| b.def(o) == spv::Select::ID);
            if made && b.value_name(value).is_none() && name.is_some() {
                b.set_value_name(value, name);
            }
            b.replace_all_uses(result, value);
        }
        b.erase(op);
    }
}
