//! `arith` and `index`.
//!
//! Where an integer type is emulated by a wider one, the bits above are arbitrary: an op that depends on them extends its
//! operands first.

use crate::emit::{Done, Emit, Rw, convert_bits, like};
use crate::env::Spirv;
use crate::types::array;
use spv_dialect::narrow;
pub(crate) use spv_dialect::narrow::Extend;
use spv_dialects::View;
use spv_dialects::types::{element, int_width, vector_dims};
use spv_ir::conversion::{Mismatch, Operands, Pattern};
use spv_ir::{AttrData, Attribute, Context, FloatKind, NewOp, Op, Type, TypeData, Value};

macro_rules! simple {
    ($($op:literal => $target:literal),* $(,)?) => {
        [$(Pattern::new($op, concat!($op, " to ", $target), |rw, op, operands| {
            one_to_one(rw, op, operands, $target)
        })),*]
    };
}

/// Ops that become one op.
static SIMPLE: &[Pattern<Spirv>] = &simple! {
    "arith.addi" => "spv.IAdd",
    "arith.subi" => "spv.ISub",
    "arith.muli" => "spv.IMul",
    "arith.divsi" => "spv.SDiv",
    "arith.divui" => "spv.UDiv",
    "arith.remui" => "spv.UMod",
    "arith.andi" => "spv.BitwiseAnd",
    "arith.ori" => "spv.BitwiseOr",
    "arith.xori" => "spv.BitwiseXor",
    "arith.addf" => "spv.FAdd",
    "arith.subf" => "spv.FSub",
    "arith.mulf" => "spv.FMul",
    "arith.divf" => "spv.FDiv",
    "arith.remf" => "spv.FRem",
    "arith.negf" => "spv.FNegate",
    "index.add" => "spv.IAdd",
    "index.sub" => "spv.ISub",
    "index.mul" => "spv.IMul",
    "index.divs" => "spv.SDiv",
    "index.divu" => "spv.UDiv",
    "index.remu" => "spv.UMod",
    "index.and" => "spv.BitwiseAnd",
    "index.or" => "spv.BitwiseOr",
    "index.xor" => "spv.BitwiseXor",
    "index.shl" => "spv.ShiftLeftLogical",
    "index.shrs" => "spv.ShiftRightArithmetic",
    "index.shru" => "spv.ShiftRightLogical",
};

/// The others.
static OTHER: &[Pattern<Spirv>] = &[
    Pattern::new("arith.constant", "constant", constant),
    Pattern::new("index.constant", "index constant", index_constant),
    Pattern::new("index.bool.constant", "bool constant", constant),
    Pattern::new("index.sizeof", "size of index", sizeof),
    Pattern::new("arith.shli", "shift left", |rw, op, operands| {
        shift(rw, op, operands, "spv.ShiftLeftLogical", Extend::No)
    }),
    Pattern::new("arith.shrsi", "signed shift right", |rw, op, operands| {
        shift(rw, op, operands, "spv.ShiftRightArithmetic", Extend::Signed)
    }),
    Pattern::new("arith.shrui", "unsigned shift right", |rw, op, operands| {
        shift(rw, op, operands, "spv.ShiftRightLogical", Extend::Unsigned)
    }),
    Pattern::new("arith.remsi", "signed remainder", remainder),
    Pattern::new("index.rems", "signed remainder", remainder),
    Pattern::new("arith.floordivsi", "floor division", |rw, op, operands| rounded(rw, op, operands, false)),
    Pattern::new("arith.ceildivsi", "ceiling division", |rw, op, operands| rounded(rw, op, operands, true)),
    Pattern::new("arith.ceildivui", "unsigned ceiling division", unsigned_ceiling),
    Pattern::new("index.floordivs", "floor division", |rw, op, operands| rounded(rw, op, operands, false)),
    Pattern::new("index.ceildivs", "ceiling division", |rw, op, operands| rounded(rw, op, operands, true)),
    Pattern::new("index.ceildivu", "unsigned ceiling division", unsigned_ceiling),
    Pattern::new("arith.maxsi", "signed maximum", |rw, op, operands| {
        extremum(rw, op, operands, "spv.SGreaterThan", Extend::Signed)
    }),
    Pattern::new("arith.maxui", "unsigned maximum", |rw, op, operands| {
        extremum(rw, op, operands, "spv.UGreaterThan", Extend::Unsigned)
    }),
    Pattern::new("arith.minsi", "signed minimum", |rw, op, operands| {
        extremum(rw, op, operands, "spv.SLessThan", Extend::Signed)
    }),
    Pattern::new("arith.minui", "unsigned minimum", |rw, op, operands| {
        extremum(rw, op, operands, "spv.ULessThan", Extend::Unsigned)
    }),
    Pattern::new("index.maxs", "signed maximum", |rw, op, operands| {
        extremum(rw, op, operands, "spv.SGreaterThan", Extend::Signed)
    }),
    Pattern::new("index.maxu", "unsigned maximum", |rw, op, operands| {
        extremum(rw, op, operands, "spv.UGreaterThan", Extend::Unsigned)
    }),
    Pattern::new("index.mins", "signed minimum", |rw, op, operands| {
        extremum(rw, op, operands, "spv.SLessThan", Extend::Signed)
    }),
    Pattern::new("index.minu", "unsigned minimum", |rw, op, operands| {
        extremum(rw, op, operands, "spv.ULessThan", Extend::Unsigned)
    }),
    Pattern::new("arith.addui_extended", "addition with carry", add_extended),
    Pattern::new("arith.mulsi_extended", "signed extended product", |rw, op, operands| {
        mul_extended(rw, op, operands, true)
    }),
    Pattern::new("arith.mului_extended", "unsigned extended product", |rw, op, operands| {
        mul_extended(rw, op, operands, false)
    }),
    Pattern::new("arith.maximumf", "maximum", |rw, op, operands| {
        float_extremum(rw, op, operands, true, true)
    }),
    Pattern::new("arith.minimumf", "minimum", |rw, op, operands| {
        float_extremum(rw, op, operands, false, true)
    }),
    Pattern::new("arith.maxnumf", "maximum of numbers", |rw, op, operands| {
        float_extremum(rw, op, operands, true, false)
    }),
    Pattern::new("arith.minnumf", "minimum of numbers", |rw, op, operands| {
        float_extremum(rw, op, operands, false, false)
    }),
    Pattern::new("arith.cmpi", "comparison of integers", compare),
    Pattern::new("index.cmp", "comparison of indices", compare),
    Pattern::new("arith.cmpf", "comparison of floats", compare_floats),
    Pattern::new("arith.select", "select", select),
    Pattern::new("arith.extsi", "sign extension", |rw, op, operands| {
        extend(rw, op, operands, Extend::Signed)
    }),
    Pattern::new("arith.extui", "zero extension", |rw, op, operands| {
        extend(rw, op, operands, Extend::Unsigned)
    }),
    Pattern::new("arith.index_cast", "signed index cast", |rw, op, operands| {
        extend(rw, op, operands, Extend::Signed)
    }),
    Pattern::new("arith.index_castui", "unsigned index cast", |rw, op, operands| {
        extend(rw, op, operands, Extend::Unsigned)
    }),
    Pattern::new("index.casts", "signed index cast", |rw, op, operands| {
        extend(rw, op, operands, Extend::Signed)
    }),
    Pattern::new("index.castu", "unsigned index cast", |rw, op, operands| {
        extend(rw, op, operands, Extend::Unsigned)
    }),
    Pattern::new("arith.trunci", "truncation", |rw, op, operands| extend(rw, op, operands, Extend::No)),
    Pattern::new("arith.extf", "float extension", float_convert),
    Pattern::new("arith.truncf", "float truncation", float_convert),
    Pattern::new("arith.sitofp", "signed integer to float", |rw, op, operands| {
        to_float(rw, op, operands, "spv.ConvertSToF", Extend::Signed)
    }),
    Pattern::new("arith.uitofp", "unsigned integer to float", |rw, op, operands| {
        to_float(rw, op, operands, "spv.ConvertUToF", Extend::Unsigned)
    }),
    Pattern::new("arith.fptosi", "float to signed integer", |rw, op, operands| {
        to_int(rw, op, operands, "spv.ConvertFToS")
    }),
    Pattern::new("arith.fptoui", "float to unsigned integer", |rw, op, operands| {
        to_int(rw, op, operands, "spv.ConvertFToU")
    }),
    Pattern::new("arith.bitcast", "bitcast", bitcast),
    Pattern::new("ub.poison", "undefined value", |rw, op, _| {
        let ty = rw.result_types(op)?[0];
        let value = rw.op("spv.Undef", &[], ty)?;
        rw.replace(op, &[value]);
        Ok(())
    }),
];

/// The patterns.
pub(crate) fn patterns() -> [&'static [Pattern<Spirv>]; 2] {
    [SIMPLE, OTHER]
}

/// The bits of an original integer type's element; `None` where it is no integer.
fn width(rw: &Rw<'_>, ty: Type) -> Option<u32> {
    int_width(rw.ctx, element(rw.ctx, ty))
}

/// Whether the elements of an original type are `i1`.
fn is_bool(rw: &Rw<'_>, ty: Type) -> bool {
    element(rw.ctx, ty) == rw.ctx.common().i1
}

/// Makes a value whose original type may be emulated whole.
pub(crate) fn whole(rw: &mut Rw<'_>, value: Value, original: Type, how: Extend) -> Result<Value, Mismatch> {
    let ty = rw.type_of(value);
    let (Some(from), Some(to)) = (width(rw, original), width(rw, ty)) else { return Ok(value) };
    let mut whole = value;
    for (def, number) in narrow::steps(how, from, to) {
        let constant = rw.int(ty, number)?;
        whole = rw.value(NewOp { operands: &[whole, constant], results: &[ty], ..NewOp::new(def) });
    }
    Ok(whole)
}

/// The operands, made whole.
fn whole_operands(rw: &mut Rw<'_>, op: Op, operands: &Operands, how: Extend) -> Result<Vec<Value>, Mismatch> {
    let values = operands.all()?;
    let originals: Vec<Type> = rw.own_operands(op).map(|value| rw.original_type(value)).collect();
    values.into_iter().zip(originals).map(|(value, original)| whole(rw, value, original, how)).collect()
}

/// What the op on integers is on truth values.
fn on_bools(rw: &mut Rw<'_>, name: &str, operands: &[Value], ty: Type) -> Result<Option<Value>, Mismatch> {
    let &[a, b] = operands else { return Ok(None) };
    let target = match name {
        "spv.IAdd" | "spv.ISub" | "spv.BitwiseXor" => "spv.LogicalNotEqual",
        "spv.IMul" | "spv.BitwiseAnd" => "spv.LogicalAnd",
        "spv.BitwiseOr" => "spv.LogicalOr",
        // The divisor can only be the one that is not zero, and a shift only by zero.
        "spv.SDiv"
        | "spv.UDiv"
        | "spv.ShiftLeftLogical"
        | "spv.ShiftRightArithmetic"
        | "spv.ShiftRightLogical" => {
            return Ok(Some(a));
        }
        "spv.UMod" => return rw.bool(ty, false).map(Some),
        // As a signed number, true is -1.
        "spv.UGreaterThan" | "spv.SLessThan" => "spv.LogicalOr",
        "spv.ULessThan" | "spv.SGreaterThan" => "spv.LogicalAnd",
        _ => return Ok(None),
    };
    rw.op(target, &[a, b], ty).map(Some)
}

fn one_to_one(rw: &mut Rw<'_>, op: Op, operands: &Operands, name: &str) -> Done {
    let ty = rw.result_types(op)?[0];
    let original = rw.value_type(rw.result(op, 0));
    if is_bool(rw, original) {
        let values = operands.all()?;
        if let Some(value) = on_bools(rw, name, &values, ty)? {
            rw.replace(op, &[value]);
            return Ok(());
        }
    }
    let def = rw.def(name)?;
    let how = narrow::extension(0, rw.ctx.registry().op(def).row.opcode, 0).unwrap_or(Extend::No);
    let values = whole_operands(rw, op, operands, how)?;
    let attrs = decorations(rw, op);
    let value = rw.value(NewOp { operands: &values, results: &[ty], attrs, ..NewOp::new(def) });
    finish_float(rw, op, value)
}

/// Replaces an op by a float, rounded where its type is emulated by a wider one: of two roundings of a sum, product,
/// quotient or root of halves, the first one does not show.
pub(crate) fn finish_float(rw: &mut Rw<'_>, op: Op, value: Value) -> Done {
    let original = rw.value_type(rw.result(op, 0));
    let value = round_emulated(rw, value, original)?;
    rw.replace(op, &[value]);
    Ok(())
}

/// A float of an original type that a wider one emulates, rounded to what that represents.
pub(crate) fn round_emulated(rw: &mut Rw<'_>, value: Value, original: Type) -> Result<Value, Mismatch> {
    let ctx = rw.ctx;
    let ty = rw.type_of(value);
    let is = |ty: Type, kind| *ctx.type_data(element(ctx, ty)) == TypeData::Float(kind);
    if !is(original, FloatKind::F16) || !is(ty, FloatKind::F32) {
        return Ok(value);
    }
    if rw.env.target.is_kernel() {
        return rw.op("spv.QuantizeToF16", &[value], ty);
    }
    // OpQuantizeToF16 may flush subnormal numbers; packing two halves into a word keeps them.
    let f32 = ctx.common().f32;
    let count = vector_dims(ctx, ty).first().copied().unwrap_or(1) as u32;
    let mut parts = Vec::new();
    for i in 0..count {
        parts.push(if count == 1 { value } else { rw.extract(value, i, f32)? });
    }
    if count % 2 == 1 {
        parts.push(rw.float(f32, 0.0)?);
    }
    let (pair, word) = (ctx.vector_type(2, f32), ctx.common().i32);
    let mut rounded = Vec::new();
    for both in parts.chunks(2) {
        let both = rw.op("spv.CompositeConstruct", both, pair)?;
        let packed = rw.op("spv.GLSL.PackHalf2x16", &[both], word)?;
        let both = rw.op("spv.GLSL.UnpackHalf2x16", &[packed], pair)?;
        for at in 0..2.min(count - rounded.len() as u32) {
            rounded.push(rw.extract(both, at, f32)?);
        }
    }
    match rounded[..] {
        [value] => Ok(value),
        _ => rw.op("spv.CompositeConstruct", &rounded, ty),
    }
}

/// Decorations for wrap flags, where the target has them.
fn decorations(rw: &Rw<'_>, op: Op) -> Option<Attribute> {
    let ctx = rw.ctx;
    let flags = View::new(ctx, rw, op)?.flags("overflowFlags");
    let target = &rw.env.target;
    let has = target.version >= 0x0001_0400
        || target.extensions.iter().any(|name| name == "SPV_KHR_no_integer_wrap_decoration");
    // On an emulated type they say nothing.
    let whole = rw.convert_type(rw.value_type(rw.result(op, 0))).ok()? == rw.value_type(rw.result(op, 0));
    let names = [(1, "no_signed_wrap"), (2, "no_unsigned_wrap")];
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
    let Some(value) = rw.slot_attr(op, 0) else { return Err("has no value".into()) };
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
        AttrData::Dense { elements, .. } if to == ty => scalar(*elements.first().ok_or("has no elements")?),
        AttrData::Dense { elements, .. } => {
            let bits = elements.iter().map(|bits| convert_bits(ctx, *bits, from, to)).collect();
            ctx.dense_attr(dense_type(ctx, ty, to), bits)
        }
        _ => return Err("its value is neither a number nor dense elements".into()),
    };
    let value = rw.constant(ty, attr)?;
    rw.replace(op, &[value]);
    Ok(())
}

/// The scalars that a converted type is composed of: a scalar, a vector or an array of scalars.
fn scalar_of(ctx: &Context, ty: Type) -> Type {
    array(ctx, ty).map_or_else(|| element(ctx, ty), |(element, _)| element)
}

/// The type of the dense elements of a constant of a vector or array.
fn dense_type(ctx: &Context, ty: Type, scalar: Type) -> Type {
    match array(ctx, ty) {
        Some((_, count)) => ctx.ty(TypeData::Tensor { dims: [count].into(), element: scalar }),
        None => ty,
    }
}

fn index_constant(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let value = rw.slot_attr(op, 0).and_then(|attr| rw.ctx.attr_u64(attr)).ok_or("has no value")?;
    let value = rw.int(ty, value)?;
    rw.replace(op, &[value]);
    Ok(())
}

fn sizeof(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let bits = width(rw, ty).unwrap_or(32);
    let value = rw.int(ty, bits.into())?;
    rw.replace(op, &[value]);
    Ok(())
}

fn shift(rw: &mut Rw<'_>, op: Op, operands: &Operands, name: &str, how: Extend) -> Done {
    let ty = rw.result_types(op)?[0];
    let original = rw.value_type(rw.result(op, 0));
    let values = operands.all()?;
    if is_bool(rw, original) {
        rw.replace(op, &[values[0]]);
        return Ok(());
    }
    let base = whole(rw, values[0], original, how)?;
    let amount = whole(rw, values[1], original, Extend::Unsigned)?;
    let value = rw.op(name, &[base, amount], ty)?;
    rw.replace(op, &[value]);
    Ok(())
}

/// The remainder has the sign of the dividend. OpSRem gives that, but Vulkan leaves it undefined for negative operands.
fn remainder(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    if is_bool(rw, rw.value_type(rw.result(op, 0))) {
        let value = rw.bool(ty, false)?;
        rw.replace(op, &[value]);
        return Ok(());
    }
    let values = whole_operands(rw, op, operands, Extend::Signed)?;
    let value = match rw.env.target.has(spv_dialect::generated::values::capability::SHADER) {
        true => divide(rw, &values, ty)?.1,
        false => rw.op("spv.SRem", &values, ty)?,
    };
    rw.replace(op, &[value]);
    Ok(())
}

/// Quotient and remainder of signed integers, rounded toward zero.
fn divide(rw: &mut Rw<'_>, values: &[Value], ty: Type) -> Result<(Value, Value), Mismatch> {
    let quotient = rw.op("spv.SDiv", values, ty)?;
    let product = rw.op("spv.IMul", &[quotient, values[1]], ty)?;
    let remainder = rw.op("spv.ISub", &[values[0], product], ty)?;
    Ok((quotient, remainder))
}

fn rounded(rw: &mut Rw<'_>, op: Op, operands: &Operands, up: bool) -> Done {
    let ty = rw.result_types(op)?[0];
    if is_bool(rw, rw.value_type(rw.result(op, 0))) {
        let value = operands.one(0)?;
        rw.replace(op, &[value]);
        return Ok(());
    }
    let values = whole_operands(rw, op, operands, Extend::Signed)?;
    let truth = rw.bool_like(ty);
    let (quotient, remainder) = divide(rw, &values, ty)?;
    let zero = rw.int(ty, 0)?;
    let inexact = rw.op("spv.INotEqual", &[remainder, zero], truth)?;
    let negative = rw.op("spv.SLessThan", &[remainder, zero], truth)?;
    let by_negative = rw.op("spv.SLessThan", &[values[1], zero], truth)?;
    let compare = if up { "spv.LogicalEqual" } else { "spv.LogicalNotEqual" };
    let signs = rw.op(compare, &[negative, by_negative], truth)?;
    let adjust = rw.op("spv.LogicalAnd", &[inexact, signs], truth)?;
    let step = rw.int(ty, if up { 1 } else { u64::MAX })?;
    let adjusted = rw.op("spv.IAdd", &[quotient, step], ty)?;
    let value = rw.select(adjust, adjusted, quotient)?;
    rw.replace(op, &[value]);
    Ok(())
}

fn unsigned_ceiling(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    if is_bool(rw, rw.value_type(rw.result(op, 0))) {
        let value = operands.one(0)?;
        rw.replace(op, &[value]);
        return Ok(());
    }
    let values = whole_operands(rw, op, operands, Extend::Unsigned)?;
    let truth = rw.bool_like(ty);
    let quotient = rw.op("spv.UDiv", &values, ty)?;
    let product = rw.op("spv.IMul", &[quotient, values[1]], ty)?;
    let inexact = rw.op("spv.INotEqual", &[product, values[0]], truth)?;
    let one = rw.int(ty, 1)?;
    let more = rw.op("spv.IAdd", &[quotient, one], ty)?;
    let value = rw.select(inexact, more, quotient)?;
    rw.replace(op, &[value]);
    Ok(())
}

fn extremum(rw: &mut Rw<'_>, op: Op, operands: &Operands, name: &str, how: Extend) -> Done {
    let ty = rw.result_types(op)?[0];
    if is_bool(rw, rw.value_type(rw.result(op, 0))) {
        let values = operands.all()?;
        let value = on_bools(rw, name, &values, ty)?.ok_or("no op on truth values")?;
        rw.replace(op, &[value]);
        return Ok(());
    }
    let values = whole_operands(rw, op, operands, how)?;
    let value = extreme_int(rw, name, &values, ty)?;
    rw.replace(op, &[value]);
    Ok(())
}

/// The functions that give the operand for which a comparison holds: of GLSL.std.450 and OpenCL.std.
const INT_EXTREMA: [(&str, &str, &str); 4] = [
    ("spv.SGreaterThan", "spv.GLSL.SMax", "spv.OCL.s_max"),
    ("spv.UGreaterThan", "spv.GLSL.UMax", "spv.OCL.u_max"),
    ("spv.SLessThan", "spv.GLSL.SMin", "spv.OCL.s_min"),
    ("spv.ULessThan", "spv.GLSL.UMin", "spv.OCL.u_min"),
];

/// The one of two integers for which a comparison holds.
pub(crate) fn extreme_int(
    rw: &mut Rw<'_>,
    compare: &str,
    values: &[Value],
    ty: Type,
) -> Result<Value, Mismatch> {
    let (_, glsl, ocl) =
        INT_EXTREMA.iter().find(|(known, ..)| *known == compare).ok_or("there is no such extremum")?;
    rw.op(if rw.env.target.is_kernel() { ocl } else { glsl }, values, ty)
}

/// A struct of two values of a type.
pub(crate) fn pair(rw: &Rw<'_>, ty: Type) -> Result<Type, Mismatch> {
    let ctx = rw.ctx;
    let params = spv_dialect::types::struct_params(ctx, None, &[ty, ty], &[], &[]);
    let def =
        spv_dialect::types::type_def(ctx.registry(), spv_dialect::op::TYPE_STRUCT).ok_or("no struct type")?;
    Ok(ctx.param_type(def, &params, 0))
}

fn add_extended(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let types = rw.result_types(op)?;
    let original = rw.value_type(rw.result(op, 0));
    let (ty, truth) = (types[0], types[1]);
    if is_bool(rw, original) {
        let values = operands.all()?;
        let sum = rw.op("spv.LogicalNotEqual", &values, ty)?;
        let carry = rw.op("spv.LogicalAnd", &values, ty)?;
        rw.replace(op, &[sum, carry]);
        return Ok(());
    }
    let values = whole_operands(rw, op, operands, Extend::Unsigned)?;
    let (sum, carry) = if width(rw, original) < width(rw, ty) {
        let sum = rw.op("spv.IAdd", &values, ty)?;
        let bits = rw.int(ty, width(rw, original).unwrap_or(0).into())?;
        (sum, rw.op("spv.ShiftRightLogical", &[sum, bits], ty)?)
    } else {
        let both = pair(rw, ty)?;
        let both = rw.op("spv.IAddCarry", &values, both)?;
        (rw.extract(both, 0, ty)?, rw.extract(both, 1, ty)?)
    };
    let one = rw.int(ty, 1)?;
    let carry = rw.op("spv.IEqual", &[carry, one], truth)?;
    rw.replace(op, &[sum, carry]);
    Ok(())
}

fn mul_extended(rw: &mut Rw<'_>, op: Op, operands: &Operands, signed: bool) -> Done {
    let ty = rw.result_types(op)?[0];
    let original = rw.value_type(rw.result(op, 0));
    if is_bool(rw, original) {
        let values = operands.all()?;
        let low = rw.op("spv.LogicalAnd", &values, ty)?;
        // The product of -1 and -1 is 1.
        let high = rw.bool(ty, false)?;
        rw.replace(op, &[low, high]);
        return Ok(());
    }
    let how = if signed { Extend::Signed } else { Extend::Unsigned };
    let values = whole_operands(rw, op, operands, how)?;
    let (low, high) = if width(rw, original) < width(rw, ty) {
        let product = rw.op("spv.IMul", &values, ty)?;
        let bits = rw.int(ty, width(rw, original).unwrap_or(0).into())?;
        let name = if signed { "spv.ShiftRightArithmetic" } else { "spv.ShiftRightLogical" };
        (product, rw.op(name, &[product, bits], ty)?)
    } else {
        let both = pair(rw, ty)?;
        let both = rw.op(if signed { "spv.SMulExtended" } else { "spv.UMulExtended" }, &values, both)?;
        (rw.extract(both, 0, ty)?, rw.extract(both, 1, ty)?)
    };
    rw.replace(op, &[low, high]);
    Ok(())
}

/// The greater or lesser of two floats. `nan`: NaN wins; else a number wins against it.
fn float_extremum(rw: &mut Rw<'_>, op: Op, operands: &Operands, greater: bool, nan: bool) -> Done {
    let ty = rw.result_types(op)?[0];
    let values = operands.all()?;
    let on_nan = match (without_nan(rw, op), nan) {
        (true, _) => OnNan::Any,
        (false, true) => OnNan::Nan,
        (false, false) => OnNan::Number,
    };
    let value = extreme_float(rw, &values, ty, greater, on_nan)?;
    rw.replace(op, &[value]);
    Ok(())
}

/// Whether the op's fast-math flags say that no operand is NaN.
fn without_nan(rw: &Rw<'_>, op: Op) -> bool {
    const NNAN: u32 = 2;
    View::new(rw.ctx, rw, op).is_some_and(|view| view.flags("fastmath") & NNAN != 0)
}

/// What an extremum is where an operand is NaN.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnNan {
    /// Anything.
    Any,
    /// NaN.
    Nan,
    /// The other operand.
    Number,
}

/// See [`float_extremum`].
pub(crate) fn extreme_float(
    rw: &mut Rw<'_>,
    values: &[Value],
    ty: Type,
    greater: bool,
    on_nan: OnNan,
) -> Result<Value, Mismatch> {
    let kernel = rw.env.target.is_kernel();
    let name = match (kernel, greater, on_nan == OnNan::Number) {
        (false, true, true) => "spv.GLSL.NMax",
        (false, false, true) => "spv.GLSL.NMin",
        (false, true, false) => "spv.GLSL.FMax",
        (false, false, false) => "spv.GLSL.FMin",
        (true, true, _) => "spv.OCL.fmax",
        (true, false, _) => "spv.OCL.fmin",
    };
    let mut value = rw.op(name, values, ty)?;
    if on_nan == OnNan::Nan {
        let truth = rw.bool_like(ty);
        let mut nans = Vec::new();
        for &operand in values {
            nans.push(rw.op("spv.IsNan", &[operand], truth)?);
        }
        for (is_nan, &operand) in nans.into_iter().zip(values) {
            value = rw.select(is_nan, operand, value)?;
        }
    }
    Ok(value)
}

const PREDICATES: [(&str, Extend); 10] = [
    ("spv.IEqual", Extend::Unsigned),
    ("spv.INotEqual", Extend::Unsigned),
    ("spv.SLessThan", Extend::Signed),
    ("spv.SLessThanEqual", Extend::Signed),
    ("spv.SGreaterThan", Extend::Signed),
    ("spv.SGreaterThanEqual", Extend::Signed),
    ("spv.ULessThan", Extend::Unsigned),
    ("spv.ULessThanEqual", Extend::Unsigned),
    ("spv.UGreaterThan", Extend::Unsigned),
    ("spv.UGreaterThanEqual", Extend::Unsigned),
];

fn compare(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let truth = rw.result_types(op)?[0];
    let predicate = rw.slot(op, 0) as usize;
    let Some(&(name, how)) = PREDICATES.get(predicate) else { return Err("an unknown predicate".into()) };
    let original = rw.original_type(rw.operand(op, 0));
    if is_bool(rw, original) {
        let values = operands.all()?;
        let value = compare_bools(rw, predicate, &values, truth)?;
        rw.replace(op, &[value]);
        return Ok(());
    }
    let values = whole_operands(rw, op, operands, how)?;
    let value = rw.op(name, &values, truth)?;
    rw.replace(op, &[value]);
    Ok(())
}

/// As unsigned numbers false is less than true, as signed ones true is -1.
fn compare_bools(
    rw: &mut Rw<'_>,
    predicate: usize,
    values: &[Value],
    truth: Type,
) -> Result<Value, Mismatch> {
    let (a, b) = (values[0], values[1]);
    // Which operand is negated, and how the two are combined then.
    let (negated, name) = match predicate {
        0 => return rw.op("spv.LogicalEqual", &[a, b], truth),
        1 => return rw.op("spv.LogicalNotEqual", &[a, b], truth),
        2 | 8 => (1, "spv.LogicalAnd"),
        3 | 9 => (1, "spv.LogicalOr"),
        4 | 6 => (0, "spv.LogicalAnd"),
        _ => (0, "spv.LogicalOr"),
    };
    let mut pair = [a, b];
    pair[negated] = rw.op("spv.LogicalNot", &[pair[negated]], truth)?;
    rw.op(name, &pair, truth)
}

const FLOAT_PREDICATES: [&str; 16] = [
    "",
    "spv.FOrdEqual",
    "spv.FOrdGreaterThan",
    "spv.FOrdGreaterThanEqual",
    "spv.FOrdLessThan",
    "spv.FOrdLessThanEqual",
    "spv.FOrdNotEqual",
    "",
    "spv.FUnordEqual",
    "spv.FUnordGreaterThan",
    "spv.FUnordGreaterThanEqual",
    "spv.FUnordLessThan",
    "spv.FUnordLessThanEqual",
    "spv.FUnordNotEqual",
    "",
    "",
];

fn compare_floats(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let truth = rw.result_types(op)?[0];
    let values = operands.all()?;
    let predicate = rw.slot(op, 0) as usize;
    let value = match predicate {
        0 | 15 => rw.bool(truth, predicate == 15)?,
        7 | 14 if without_nan(rw, op) => rw.bool(truth, predicate == 7)?,
        7 | 14 if rw.env.target.is_kernel() => {
            rw.op(if predicate == 7 { "spv.Ordered" } else { "spv.Unordered" }, &values, truth)?
        }
        7 | 14 => {
            let first = rw.op("spv.IsNan", &[values[0]], truth)?;
            let second = rw.op("spv.IsNan", &[values[1]], truth)?;
            let any = rw.op("spv.LogicalOr", &[first, second], truth)?;
            if predicate == 7 { rw.op("spv.LogicalNot", &[any], truth)? } else { any }
        }
        _ => {
            let name = FLOAT_PREDICATES
                .get(predicate)
                .filter(|name| !name.is_empty())
                .ok_or("an unknown predicate")?;
            rw.op(name, &values, truth)?
        }
    };
    rw.replace(op, &[value]);
    Ok(())
}

fn select(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let values = operands.all()?;
    if rw.ctx.type_params(ty).is_some() {
        return Err("a pointer cannot be selected".into());
    }
    let mut condition = values[0];
    let truth = rw.bool_like(ty);
    if rw.type_of(condition) != truth {
        let count = vector_dims(rw.ctx, ty).first().copied().unwrap_or(1) as usize;
        condition = rw.op("spv.CompositeConstruct", &vec![condition; count], truth)?;
    }
    let value = rw.op("spv.Select", &[condition, values[1], values[2]], ty)?;
    rw.replace(op, &[value]);
    Ok(())
}

/// Conversions between integers.
fn extend(rw: &mut Rw<'_>, op: Op, operands: &Operands, how: Extend) -> Done {
    let ty = rw.result_types(op)?[0];
    let value = operands.one(0)?;
    let (original, result) = (rw.original_type(rw.operand(op, 0)), rw.value_type(rw.result(op, 0)));
    let value = convert_int(rw, value, (original, result), ty, how)?;
    rw.replace(op, &[value]);
    Ok(())
}

/// Converts an integer to another type, `ty`; the original types are given, too.
pub(crate) fn convert_int(
    rw: &mut Rw<'_>,
    value: Value,
    (original, result): (Type, Type),
    ty: Type,
    how: Extend,
) -> Result<Value, Mismatch> {
    if is_bool(rw, original) {
        if is_bool(rw, result) {
            return Ok(value);
        }
        let no = rw.int(ty, 0)?;
        let yes = rw.int(ty, if how == Extend::Signed { u64::MAX } else { 1 })?;
        return rw.select(value, yes, no);
    }
    if is_bool(rw, result) {
        let from = rw.type_of(value);
        let one = rw.int(from, 1)?;
        let bit = rw.op("spv.BitwiseAnd", &[value, one], from)?;
        return rw.op("spv.IEqual", &[bit, one], ty);
    }
    let value = whole(rw, value, original, how)?;
    let (from, to) = (width(rw, rw.type_of(value)), width(rw, ty));
    if from == to {
        return Ok(value);
    }
    rw.op(if how == Extend::Signed { "spv.SConvert" } else { "spv.UConvert" }, &[value], ty)
}

fn float_convert(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let rounding = View::new(rw.ctx, rw, op).and_then(|view| view.word("roundingmode"));
    if rounding.is_some_and(|mode| mode != spv_ir::dialect::ABSENT && mode != 0) {
        return Err("a rounding mode other than to the nearest even is not supported".into());
    }
    let value = operands.one(0)?;
    let value = if rw.type_of(value) == ty { value } else { rw.op("spv.FConvert", &[value], ty)? };
    finish_float(rw, op, value)
}

fn to_float(rw: &mut Rw<'_>, op: Op, operands: &Operands, name: &str, how: Extend) -> Done {
    let ty = rw.result_types(op)?[0];
    let value = operands.one(0)?;
    let original = rw.original_type(rw.operand(op, 0));
    let value = if is_bool(rw, original) {
        let no = rw.float(ty, 0.0)?;
        let yes = rw.float(ty, if how == Extend::Signed { -1.0 } else { 1.0 })?;
        rw.select(value, yes, no)?
    } else {
        let value = whole(rw, value, original, how)?;
        rw.op(name, &[value], ty)?
    };
    finish_float(rw, op, value)
}

fn to_int(rw: &mut Rw<'_>, op: Op, operands: &Operands, name: &str) -> Done {
    let ty = rw.result_types(op)?[0];
    let value = operands.one(0)?;
    let value = if is_bool(rw, rw.value_type(rw.result(op, 0))) {
        let zero = rw.type_of(value);
        let zero = rw.float(zero, 0.0)?;
        rw.op("spv.FUnordNotEqual", &[value, zero], ty)?
    } else {
        rw.op(name, &[value], ty)?
    };
    rw.replace(op, &[value]);
    Ok(())
}

fn bitcast(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ty = rw.result_types(op)?[0];
    let value = operands.one(0)?;
    let from = rw.type_of(value);
    let ctx = rw.ctx;
    let emulated = |original: Type, ty: Type| {
        let is = |ty, kind| *ctx.type_data(element(ctx, ty)) == TypeData::Float(kind);
        is(original, FloatKind::F16) && is(ty, FloatKind::F32)
    };
    let (original, result) = (rw.original_type(rw.operand(op, 0)), rw.value_type(rw.result(op, 0)));
    let (from_half, to_half) = (emulated(original, from), emulated(result, ty));
    let bits = |ty: Type| spv_dialect::types::scalar_width(ctx, element(ctx, ty));
    let value = if from == ty {
        value
    } else if from_half || to_half {
        let count = vector_dims(ctx, ty).first().copied().unwrap_or(1) as u32;
        let scalar = element(ctx, ty);
        let mut parts = Vec::new();
        for i in 0..count {
            let part = if count == 1 { value } else { rw.extract(value, i, element(ctx, from))? };
            parts.push(match from_half {
                true => {
                    let word = crate::memref::pack_half(rw, part)?;
                    crate::memref::resize(rw, word, scalar)?
                }
                false => {
                    let word = crate::memref::resize(rw, part, ctx.common().i32)?;
                    crate::memref::unpack_half(rw, word, scalar)?
                }
            });
        }
        match parts[..] {
            [part] => part,
            _ => rw.op("spv.CompositeConstruct", &parts, ty)?,
        }
    } else if bits(from) != bits(ty) {
        // The integer is emulated, but the half is not.
        match is_float(ctx, from) {
            true => {
                let half = bits_of(rw, from);
                let half = rw.op("spv.Bitcast", &[value], half)?;
                rw.op("spv.UConvert", &[half], ty)?
            }
            false => {
                let half = bits_of(rw, ty);
                let half = rw.op("spv.UConvert", &[value], half)?;
                rw.op("spv.Bitcast", &[half], ty)?
            }
        }
    } else {
        rw.op("spv.Bitcast", &[value], ty)?
    };
    rw.replace(op, &[value]);
    Ok(())
}

fn is_float(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(element(ctx, ty)), TypeData::Float(_))
}

/// An integer type of the width and shape of a float type.
pub(crate) fn bits_of(rw: &Rw<'_>, ty: Type) -> Type {
    let width = spv_dialect::types::scalar_width(rw.ctx, element(rw.ctx, ty)).unwrap_or(32);
    like(rw.ctx, ty, rw.ctx.int_type(width, spv_ir::Signedness::Signless))
}
