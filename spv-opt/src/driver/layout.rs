//! Op order of LLVM 14's deserializer
//!
//! Constants, addresses and operations on constants are duplicated at each use. Loops start in blocks of their own.
//! Entry points and execution modes end the module.

pub mod arguments;
pub mod blocks;
pub mod interface_blocks;
mod spec;

use super::args::Args;
use spec::Operations;
use spv_opt::dialect::attributes::{self, AttrKind};
use spv_opt::dialect::decorations::MODULE_SCOPE;
use spv_opt::dialect::llvm::lowering::{LEFT_OUT, forget_unused};
use spv_opt::dialect::op::TYPE_TENSOR_ARM;
use spv_opt::dialect::{spv, types};
use spv_opt::ir::{
    AttrData, Attribute, Body, Builder, InsertPoint, Location, NewOp, Op, TypeData, Value, walk,
};
use spv_opt::{Context, Module};

/// Names of ops that LLVM 14 rematerializes at each use.
const AT_EACH_USE: [&str; 4] = ["spv.Constant", "spv.mlir.addressof", "spv.mlir.referenceof", "spv.Undef"];
/// Names of ops that LLVM 14 places at the end of the module.
const LAST: [&str; 3] = ["spv.EntryPoint", "spv.ExecutionMode", "spv.ExecutionModeId"];

/// Maximum nesting depth to which arrays of constants are converted.
const NESTED: u32 = 64;

/// Keys of attributes that have no counterpart in LLVM.
const DROPPED: [&str; 3] = ["ext_inst_imports", "generator", MODULE_SCOPE];

/// Reorders an imported module like LLVM 14's deserializer. `drops` is whether to remove attributes that LLVM lacks.
pub fn like_llvm(module: &mut Module, drops: bool) {
    let ctx = module.ctx.clone();
    let ops: Vec<Op> = walk::ops(&module.body).collect();
    for op in ops {
        forget_unused(&ctx, &mut module.body, op);
        if let Some(body) = Builder::new(&mut module.body).nested_mut(op) {
            reorder(&ctx, body);
        }
    }
    if drops {
        walk::bodies_mut(&mut module.body, &mut |_, _| true, &mut |body| {
            drop_attributes(&ctx, body);
            null_tensors(&ctx, body);
        });
    }
}

/// Replaces ARM tensors that replicate a zero with null constants, like LLVM 22's serializer.
fn null_tensors(ctx: &Context, body: &mut Body) {
    let is_zero = |attr: Attribute| {
        matches!(ctx.attr_data(attr), AttrData::Integer { value: 0, .. } | AttrData::Float { bits: 0, .. })
    };
    let replicates_zero = |body: &Body, op: Op| {
        let value = body.slot_attr(op, spv::Constant::VALUE).and_then(|value| attributes::view(ctx, value));
        let ty = types::view(ctx, body.value_type(body.result(op, 0)));
        matches!(value, Some((AttrKind::Replicate, [element])) if is_zero(*element))
            && matches!(ty, Some((TYPE_TENSOR_ARM, _)))
    };
    let Some(null) = attributes::make(ctx, AttrKind::Null, &[]) else { return };
    for op in walk::ops(body).filter(|op| body.def(*op) == spv::Constant::ID).collect::<Vec<Op>>() {
        if replicates_zero(body, op) {
            Builder::new(body).set_slot(op, spv::Constant::VALUE, null.raw());
        }
    }
}

fn drop_attributes(ctx: &Context, body: &mut Body) {
    for op in walk::ops(body).filter(|op| body.attrs(*op).is_some()).collect::<Vec<Op>>() {
        let attrs = DROPPED.iter().fold(body.attrs(op), |attrs, key| ctx.dict_without(attrs, key));
        Builder::new(body).set_attrs(op, attrs);
    }
}

/// Moves entry points and execution modes after the functions. LLVM's serializer must process functions first.
pub fn entry_points_last(module: &mut Module) {
    let ctx = module.ctx.clone();
    for op in walk::top_ops(&module.body).collect::<Vec<Op>>() {
        if let Some(body) = Builder::new(&mut module.body).nested_mut(op) {
            let is_last = |op: &Op| LAST.contains(&name(&ctx, body, *op));
            for op in walk::top_ops(body).filter(is_last).collect::<Vec<Op>>() {
                if let Some(block) = body.parent(op) {
                    Builder::new(body).move_op(op, InsertPoint::End(block));
                }
            }
        }
    }
}

/// Sets the locations of ops to their positions in the MLIR text `text` if `--test-spirv-roundtrip-debug` is given.
/// `file` is the file name in the locations.
pub fn located(mut module: Module, args: &Args, file: &str, text: &str) -> Module {
    if args.mlir.test_spirv_roundtrip_debug {
        state_positions(&mut module, file, text);
    }
    module
}

/// Replaces text offsets in op locations with explicit locations in the file `file`. The offsets refer to `text`.
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

/// Reorders the body of an `spv.module` and the bodies of its functions.
fn reorder(ctx: &Context, body: &mut Body) {
    let operations = Operations::of(ctx, body);
    let ops: Vec<Op> = walk::ops(body).collect();
    for op in ops {
        let end = body.parent(op).filter(|_| LAST.contains(&name(ctx, body, op)));
        let dropped = LEFT_OUT.contains(&name(ctx, body, op));
        let mut builder = Builder::new(body);
        if dropped {
            builder.erase(op);
        } else if let Some(block) = end {
            builder.move_op(op, InsertPoint::End(block));
        } else if let Some(function) = builder.nested_mut(op) {
            blocks::as_deserialized(ctx, function);
            spread(ctx, function, operations.as_ref());
        }
    }
    if let Some(operations) = operations {
        operations.erase_unused(ctx, body);
    }
}

/// Rematerializes constants and addresses before each use.
fn spread(ctx: &Context, body: &mut Body, operations: Option<&Operations>) {
    let constant = |body: &Body, value: Value| {
        body.defining_op(value).filter(|op| AT_EACH_USE.contains(&name(ctx, body, *op)))
    };
    let ops: Vec<Op> = walk::ops(body).collect();
    for &op in &ops {
        for index in 0..body.operand_count(op) {
            if let Some(source) = constant(body, body.operand(op, index)) {
                let before = before(ctx, body, op);
                let value = operations.and_then(|all| all.spread(ctx, body, source, before));
                let value = value.unwrap_or_else(|| copy(ctx, body, source, before));
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

/// Returns the op before which the constants that `op` uses are rematerialized. This is `op` itself, or the loop if
/// `op` is in the loop's entry block, which must remain empty.
fn before(ctx: &Context, body: &Body, op: Op) -> Op {
    let owner = body.parent(op).and_then(|block| body.block_owner(block));
    let around = owner.filter(|&around| name(ctx, body, around) == "spv.mlir.loop");
    let entry = around.and_then(|around| body.first_block(body.region(around, 0)));
    around.filter(|_| entry == body.parent(op)).unwrap_or(op)
}

/// Converts a constant to the form that LLVM 14's deserializer creates: a vector of `true` is a list, not a splat.
/// Arrays nested deeper than `depth` are left unchanged.
fn listed(ctx: &Context, constant: Attribute, depth: u32) -> Attribute {
    match ctx.attr_data(constant) {
        AttrData::Dense { ty, elements } if elements[..] == [1] => match ctx.type_data(*ty) {
            TypeData::Vector { dims, element }
                if *element == ctx.common().i1 && matches!(dims[..], [2..=16]) =>
            {
                let elements = vec![1; dims[0] as usize];
                ctx.attr(AttrData::Dense { ty: *ty, elements: elements.into() })
            }
            _ => constant,
        },
        AttrData::Array(parts) if depth > 0 => {
            let parts: Vec<Attribute> = parts.iter().map(|&part| listed(ctx, part, depth - 1)).collect();
            ctx.array_attr(&parts)
        }
        _ => constant,
    }
}

/// Inserts a copy of `source`, which has no operands, before the op `before`. Returns the result of the copy.
fn copy(ctx: &Context, body: &mut Body, source: Op, before: Op) -> Value {
    let mut slots = body.slots(source).to_vec();
    if name(ctx, body, source) == "spv.Constant"
        && let [slot] = &mut slots[..]
        && let Some(value) = Attribute::from_raw(*slot)
    {
        *slot = listed(ctx, value, NESTED).raw();
    }
    let ty = body.value_type(body.result(source, 0));
    let new = NewOp {
        loc: body.loc(source),
        slots: &slots,
        results: &[ty],
        attrs: body.attrs(source),
        ..NewOp::new(body.def(source))
    };
    let op = Builder::at(body, InsertPoint::Before(before)).create(new);
    body.result(op, 0)
}
