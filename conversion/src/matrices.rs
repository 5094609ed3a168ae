//! Lowering of subgroup matrices (`!gpu.mma_matrix`) to cooperative matrices of SPV_KHR_cooperative_matrix

use crate::emit::{Done, Emit, Replaces, Rw, SourceOps, scope};
use crate::env::Spirv;
use crate::memref::{indices, place};
use crate::types::convert_scalar;
use spv_build::spv::{self, Types};
use spv_dialect::generated::values::{
    capability as cap, cooperative_matrix_operands as signs, cooperative_matrix_use as roles,
};
use spv_dialects::enums::MMAElementwise;
use spv_dialects::{View, gpu};
use spv_ir::conversion::{Mismatch, Operands, Pattern, TypeResult};
use spv_ir::dialect::{ABSENT, OpDefId};
use spv_ir::{AttrData, Attribute, Context, NewOp, Op, Signedness, Type, TypeData, Value};

/// Lowering patterns for subgroup matrix ops.
pub(crate) static PATTERNS: &[Pattern<Spirv>] = &[
    Pattern::new(gpu::SubgroupMmaLoadMatrix::NAME, "cooperative matrix load", load),
    Pattern::new(gpu::SubgroupMmaStoreMatrix::NAME, "cooperative matrix store", store),
    Pattern::new(gpu::SubgroupMmaExtractThreadLocal::NAME, "element of the invocation", extract),
    Pattern::new(gpu::SubgroupMmaInsertThreadLocal::NAME, "element of the invocation", insert),
    Pattern::new(gpu::SubgroupMmaCompute::NAME, "cooperative matrix product", compute),
    Pattern::new(gpu::SubgroupMmaConstantMatrix::NAME, "cooperative matrix splat", splat),
    Pattern::new(gpu::SubgroupMmaElementwise::NAME, "elementwise op on cooperative matrices", elementwise),
];

/// Returns the constant index of a matrix element among the elements that the invocation holds. `matrix` is the index
/// of the matrix operand; the next operand is the element index.
fn local_index(rw: &Rw<'_>, op: Op, matrix: usize) -> Result<Attribute, Mismatch> {
    let mut indices = rw.own_operands(op).skip(matrix + 1);
    let index = indices.next().filter(|_| indices.next().is_none()).ok_or("needs a single index")?;
    let constant = rw.defining_op(index).filter(|op| rw.operands(*op).len() == 0);
    let value = constant.and_then(|op| rw.slots(op).first().and_then(|raw| Attribute::from_raw(*raw)));
    let number = value.and_then(|attr| rw.ctx.attr_u64(attr)).and_then(|number| u32::try_from(number).ok());
    let number = number.ok_or("needs a constant index")?;
    Ok(rw.ctx.attr(AttrData::Words([number].into())))
}

fn extract(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let index = local_index(rw, op, 0)?;
    let [matrix] = operands.first()?;
    rw.op_with(spv::CompositeExtract::ID, &[matrix], &[index.raw()], ty).replaces(rw, op)
}

fn insert(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let index = local_index(rw, op, 1)?;
    let [value, matrix] = operands.first()?;
    rw.op_with(spv::CompositeInsert::ID, &[value, matrix], &[index.raw()], ty).replaces(rw, op)
}

/// Returns the element type of a subgroup matrix, its dimensions, and its role in a multiplication. Returns `None` for
/// other types.
fn parts(ctx: &Context, ty: Type) -> Option<(Type, Vec<u32>, &str)> {
    let (def, &[dims, element, role]) = ctx.type_params(ty)? else { return None };
    (ctx.registry().type_def(def).name == "gpu.mma_matrix").then_some(())?;
    let dims = ctx.attr_array(dims)?.iter().filter_map(|dim| ctx.attr_u64(*dim).map(|dim| dim as u32));
    Some((ctx.attr_type(element)?, dims.collect(), ctx.attr_str(role)?))
}

/// Converts the type of a subgroup matrix to a cooperative matrix type. Returns `None` for other types.
pub(crate) fn matrix(env: &Spirv, ctx: &Context, ty: Type) -> Option<TypeResult> {
    let (element, dims, role) = parts(ctx, ty)?;
    let &[rows, columns] = &dims[..] else { return None };
    if !env.target.has(cap::COOPERATIVE_MATRIX_KHR) {
        let fault = "a subgroup matrix requires the capability CooperativeMatrixKHR, which the target lacks";
        return Some(TypeResult::Fails(fault.to_owned()));
    }
    if env.whole && !env.target.is_kernel() && !env.target.has(cap::VULKAN_MEMORY_MODEL) {
        let fault = "a subgroup matrix requires the capability VulkanMemoryModel, which the target lacks";
        return Some(TypeResult::Fails(fault.to_owned()));
    }
    // Signedness is not part of the matrix type; each multiplication specifies which operands are signed.
    let element = match *ctx.type_data(element) {
        TypeData::Integer { width, .. } => ctx.int_type(width, Signedness::Signless),
        _ => element,
    };
    match convert_scalar(env, ctx, element) {
        Ok(same) if same == element => {}
        Ok(_) => {
            return Some(TypeResult::Fails(
                "matrix elements of this type are not supported by the target, and are not emulated"
                    .to_owned(),
            ));
        }
        Err(reason) => return Some(TypeResult::Fails(reason)),
    }
    let role = match role {
        "AOp" => roles::MATRIX_A_KHR,
        "BOp" => roles::MATRIX_B_KHR,
        _ => roles::MATRIX_ACCUMULATOR_KHR,
    };
    Some(ctx.cooperative_matrix(element, scope::SUBGROUP, rows, columns, role).into())
}

/// Returns the address of the first element, the row stride, and the properties of the matrix load or store.
fn memory(
    rw: &mut Rw<'_>,
    op: Op,
    memref: Value,
    operands: &Operands,
) -> Result<(Value, Value, [u32; 3]), Mismatch> {
    let list = indices(rw, op, gpu::SubgroupMmaLoadMatrix::indices, operands)?;
    let at = place(rw, memref, &list)?;
    if at.shift.is_some() || at.stored.ty != at.element {
        return Err("the elements in memory must have the element type of the matrix".into());
    }
    let view = View::new(rw.ctx, rw, op).ok_or("the op has no definition in the dialect's tables")?;
    let distance = view.attr(gpu::SubgroupMmaLoadMatrix::leadDimension);
    let distance =
        distance.and_then(|attr| rw.ctx.attr_u64(attr)).ok_or("the op has no leading dimension")?;
    let is_transposed = |attr: Attribute| *rw.ctx.attr_data(attr) != AttrData::Bool(false);
    let by_columns = view.attr(gpu::SubgroupMmaLoadMatrix::transpose).is_some_and(is_transposed);
    let stride = rw.u32(distance as u32);
    let [access, alignment] = at.access(rw);
    Ok((at.pointer, stride, [u32::from(by_columns), access, alignment]))
}

fn load(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let [memref] = rw.first_operands(op);
    let (pointer, stride, slots) = memory(rw, op, memref, operands)?;
    rw.op_with(spv::CooperativeMatrixLoadKHR::ID, &[pointer, stride], &slots, ty).replaces(rw, op)
}

fn store(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let [matrix] = operands.first()?;
    let [_, memref] = rw.first_operands(op);
    let (pointer, stride, slots) = memory(rw, op, memref, operands)?;
    let operands = &[pointer, matrix, stride];
    rw.create(NewOp { operands, slots: &slots, ..NewOp::new(spv::CooperativeMatrixStoreKHR::ID) });
    rw.erase(op);
    Ok(())
}

fn compute(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let view = View::new(rw.ctx, rw, op).ok_or("the op has no definition in the dialect's tables")?;
    let flags = [gpu::SubgroupMmaCompute::a_transpose, gpu::SubgroupMmaCompute::b_transpose];
    if flags.into_iter().any(|flag| view.attr(flag).is_some()) {
        return Err("a transposed operand is not supported: transpose the matrix when loading it".into());
    }
    let ctx = rw.ctx;
    let element = |value| parts(ctx, rw.original_type(value)).map(|(element, ..)| ctx.type_data(element));
    let is_integer = |value| matches!(element(value), Some(TypeData::Integer { .. }));
    let is_unsigned =
        |value| matches!(element(value), Some(TypeData::Integer { signedness: Signedness::Unsigned, .. }));
    let mut signed = 0;
    let matrices: [Value; 3] = rw.first_operands(op);
    if matrices.into_iter().all(is_integer) {
        let bits = [
            signs::MATRIX_A_SIGNED_COMPONENTS_KHR,
            signs::MATRIX_B_SIGNED_COMPONENTS_KHR,
            signs::MATRIX_C_SIGNED_COMPONENTS_KHR | signs::MATRIX_RESULT_SIGNED_COMPONENTS_KHR,
        ];
        let each = bits.into_iter().zip(matrices);
        signed = each.filter(|(_, matrix)| !is_unsigned(*matrix)).map(|(bit, _)| bit).sum();
    }
    let slots = [if signed == 0 { ABSENT } else { signed }];
    let (ty, values) = (rw.result_types(op)?[0], operands.all()?);
    rw.op_with(spv::CooperativeMatrixMulAddKHR::ID, &values, &slots, ty).replaces(rw, op)
}

fn splat(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let [value] = operands.first()?;
    rw.op(spv::CompositeConstruct::ID, &[value], ty).replaces(rw, op)
}

/// SPIR-V op for each operation enumerant of `gpu.subgroup_mma_elementwise`.
static ELEMENTWISE: [(u32, OpDefId); 12] = [
    (MMAElementwise::ADDF, spv::FAdd::ID),
    (MMAElementwise::SUBF, spv::FSub::ID),
    (MMAElementwise::MULF, spv::FMul::ID),
    (MMAElementwise::DIVF, spv::FDiv::ID),
    (MMAElementwise::ADDI, spv::IAdd::ID),
    (MMAElementwise::SUBI, spv::ISub::ID),
    (MMAElementwise::MULI, spv::IMul::ID),
    (MMAElementwise::DIVS, spv::SDiv::ID),
    (MMAElementwise::DIVU, spv::UDiv::ID),
    (MMAElementwise::NEGATEF, spv::FNegate::ID),
    (MMAElementwise::NEGATES, spv::SNegate::ID),
    (MMAElementwise::EXTF, spv::FConvert::ID),
];

fn elementwise(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let kind = rw.word(op, gpu::SubgroupMmaElementwise::opType);
    let values = operands.all()?;
    if let (MMAElementwise::MULF, &[left, right]) = (kind, &values[..]) {
        let [lhs, rhs] = rw.first_operands(op);
        for (original, matrix) in [(lhs, right), (rhs, left)] {
            if let Some(scalar) = equal_elements(rw, original) {
                let scalar = rw.adapted(scalar)?;
                let operands = [&[matrix], &scalar[..]].concat();
                return rw.op(spv::MatrixTimesScalar::ID, &operands, ty).replaces(rw, op);
            }
        }
    }
    let def = ELEMENTWISE.iter().find(|(known, _)| *known == kind).map(|(_, def)| *def);
    let def = def.ok_or("minimum and maximum are not supported on cooperative matrices")?;
    rw.op(def, &values, ty).replaces(rw, op)
}

/// Returns the unconverted scalar with which `gpu.subgroup_mma_constant_matrix` initialized all elements of a matrix.
/// Returns `None` for other matrices.
fn equal_elements(rw: &Rw<'_>, matrix: Value) -> Option<Value> {
    let op = rw.defining_op(matrix)?;
    let name = rw.ctx.registry().op(std::ops::Deref::deref(rw).def(op)).row.name;
    (name == gpu::SubgroupMmaConstantMatrix::NAME).then(|| rw.first_operands::<1>(op)[0])
}
