//! Relaxation of float operations to RelaxedPrecision (`relax-float-ops`)

use crate::pass::{ControlFlow, Function, PassInfo, Work};
use spv_dialect::fold::Facts;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::ops::{Class, SHAPES};
use spv_dialect::table::core_index;
use spv_dialect::{sets, spv, types};
use spv_ir::{Body, Builder, Context, Diagnostics, Op, Type, TypeData, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Decorates operations that compute 32-bit floats with RelaxedPrecision: arithmetic, \
                  derivatives, GLSL.std.450 instructions, image samples, selects and composite operations. \
                  Types, variables and block arguments are not decorated. Does not change OpenCL modules.",
    before: "%0 = spv.FMul %a, %b : f32",
    after: "%0 = spv.FMul %a, %b {relaxed_precision} : f32",
    statistics: &[("relaxed", "Operations decorated")],
    ..PassInfo::new(
        "relax-float-ops",
        "Decorate float operations with RelaxedPrecision",
        ControlFlow::Any,
        |_| Ok(Work::function(run)),
    )
};

/// Key of the RelaxedPrecision decoration.
pub(super) const RELAXED: &str = "relaxed_precision";

/// Opcodes that may be relaxed although their instruction class also has opcodes that may not.
const OTHERS: [u32; 8] = [
    op::SELECT,
    op::VECTOR_SHUFFLE,
    op::COMPOSITE_CONSTRUCT,
    op::COMPOSITE_EXTRACT,
    op::COMPOSITE_INSERT,
    op::VECTOR_EXTRACT_DYNAMIC,
    op::VECTOR_INSERT_DYNAMIC,
    op::COPY_OBJECT,
];

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    // RelaxedPrecision requires the capability Shader.
    if function.facts.contains(Facts::OPENCL) {
        return Ok(());
    }
    let (ctx, body) = (function.ctx, &mut *function.body);
    let ops: Vec<Op> = walk::ops(body).filter(|&op| is_relaxable(ctx, body, op)).collect();
    let mut builder = Builder::new(body);
    let mut count = 0;
    for op in
        ops.into_iter().filter(|&op| ctx.dict_get(builder.attrs(op), RELAXED).is_none()).collect::<Vec<_>>()
    {
        let mut entries = ctx.dict(builder.attrs(op)).to_vec();
        entries.push((ctx.ident(RELAXED), ctx.unit_attr()));
        builder.set_attrs(op, Some(ctx.dict_attr(entries)));
        count += 1;
    }
    function.count(0, count);
    Ok(())
}

/// Returns whether an op may have the RelaxedPrecision decoration, because its result consists of 32-bit floats.
pub(super) fn is_relaxable(ctx: &Context, body: &Body, op: Op) -> bool {
    let row = ctx.registry().op(body.def(op)).row;
    let suits = match sets::set(row.set) {
        Some(set) => set.import_name == "GLSL.std.450",
        None if row.set != 0 || body.def(op) == spv::ExtInst::ID => false,
        None => {
            let class = core_index(row.opcode).map(|row| SHAPES[row].class);
            matches!(class, Some(Class::Arithmetic | Class::Derivative | Class::Image))
                || OTHERS.contains(&row.opcode)
        }
    };
    suits && body.result_count(op) == 1 && is_float32(ctx, body.value_type(body.result(op, 0)))
}

/// Returns whether a type is a 32-bit float, or a vector or matrix of 32-bit floats.
pub(super) fn is_float32(ctx: &Context, ty: Type) -> bool {
    match ctx.type_data(ty) {
        TypeData::Float(_) => ty == ctx.common().f32,
        TypeData::Vector { element, .. } => is_float32(ctx, *element),
        _ => match types::view(ctx, ty) {
            Some((op::TYPE_MATRIX, _)) => types::element(ctx, ty, 0).is_some_and(|ty| is_float32(ctx, ty)),
            _ => false,
        },
    }
}
