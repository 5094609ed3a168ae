//! Conversion of RelaxedPrecision operations to half precision (`convert-relaxed-to-half`)

use super::relax_float_ops::{RELAXED, is_relaxable};
use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::decorations::erase_decorations;
use spv_build::spv::{self, Types, glsl};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::capability;
use spv_dialect::vce::Vce;
use spv_ir::dialect::OpDefId;
use spv_ir::{Body, Builder, Context, Diagnostics, InsertPoint, NewOp, Op, Type, TypeData, Value, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Computes 32-bit float operations that have RelaxedPrecision in 16 bits: converts the \
                  operands before the operation and the result after it. Removes RelaxedPrecision and adds \
                  the capability Float16. Run `canonicalize` and `dce` afterwards to erase redundant \
                  conversions. Image samples, matrices and memory keep 32 bits.",
    before: "%0 = spv.FMul %a, %b {relaxed_precision} : f32",
    after: "%0 = spv.FConvert %a : f32 to f16\n%1 = spv.FConvert %b : f32 to f16\n%2 = spv.FMul %0, %1 : f16\n\
            %3 = spv.FConvert %2 : f16 to f32",
    statistics: &[("converted", "Operations converted")],
    ..PassInfo::new(
        "convert-relaxed-to-half",
        "Compute relaxed operations in half precision",
        ControlFlow::Any,
        |_| Ok(Work::module(run)),
    )
};

/// GLSL.std.450 instructions whose float operands and results have the same type.
const GLSL: [OpDefId; 51] = [
    glsl::Round::ID,
    glsl::RoundEven::ID,
    glsl::Trunc::ID,
    glsl::FAbs::ID,
    glsl::FSign::ID,
    glsl::Floor::ID,
    glsl::Ceil::ID,
    glsl::Fract::ID,
    glsl::Radians::ID,
    glsl::Degrees::ID,
    glsl::Sin::ID,
    glsl::Cos::ID,
    glsl::Tan::ID,
    glsl::Asin::ID,
    glsl::Acos::ID,
    glsl::Atan::ID,
    glsl::Sinh::ID,
    glsl::Cosh::ID,
    glsl::Tanh::ID,
    glsl::Asinh::ID,
    glsl::Acosh::ID,
    glsl::Atanh::ID,
    glsl::Atan2::ID,
    glsl::Pow::ID,
    glsl::Exp::ID,
    glsl::Log::ID,
    glsl::Exp2::ID,
    glsl::Log2::ID,
    glsl::Sqrt::ID,
    glsl::InverseSqrt::ID,
    glsl::FMin::ID,
    glsl::FMax::ID,
    glsl::FClamp::ID,
    glsl::FMix::ID,
    glsl::Step::ID,
    glsl::SmoothStep::ID,
    glsl::Fma::ID,
    glsl::Ldexp::ID,
    glsl::Length::ID,
    glsl::Distance::ID,
    glsl::Cross::ID,
    glsl::Normalize::ID,
    glsl::FaceForward::ID,
    glsl::Reflect::ID,
    glsl::Refract::ID,
    glsl::NMin::ID,
    glsl::NMax::ID,
    glsl::NClamp::ID,
    spv::FNegate::ID,
    spv::Dot::ID,
    spv::VectorTimesScalar::ID,
];

/// Core instructions whose float operands and results have the same type.
const CORE: [u32; 12] = [
    op::F_ADD,
    op::F_SUB,
    op::F_MUL,
    op::F_DIV,
    op::F_REM,
    op::F_MOD,
    op::SELECT,
    op::VECTOR_SHUFFLE,
    op::COMPOSITE_CONSTRUCT,
    op::COMPOSITE_EXTRACT,
    op::COMPOSITE_INSERT,
    op::COPY_OBJECT,
];

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let mut count = 0;
    for op in module.functions() {
        count += module.function_mut(op, |body| convert(ctx, body)).unwrap_or(0);
    }
    module.count(0, count);
    erase_decorations(module, &[RELAXED]);
    if let Some(mut vce) = module.vce().and_then(|vce| Vce::new(ctx, vce)).filter(|_| count > 0)
        && !vce.capabilities.contains(&capability::FLOAT16)
    {
        vce.capabilities.push(capability::FLOAT16);
        let vce = vce.attr(ctx);
        Builder::new(module.outer).set_slot(module.op, spv::Module::VCE_TRIPLE, vce.raw());
    }
    Ok(())
}

/// Converts the RelaxedPrecision operations of a function. Returns their number.
fn convert(ctx: &Context, body: &mut Body) -> u64 {
    let ops: Vec<Op> = walk::ops(body).filter(|&op| is_converted(ctx, body, op)).collect();
    for &op in &ops {
        let result = body.result(op, 0);
        let Some(half) = half(ctx, body.value_type(result)) else { continue };
        let (loc, ty, name) = (body.loc(op), body.value_type(result), body.value_name(result));
        let mut builder = Builder::at(body, InsertPoint::Before(op));
        for index in 0..builder.operand_count(op) {
            let value = builder.operand(op, index);
            if let Some(half) = self::half(ctx, builder.value_type(value)) {
                let converted = f_convert(&mut builder, loc, value, half);
                builder.set_operand(op, index, converted);
            }
        }
        builder.set_value_type(result, half);
        builder.set_value_name(result, None);
        builder.at = InsertPoint::after(builder.body(), op);
        let users: Vec<(Op, usize)> = builder.uses(result).collect();
        let back = f_convert(&mut builder, loc, result, ty);
        builder.set_value_name(back, name);
        users.into_iter().for_each(|(user, operand)| builder.set_operand(user, operand, back));
    }
    ops.len() as u64
}

fn f_convert(builder: &mut Builder<'_>, loc: spv_ir::Location, value: Value, ty: Type) -> Value {
    let new = NewOp { loc, operands: &[value], results: &[ty], ..NewOp::new(spv::FConvert::ID) };
    builder.value(new)
}

/// Returns whether an operation has RelaxedPrecision and a 16-bit form.
fn is_converted(ctx: &Context, body: &Body, op: Op) -> bool {
    let row = ctx.registry().op(body.def(op)).row;
    let has_form = GLSL.contains(&body.def(op)) || (row.set == 0 && CORE.contains(&row.opcode));
    // The elements of a composite that is not a vector would retain their 32-bit type.
    let is_vector = |value: Value| half(ctx, body.value_type(value)).is_some();
    let is_composite = row.set == 0
        && [op::COMPOSITE_CONSTRUCT, op::COMPOSITE_EXTRACT, op::COMPOSITE_INSERT].contains(&row.opcode);
    has_form
        && ctx.dict_get(body.attrs(op), RELAXED).is_some()
        && is_relaxable(ctx, body, op)
        && is_vector(body.result(op, 0))
        && (!is_composite || body.own_operands(op).all(is_vector))
}

/// Returns the 16-bit type for a 32-bit float or a vector of them, or `None` for other types.
fn half(ctx: &Context, ty: Type) -> Option<Type> {
    match ctx.type_data(ty) {
        TypeData::Float(_) => (ty == ctx.common().f32).then(|| ctx.float(16)),
        TypeData::Vector { element, dims } => {
            let element = half(ctx, *element)?;
            Some(ctx.vector(element, u32::try_from(*dims.first()?).ok()?))
        }
        _ => None,
    }
}
