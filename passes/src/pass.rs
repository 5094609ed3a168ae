//! Definition of passes, and the IR that a pass may access

use crate::analyses::{Analyses, Analysis};
use crate::limits::Limits;
use crate::options::{OptionError, OptionInfo, OptionValues};
use spv_dialect::attributes::{self, AttrKind};
use spv_dialect::fold::Facts;
use spv_dialect::generated::values::memory_model;
use spv_dialect::spv;
use spv_ir::symbols::referenced;
use spv_ir::{
    Attribute, Body, Builder, Context, Diagnostics, Executor, Ident, Location, Module, Op, SymbolTable, walk,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Static description of a pass, for the registry, `--help` and the documentation.
#[derive(Clone, Copy)]
pub struct PassInfo {
    /// Name of the pass in pipelines and of its command-line flag.
    pub name: &'static str,
    /// One-line summary for `--help`.
    pub summary: &'static str,
    /// Full description: requirements, effect and limits.
    pub description: &'static str,
    /// Example input in MLIR assembly; empty if the pass has no example.
    pub before: &'static str,
    /// The output of the pass for the example input.
    pub after: &'static str,
    /// Options that the pass accepts.
    pub options: &'static [OptionInfo],
    /// Name and description of each statistic that the pass counts.
    pub statistics: &'static [(&'static str, &'static str)],
    /// The control flow that the pass can process.
    pub handles: ControlFlow,
    /// Whether a second run right after the first one never changes anything, so that the manager may skip it.
    pub idempotent: bool,
    /// Constructs the pass from its options.
    pub make: fn(&OptionValues) -> Result<Work, OptionError>,
}

/// The control flow that a pass handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlFlow {
    /// Any control flow. The pass does not look at control flow, or only at the regions and successors of ops.
    Any,
    /// Control flow of the `spv` dialect. The pass skips functions with control flow of other dialects.
    SpvOnly,
}

impl PassInfo {
    /// Creates the description of a pass without options, statistics or example. Override other fields with
    /// struct update syntax (`..`).
    pub const fn new(
        name: &'static str,
        summary: &'static str,
        handles: ControlFlow,
        make: fn(&OptionValues) -> Result<Work, OptionError>,
    ) -> PassInfo {
        PassInfo {
            name,
            summary,
            description: "",
            before: "",
            after: "",
            options: &[],
            statistics: &[],
            handles,
            idempotent: false,
            make,
        }
    }
}

/// Returns whether a body has regions or successors on an op that is not in the `spv` dialect.
pub(crate) fn has_foreign_control_flow(ctx: &Context, body: &Body) -> bool {
    let is_foreign = |op: Op| !ctx.registry().op(body.def(op)).row.name.starts_with("spv.");
    walk::ops(body).any(|op| (body.region_count(op) > 0 || body.successor_count(op) > 0) && is_foreign(op))
}

/// The implementation of a pass, by the scope of the IR that it works on.
pub enum Work {
    /// A pass that works on one function at a time.
    Function(Box<dyn FunctionPass>),
    /// A pass that works on one `spv.module` at a time.
    Module(Box<dyn ModulePass>),
    /// A pass that works on the whole top-level module, whatever ops it contains.
    Whole(Box<dyn WholePass>),
}

impl Work {
    /// Wraps a function pass.
    pub fn function(pass: impl FunctionPass + 'static) -> Work {
        Work::Function(Box::new(pass))
    }

    /// Wraps a module pass.
    pub fn module(pass: impl ModulePass + 'static) -> Work {
        Work::Module(Box::new(pass))
    }

    /// Wraps a whole-module pass.
    pub fn whole(pass: impl WholePass + 'static) -> Work {
        Work::Whole(Box::new(pass))
    }

    /// Wraps a whole-module pass that distributes its work on an executor.
    pub fn whole_with(
        pass: impl Fn(&mut Module, &dyn Executor) -> Result<(), Diagnostics> + Send + Sync + 'static,
    ) -> Work {
        Work::Whole(Box::new(Shared(pass)))
    }
}

/// A pass over the body of one function. Functions and closures with this signature are passes.
pub trait FunctionPass: Send + Sync {
    /// Adds module-level definitions that the pass will reference. Called before a stage of function passes, with the
    /// body that contains the functions.
    fn prepare(&self, _ctx: &Context, _module: &mut Body) {}

    /// Runs the pass.
    ///
    /// # Errors
    /// The reason why the pass failed; the pipeline stops.
    fn run(&self, function: &mut Function<'_>) -> Result<(), Diagnostics>;
}

impl<F: Fn(&mut Function<'_>) -> Result<(), Diagnostics> + Send + Sync> FunctionPass for F {
    fn run(&self, function: &mut Function<'_>) -> Result<(), Diagnostics> {
        self(function)
    }
}

/// A pass over one `spv.module`. Functions and closures with this signature are passes.
pub trait ModulePass: Send + Sync {
    /// Runs the pass.
    ///
    /// # Errors
    /// The reason why the pass failed; the pipeline stops.
    fn run(&self, module: &mut SpvModule<'_>) -> Result<(), Diagnostics>;
}

impl<F: Fn(&mut SpvModule<'_>) -> Result<(), Diagnostics> + Send + Sync> ModulePass for F {
    fn run(&self, module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
        self(module)
    }
}

/// A pass over a whole module. Functions and closures whose only parameter is a module are passes.
pub trait WholePass: Send + Sync {
    /// Runs the pass, which may distribute independent work on the executor.
    ///
    /// # Errors
    /// The reason why the pass failed; the pipeline stops, and the module is unchanged.
    fn run(&self, module: &mut Module, executor: &dyn Executor) -> Result<(), Diagnostics>;
}

impl<F: Fn(&mut Module) -> Result<(), Diagnostics> + Send + Sync> WholePass for F {
    fn run(&self, module: &mut Module, _: &dyn Executor) -> Result<(), Diagnostics> {
        self(module)
    }
}

/// Adapter for a whole-module pass that uses the executor.
struct Shared<F>(F);

impl<F: Fn(&mut Module, &dyn Executor) -> Result<(), Diagnostics> + Send + Sync> WholePass for Shared<F> {
    fn run(&self, module: &mut Module, executor: &dyn Executor) -> Result<(), Diagnostics> {
        self.0(module, executor)
    }
}

/// A deferred change to the module that a function pass requests with [`Function::edit`].
pub type Edit = Box<dyn FnOnce(&Context, &mut Body) + Send>;

/// A function that a function pass works on, and the module around it.
pub struct Function<'a> {
    /// The context of the IR.
    pub ctx: &'a Context,
    /// The body of the `spv.module` or builtin module that contains the function op. The bodies of its
    /// functions are detached, because other passes may be changing them.
    pub module: &'a Body,
    /// The symbols of [`Self::module`].
    pub symbols: &'a SymbolTable,
    /// Facts about the `spv.module` that transformations must respect.
    pub facts: Facts,
    /// Value ranges of the module's built-in variables, as far as they are known.
    pub limits: &'a Limits,
    /// Whether ops of dialects other than `spv` have regions or successors in this function.
    pub foreign_control_flow: bool,
    /// The function op, contained in [`Self::module`].
    pub op: Op,
    /// The body of the function, which the pass may change.
    pub body: &'a mut Body,
    pub(crate) analyses: &'a mut Analyses,
    pub(crate) statistics: &'a [AtomicU64],
    pub(crate) edits: &'a mut Vec<Edit>,
}

impl Function<'_> {
    /// Returns an analysis of the current body, from the cache if possible.
    pub fn analysis<A: Analysis>(&mut self) -> Arc<A> {
        self.analyses.get(self.ctx, self.body, self.limits)
    }

    /// Returns the location of the function.
    pub fn loc(&self) -> Location {
        self.module.loc(self.op)
    }

    /// Adds `n` to the statistic with the given index in [`PassInfo::statistics`]. The pass fails if it does not declare
    /// the statistic.
    pub fn count(&self, index: usize, n: u64) {
        count(self.statistics, index, n);
    }

    /// Requests a change to the module's body. The pass manager applies all requested changes after the stage, in
    /// function order.
    pub fn edit(&mut self, edit: impl FnOnce(&Context, &mut Body) + Send + 'static) {
        self.edits.push(Box::new(edit));
    }
}

/// An `spv.module` that a module pass works on.
pub struct SpvModule<'a> {
    /// The context of the IR.
    pub ctx: &'a Context,
    /// The body that contains the `spv.module` op.
    pub outer: &'a mut Body,
    /// The `spv.module` op. The pass may change its properties and attributes.
    pub op: Op,
    /// The body of the `spv.module`, which the pass may change.
    pub body: &'a mut Body,
    pub(crate) statistics: &'a [AtomicU64],
    /// The target environment of the innermost enclosing builtin module that has one.
    pub(crate) target_env: Option<Attribute>,
}

/// Key of the module attribute that contains the target environment, `#spv.target_env<...>`.
pub(crate) const TARGET_ENV: &str = "spv.target_env";

impl SpvModule<'_> {
    /// Returns the target environment, which is the attribute `spv.target_env` of the module, or of the innermost
    /// enclosing module that has one.
    pub fn target_env(&self) -> Option<Attribute> {
        self.ctx.dict_get(self.outer.attrs(self.op), TARGET_ENV).or(self.target_env)
    }

    /// Returns the `#spv.vce<...>` attribute with the version, capabilities and extensions that the module declares.
    /// Returns `None` if the module does not declare them.
    pub fn vce(&self) -> Option<Attribute> {
        self.outer.slot_attr(self.op, spv::Module::VCE_TRIPLE)
    }

    /// Returns the version that the module declares, encoded as in the header of a binary. Returns `None` if the
    /// module does not declare one.
    pub fn version(&self) -> Option<u64> {
        match attributes::view(self.ctx, self.vce()?) {
            Some((AttrKind::Vce, [version, ..])) => self.ctx.attr_u64(*version),
            _ => None,
        }
    }

    /// Returns whether the module uses the OpenCL memory model.
    pub(crate) fn is_opencl(&self) -> bool {
        self.outer.slot(self.op, spv::Module::MEMORY_MODEL) == memory_model::OPEN_CL
    }

    /// Adds `n` to the statistic with the given index in [`PassInfo::statistics`]. The pass fails if it does not declare
    /// the statistic.
    pub fn count(&self, index: usize, n: u64) {
        count(self.statistics, index, n);
    }

    /// Returns the symbols that the attributes of the module op reference.
    pub fn referenced(&self) -> Box<[Ident]> {
        let attrs = self.outer.attrs(self.op);
        attrs.map(|attrs| referenced(self.ctx, attrs)).unwrap_or_default()
    }

    /// Returns the ops of the module that have a body, in order: function definitions and declarations.
    pub fn functions(&self) -> Vec<Op> {
        functions(self.body)
    }

    /// Calls `change` with the body of a function, and returns the result of the call. Returns `None` if the op has no
    /// body.
    pub fn function_mut<R>(&mut self, op: Op, change: impl FnOnce(&mut Body) -> R) -> Option<R> {
        Builder::new(self.body).nested_mut(op).map(change)
    }
}

/// Returns the ops in a body's root region that have their own body, in order.
pub(crate) fn functions(body: &Body) -> Vec<Op> {
    walk::top_ops(body).filter(|&op| body.nested(op).is_some()).collect()
}

/// Adds `n` to the counter with the given index. The last counter stands for all statistics that are not declared.
fn count(statistics: &[AtomicU64], index: usize, n: u64) {
    if let Some(counter) = statistics.get(index).or(statistics.last()) {
        counter.fetch_add(n, Ordering::Relaxed);
    }
}
