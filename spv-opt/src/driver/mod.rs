//! The command-line tool `spv-opt`: reads, verifies, transforms and writes modules

mod args;
mod availability;
mod batch;
pub mod commands;
mod expectations;
pub mod failure;
mod foreign_options;
mod functions;
pub mod ids;
mod input;
mod job;
mod layout;
mod man;
mod mlir;
mod op_stats;
pub mod output;
mod passes;
mod pipeline;
mod plain_args;
pub mod progress;
mod roundtrip;
mod separate_values;
mod split_input;
mod text_positions;
mod timing;
mod validate;
mod validation_args;
mod view;

use args::{Args, DiagnosticsFormat};
use clap::{CommandFactory, FromArgMatches};
use failure::Failure;
use job::{Job, Shared};
use spv_opt::Diagnostics;
use spv_opt::dialect::dialect;
use spv_opt::ir::dialect::Registry;
use spv_opt::ir::suggest_op;
use std::io::{self, IsTerminal, Write};
use timing::Timing;

/// Runs the tool on the arguments of the process. Returns the exit status.
pub fn main() -> i32 {
    if is_server(std::env::args_os()) {
        return match spv_opt::lsp::serve_stdio() {
            Ok(()) => 0,
            Err(failure) => {
                _ = writeln!(io::stderr(), "{failure}");
                1
            }
        };
    }
    if commands::help::is_help(std::env::args_os()) {
        return commands::help::run(std::env::args_os());
    }
    if commands::is_command(std::env::args_os()) {
        return commands::run(std::env::args_os());
    }
    if std::env::args_os().skip(1).eq(["--version"]) {
        _ = writeln!(io::stdout(), "spv-opt {}", args::VERSION);
        return 0;
    }
    if let Some(message) = commands::unknown(std::env::args_os()) {
        _ = writeln!(io::stderr(), "spv-opt: error: {message}");
        return 1;
    }
    let args = match plain_args::parse(std::env::args_os().skip(1)).map_or_else(parse, Ok) {
        Ok(args) => args,
        Err(mut usage) => {
            foreign_options::advise(&mut usage);
            let failed = usage.use_stderr();
            // A failure to print the usage message cannot be reported.
            _ = usage.print();
            return i32::from(failed);
        }
    };
    if let Some(name) = &args.describe_op {
        return describe(name);
    }
    if let Some(list) = listing(&args) {
        _ = io::stdout().write_all(list.as_bytes());
        return 0;
    }
    let format = args.diagnostics_format;
    match all(args) {
        Ok(status) => status,
        // A closed pipe is not an error: its reader has stopped reading.
        Err(Failure::Write { error, .. }) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(failure) => {
            _ = io::stderr().write_all(failure.shown(format).as_bytes());
            1
        }
    }
}

/// Parses the arguments of the process with clap.
fn parse() -> Result<Args, clap::Error> {
    let mut command = Args::command();
    let given = foreign_options::joined(mlir::two_dashes(std::env::args_os(), &command));
    let mut matches = command.try_get_matches_from_mut(given)?;
    Args::from_arg_matches_mut(&mut matches).map_err(|e| e.format(&mut command))
}

/// Returns whether the arguments select the language server: `lsp`, optionally followed by `--stdio`, which some
/// clients add.
fn is_server(args: impl Iterator<Item = std::ffi::OsString>) -> bool {
    let mut args = args.skip(1);
    args.next().is_some_and(|arg| arg == "lsp") && args.all(|arg| arg == "--stdio")
}

/// Processes all inputs and returns the exit status.
fn all(args: Args) -> Result<i32, Failure> {
    if let Some(message) = separate_values::message(std::env::args_os().skip(1), &args.inputs) {
        return Err(Failure::Usage(message));
    }
    let directory = batch::directory(&args)?;
    let timing = Timing::new(args.passes.manager.timing);
    let pipeline = pipeline::build(&args.passes).map_err(Failure::Pipeline)?;
    let text = args.mlir.is_llvm() && !args.makes_binary();
    let registry = match text {
        true if args.mlir.is_llvm14() => dialect::text_registry(),
        true => spv_opt::text_registry(),
        false => spv_opt::registry(),
    };
    let shared = Shared { args, pipeline, registry, timing };
    let status = match (&directory, shared.args.inputs.first()) {
        (Some(directory), _) => Ok(batch::run(&shared, directory)),
        (None, Some(input)) => Job { shared: &shared, input, directory: None }.run().map(|()| 0),
        (None, None) => Ok(0),
    };
    let mut reports = String::new();
    if shared.args.passes.manager.statistics {
        reports += &pipeline::statistics(&shared.pipeline, shared.args.passes.manager.statistics_display);
    }
    if shared.timing.is_on() {
        reports += &shared.timing.report(&shared.pipeline, shared.args.passes.manager.timing_display);
    }
    _ = io::stderr().write_all(reports.as_bytes());
    status
}

/// Returns the description of an op, or of an instruction that is not an op. The name is as in MLIR text or as in the
/// specification.
fn description(registry: &Registry, name: &str) -> Option<String> {
    let instruction = name.strip_prefix("spv.").or(name.strip_prefix("Op")).unwrap_or(name);
    let in_text = format!("spv.{instruction}");
    if let Some(id) = registry.op_by_name(name).or_else(|| registry.op_by_name(&in_text)) {
        return Some(spv_opt::describe::sheet(registry, id));
    }
    let instruction = format!("Op{instruction}");
    let representation = spv_opt::describe::representation(&instruction)?;
    Some(format!(
        "{instruction} is not an op of the dialect. MLIR text has in its place:\n  {representation}\n"
    ))
}

/// Prints the description of an op or instruction. Returns the exit status.
fn describe(name: &str) -> i32 {
    let registry = spv_opt::registry();
    let in_text = format!("spv.{}", name.strip_prefix("Op").unwrap_or(name));
    match description(&registry, name) {
        Some(text) => {
            _ = io::stdout().write_all(text.as_bytes());
            0
        }
        None => {
            let meant = if name.contains('.') { name } else { &in_text };
            let best = suggest_op(meant, registry.ops().iter().map(|def| def.row.name));
            let advice = best.map_or_else(String::new, |best| format!(": did you mean '{best}'?"));
            _ = writeln!(io::stderr(), "spv-opt: error: unknown op '{name}'{advice}");
            1
        }
    }
}

/// Returns the output of `--completions`, `--man`, `--list-passes` or `--show-dialects`. Returns `None` if none of them
/// is given.
fn listing(args: &Args) -> Option<String> {
    let mut out = String::new();
    if let Some(shell) = args.completions {
        let mut script = Vec::new();
        let commands = commands::all();
        let mut all =
            Args::command().disable_help_subcommand(true).subcommands(commands.get_subcommands().cloned());
        clap_complete::generate(shell, &mut all, "spv-opt", &mut script);
        // In bash scripts, clap_complete replaces the hyphen of `spv-opt` in two ways, which breaks completion of
        // subcommand options.
        out = String::from_utf8_lossy(&script).replace("spv__subcmd__opt__", "spv__opt__");
    } else if args.man {
        out = man::page();
    } else if args.passes.manager.list_passes {
        let registry = spv_opt::pass_registry();
        for info in registry.passes() {
            out.push_str(&format!("  --{:<28} {}\n", info.name, info.summary));
        }
        for pipeline in registry.pipelines() {
            out.push_str(&format!("  -{:<29} {}\n", pipeline.name, pipeline.summary));
        }
    } else if args.passes.manager.show_dialects {
        let mut names: Vec<_> = spv_opt::context().registry().dialects().collect();
        names.sort_unstable();
        out = format!("Available Dialects:\n{}\n", names.join("\n"));
    }
    (!out.is_empty()).then_some(out)
}

/// Renders diagnostics about an input. `words` is the binary that was read or assembled; it is empty for MLIR text.
fn diagnostics(
    format: DiagnosticsFormat,
    source: spv_opt::Source<'_>,
    words: &[u32],
    list: &Diagnostics,
) -> String {
    match format {
        DiagnosticsFormat::Json => spv_opt::render_json(list, source, words),
        DiagnosticsFormat::Text if !words.is_empty() => spv_opt::render_binary(list, source, words, color()),
        DiagnosticsFormat::Text if color() => spv_opt::render_colored(list, source),
        DiagnosticsFormat::Text => spv_opt::render(list, source),
    }
}

/// Returns whether to color messages: standard error is a terminal, and `NO_COLOR` is unset or empty.
fn color() -> bool {
    io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}
