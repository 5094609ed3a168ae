//! Lowering of construct results to variables, because constructs have no results in LLVM 19

use crate::control::is_exit;
use crate::generated::values::storage_class::FUNCTION;
use crate::spv;
use crate::types::make_pointer;
use spv_ir::dialect::{ABSENT, Traits};
use spv_ir::{Body, Builder, Context, Executor, InsertPoint, Module, NewOp, Op, Type, Value, walk};

/// Attribute slots that encode an absent memory access.
const ACCESS: [u32; 2] = [ABSENT, 0];

/// Replaces the results of all constructs with function variables, as LLVM's lowering of `scf` does. Stores precede
/// each branch to the merge block. Skips a construct if an op inside it passes results to an outer construct.
pub fn results_to_variables(module: &mut Module, executor: &dyn Executor) {
    let ctx = module.ctx.clone();
    walk::bodies_mut_with(&mut module.body, executor, &|body| {
        let has_results = |op: &Op| {
            let def = ctx.registry().op(body.def(*op));
            def.traits.contains(Traits::CONSTRUCT) && body.result_count(*op) > 0
        };
        if !body.region_owners().any(|op| has_results(&op)) {
            return;
        }
        let constructs: Vec<Op> = walk::ops(body).filter(has_results).collect();
        let (mut lowered, mut loads) = (Vec::new(), Vec::new());
        for op in constructs {
            // A construct that cannot be lowered keeps its results, and LLVM cannot parse the resulting assembly.
            lowered.extend(lower(&ctx, body, op, &mut loads).map(|()| op));
        }
        if lowered.is_empty() {
            return;
        }
        let mut builder = Builder::new(body);
        // All uses are replaced at once to avoid building use lists.
        builder.replace_uses_of_each(&loads);
        lowered.iter().for_each(|op| builder.remove_results(*op, |_| true));
        builder.shrink();
    });
}

/// Returns whether any construct in the module has results.
pub fn has_construct_results(module: &Module) -> bool {
    let ctx = &*module.ctx;
    let mut open: Vec<&Body> = vec![&module.body];
    while let Some(body) = open.pop() {
        let has_results = |op: Op| {
            let is_construct = ctx.registry().op(body.def(op)).traits.contains(Traits::CONSTRUCT);
            is_construct && body.result_count(op) > 0
        };
        if body.region_owners().any(has_results) {
            return true;
        }
        open.extend(walk::ops(body).filter_map(|op| body.nested(op)));
    }
    false
}

/// Lowers a construct without replacing the uses of its results. Appends each result and its replacement to `loads`.
/// Returns `None` if the construct cannot be lowered.
fn lower(ctx: &Context, body: &mut Body, op: Op, loads: &mut Vec<(Value, Value)>) -> Option<()> {
    let region = body.region(op, 0);
    let merge = body.last_block(region)?;
    let end = body.last_op(merge)?;
    let leaves = |inner: Op| is_exit(body, inner) && body.operand_count(inner) > 0;
    if walk::ops_in_region(body, region).any(leaves) {
        return None;
    }
    let mut edges: Vec<(Op, usize)> = body.block_uses(merge).collect();
    edges.sort_unstable();
    if edges.windows(2).any(|pair| pair[0].0 == pair[1].0) {
        return None;
    }
    let values: Vec<Value> = body.operands(end).collect();
    let results: Vec<Value> = body.results(op).collect();
    let types: Vec<Type> = results.iter().map(|value| body.value_type(*value)).collect();
    let pointers: Option<Vec<Type>> = types.iter().map(|ty| make_pointer(ctx, *ty, FUNCTION)).collect();
    let outermost = outermost(body, op);
    let loc = body.loc(op);
    let mut builder = Builder::at(body, InsertPoint::Before(outermost));
    let variables: Vec<Value> = pointers?
        .into_iter()
        .map(|ty| {
            let new = builder.create(NewOp { loc, results: &[ty], ..NewOp::new(spv::Variable::ID) });
            builder.result(new, 0)
        })
        .collect();
    for (branch, index) in edges {
        let mut builder = Builder::at(body, InsertPoint::Before(branch));
        for (value, variable) in values.iter().zip(&variables) {
            let argument = builder.args(merge).iter().position(|arg| arg == value);
            let passed = argument.and_then(|number| builder.successor_args(branch, index).nth(number));
            let operands = [*variable, passed.unwrap_or(*value)];
            builder.create(NewOp { loc, operands: &operands, slots: &ACCESS, ..NewOp::new(spv::Store::ID) });
        }
    }
    let mut builder = Builder::new(body);
    builder.set_operands(end, &[], &[]);
    builder.remove_args(merge, |_| true);
    let phis = if builder.def(op) == spv::Loop::ID { spv::Loop::PHIS } else { spv::Selection::PHIS };
    builder.set_slot(op, phis, 0);
    let after = InsertPoint::after(body, op);
    let mut builder = Builder::at(body, after);
    for ((result, variable), ty) in results.into_iter().zip(variables).zip(types) {
        let operands = [variable];
        let new =
            NewOp { loc, operands: &operands, slots: &ACCESS, results: &[ty], ..NewOp::new(spv::Load::ID) };
        let load = builder.create(new);
        loads.push((result, builder.result(load, 0)));
    }
    Some(())
}

/// Returns the outermost op of the body whose regions contain `op`, or `op` itself if it is at the top level.
fn outermost(body: &Body, mut op: Op) -> Op {
    while let Some(owner) = body.parent(op).and_then(|block| body.block_owner(block)) {
        op = owner;
    }
    op
}
