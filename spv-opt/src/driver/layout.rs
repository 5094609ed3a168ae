//! The order in which LLVM 14's deserializer puts what it reads: constants and addresses at each use,
//! entry points and execution modes at the end of the module.

use super::args::Args;
use spv_opt::dialect::llvm14::LEFT_OUT;
use spv_opt::ir::{At, Body, Builder, Location, NewOp, Op, Value, walk};
use spv_opt::{Context, Module};

/// Ops that LLVM 14 makes anew at each use.
const AT_EACH_USE: [&str; 4] = ["spv.Constant", "spv.mlir.addressof", "spv.mlir.referenceof", "spv.Undef"];
/// Ops that LLVM 14 puts at the end.
const LAST: [&str; 3] = ["spv.EntryPoint", "spv.ExecutionMode", "spv.ExecutionModeId"];

/// Brings an imported module into LLVM 14's order.
pub fn like_llvm(module: &mut Module) {
    let ctx = module.ctx.clone();
    let ops: Vec<Op> = walk::ops(&module.body).collect();
    for op in ops {
        if let Some(body) = Builder::new(&mut module.body).nested_mut(op) {
            reorder(&ctx, body);
        }
    }
}

/// The module with the positions of its ops in the text as their locations, where they are asked for.
pub fn located(mut module: Module, args: &Args, file: &str, text: &str) -> Module {
    if args.mlir.test_spirv_roundtrip_debug {
        state_positions(&mut module, file, text);
    }
    module
}

/// Makes positions in the text locations that ops state.
fn state_positions(module: &mut Module, file: &str, text: &str) {
    let ctx = module.ctx.clone();
    let lines: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let file = ctx.ident(file);
    let stated = |loc: Location| {
        let offset = loc.text_offset()?;
        let line = lines.partition_point(|start| *start <= offset);
        let column = offset - lines[line - 1] + 1;
        Some(ctx.file_location(file, line as u32, column as u32))
    };
    walk::bodies_mut(&mut module.body, &mut |_, _| true, &mut |body| {
        let ops: Vec<Op> = walk::ops(body).collect();
        for op in ops {
            if let Some(loc) = stated(body.loc(op)) {
                Builder::new(body).set_loc(op, loc);
            }
        }
    });
}

fn name(ctx: &Context, body: &Body, op: Op) -> &'static str {
    ctx.registry().op(body.def(op)).row.name
}

/// The body of a `spv.module`.
fn reorder(ctx: &Context, body: &mut Body) {
    let ops: Vec<Op> = walk::ops(body).collect();
    for op in ops {
        let end = body.parent(op).filter(|_| LAST.contains(&name(ctx, body, op)));
        let dropped = LEFT_OUT.contains(&name(ctx, body, op));
        let mut builder = Builder::new(body);
        if dropped {
            builder.erase(op);
        } else if let Some(block) = end {
            builder.move_op(op, At::End(block));
        } else if let Some(function) = builder.nested_mut(op) {
            spread(ctx, function);
        }
    }
}

/// Makes constants anew in front of each use.
fn spread(ctx: &Context, body: &mut Body) {
    let constant = |body: &Body, value: Value| {
        body.defining_op(value).filter(|op| AT_EACH_USE.contains(&name(ctx, body, *op)))
    };
    let ops: Vec<Op> = walk::ops(body).collect();
    for &op in &ops {
        for index in 0..body.operand_count(op) {
            if let Some(source) = constant(body, body.operand(op, index)) {
                let value = copy(body, source, op);
                Builder::new(body).set_operand(op, index, value);
            }
        }
    }
    for op in ops {
        let unused = body.result_count(op) == 1 && !body.has_uses(body.result(op, 0));
        if unused && constant(body, body.result(op, 0)).is_some() {
            Builder::new(body).erase(op);
        }
    }
}

/// A copy of an op without operands in front of another.
fn copy(body: &mut Body, source: Op, before: Op) -> Value {
    let slots = body.slots(source).to_vec();
    let ty = body.value_type(body.result(source, 0));
    let new = NewOp {
        loc: body.loc(source),
        slots: &slots,
        results: &[ty],
        attrs: body.attrs(source),
        ..NewOp::new(body.def(source))
    };
    let op = Builder::at(body, At::Before(before)).create(new);
    body.result(op, 0)
}
