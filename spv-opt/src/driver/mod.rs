//! The command line tool `spv-opt`: reads one module, checks it, writes it.

mod args;
mod failure;
mod ids;
mod input;
mod output;
mod validate;

use args::{Args, Emit};
use clap::Parser;
use failure::Failure;
use input::{Input, Origin};
use output::Output;
use spv_opt::printer::{self, Options};
use spv_opt::serialize::export::{ExportOptions, Exported, export_module};
use spv_opt::{Context, Diagnostics, Module};
use std::io::{self, IsTerminal, Write};
use std::mem::ManuallyDrop;
use std::sync::Arc;

/// Runs the tool on the process's arguments; returns the exit status.
pub fn main() -> i32 {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(usage) => {
            let failed = usage.use_stderr();
            // Nothing is left to be done where even this cannot be shown.
            _ = usage.print();
            return i32::from(failed);
        }
    };
    match job(&args) {
        Ok(()) => 0,
        // The reader has seen enough.
        Err(Failure::Write { error, .. }) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(failure) => {
            _ = io::stderr().write_all(failure.to_string().as_bytes());
            1
        }
    }
}

/// Everything, in order. Files change only when all that can fail has been done.
fn job(args: &Args) -> Result<(), Failure> {
    let emit = args.emit();
    let output = match emit {
        Emit::None => None,
        _ => Some(Output::create(args.output.as_deref(), emit == Emit::Spirv)?),
    };
    let id_map = args.id_map.as_deref().map(|path| Output::create(Some(path), false)).transpose()?;

    let ctx = spv_opt::context();
    let Input { mut origin, content } = input::read(&args.input)?;
    let read = match content {
        input::Content::Text(text) => {
            let read = spv_opt::parse(&ctx, &text).and_then(|module| verified(module, args));
            origin.keep(text);
            read
        }
        input::Content::Binary(words) => {
            spv_opt::import(&ctx, &words).and_then(|module| verified(module, args))
        }
    };
    let failed = |list: Diagnostics| Failure::Diagnostics(diagnostics(&ctx, &origin, &list));
    // Never dropped: the process is about to end.
    let module = ManuallyDrop::new(read.map_err(failed)?);

    let wants_ids = args.print_ids || id_map.is_some();
    let Exported { words, ids } = match emit == Emit::Spirv || wants_ids || args.validate.is_some() {
        true => export_module(&module, &ExportOptions { ids: wants_ids }).map_err(failed)?,
        false => Exported::default(),
    };
    let ids = ids.unwrap_or_default();

    let mut finished = Vec::new();
    if let Some(to) = id_map {
        finished.push(to.write(|w| ids::write_map(&module, &ids, w))?);
    }
    if let Some(to) = output {
        let notes = args.print_ids.then(|| ids::notes(ids));
        let options = Options { generic: emit == Emit::Generic, ids: notes.as_ref(), ..Options::default() };
        finished.push(to.write(|w| match emit {
            Emit::Spirv => output::write_words(&words, w),
            _ => printer::print_to(&module, &options, w),
        })?);
    }
    finished.into_iter().try_for_each(output::Finished::commit)?;

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

/// Diagnostics as they are shown here.
fn diagnostics(ctx: &Arc<Context>, origin: &Origin, list: &Diagnostics) -> String {
    let text = origin.text();
    let source = spv_opt::Source { file: origin.name(), text: &text, ctx: Some(ctx) };
    let color = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    if color { spv_opt::render_colored(list, source) } else { spv_opt::render(list, source) }
}
