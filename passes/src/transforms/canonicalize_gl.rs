//! `spirv-canonicalize-gl`: patterns with instructions of `GLSL.std.450`.

use crate::pass::{Function, PassInfo, Work};
use crate::support::values::apply_patterns;
use spv_dialect::fold::{Facts, clamp_of_selects};
use spv_dialect::generated::opcodes;
use spv_ir::Diagnostics;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces two comparisons and selections that keep a number between constant bounds by FClamp, \
                  SClamp or UClamp of GLSL.std.450. Of a float that is NaN the result is open then, so that floats \
                  stay as they are where the execution mode SignedZeroInfNanPreserve is asked for. Modules for \
                  OpenCL stay as they are. LLVM 14 knows it as `-test-spirv-glsl-canonicalization`, which is read, too.",
    before: "%0 = spv.SLessThan %min, %x : si32\n%1 = spv.Select %0, %x, %min : i1, si32\n\
             %2 = spv.SLessThan %1, %max : si32\n%3 = spv.Select %2, %1, %max : i1, si32",
    after: "%3 = spv.GLSL.SClamp %x, %min, %max : si32",
    statistics: &[("clamps", "Clamps made")],
    ..PassInfo::new("spirv-canonicalize-gl", "Canonicalize with instructions of GLSL.std.450", |_| {
        Ok(Work::function(run))
    })
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    apply_patterns(function, &[(opcodes::SELECT, clamp_of_selects)], Facts::default());
    Ok(())
}
