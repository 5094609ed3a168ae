//! Lowering of `cf` and `scf` ops to branches between blocks
//!
//! Structured ops become structured constructs with merge instructions. The results of a structured op become
//! arguments of its merge block.

use crate::arith::{Extend, whole};
use crate::emit::{Done, Emit, Rw, SourceOps};
use crate::env::{NO_MERGE, Spirv};
use crate::wide_integers::{add, is_wide, less};
use spv_dialect::spv;
use spv_dialect::structure::{MERGE_LOOP, MERGE_SELECTION};
use spv_dialects::View;
use spv_dialects::{cf, scf};
use spv_ir::conversion::{Converted, Mismatch, Operands, Pattern};
use spv_ir::dialect::ABSENT;
use spv_ir::{Block, Builder, InsertPoint, NewOp, Op, Type, Value};

/// Lowering patterns for `cf` and `scf` ops.
pub(crate) static PATTERNS: &[Pattern<Spirv>] = &[
    Pattern::new(cf::Br::NAME, "branch", |rw, op, operands| {
        let target = converted_successor(rw, op, 0)?;
        branch(rw, target, &operands.passed(0), &NO_MERGE, &[]);
        rw.erase(op);
        Ok(())
    }),
    Pattern::new(cf::CondBr::NAME, "conditional branch", |rw, op, operands| {
        let targets = [converted_successor(rw, op, 0)?, converted_successor(rw, op, 1)?];
        let [condition] = operands.first()?;
        choose(rw, condition, targets, [&operands.passed(0), &operands.passed(1)], Merge::None);
        rw.erase(op);
        Ok(())
    }),
    Pattern::new(cf::Switch::NAME, "switch", cf_switch),
    // A device cannot abort, so erase assertions.
    Pattern::new(cf::Assert::NAME, "assertion", |rw, op, _| {
        rw.erase(op);
        Ok(())
    }),
    Pattern::new(scf::If::NAME, "conditional", scf_if),
    Pattern::new(scf::For::NAME, "for loop", scf_for),
    Pattern::new(scf::While::NAME, "loop", scf_while),
    Pattern::new(scf::ExecuteRegion::NAME, "region", execute_region),
    Pattern::new(scf::IndexSwitch::NAME, "switch", index_switch),
    Pattern::new(scf::Parallel::NAME, "parallel loop to loop nest", scf_parallel),
];

/// Returns a successor of `op` after converting its argument types. If the enclosing function is not converted, no
/// other pattern converts the argument types.
fn converted_successor(rw: &mut Rw<'_>, op: Op, index: usize) -> Result<Block, Mismatch> {
    let block = rw.successor(op, index);
    rw.convert_block(block)
}

/// Returns the full name of an op.
fn name_of(rw: &Rw<'_>, op: Op) -> &'static str {
    rw.ctx.registry().op(std::ops::Deref::deref(rw).def(op)).row.name
}

/// The merge instruction that precedes a branch.
#[derive(Clone, Copy)]
enum Merge {
    None,
    Selection(Block),
    Loop(Block, Block),
}

impl Merge {
    /// Returns the properties of the merge instruction and the blocks that it names. The block list is empty if a
    /// later structurization inserts the merge instructions.
    fn parts(self, rw: &Rw<'_>) -> ([u32; 4], Vec<Block>) {
        match self {
            _ if rw.env.unstructured => (NO_MERGE, Vec::new()),
            Merge::None => (NO_MERGE, Vec::new()),
            Merge::Selection(merge) => ([MERGE_SELECTION, 0, ABSENT, 0], vec![merge]),
            Merge::Loop(merge, next) => ([MERGE_LOOP, ABSENT, 0, 0], vec![merge, next]),
        }
    }
}

fn branch(rw: &mut Rw<'_>, target: Block, args: &[Value], slots: &[u32], declared: &[Block]) {
    let mut successors: Vec<(Block, &[Value])> = vec![(target, args)];
    successors.extend(declared.iter().map(|block| (*block, &[][..])));
    rw.create(NewOp { slots, successors: &successors, ..NewOp::new(spv::Branch::ID) });
}

fn choose(rw: &mut Rw<'_>, condition: Value, targets: [Block; 2], args: [&[Value]; 2], merge: Merge) {
    let (declaration, declared) = merge.parts(rw);
    let slots = [0, declaration[0], declaration[1], declaration[2], declaration[3]];
    let mut successors: Vec<(Block, &[Value])> = vec![(targets[0], args[0]), (targets[1], args[1])];
    successors.extend(declared.iter().map(|block| (*block, &[][..])));
    rw.create(NewOp {
        operands: &[condition],
        slots: &slots,
        successors: &successors,
        ..NewOp::new(spv::BranchConditional::ID)
    });
}

/// Emits a switch. `targets` has the default target first, then the target for each of `values`, each with its
/// arguments.
fn switch(rw: &mut Rw<'_>, selector: Value, values: &[i64], targets: &[(Block, Vec<Value>)], merge: Merge) {
    let ctx = rw.ctx;
    let (declaration, declared) = merge.parts(rw);
    let ty = rw.type_of(selector);
    let literals = match values {
        [] => 0,
        _ => {
            let width = spv_dialects::types::int_width(ctx, ty).unwrap_or(32).min(64);
            let mask = u64::MAX >> (64 - width);
            let bits = values.iter().map(|value| *value as u64 & mask).collect();
            ctx.dense_attr(ctx.vector_type(values.len() as u64, ty), bits).raw()
        }
    };
    let slots = [literals, declaration[0], declaration[1], declaration[2], declaration[3]];
    let mut successors: Vec<(Block, &[Value])> =
        targets.iter().map(|(block, args)| (*block, &args[..])).collect();
    successors.extend(declared.iter().map(|block| (*block, &[][..])));
    rw.create(NewOp {
        operands: &[selector],
        slots: &slots,
        successors: &successors,
        ..NewOp::new(spv::Switch::ID)
    });
}

fn cf_switch(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let values = spv_dialects::cf::case_values(rw.ctx, rw, op);
    let [original] = rw.first_operand_types(op);
    if is_wide(rw, original) {
        return Err("a selector of emulated 64-bit type is not supported".into());
    }
    let [selector] = operands.first()?;
    let selector = whole(rw, selector, original, Extend::Signed);
    let mut targets: Vec<(Block, Vec<Value>)> = Vec::new();
    for i in 0..rw.successor_count(op) {
        targets.push((converted_successor(rw, op, i)?, operands.passed(i)));
    }
    switch(rw, selector, &values, &targets, Merge::None);
    rw.erase(op);
    Ok(())
}

/// Returns the converted types for each result of an op. One result may convert to several values.
fn result_types(rw: &Rw<'_>, op: Op) -> Result<Vec<Vec<Type>>, Mismatch> {
    let convert = |value| rw.convert_types(rw.value_type(value)).map(|types| types.to_vec());
    rw.results(op).map(convert).collect()
}

/// Splits the block of an op before the op. Returns the block before the split and the block that starts with the op.
/// Arguments of the second block, of the given types, replace the op's results.
fn split(rw: &mut Rw<'_>, op: Op, types: &[Vec<Type>]) -> Result<(Block, Block), Mismatch> {
    let before = rw.parent(op).ok_or("the op is not in a block")?;
    let merge = rw.split_block(op);
    let values: Vec<Converted> =
        types.iter().map(|types| types.iter().map(|ty| rw.add_arg(merge, *ty)).collect()).collect();
    rw.replace_each(op, &values);
    Ok((before, merge))
}

/// Replaces the terminator of a block with a branch to `target`. The terminator's operands become the branch's
/// arguments.
fn exit_to(rw: &mut Rw<'_>, block: Block, target: Block) -> Done {
    let Some(end) = rw.terminator(block) else { return Err("a block has no terminator".into()) };
    let def = rw.def(cf::Br::NAME)?;
    let values: Vec<Value> = rw.own_operands(end).collect();
    rw.substitute(end, NewOp { successors: &[(target, &values)], ..NewOp::new(def) });
    Ok(())
}

/// Inlines the region at `index` before the block `next`, and replaces its `scf.yield` ops with branches to
/// `target`. Returns the region's entry block.
fn inline(rw: &mut Rw<'_>, op: Op, index: usize, next: Block, target: Block) -> Result<Block, Mismatch> {
    inline_with(rw, op, index, next, target, None)
}

/// Inlines a region like `inline`. If `args` is given, these values replace the arguments of the region's entry block.
fn inline_with(
    rw: &mut Rw<'_>,
    op: Op,
    index: usize,
    next: Block,
    target: Block,
    args: Option<&[Converted]>,
) -> Result<Block, Mismatch> {
    let region = rw.region(op, index);
    let blocks = rw.inline_region(region, next);
    let first = *blocks.first().ok_or("the region is empty")?;
    let mut entry = first;
    for (i, &block) in blocks.iter().enumerate() {
        let block = match args.filter(|_| i == 0) {
            Some(args) => rw.replace_block(block, args),
            None => rw.convert_block(block)?,
        };
        if i == 0 {
            entry = block;
        }
        let end = rw.terminator(block);
        if end.is_some_and(|end| name_of(rw, end) == scf::Yield::NAME) {
            exit_to(rw, block, target)?;
        }
    }
    Ok(entry)
}

fn scf_if(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let types = result_types(rw, op)?;
    let [condition] = operands.first()?;
    let (before, merge) = split(rw, op, &types)?;
    let then = inline(rw, op, 0, merge, merge)?;
    let has_else = rw.region_count(op) > 1 && rw.first_block(rw.region(op, 1)).is_some();
    let other = if has_else { inline(rw, op, 1, merge, merge)? } else { merge };
    rw.at = InsertPoint::End(before);
    choose(rw, condition, [then, other], [&[], &[]], Merge::Selection(merge));
    Ok(())
}

fn scf_for(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let types = result_types(rw, op)?;
    let [lower, upper, step] = operands.first()?;
    let inits: Vec<Value> = operands.own[3..].iter().flatten().copied().collect();
    let [original] = rw.first_operand_types(op);
    let ty = rw.type_of(lower);
    let unsigned = rw.slot(op, scf::For::slot(scf::For::unsignedCmp)) != 0;
    let extend = if unsigned { Extend::Unsigned } else { Extend::Signed };
    let step = whole(rw, step, original, extend);
    let upper = whole(rw, upper, original, extend);
    let lower = whole(rw, lower, original, extend);
    let (before, merge) = split(rw, op, &types)?;
    let next = rw.block_before(merge);
    let header = rw.block_before(next);
    let mut args: Vec<Converted> = vec![[rw.add_arg(header, ty)].into_iter().collect()];
    for types in &types {
        args.push(types.iter().map(|ty| rw.add_arg(header, *ty)).collect());
    }
    let carried: Vec<Value> = args.iter().flatten().copied().collect();
    let body = inline_with(rw, op, 0, next, next, Some(&args))?;
    let passed: Vec<Value> = types.iter().flatten().map(|ty| rw.add_arg(next, *ty)).collect();

    rw.at = InsertPoint::End(before);
    let mut first = vec![lower];
    first.extend_from_slice(&inits);
    branch(rw, header, &first, &NO_MERGE, &[]);

    rw.at = InsertPoint::End(header);
    let wide = is_wide(rw, original);
    let goes_on = match wide {
        true => less(rw, carried[0], upper, !unsigned),
        false => {
            let compare = if unsigned { spv::ULessThan::ID } else { spv::SLessThan::ID };
            rw.op(compare, &[carried[0], upper], rw.ctx.common().i1)
        }
    };
    choose(rw, goes_on, [body, merge], [&[], &carried[1..]], Merge::Loop(merge, next));

    rw.at = InsertPoint::End(next);
    let increased = match wide {
        true => add(rw, carried[0], step),
        false => rw.op(spv::IAdd::ID, &[carried[0], step], ty),
    };
    let mut again = vec![increased];
    again.extend_from_slice(&passed);
    branch(rw, header, &again, &NO_MERGE, &[]);
    Ok(())
}

fn scf_while(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let types = result_types(rw, op)?;
    let inits: Vec<Value> = operands.own.iter().flatten().copied().collect();
    let (before, merge) = split(rw, op, &types)?;
    let next = rw.block_before(merge);
    let after = inline(rw, op, 1, next, next)?;
    let test = inline(rw, op, 0, after, next)?;
    let header = rw.block_before(test);
    let carried: Vec<Value> = inits
        .iter()
        .map(|init| rw.type_of(*init))
        .collect::<Vec<_>>()
        .into_iter()
        .map(|ty| rw.add_arg(header, ty))
        .collect();
    let passed: Vec<Value> = carried
        .iter()
        .map(|value| rw.type_of(*value))
        .collect::<Vec<_>>()
        .into_iter()
        .map(|ty| rw.add_arg(next, ty))
        .collect();

    rw.at = InsertPoint::End(before);
    branch(rw, header, &inits, &NO_MERGE, &[]);
    rw.at = InsertPoint::End(header);
    let (slots, declared) = Merge::Loop(merge, next).parts(rw);
    branch(rw, test, &carried, &slots, &declared);
    rw.at = InsertPoint::End(next);
    branch(rw, header, &passed, &NO_MERGE, &[]);

    // The last block of the "before" region ends with `scf.condition`.
    let mut block = Some(test);
    while let Some(current) = block.filter(|block| *block != after) {
        let end = rw.terminator(current);
        if let Some(end) = end
            && name_of(rw, end) == scf::Condition::NAME
        {
            let def = rw.def(cf::CondBr::NAME)?;
            let values: Vec<Value> = rw.own_operands(end).collect();
            let Some((condition, rest)) = values.split_first() else {
                return Err("the loop has no condition".into());
            };
            let successors = [(after, rest), (merge, rest)];
            rw.substitute(end, NewOp { operands: &[*condition], successors: &successors, ..NewOp::new(def) });
        }
        block = rw.next_block(current);
    }
    Ok(())
}

fn execute_region(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let types = result_types(rw, op)?;
    let (before, merge) = split(rw, op, &types)?;
    let entry = inline(rw, op, 0, merge, merge)?;
    rw.at = InsertPoint::End(before);
    branch(rw, entry, &[], &NO_MERGE, &[]);
    Ok(())
}

fn index_switch(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let types = result_types(rw, op)?;
    let [selector] = operands.first()?;
    let cases = rw.numbers(op, scf::IndexSwitch::cases);
    let (before, merge) = split(rw, op, &types)?;
    let mut targets = Vec::new();
    for number in 0..rw.region_count(op) {
        let entry = inline(rw, op, number, merge, merge)?;
        targets.push((entry, Vec::new()));
    }
    rw.at = InsertPoint::End(before);
    switch(rw, selector, &cases, &targets, Merge::Selection(merge));
    Ok(())
}

/// Lowers `scf.parallel` to a nest of loops, one per dimension. The loops carry the reduction values as block
/// arguments.
fn scf_parallel(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let ctx = rw.ctx;
    let view = View::new(ctx, rw, op).ok_or("the op has no definition in the dialect's tables")?;
    let [lower, upper, step, inits] =
        [scf::Parallel::lowerBound, scf::Parallel::upperBound, scf::Parallel::step, scf::Parallel::initVals]
            .map(|part| view.values(part));
    let types: Vec<Type> = rw.results(op).map(|result| rw.value_type(result)).collect();
    let body = rw.first_block(rw.region(op, 0)).ok_or("the region is empty")?;
    let reduce = rw.terminator(body).ok_or("the block has no terminator")?;
    let (loop_def, yield_def) = (rw.def(scf::For::NAME)?, rw.def(scf::Yield::NAME)?);
    let combined: Vec<(Block, Value)> = (0..rw.region_count(reduce))
        .filter_map(|i| Some((rw.first_block(rw.region(reduce, i))?, rw.operand(reduce, i))))
        .collect();
    if combined.len() != inits.len() {
        return Err("the number of reductions differs from the number of initial values".into());
    }
    rw.record_structure();
    let index = ctx.common().index;
    let (mut accumulators, mut results, mut variables) = (inits, Vec::new(), Vec::new());
    let mut inner = None;
    for dimension in 0..lower.len() {
        let mut operands = vec![lower[dimension], upper[dimension], step[dimension]];
        operands.extend_from_slice(&accumulators);
        let made =
            rw.create(NewOp { operands: &operands, results: &types, regions: 1, ..NewOp::new(loop_def) });
        let values: Vec<Value> = rw.results(made).collect();
        if inner.is_some() {
            rw.create(NewOp { operands: &values, ..NewOp::new(yield_def) });
        } else {
            results = values;
        }
        let region = rw.region(made, 0);
        let block = Builder::new(rw.body_mut()).append_block(region);
        variables.push(rw.add_arg(block, index));
        accumulators = types.iter().map(|ty| rw.add_arg(block, *ty)).collect();
        rw.at = InsertPoint::End(block);
        inner = Some(block);
    }
    let inner = inner.ok_or("the loop has no dimensions")?;
    let args: Vec<Converted> = variables.iter().map(|value| [*value].into_iter().collect()).collect();
    let moved = rw.replace_block(body, &args);
    Builder::new(rw.body_mut()).append_ops(moved, inner);
    Builder::new(rw.body_mut()).erase_block(moved);
    // Insert the reduction ops before the terminator of the innermost loop body.
    let mut yielded = Vec::new();
    for (number, (block, operand)) in combined.into_iter().enumerate() {
        let end = rw.terminator(block).ok_or("the block has no terminator")?;
        yielded.push(rw.own_operands(end).next().ok_or("the reduction has no result")?);
        rw.erase(end);
        let args: Vec<Converted> =
            [accumulators[number], operand].into_iter().map(|value| [value].into_iter().collect()).collect();
        let moved = rw.replace_block(block, &args);
        let ops: Vec<Op> = rw.ops(moved).collect();
        for op in ops {
            Builder::new(rw.body_mut()).move_op(op, InsertPoint::Before(reduce));
        }
        Builder::new(rw.body_mut()).erase_block(moved);
    }
    rw.substitute(reduce, NewOp { operands: &yielded, ..NewOp::new(yield_def) });
    rw.done(op, &results)
}
