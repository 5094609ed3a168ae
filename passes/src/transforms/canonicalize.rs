//! Canonicalization (`canonicalize`)
//!
//! Folds ops, applies canonicalization patterns, and removes unused ops and redundant block arguments, up to a
//! fixpoint.

use crate::options::OptionInfo;
use crate::pass::{ControlFlow, Function, FunctionPass, PassInfo, Work};
use crate::support::params::simplify_params;
use spv_dialect::fold::{Facts, add_fast_math};
use spv_dialect::spv;
use spv_ir::rewrite::{Config, Patterns, greedy_driver};
use spv_ir::{Body, Diagnostic, Diagnostics, Op, Place, walk};
use std::sync::OnceLock;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Greedily applies the folds and canonicalization patterns of each op, and erases unused \
                  ops without side effects. Block arguments and construct results that always equal one \
                  value, or another argument, are replaced by it, except where constructs share a block of \
                  the binary (see simplify-cfg). If only one element of a struct or array in shared memory \
                  is used, only that element is loaded. Each constant is materialized once per function. \
                  Results are exact in IEEE 754. Operations whose result the specification leaves \
                  undefined, or that an execution mode for rounding or denormals affects, are not folded. \
                  Some rules of spirv-opt's simplify-instructions and ccp are omitted on purpose: rules \
                  that may change a zero, infinity, NaN or rounding (`x + 0`, `x * 0`, `x - x`, `x / x`, \
                  `mix(x, y, 0)`, a dot product with a single 1, reassociation of floats); rules that \
                  define undefined results (division by zero, shift by the width); and the integer \
                  quotients `-x / -y` and `-x / x`, which are wrong for the minimum integer. \
                  docs/folding-rules.md lists all rules. More rules, whose results may differ in rounding \
                  and for zeros, infinities and NaNs, apply to operations that permit them by \
                  FPFastMathMode or by the module's FPFastMathDefault. With fast-math, they apply to all \
                  operations without these decorations and without NoContraction.",
    before: "%0 = spv.IAdd %c3, %x : i32\n\
             %1 = spv.IAdd %0, %c10 : i32\n\
             %2 = spv.SLessThan %1, %y : i32\n\
             %3 = spv.LogicalNot %2 : i1\n\
             spv.ReturnValue %3 : i1",
    after: "%0 = spv.IAdd %x, %c13 : i32\n\
            %1 = spv.SGreaterThanEqual %0, %y : i32\n\
            spv.ReturnValue %1 : i1",
    options: &[
        FAST_MATH,
        OptionInfo {
            name: "max-visits",
            default: "64",
            help: "maximum number of op visits, as a multiple of the number of ops of a function; exceeding it is an error",
        },
        OptionInfo {
            name: "top-down",
            default: "true",
            help: "accepted for mlir-opt compatibility; the order does not change",
        },
        OptionInfo {
            name: "region-simplify",
            default: "false",
            help: "accepted for mlir-opt compatibility; simplify-cfg handles blocks",
        },
        OptionInfo {
            name: "test-convergence",
            default: "false",
            help: "accepted for mlir-opt compatibility; max-visits is the limit",
        },
        OptionInfo {
            name: "max-iterations",
            default: "10",
            help: "accepted for mlir-opt compatibility; max-visits is the limit",
        },
    ],
    statistics: &[("changes", "Number of changes")],
    idempotent: true,
    ..PassInfo::new("canonicalize", "Fold and simplify operations", ControlFlow::Any, |options| {
        let mut config = Config { max_visits: options.value("max-visits")?, ..Config::default() };
        if options.switch(FAST_MATH.name)? {
            config.facts = Facts::FAST_MATH.bits();
        }
        Ok(Work::function(Canonicalize { config, patterns: OnceLock::new() }))
    })
};

/// The option `fast-math` of passes with inexact floating-point rules.
pub(super) const FAST_MATH: OptionInfo = OptionInfo {
    name: "fast-math",
    default: "false",
    help: "treat float operations without FPFastMathMode or NoContraction, in modules without \
           FPFastMathDefault, as if they permitted all fast-math transformations",
};

struct Canonicalize {
    config: Config,
    /// Canonicalization patterns, collected from the registry when the pass runs on its first function.
    patterns: OnceLock<Patterns>,
}

impl FunctionPass for Canonicalize {
    fn run(&self, function: &mut Function<'_>) -> Result<(), Diagnostics> {
        let ctx = function.ctx;
        let patterns = self.patterns.get_or_init(|| {
            let mut patterns = Patterns::canonical();
            add_fast_math(ctx.registry(), &mut patterns);
            patterns
        });
        let config = Config { facts: self.config.facts | function.facts.bits(), ..self.config };
        loop {
            let outcome = greedy_driver::rewrite(ctx, function.body, patterns, config, None);
            function.count(0, outcome.changes);
            if !outcome.converged {
                return Err(self.unfinished(function));
            }
            let gone = parameters(function);
            function.count(0, gone);
            if gone == 0 {
                return Ok(());
            }
        }
    }
}

impl Canonicalize {
    fn unfinished(&self, function: &Function<'_>) -> Diagnostics {
        let message = format!(
            "'spv.func' op has patterns that still apply after {} visits per op",
            self.config.max_visits
        );
        let error = Diagnostic::error(Place::Op(function.loc()), message)
            .note(Place::None, "`--canonicalize=max-visits=N` allows more");
        Diagnostics { list: vec![error] }
    }
}

/// Removes redundant block arguments and construct results. Returns their number.
fn parameters(function: &mut Function<'_>) -> u64 {
    if walk::ops(function.body).any(|op| shares_block(function.body, op)) {
        return 0;
    }
    simplify_params(function)
}

/// Returns whether a construct shares a block of the binary with another construct. The block's arguments must then be
/// preserved.
fn shares_block(body: &Body, op: Op) -> bool {
    let marks: &[usize] = match body.def(op) {
        def if def == spv::Loop::ID => &[spv::Loop::FUSED, spv::Loop::CONTINUE_TARGET],
        def if def == spv::Selection::ID => &[spv::Selection::CONTINUE_TARGET],
        _ => &[],
    };
    marks.iter().any(|&mark| body.slot(op, mark) != 0)
}
