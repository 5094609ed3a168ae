//! Subcommands such as `spv-opt reflect FILE`
//!
//! Without a subcommand, the tool reads, transforms and writes files.

mod batch;
pub mod diff;
pub mod help;
mod link;
mod read;
mod reduce;
mod reflect;
mod report;
mod split;
mod stat;

use super::args::DiagnosticsFormat;
use super::failure::Failure;
use super::output::Output;
use crate::spirv_tools;
use clap::builder::PossibleValuesParser;
use clap::{Arg, CommandFactory, Parser, Subcommand};
use spv_opt::json;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;

/// The subcommands of the tool.
#[derive(Parser, Debug)]
#[command(name = "spv-opt", disable_help_subcommand = true, max_term_width = 100)]
struct Commands {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Reflect(reflect::Args),
    Stat(stat::Args),
    Split(split::Args),
    Link(link::Args),
    Reduce(reduce::Args),
    Diff(diff::Args),
    Batch(batch::Args),
}

impl Command {
    fn run(self) -> Result<i32, Failure> {
        match self {
            Command::Reflect(args) => args.run(),
            Command::Stat(args) => args.run(),
            Command::Split(args) => args.run(),
            Command::Link(args) => args.run(),
            Command::Reduce(args) => args.run(),
            Command::Diff(args) => args.run(),
            Command::Batch(args) => args.run(),
        }
    }
}

/// Returns the command-line definition of the subcommands.
pub fn command() -> clap::Command {
    Commands::command()
}

/// Returns the command-line definition of all subcommands for help and completions, including those that do not use
/// clap.
pub fn all() -> clap::Command {
    let other = |[name, summary, example]: [&'static str; 3]| {
        clap::Command::new(name).about(summary).after_help(format!("Example:\n  spv-opt {name} {example}"))
    };
    let arguments = Arg::new("ARGUMENT").num_args(0..).help("Arguments; --help lists them");
    let topic = Arg::new("TOPIC").value_parser(PossibleValuesParser::new(help::topics()));
    command()
        .subcommand(other(["lsp", "Run a language server for editors", "--stdio"]))
        .subcommand(other(["help", "Print the help of a command or topic", "passes"]).arg(topic))
        .subcommands(spirv_tools::programs().map(|row| other(row).arg(arguments.clone())))
}

/// Returns whether the first argument is a subcommand. To process a file with that name, users write `./reflect`.
pub fn is_command(mut args: impl Iterator<Item = OsString>) -> bool {
    let is_name =
        |arg: OsString| Commands::command().get_subcommands().any(|c| OsStr::new(c.get_name()) == arg);
    // Most arguments are rejected without building the subcommands, which takes time.
    let may_be = |arg: &OsString| arg.as_encoded_bytes().iter().all(u8::is_ascii_lowercase);
    args.nth(1).filter(may_be).is_some_and(is_name)
}

/// Command names that users may expect, each with the equivalent arguments of spv-opt.
const MEANT: [(&str, &str); 14] = [
    ("validate", "--target-env=ENV"),
    ("check", "--emit=none"),
    ("verify", "--emit=none"),
    ("optimize", "-O"),
    ("optimise", "-O"),
    ("view", "--view-cfg=FILE.svg"),
    ("draw", "--view-cfg=FILE.svg"),
    ("print", "FILE"),
    ("describe", "--describe-op=OP"),
    ("explain", "help RULE"),
    ("completions", "--completions=SHELL"),
    ("assemble", "-o FILE.spv"),
    ("disassemble", "--emit=spvasm"),
    ("strip", "--strip-debug"),
];

/// Returns an error message if the first argument looks like a command, but is neither a command nor a file.
pub fn unknown(mut args: impl Iterator<Item = OsString>) -> Option<String> {
    let name = args.nth(1)?.into_string().ok()?;
    let is_word = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    if !is_word || Path::new(&name).exists() {
        return None;
    }
    let program = format!("spirv-{name}");
    let commands = all();
    let names = commands.get_subcommands().map(clap::Command::get_name);
    let best = match spirv_tools::is_program(&program) {
        true => Some(&*program),
        false => MEANT
            .iter()
            .find_map(|(command, option)| (*command == name).then_some(*option))
            .or_else(|| spv_opt::ir::suggest(&name, names)),
    };
    let is_foreign_program = name.starts_with("spirv-");
    // A single argument that resembles no command is the name of a missing file, which has its own error message.
    if best.is_none() && !is_foreign_program && args.next().is_none() {
        return None;
    }
    let advice = match best {
        Some(best) => format!(": did you mean 'spv-opt {best}'?"),
        None if is_foreign_program => {
            let names = spirv_tools::programs().map(|[name, ..]| name);
            let names: Vec<&str> = names.filter(|name| name.starts_with("spirv-")).collect();
            format!(": the programs of SPIRV-Tools are {}", names.join(", "))
        }
        None => String::new(),
    };
    Some(format!("unknown command or file '{name}'{advice}"))
}

/// Runs the subcommand in the arguments and returns the exit status.
pub fn run(args: impl Iterator<Item = OsString>) -> i32 {
    let commands = match Commands::try_parse_from(args) {
        Ok(commands) => commands,
        Err(usage) => {
            // A failure to print the usage message cannot be reported.
            _ = usage.print();
            return i32::from(usage.use_stderr());
        }
    };
    match commands.command.run() {
        Ok(status) => status,
        // A closed pipe is not an error: its reader has stopped reading.
        Err(Failure::Write { error, .. }) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(failure) => {
            _ = io::stderr().write_all(failure.shown(DiagnosticsFormat::Text).as_bytes());
            1
        }
    }
}

/// Writes a string to a file, or to standard output for `None`.
fn write_text(path: Option<&Path>, text: &str) -> Result<(), Failure> {
    Output::create(path, false)?.write(|w| w.write_all(text.as_bytes()))?.commit()
}
