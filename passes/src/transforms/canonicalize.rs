//! `canonicalize`: folds, canonicalization patterns, ops without uses, and arguments of blocks that are some other value,
//! until nothing changes.

use crate::options::OptionInfo;
use crate::pass::{Function, FunctionPass, PassInfo, Work};
use crate::support::params::simplify_params;
use spv_dialect::fold::{Facts, add_fast_math};
use spv_dialect::spv;
use spv_ir::rewrite::{Config, Patterns, greedy_driver};
use spv_ir::{Body, Diagnostic, Diagnostics, Op, Place, walk};
use std::sync::OnceLock;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Applies the folds and canonicalization patterns that each op's definition brings, greedily, \
                  and erases ops without effects whose results are not used. Arguments of blocks and results of \
                  constructs that always get one value, or the same values as another one, are replaced by it, but \
                  where constructs share a block of the binary (that is left to simplify-cfg). Of \
                  a struct or array in shared memory of which one part alone is used, that part is loaded. \
                  Constants are made once per function. Results are those of IEEE 754; what the specification leaves \
                  open, and what an execution mode for rounding or denormals changes, is left alone. Of the rules of spirv-opt's \
                  simplify-instructions and ccp those are left out on purpose that another zero, infinity, NaN or \
                  rounding does not bear (`x + 0`, `x * 0`, `x - x`, `x / x`, `mix(x, y, 0)`, a dot product with one \
                  1, sums and products of floats in another order), those that give a value to what has none (a \
                  division by zero, a shift by the width), and the quotients `-x / -y` and `-x / x` of integers, which \
                  the least number breaks; docs/folding-rules.md lists them all. Operations that permit it by FPFastMathMode or \
                  the module's FPFastMathDefault, or with fast-math all without these and NoContraction, are computed \
                  by these rules and more, whose results differ in rounding, and for zeros, infinities and NaNs.",
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
            help: "visits to ops at most, as a multiple of the ops of a function; an error beyond",
        },
        OptionInfo { name: "top-down", default: "true", help: "of mlir-opt; accepted, the order is our own" },
        OptionInfo {
            name: "region-simplify",
            default: "false",
            help: "of mlir-opt; accepted, blocks are left to simplify-cfg",
        },
        OptionInfo {
            name: "test-convergence",
            default: "false",
            help: "of mlir-opt; accepted, max-visits is the bound",
        },
        OptionInfo {
            name: "max-iterations",
            default: "10",
            help: "of mlir-opt; accepted, max-visits counts",
        },
    ],
    statistics: &[("changes", "Number of changes")],
    ..PassInfo::new("canonicalize", "Fold and simplify operations", |options| {
        let mut config = Config { max_visits: options.value("max-visits")?, ..Config::default() };
        if options.switch(FAST_MATH.name)? {
            config.facts = Facts::FAST_MATH.bits();
        }
        Ok(Work::function(Canonicalize { config, patterns: OnceLock::new() }))
    })
};

/// The option of passes with rules that are not exact.
pub(super) const FAST_MATH: OptionInfo = OptionInfo {
    name: "fast-math",
    default: "false",
    help: "operations on floats without FPFastMathMode or NoContraction, in modules without FPFastMathDefault, are computed \
           as if they permitted all",
};

struct Canonicalize {
    config: Config,
    /// Gathered from the registry when the first function comes.
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

/// Removes arguments of blocks and results of constructs that are some other value; how many.
fn parameters(function: &mut Function<'_>) -> u64 {
    if walk::ops(function.body).any(|op| shares_block(function.body, op)) {
        return 0;
    }
    simplify_params(function)
}

/// Whether a construct shares a block of the binary with another one: what that passes on has to stay as it is.
fn shares_block(body: &Body, op: Op) -> bool {
    let marks: &[usize] = match body.def(op) {
        def if def == spv::Loop::ID => &[spv::Loop::FUSED, spv::Loop::CONTINUE_TARGET],
        def if def == spv::Selection::ID => &[spv::Selection::CONTINUE_TARGET],
        _ => &[],
    };
    marks.iter().any(|&mark| body.slot(op, mark) != 0)
}
