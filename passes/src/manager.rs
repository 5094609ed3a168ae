//! Pass manager: runs a pipeline on a module
//!
//! Consecutive function passes run as one stage. Each function runs through all of them before the next function
//! begins. Functions are independent tasks of the [`Executor`]. During a stage, function bodies are detached from the
//! module, which is read-only.

use crate::analyses::Analyses;
use crate::executor::{Executor, Inline};
use crate::limits::Limits;
use crate::observe::{Event, Observer, Subject};
use crate::pass::{
    ControlFlow, Edit, Function, SpvModule, TARGET_ENV, Work, functions, has_foreign_control_flow,
};
use crate::pipeline::stages::{NumberedPass, Stage, stages};
use crate::pipeline::{Anchor, Instance, Pipeline};
use spv_dialect::dialect::is_registered;
use spv_dialect::fold::{Facts, module_facts, target_facts};
use spv_dialect::spv;
use spv_ir::dialect::OpDefId;
use spv_ir::symbols::name_of;
use spv_ir::verify::{Owner, Storage, Verifier, verify_module_with};
use spv_ir::{Attribute, Body, Builder, Context, Diagnostics, Module, Op, Place, Pool, SymbolTable, builtin};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

/// The points of a pipeline run at which the pass manager runs the verifier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verify {
    /// Verification after each pass, of the functions or modules that the pass changed. An error names the pass.
    #[default]
    EachPass,
    /// A single verification of the whole module after the last pass. It is faster, but an error does not name the pass
    /// that caused it.
    LastPass,
    /// No verification.
    Never,
}

impl Verify {
    /// The default of spv-opt and the language bindings: `EachPass` in builds with debug assertions, otherwise
    /// `LastPass`.
    pub const TOOL_DEFAULT: Verify = if cfg!(debug_assertions) { Verify::EachPass } else { Verify::LastPass };
}

/// Options of a pipeline run.
pub struct RunOptions<'a> {
    /// Executor that runs independent tasks, for example on a thread pool.
    pub executor: &'a dyn Executor,
    /// The points of the run at which the pass manager runs the verifier.
    pub verify: Verify,
    /// Observer that receives an event before and after each pass, if any.
    pub observer: Option<&'a dyn Observer>,
    /// Target environment for modules without the attribute `spv.target_env`. It must be a `#spv.target_env<...>`
    /// attribute of the module's context.
    pub target_env: Option<Attribute>,
}

impl Default for RunOptions<'_> {
    fn default() -> Self {
        RunOptions { executor: &Inline, verify: Verify::EachPass, observer: None, target_env: None }
    }
}

/// The reason why a pipeline stopped early. The module is still valid, unless the verifier reported the errors.
#[derive(Debug, thiserror::Error)]
#[error("the pass '{pass}' failed\n{errors}")]
pub struct Failure {
    /// Name of the failed pass, or of the last pass if verification after the pipeline failed ([`Verify::LastPass`]).
    pub pass: &'static str,
    /// The errors that the pass or the verifier reported.
    pub errors: Diagnostics,
}

impl Failure {
    /// Replaces the locations of ops in a file by `file:line:column`, which `Display` prints without the context.
    pub fn with_positions(self, ctx: &Context) -> Failure {
        Failure { errors: self.errors.with_positions(ctx), ..self }
    }
}

/// Runs a pipeline on a module.
///
/// # Errors
/// Returns the errors of the first failed pass, or of the verifier after it. If several functions failed in that pass
/// or an earlier one, the errors of each are included, in function order.
pub fn run(pipeline: &Pipeline, module: &mut Module, options: &RunOptions<'_>) -> Result<(), Failure> {
    run_completed(&pipeline.completed(), module, options)
}

/// Runs a pipeline that [`Pipeline::completed`] returned.
///
/// # Errors
/// Returns the same errors as [`run`].
pub fn run_completed(
    pipeline: &Pipeline,
    module: &mut Module,
    options: &RunOptions<'_>,
) -> Result<(), Failure> {
    let ctx = module.ctx.clone();
    let mut runner = Runner {
        ctx: &ctx,
        options,
        verifier: OnceLock::new(),
        facts: Facts::default(),
        limits: Limits::default(),
        target_env: ctx.dict_get(module.attrs, TARGET_ENV).or(options.target_env),
        changed: false,
        pass: "",
        errors: Diagnostics::default(),
    };
    let stages = stages(pipeline);
    if let Some(stage) = stages.first().filter(|_| !is_registered(ctx.registry())) {
        runner
            .errors
            .error(Place::None, "the context lacks the `spv` dialect: register it before running passes");
        return Err(Failure { pass: stage.first_pass(), errors: runner.errors });
    }
    for stage in stages {
        match stage {
            Stage::Whole(pass) => runner.whole(pass, module),
            _ => runner.stage(&stage, &mut module.body, 0),
        }
        if runner.errors.has_errors() {
            return Err(Failure { pass: runner.pass, errors: runner.errors });
        }
    }
    if options.verify != Verify::LastPass || !runner.changed {
        return Ok(());
    }
    verify_module_with(module, options.executor).map_err(|mut errors| {
        let all = pipeline.passes();
        let written = all.iter().filter(|instance| !instance.is_inserted() && !instance.is_last());
        let passes: Vec<&str> = written.map(|instance| instance.info.name).collect();
        let first = passes.first().copied().unwrap_or(runner.pass);
        let last = passes.last().copied().unwrap_or(runner.pass);
        let note = match passes.len() {
            0 | 1 => format!("in pass '{last}'"),
            _ => format!(
                "in one of the passes '{first}' to '{last}': verify after each (--verify-each, or \
                 'Verify::EachPass' in Rust) to find out which"
            ),
        };
        errors.list.iter_mut().for_each(|error| error.notes.push((Place::None, note.clone())));
        Failure { pass: last, errors }
    })
}

/// Maximum nesting depth of builtin modules.
const MAX_DEPTH: usize = 1000;

struct Runner<'r> {
    ctx: &'r Context,
    options: &'r RunOptions<'r>,
    /// The verifier, created at first use.
    verifier: OnceLock<Verifier<'r>>,
    /// Properties of the module whose functions are being processed.
    facts: Facts,
    /// Value ranges of the built-in variables of the module whose functions are being processed.
    limits: Limits,
    /// Target environment that the enclosing builtin modules specify.
    target_env: Option<Attribute>,
    /// Whether any pass has changed the IR.
    changed: bool,
    /// Name of the failed pass.
    pass: &'static str,
    errors: Diagnostics,
}

impl Runner<'_> {
    fn verifies_each(&self) -> bool {
        self.options.verify == Verify::EachPass
    }

    fn verifier(&self) -> &Verifier<'_> {
        self.verifier.get_or_init(|| Verifier::new(self.ctx))
    }

    /// Runs a stage on all modules and functions nested in the body of a builtin module.
    fn stage(&mut self, stage: &Stage<'_>, body: &mut Body, depth: usize) {
        if let Stage::Functions { passes, anchor, in_spv_module: false } = stage {
            self.functions(passes, *anchor, body);
        }
        let inner: Vec<Op> = functions(body);
        for op in inner {
            if self.errors.has_errors() {
                return;
            }
            let def = body.def(op);
            if def == spv::Module::ID {
                self.spv_module(stage, body, op);
            } else if def == builtin::MODULE_ID && depth < MAX_DEPTH {
                let around = self.target_env;
                self.target_env = self.ctx.dict_get(body.attrs(op), TARGET_ENV).or(around);
                self.within(body, op, |this, inner| this.stage(stage, inner, depth + 1));
                self.target_env = around;
            }
        }
    }

    /// Detaches the body of an op, runs `work` on it and attaches it again.
    fn within(&mut self, body: &mut Body, op: Op, work: impl FnOnce(&mut Self, &mut Body)) {
        let Some(mut inner) = Builder::new(body).take_nested(op) else { return };
        work(self, &mut inner);
        Builder::new(body).set_nested(op, Some(inner));
    }

    fn spv_module(&mut self, stage: &Stage<'_>, outer: &mut Body, op: Op) {
        match stage {
            Stage::Functions { passes, anchor, .. } => {
                let target = self.ctx.dict_get(outer.attrs(op), TARGET_ENV).or(self.target_env);
                let lacked = target.map(|target| target_facts(self.ctx, target)).unwrap_or_default();
                self.facts = module_facts(self.ctx, outer, op) | lacked;
                self.limits =
                    outer.nested(op).map(|body| Limits::new(self.ctx, body, target)).unwrap_or_default();
                self.within(outer, op, |this, inner| this.functions(passes, *anchor, inner));
                self.facts = Facts::default();
                self.limits = Limits::default();
            }
            Stage::Module(pass) => self.module_pass(*pass, outer, op),
            Stage::Whole(_) => {}
        }
    }

    /// Runs a pass on the top-level module.
    fn whole(&mut self, NumberedPass { number, instance }: NumberedPass<'_>, module: &mut Module) {
        let Work::Whole(pass) = &instance.work else { return };
        let (ctx, observer) = (self.ctx, self.options.observer);
        let event = |module: &Module, tell: &dyn Fn(&dyn Observer, Event<'_>)| {
            if let Some(observer) = observer {
                let subject = Subject::Module(module);
                tell(observer, Event { pass: instance.info.name, number, ctx, subject });
            }
        };
        event(module, &|observer, event| observer.before(event));
        let epoch = module.body.epoch();
        let start = observer.map(|_| Instant::now());
        let mut errors = pass.run(module, self.options.executor).err().map(with_message).unwrap_or_default();
        let time = start.map(|start| start.elapsed()).unwrap_or_default();
        let changed = module.body.epoch() != epoch;
        self.changed |= changed;
        if !errors.has_errors() && self.verifies_each() && changed {
            errors = verify_module_with(module, self.options.executor).err().unwrap_or_default();
        }
        self.target_env = self.ctx.dict_get(module.attrs, TARGET_ENV);
        event(module, &|observer, event| match errors.has_errors() {
            true => observer.failed(event, &errors),
            false => observer.after(event, changed, time),
        });
        if errors.has_errors() {
            self.fail(instance, errors);
        }
    }

    fn module_pass(&mut self, numbered: NumberedPass<'_>, outer: &mut Body, op: Op) {
        let NumberedPass { number, instance } = numbered;
        let Work::Module(pass) = &instance.work else { return };
        let ctx = self.ctx;
        let name = instance.info.name;
        let event = |outer: &Body, tell: &dyn Fn(&dyn Observer, Event<'_>)| {
            if let Some(observer) = self.options.observer {
                tell(observer, Event { pass: name, number, ctx, subject: Subject::Op { around: outer, op } });
            }
        };
        event(outer, &|observer, event| observer.before(event));
        let Some(mut body) = Builder::new(outer).take_nested(op) else { return };
        let epochs = (outer.epoch(), body.epoch());
        // WebAssembly in browsers has no clock.
        let start = self.options.observer.map(|_| Instant::now());
        let target_env = self.target_env;
        let statistics = &instance.statistics;
        let mut module = SpvModule { ctx, outer, op, body: &mut body, statistics, target_env };
        let result = pass.run(&mut module);
        let time = start.map(|start| start.elapsed()).unwrap_or_default();
        let changed = (outer.epoch(), body.epoch()) != epochs;
        self.changed |= changed;
        Builder::new(outer).set_nested(op, Some(body));
        let mut errors = Diagnostics::default();
        if let Err(list) = result {
            errors = with_message(list);
        } else if self.verifies_each() && changed {
            let owner = Owner::new(outer, op);
            if let Some(body) = outer.nested(op) {
                self.verifier().tree(body, owner, None, &mut errors);
            }
        }
        errors.list.extend(instance.statistics_error());
        event(outer, &|observer, event| match errors.has_errors() {
            true => observer.failed(event, &errors),
            false => observer.after(event, changed, time),
        });
        if errors.has_errors() {
            self.fail(instance, errors);
        }
    }

    fn fail(&mut self, instance: &Instance, errors: Diagnostics) {
        self.pass = instance.info.name;
        self.errors = errors;
        for error in &mut self.errors.list {
            error.notes.push((Place::None, format!("in pass '{}'", instance.info.name)));
        }
    }

    /// Runs function passes on the functions of a body that match `anchor`.
    fn functions(&mut self, passes: &[NumberedPass<'_>], anchor: Anchor, module: &mut Body) {
        let wanted = self.wanted(module, anchor);
        if wanted.is_empty() {
            return;
        }
        let epoch = module.epoch();
        for pass in passes {
            if let Work::Function(pass) = &pass.instance.work {
                pass.prepare(self.ctx, module);
            }
        }
        self.changed |= module.epoch() != epoch;
        let symbols = SymbolTable::new(self.ctx, module);
        let mut edits: Vec<Edit> = Vec::new();
        if let Some(observer) = self.options.observer.filter(|o| o.needs_ir()) {
            self.run_serially(passes, &wanted, module, &symbols, &mut edits, observer);
        } else {
            self.run_in_parallel(passes, &wanted, module, &symbols, &mut edits);
        }
        for edit in edits {
            edit(self.ctx, module);
        }
    }

    /// Returns the function definitions of a body that match an anchor, in order.
    fn wanted(&self, module: &Body, anchor: Anchor) -> Vec<Op> {
        let registry = self.ctx.registry();
        let fits = |op: Op| match anchor {
            Anchor::SpvFunc => module.def(op) == spv::Func::ID,
            Anchor::BuiltinFunc => {
                let def = module.def(op);
                def == builtin::FUNC_ID || registry.op(def).row.name == "func.func"
            }
            _ => registry.op(module.def(op)).traits.contains(spv_ir::dialect::Traits::FUNCTION),
        };
        // The body of a function declaration has no ops.
        let has_code = |op: Op| {
            let body = module.nested(op);
            body.is_some_and(|b| b.first_block(b.root()).is_some_and(|block| b.first_op(block).is_some()))
        };
        functions(module).into_iter().filter(|&op| fits(op) && has_code(op)).collect()
    }

    fn run_in_parallel(
        &mut self,
        passes: &[NumberedPass<'_>],
        wanted: &[Op],
        module: &mut Body,
        symbols: &SymbolTable,
        edits: &mut Vec<Edit>,
    ) {
        let mut builder = Builder::new(module);
        let take = |&op: &Op| {
            let body = builder.take_nested(op)?;
            Some(Mutex::new(Task::new(self.ctx, builder.def(op), op, body)))
        };
        let tasks: Vec<Mutex<Task<'_>>> = wanted.iter().filter_map(take).collect();
        let this = &*self;
        let parent = Parent { module: &*module, symbols };
        let pool: Pool<Storage> = Pool::default();
        this.options.executor.run(tasks.len(), &|i| {
            let mut task = lock(&tasks[i]);
            task.body.prefetch();
            pool.with(Storage::default, |storage| {
                task.failed =
                    passes.iter().position(|&pass| !this.function_pass(pass, parent, storage, &mut task));
            });
        });
        let mut builder = Builder::new(module);
        let mut failures: Vec<PassFailure> = Vec::new();
        for task in tasks {
            let mut task = task.into_inner().unwrap_or_else(PoisonError::into_inner);
            self.changed |= task.is_changed();
            builder.set_nested(task.op, Some(task.body));
            edits.append(&mut task.edits);
            failures.extend(task.failed.map(|position| PassFailure { position, errors: task.errors }));
        }
        if let Some(first) = failures.iter().map(|failure| failure.position).min() {
            let mut errors = Diagnostics::default();
            for failure in failures.into_iter().filter(|failure| failure.position == first) {
                failure.errors.list.into_iter().for_each(|error| errors.push(error));
            }
            self.fail(passes[first].instance, errors);
        }
    }

    fn run_serially(
        &mut self,
        passes: &[NumberedPass<'_>],
        wanted: &[Op],
        module: &mut Body,
        symbols: &SymbolTable,
        edits: &mut Vec<Edit>,
        observer: &dyn Observer,
    ) {
        let ctx = self.ctx;
        let mut storage = Storage::default();
        for &op in wanted {
            let first_epoch = module.nested(op).map(Body::epoch);
            for &pass in passes {
                let NumberedPass { number, instance } = pass;
                let epoch = module.nested(op).map(Body::epoch);
                if instance.if_changed && epoch == first_epoch {
                    continue;
                }
                let event = |module: &Body, tell: &dyn Fn(Event<'_>)| {
                    let subject = Subject::Op { around: module, op };
                    tell(Event { pass: instance.info.name, number, ctx, subject });
                };
                event(module, &|event| observer.before(event));
                let Some(body) = Builder::new(module).take_nested(op) else { continue };
                let mut task = Task::new(ctx, module.def(op), op, body);
                task.epoch = first_epoch.unwrap_or(task.epoch);
                let start = Instant::now();
                let parent = Parent { module: &*module, symbols };
                let ok = self.function_pass(pass, parent, &mut storage, &mut task);
                let time = start.elapsed();
                let changed = Some(task.body.epoch()) != epoch;
                self.changed |= changed;
                Builder::new(module).set_nested(op, Some(task.body));
                edits.append(&mut task.edits);
                event(module, &|event| match ok {
                    true => observer.after(event, changed, time),
                    false => observer.failed(event, &task.errors),
                });
                if !ok {
                    self.fail(instance, task.errors);
                    return;
                }
            }
        }
    }

    /// Runs one pass on one function. Returns whether the pass and the verification after it succeeded.
    fn function_pass<'p>(
        &self,
        NumberedPass { number, instance }: NumberedPass<'p>,
        Parent { module, symbols }: Parent<'_>,
        storage: &mut Storage,
        task: &mut Task<'p>,
    ) -> bool {
        let Work::Function(pass) = &instance.work else { return true };
        if task.foreign_control_flow && instance.info.handles == ControlFlow::SpvOnly
            || instance.if_changed && !task.is_changed()
            || task.settled.iter().any(|settled| settled.is_same(instance))
        {
            return true;
        }
        let observer = self.options.observer.filter(|o| !o.needs_ir());
        let subject = Subject::Op { around: module, op: task.op };
        let event = Event { pass: instance.info.name, number, ctx: self.ctx, subject };
        if let Some(observer) = observer {
            observer.before(event);
        }
        let epoch = task.body.epoch();
        let start = observer.map(|_| Instant::now());
        let result = pass.run(&mut Function {
            ctx: self.ctx,
            module,
            symbols,
            facts: self.facts,
            limits: &self.limits,
            foreign_control_flow: task.foreign_control_flow,
            op: task.op,
            body: &mut task.body,
            analyses: &mut task.analyses,
            statistics: &instance.statistics,
            edits: &mut task.edits,
        });
        let time = start.map(|start| start.elapsed()).unwrap_or_default();
        let changed = task.body.epoch() != epoch;
        if changed {
            task.settled.clear();
        }
        if !changed || instance.info.idempotent {
            task.settled.push(instance);
        }
        match result {
            Err(list) => task.errors = with_message(list),
            Ok(()) if self.verifies_each() && changed => {
                let owner = Owner::new(module, task.op);
                self.verifier().tree_with(&task.body, owner, Some(symbols), storage, &mut task.errors);
                // A module edit may change the function type after the stage.
                if task.edits.is_empty() {
                    self.verifier().entry_block(module, task.op, &task.body, &mut task.errors);
                }
            }
            Ok(()) => {}
        }
        task.errors.list.extend(instance.statistics_error());
        if let Some(name) = name_of(self.ctx, module, task.op).filter(|_| task.errors.has_errors()) {
            for error in &mut task.errors.list {
                error.notes.push((Place::None, format!("in function '@{name}'")));
            }
        }
        let ok = !task.errors.has_errors();
        if let Some(observer) = observer {
            match ok {
                true => observer.after(event, changed, time),
                false => observer.failed(event, &task.errors),
            }
        }
        ok
    }
}

/// Returns the errors of a failed pass. Adds an error if there is none, because errors mark the failure.
fn with_message(mut errors: Diagnostics) -> Diagnostics {
    if !errors.has_errors() {
        errors.error(Place::None, "the pass failed without a message");
    }
    errors
}

/// The body that contains the functions of a stage, and its symbols.
#[derive(Clone, Copy)]
struct Parent<'a> {
    module: &'a Body,
    symbols: &'a SymbolTable,
}

/// The errors of a pass on one function.
struct PassFailure {
    /// Index of the pass in its stage.
    position: usize,
    errors: Diagnostics,
}

/// A function that a sequence of function passes is processing.
struct Task<'p> {
    op: Op,
    body: Box<Body>,
    /// Epoch of the body before the first pass of the stage.
    epoch: u64,
    foreign_control_flow: bool,
    analyses: Analyses,
    /// Passes of the stage to skip, because they would not change the body in its current state.
    settled: Vec<&'p Instance>,
    edits: Vec<Edit>,
    errors: Diagnostics,
    /// Index of the failed pass in the stage, or `None` if no pass failed.
    failed: Option<usize>,
}

impl<'p> Task<'p> {
    /// Creates the task for a function. `def` is the definition of the function op; an `spv.func` cannot contain
    /// control flow of other dialects.
    fn new(ctx: &Context, def: OpDefId, op: Op, body: Box<Body>) -> Task<'p> {
        let is_spv = def == spv::Func::ID;
        Task {
            op,
            foreign_control_flow: !is_spv && has_foreign_control_flow(ctx, &body),
            epoch: body.epoch(),
            body,
            analyses: Analyses::default(),
            settled: Vec::new(),
            edits: Vec::new(),
            errors: Diagnostics::default(),
            failed: None,
        }
    }

    /// Returns whether a pass of the stage has changed the function.
    fn is_changed(&self) -> bool {
        self.body.epoch() != self.epoch
    }
}

fn lock<'a, 'p>(task: &'a Mutex<Task<'p>>) -> MutexGuard<'a, Task<'p>> {
    // Only one thread locks each task, and only once. A panic in a task ends the whole run, so lock poisoning is
    // harmless.
    task.lock().unwrap_or_else(PoisonError::into_inner)
}
