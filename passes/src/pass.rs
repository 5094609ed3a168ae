//! What a pass is, and what it sees.

use crate::analyses::{Analyses, Analysis};
use crate::limits::Limits;
use crate::options::{OptionError, OptionInfo, OptionValues};
use spv_dialect::attributes::{self, Kind};
use spv_dialect::fold::Facts;
use spv_dialect::generated::values::memory_model;
use spv_dialect::spv;
use spv_ir::symbols::referenced;
use spv_ir::{
    Attribute, Body, Builder, Context, Diagnostics, Executor, Ident, Location, Module, Op, SymbolTable, walk,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A pass as data: what a registry, `--help` and the documentation know of it.
#[derive(Clone, Copy)]
pub struct PassInfo {
    /// Name in pipelines, and of the flag.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// What it needs, does and keeps.
    pub description: &'static str,
    /// A text before the pass; may be empty.
    pub before: &'static str,
    /// The same after it.
    pub after: &'static str,
    /// Its options.
    pub options: &'static [OptionInfo],
    /// What it counts: name, and what is counted.
    pub statistics: &'static [(&'static str, &'static str)],
    /// Whether it reads control flow as the dialect `spv` has it: a function pass then skips functions with control flow of
    /// other dialects.
    pub reads_control_flow: bool,
    /// Makes one.
    pub make: fn(&OptionValues) -> Result<Work, OptionError>,
}

impl PassInfo {
    /// A pass without options, statistics and examples; the other fields are set from it with `..`.
    pub const fn new(
        name: &'static str,
        summary: &'static str,
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
            reads_control_flow: false,
            make,
        }
    }
}

/// Whether an op of another dialect than `spv` has regions or successors.
pub(crate) fn has_foreign_control_flow(ctx: &Context, body: &Body) -> bool {
    let is_foreign = |op: Op| !ctx.registry().op(body.def(op)).row.name.starts_with("spv.");
    walk::ops(body).any(|op| (body.region_count(op) > 0 || body.successor_count(op) > 0) && is_foreign(op))
}

/// The work of a pass.
pub enum Work {
    /// On one function at a time.
    Function(Box<dyn FunctionPass>),
    /// On one `spv.module` at a time.
    Module(Box<dyn ModulePass>),
    /// On the module as a whole, whatever is in it.
    Whole(Box<dyn WholePass>),
}

impl Work {
    /// Work on functions.
    pub fn function(pass: impl FunctionPass + 'static) -> Work {
        Work::Function(Box::new(pass))
    }

    /// Work on modules.
    pub fn module(pass: impl ModulePass + 'static) -> Work {
        Work::Module(Box::new(pass))
    }

    /// Work on whole modules.
    pub fn whole(pass: impl WholePass + 'static) -> Work {
        Work::Whole(Box::new(pass))
    }

    /// Work on whole modules that is shared among threads.
    pub fn whole_with(
        pass: impl Fn(&mut Module, &dyn Executor) -> Result<(), Diagnostics> + Send + Sync + 'static,
    ) -> Work {
        Work::Whole(Box::new(Shared(pass)))
    }
}

/// Works on the body of one function. Functions and closures of this form are passes.
pub trait FunctionPass: Send + Sync {
    /// Adds to a module what functions may refer to after the work. Called before a run of function passes, with the
    /// body that the functions are in.
    fn prepare(&self, _ctx: &Context, _module: &mut Body) {}

    /// Does the work.
    ///
    /// # Errors
    /// Why it cannot be done; the pipeline ends.
    fn run(&self, function: &mut Function<'_>) -> Result<(), Diagnostics>;
}

impl<F: Fn(&mut Function<'_>) -> Result<(), Diagnostics> + Send + Sync> FunctionPass for F {
    fn run(&self, function: &mut Function<'_>) -> Result<(), Diagnostics> {
        self(function)
    }
}

/// Works on one `spv.module`. Functions and closures of this form are passes.
pub trait ModulePass: Send + Sync {
    /// Does the work.
    ///
    /// # Errors
    /// Why it cannot be done; the pipeline ends.
    fn run(&self, module: &mut SpvModule<'_>) -> Result<(), Diagnostics>;
}

impl<F: Fn(&mut SpvModule<'_>) -> Result<(), Diagnostics> + Send + Sync> ModulePass for F {
    fn run(&self, module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
        self(module)
    }
}

/// Works on a whole module. Functions and closures of a module alone are passes.
pub trait WholePass: Send + Sync {
    /// Does the work, of which the executor may do independent parts.
    ///
    /// # Errors
    /// Why it cannot be done; the pipeline ends, and the module is as it was.
    fn run(&self, module: &mut Module, executor: &dyn Executor) -> Result<(), Diagnostics>;
}

impl<F: Fn(&mut Module) -> Result<(), Diagnostics> + Send + Sync> WholePass for F {
    fn run(&self, module: &mut Module, _: &dyn Executor) -> Result<(), Diagnostics> {
        self(module)
    }
}

/// A pass that uses the executor.
struct Shared<F>(F);

impl<F: Fn(&mut Module, &dyn Executor) -> Result<(), Diagnostics> + Send + Sync> WholePass for Shared<F> {
    fn run(&self, module: &mut Module, executor: &dyn Executor) -> Result<(), Diagnostics> {
        self.0(module, executor)
    }
}

/// A change of the module that a function pass asks for: see [`Function::edit`].
pub type Edit = Box<dyn FnOnce(&Context, &mut Body) + Send>;

/// A function, as a function pass sees it.
pub struct Function<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// The body that the function op is in: that of `spv.module`, or of a builtin module. The bodies of
    /// its functions are not in it, as other passes may work on them now.
    pub module: &'a Body,
    /// The symbols of [`Self::module`].
    pub symbols: &'a SymbolTable,
    /// What the `spv.module` says that transformations must respect.
    pub facts: Facts,
    /// What that says of built-in variables.
    pub limits: &'a Limits,
    /// Whether other dialects than `spv` have control flow in it.
    pub foreign_control_flow: bool,
    /// The function op, in [`Self::module`].
    pub op: Op,
    /// The function's body.
    pub body: &'a mut Body,
    pub(crate) analyses: &'a mut Analyses,
    pub(crate) statistics: &'a [AtomicU64],
    pub(crate) edits: &'a mut Vec<Edit>,
}

impl Function<'_> {
    /// An analysis of the body as it is now.
    pub fn analysis<A: Analysis>(&mut self) -> Arc<A> {
        self.analyses.get(self.ctx, self.body, self.limits)
    }

    /// Location of the function.
    pub fn loc(&self) -> Location {
        self.module.loc(self.op)
    }

    /// Adds to statistic number `index` of the pass.
    pub fn count(&self, index: usize, n: u64) {
        count(self.statistics, index, n);
    }

    /// Asks for a change of the module's body. The changes are made when all functions are done, in the
    /// order of the functions.
    pub fn edit(&mut self, edit: impl FnOnce(&Context, &mut Body) + Send + 'static) {
        self.edits.push(Box::new(edit));
    }
}

/// A `spv.module`, as a module pass sees it.
pub struct SpvModule<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// The body that the `spv.module` op is in.
    pub outer: &'a mut Body,
    /// The `spv.module` op: its slots and attributes may be changed.
    pub op: Op,
    /// The body of the module.
    pub body: &'a mut Body,
    pub(crate) statistics: &'a [AtomicU64],
    /// Of the builtin modules around, the innermost that has one.
    pub(crate) target_env: Option<Attribute>,
}

/// Key of the attribute of a module that says what it is compiled for: `#spv.target_env<...>`.
pub(crate) const TARGET_ENV: &str = "spv.target_env";

impl SpvModule<'_> {
    /// The target environment: `spv.target_env` of the module, or of the next module around it that has one.
    pub fn target_env(&self) -> Option<Attribute> {
        self.ctx.dict_get(self.outer.attrs(self.op), TARGET_ENV).or(self.target_env)
    }

    /// The version, capabilities and extensions that the module states: `#spv.vce<...>`.
    pub fn vce(&self) -> Option<Attribute> {
        self.outer.slot_attr(self.op, spv::Module::VCE_TRIPLE)
    }

    /// The version that the module states, as the header of a binary has it.
    pub fn version(&self) -> Option<u64> {
        match attributes::view(self.ctx, self.vce()?) {
            Some((Kind::Vce, [version, ..])) => self.ctx.attr_u64(*version),
            _ => None,
        }
    }

    /// Whether the memory model is that of OpenCL.
    pub(crate) fn is_opencl(&self) -> bool {
        self.outer.slot(self.op, spv::Module::MEMORY_MODEL) == memory_model::OPEN_CL
    }

    /// Adds to statistic number `index` of the pass.
    pub fn count(&self, index: usize, n: u64) {
        count(self.statistics, index, n);
    }

    /// The symbols that the module's own attributes reference.
    pub fn referenced(&self) -> Box<[Ident]> {
        let attrs = self.outer.attrs(self.op);
        attrs.map(|attrs| referenced(self.ctx, attrs)).unwrap_or_default()
    }

    /// The ops of the module that have a body (functions), in order.
    pub fn functions(&self) -> Vec<Op> {
        functions(self.body)
    }

    /// The body of a function, to be changed.
    pub fn function_mut<R>(&mut self, op: Op, change: impl FnOnce(&mut Body) -> R) -> Option<R> {
        Builder::new(self.body).nested_mut(op).map(change)
    }
}

/// The ops of a body's root region that own a body, in order.
pub(crate) fn functions(body: &Body) -> Vec<Op> {
    walk::top_ops(body).filter(|&op| body.nested(op).is_some()).collect()
}

fn count(statistics: &[AtomicU64], index: usize, n: u64) {
    if let Some(counter) = statistics.get(index) {
        counter.fetch_add(n, Ordering::Relaxed);
    }
}
