//! The command line tool `spv-opt`: reads one module, checks it, writes it.

mod args;
mod expectations;
mod failure;
mod ids;
mod input;
mod mlir;
mod output;
mod passes;
mod pipeline;
mod split;
mod timing;
mod validate;

use args::{Args, Emit};
use clap::Parser;
use failure::Failure;
use input::Input;
use output::Output;
use spv_opt::printer::{self, Options, Source};
use spv_opt::serialize::export::{ExportOptions, Exported, export_module};
use spv_opt::serialize::import::import_with_ids;
use spv_opt::{Context, Diagnostics, Module};
use std::io::{self, IsTerminal, Write};
use std::mem::ManuallyDrop;
use std::sync::Arc;
use timing::Timing;

/// Runs the tool on the process's arguments; returns the exit status.
pub fn main() -> i32 {
    let command = <Args as clap::CommandFactory>::command();
    let args = match Args::try_parse_from(mlir::two_dashes(std::env::args_os(), &command)) {
        Ok(args) => args,
        Err(usage) => {
            let failed = usage.use_stderr();
            // Nothing is left to be done where even this cannot be shown.
            _ = usage.print();
            return i32::from(failed);
        }
    };
    if let Some(list) = listing(&args) {
        _ = io::stdout().write_all(list.as_bytes());
        return 0;
    }
    match job(args) {
        Ok(()) => 0,
        // The reader has seen enough.
        Err(Failure::Write { error, .. }) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(failure) => {
            _ = io::stderr().write_all(failure.to_string().as_bytes());
            1
        }
    }
}

/// The lists that are shown in place of any work.
fn listing(args: &Args) -> Option<String> {
    let mut out = String::new();
    if args.passes.list_passes {
        let registry = spv_opt::passes::Registry::new();
        for info in registry.passes() {
            out.push_str(&format!("  --{:<28} {}\n", info.name, info.summary));
        }
        for pipeline in registry.pipelines() {
            out.push_str(&format!("  -{:<29} {}\n", pipeline.name, pipeline.summary));
        }
    } else if args.passes.show_dialects {
        let mut names: Vec<_> = spv_opt::context().registry().dialects().collect();
        names.sort_unstable();
        out = format!("Available Dialects:\n{}\n", names.join("\n"));
    }
    (!out.is_empty()).then_some(out)
}

/// Everything, in order. Files change only when all that can fail has been done.
fn job(mut args: Args) -> Result<(), Failure> {
    let timing = Timing::new(args.passes.timing);
    let emit = args.emit();
    let output = match emit {
        Emit::None => None,
        _ => Some(Output::create(args.output.as_deref(), emit == Emit::Spirv)?),
    };
    let id_map = args.id_map.as_deref().map(|path| Output::create(Some(path), false)).transpose()?;

    let ctx = spv_opt::context();
    let Input { mut origin, content } = input::read(&args.input)?;
    if let (true, input::Content::Text(text)) = (args.passes.run_reproducer, &content) {
        pipeline::adopt(&mut args.passes, text);
    }
    let args = &args;
    let pipeline = pipeline::build(&args.passes).map_err(Failure::Diagnostics)?;
    let options = args.mlir.print_options();
    let transformed = |module: Module| {
        let mut module = timing.phase("Verifier", || verified(module, args))?;
        if args.mlir.test_spirv_roundtrip {
            module = roundtrip(&module)?;
        }
        pipeline::run(&pipeline, &mut module, &args.passes, &options, &timing)?;
        Ok(module)
    };
    let mut read_ids = None;
    let read = match content {
        input::Content::Text(text) if args.mlir.split_input_file || args.mlir.verify_diagnostics => {
            return split::run(args, &origin, text, output, &transformed);
        }
        input::Content::Text(text) => {
            let options = args.mlir.parse_options();
            let read = timing.phase("Parser", || spv_opt::parser::parse(&text, &options, ctx.clone()));
            let read = read.and_then(transformed);
            origin.keep(text);
            read
        }
        input::Content::Binary(words) if args.print_ids => {
            import_with_ids(&ctx, &words).and_then(|(module, ids)| {
                read_ids = Some(ids);
                transformed(module)
            })
        }
        input::Content::Binary(words) => {
            timing.phase("Import", || spv_opt::import(&ctx, &words)).and_then(transformed)
        }
    };
    let failed =
        |list: Diagnostics| Failure::Diagnostics(diagnostics(&ctx, origin.name(), &origin.text(), &list));
    // Never dropped: the process is about to end.
    let module = ManuallyDrop::new(read.map_err(failed)?);

    let wants_ids = (args.print_ids && read_ids.is_none()) || id_map.is_some();
    let Exported { words, ids } = match emit == Emit::Spirv || wants_ids || args.validate.is_some() {
        true => timing
            .phase("Export", || export_module(&module, &ExportOptions { ids: wants_ids }))
            .map_err(failed)?,
        false => Exported::default(),
    };
    let ids = ids.unwrap_or_default();

    let mut finished = Vec::new();
    if let Some(to) = id_map {
        finished.push(to.write(|w| ids::write_map(&module, &ids, w))?);
    }
    if let Some(to) = output {
        let notes = args.print_ids.then(|| ids::notes(read_ids.unwrap_or(ids)));
        let text = if options.debug_info { origin.text() } else { "".into() };
        let options = Options {
            generic: options.generic || emit == Emit::Generic,
            ids: notes.as_ref(),
            source: Some(Source { file: origin.name(), text: &text }).filter(|_| !text.is_empty()),
            ..options
        };
        let write = |w: &mut dyn Write| match emit {
            Emit::Spirv => output::write_words(&words, w),
            _ => printer::print_to(&module, &options, w),
        };
        finished.push(timing.phase("Output", || to.write(write))?);
    }
    finished.into_iter().try_for_each(output::Finished::commit)?;
    if timing.is_on() {
        _ = io::stderr().write_all(timing.report(&pipeline).as_bytes());
    }

    match &args.validate {
        Some(environment) => validate::validate(&words, environment.as_deref(), args.written()),
        None => Ok(()),
    }
}

/// The module, if the verifier finds nothing wrong or is not asked.
fn verified(module: Module, args: &Args) -> Result<Module, Diagnostics> {
    if !args.no_verify {
        spv_opt::verify(&module)?;
    }
    Ok(module)
}

/// What a module is after it was written as binary, and read again.
fn roundtrip(module: &Module) -> Result<Module, Diagnostics> {
    let words = spv_opt::export(module)?;
    let module = spv_opt::import(&module.ctx, &words)?;
    spv_opt::verify(&module)?;
    Ok(module)
}

/// Diagnostics as they are shown here.
fn diagnostics(ctx: &Arc<Context>, file: &str, text: &str, list: &Diagnostics) -> String {
    let source = spv_opt::Source { file, text, ctx: Some(ctx) };
    let color = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    if color { spv_opt::render_colored(list, source) } else { spv_opt::render(list, source) }
}
