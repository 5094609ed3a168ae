//! Processing of one input file: reading, verification, passes, output

use super::args::{Args, Emit};
use super::failure::Failure;
use super::functions::{self, Found};
use super::input::{self, Content, Input, Origin};
use super::output::{self, Output};
use super::timing::Timing;
use super::{
    availability, batch, diagnostics, ids, layout, op_stats, pipeline, roundtrip, split_input,
    text_positions, validate,
};
use spv_opt::asm;
use spv_opt::dialect::llvm::{self, LLVM19, since};
use spv_opt::dialect::validate::{Api, TargetEnv};
use spv_opt::dialect::verify::kernel_name_warnings;
use spv_opt::ir::dialect::Registry;
use spv_opt::ir::verify::{note_verified, verify_module_with};
use spv_opt::ir::{Diagnostic, Executor, Inline, Place, Severity, byte_string};
use spv_opt::parser::{self, ParseOptions};
use spv_opt::passes::{Pipeline, Threads};
use spv_opt::printer::{self, Options, Source};
use spv_opt::serialize::IdMap;
use spv_opt::serialize::export::{ExportOptions, Exported, export_module};
use spv_opt::serialize::import::{ImportOptions, import_with, import_with_ids, recode_pieces};
use spv_opt::{Context, Diagnostics, Module, foreign_language};
use std::io::Write;
use std::mem::ManuallyDrop;
use std::path::Path;
use std::sync::Arc;

/// State shared by all inputs of a run.
pub struct Shared {
    /// Command-line arguments.
    pub args: Args,
    /// Passes to run on each module.
    pub pipeline: Pipeline,
    /// Registered dialects.
    pub registry: Arc<Registry>,
    /// Recorder of the time spent in each phase.
    pub timing: Timing,
}

/// A job: one input file to process, and the settings of the run.
pub struct Job<'a> {
    /// State shared with the jobs of other inputs.
    pub shared: &'a Shared,
    /// Path of the input file, or `-` for standard input.
    pub input: &'a Path,
    /// Output directory, where the output is named after the input. If `None`, the arguments name the output file.
    pub directory: Option<&'a Path>,
}

impl Job<'_> {
    /// Runs all steps in order. Output files change only after all steps that can fail have succeeded.
    pub fn run(&self) -> Result<(), Failure> {
        let Shared { args, registry, timing, .. } = self.shared;
        let early = match self.directory {
            Some(_) => None,
            None => self.output(args.emit(), args.output.as_deref())?,
        };
        let id_map = args.id_map.as_deref().map(|path| Output::create(Some(path), false)).transpose()?;
        let pictures = args.view.open()?;
        let ctx = Arc::new(Context::new(registry.clone()));
        let Input { mut origin, content } =
            input::read(self.input, args.diagnostics_format, args.mlir.is_llvm())?;
        let (emit, output) = match self.directory {
            None => (args.emit(), early),
            Some(directory) => {
                let emit = args.emit_like(matches!(content, Content::Binary(_)));
                let path = batch::target(directory, self.input, emit)?;
                (emit, self.output(emit, Some(&path))?)
            }
        };
        let own = self.reproducer_pipeline(&content)?;
        let reader = Reader::new(self, &ctx, own.as_ref().unwrap_or(&self.shared.pipeline), &content);
        if let Content::Binary(words) = &content
            && emit == Emit::Spirv
            && reader.pipeline.passes().is_empty()
            && !args.looks_inside()
        {
            return self.copy(&ctx, words, &reader.import_options(), output, &origin);
        }
        let content = match content {
            Content::Text(text) if args.mlir.split_input_file || args.mlir.verify_diagnostics => {
                return split_input::run(self.shared, &origin, text, output, &|module| {
                    reader.transformed(module)
                });
            }
            content => content,
        };
        let read_words = match &content {
            Content::Binary(words) => words.len(),
            Content::Text(_) => 0,
        };
        let Read { module, ids: read_ids, wrong } = reader.read(content, &mut origin);
        let shown = |mut list: Diagnostics| {
            if reader.kind == InputKind::Mlir {
                text_positions::find(&mut list, &origin.text(), &args.mlir.parse_options(), &ctx);
            }
            let source = spv_opt::Source { file: origin.name(), text: &origin.text(), ctx: Some(&ctx) };
            if let (Some(note), Some(first)) = (foreign_language(&origin.text()), list.list.first_mut())
                && first.severity == Severity::Error
            {
                first.notes.push((Place::None, note.to_owned()));
            }
            diagnostics(args.diagnostics_format, source, &wrong, &list)
        };
        let failed = |list: Diagnostics| Failure::Diagnostics(shown(list));
        let mut module = ManuallyDrop::new(module.map_err(failed)?);
        let mut warnings = self.warnings(&module);
        if reader.kind == InputKind::Mlir && args.exports(emit) {
            warnings.list.extend(spv_opt::unexported_attributes(&module).list);
        }
        let warn = |warnings: Diagnostics| {
            if !warnings.list.is_empty() {
                _ = std::io::stderr().write_all(shown(warnings).as_bytes());
            }
        };
        warn(warnings);

        let wants_ids = (args.print_ids && read_ids.is_none()) || id_map.is_some();
        let default = ExportOptions::default();
        let version = reader.version().unwrap_or(default.version);
        let options = ExportOptions { ids: wants_ids, words: read_words, version, ..default };
        let Exported { words, ids } = match args.exports(emit) || wants_ids {
            true => timing.phase("Export", || export_module(&module, &options)).map_err(failed)?,
            false => Exported::default(),
        };
        if reader.kind == InputKind::Mlir && args.validation.env.is_none() {
            warn(spv_opt::type_warnings(&words));
        }
        self.check_id_bound(&words).map_err(failed)?;
        let ids = ids.unwrap_or_default();
        if let Some(prefix) = &args.mlir.spirv_save_validation_files_with_prefix {
            output::save_validation_file(prefix, 0, &words).map_err(failed)?;
        }
        self.print_reports(&module)?;
        let functions = functions::find(&module, &args.function)?;
        if !functions.is_empty() && !matches!(emit, Emit::Text | Emit::Generic | Emit::None) {
            let message = "--function prints functions as MLIR text only: remove it, or use --emit=text without \
                           a binary or assembly output file";
            return Err(Failure::Usage(message.to_owned()));
        }
        let mut finished = Vec::new();
        for picture in pictures {
            finished.push(timing.phase("Pictures", || picture.write(&module, &functions))?);
        }
        if let Some(to) = id_map {
            finished.push(to.write(|w| ids::write_map(&module, &ids, w))?);
        }
        if let Some(to) = output {
            let notes = self.notes(&module, read_ids.unwrap_or(ids));
            finished.push(self.write(to, emit, &module, (&words, &functions), notes, &origin)?);
        }
        let result = self.judge(&[&words]);
        if result.is_ok() {
            finished.into_iter().try_for_each(output::Finished::commit)?;
        }
        // With a single input, the module is leaked because the process is about to end.
        if self.directory.is_some() {
            let empty = Module::new(module.ctx.clone());
            drop(std::mem::replace(&mut *module, empty));
        }
        result
    }

    /// Returns the pipeline that the input records, if the input is to be run as a reproducer.
    fn reproducer_pipeline(&self, content: &Content) -> Result<Option<Pipeline>, Failure> {
        match content {
            Content::Text(text) if self.shared.args.passes.manager.run_reproducer => {
                let mut passes = self.shared.args.passes.clone();
                pipeline::adopt(&mut passes, text);
                pipeline::build(&passes).map(Some).map_err(Failure::Pipeline)
            }
            _ => Ok(None),
        }
    }

    /// Returns the warnings about a valid module.
    fn warnings(&self, module: &Module) -> Diagnostics {
        let mut warnings = spv_opt::warnings(module);
        let env = self.shared.args.validation.env.as_ref();
        if env.is_some_and(|env| matches!(env.environment.api, Api::OpenCl { .. })) {
            warnings.list.extend(kernel_name_warnings(module).list);
        }
        warnings
    }

    /// Prints the requested lists about a module: op availability and op statistics.
    fn print_reports(&self, module: &Module) -> Result<(), Failure> {
        let args = &self.shared.args;
        if args.print_availability {
            let list = availability::list(module, args.mlir.is_llvm14(), args.mlir.has(since::SPIRV_PREFIX));
            let write = |w: &mut (dyn Write + Send)| w.write_all(list.as_bytes());
            Output::create(None, false)?.write(write)?.commit()?;
        }
        if args.print_op_stats {
            // A failure to write to standard error cannot be reported.
            _ = std::io::stderr().write_all(op_stats::list(module).as_bytes());
        }
        Ok(())
    }

    /// Returns the comments to print in MLIR text, if any are requested.
    fn notes(&self, module: &Module, ids: IdMap) -> Option<printer::IdNotes> {
        let args = &self.shared.args;
        let mut notes = args.print_ids.then(|| ids::notes(ids));
        if args.print_ranges {
            ids::add_ranges(module, notes.get_or_insert_default());
        }
        if args.print_uniformity {
            ids::add_uniformity(module, notes.get_or_insert_default());
        }
        notes
    }

    /// Recodes a binary without changing its meaning. Used if no option requires a module in memory.
    fn copy(
        &self,
        ctx: &Arc<Context>,
        words: &[u32],
        options: &ImportOptions,
        output: Option<Output>,
        origin: &Origin,
    ) -> Result<(), Failure> {
        let timing = &self.shared.timing;
        if self.directory.is_none() {
            // The context is leaked because the process is about to end.
            _ = ManuallyDrop::new(ctx.clone());
        }
        let recoded = self.check_id_bound(words);
        let recoded = recoded.and_then(|()| timing.phase("Recoding", || recode_pieces(ctx, words, options)));
        let written = recoded.map_err(|list| {
            let source = spv_opt::Source { file: origin.name(), text: &origin.text(), ctx: Some(ctx) };
            Failure::Diagnostics(diagnostics(self.shared.args.diagnostics_format, source, words, &list))
        })?;
        self.judge(&written.lists())?;
        if let Some(to) = output {
            timing.phase("Output", || to.write(|w| output::write_words(&written.lists(), w)))?.commit()?;
        }
        Ok(())
    }

    /// Runs spirv-val on the binary if `--validate` is given.
    fn judge(&self, words: &[&[u32]]) -> Result<(), Failure> {
        let args = &self.shared.args;
        match &args.validate {
            Some(environment) => validate::validate(words, environment.as_deref(), args.written(self.input)),
            None => Ok(()),
        }
    }

    fn output(&self, emit: Emit, path: Option<&Path>) -> Result<Option<Output>, Failure> {
        match emit {
            Emit::None => Ok(None),
            _ => Output::create(path, emit == Emit::Spirv).map(Some),
        }
    }

    fn write(
        &self,
        to: Output,
        emit: Emit,
        module: &Module,
        (words, functions): (&[u32], &[Found<'_>]),
        notes: Option<printer::IdNotes>,
        origin: &Origin,
    ) -> Result<output::Finished, Failure> {
        let args = &self.shared.args;
        let options = args.mlir.print_options();
        let text = if options.debug_info { origin.text() } else { "".into() };
        let options = Options {
            generic: options.generic || emit == Emit::Generic,
            ids: notes.as_ref(),
            verified: !args.mlir.is_llvm14()
                && !args.no_verify
                && args.passes.manager.verify_each != Some(false),
            source: options.debug_info.then_some(Source { file: origin.name(), text: &text }),
            ..options
        };
        let name = match emit {
            Emit::C => output::c_name(to.path().unwrap_or(self.input)),
            _ => String::new(),
        };
        let write = |w: &mut (dyn Write + Send)| match emit {
            Emit::Spirv => output::write_words(&[words], w),
            Emit::Spvasm => w.write_all(&byte_string::bytes_of(&asm::disassemble(words))),
            Emit::C => output::write_c_array(words, &name, w),
            _ if !functions.is_empty() => {
                w.write_all(functions::print(module, functions, &options).as_bytes())
            }
            _ => match self.executor() {
                Some(threads) => printer::print_with(module, &options, &threads, w),
                None => printer::print_to(module, &options, w),
            },
        };
        self.shared.timing.phase("Output", || to.write(write))
    }

    /// Returns the threads that process functions concurrently, if any. With several input files, each file is one task
    /// instead. Without passes, threads save hardly any time and increase the CPU time by half.
    fn executor(&self) -> Option<Threads> {
        let Shared { args, pipeline, .. } = self.shared;
        let pays = !pipeline.passes().is_empty() || args.passes.manager.run_reproducer;
        let alone = self.directory.is_none() && !args.passes.manager.disable_threading && pays;
        alone.then(Threads::available).filter(|threads| threads.0.get() > 1)
    }

    fn parse(&self, text: &str, options: &ParseOptions, ctx: &Arc<Context>) -> Result<Module, Diagnostics> {
        match self.executor() {
            Some(threads) => parser::parse_with(text, options, ctx.clone(), &threads),
            None => parser::parse(text, options, ctx.clone()),
        }
    }

    /// Checks the id bound of a binary for the target environment, if `--target-env` is given.
    fn check_id_bound(&self, words: &[u32]) -> Result<(), Diagnostics> {
        self.shared.args.validation.env.as_ref().map_or(Ok(()), |env| env.check_id_bound(words))
    }

    /// Validates the module for the target environment, if `--target-env` is given.
    fn judge_for_env(&self, module: &Module) -> Result<(), Diagnostics> {
        let Shared { args, timing, .. } = self.shared;
        match &args.validation.env {
            Some(env) => timing.phase("Validation", || spv_opt::verify_for(module, env)),
            None => Ok(()),
        }
    }

    /// Checks the rules about binaries on the binary of a module from text, if `--target-env` is given. Import checks
    /// other binaries.
    fn judge_exported(&self, module: &Module) -> Result<(), Diagnostics> {
        let Shared { args, timing, .. } = self.shared;
        match &args.validation.env {
            Some(env) => timing.phase("Validation", || spv_opt::verify_exported(module, env)),
            None => Ok(()),
        }
    }
}

/// The detected format of an input.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InputKind {
    Mlir,
    Assembly,
    Binary,
}

/// A reader, which reads the input of a job and transforms the module.
struct Reader<'j> {
    job: &'j Job<'j>,
    ctx: &'j Arc<Context>,
    pipeline: &'j Pipeline,
    kind: InputKind,
    /// Whether to record the ids of an input binary.
    keeps_ids: bool,
}

/// The result of [`Reader::read`].
struct Read {
    module: Result<Module, Diagnostics>,
    /// Ids of the input binary, if they were requested.
    ids: Option<IdMap>,
    /// Words of an invalid binary, which map errors to lines of the original shader. Empty for other inputs.
    wrong: input::Words,
}

impl<'j> Reader<'j> {
    fn new(job: &'j Job<'j>, ctx: &'j Arc<Context>, pipeline: &'j Pipeline, content: &Content) -> Reader<'j> {
        let kind = match content {
            Content::Binary(_) => InputKind::Binary,
            Content::Text(text) if input::is_assembly(job.input, text) => InputKind::Assembly,
            Content::Text(_) => InputKind::Mlir,
        };
        let keeps_ids = job.shared.args.print_ids && kind == InputKind::Binary;
        Reader { job, ctx, pipeline, kind, keeps_ids }
    }

    /// Returns the SPIR-V version of the target environment, if `--target-env` is given.
    fn version(&self) -> Option<u32> {
        self.job.shared.args.validation.env.as_ref().map(|env| env.environment.version)
    }

    fn import_options(&self) -> ImportOptions {
        let args = &self.job.shared.args;
        ImportOptions {
            verify: !args.no_verify,
            rules: args.validation.env.as_ref().map(TargetEnv::binary_rules),
            tolerated: args.tolerate.faults(),
            ..ImportOptions::default()
        }
    }

    fn import(&self, words: &[u32]) -> Result<Module, Diagnostics> {
        self.job.check_id_bound(words)?;
        let options = self.import_options();
        self.job.shared.timing.phase("Import", || import_with(self.ctx, words, &options))
    }

    /// Reads and transforms a module. Stores the input text in `origin` for diagnostics.
    fn read(&self, content: Content, origin: &mut Origin) -> Read {
        let Shared { args, timing, .. } = self.job.shared;
        let nothing = || input::Words::List(Vec::new());
        match content {
            Content::Text(text) if self.kind == InputKind::Assembly => {
                let words = timing.phase("Assembler", || match self.version() {
                    Some(version) => spv_opt::serialize::assemble_or(&text, version),
                    None => spv_opt::serialize::assemble(&text),
                });
                origin.keep(text);
                match words {
                    Ok(words) => self.read_words(words.into()),
                    Err(errors) => Read { module: Err(errors), ids: None, wrong: nothing() },
                }
            }
            Content::Text(text) => {
                let options = args.mlir.parse_options();
                let module = timing.phase("Parser", || self.job.parse(&text, &options, self.ctx));
                let module = module.map(|module| layout::located(module, args, origin.name(), &text));
                let module = module.and_then(|module| self.transformed(module));
                origin.keep(text);
                Read { module, ids: None, wrong: nothing() }
            }
            Content::Binary(words) => self.read_words(words),
        }
    }

    fn read_words(&self, words: input::Words) -> Read {
        let (module, ids) = match self.keeps_ids {
            true => {
                let options = ImportOptions { verify: false, ..self.import_options() };
                import_with_ids(self.ctx, &words, &options).map(|(module, ids)| (module, Some(ids)))
            }
            false => self.import(&words).map(|module| (module, None)),
        }
        .map_or_else(|errors| (Err(errors), None), |(module, ids)| (self.transformed(module), ids));
        let wrong = if module.is_err() { words } else { input::Words::List(Vec::new()) };
        Read { module, ids, wrong }
    }

    /// Runs verification, passes and conversions on a module, and returns it.
    fn transformed(&self, mut module: Module) -> Result<Module, Diagnostics> {
        let Shared { args, timing, .. } = self.job.shared;
        let from_text = self.kind == InputKind::Mlir;
        let threads = self.job.executor();
        if let Some(loc) = module.loc.filter(|_| args.mlir.no_implicit_module && args.mlir.serialize_spirv) {
            let message = "expected a 'spv.module' op, got 'builtin.module'";
            return Err(Diagnostics { list: vec![Diagnostic::error(Place::Op(loc), message)] });
        }
        if args.mlir.has(since::OWN_FORMS) && from_text {
            llvm::tosa_from_llvm(&mut module);
            if args.mlir.has(since::SWAP_DIRECTIONS) {
                llvm::operands_from_llvm(&mut module)?;
            }
            llvm::graphs_from_llvm(&mut module)?;
            llvm::cache_controls_from_llvm(&mut module)?;
        }
        let splits = match args.mlir.is_llvm() && from_text {
            true => layout::blocks::split_headers(&mut module),
            false => None,
        };
        self.verify(&mut module, threads.as_ref())?;
        if args.mlir.has(since::SPIRV_PREFIX) && from_text {
            layout::arguments::from_llvm(&mut module, executor(threads.as_ref()));
        }
        // If the pipeline legalizes the module, the module is validated only after the pipeline.
        if !pipeline::legalizes(self.pipeline) {
            self.job.judge_for_env(&module)?;
        }
        self.order_blocks(&mut module, splits);
        if from_text && !pipeline::legalizes(self.pipeline) {
            self.job.judge_exported(&module)?;
        }
        if args.mlir.roundtrip() {
            module = roundtrip::through_binary(&module)?;
        }
        // Modules that were read from a binary receive the op order of LLVM, as in mlir-translate.
        if args.mlir.is_llvm() && (args.mlir.roundtrip() || args.mlir.deserialize_spirv) {
            layout::like_llvm(&mut module, args.mlir.has(since::OWN_FORMS));
        }
        let options = args.mlir.print_options();
        let lower = args.mlir.mlir_compat_lower && !args.emit().is_binary();
        if args.mlir.verify_roundtrip {
            if lower {
                llvm::lower(&mut module);
            }
            roundtrip::verify_text(&module, &options, &args.mlir.parse_options())?;
        }
        let environment = args.validation.env.as_ref().map(|env| &env.environment);
        let states_blocks = layout::interface_blocks::any(&module.ctx);
        let converts = from_text && !llvm::has_construct_results(&module);
        pipeline::run(
            self.pipeline,
            &mut module,
            &args.passes.manager,
            &options,
            timing,
            threads,
            environment,
        )?;
        if !self.pipeline.passes().is_empty() {
            self.job.judge_for_env(&module)?;
            if from_text {
                self.job.judge_exported(&module)?;
            }
        }
        if lower {
            llvm::lower(&mut module);
        }
        if !args.emit().is_binary() {
            self.prepare_text(&mut module, states_blocks, converts, executor(threads.as_ref()))?;
        }
        Ok(module)
    }

    /// Verifies the module, unless import has already verified it.
    fn verify(&self, module: &mut Module, threads: Option<&Threads>) -> Result<(), Diagnostics> {
        let Shared { args, timing, .. } = self.job.shared;
        if args.no_verify || self.kind != InputKind::Mlir && !self.keeps_ids {
            return Ok(());
        }
        timing
            .phase("Verifier", || match threads {
                Some(threads) => verify_module_with(module, threads),
                None => spv_opt::verify(module),
            })
            .map_err(|errors| match args.mlir.mlir_compat {
                Some(form) if args.mlir.has(since::SPIRV_PREFIX) => llvm::reword_later(module, form, errors),
                _ => errors,
            })?;
        if !self.pipeline.passes().is_empty() {
            note_verified(module);
        }
        Ok(())
    }

    /// Reorders the blocks of a module read from MLIR text as the output requires. Passes and export require split loop
    /// headers, but LLVM's MLIR text requires the original blocks.
    fn order_blocks(&self, module: &mut Module, splits: Option<layout::blocks::Splits>) {
        let args = &self.job.shared.args;
        let from_text = self.kind == InputKind::Mlir;
        let binary = args.makes_binary();
        if args.mlir.is_llvm() && from_text && binary {
            layout::blocks::as_serialized(module);
        } else if from_text && binary {
            layout::blocks::ordered(module);
        } else if let Some(splits) = splits
            && self.pipeline.passes().is_empty()
        {
            layout::blocks::join_headers(module, splits);
        }
    }

    /// Converts the module to the subset that LLVM's MLIR text can express, and checks it. `states_blocks` is whether
    /// the input decorates buffer structs with Block. `converts` is whether the input is MLIR text without construct
    /// results.
    fn prepare_text(
        &self,
        module: &mut Module,
        states_blocks: bool,
        converts: bool,
        executor: &dyn Executor,
    ) -> Result<(), Diagnostics> {
        let args = &self.job.shared.args;
        let own_forms = args.mlir.has(since::OWN_FORMS);
        if let Some(form) = args.mlir.mlir_compat.filter(|_| own_forms) {
            if !states_blocks {
                layout::interface_blocks::remove(module);
            }
            llvm::drop_debug_instructions(module);
            llvm::name_functions(module);
            llvm::tosa_to_llvm(module);
            if args.mlir.has(since::SWAP_DIRECTIONS) {
                llvm::operands_to_llvm(module);
            }
            llvm::graphs_to_llvm(module, self.kind != InputKind::Mlir || args.mlir.roundtrip());
            llvm::cache_controls_to_llvm(module);
            if self.kind != InputKind::Mlir {
                layout::entry_points_last(module);
                llvm::forget_names(module);
            }
            let dropped = llvm::drop_constant_decorations(module, form);
            if !dropped.list.is_empty() {
                let file = self.job.input.to_string_lossy();
                let source = spv_opt::Source { file: &file, text: "", ctx: Some(&module.ctx) };
                let shown = diagnostics(args.diagnostics_format, source, &[], &args.mlir.rename(dropped));
                _ = std::io::stderr().write_all(shown.as_bytes());
            }
        }
        // LLVM's conversions store construct results in variables, even in version 22 and newer versions.
        if args.mlir.mlir_compat == Some(&LLVM19) || own_forms && converts {
            llvm::results_to_variables(module, executor);
        }
        if own_forms && self.kind == InputKind::Mlir && !self.pipeline.passes().is_empty() {
            llvm::expand_missing_functions(module, executor);
        }
        if let Some(form) = args.mlir.mlir_compat.filter(|_| !args.no_verify) {
            match args.mlir.is_llvm14() {
                true => llvm::check(module)?,
                false => llvm::check_later(module, form, executor)?,
            }
        }
        if args.mlir.has(since::SPIRV_PREFIX) {
            layout::arguments::to_llvm(module, executor);
        }
        Ok(())
    }
}

/// Returns the threads as an executor, or the current thread for `None`.
fn executor(threads: Option<&Threads>) -> &dyn Executor {
    threads.map_or(&Inline as &dyn Executor, |threads| threads)
}
