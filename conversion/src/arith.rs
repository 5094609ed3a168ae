//! Lowering of `arith` and `index` ops
//!
//! If an integer type is emulated by a wider one, the upper bits of a value are arbitrary. An op whose result depends
//! on the upper bits first extends its operands.

use crate::emit::{Done, Emit, Replaces, Rw, SourceOps, convert_bits, like, resize};
use crate::env::Spirv;
use crate::narrow_floats::{emulated, pack, round_emulated, unpack};
use crate::small_floats;
use crate::types::array;
use smallvec::SmallVec;
use spv_build::spv::{self, Types};
use spv_dialect::narrow_integers;
pub(crate) use spv_dialect::narrow_integers::Extend;
use spv_dialects::View;
use spv_dialects::enums::{
    CmpFPredicate, CmpIPredicate as Predicate, FastMathFlags, IntegerOverflowFlags, RoundingMode,
};
use spv_dialects::types::{element, int_width, vector_dims};
use spv_dialects::{arith, index, ub};
use spv_ir::arith::{CONSTANT, VALUE_SLOT};
use spv_ir::conversion::{Mismatch, Operands, Pattern};
use spv_ir::dialect::{ABSENT, OpDefId};
use spv_ir::{AttrData, Attribute, Context, NewOp, Op, Type, TypeData, Value};

macro_rules! simple {
    ($($dialect:ident::$op:ident => $target:ident),* $(,)?) => {
        [$(Pattern::new($dialect::$op::NAME, stringify!($target), |rw, op, operands| {
            one_to_one(rw, op, operands, spv::$target::ID)
        })),*]
    };
}

/// Patterns for ops that map to a single SPIR-V op.
static SIMPLE: &[Pattern<Spirv>] = &simple! {
    arith::AddI => IAdd,
    arith::SubI => ISub,
    arith::MulI => IMul,
    arith::DivSI => SDiv,
    arith::DivUI => UDiv,
    arith::RemUI => UMod,
    arith::AndI => BitwiseAnd,
    arith::OrI => BitwiseOr,
    arith::XOrI => BitwiseXor,
    arith::AddF => FAdd,
    arith::SubF => FSub,
    arith::MulF => FMul,
    arith::DivF => FDiv,
    arith::RemF => FRem,
    arith::NegF => FNegate,
    index::Add => IAdd,
    index::Sub => ISub,
    index::Mul => IMul,
    index::DivS => SDiv,
    index::DivU => UDiv,
    index::RemU => UMod,
    index::And => BitwiseAnd,
    index::Or => BitwiseOr,
    index::Xor => BitwiseXor,
    index::Shl => ShiftLeftLogical,
    index::ShrS => ShiftRightArithmetic,
    index::ShrU => ShiftRightLogical,
};

/// Patterns for ops that need more than one SPIR-V op.
static OTHER: &[Pattern<Spirv>] = &[
    Pattern::new(CONSTANT.name, "constant", constant),
    Pattern::new(index::Constant::NAME, "index constant", index_constant),
    Pattern::new(index::BoolConstant::NAME, "bool constant", constant),
    Pattern::new(index::SizeOf::NAME, "size of index", sizeof),
    Pattern::new(arith::ShLI::NAME, "shift left", |rw, op, operands| {
        shift(rw, op, operands, spv::ShiftLeftLogical::ID, Extend::No)
    }),
    Pattern::new(arith::ShRSI::NAME, "signed shift right", |rw, op, operands| {
        shift(rw, op, operands, spv::ShiftRightArithmetic::ID, Extend::Signed)
    }),
    Pattern::new(arith::ShRUI::NAME, "unsigned shift right", |rw, op, operands| {
        shift(rw, op, operands, spv::ShiftRightLogical::ID, Extend::Unsigned)
    }),
    Pattern::new(arith::RemSI::NAME, "signed remainder", remainder),
    Pattern::new(index::RemS::NAME, "signed remainder", remainder),
    Pattern::new(arith::FloorDivSI::NAME, "floor division", |rw, op, operands| {
        rounded(rw, op, operands, false)
    }),
    Pattern::new(arith::CeilDivSI::NAME, "ceiling division", |rw, op, operands| {
        rounded(rw, op, operands, true)
    }),
    Pattern::new(arith::CeilDivUI::NAME, "unsigned ceiling division", unsigned_ceiling),
    Pattern::new(index::FloorDivS::NAME, "floor division", |rw, op, operands| {
        rounded(rw, op, operands, false)
    }),
    Pattern::new(index::CeilDivS::NAME, "ceiling division", |rw, op, operands| {
        rounded(rw, op, operands, true)
    }),
    Pattern::new(index::CeilDivU::NAME, "unsigned ceiling division", unsigned_ceiling),
    Pattern::new(arith::MaxSI::NAME, "signed maximum", |rw, op, operands| {
        extremum(rw, op, operands, spv::SGreaterThan::ID, Extend::Signed)
    }),
    Pattern::new(arith::MaxUI::NAME, "unsigned maximum", |rw, op, operands| {
        extremum(rw, op, operands, spv::UGreaterThan::ID, Extend::Unsigned)
    }),
    Pattern::new(arith::MinSI::NAME, "signed minimum", |rw, op, operands| {
        extremum(rw, op, operands, spv::SLessThan::ID, Extend::Signed)
    }),
    Pattern::new(arith::MinUI::NAME, "unsigned minimum", |rw, op, operands| {
        extremum(rw, op, operands, spv::ULessThan::ID, Extend::Unsigned)
    }),
    Pattern::new(index::MaxS::NAME, "signed maximum", |rw, op, operands| {
        extremum(rw, op, operands, spv::SGreaterThan::ID, Extend::Signed)
    }),
    Pattern::new(index::MaxU::NAME, "unsigned maximum", |rw, op, operands| {
        extremum(rw, op, operands, spv::UGreaterThan::ID, Extend::Unsigned)
    }),
    Pattern::new(index::MinS::NAME, "signed minimum", |rw, op, operands| {
        extremum(rw, op, operands, spv::SLessThan::ID, Extend::Signed)
    }),
    Pattern::new(index::MinU::NAME, "unsigned minimum", |rw, op, operands| {
        extremum(rw, op, operands, spv::ULessThan::ID, Extend::Unsigned)
    }),
    Pattern::new(arith::AddUIExtended::NAME, "addition with carry", add_extended),
    Pattern::new(arith::MulSIExtended::NAME, "signed extended product", |rw, op, operands| {
        mul_extended(rw, op, operands, true)
    }),
    Pattern::new(arith::MulUIExtended::NAME, "unsigned extended product", |rw, op, operands| {
        mul_extended(rw, op, operands, false)
    }),
    Pattern::new(arith::MaximumF::NAME, "maximum", |rw, op, operands| {
        float_extremum(rw, op, operands, true, true)
    }),
    Pattern::new(arith::MinimumF::NAME, "minimum", |rw, op, operands| {
        float_extremum(rw, op, operands, false, true)
    }),
    Pattern::new(arith::MaxNumF::NAME, "maximum ignoring NaNs", |rw, op, operands| {
        float_extremum(rw, op, operands, true, false)
    }),
    Pattern::new(arith::MinNumF::NAME, "minimum ignoring NaNs", |rw, op, operands| {
        float_extremum(rw, op, operands, false, false)
    }),
    Pattern::new(arith::CmpI::NAME, "integer comparison", compare),
    Pattern::new(index::Cmp::NAME, "index comparison", compare),
    Pattern::new(arith::CmpF::NAME, "float comparison", compare_floats),
    Pattern::new(arith::Select::NAME, "select", select),
    Pattern::new(arith::ExtSI::NAME, "sign extension", |rw, op, operands| {
        extend(rw, op, operands, Extend::Signed)
    }),
    Pattern::new(arith::ExtUI::NAME, "zero extension", |rw, op, operands| {
        extend(rw, op, operands, Extend::Unsigned)
    }),
    Pattern::new(arith::IndexCast::NAME, "signed index cast", |rw, op, operands| {
        extend(rw, op, operands, Extend::Signed)
    }),
    Pattern::new(arith::IndexCastUI::NAME, "unsigned index cast", |rw, op, operands| {
        extend(rw, op, operands, Extend::Unsigned)
    }),
    Pattern::new(index::CastS::NAME, "signed index cast", |rw, op, operands| {
        extend(rw, op, operands, Extend::Signed)
    }),
    Pattern::new(index::CastU::NAME, "unsigned index cast", |rw, op, operands| {
        extend(rw, op, operands, Extend::Unsigned)
    }),
    Pattern::new(arith::TruncI::NAME, "truncation", |rw, op, operands| extend(rw, op, operands, Extend::No)),
    Pattern::new(arith::ExtF::NAME, "float extension", float_convert),
    Pattern::new(arith::TruncF::NAME, "float truncation", float_convert),
    Pattern::new(arith::ScalingExtF::NAME, "extension and product", small_floats::scaling_extension),
    Pattern::new(arith::ScalingTruncF::NAME, "quotient and truncation", small_floats::scaling_truncation),
    Pattern::new(arith::SIToFP::NAME, "signed integer to float", |rw, op, operands| {
        to_float(rw, op, operands, spv::ConvertSToF::ID, Extend::Signed)
    }),
    Pattern::new(arith::UIToFP::NAME, "unsigned integer to float", |rw, op, operands| {
        to_float(rw, op, operands, spv::ConvertUToF::ID, Extend::Unsigned)
    }),
    Pattern::new(arith::FPToSI::NAME, "float to signed integer", |rw, op, operands| {
        to_int(rw, op, operands, spv::ConvertFToS::ID)
    }),
    Pattern::new(arith::FPToUI::NAME, "float to unsigned integer", |rw, op, operands| {
        to_int(rw, op, operands, spv::ConvertFToU::ID)
    }),
    Pattern::new(arith::Bitcast::NAME, "bitcast", bitcast),
    Pattern::new(ub::Unreachable::NAME, "unreachable code", |rw, op, _| {
        rw.create(NewOp::new(spv::Unreachable::ID));
        rw.erase(op);
        Ok(())
    }),
    Pattern::new(ub::Poison::NAME, "undefined value", |rw, op, _| {
        let ty = rw.result_types(op)?[0];
        rw.op(spv::Undef::ID, &[], ty).replaces(rw, op)
    }),
];

/// Returns the lowering patterns for `arith` and `index` ops.
pub(crate) fn patterns() -> [&'static [Pattern<Spirv>]; 2] {
    [SIMPLE, OTHER]
}

/// Returns the bit width of the element of a type before conversion, or `None` if the element is not an integer.
fn width(rw: &Rw<'_>, ty: Type) -> Option<u32> {
    int_width(rw.ctx, element(rw.ctx, ty))
}

/// Returns whether the element type is `i1`. `ty` is a type before conversion.
fn is_bool(rw: &Rw<'_>, ty: Type) -> bool {
    element(rw.ctx, ty) == rw.ctx.common().i1
}

/// Extends a value of the type `original` to the full width of the wider type that emulates it. `how` selects sign or
/// zero extension.
pub(crate) fn whole(rw: &mut Rw<'_>, value: Value, original: Type, how: Extend) -> Value {
    let ty = rw.type_of(value);
    if ty == original || how == Extend::No {
        return value;
    }
    let (Some(from), Some(to)) = (width(rw, original), width(rw, ty)) else { return value };
    let mut whole = value;
    for (def, number) in narrow_integers::steps(how, from, to) {
        let constant = rw.int(ty, number);
        whole = rw.value(NewOp { operands: &[whole, constant], results: &[ty], ..NewOp::new(def) });
    }
    whole
}

/// Returns the converted operands. Values of emulated types are extended to the full width of the wider type.
fn whole_operands(
    rw: &mut Rw<'_>,
    op: Op,
    operands: &Operands,
    how: Extend,
) -> Result<SmallVec<[Value; 4]>, Mismatch> {
    let mut values = operands.all()?;
    for (index, value) in values.iter_mut().enumerate() {
        let original = rw.original_type(rw.operand(op, index));
        *value = whole(rw, *value, original, how);
    }
    Ok(values)
}

/// Lowers an integer op on `i1` to a logical op. A comparison represents the minimum or maximum that it selects.
/// Returns `None` for other ops.
fn on_bools(rw: &mut Rw<'_>, def: OpDefId, operands: &[Value], ty: Type) -> Option<Value> {
    let &[a, b] = operands else { return None };
    let target = match def {
        spv::IAdd::ID | spv::ISub::ID | spv::BitwiseXor::ID => spv::LogicalNotEqual::ID,
        spv::IMul::ID | spv::BitwiseAnd::ID => spv::LogicalAnd::ID,
        spv::BitwiseOr::ID => spv::LogicalOr::ID,
        // The divisor of an `i1` division must be 1 and a shift amount must be 0, because any other value is undefined
        // behavior. The result is therefore the first operand.
        spv::SDiv::ID
        | spv::UDiv::ID
        | spv::ShiftLeftLogical::ID
        | spv::ShiftRightArithmetic::ID
        | spv::ShiftRightLogical::ID => {
            return Some(a);
        }
        spv::UMod::ID => return Some(rw.bool(ty, false)),
        // The signed value of a true `i1` is -1, so the signed minimum is the same as the unsigned maximum.
        spv::UGreaterThan::ID | spv::SLessThan::ID => spv::LogicalOr::ID,
        spv::ULessThan::ID | spv::SGreaterThan::ID => spv::LogicalAnd::ID,
        _ => return None,
    };
    Some(rw.op(target, &[a, b], ty))
}

fn one_to_one(rw: &mut Rw<'_>, op: Op, operands: &Operands, def: OpDefId) -> Done {
    let ty = rw.result_types(op)?[0];
    let original = rw.value_type(rw.result(op, 0));
    if is_bool(rw, original) {
        let values = operands.all()?;
        if let Some(value) = on_bools(rw, def, &values, ty) {
            return value.replaces(rw, op);
        }
    }
    let how = narrow_integers::extension(0, rw.ctx.registry().op(def).row.opcode, 0).unwrap_or(Extend::No);
    let values = whole_operands(rw, op, operands, how)?;
    let attrs = decorations(rw, op);
    let value = rw.value(NewOp { operands: &values, results: &[ty], attrs, ..NewOp::new(def) });
    finish_float(rw, op, value)
}

/// Replaces an op with a float value. Rounds the value first if its type is emulated by a wider one. For sums,
/// products, quotients and square roots of 16-bit floats, double rounding gives the same result as single rounding.
pub(crate) fn finish_float(rw: &mut Rw<'_>, op: Op, value: Value) -> Done {
    let original = rw.value_type(rw.result(op, 0));
    round_emulated(rw, value, original).replaces(rw, op)
}

/// Returns the decorations for the op's overflow flags, or `None` if there are no flags or the target lacks the
/// decorations.
fn decorations(rw: &Rw<'_>, op: Op) -> Option<Attribute> {
    let ctx = rw.ctx;
    let flags = View::new(ctx, rw, op)?.flags(arith::AddI::overflowFlags);
    let target = &rw.env.target;
    let has = target.version >= 0x0001_0400
        || target.extensions.iter().any(|name| name == "SPV_KHR_no_integer_wrap_decoration");
    // Overflow flags describe the original width and may not hold in a wider type.
    let whole = rw.convert_type(rw.value_type(rw.result(op, 0))).ok()? == rw.value_type(rw.result(op, 0));
    let names =
        [(IntegerOverflowFlags::NSW, "no_signed_wrap"), (IntegerOverflowFlags::NUW, "no_unsigned_wrap")];
    let entries: Vec<_> = names
        .into_iter()
        .filter(|(bit, _)| has && whole && flags & bit != 0)
        .map(|(_, name)| (ctx.ident(name), ctx.unit_attr()))
        .collect();
    (!entries.is_empty()).then(|| ctx.dict_attr(entries))
}

fn constant(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let ctx = rw.ctx;
    let original = rw.value_type(rw.result(op, 0));
    let ty = rw.convert_type(original)?;
    let value = rw.constant_value(op)?;
    let (from, to) = (element(ctx, original), scalar_of(ctx, ty));
    let scalar = |bits: u64| match ctx.type_data(to) {
        TypeData::Float(_) => ctx.attr(AttrData::Float { bits: convert_bits(ctx, bits, from, to), ty: to }),
        TypeData::Integer { width: 1, .. } => ctx.bool_attr(bits != 0),
        _ => ctx.int_attr(convert_bits(ctx, bits, from, to), to),
    };
    let attr = match ctx.attr_data(value) {
        AttrData::Bool(_) => value,
        AttrData::Integer { value, .. } => scalar(*value),
        AttrData::Float { bits, .. } => scalar(*bits),
        AttrData::Dense { elements, .. } if to == ty => {
            scalar(*elements.first().ok_or("the constant has no elements")?)
        }
        AttrData::Dense { elements, .. } => {
            let bits = elements.iter().map(|bits| convert_bits(ctx, *bits, from, to)).collect();
            ctx.dense_attr(dense_type(ctx, ty, to), bits)
        }
        _ => return Err("the value is neither a number nor dense elements".into()),
    };
    rw.constant(ty, attr).replaces(rw, op)
}

/// Returns the scalar type of a converted type, which is a scalar, a vector, or an array of scalars.
fn scalar_of(ctx: &Context, ty: Type) -> Type {
    array(ctx, ty).map_or_else(|| element(ctx, ty), |(element, _)| element)
}

/// Returns the type of the dense-elements attribute for a vector or array constant.
fn dense_type(ctx: &Context, ty: Type, scalar: Type) -> Type {
    match array(ctx, ty) {
        Some((_, count)) => ctx.ty(TypeData::Tensor { dims: [count].into(), element: scalar }),
        None => ty,
    }
}

fn index_constant(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let value = rw
        .slot_attr(op, VALUE_SLOT)
        .and_then(|attr| rw.ctx.attr_u64(attr))
        .ok_or("the constant has no value")?;
    rw.int(ty, value).replaces(rw, op)
}

fn sizeof(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let bits = width(rw, ty).unwrap_or(32);
    rw.int(ty, bits.into()).replaces(rw, op)
}

fn shift(rw: &mut Rw<'_>, op: Op, operands: &Operands, def: OpDefId, how: Extend) -> Done {
    let ty = rw.result_types(op)?[0];
    let original = rw.value_type(rw.result(op, 0));
    let values = operands.all()?;
    if is_bool(rw, original) {
        return values[0].replaces(rw, op);
    }
    let base = whole(rw, values[0], original, how);
    let amount = whole(rw, values[1], original, Extend::Unsigned);
    rw.op(def, &[base, amount], ty).replaces(rw, op)
}

/// Returns whether the target is a shader environment, not an OpenCL one.
fn is_shader(rw: &Rw<'_>) -> bool {
    rw.env.target.has(spv_dialect::generated::values::capability::SHADER)
}

/// Lowers a signed remainder, whose result has the sign of the dividend. OpSRem has these semantics, but its result is
/// undefined for negative operands in Vulkan.
fn remainder(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    if is_bool(rw, rw.value_type(rw.result(op, 0))) {
        return rw.bool(ty, false).replaces(rw, op);
    }
    let values = whole_operands(rw, op, operands, Extend::Signed)?;
    let value = match is_shader(rw) {
        true => divide(rw, &values, ty).1,
        false => rw.op(spv::SRem::ID, &values, ty),
    };
    value.replaces(rw, op)
}

/// Emits a signed division that rounds toward zero. Returns the quotient and the remainder.
fn divide(rw: &mut Rw<'_>, values: &[Value], ty: Type) -> (Value, Value) {
    let quotient = rw.op(spv::SDiv::ID, values, ty);
    let product = rw.op(spv::IMul::ID, &[quotient, values[1]], ty);
    let remainder = rw.op(spv::ISub::ID, &[values[0], product], ty);
    (quotient, remainder)
}

fn rounded(rw: &mut Rw<'_>, op: Op, operands: &Operands, up: bool) -> Done {
    let ty = rw.result_types(op)?[0];
    if is_bool(rw, rw.value_type(rw.result(op, 0))) {
        let [value] = operands.first()?;
        return value.replaces(rw, op);
    }
    let values = whole_operands(rw, op, operands, Extend::Signed)?;
    let truth = rw.bool_like(ty);
    let (quotient, remainder) = divide(rw, &values, ty);
    let zero = rw.int(ty, 0);
    let inexact = rw.op(spv::INotEqual::ID, &[remainder, zero], truth);
    let negative = rw.op(spv::SLessThan::ID, &[remainder, zero], truth);
    let by_negative = rw.op(spv::SLessThan::ID, &[values[1], zero], truth);
    let compare = if up { spv::LogicalEqual::ID } else { spv::LogicalNotEqual::ID };
    let signs = rw.op(compare, &[negative, by_negative], truth);
    let adjust = rw.op(spv::LogicalAnd::ID, &[inexact, signs], truth);
    let step = rw.int(ty, if up { 1 } else { u64::MAX });
    let adjusted = rw.op(spv::IAdd::ID, &[quotient, step], ty);
    rw.select(adjust, adjusted, quotient).replaces(rw, op)
}

fn unsigned_ceiling(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    if is_bool(rw, rw.value_type(rw.result(op, 0))) {
        let [value] = operands.first()?;
        return value.replaces(rw, op);
    }
    let values = whole_operands(rw, op, operands, Extend::Unsigned)?;
    let truth = rw.bool_like(ty);
    let quotient = rw.op(spv::UDiv::ID, &values, ty);
    let product = rw.op(spv::IMul::ID, &[quotient, values[1]], ty);
    let inexact = rw.op(spv::INotEqual::ID, &[product, values[0]], truth);
    let one = rw.int(ty, 1);
    let more = rw.op(spv::IAdd::ID, &[quotient, one], ty);
    rw.select(inexact, more, quotient).replaces(rw, op)
}

fn extremum(rw: &mut Rw<'_>, op: Op, operands: &Operands, def: OpDefId, how: Extend) -> Done {
    let ty = rw.result_types(op)?[0];
    if is_bool(rw, rw.value_type(rw.result(op, 0))) {
        let values = operands.all()?;
        return on_bools(rw, def, &values, ty)
            .ok_or("the op has no counterpart on booleans")?
            .replaces(rw, op);
    }
    let values = whole_operands(rw, op, operands, how)?;
    extreme_int(rw, def, &values, ty)?.replaces(rw, op)
}

/// Integer comparisons, each with the GLSL.std.450 and OpenCL.std functions for the corresponding minimum or maximum.
const INT_EXTREMA: [(OpDefId, OpDefId, OpDefId); 4] = [
    (spv::SGreaterThan::ID, spv::glsl::SMax::ID, spv::ocl::SMax::ID),
    (spv::UGreaterThan::ID, spv::glsl::UMax::ID, spv::ocl::UMax::ID),
    (spv::SLessThan::ID, spv::glsl::SMin::ID, spv::ocl::SMin::ID),
    (spv::ULessThan::ID, spv::glsl::UMin::ID, spv::ocl::UMin::ID),
];

/// Emits the minimum or maximum of two integers. The result is the first operand if the comparison `compare` holds for
/// the operands, or else the second one.
pub(crate) fn extreme_int(
    rw: &mut Rw<'_>,
    compare: OpDefId,
    values: &[Value],
    ty: Type,
) -> Result<Value, Mismatch> {
    let &(_, glsl, ocl) = INT_EXTREMA
        .iter()
        .find(|(known, ..)| *known == compare)
        .ok_or("the target has no such minimum or maximum")?;
    Ok(rw.op(if rw.env.target.is_kernel() { ocl } else { glsl }, values, ty))
}

/// Returns a struct type with two members of type `ty`.
pub(crate) fn pair(rw: &Rw<'_>, ty: Type) -> Type {
    rw.ctx.structure().member(ty).member(ty).build()
}

fn add_extended(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let types = rw.result_types(op)?;
    let original = rw.value_type(rw.result(op, 0));
    let (ty, truth) = (types[0], types[1]);
    if is_bool(rw, original) {
        let values = operands.all()?;
        let sum = rw.op(spv::LogicalNotEqual::ID, &values, ty);
        let carry = rw.op(spv::LogicalAnd::ID, &values, ty);
        return rw.done(op, &[sum, carry]);
    }
    let values = whole_operands(rw, op, operands, Extend::Unsigned)?;
    let (sum, carry) = if width(rw, original) < width(rw, ty) {
        let sum = rw.op(spv::IAdd::ID, &values, ty);
        let bits = rw.int(ty, width(rw, original).unwrap_or(0).into());
        (sum, rw.op(spv::ShiftRightLogical::ID, &[sum, bits], ty))
    } else if rw.env.target.is_kernel() {
        // Few OpenCL runtimes support OpIAddCarry, so detect the carry with a comparison.
        let sum = rw.op(spv::IAdd::ID, &values, ty);
        let carry = rw.op(spv::ULessThan::ID, &[sum, values[0]], truth);
        return rw.done(op, &[sum, carry]);
    } else {
        let both = pair(rw, ty);
        let both = rw.op(spv::IAddCarry::ID, &values, both);
        (rw.extract(both, 0, ty), rw.extract(both, 1, ty))
    };
    let one = rw.int(ty, 1);
    let carry = rw.op(spv::IEqual::ID, &[carry, one], truth);
    rw.done(op, &[sum, carry])
}

fn mul_extended(rw: &mut Rw<'_>, op: Op, operands: &Operands, signed: bool) -> Done {
    let ty = rw.result_types(op)?[0];
    let original = rw.value_type(rw.result(op, 0));
    if is_bool(rw, original) {
        let values = operands.all()?;
        let low = rw.op(spv::LogicalAnd::ID, &values, ty);
        // A signed `i1` that is true is -1. The exact product of -1 and -1 is 1, so the high half is always zero.
        let high = rw.bool(ty, false);
        return rw.done(op, &[low, high]);
    }
    let how = if signed { Extend::Signed } else { Extend::Unsigned };
    let values = whole_operands(rw, op, operands, how)?;
    let (low, high) = if width(rw, original) < width(rw, ty) {
        let product = rw.op(spv::IMul::ID, &values, ty);
        let bits = rw.int(ty, width(rw, original).unwrap_or(0).into());
        let def = if signed { spv::ShiftRightArithmetic::ID } else { spv::ShiftRightLogical::ID };
        (product, rw.op(def, &[product, bits], ty))
    } else {
        product(rw, &values, ty, signed)
    };
    rw.done(op, &[low, high])
}

/// Emits a multiplication. Returns the low half and the high half of the product. Avoids OpSMulExtended and
/// OpUMulExtended in OpenCL, because few runtimes support them.
pub(crate) fn product(rw: &mut Rw<'_>, values: &[Value], ty: Type, signed: bool) -> (Value, Value) {
    if rw.env.target.is_kernel() {
        let high = if signed { spv::ocl::SMulHi::ID } else { spv::ocl::UMulHi::ID };
        return (rw.op(spv::IMul::ID, values, ty), rw.op(high, values, ty));
    }
    let both = pair(rw, ty);
    let both = rw.op(if signed { spv::SMulExtended::ID } else { spv::UMulExtended::ID }, values, both);
    (rw.extract(both, 0, ty), rw.extract(both, 1, ty))
}

/// Lowers a floating-point minimum or maximum. If one operand is NaN, the result is NaN if `nan` is set, or else the
/// other operand.
fn float_extremum(rw: &mut Rw<'_>, op: Op, operands: &Operands, greater: bool, nan: bool) -> Done {
    let ty = rw.result_types(op)?[0];
    let values = operands.all()?;
    let on_nan = match (without_nan(rw, op), nan) {
        (true, _) => OnNan::Any,
        (false, true) => OnNan::Nan,
        (false, false) => OnNan::Number,
    };
    extreme_float(rw, &values, ty, greater, on_nan).replaces(rw, op)
}

/// Returns whether the op's fast-math flags promise that no operand is NaN.
fn without_nan(rw: &Rw<'_>, op: Op) -> bool {
    View::new(rw.ctx, rw, op).is_some_and(|view| view.flags(arith::AddF::fastmath) & FastMathFlags::NNAN != 0)
}

/// The result of a floating-point minimum or maximum if one operand is NaN.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnNan {
    /// An undefined value.
    Any,
    /// The NaN operand.
    Nan,
    /// The operand that is not NaN.
    Number,
}

/// Emits a floating-point minimum or maximum.
pub(crate) fn extreme_float(
    rw: &mut Rw<'_>,
    values: &[Value],
    ty: Type,
    greater: bool,
    on_nan: OnNan,
) -> Value {
    let kernel = rw.env.target.is_kernel();
    let def = match (kernel, greater, on_nan == OnNan::Number) {
        (false, true, true) => spv::glsl::NMax::ID,
        (false, false, true) => spv::glsl::NMin::ID,
        (false, true, false) => spv::glsl::FMax::ID,
        (false, false, false) => spv::glsl::FMin::ID,
        (true, true, _) => spv::ocl::Fmax::ID,
        (true, false, _) => spv::ocl::Fmin::ID,
    };
    let mut value = rw.op(def, values, ty);
    if on_nan == OnNan::Nan {
        let truth = rw.bool_like(ty);
        let mut nans = Vec::new();
        for &operand in values {
            nans.push(rw.op(spv::IsNan::ID, &[operand], truth));
        }
        for (is_nan, &operand) in nans.into_iter().zip(values) {
            value = rw.select(is_nan, operand, value);
        }
    }
    value
}

const PREDICATES: [(OpDefId, Extend); 10] = [
    (spv::IEqual::ID, Extend::Unsigned),
    (spv::INotEqual::ID, Extend::Unsigned),
    (spv::SLessThan::ID, Extend::Signed),
    (spv::SLessThanEqual::ID, Extend::Signed),
    (spv::SGreaterThan::ID, Extend::Signed),
    (spv::SGreaterThanEqual::ID, Extend::Signed),
    (spv::ULessThan::ID, Extend::Unsigned),
    (spv::ULessThanEqual::ID, Extend::Unsigned),
    (spv::UGreaterThan::ID, Extend::Unsigned),
    (spv::UGreaterThanEqual::ID, Extend::Unsigned),
];

fn compare(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let truth = rw.result_types(op)?[0];
    // `index.cmp` stores its predicate at the same property index.
    let predicate = rw.slot(op, arith::CmpI::slot(arith::CmpI::predicate));
    let Some(&(def, how)) = PREDICATES.get(predicate as usize) else {
        return Err("unknown predicate".into());
    };
    let [original] = rw.first_operand_types(op);
    if is_bool(rw, original) {
        let values = operands.all()?;
        return compare_bools(rw, predicate, &values, truth).replaces(rw, op);
    }
    let values = whole_operands(rw, op, operands, how)?;
    rw.op(def, &values, truth).replaces(rw, op)
}

/// Compares Booleans. Interpreted as unsigned, false is less than true; interpreted as signed, true is -1.
fn compare_bools(rw: &mut Rw<'_>, predicate: u32, values: &[Value], truth: Type) -> Value {
    let (a, b) = (values[0], values[1]);
    // Index of the operand to negate, and the logical op that combines both operands.
    let (negated, def) = match predicate {
        Predicate::EQ => return rw.op(spv::LogicalEqual::ID, &[a, b], truth),
        Predicate::NE => return rw.op(spv::LogicalNotEqual::ID, &[a, b], truth),
        Predicate::SLT | Predicate::UGT => (1, spv::LogicalAnd::ID),
        Predicate::SLE | Predicate::UGE => (1, spv::LogicalOr::ID),
        Predicate::SGT | Predicate::ULT => (0, spv::LogicalAnd::ID),
        _ => (0, spv::LogicalOr::ID),
    };
    let mut pair = [a, b];
    pair[negated] = rw.op(spv::LogicalNot::ID, &[pair[negated]], truth);
    rw.op(def, &pair, truth)
}

const FLOAT_PREDICATES: [Option<OpDefId>; 16] = [
    None,
    Some(spv::FOrdEqual::ID),
    Some(spv::FOrdGreaterThan::ID),
    Some(spv::FOrdGreaterThanEqual::ID),
    Some(spv::FOrdLessThan::ID),
    Some(spv::FOrdLessThanEqual::ID),
    Some(spv::FOrdNotEqual::ID),
    None,
    Some(spv::FUnordEqual::ID),
    Some(spv::FUnordGreaterThan::ID),
    Some(spv::FUnordGreaterThanEqual::ID),
    Some(spv::FUnordLessThan::ID),
    Some(spv::FUnordLessThanEqual::ID),
    Some(spv::FUnordNotEqual::ID),
    None,
    None,
];

fn compare_floats(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let truth = rw.result_types(op)?[0];
    let values = operands.all()?;
    let predicate = rw.word(op, arith::CmpF::predicate);
    let is_ordered = predicate == CmpFPredicate::ORD;
    let value = match predicate {
        CmpFPredicate::FALSE => rw.bool(truth, false),
        CmpFPredicate::TRUE => rw.bool(truth, true),
        CmpFPredicate::ORD | CmpFPredicate::UNO if without_nan(rw, op) => rw.bool(truth, is_ordered),
        CmpFPredicate::ORD | CmpFPredicate::UNO if rw.env.target.is_kernel() => {
            rw.op(if is_ordered { spv::Ordered::ID } else { spv::Unordered::ID }, &values, truth)
        }
        CmpFPredicate::ORD | CmpFPredicate::UNO => {
            let first = rw.op(spv::IsNan::ID, &[values[0]], truth);
            let second = rw.op(spv::IsNan::ID, &[values[1]], truth);
            let any = rw.op(spv::LogicalOr::ID, &[first, second], truth);
            if is_ordered { rw.op(spv::LogicalNot::ID, &[any], truth) } else { any }
        }
        _ => {
            let def =
                FLOAT_PREDICATES.get(predicate as usize).copied().flatten().ok_or("unknown predicate")?;
            rw.op(def, &values, truth)
        }
    };
    value.replaces(rw, op)
}

fn select(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let values = operands.all()?;
    if rw.ctx.type_params(ty).is_some() {
        return Err("a select of pointers is not supported".into());
    }
    rw.select(values[0], values[1], values[2]).replaces(rw, op)
}

/// Lowers a conversion between integer types. `how` selects sign or zero extension.
fn extend(rw: &mut Rw<'_>, op: Op, operands: &Operands, how: Extend) -> Done {
    let ty = rw.result_types(op)?[0];
    let [value] = operands.first()?;
    let ([original], result) = (rw.first_operand_types(op), rw.value_type(rw.result(op, 0)));
    convert_int(rw, value, (original, result), ty, how).replaces(rw, op)
}

/// Converts an integer to the type `ty`. `original` and `result` are the operand's and the result's types before
/// conversion.
pub(crate) fn convert_int(
    rw: &mut Rw<'_>,
    value: Value,
    (original, result): (Type, Type),
    ty: Type,
    how: Extend,
) -> Value {
    if is_bool(rw, original) {
        if is_bool(rw, result) {
            return value;
        }
        let no = rw.int(ty, 0);
        let yes = rw.int(ty, if how == Extend::Signed { u64::MAX } else { 1 });
        return rw.select(value, yes, no);
    }
    if is_bool(rw, result) {
        let from = rw.type_of(value);
        let one = rw.int(from, 1);
        let bit = rw.op(spv::BitwiseAnd::ID, &[value, one], from);
        return rw.op(spv::IEqual::ID, &[bit, one], ty);
    }
    let value = whole(rw, value, original, how);
    let (from, to) = (width(rw, rw.type_of(value)), width(rw, ty));
    if from == to {
        return value;
    }
    rw.op(if how == Extend::Signed { spv::SConvert::ID } else { spv::UConvert::ID }, &[value], ty)
}

fn float_convert(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let rounding = View::new(rw.ctx, rw, op).and_then(|view| view.word(arith::TruncF::roundingmode));
    let rounding = rounding.filter(|mode| *mode != ABSENT);
    let [value] = operands.first()?;
    let ([original], result) = (rw.first_operand_types(op), rw.value_type(rw.result(op, 0)));
    let is_nearest = rounding.is_none_or(|mode| mode == RoundingMode::TO_NEAREST_EVEN);
    let is_native = rw.type_of(value) == original && ty == result;
    if let Some(mode) = rounding.filter(|_| !is_nearest || is_native && !is_shader(rw)) {
        return convert_with(rw, op, value, mode);
    }
    if let Some(value) = small_floats::convert(rw, value, (original, result), ty)? {
        return value.replaces(rw, op);
    }
    let value = if rw.type_of(value) == ty { value } else { rw.op(spv::FConvert::ID, &[value], ty) };
    finish_float(rw, op, value)
}

/// Names of SPIR-V's rounding modes, indexed by MLIR's rounding-mode enumerant.
const ROUNDING_MODES: [&str; 4] = ["RTE", "RTN", "RTP", "RTZ"];

/// Emits a conversion with an explicit rounding mode. In shaders, only a conversion whose result is stored directly
/// may have the FPRoundingMode decoration.
fn convert_with(rw: &mut Rw<'_>, op: Op, value: Value, mode: u32) -> Done {
    let original = rw.value_type(rw.result(op, 0));
    let ty = rw.convert_type(original)?;
    let name = ROUNDING_MODES.get(mode as usize).filter(|_| !is_shader(rw) && ty == original);
    let name = name.ok_or("only rounding to nearest even is supported")?;
    let key = rw.ctx.ident("fp_rounding_mode");
    let attrs = Some(rw.ctx.dict_attr(vec![(key, rw.ctx.string_attr(name))]));
    let (operands, results) = (&[value], &[ty]);
    rw.value(NewOp { operands, results, attrs, ..NewOp::new(spv::FConvert::ID) }).replaces(rw, op)
}

fn to_float(rw: &mut Rw<'_>, op: Op, operands: &Operands, def: OpDefId, how: Extend) -> Done {
    let ty = rw.result_types(op)?[0];
    let [value] = operands.first()?;
    let [original] = rw.first_operand_types(op);
    let value = if is_bool(rw, original) {
        let no = rw.float(ty, 0.0);
        let yes = rw.float(ty, if how == Extend::Signed { -1.0 } else { 1.0 });
        rw.select(value, yes, no)
    } else {
        let value = whole(rw, value, original, how);
        rw.op(def, &[value], ty)
    };
    finish_float(rw, op, value)
}

fn to_int(rw: &mut Rw<'_>, op: Op, operands: &Operands, def: OpDefId) -> Done {
    let ty = rw.result_types(op)?[0];
    let [value] = operands.first()?;
    let value = if is_bool(rw, rw.value_type(rw.result(op, 0))) {
        let zero = rw.type_of(value);
        let zero = rw.float(zero, 0.0);
        rw.op(spv::FUnordNotEqual::ID, &[value, zero], ty)
    } else {
        rw.op(def, &[value], ty)
    };
    value.replaces(rw, op)
}

fn bitcast(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let [value] = operands.first()?;
    let from = rw.type_of(value);
    let ctx = rw.ctx;
    let ([original], result) = (rw.first_operand_types(op), rw.value_type(rw.result(op, 0)));
    let (from_narrow, to_narrow) = (emulated(ctx, original, from), emulated(ctx, result, ty));
    let bits = |ty: Type| spv_dialect::types::scalar_width(ctx, element(ctx, ty));
    let value = if from == ty {
        value
    } else if let Some(kind) = from_narrow.or(to_narrow) {
        let count = vector_dims(ctx, ty).first().copied().unwrap_or(1) as u32;
        let scalar = element(ctx, ty);
        let mut parts = Vec::new();
        for i in 0..count {
            let part = if count == 1 { value } else { rw.extract(value, i, element(ctx, from)) };
            parts.push(match from_narrow {
                Some(_) => {
                    let word = pack(rw, part, kind);
                    resize(rw, word, scalar)?
                }
                None => unpack(rw, part, scalar, kind)?,
            });
        }
        match parts[..] {
            [part] => part,
            _ => rw.op(spv::CompositeConstruct::ID, &parts, ty),
        }
    } else if bits(from) != bits(ty) {
        // The target lacks 16-bit integers but has `f16`.
        match is_float(ctx, from) {
            true => {
                let half = bits_of(rw, from);
                let half = rw.op(spv::Bitcast::ID, &[value], half);
                rw.op(spv::UConvert::ID, &[half], ty)
            }
            false => {
                let half = bits_of(rw, ty);
                let half = rw.op(spv::UConvert::ID, &[value], half);
                rw.op(spv::Bitcast::ID, &[half], ty)
            }
        }
    } else {
        rw.op(spv::Bitcast::ID, &[value], ty)
    };
    rw.replace(op, &[value]);
    Ok(())
}

fn is_float(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(element(ctx, ty)), TypeData::Float(_))
}

/// Returns an integer type with the width and shape of a float type.
pub(crate) fn bits_of(rw: &Rw<'_>, ty: Type) -> Type {
    let width = spv_dialect::types::scalar_width(rw.ctx, element(rw.ctx, ty)).unwrap_or(32);
    like(rw.ctx, ty, rw.ctx.int_type(width, spv_ir::Signedness::Signless))
}
