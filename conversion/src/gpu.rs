//! `gpu`: ids, barriers, shuffles and reductions.

use crate::emit::{Done, Emit, Rw, scope, storage};
use crate::env::Spirv;
use spv_dialect::types::make_pointer;
use spv_dialects::types::element;
use spv_ir::conversion::{Mismatch, Operands, Pattern};
use spv_ir::{NewOp, Op, Type, TypeData, Value};

/// The patterns.
pub(crate) static PATTERNS: &[Pattern<Spirv>] = &[
    Pattern::new("gpu.thread_id", "built-in", |rw, op, _| built_in_of(rw, op, "LocalInvocationId")),
    Pattern::new("gpu.block_id", "built-in", |rw, op, _| built_in_of(rw, op, "WorkgroupId")),
    Pattern::new("gpu.grid_dim", "built-in", |rw, op, _| built_in_of(rw, op, "NumWorkgroups")),
    Pattern::new("gpu.global_id", "built-in", |rw, op, _| built_in_of(rw, op, "GlobalInvocationId")),
    Pattern::new("gpu.block_dim", "workgroup size", block_dim),
    Pattern::new("gpu.lane_id", "built-in", |rw, op, _| scalar_built_in(rw, op, "SubgroupLocalInvocationId")),
    Pattern::new("gpu.subgroup_id", "built-in", |rw, op, _| scalar_built_in(rw, op, "SubgroupId")),
    Pattern::new("gpu.num_subgroups", "built-in", |rw, op, _| scalar_built_in(rw, op, "NumSubgroups")),
    Pattern::new("gpu.subgroup_size", "built-in", |rw, op, _| scalar_built_in(rw, op, "SubgroupSize")),
    Pattern::new("gpu.barrier", "control barrier", barrier),
    Pattern::new("gpu.shuffle", "shuffle", shuffle),
    Pattern::new("gpu.subgroup_reduce", "subgroup reduction", |rw, op, operands| {
        reduce(rw, op, operands, scope::SUBGROUP)
    }),
    Pattern::new("gpu.all_reduce", "workgroup reduction", all_reduce),
    Pattern::new("gpu.printf", "printf", |_, _, _| Err("there is no printf without an extension".into())),
];

/// The value of a built-in input variable.
fn built_in(rw: &mut Rw<'_>, name: &str, ty: Type) -> Result<Value, Mismatch> {
    let ctx = rw.ctx;
    let pointer = make_pointer(ctx, ty, storage::INPUT).ok_or("no pointer type")?;
    let symbol = format!("__builtin__{name}__");
    let attrs = vec![(ctx.ident("built_in"), ctx.string_attr(name))];
    rw.env.global(&symbol, pointer, attrs);
    let address = rw.address_of(&symbol, pointer)?;
    rw.load(address, ty)
}

/// An unsigned number as the type of the op's result.
fn finish(rw: &mut Rw<'_>, op: Op, value: Value) -> Done {
    let ty = rw.result_types(op)?[0];
    let value = if rw.type_of(value) == ty { value } else { rw.op("spv.UConvert", &[value], ty)? };
    rw.replace(op, &[value]);
    Ok(())
}

fn dimension(rw: &Rw<'_>, op: Op) -> u32 {
    rw.slot(op, 0)
}

fn built_in_of(rw: &mut Rw<'_>, op: Op, name: &str) -> Done {
    let ctx = rw.ctx;
    let part = match rw.env.target.is_kernel() && rw.env.options.use_64bit_index {
        true => rw.env.index_type(ctx),
        false => ctx.common().i32,
    };
    let vector = built_in(rw, name, ctx.vector_type(3, part))?;
    let dimension = dimension(rw, op);
    let value = rw.extract(vector, dimension, part)?;
    finish(rw, op, value)
}

fn scalar_built_in(rw: &mut Rw<'_>, op: Op, name: &str) -> Done {
    let u32 = rw.ctx.common().i32;
    let value = built_in(rw, name, u32)?;
    finish(rw, op, value)
}

/// The size that the entry point states; where it states none, that of the launch.
fn block_dim(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let Some(size) = rw.env.local_size else { return built_in_of(rw, op, "WorkgroupSize") };
    let dimension = dimension(rw, op) as usize;
    let value = rw.int(ty, size.get(dimension).copied().unwrap_or(1).into())?;
    rw.replace(op, &[value]);
    Ok(())
}

/// Waits for the workgroup, whose accesses to its memory and to buffers before are seen after.
const BARRIER: [u32; 3] = [scope::WORKGROUP, scope::WORKGROUP, 0x8 | 0x40 | 0x100];

fn emit_barrier(rw: &mut Rw<'_>) -> Done {
    let def = rw.def("spv.ControlBarrier")?;
    rw.create(NewOp { slots: &BARRIER, ..NewOp::new(def) });
    Ok(())
}

fn barrier(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    emit_barrier(rw)?;
    rw.erase(op);
    Ok(())
}

fn shuffle(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let types = rw.result_types(op)?;
    let (value, offset, width) = (operands.one(0)?, operands.one(1)?, operands.one(2)?);
    let (u32, truth) = (rw.ctx.common().i32, rw.ctx.common().i1);
    let name = match rw.slot(op, 0) {
        0 => "spv.GroupNonUniformShuffleXor",
        1 => "spv.GroupNonUniformShuffleDown",
        2 => "spv.GroupNonUniformShuffleUp",
        _ => "spv.GroupNonUniformShuffle",
    };
    let lane = built_in(rw, "SubgroupLocalInvocationId", u32)?;
    // Groups of `width` lanes begin at a multiple of it.
    let within = rw.op("spv.UMod", &[lane, width], u32)?;
    let (index, valid) = match rw.slot(op, 0) {
        0 => {
            let other = rw.op("spv.BitwiseXor", &[within, offset], u32)?;
            (offset, rw.op("spv.ULessThan", &[other, width], truth)?)
        }
        1 => {
            let other = rw.op("spv.IAdd", &[within, offset], u32)?;
            (offset, rw.op("spv.ULessThan", &[other, width], truth)?)
        }
        2 => (offset, rw.op("spv.UGreaterThanEqual", &[within, offset], truth)?),
        _ => {
            let first = rw.op("spv.ISub", &[lane, within], u32)?;
            let index = rw.op("spv.IAdd", &[first, offset], u32)?;
            (index, rw.op("spv.ULessThan", &[offset, width], truth)?)
        }
    };
    let value = rw.op_with(name, &[value, index], &[scope::SUBGROUP], types[0])?;
    rw.replace(op, &[value, valid]);
    Ok(())
}

/// The instruction of a reduction on integers or floats, by the number of the enumerant.
fn reduction(kind: u32, float: bool) -> Option<&'static str> {
    Some(match (kind, float) {
        (0, true) => "spv.GroupNonUniformFAdd",
        (0, false) => "spv.GroupNonUniformIAdd",
        (1, true) => "spv.GroupNonUniformFMul",
        (1, false) => "spv.GroupNonUniformIMul",
        (2, false) => "spv.GroupNonUniformUMin",
        (3, false) => "spv.GroupNonUniformSMin",
        (4, true) => "spv.GroupNonUniformFMin",
        (5, false) => "spv.GroupNonUniformUMax",
        (6, false) => "spv.GroupNonUniformSMax",
        (7, true) => "spv.GroupNonUniformFMax",
        (8, false) => "spv.GroupNonUniformBitwiseAnd",
        (9, false) => "spv.GroupNonUniformBitwiseOr",
        (10, false) => "spv.GroupNonUniformBitwiseXor",
        (11, true) => "spv.GroupNonUniformFMin",
        (12, true) => "spv.GroupNonUniformFMax",
        _ => return None,
    })
}

fn reduce(rw: &mut Rw<'_>, op: Op, operands: &Operands, scope: u32) -> Done {
    let ty = rw.result_types(op)?[0];
    let float = matches!(rw.ctx.type_data(element(rw.ctx, ty)), TypeData::Float(_));
    let original = rw.value_type(rw.result(op, 0));
    if element(rw.ctx, original) != element(rw.ctx, ty) {
        return Err("a reduction of an emulated type is not supported".into());
    }
    if element(rw.ctx, ty) == rw.ctx.common().i1 {
        return Err("a reduction of truth values is not supported".into());
    }
    let name = reduction(rw.slot(op, 0), float).ok_or("there is no such reduction of this type")?;
    let value = rw.op_with(name, &[operands.one(0)?], &[scope, 0], ty)?;
    rw.replace(op, &[value]);
    Ok(())
}

/// A reduction over the workgroup is one over the subgroup where that is all of it.
fn all_reduce(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    if rw.first_block(rw.region(op, 0)).is_some() {
        return Err("a reduction with a body of its own is not supported".into());
    }
    match rw.env.target.is_kernel() {
        true => reduce(rw, op, operands, scope::WORKGROUP),
        false => {
            Err("a reduction over the workgroup must be written with its memory, or 'gpu.subgroup_reduce'"
                .into())
        }
    }
}
