//! Replacement of instructions that are invalid in the execution model (`replace-invalid-opcode`)

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::spirv::ops_of;
use crate::support::values::Constants;
use spv_dialect::attributes::{self, AttrKind};
use spv_dialect::effects::{DERIVATIVES, IMPLICIT_LOD_SAMPLES};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{execution_mode, execution_model as model};
use spv_dialect::spv;
use spv_ir::{Body, Builder, Context, Diagnostics, Op, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "If all entry points have the same execution model, replaces results that this model \
                  cannot compute by null constants: derivatives and implicit-LOD samples outside of \
                  fragment shaders and of compute shaders with derivative groups. Before version 1.3, also \
                  removes OpControlBarrier outside of the compute, tessellation control, task and mesh \
                  execution models.",
    before: "%0 = spv.DPdx %x : f32",
    after: "%cst_f32 = spv.Constant #spv.null : f32",
    statistics: &[("replaced", "Instructions replaced")],
    ..PassInfo::new(
        "replace-invalid-opcode",
        "Replace instructions that the execution model lacks",
        ControlFlow::Any,
        |_| Ok(Work::module(run)),
    )
};

/// Returns whether the result of an instruction depends on implicit derivatives across adjacent invocations.
fn takes_derivatives(opcode: u32) -> bool {
    DERIVATIVES.contains(&opcode) || IMPLICIT_LOD_SAMPLES.contains(&opcode) || opcode == op::IMAGE_QUERY_LOD
}

/// Execution models that allow OpControlBarrier in every SPIR-V version.
const WITH_BARRIERS: [u32; 7] = [
    model::TESSELLATION_CONTROL,
    model::GL_COMPUTE,
    model::KERNEL,
    model::TASK_NV,
    model::MESH_NV,
    model::TASK_EXT,
    model::MESH_EXT,
];

/// The first SPIR-V version that allows OpControlBarrier in every execution model.
const FIRST_WITH_BARRIERS: u64 = 0x0001_0300;

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let entries = ops_of(module, spv::EntryPoint::ID);
    let models: Vec<u32> =
        entries.iter().map(|&op| module.body.slot(op, spv::EntryPoint::EXECUTION_MODEL)).collect();
    let Some(&first) = models.first().filter(|first| models.iter().all(|model| model == *first)) else {
        return Ok(());
    };
    let groups = [execution_mode::DERIVATIVE_GROUP_LINEAR_KHR, execution_mode::DERIVATIVE_GROUP_QUADS_KHR];
    let has_groups = ops_of(module, spv::ExecutionModeOp::ID)
        .into_iter()
        .any(|op| groups.contains(&module.body.slot(op, spv::ExecutionModeOp::EXECUTION_MODE)));
    let keeps_derivatives = first == model::FRAGMENT || first == model::KERNEL || has_groups;
    let keeps_barriers = WITH_BARRIERS.contains(&first)
        || module.version().is_none_or(|version| version >= FIRST_WITH_BARRIERS);
    let is_invalid = |body: &Body, op: Op| {
        let row = ctx.registry().op(body.def(op)).row;
        row.set == 0
            && ((!keeps_derivatives && takes_derivatives(row.opcode))
                || (!keeps_barriers && row.opcode == op::CONTROL_BARRIER))
    };
    let mut count = 0;
    for op in module.functions() {
        count += module.function_mut(op, |body| replace(ctx, body, &is_invalid)).unwrap_or(0);
    }
    module.count(0, count);
    Ok(())
}

fn replace(ctx: &Context, body: &mut Body, is_invalid: &dyn Fn(&Body, Op) -> bool) -> u64 {
    let ops: Vec<Op> = walk::ops(body).filter(|&op| is_invalid(body, op)).collect();
    let mut constants = Constants::default();
    let null = attributes::make(ctx, AttrKind::Null, &[]);
    for &op in &ops {
        let result = body.results(op).next();
        if let Some((result, null)) = result.zip(null) {
            let null = constants.get(body, body.value_type(result), null);
            Builder::new(body).replace_all_uses(result, null);
        }
        Builder::new(body).erase(op);
    }
    ops.len() as u64
}
