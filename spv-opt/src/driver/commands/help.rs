//! Help output
//!
//! `spv-opt --help` prints an overview, `spv-opt help TOPIC` lists the options of a command or topic, and `spv-opt help
//! WORD` searches.

use crate::driver::args::Args;
use crate::driver::{mlir, passes, validation_args, view};
use crate::spirv_tools;
use clap::{Arg, Command, CommandFactory};
use spv_opt::dialect::validate::FAMILIES;
use spv_opt::dialect::validate::builtins::describe_rule;
use spv_opt::dialect::validate::rule::Scope;
use std::ffi::OsString;
use std::io::{self, Write};

/// A help topic, which describes a group of options.
struct Topic {
    name: &'static str,
    summary: &'static str,
    /// Returns whether the topic includes the options with this help heading; `None` for options without a heading.
    has: fn(Option<&str>) -> bool,
}

const TOPICS: [Topic; 6] = [
    Topic { name: "options", summary: "Input, output and messages", has: |heading| heading.is_none() },
    Topic {
        name: "passes",
        summary: "Passes and pipelines; spv-opt help PASS describes a pass",
        has: |heading| heading == Some(passes::PASSES),
    },
    Topic {
        name: "pipeline",
        summary: "Pass manager: pass order, IR printing, timing, reproducers",
        has: |heading| heading == Some(passes::MANAGER),
    },
    Topic {
        name: "validation",
        summary: "Target environments, validation rules and limits",
        has: |heading| heading == Some(validation_args::HEADING),
    },
    Topic {
        name: "graphs",
        summary: "Pictures of control-flow and data-flow graphs",
        has: |heading| heading == Some(view::HEADING),
    },
    Topic {
        name: "mlir-opt",
        summary: "Options compatible with mlir-opt and mlir-translate",
        has: |heading| heading == Some(mlir::HEADING),
    },
];

/// The most common options, for the overview.
const FREQUENT: &str = "  -o FILE             Write to FILE (.spv, .spvasm, .h; others are MLIR text)
  --emit=KIND         Write this format: text, spirv, spvasm, c or none
  -O                  Optimize for speed; -Os: for size; --PASS: run one pass
  --target-env=ENV    Validate against an environment, for example vulkan1.3
  --print-ids         Print result ids as comments
  --describe-op=OP    Print the parameters, types, syntax and builders of an op
  --no-verify         Do not verify the input
  --version           Print the version and exit";

const EXAMPLES: &str = "  spv-opt shader.spv                   print MLIR text
  spv-opt -O shader.spv -o small.spv   write an optimized binary
  spv-opt shader.spv --emit=none --target-env=vulkan1.3   only validate
  spv-opt reflect shader.spv           list the interface of a shader";

/// Returns the names of all help topics.
pub fn topics() -> impl Iterator<Item = &'static str> {
    TOPICS.iter().map(|topic| topic.name)
}

/// Help text of the language server, which has no options.
const SERVER: &str = "Run a language server for editors, on standard input and output.\n
Usage: spv-opt lsp [--stdio]\n
docs/editor.md describes the settings and the setup of editors.\n
Example:\n  spv-opt lsp\n";

/// Returns whether the arguments request help: `help`, or `--help` or `-h` alone or after `lsp`.
pub fn is_help(args: impl Iterator<Item = OsString>) -> bool {
    let args: Vec<OsString> = args.skip(1).collect();
    match &args[..] {
        [only] => ["--help", "-h", "help"].iter().any(|name| only == name),
        [first, second] => first == "help" || first == "lsp" && (second == "--help" || second == "-h"),
        _ => false,
    }
}

/// Prints the overview, or the help of a topic, command, program, pass, rule or op. Returns the exit status.
pub fn run(args: impl Iterator<Item = OsString>) -> i32 {
    let args: Vec<OsString> = args.skip(1).collect();
    let name = match &args[..] {
        [_, name] if args[0] == "help" => name.to_string_lossy(),
        [server, _] => server.to_string_lossy(),
        _ => {
            _ = io::stdout().write_all(overview().as_bytes());
            return 0;
        }
    };
    if let Some([.., example]) = spirv_tools::programs().find(|[program, ..]| *program == name) {
        let call = ["spv-opt", &name, "--help"].map(OsString::from);
        let status = spirv_tools::run(call.into_iter()).unwrap_or(1);
        _ = writeln!(io::stdout(), "\nExample:\n  spv-opt {name} {example}");
        return status;
    }
    let sheet =
        if name == "lsp" { Some(SERVER.to_owned()) } else { of_pass(&name).or_else(|| of_rule(&name)) };
    let sheet = sheet.or_else(|| super::super::description(&spv_opt::registry(), &name));
    if let Some(sheet) = sheet {
        _ = io::stdout().write_all(sheet.as_bytes());
        return 0;
    }
    let mut commands = super::all();
    commands.build();
    let mut command = match TOPICS.iter().find(|topic| topic.name == name) {
        Some(topic) => of_topic(topic),
        None => match commands.find_subcommand(&*name) {
            Some(command) => command.clone(),
            None => {
                let found = search(&name);
                if !found.is_empty() {
                    _ = io::stdout().write_all(found.as_bytes());
                    return 0;
                }
                let mut names: Vec<&str> = commands.get_subcommands().map(Command::get_name).collect();
                names.extend(TOPICS.iter().map(|topic| topic.name));
                names.extend(spv_opt::pass_registry().passes().iter().map(|pass| pass.name));
                let best = spv_opt::ir::suggest(&name, names.into_iter());
                let advice = best.map_or_else(String::new, |best| format!(": did you mean '{best}'?"));
                let message = format!("there is no topic, command, pass, op or rule '{name}'{advice}");
                _ = writeln!(io::stderr(), "spv-opt: error: {message} (see spv-opt --help)");
                return 1;
            }
        },
    };
    _ = write!(io::stdout(), "{}", command.render_long_help());
    0
}

/// Minimum length of a word to search for.
const SHORTEST: usize = 3;

/// Maximum number of lines that a search prints.
const LISTED: usize = 40;

/// Returns the commands, options, passes and rules whose name or description contains a word, one per line. Returns an
/// empty string if there are none.
fn search(word: &str) -> String {
    let word = word.to_lowercase();
    let contains = |texts: &[&str]| texts.iter().any(|text| text.to_lowercase().contains(&word));
    if word.len() < SHORTEST {
        return String::new();
    }
    let registry = spv_opt::pass_registry();
    let mut found: Vec<(String, String)> = Vec::new();
    for command in super::all().get_subcommands() {
        let about = command.get_about().map(|about| about.to_string()).unwrap_or_default();
        if contains(&[command.get_name(), &about]) {
            found.push((command.get_name().to_owned(), about));
        }
    }
    for option in Args::command().get_arguments().filter(|option| !option.is_hide_set()) {
        let Some(name) = option.get_long() else { continue };
        let about = option.get_help().map(|help| help.to_string()).unwrap_or_default();
        let description = registry.pass(name).map_or("", |pass| pass.description);
        if contains(&[name, &about, description]) {
            found.push((format!("--{name}"), about));
        }
    }
    for rule in FAMILIES.iter().flat_map(|family| family.rules) {
        if contains(&[rule.id, rule.message, rule.note]) {
            found.push((rule.id.to_owned(), rule.message.to_owned()));
        }
    }
    let lines = found.iter().take(LISTED).map(|(name, about)| format!("  {name:<34}  {about}\n"));
    let mut out: String = lines.collect();
    match found.len() {
        0 => {}
        count if count > LISTED => out += &format!("  ... and {} more\n", count - LISTED),
        _ => out += "\nspv-opt help NAME describes one.\n",
    }
    out
}

/// Returns the description of the validation rule `id`, or `None` if the rule is unknown. Messages of the validator end
/// with this id in brackets: `[VUID-...]`.
fn of_rule(id: &str) -> Option<String> {
    if let Some(text) = describe_rule(id) {
        let section = "Environments: Vulkan\nStated by: the chapter of Vulkan's specification on built-ins\n";
        return Some(format!("{id}: {text}\n\n{section}"));
    }
    let rule = FAMILIES.iter().flat_map(|family| family.rules).find(|rule| rule.id == id)?;
    let scope = match rule.scope {
        Scope::Any => "all environments",
        Scope::Vulkan => "Vulkan",
        Scope::OpenCl => "OpenCL",
    };
    let section = match rule.section {
        "A" => "the appendix of Vulkan's specification".to_owned(),
        section => format!("section {section} of the SPIR-V specification"),
    };
    let note = if rule.note.is_empty() { String::new() } else { format!("Note: {}\n", rule.note) };
    Some(format!("{id}: {}\n\n{note}Environments: {scope}\nStated by: {section}\n", rule.message))
}

/// Returns the help text of a pass or pipeline, or `None` if it is unknown.
fn of_pass(name: &str) -> Option<String> {
    let registry = spv_opt::pass_registry();
    if let Some(pipeline) = registry.pipeline(name) {
        let dashes = if ["O", "Os"].contains(&name) { "-" } else { "--" };
        let passes = spv_opt::passes::Pipeline::parse(&registry, name).ok()?;
        let passes: Vec<String> = passes.passes().iter().map(|pass| pass.to_string()).collect();
        let text = format!(
            "{}\n\nUsage: spv-opt {dashes}{name} ...\n\nPasses: {}\n",
            pipeline.summary,
            passes.join(", ")
        );
        return Some(text);
    }
    let pass = registry.pass(name)?;
    let mut out = format!("{}\n\nUsage: spv-opt --{name}", pass.summary);
    out += if pass.options.is_empty() { " ...\n" } else { "[='OPTION=VALUE ...'] ...\n" };
    if !pass.description.is_empty() {
        out += &format!("\n{}\n", pass.description);
    }
    for (title, example) in [("Before", pass.before), ("After", pass.after)] {
        if !example.is_empty() {
            out += &format!("\n{title}:\n  {}\n", example.replace('\n', "\n  "));
        }
    }
    for (index, option) in pass.options.iter().enumerate() {
        out += if index == 0 { "\nOptions:\n" } else { "" };
        out += &format!("  {}={}  {}\n", option.name, option.default, option.help);
    }
    Some(out)
}

/// Builds a command whose help shows only the options of a topic.
fn of_topic(topic: &Topic) -> Command {
    let is_shown = |arg: &Arg| (topic.has)(arg.get_help_heading());
    Args::command()
        .about(topic.summary)
        .override_usage("spv-opt [OPTIONS] [INPUT]...")
        .after_help("")
        .disable_help_flag(true)
        .disable_version_flag(true)
        .mut_args(|arg| if is_shown(&arg) { arg } else { arg.hide(true) })
}

fn overview() -> String {
    let mut out = "Read, check, optimize and write SPIR-V as binary, assembly or MLIR text.\n\n".to_owned();
    out += "Usage: spv-opt [OPTIONS] [INPUT]...\n       spv-opt COMMAND ...\n";
    out += "       spv-opt help WORD      search commands, options, passes and rules\n\n";
    out += "Commands (spv-opt help COMMAND):\n";
    for command in super::command().get_subcommands() {
        let about = command.get_about().map(|about| about.to_string()).unwrap_or_default();
        let summary = about.split([':', '.', ',']).next().unwrap_or_default();
        out += &format!("  {:<18}  {summary}\n", command.get_name());
    }
    out += &format!("  {:<18}  Run a language server for editors\n", "lsp");
    out += &format!("  {:<18}  Run as a SPIRV-Tools program: spirv-val, spirv-dis, ...\n", "spirv-NAME");
    out += &format!("  {:<18}  Create links named after the SPIRV-Tools programs\n", "install-names");
    out += &format!("\nCommon options:\n{FREQUENT}\n\nHelp topics (spv-opt help TOPIC):\n");
    for Topic { name, summary, .. } in &TOPICS {
        out += &format!("  {name:<18}  {summary}\n");
    }
    out + &format!("\nExamples:\n{EXAMPLES}\n")
}
