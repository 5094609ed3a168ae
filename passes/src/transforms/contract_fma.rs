//! Contraction of multiplications and additions to fused multiply-add (`contract-fma`)

use super::canonicalize::FAST_MATH;
use crate::pass::{ControlFlow, PassInfo, Work};
use crate::support::values::apply_patterns;
use spv_dialect::fold::{Facts, contract};
use spv_dialect::generated::opcodes::{F_ADD, F_SUB};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces FAdd and FSub of a product that has no other use with Fma of GLSL.std.450, if both \
                  operations permit contraction. They permit it by AllowContract or Fast in FPFastMathMode, \
                  by AllowContract in FPFastMathDefault, or, with fast-math, if they have neither of these \
                  nor NoContraction. The result is rounded once instead of twice. Does not change OpenCL \
                  modules.",
    before: "%0 = spv.FMul %a, %b : f32\n%1 = spv.FAdd %0, %c : f32",
    after: "%1 = spv.GLSL.Fma %a, %b, %c : f32",
    options: &[FAST_MATH],
    statistics: &[("contracted", "Products and sums contracted")],
    ..PassInfo::new(
        "contract-fma",
        "Contract products and sums to fused multiply-add",
        ControlFlow::Any,
        |options| {
            let facts = if options.switch(FAST_MATH.name)? { Facts::FAST_MATH } else { Facts::default() };
            Ok(Work::function(move |function: &mut crate::pass::Function<'_>| {
                apply_patterns(function, &[(F_ADD, contract), (F_SUB, contract)], facts);
                Ok(())
            }))
        },
    )
};
