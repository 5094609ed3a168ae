//! Inlining of a single call

use crate::flow::{is_bare_header, loop_blocks, unfuse};
use crate::support::debug::tell_value;
use crate::support::declarations::{is_declare, of_declare};
use crate::support::spirv::NO_MERGE;
use crate::support::storage_classes::propagate;
use crate::support::values::{Constants, as_non_uniform, variables_top};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::spv;
use spv_dialect::types;
use spv_ir::copy::{Copier, CopyMap};
use spv_ir::{Attribute, Block, Body, Builder, Context, InsertPoint, Location, NewOp, Op, Value};

/// Replaces a call with the ops of the callee. The callee must have one return, at the end of its only outermost block
/// ([`super::returns::is_single`]). The number of arguments must match. `locations` maps locations in the callee to
/// their replacements.
pub(super) fn inline(
    ctx: &Context,
    caller: &mut Body,
    constants: &mut Constants,
    call: Op,
    callee: &Body,
    locations: &FxHashMap<Location, Location>,
) {
    let (Some(entry), Some(block)) = (callee.first_block(callee.root()), caller.parent(call)) else { return };
    if callee.ops(entry).any(|op| callee.region_count(op) > 0) {
        let after = caller.next(call);
        unfuse(caller, after);
        split_single_block_loop(caller, block);
        if is_bare_header(caller, block) {
            split_header(caller, block, call);
        }
    }
    // Non-semantic instructions continue to refer to the original op.
    let strip = |attrs: Option<Attribute>| ctx.dict_without(attrs, "local_id");
    let locs = |loc: Location| locations.get(&loc).copied().unwrap_or(loc);
    let mut copier = Copier { from: Some(callee), map: CopyMap::default(), attrs: &strip, locs: &locs };
    let arguments = arguments(ctx, caller, call, callee);
    let declared: Vec<Value> = callee
        .args(entry)
        .iter()
        .zip(&arguments)
        .filter(|&(&parameter, &argument)| {
            callee.uses(parameter).any(|(op, _)| is_declare(ctx, callee, op))
                && !may_be_declared(caller, argument)
        })
        .map(|(_, &argument)| argument)
        .collect();
    let changed = callee.args(entry).iter().zip(&arguments);
    let changed = changed.filter(|&(&old, &new)| callee.value_type(old) != caller.value_type(new));
    let changed: Vec<Value> = changed.map(|(_, &argument)| argument).collect();
    copier.map.values.extend(callee.args(entry).iter().copied().zip(arguments));
    let ops: Vec<Op> = callee.ops(entry).collect();
    let mut returned = None;
    for op in ops {
        match callee.def(op) {
            spv::ReturnValue::ID | spv::Return::ID => {
                returned = callee.operands(op).next().and_then(|v| copier.map.values.get(&v).copied());
            }
            spv::Variable::ID => variable(caller, &mut copier, op, call),
            _ => copy_op(caller, constants, &mut copier, op, call),
        }
    }
    let attrs = caller.attrs(call);
    let at = (InsertPoint::Before(call), caller.loc(call));
    let returned = returned.map(|value| as_non_uniform(ctx, caller, at, value, attrs));
    let mut b = Builder::new(caller);
    if b.result_count(call) == 1
        && let Some(value) = returned
    {
        let result = b.result(call, 0);
        b.replace_all_uses(result, value);
    }
    b.erase(call);
    declared.into_iter().for_each(|argument| declare_value(ctx, caller, argument));
    changed.into_iter().for_each(|argument| propagate(ctx, caller, argument));
}

/// Returns the values that replace the callee's parameters. Copies undefined pointers, so that they are valid for
/// memory accesses.
fn arguments(ctx: &Context, caller: &mut Body, call: Op, callee: &Body) -> Vec<Value> {
    let at = (InsertPoint::Before(call), caller.loc(call));
    let arguments: Vec<Value> = caller.own_operands(call).collect();
    let parameters = callee.first_block(callee.root()).map_or(&[][..], |entry| callee.args(entry));
    let pairs = parameters.iter().zip(arguments);
    let converted = pairs.map(|(&parameter, argument)| {
        let argument = accessible(ctx, caller, call, argument);
        as_non_uniform(ctx, caller, at, argument, callee.value_annotations(parameter).attrs)
    });
    converted.collect()
}

/// Copies an op of the callee to the position before the call. Constants and references to globals are copied to the
/// start of the caller instead. If they have neither attributes nor a name, an existing op of the caller is used.
fn copy_op(caller: &mut Body, constants: &mut Constants, copier: &mut Copier<'_>, op: Op, call: Op) {
    let Some(callee) = copier.from else { return };
    let def = callee.def(op);
    if ![spv::Constant::ID, spv::AddressOf::ID, spv::ReferenceOf::ID].contains(&def) {
        copier.op(caller, op, InsertPoint::Before(call));
        return;
    }
    let result = callee.result(op, 0);
    if callee.attrs(op).is_none() && callee.value_name(result).is_none() {
        let value =
            constants.find(caller, def, callee.value_type(result), callee.slot(op, spv::Constant::VALUE));
        copier.map.values.insert(result, value);
    } else {
        let at = caller.first_block(caller.root()).and_then(|b| caller.first_op(b));
        copier.op(caller, op, at.map_or(InsertPoint::Detached, InsertPoint::Before));
    }
}

/// Returns a pointer that the inlined ops may use in place of `argument` to access memory. An undefined pointer is
/// copied, because logical addressing allows accesses only through the results of certain instructions.
fn accessible(ctx: &Context, caller: &mut Body, call: Op, argument: Value) -> Value {
    let ty = caller.value_type(argument);
    let undefined = caller.defining_op(argument).is_some_and(|op| caller.def(op) == spv::Undef::ID);
    if !undefined || types::pointer(ctx, ty).is_none() {
        return argument;
    }
    let loc = caller.loc(call);
    let mut b = Builder::at(caller, InsertPoint::Before(call));
    let copy =
        b.create(NewOp { loc, operands: &[argument], results: &[ty], ..NewOp::new(spv::CopyObject::ID) });
    b.result(copy, 0)
}

/// Returns whether a DebugDeclare may refer to a value as the storage of a source variable. The value must be a
/// variable or a function parameter.
fn may_be_declared(body: &Body, value: Value) -> bool {
    match body.defining_op(value) {
        Some(op) => [spv::Variable::ID, spv::AddressOf::ID].contains(&body.def(op)),
        None => body.first_block(body.root()).is_some_and(|entry| body.args(entry).contains(&value)),
    }
}

/// Replaces each DebugDeclare of a former parameter with a DebugValue. If the parameter is a pointer into a variable,
/// erases the DebugDeclare instead.
fn declare_value(ctx: &Context, body: &mut Body, value: Value) {
    let declares: FxHashSet<Op> =
        body.uses(value).map(|(op, _)| op).filter(|&op| is_declare(ctx, body, op)).collect();
    let mut declares: Vec<Op> = declares.into_iter().collect();
    declares.sort_unstable();
    let is_pointer = types::pointer(ctx, body.value_type(value)).is_some();
    for op in declares {
        if let Some(declaration) = of_declare(ctx, body, op).filter(|_| !is_pointer) {
            let loc = body.loc(op);
            tell_value(ctx, body, &declaration, value, InsertPoint::Before(op), loc);
        }
        Builder::new(body).erase(op);
    }
}

/// Copies a variable of the callee to the caller. Its initializer becomes a store before the call.
fn variable(caller: &mut Body, copier: &mut Copier<'_>, op: Op, call: Op) {
    let at = variables_top(caller);
    let copy = copier.op(caller, op, at);
    let initializer: Option<Value> = caller.own_operands(copy).next();
    let Some(value) = initializer else { return };
    let loc = caller.loc(call);
    let mut b = Builder::at(caller, InsertPoint::Before(call));
    b.set_operands(copy, &[], &[]);
    let pointer = b.result(copy, 0);
    let slots = [spv_ir::dialect::ABSENT, 0];
    b.create(NewOp { loc, operands: &[pointer, value], slots: &slots, ..NewOp::new(spv::Store::ID) });
}

/// Splits a single-block loop, whose header is its continue target, into a header and a continue target. The header
/// may then contain constructs.
fn split_single_block_loop(body: &mut Body, block: Block) {
    let Some(owner) = body.block_owner(block).filter(|&o| body.def(o) == spv::Loop::ID) else { return };
    let (Some(blocks), Some(branch)) = (loop_blocks(body, owner), body.last_op(block)) else { return };
    if blocks.target != blocks.header {
        return;
    }
    let region = body.region(owner, 0);
    let mut b = Builder::new(body);
    let target = b.detached_block();
    b.move_block(target, region, Some(blocks.merge));
    b.move_op(branch, InsertPoint::End(target));
    b.at = InsertPoint::End(block);
    b.create(NewOp { slots: &NO_MERGE, successors: &[(target, &[])], ..NewOp::new(spv::Branch::ID) });
    b.set_region_tail(region, Some(target));
}

/// Moves the ops of a loop header, from the op `from` to the last one, to a new block.
fn split_header(body: &mut Body, header: Block, from: Op) {
    let mut b = Builder::new(body);
    let rest = b.split_block(from);
    b.at = InsertPoint::End(header);
    b.create(NewOp { slots: &NO_MERGE, successors: &[(rest, &[])], ..NewOp::new(spv::Branch::ID) });
}
