//! Canonicalization to GLSL.std.450 instructions (`spirv-canonicalize-gl`)

use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::support::values::apply_patterns;
use spv_dialect::fold::{Facts, clamp_of_selects};
use spv_dialect::generated::opcodes;
use spv_ir::Diagnostics;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces two comparisons and selects that clamp a number between constant bounds with \
                  FClamp, SClamp or UClamp of GLSL.std.450. The result for a NaN is then undefined, so \
                  floats are not changed if the execution mode SignedZeroInfNanPreserve is set. Does not \
                  change OpenCL modules. LLVM 14 calls the pass `-test-spirv-glsl-canonicalization`, which \
                  is accepted, too.",
    before: "%0 = spv.SLessThan %min, %x : si32\n%1 = spv.Select %0, %x, %min : i1, si32\n\
             %2 = spv.SLessThan %1, %max : si32\n%3 = spv.Select %2, %1, %max : i1, si32",
    after: "%3 = spv.GLSL.SClamp %x, %min, %max : si32",
    statistics: &[("clamps", "Clamps created")],
    ..PassInfo::new(
        "spirv-canonicalize-gl",
        "Canonicalize with instructions of GLSL.std.450",
        ControlFlow::Any,
        |_| Ok(Work::function(run)),
    )
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    apply_patterns(function, &[(opcodes::SELECT, clamp_of_selects)], Facts::default());
    Ok(())
}
