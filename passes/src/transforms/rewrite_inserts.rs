//! Conversion of insertion chains to composite construction (`spirv-rewrite-inserts`)

use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::support::values::apply_patterns;
use spv_dialect::fold::{Facts, rewrite_inserts};
use spv_dialect::generated::opcodes;
use spv_ir::Diagnostics;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces a chain of CompositeInsert that sets every element of a composite, in any order, \
                  by one CompositeConstruct. Erases insertions of the chain that have no other use. \
                  canonicalize does the same if no insertion of the chain is used elsewhere.",
    before: "%1 = spv.CompositeInsert %a, %0[0 : i32] : f32 into vector<2xf32>\n\
             %2 = spv.CompositeInsert %b, %1[1 : i32] : f32 into vector<2xf32>",
    after: "%2 = spv.CompositeConstruct %a, %b : vector<2xf32>",
    statistics: &[("replaced", "Insertion chains replaced")],
    ..PassInfo::new(
        "spirv-rewrite-inserts",
        "Construct composites instead of inserting each element",
        ControlFlow::Any,
        |_| Ok(Work::function(run)),
    )
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    apply_patterns(function, &[(opcodes::COMPOSITE_INSERT, rewrite_inserts)], Facts::default());
    Ok(())
}
