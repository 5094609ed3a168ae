//! Repair of interpolation instructions whose operand is a loaded value instead of a variable (`interpolate-fixup`)

use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::support::spirv::is_simple_access;
use spv_build::spv::{self, glsl};
use spv_ir::{Builder, Diagnostics, Op, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Passes the pointer of a load, instead of the loaded value, to InterpolateAtCentroid, \
                  InterpolateAtSample and InterpolateAtOffset. HLSL front ends pass the value.",
    before: "%0 = spv.Load \"Input\" %p : f32\n%1 = spv.GLSL.InterpolateAtCentroid %0 : f32 -> f32",
    after: "%1 = spv.GLSL.InterpolateAtCentroid %p : !spv.ptr<f32, Input> -> f32",
    statistics: &[("changed", "Instructions changed")],
    ..PassInfo::new(
        "interpolate-fixup",
        "Interpolate variables instead of their values",
        ControlFlow::Any,
        |_| Ok(Work::function(run)),
    )
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let body = &mut *function.body;
    let is_interpolation = |&op: &Op| {
        [glsl::InterpolateAtCentroid::ID, glsl::InterpolateAtSample::ID, glsl::InterpolateAtOffset::ID]
            .contains(&body.def(op))
    };
    let ops: Vec<Op> = walk::ops(body).filter(is_interpolation).collect();
    let mut count = 0;
    for op in ops {
        let load = body.defining_op(body.operand(op, glsl::InterpolateAtCentroid::INTERPOLANT));
        let is_load = |&load: &Op| body.def(load) == spv::Load::ID && is_simple_access(body, load);
        if let Some(load) = load.filter(is_load) {
            let pointer = body.operand(load, spv::Load::POINTER);
            Builder::new(body).set_operand(op, glsl::InterpolateAtCentroid::INTERPOLANT, pointer);
            count += 1;
        }
    }
    function.count(0, count);
    Ok(())
}
