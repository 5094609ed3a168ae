//! `spirv-rewrite-inserts`: composites that insertions make element by element are constructed.

use crate::pass::{Function, PassInfo, Work};
use crate::support::values::apply_patterns;
use spv_dialect::fold::{Facts, rewrite_inserts};
use spv_dialect::generated::opcodes;
use spv_ir::Diagnostics;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces a row of CompositeInsert that gives every element of a composite, in any order, by one \
                  CompositeConstruct; of the insertions on the way those go that nothing else uses. canonicalize \
                  does the same where no insertion of the row is used elsewhere.",
    before: "%1 = spv.CompositeInsert %a, %0[0 : i32] : f32 into vector<2xf32>\n\
             %2 = spv.CompositeInsert %b, %1[1 : i32] : f32 into vector<2xf32>",
    after: "%2 = spv.CompositeConstruct %a, %b : vector<2xf32>",
    statistics: &[("replaced", "Rows of insertions replaced")],
    ..PassInfo::new("spirv-rewrite-inserts", "Construct composites instead of inserting each element", |_| {
        Ok(Work::function(run))
    })
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    apply_patterns(function, &[(opcodes::COMPOSITE_INSERT, rewrite_inserts)], Facts::default());
    Ok(())
}
