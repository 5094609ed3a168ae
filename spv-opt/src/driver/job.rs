//! Processes one input file: reads, verifies, runs passes, writes.

use super::args::{Args, Emit};
use super::failure::Failure;
use super::input::{self, Content, Input, Origin};
use super::output::{self, Output};
use super::timing::Timing;
use super::{
    availability, batch, diagnostics, ids, layout, op_stats, pipeline, roundtrip, split_input,
    text_positions, validate,
};
use spv_opt::asm;
use spv_opt::dialect::llvm::{LLVM19, LLVM22};
use spv_opt::dialect::validate::Api;
use spv_opt::dialect::verify::kernel_name_warnings;
use spv_opt::ir::dialect::Registry;
use spv_opt::ir::verify::{note_verified, verify_module_with};
use spv_opt::ir::{Diagnostic, Executor, Inline, Place, byte_string};
use spv_opt::parser::{self, ParseOptions};
use spv_opt::passes::{Pipeline, Threads};
use spv_opt::printer::{self, Options, Source};
use spv_opt::serialize::export::{ExportOptions, Exported, export_module};
use spv_opt::serialize::import::{ImportOptions, import_with, import_with_ids, recode_pieces};
use spv_opt::{Context, Diagnostics, Module};
use std::io::Write;
use std::mem::ManuallyDrop;
use std::path::Path;
use std::sync::Arc;

/// State shared by all inputs of a run.
pub struct Shared {
    /// The command-line arguments.
    pub args: Args,
    /// The passes to run on each module.
    pub pipeline: Pipeline,
    /// The registered dialects.
    pub registry: Arc<Registry>,
    /// The time spent in each phase.
    pub timing: Timing,
}

/// The processing of one input.
pub struct Job<'a> {
    /// State shared with other inputs.
    pub shared: &'a Shared,
    /// The input file, or `-`.
    pub input: &'a Path,
    /// The output folder, if any. The output is then named after the input; otherwise the arguments name it.
    pub folder: Option<&'a Path>,
}

impl Job<'_> {
    /// Runs all steps in order. Output files change only after every step that can fail has succeeded.
    pub fn run(&self) -> Result<(), Failure> {
        let Shared { args, registry, timing, .. } = self.shared;
        let early = match self.folder {
            Some(_) => None,
            None => self.output(args.emit(), args.output.as_deref())?,
        };
        let id_map = args.id_map.as_deref().map(|path| Output::create(Some(path), false)).transpose()?;

        let pictures = args.view.open()?;

        let ctx = Arc::new(Context::new(registry.clone()));
        let Input { mut origin, content } = input::read(self.input, args.diagnostics_format)?;
        let (emit, output) = match self.folder {
            None => (args.emit(), early),
            Some(folder) => {
                let emit = args.emit_like(matches!(content, Content::Binary(_)));
                let path = batch::target(folder, self.input, emit)?;
                (emit, self.output(emit, Some(&path))?)
            }
        };
        let mut own = None;
        if let (true, Content::Text(text)) = (args.passes.run_reproducer, &content) {
            let mut passes = args.passes.clone();
            pipeline::adopt(&mut passes, text);
            own = Some(pipeline::build(&passes).map_err(Failure::Pipeline)?);
        }
        let pipeline = own.as_ref().unwrap_or(&self.shared.pipeline);
        let is_assembly = matches!(&content, Content::Text(text) if input::is_assembly(self.input, text));
        let from_text = matches!(content, Content::Text(_)) && !is_assembly;
        let with_ids = args.print_ids && matches!(content, Content::Binary(_));
        let transformed =
            |module: Module| self.transformed(module, from_text, !from_text && !with_ids, pipeline);
        let options = ImportOptions {
            verify: !args.no_verify,
            strict: args.validation.env.is_some(),
            utf8: args.validation.env.as_ref().is_some_and(|env| env.options.strict),
            tolerated: args.tolerate.faults(),
            ..ImportOptions::default()
        };
        let import = |words: &[u32]| timing.phase("Import", || import_with(&ctx, words, &options));

        if let Content::Binary(words) = &content
            && emit == Emit::Spirv
            && pipeline.passes().is_empty()
            && !args.looks_inside()
        {
            return self.copy(&ctx, words, &options, output, &origin);
        }

        let version = args.validation.env.as_ref().map(|env| env.environment.version);
        let mut read_ids = None;
        // The words of an invalid binary, used to map errors to lines of the original shader.
        let mut wrong = input::Words::List(Vec::new());
        let mut keeps_places = false;
        let words = match &content {
            Content::Binary(words) => words.len(),
            Content::Text(_) => 0,
        };
        let read = match content {
            Content::Text(text) if args.mlir.split_input_file || args.mlir.verify_diagnostics => {
                return split_input::run(self.shared, &origin, text, output, &transformed);
            }
            Content::Text(text) if is_assembly => {
                let words = timing.phase("Assembler", || match version {
                    Some(version) => spv_opt::serialize::assemble_or(&text, version),
                    None => spv_opt::serialize::assemble(&text),
                });
                let read = words.and_then(|words| {
                    let read = import(&words).and_then(transformed);
                    if read.is_err() {
                        wrong = words.into();
                    }
                    read
                });
                origin.keep(text);
                read
            }
            Content::Text(text) => {
                let options = args.mlir.parse_options();
                keeps_places = true;
                let read = timing.phase("Parser", || self.parse(&text, &options, &ctx));
                let read = read.map(|m| layout::located(m, args, origin.name(), &text)).and_then(transformed);
                origin.keep(text);
                read
            }
            Content::Binary(words) if with_ids => {
                let read = import_with_ids(&ctx, &words, &ImportOptions { verify: false, ..options })
                    .and_then(|(module, ids)| {
                        read_ids = Some(ids);
                        transformed(module)
                    });
                if read.is_err() {
                    wrong = words;
                }
                read
            }
            Content::Binary(words) => {
                let read = import(&words).and_then(transformed);
                if read.is_err() {
                    wrong = words;
                }
                read
            }
        };
        let shown = |mut list: Diagnostics| {
            if keeps_places {
                text_positions::find(&mut list, &origin.text(), &args.mlir.parse_options(), &ctx);
            }
            let source = spv_opt::Source { file: origin.name(), text: &origin.text(), ctx: Some(&ctx) };
            diagnostics(args.diagnostics_format, source, &wrong, &list)
        };
        let failed = |list: Diagnostics| Failure::Diagnostics(shown(list));
        let mut module = ManuallyDrop::new(read.map_err(failed)?);
        let mut warnings = spv_opt::warnings(&module);
        if args.validation.env.as_ref().is_some_and(|env| matches!(env.environment.api, Api::OpenCl { .. })) {
            warnings.list.extend(kernel_name_warnings(&module).list);
        }
        if !warnings.list.is_empty() {
            _ = std::io::stderr().write_all(shown(warnings).as_bytes());
        }

        let wants_ids = (args.print_ids && read_ids.is_none()) || id_map.is_some();
        let Exported { words, ids } = match args.exports(emit) || wants_ids {
            true => timing
                .phase("Export", || {
                    let default = ExportOptions::default();
                    let version = version.unwrap_or(default.version);
                    export_module(&module, &ExportOptions { ids: wants_ids, words, version, ..default })
                })
                .map_err(failed)?,
            false => Exported::default(),
        };
        let ids = ids.unwrap_or_default();
        if let Some(prefix) = &args.mlir.spirv_save_validation_files_with_prefix {
            output::save_validation_file(prefix, 0, &words).map_err(failed)?;
        }

        if args.print_availability {
            let list = availability::list(&module, args.mlir.is_llvm14(), args.mlir.is_since_llvm19());
            let write = |w: &mut (dyn Write + Send)| w.write_all(list.as_bytes());
            Output::create(None, false)?.write(write)?.commit()?;
        }
        if args.print_op_stats {
            // A failure to write to standard error cannot be reported.
            _ = std::io::stderr().write_all(op_stats::list(&module).as_bytes());
        }
        let mut finished = Vec::new();
        for picture in pictures {
            finished.push(timing.phase("Pictures", || picture.write(&module))?);
        }
        if let Some(to) = id_map {
            finished.push(to.write(|w| ids::write_map(&module, &ids, w))?);
        }
        if let Some(to) = output {
            let mut notes = args.print_ids.then(|| ids::notes(read_ids.unwrap_or(ids)));
            if args.print_ranges {
                ids::add_ranges(&module, notes.get_or_insert_default());
            }
            if args.print_uniformity {
                ids::add_uniformity(&module, notes.get_or_insert_default());
            }
            let result = self.write(to, emit, &module, &words, notes, &origin);
            finished.push(result?);
        }
        finished.into_iter().try_for_each(output::Finished::commit)?;

        let result = self.judge(&[&words]);
        // With a single input, the module is leaked: the process is about to end.
        if self.folder.is_some() {
            let empty = Module::new(module.ctx.clone());
            drop(std::mem::replace(&mut *module, empty));
        }
        result
    }

    /// Reads a binary and writes it back. For runs that request nothing else.
    fn copy(
        &self,
        ctx: &Arc<Context>,
        words: &[u32],
        options: &ImportOptions,
        output: Option<Output>,
        origin: &Origin,
    ) -> Result<(), Failure> {
        let timing = &self.shared.timing;
        if self.folder.is_none() {
            // Leaks the context: the process is about to end.
            _ = ManuallyDrop::new(ctx.clone());
        }
        let written = timing.phase("Recoding", || recode_pieces(ctx, words, options)).map_err(|list| {
            let source = spv_opt::Source { file: origin.name(), text: &origin.text(), ctx: Some(ctx) };
            Failure::Diagnostics(diagnostics(self.shared.args.diagnostics_format, source, words, &list))
        })?;
        if let Some(to) = output {
            timing.phase("Output", || to.write(|w| output::write_words(&written.lists(), w)))?.commit()?;
        }
        self.judge(&written.lists())
    }

    /// Runs spirv-val on the binary if requested.
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
        words: &[u32],
        notes: Option<printer::IdNotes>,
        origin: &Origin,
    ) -> Result<output::Finished, Failure> {
        let args = &self.shared.args;
        let options = args.mlir.print_options();
        let text = if options.debug_info { origin.text() } else { "".into() };
        let options = Options {
            generic: options.generic || emit == Emit::Generic,
            ids: notes.as_ref(),
            verified: !args.mlir.is_llvm14() && !args.no_verify && args.passes.verify_each != Some(false),
            source: options.debug_info.then_some(Source { file: origin.name(), text: &text }),
            ..options
        };
        let write = |w: &mut (dyn Write + Send)| match emit {
            Emit::Spirv => output::write_words(&[words], w),
            Emit::Spvasm => w.write_all(&byte_string::bytes_of(&asm::disassemble(words))),
            _ => match self.executor() {
                Some(threads) => printer::print_with(module, &options, &threads, w),
                None => printer::print_to(module, &options, w),
            },
        };
        self.shared.timing.phase("Output", || to.write(write))
    }

    /// Returns the threads to process functions with, if any. With several files, each file is one task instead.
    /// Without passes, threads save hardly any time and cost half as much CPU time again.
    fn executor(&self) -> Option<Threads> {
        let Shared { args, pipeline, .. } = self.shared;
        let pays = !pipeline.passes().is_empty() || args.passes.run_reproducer;
        let alone = self.folder.is_none() && !args.passes.disable_threading && pays;
        alone.then(Threads::available).filter(|threads| threads.0.get() > 1)
    }

    fn parse(&self, text: &str, options: &ParseOptions, ctx: &Arc<Context>) -> Result<Module, Diagnostics> {
        match self.executor() {
            Some(threads) => parser::parse_with(text, options, ctx.clone(), &threads),
            None => parser::parse(text, options, ctx.clone()),
        }
    }

    /// Validates the module for the target environment, if one is named.
    fn judge_for_env(&self, module: &Module) -> Result<(), Diagnostics> {
        let Shared { args, timing, .. } = self.shared;
        match &args.validation.env {
            Some(env) => timing.phase("Validation", || spv_opt::verify_for(module, env)),
            None => Ok(()),
        }
    }

    /// Returns the module after verification, passes and conversions. Skips verification if the module is already
    /// `verified`.
    fn transformed(
        &self,
        mut module: Module,
        from_text: bool,
        verified: bool,
        pipeline: &Pipeline,
    ) -> Result<Module, Diagnostics> {
        let Shared { args, timing, .. } = self.shared;
        let compat = args.mlir.is_llvm();
        let threads = self.executor();
        let executor = threads.as_ref().map_or(&Inline as &dyn Executor, |threads| threads);
        if let Some(loc) = module.loc.filter(|_| args.mlir.no_implicit_module && args.mlir.serialize_spirv) {
            let message = "expected a 'spv.module' op, got 'builtin.module'";
            return Err(Diagnostics { list: vec![Diagnostic::error(Place::Op(loc), message)] });
        }
        let is_22 = args.mlir.mlir_compat == Some(&LLVM22);
        if is_22 && from_text {
            spv_opt::dialect::llvm::graphs_from_llvm(&mut module)?;
            spv_opt::dialect::llvm::cache_controls_from_llvm(&mut module)?;
        }
        let splits = if compat && from_text { layout::blocks::split_headers(&mut module) } else { None };
        if !args.no_verify && !verified {
            timing
                .phase("Verifier", || match &threads {
                    Some(threads) => verify_module_with(&module, threads),
                    None => spv_opt::verify(&module),
                })
                .map_err(|errors| match args.mlir.mlir_compat {
                    Some(form) if form.version >= 19 => {
                        spv_opt::dialect::llvm::reword_later(&module, form, errors)
                    }
                    _ => errors,
                })?;
            if !pipeline.passes().is_empty() {
                note_verified(&mut module);
            }
        }
        if args.mlir.is_since_llvm19() && from_text {
            layout::arguments::from_llvm(&mut module, executor);
        }
        // A pipeline that legalizes the module is validated after it has run, not before.
        if !pipeline::legalizes(pipeline) {
            self.judge_for_env(&module)?;
        }
        // Passes and export need the split blocks; LLVM 14's text needs the original blocks.
        let binary = args.makes_binary();
        if compat && from_text && binary {
            layout::blocks::as_serialized(&mut module);
        } else if from_text && binary {
            layout::blocks::ordered(&mut module);
        } else if let Some(splits) = splits
            && pipeline.passes().is_empty()
        {
            layout::blocks::join_headers(&mut module, splits);
        }
        if args.mlir.roundtrip() {
            module = roundtrip::through_binary(&module)?;
        }
        // Like mlir-translate, lays out modules read from a binary as LLVM does.
        if compat && (args.mlir.roundtrip() || args.mlir.deserialize_spirv) {
            layout::like_llvm(&mut module, args.mlir.mlir_compat == Some(&LLVM22));
        }
        let options = args.mlir.print_options();
        let lower = args.mlir.mlir_compat_lower && !args.emit().is_binary();
        if args.mlir.verify_roundtrip {
            if lower {
                spv_opt::dialect::llvm::lower(&mut module);
            }
            roundtrip::verify_text(&module, &options, &args.mlir.parse_options())?;
        }
        let environment = args.validation.env.as_ref().map(|env| &env.environment);
        let states_blocks = layout::interface_blocks::any(&module.ctx);
        let converts = from_text && !spv_opt::dialect::llvm::has_construct_results(&module);
        pipeline::run(pipeline, &mut module, &args.passes, &options, timing, threads, environment)?;
        if !pipeline.passes().is_empty() {
            self.judge_for_env(&module)?;
        }
        if lower {
            spv_opt::dialect::llvm::lower(&mut module);
        }
        if args.mlir.mlir_compat == Some(&LLVM22) && !states_blocks && !args.emit().is_binary() {
            layout::interface_blocks::remove(&mut module);
        }
        if args.mlir.mlir_compat == Some(&LLVM22) && !args.emit().is_binary() {
            spv_opt::dialect::llvm::drop_debug_instructions(&mut module);
            spv_opt::dialect::llvm::name_functions(&mut module);
            spv_opt::dialect::llvm::graphs_to_llvm(&mut module, !from_text || args.mlir.roundtrip());
            spv_opt::dialect::llvm::cache_controls_to_llvm(&mut module);
            if !from_text {
                layout::entry_points_last(&mut module);
                spv_opt::dialect::llvm::forget_names(&mut module);
            }
            let dropped = spv_opt::dialect::llvm::drop_constant_decorations(&mut module);
            if !dropped.list.is_empty() {
                let file = self.input.to_string_lossy();
                let source = spv_opt::Source { file: &file, text: "", ctx: Some(&module.ctx) };
                let shown = diagnostics(args.diagnostics_format, source, &[], &args.mlir.rename(dropped));
                _ = std::io::stderr().write_all(shown.as_bytes());
            }
        }
        // LLVM's conversions store the results of constructs in variables, also in version 22.
        let stores_results =
            args.mlir.mlir_compat == Some(&LLVM19) || args.mlir.mlir_compat == Some(&LLVM22) && converts;
        if stores_results && !args.emit().is_binary() {
            spv_opt::dialect::llvm::results_to_variables(&mut module, executor);
        }
        if let Some(form) = args.mlir.mlir_compat.filter(|_| !args.emit().is_binary() && !args.no_verify) {
            match args.mlir.is_llvm14() {
                true => spv_opt::dialect::llvm::check(&module)?,
                false => spv_opt::dialect::llvm::check_later(&module, form, executor)?,
            }
        }
        if args.mlir.is_since_llvm19() && !args.emit().is_binary() {
            layout::arguments::to_llvm(&mut module, executor);
        }
        Ok(module)
    }
}
