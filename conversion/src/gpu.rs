//! Lowering of `gpu` ops: ids, barriers, shuffles and reductions

use crate::arith::{Extend, whole};
use crate::emit::{Done, Emit, Replaces, Rw, SourceOps, group_operation, scope, semantics};
use crate::env::{BuiltIn, Spirv};
use crate::lanes::{cast, combine};
use crate::wide_integers::is_one;
use spv_build::spv::{self, StorageClass, Types};
use spv_dialect::attributes::{self, AttrKind};
use spv_dialect::{availability, types};
use spv_dialects::View;
use spv_dialects::enums::{AllReduceOperation, BarrierScope, ShuffleMode};
use spv_dialects::types::element;
use spv_dialects::{gpu, scf};
use spv_ir::builtin::CONSTANT_ID;
use spv_ir::conversion::{Mismatch, Operands, Pattern};
use spv_ir::dialect::{ABSENT, OpDefId};
use spv_ir::{Builder, InsertPoint, NewOp, Op, Signedness, Type, TypeData, Value};

/// Lowering patterns for `gpu` ops.
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
    Pattern::new(gpu::Rotate::NAME, "rotation", rotate),
    Pattern::new(gpu::SubgroupBroadcast::NAME, "broadcast", broadcast),
    Pattern::new(gpu::SubgroupReduce::NAME, "subgroup reduction", subgroup_reduce),
    Pattern::new(gpu::AllReduce::NAME, "workgroup reduction", all_reduce),
    Pattern::new(gpu::Printf::NAME, "printf", printf),
];

/// Emits a load of a built-in input variable.
fn built_in(rw: &mut Rw<'_>, name: &'static str, ty: Type) -> Value {
    let known = rw.env.built_ins.iter().find(|known| (known.name, known.ty) == (name, ty));
    let BuiltIn { symbol, pointer, .. } = match known {
        Some(known) => *known,
        None => make_built_in(rw, name, ty),
    };
    let address = rw.op_with(spv::AddressOf::ID, &[], &[symbol.raw()], pointer);
    rw.load(address, ty)
}

/// Requests the variable of a built-in.
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

/// Converts an unsigned integer to the op's result type, and replaces the op with it.
fn finish(rw: &mut Rw<'_>, op: Op, value: Value) -> Done {
    let ty = rw.result_types(op)?[0];
    let value = if rw.type_of(value) == ty { value } else { rw.op(spv::UConvert::ID, &[value], ty) };
    value.replaces(rw, op)
}

fn dimension(rw: &Rw<'_>, op: Op) -> u32 {
    rw.word(op, gpu::ThreadId::dimension)
}

/// Returns the component type of an invocation id or size. In kernels, it has the width of an address.
fn id_type(rw: &Rw<'_>) -> Type {
    match rw.env.target.is_kernel() && rw.env.wide_index {
        true => rw.env.index_type(rw.ctx),
        false => rw.ctx.common().i32,
    }
}

fn built_in_of(rw: &mut Rw<'_>, op: Op, name: &'static str) -> Done {
    let ctx = rw.ctx;
    let part = id_type(rw);
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

/// Lowers `gpu.block_dim` to the workgroup size that the entry point specifies, or else to the WorkgroupSize built-in.
fn block_dim(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let Some(size) = rw.env.local_size else { return built_in_of(rw, op, "WorkgroupSize") };
    let dimension = dimension(rw, op) as usize;
    rw.int(ty, size.get(dimension).copied().unwrap_or(1).into()).replaces(rw, op)
}

/// Lowers `gpu.printf` to OpenCL's `printf`. The format string becomes a zero-terminated constant array.
fn printf(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ctx = rw.ctx;
    if !rw.env.target.is_kernel() {
        return Err("only OpenCL targets have printf".into());
    }
    let view = View::new(ctx, rw, op).ok_or("the op has no definition in the dialect's tables")?;
    let format = view.attr(gpu::Printf::format).and_then(|format| ctx.attr_str(format));
    let bytes: Vec<u64> =
        format.ok_or("the format is not a string")?.bytes().chain([0]).map(u64::from).collect();
    let (byte, length) = (ctx.int_type(8, Signedness::Signless), bytes.len() as u64);
    let dims = [length].into();
    let elements = ctx.dense_attr(ctx.ty(TypeData::Tensor { dims, element: byte }), bytes);
    let parts = [ctx.type_attr(byte), ctx.i32_attr(length as u32)];
    let array = types::make(ctx, spv_dialect::op::TYPE_ARRAY, None, &parts);
    let array = array.ok_or("the dialect spv is not registered")?;
    let value = attributes::make(ctx, AttrKind::Const, &[elements, ctx.type_attr(array)]);
    let value = value.ok_or("the dialect spv is not registered")?;
    let [whole, first] = [array, byte].map(|ty| ctx.pointer(ty, StorageClass::UniformConstant));
    let arguments = operands.all()?;
    let name = rw.env.fresh_constant(ctx, "printf", whole, value);
    let address = rw.address_of(&name, whole);
    let zero = rw.u32(0);
    let start = rw.op(spv::AccessChain::ID, &[address, zero], first);
    let all = [&[start], &arguments[..]].concat();
    rw.op(spv::ocl::Printf::ID, &all, ctx.common().i32);
    rw.erase(op);
    Ok(())
}

fn barrier(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let scope = match rw.word(op, gpu::Barrier::scope) {
        ABSENT | BarrierScope::WORKGROUP => scope::WORKGROUP,
        BarrierScope::SUBGROUP => scope::SUBGROUP,
        _ => return Err("SPIR-V has no barrier of a cluster".into()),
    };
    emit_barrier(rw, scope);
    rw.erase(op);
    Ok(())
}

/// Emits a control barrier whose execution scope is `execution` (workgroup or subgroup). The barrier orders accesses to
/// workgroup memory and buffers within the workgroup.
fn emit_barrier(rw: &mut Rw<'_>, execution: u32) {
    let buffers = match rw.env.target.is_kernel() {
        true => semantics::CROSS_WORKGROUP_MEMORY,
        false => semantics::UNIFORM_MEMORY,
    };
    let memory = semantics::ACQUIRE_RELEASE | semantics::WORKGROUP_MEMORY | buffers;
    let slots = [execution, scope::WORKGROUP, memory];
    rw.create(NewOp { slots: &slots, ..NewOp::new(spv::ControlBarrier::ID) });
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
    // Each group of `width` lanes starts at a multiple of `width`.
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

/// Returns an error if the target lacks a capability or extension that an op requires.
fn require(rw: &Rw<'_>, def: OpDefId) -> Result<(), Mismatch> {
    let row = rw.ctx.registry().op(def).row;
    match rw.env.target.lacks(availability::of_row(row)) {
        Some(need) => Err(format!("'{}': {need}", row.name).into()),
        None => Ok(()),
    }
}

fn rotate(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let types = rw.result_types(op)?;
    let [value] = operands.first()?;
    let view = View::new(rw.ctx, rw, op).ok_or("is in no table")?;
    let number =
        |part| view.attr(part).and_then(|attr| rw.ctx.attr_u64(attr)).ok_or("has no width or offset");
    let (offset, width) = (number(gpu::Rotate::offset)?, number(gpu::Rotate::width)?);
    let size = u64::from(rw.env.target.subgroup_size);
    if width > size {
        return Err(format!("the width is greater than the subgroup size of {size}").into());
    }
    require(rw, spv::GroupNonUniformRotateKHR::ID)?;
    let u32 = rw.ctx.common().i32;
    let (offset, cluster) = (rw.int(u32, offset), rw.int(u32, width));
    let slots = [scope::SUBGROUP];
    let rotated = rw.op_with(spv::GroupNonUniformRotateKHR::ID, &[value, offset, cluster], &slots, types[0]);
    let truth = rw.ctx.common().i1;
    let valid = if width == size {
        rw.bool(truth, true)
    } else {
        let lane = built_in(rw, "SubgroupLocalInvocationId", u32);
        rw.op(spv::ULessThan::ID, &[lane, cluster], truth)
    };
    rw.done(op, &[rotated, valid])
}

/// Lowers a subgroup broadcast. A dynamic lane index needs a shuffle, because OpGroupNonUniformBroadcast requires a
/// uniform index.
fn broadcast(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let values = operands.all()?;
    let def = match values.len() {
        1 => spv::GroupNonUniformBroadcastFirst::ID,
        _ => spv::GroupNonUniformShuffle::ID,
    };
    require(rw, def)?;
    rw.op_with(def, &values, &[scope::SUBGROUP], ty).replaces(rw, op)
}

/// The instructions that implement one reduction operation.
struct Instructions {
    /// Instruction that reduces over the active invocations of a subgroup.
    non_uniform: OpDefId,
    /// Instruction that reduces over all invocations of a workgroup or subgroup. All of them must execute it.
    uniform: OpDefId,
}

/// Returns the instructions for a reduction of integers or floats. `kind` is the enumerant of the reduction operation.
fn reduction(kind: u32, float: bool) -> Result<Instructions, Mismatch> {
    let (non_uniform, uniform) = match (kind, float) {
        (AllReduceOperation::ADD, true) => (spv::GroupNonUniformFAdd::ID, spv::GroupFAdd::ID),
        (AllReduceOperation::ADD, false) => (spv::GroupNonUniformIAdd::ID, spv::GroupIAdd::ID),
        (AllReduceOperation::MUL, true) => (spv::GroupNonUniformFMul::ID, spv::GroupFMulKHR::ID),
        (AllReduceOperation::MUL, false) => (spv::GroupNonUniformIMul::ID, spv::GroupIMulKHR::ID),
        (AllReduceOperation::MINUI, false) => (spv::GroupNonUniformUMin::ID, spv::GroupUMin::ID),
        (AllReduceOperation::MINSI, false) => (spv::GroupNonUniformSMin::ID, spv::GroupSMin::ID),
        (AllReduceOperation::MAXUI, false) => (spv::GroupNonUniformUMax::ID, spv::GroupUMax::ID),
        (AllReduceOperation::MAXSI, false) => (spv::GroupNonUniformSMax::ID, spv::GroupSMax::ID),
        (AllReduceOperation::AND, false) => (spv::GroupNonUniformBitwiseAnd::ID, spv::GroupBitwiseAndKHR::ID),
        (AllReduceOperation::OR, false) => (spv::GroupNonUniformBitwiseOr::ID, spv::GroupBitwiseOrKHR::ID),
        (AllReduceOperation::XOR, false) => (spv::GroupNonUniformBitwiseXor::ID, spv::GroupBitwiseXorKHR::ID),
        (AllReduceOperation::MINNUMF | AllReduceOperation::MINIMUMF, true) => {
            (spv::GroupNonUniformFMin::ID, spv::GroupFMin::ID)
        }
        (AllReduceOperation::MAXNUMF | AllReduceOperation::MAXIMUMF, true) => {
            (spv::GroupNonUniformFMax::ID, spv::GroupFMax::ID)
        }
        _ => return Err("the reduction is not supported on this type".into()),
    };
    Ok(Instructions { non_uniform, uniform })
}

/// The invocations whose values a reduction combines.
#[derive(Clone, Copy)]
enum Group {
    /// All invocations of this scope. All of them must execute the reduction.
    Whole(u32),
    /// The active invocations of the subgroup.
    Subgroup,
    /// The active invocations of each cluster of this size in the subgroup.
    Clusters(u32),
}

impl Group {
    /// Emits the instruction that reduces `value` over the invocations.
    fn reduce(self, rw: &mut Rw<'_>, instructions: &Instructions, value: Value, ty: Type) -> Value {
        let Instructions { non_uniform, uniform } = *instructions;
        match self {
            Group::Whole(scope) => {
                let slots = [scope, group_operation::REDUCE];
                let is_narrow = matches!(*rw.ctx.type_data(ty), TypeData::Integer { width: ..32, .. });
                if !is_narrow {
                    return rw.op_with(uniform, &[value], &slots, ty);
                }
                // OpenCL supports reduction instructions only for 32- and 64-bit integers.
                let word = rw.ctx.common().i32;
                let is_signed = [spv::GroupSMin::ID, spv::GroupSMax::ID].contains(&uniform);
                let widen = if is_signed { spv::SConvert::ID } else { spv::UConvert::ID };
                let value = rw.op(widen, &[value], word);
                let value = rw.op_with(uniform, &[value], &slots, word);
                rw.op(spv::UConvert::ID, &[value], ty)
            }
            Group::Subgroup => {
                rw.op_with(non_uniform, &[value], &[scope::SUBGROUP, group_operation::REDUCE], ty)
            }
            Group::Clusters(size) => {
                let size = rw.u32(size);
                let slots = [scope::SUBGROUP, group_operation::CLUSTERED_REDUCE];
                rw.op_with(non_uniform, &[value, size], &slots, ty)
            }
        }
    }
}

fn subgroup_reduce(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let view = View::new(rw.ctx, rw, op).ok_or("the op has no definition in the dialect's tables")?;
    let number = |part| view.attr(part).and_then(|attr| rw.ctx.attr_u64(attr));
    if number(gpu::SubgroupReduce::cluster_stride).is_some_and(|stride| stride != 1) {
        return Err("a cluster stride other than 1 is not supported".into());
    }
    let group = match number(gpu::SubgroupReduce::cluster_size) {
        Some(size) => Group::Clusters(u32::try_from(size).map_err(|_| "the cluster size is too large")?),
        None if rw.word(op, gpu::SubgroupReduce::uniform) != 0 && needs_whole_subgroup(rw, op)? => {
            Group::Whole(scope::SUBGROUP)
        }
        None => Group::Subgroup,
    };
    reduce(rw, op, operands, group)
}

/// Returns whether the target supports only reductions of scalars over whole subgroups, as in OpenCL 2.
fn needs_whole_subgroup(rw: &Rw<'_>, op: Op) -> Result<bool, Mismatch> {
    let ty = rw.result_types(op)?[0];
    let float = matches!(rw.ctx.type_data(element(rw.ctx, ty)), TypeData::Float(_));
    let Instructions { non_uniform, uniform } = reduction(rw.word(op, gpu::SubgroupReduce::op), float)?;
    let lacks = |def| rw.env.target.lacks(availability::of_row(rw.ctx.registry().op(def).row)).is_some();
    let is_scalar = element(rw.ctx, ty) == ty;
    Ok(rw.env.target.is_kernel() && is_scalar && lacks(non_uniform) && !lacks(uniform))
}

fn reduce(rw: &mut Rw<'_>, op: Op, operands: &Operands, group: Group) -> Done {
    let ty = rw.result_types(op)?[0];
    let float = matches!(rw.ctx.type_data(element(rw.ctx, ty)), TypeData::Float(_));
    let original = rw.value_type(rw.result(op, 0));
    let kind = rw.word(op, gpu::AllReduce::op);
    if element(rw.ctx, ty) == rw.ctx.common().i1 {
        return Err("a reduction of booleans is not supported".into());
    }
    let instructions = reduction(kind, float)?;
    let [mut value] = operands.first()?;
    if is_one(rw, original) {
        return reduce_words(rw, kind, (value, ty), group)?.replaces(rw, op);
    }
    if element(rw.ctx, original) != element(rw.ctx, ty) {
        // The low bits of sums, products and bitwise operations do not depend on the upper bits of the operands.
        let extend = match kind {
            AllReduceOperation::MINSI | AllReduceOperation::MAXSI => Extend::Signed,
            _ => Extend::Unsigned,
        };
        match rw.ctx.type_data(element(rw.ctx, original)) {
            TypeData::Float(_) => return Err("a reduction of an emulated float is not supported".into()),
            _ => value = whole(rw, value, original, extend),
        }
    }
    group.reduce(rw, &instructions, value, ty).replaces(rw, op)
}

/// Reduces 64-bit integers that are emulated by two 32-bit words. A sum is computed in 16-bit digits, whose sums do not
/// overflow.
fn reduce_words(
    rw: &mut Rw<'_>,
    kind: u32,
    (value, ty): (Value, Type),
    group: Group,
) -> Result<Value, Mismatch> {
    const HALF: u32 = 16;
    let (word, truth) = (rw.ctx.common().i32, rw.ctx.common().i1);
    let all = |rw: &mut Rw<'_>, kind, part: Value| {
        let instructions = reduction(kind, false)?;
        Ok::<_, Mismatch>(group.reduce(rw, &instructions, part, word))
    };
    let (low, high) = match kind {
        AllReduceOperation::AND | AllReduceOperation::OR | AllReduceOperation::XOR => {
            let instructions = reduction(kind, false)?;
            return Ok(group.reduce(rw, &instructions, value, ty));
        }
        AllReduceOperation::ADD => {
            let (half, mask) = (rw.u32(HALF), rw.u32((1 << HALF) - 1));
            let (mut words, mut carry) = (Vec::new(), rw.u32(0));
            for index in 0..2 {
                let part = rw.extract(value, index, word);
                let parts = [
                    rw.op(spv::BitwiseAnd::ID, &[part, mask], word),
                    rw.op(spv::ShiftRightLogical::ID, &[part, half], word),
                ];
                let mut sums = Vec::new();
                for part in parts {
                    let sum = all(rw, AllReduceOperation::ADD, part)?;
                    let sum = rw.op(spv::IAdd::ID, &[sum, carry], word);
                    carry = rw.op(spv::ShiftRightLogical::ID, &[sum, half], word);
                    sums.push(sum);
                }
                let lower = rw.op(spv::BitwiseAnd::ID, &[sums[0], mask], word);
                let upper = rw.op(spv::ShiftLeftLogical::ID, &[sums[1], half], word);
                words.push(rw.op(spv::BitwiseOr::ID, &[lower, upper], word));
            }
            (words[0], words[1])
        }
        AllReduceOperation::MINSI
        | AllReduceOperation::MINUI
        | AllReduceOperation::MAXSI
        | AllReduceOperation::MAXUI => {
            let least = matches!(kind, AllReduceOperation::MINSI | AllReduceOperation::MINUI);
            let (low, high) = (rw.extract(value, 0, word), rw.extract(value, 1, word));
            let best = all(rw, kind, high)?;
            // Only invocations whose high word is the minimum or maximum contribute their low word.
            let counts = rw.op(spv::IEqual::ID, &[high, best], truth);
            let neutral = rw.u32(if least { u32::MAX } else { 0 });
            let low = rw.select(counts, low, neutral);
            (all(rw, if least { AllReduceOperation::MINUI } else { AllReduceOperation::MAXUI }, low)?, best)
        }
        _ => {
            return Err(
                "a product of 64-bit integers requires the capability Int64, which the target lacks".into()
            );
        }
    };
    Ok(rw.op(spv::CompositeConstruct::ID, &[low, high], ty))
}

/// Lowers a reduction over the workgroup to an OpGroup* instruction, or to workgroup memory accesses if the target
/// lacks the instruction. All invocations must execute the reduction.
fn all_reduce(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    if rw.first_block(rw.region(op, 0)).is_some() {
        return Err("a reduction with a custom body is not supported".into());
    }
    if rw.word(op, gpu::AllReduce::uniform) == 0 {
        return Err("a workgroup reduction must be marked 'uniform'".into());
    }
    let ty = rw.result_types(op)?[0];
    if element(rw.ctx, ty) == rw.ctx.common().i1 {
        return Err("a reduction of booleans is not supported".into());
    }
    let kind = rw.word(op, gpu::AllReduce::op);
    let float = matches!(rw.ctx.type_data(ty), TypeData::Float(_));
    let row = rw.ctx.registry().op(reduction(kind, float)?.uniform).row;
    if rw.env.target.is_kernel() && rw.env.target.lacks(availability::of_row(row)).is_none() {
        return reduce(rw, op, operands, Group::Whole(scope::WORKGROUP));
    }
    let original = rw.value_type(rw.result(op, 0));
    let [value] = operands.first()?;
    reduce_in_memory(rw, kind, (value, ty), original)?.replaces(rw, op)
}

/// Reduces over the workgroup in invocation order. Each invocation stores its value to workgroup memory and then loads
/// all values.
fn reduce_in_memory(
    rw: &mut Rw<'_>,
    kind: u32,
    (value, ty): (Value, Type),
    original: Type,
) -> Result<Value, Mismatch> {
    let ctx = rw.ctx;
    let size = rw.env.local_size.filter(|_| rw.env.whole);
    let size = size.ok_or("a workgroup reduction requires a kernel with a known workgroup size, or an OpenCL target with Groups")?;
    let count = size.iter().try_fold(1u32, |all, length| all.checked_mul(*length));
    let count = count.filter(|count| *count > 0).ok_or("the workgroup size is out of range")?;
    let array = ctx.pointer(ctx.array(ty, count), StorageClass::Workgroup);
    let pointer = ctx.pointer(ty, StorageClass::Workgroup);
    let name = rw.env.fresh_global("workgroup_mem", array);
    let memory = rw.address_of(&name, array);
    let own = local_index(rw, size);
    let at = rw.op(spv::AccessChain::ID, &[memory, own], pointer);
    rw.store(at, value);
    emit_barrier(rw, scope::WORKGROUP);
    let index = ctx.common().index;
    let (loop_def, yield_def) = (rw.def(scf::For::NAME)?, rw.def(scf::Yield::NAME)?);
    let number = |rw: &mut Rw<'_>, value: u32| {
        let attr = ctx.int_attr(value.into(), index);
        rw.value(NewOp { slots: &[attr.raw()], results: &[index], ..NewOp::new(CONSTANT_ID) })
    };
    let (one, end) = (number(rw, 1), number(rw, count));
    let zero = rw.u32(0);
    let at = rw.op(spv::AccessChain::ID, &[memory, zero], pointer);
    let first = rw.load(at, ty);
    rw.record_structure();
    let operands = [one, end, one, first];
    let made = rw.create(NewOp { operands: &operands, results: &[ty], regions: 1, ..NewOp::new(loop_def) });
    let region = rw.region(made, 0);
    let block = Builder::new(rw.body_mut()).append_block(region);
    let (position, so_far) = (rw.add_arg(block, index), rw.add_arg(block, ty));
    let after = rw.at;
    rw.at = InsertPoint::End(block);
    let position = cast(rw, position, rw.env.index_type(ctx));
    let at = rw.op(spv::AccessChain::ID, &[memory, position], pointer);
    let next = rw.load(at, ty);
    let combined = combine(rw, kind, so_far, next, original)?;
    rw.create(NewOp { operands: &[combined], ..NewOp::new(yield_def) });
    rw.at = after;
    // The next reduction may reuse the workgroup memory.
    emit_barrier(rw, scope::WORKGROUP);
    Ok(rw.result(made, 0))
}

/// Emits the linear index of the invocation in a workgroup with the given dimensions.
fn local_index(rw: &mut Rw<'_>, size: [u32; 3]) -> Value {
    let part = id_type(rw);
    let ids = built_in(rw, "LocalInvocationId", rw.ctx.vector_type(3, part));
    let (mut index, mut below) = (rw.extract(ids, 0, part), size[0]);
    for dimension in 1..3 {
        let id = rw.extract(ids, dimension, part);
        let row = rw.int(part, below.into());
        let offset = rw.op(spv::IMul::ID, &[id, row], part);
        index = rw.op(spv::IAdd::ID, &[index, offset], part);
        below = below.saturating_mul(size[dimension as usize]);
    }
    index
}
