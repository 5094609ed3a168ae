//! Wrapping of OpKill in functions called from continue constructs (`wrap-opkill`)

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::spirv::ops_of;
use crate::support::values::Undefs;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::control::loop_blocks;
use spv_dialect::generated::values::function_control;
use spv_dialect::spv;
use spv_ir::dialect::OpDefId;
use spv_ir::symbols::name_of;
use spv_ir::{
    Block, Body, Builder, Context, Diagnostics, Ident, InsertPoint, NewOp, Op, SymbolTable, Type, TypeData,
    walk,
};
use std::iter::successors;

pub(super) static INFO: PassInfo = PassInfo {
    description: "In functions called from a continue construct, directly or indirectly, replaces OpKill \
                  and OpTerminateInvocation by a call of a wrapper function and a return. Otherwise \
                  `inline` could not inline these functions, because a continue construct may only be left \
                  at its end.",
    before: "spv.func @f() \"None\" {\n  spv.Kill\n}",
    after: "spv.func @f() \"None\" {\n  spv.FunctionCall @kill() : () -> ()\n  spv.Return\n}\n\
            spv.func @kill() \"None\" {\n  spv.Kill\n}",
    statistics: &[("wrapped", "Terminators replaced")],
    ..PassInfo::new("wrap-opkill", "Wrap OpKill in a function", ControlFlow::SpvOnly, |_| {
        Ok(Work::module(run))
    })
};

/// Terminators that end the invocation, each with the name of its wrapper function.
const WRAPPED: [(OpDefId, &str); 2] =
    [(spv::Kill::ID, "kill"), (spv::TerminateInvocation::ID, "terminate_invocation")];

/// The functions that a function calls: all of them, and those called from its continue constructs.
#[derive(Default)]
struct Calls {
    all: FxHashSet<Ident>,
    from_continue: FxHashSet<Ident>,
}

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let functions: Vec<(Ident, Op)> = ops_of(module, spv::Func::ID)
        .into_iter()
        .filter_map(|op| Some((ctx.ident(name_of(ctx, module.body, op)?), op)))
        .collect();
    let calls: FxHashMap<Ident, Calls> = functions
        .iter()
        .filter_map(|&(name, op)| Some((name, calls(ctx, module.body.nested(op)?))))
        .collect();
    let mut reached: FxHashSet<Ident> =
        calls.values().flat_map(|calls| calls.from_continue.iter().copied()).collect();
    let mut work: Vec<Ident> = reached.iter().copied().collect();
    while let Some(name) = work.pop() {
        let callees = calls.get(&name).into_iter().flat_map(|calls| calls.all.iter().copied());
        work.extend(callees.filter(|callee| reached.insert(*callee)));
    }
    let mut symbols = SymbolTable::new(ctx, module.body);
    let mut count = 0;
    for (def, name) in WRAPPED {
        let mut wrapper = None;
        for &(_, op) in functions.iter().filter(|(name, _)| reached.contains(name)) {
            // A void function that consists only of the terminator is already a wrapper.
            let is_void = result_type(ctx, module.body, op).is_none();
            let has = module.body.nested(op).is_some_and(|body| {
                let mut ops = walk::ops(body);
                let is_wrapper =
                    is_void && ops.next().is_some_and(|op| body.def(op) == def) && ops.next().is_none();
                !is_wrapper && walk::ops(body).any(|op| body.def(op) == def)
            });
            if has {
                let wrapper = *wrapper.get_or_insert_with(|| symbols.unique(ctx, name));
                let ty = result_type(ctx, module.body, op);
                count += module.function_mut(op, |body| replace(ctx, body, def, wrapper, ty)).unwrap_or(0);
            }
        }
        if let Some(wrapper) = wrapper {
            add_wrapper(module, def, wrapper);
        }
    }
    module.count(0, count);
    Ok(())
}

fn calls(ctx: &Context, body: &Body) -> Calls {
    let callee = |op: Op| spv::FunctionCall::cast(body, op).and_then(|call| call.function(ctx));
    let mut calls = Calls { all: walk::ops(body).filter_map(callee).collect(), ..Calls::default() };
    for op in walk::ops(body).filter(|&op| body.def(op) == spv::Loop::ID) {
        let Some(blocks) = loop_blocks(body, op) else { continue };
        let rest = successors(Some(blocks.target), |&block: &Block| body.next_block(block));
        let rest = rest.take_while(|&block| block != blocks.merge);
        calls.from_continue.extend(rest.flat_map(|block| walk::ops_in_block(body, block)).filter_map(callee));
    }
    calls
}

fn result_type(ctx: &Context, module: &Body, function: Op) -> Option<Type> {
    let ty = ctx.attr_type(module.slot_attr(function, spv::Func::TYPE)?)?;
    match ctx.type_data(ty) {
        TypeData::Function { results, .. } => results.first().copied(),
        _ => None,
    }
}

/// Replaces the terminators of a function with calls of the wrapper. Returns the number of replaced terminators.
fn replace(ctx: &Context, body: &mut Body, def: OpDefId, wrapper: Ident, ty: Option<Type>) -> u64 {
    let ops: Vec<Op> = walk::ops(body).filter(|&op| body.def(op) == def).collect();
    let mut undefs = Undefs::new(ctx);
    for &op in &ops {
        let undef = ty.map(|ty| undefs.get(body, ty));
        let loc = body.loc(op);
        let mut builder = Builder::at(body, InsertPoint::Before(op));
        let slots = [ctx.symbol_attr(wrapper).raw()];
        builder.create(NewOp { loc, slots: &slots, ..NewOp::new(spv::FunctionCall::ID) });
        let def = if undef.is_some() { spv::ReturnValue::ID } else { spv::Return::ID };
        builder.create(NewOp { loc, operands: undef.as_slice(), ..NewOp::new(def) });
        builder.erase(op);
    }
    ops.len() as u64
}

/// Adds a function that consists only of a terminator.
fn add_wrapper(module: &mut SpvModule<'_>, def: OpDefId, name: Ident) {
    let ctx = module.ctx;
    let mut body = Box::new(Body::default());
    let root = body.root();
    let mut inner = Builder::new(&mut body);
    let entry = inner.append_block(root);
    inner.at = InsertPoint::End(entry);
    inner.create(NewOp::new(def));
    let ty = ctx.type_attr(ctx.function_type(&[], &[]));
    let slots = [ctx.string_attr(ctx.str(name)).raw(), ty.raw(), function_control::NONE];
    let Some(block) = module.body.first_block(module.body.root()) else { return };
    let mut builder = Builder::at(module.body, InsertPoint::End(block));
    let op = builder.create(NewOp { slots: &slots, isolated: true, ..NewOp::new(spv::Func::ID) });
    builder.set_nested(op, Some(body));
}
