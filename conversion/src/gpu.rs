//! `gpu`: ids, barriers, shuffles and reductions.

use crate::arith::{Extend, whole};
use crate::emit::{Done, Emit, Replaces, Rw, scope};
use crate::env::{BuiltIn, Spirv};
use crate::wide_integers::is_wide;
use spv_dialect::spv::{self, StorageClass, Types};
use spv_dialects::enums::{AllReduceOperation as Kind, ShuffleMode};
use spv_dialects::gpu;
use spv_dialects::types::element;
use spv_ir::conversion::{Mismatch, Operands, Pattern};
use spv_ir::dialect::OpDefId;
use spv_ir::{NewOp, Op, Type, TypeData, Value};

/// The patterns.
pub(crate) static PATTERNS: &[Pattern<Spirv>] = &[
    Pattern::new(gpu::ThreadId::NAME, "built-in", |rw, op, _| built_in_of(rw, op, "LocalInvocationId")),
    Pattern::new(gpu::BlockId::NAME, "built-in", |rw, op, _| built_in_of(rw, op, "WorkgroupId")),
    Pattern::new(gpu::GridDim::NAME, "built-in", |rw, op, _| built_in_of(rw, op, "NumWorkgroups")),
    Pattern::new(gpu::GlobalId::NAME, "built-in", |rw, op, _| built_in_of(rw, op, "GlobalInvocationId")),
    Pattern::new(gpu::BlockDim::NAME, "workgroup size", block_dim),
    Pattern::new(gpu::LaneId::NAME, "built-in", |rw, op, _| {
        scalar_built_in(rw, op, "SubgroupLocalInvocationId")
    }),
    Pattern::new(gpu::SubgroupId::NAME, "built-in", |rw, op, _| scalar_built_in(rw, op, "SubgroupId")),
    Pattern::new(gpu::NumSubgroups::NAME, "built-in", |rw, op, _| scalar_built_in(rw, op, "NumSubgroups")),
    Pattern::new(gpu::SubgroupSize::NAME, "built-in", |rw, op, _| scalar_built_in(rw, op, "SubgroupSize")),
    Pattern::new(gpu::Barrier::NAME, "control barrier", barrier),
    Pattern::new(gpu::Shuffle::NAME, "shuffle", shuffle),
    Pattern::new(gpu::SubgroupReduce::NAME, "subgroup reduction", |rw, op, operands| {
        reduce(rw, op, operands, scope::SUBGROUP)
    }),
    Pattern::new(gpu::AllReduce::NAME, "workgroup reduction", all_reduce),
    Pattern::new(
        gpu::Printf::NAME,
        "printf",
        |_, _, _| Err("there is no printf without an extension".into()),
    ),
];

/// The value of a built-in input variable.
fn built_in(rw: &mut Rw<'_>, name: &'static str, ty: Type) -> Value {
    let known = rw.env.built_ins.iter().find(|known| (known.name, known.ty) == (name, ty));
    let BuiltIn { symbol, pointer, .. } = match known {
        Some(known) => *known,
        None => make_built_in(rw, name, ty),
    };
    let address = rw.op_with(spv::AddressOf::ID, &[], &[symbol.raw()], pointer);
    rw.load(address, ty)
}

/// Makes the variable of a built-in.
fn make_built_in(rw: &mut Rw<'_>, name: &'static str, ty: Type) -> BuiltIn {
    let ctx = rw.ctx;
    let pointer = ctx.pointer(ty, StorageClass::Input);
    let variable = format!("__builtin__{name}__");
    let attrs = vec![(ctx.ident("built_in"), ctx.string_attr(name))];
    rw.env.global(&variable, pointer, attrs);
    let made = BuiltIn { name, ty, symbol: ctx.symbol_attr(ctx.ident(&variable)), pointer };
    rw.env.built_ins.push(made);
    made
}

/// An unsigned number as the type of the op's result.
fn finish(rw: &mut Rw<'_>, op: Op, value: Value) -> Done {
    let ty = rw.result_types(op)?[0];
    let value = if rw.type_of(value) == ty { value } else { rw.op(spv::UConvert::ID, &[value], ty) };
    value.replaces(rw, op)
}

fn dimension(rw: &Rw<'_>, op: Op) -> u32 {
    rw.word(op, gpu::ThreadId::dimension)
}

fn built_in_of(rw: &mut Rw<'_>, op: Op, name: &'static str) -> Done {
    let ctx = rw.ctx;
    let part = match rw.env.target.is_kernel() && rw.env.options.use_64bit_index {
        true => rw.env.index_type(ctx),
        false => ctx.common().i32,
    };
    let vector = built_in(rw, name, ctx.vector_type(3, part));
    let dimension = dimension(rw, op);
    let value = rw.extract(vector, dimension, part);
    finish(rw, op, value)
}

fn scalar_built_in(rw: &mut Rw<'_>, op: Op, name: &'static str) -> Done {
    let u32 = rw.ctx.common().i32;
    let value = built_in(rw, name, u32);
    finish(rw, op, value)
}

/// The size that the entry point states; where it states none, that of the launch.
fn block_dim(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let Some(size) = rw.env.local_size else { return built_in_of(rw, op, "WorkgroupSize") };
    let dimension = dimension(rw, op) as usize;
    rw.int(ty, size.get(dimension).copied().unwrap_or(1).into()).replaces(rw, op)
}

/// Waits for the workgroup, whose accesses to its memory and to buffers before are seen after.
const BARRIER: [u32; 3] = [scope::WORKGROUP, scope::WORKGROUP, 0x8 | 0x40 | 0x100];

fn barrier(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    rw.create(NewOp { slots: &BARRIER, ..NewOp::new(spv::ControlBarrier::ID) });
    rw.erase(op);
    Ok(())
}

fn shuffle(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let types = rw.result_types(op)?;
    let [value, offset, width] = operands.first()?;
    let (u32, truth) = (rw.ctx.common().i32, rw.ctx.common().i1);
    let mode = rw.word(op, gpu::Shuffle::mode);
    let def = match mode {
        ShuffleMode::XOR => spv::GroupNonUniformShuffleXor::ID,
        ShuffleMode::DOWN => spv::GroupNonUniformShuffleDown::ID,
        ShuffleMode::UP => spv::GroupNonUniformShuffleUp::ID,
        _ => spv::GroupNonUniformShuffle::ID,
    };
    let lane = built_in(rw, "SubgroupLocalInvocationId", u32);
    // Groups of `width` lanes begin at a multiple of it.
    let within = rw.op(spv::UMod::ID, &[lane, width], u32);
    let (index, valid) = match mode {
        ShuffleMode::XOR => {
            let other = rw.op(spv::BitwiseXor::ID, &[within, offset], u32);
            (offset, rw.op(spv::ULessThan::ID, &[other, width], truth))
        }
        ShuffleMode::DOWN => {
            let other = rw.op(spv::IAdd::ID, &[within, offset], u32);
            (offset, rw.op(spv::ULessThan::ID, &[other, width], truth))
        }
        ShuffleMode::UP => (offset, rw.op(spv::UGreaterThanEqual::ID, &[within, offset], truth)),
        _ => {
            let first = rw.op(spv::ISub::ID, &[lane, within], u32);
            let index = rw.op(spv::IAdd::ID, &[first, offset], u32);
            (index, rw.op(spv::ULessThan::ID, &[offset, width], truth))
        }
    };
    let value = rw.op_with(def, &[value, index], &[scope::SUBGROUP], types[0]);
    rw.done(op, &[value, valid])
}

/// The instruction of a reduction on integers or floats, by the number of the enumerant.
fn reduction(kind: u32, float: bool) -> Option<OpDefId> {
    Some(match (kind, float) {
        (Kind::ADD, true) => spv::GroupNonUniformFAdd::ID,
        (Kind::ADD, false) => spv::GroupNonUniformIAdd::ID,
        (Kind::MUL, true) => spv::GroupNonUniformFMul::ID,
        (Kind::MUL, false) => spv::GroupNonUniformIMul::ID,
        (Kind::MINUI, false) => spv::GroupNonUniformUMin::ID,
        (Kind::MINSI, false) => spv::GroupNonUniformSMin::ID,
        (Kind::MINNUMF, true) => spv::GroupNonUniformFMin::ID,
        (Kind::MAXUI, false) => spv::GroupNonUniformUMax::ID,
        (Kind::MAXSI, false) => spv::GroupNonUniformSMax::ID,
        (Kind::MAXNUMF, true) => spv::GroupNonUniformFMax::ID,
        (Kind::AND, false) => spv::GroupNonUniformBitwiseAnd::ID,
        (Kind::OR, false) => spv::GroupNonUniformBitwiseOr::ID,
        (Kind::XOR, false) => spv::GroupNonUniformBitwiseXor::ID,
        (Kind::MINIMUMF, true) => spv::GroupNonUniformFMin::ID,
        (Kind::MAXIMUMF, true) => spv::GroupNonUniformFMax::ID,
        _ => return None,
    })
}

fn reduce(rw: &mut Rw<'_>, op: Op, operands: &Operands, scope: u32) -> Done {
    let ty = rw.result_types(op)?[0];
    let float = matches!(rw.ctx.type_data(element(rw.ctx, ty)), TypeData::Float(_));
    let original = rw.value_type(rw.result(op, 0));
    let kind = rw.word(op, gpu::AllReduce::op);
    if element(rw.ctx, ty) == rw.ctx.common().i1 {
        return Err("a reduction of truth values is not supported".into());
    }
    let def = reduction(kind, float).ok_or("there is no such reduction of this type")?;
    let [mut value] = operands.first()?;
    if is_wide(rw, original) {
        return reduce_words(rw, kind, (value, ty), scope)?.replaces(rw, op);
    }
    if element(rw.ctx, original) != element(rw.ctx, ty) {
        // The upper bits of a sum, a product or bits do not matter.
        let extend = match kind {
            Kind::MINSI | Kind::MAXSI => Extend::Signed,
            _ => Extend::Unsigned,
        };
        match rw.ctx.type_data(original) {
            TypeData::Integer { .. } => value = whole(rw, value, original, extend),
            _ => return Err("a reduction of an emulated float is not supported".into()),
        }
    }
    rw.op_with(def, &[value], &[scope, 0], ty).replaces(rw, op)
}

/// A reduction of 64-bit integers in two words each. Sums are those of 16 bits each, which do not overflow.
fn reduce_words(
    rw: &mut Rw<'_>,
    kind: u32,
    (value, ty): (Value, Type),
    scope: u32,
) -> Result<Value, Mismatch> {
    const HALF: u32 = 16;
    let (word, truth) = (rw.ctx.common().i32, rw.ctx.common().i1);
    let all = |rw: &mut Rw<'_>, def, part: Value| rw.op_with(def, &[part], &[scope, 0], word);
    let (low, high) = match kind {
        Kind::AND | Kind::OR | Kind::XOR => {
            let def = reduction(kind, false).ok_or("there is no such reduction of this type")?;
            return Ok(rw.op_with(def, &[value], &[scope, 0], ty));
        }
        Kind::ADD => {
            let (half, mask) = (rw.u32(HALF), rw.u32((1 << HALF) - 1));
            let (mut words, mut carry) = (Vec::new(), rw.u32(0));
            for index in 0..2 {
                let part = rw.extract(value, index, word);
                let parts = [
                    rw.op(spv::BitwiseAnd::ID, &[part, mask], word),
                    rw.op(spv::ShiftRightLogical::ID, &[part, half], word),
                ];
                let sums = parts.map(|part| {
                    let sum = all(rw, spv::GroupNonUniformIAdd::ID, part);
                    let sum = rw.op(spv::IAdd::ID, &[sum, carry], word);
                    carry = rw.op(spv::ShiftRightLogical::ID, &[sum, half], word);
                    sum
                });
                let lower = rw.op(spv::BitwiseAnd::ID, &[sums[0], mask], word);
                let upper = rw.op(spv::ShiftLeftLogical::ID, &[sums[1], half], word);
                words.push(rw.op(spv::BitwiseOr::ID, &[lower, upper], word));
            }
            (words[0], words[1])
        }
        Kind::MINSI | Kind::MINUI | Kind::MAXSI | Kind::MAXUI => {
            let least = matches!(kind, Kind::MINSI | Kind::MINUI);
            let def = reduction(kind, false).ok_or("there is no such reduction of this type")?;
            let (low, high) = (rw.extract(value, 0, word), rw.extract(value, 1, word));
            let best = all(rw, def, high);
            // Only those with the best upper word count for the lower one.
            let counts = rw.op(spv::IEqual::ID, &[high, best], truth);
            let neutral = rw.u32(if least { u32::MAX } else { 0 });
            let low = rw.select(counts, low, neutral);
            let def = if least { spv::GroupNonUniformUMin::ID } else { spv::GroupNonUniformUMax::ID };
            (all(rw, def, low), best)
        }
        _ => {
            return Err(
                "a product of 64-bit integers needs the capability Int64, which the target lacks".into()
            );
        }
    };
    Ok(rw.op(spv::CompositeConstruct::ID, &[low, high], ty))
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
