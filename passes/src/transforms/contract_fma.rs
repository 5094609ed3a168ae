//! `contract-fma`: a product and a sum become a fused multiply-add.

use super::canonicalize::FAST_MATH;
use crate::pass::{PassInfo, Work};
use crate::support::values::apply_patterns;
use spv_dialect::fold::{Facts, contract};
use spv_dialect::generated::opcodes::{F_ADD, F_SUB};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces FAdd and FSub of a product that nothing else uses by Fma of GLSL.std.450, where both permit it: by \
                  AllowContract or Fast of FPFastMathMode, by AllowContract of FPFastMathDefault, or with fast-math wherever \
                  there is neither these nor NoContraction. The result is rounded once instead of twice. Modules for OpenCL stay as they are.",
    before: "%0 = spv.FMul %a, %b : f32\n%1 = spv.FAdd %0, %c : f32",
    after: "%1 = spv.GLSL.Fma %a, %b, %c : f32",
    options: &[FAST_MATH],
    statistics: &[("contracted", "Products and sums contracted")],
    ..PassInfo::new("contract-fma", "Contract products and sums", |options| {
        let facts = if options.switch(FAST_MATH.name)? { Facts::FAST_MATH } else { Facts::default() };
        Ok(Work::function(move |function: &mut crate::pass::Function<'_>| {
            apply_patterns(function, &[(F_ADD, contract), (F_SUB, contract)], facts);
            Ok(())
        }))
    })
};
