//! Runs the pass pipeline and prints reports about it

use super::passes::{Display, ManagerArgs, PassArgs, PrintIr, WrongPipeline};
use super::timing::Timing;
use spv_opt::dialect::validate::Environment;
use spv_opt::ir::{Diagnostic, Place};
use spv_opt::passes::pipeline::PipelineElement;
use spv_opt::passes::{
    self, Event, Executor, Inline, Observer, Pipeline, RunOptions, Subject, Threads, Verify,
};
use spv_opt::printer::{self, Options};
use spv_opt::{Diagnostics, Module};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

/// Builds the pipeline, including the passes that restore the rules of the binary format.
///
/// # Errors
/// The rendered syntax error in the textual pipeline.
pub fn build(args: &PassArgs) -> Result<Pipeline, String> {
    let pipeline = args.pipeline(&spv_opt::pass_registry()).map_err(|wrong| shown(&wrong))?;
    let pipeline = pipeline.completed();
    if args.manager.dump_pipeline {
        eprint(&format!("Pass Manager with {} passes:\n{pipeline}\n", pipeline.passes().len()));
    }
    Ok(pipeline)
}

/// Renders an error in a textual pipeline or pass option, with a caret under its position.
fn shown(WrongPipeline { text, is_option, error }: &WrongPipeline) -> String {
    let line = text.replace(['\n', '\t'], " ");
    let column = text.get(..error.at).map_or(0, |before| before.chars().count());
    let place = if *is_option { "spv-opt".to_owned() } else { format!("<pipeline>:1:{}", column + 1) };
    format!("{place}: error: {}\n{line}\n{:column$}^\n", error.message, "")
}

/// Returns whether a pipeline legalizes modules for a target environment.
pub fn legalizes(pipeline: &Pipeline) -> bool {
    pipeline.passes().iter().any(|instance| instance.info.name == "spirv-update-vce")
}

/// Runs a pipeline on a module, on `threads` if there are any. `environment` applies to modules that do not specify a
/// target.
///
/// # Errors
/// The diagnostics of the pass that failed.
pub fn run(
    pipeline: &Pipeline,
    module: &mut Module,
    args: &ManagerArgs,
    options: &Options<'_>,
    timing: &Timing,
    threads: Option<Threads>,
    environment: Option<&Environment>,
) -> Result<(), Diagnostics> {
    if pipeline.passes().is_empty() {
        return Ok(());
    }
    let before = args.reproducer.is_some().then(|| reproducer(pipeline, module, args));
    let watch = Watch { print: &args.print, options, timing };
    let observed = args.print.any() || timing.is_on();
    let run = RunOptions {
        executor: threads.as_ref().map_or(&Inline as &dyn Executor, |threads| threads),
        verify: match args.verify_each {
            Some(true) => Verify::EachPass,
            Some(false) => Verify::Never,
            None if args.print.any() => Verify::EachPass,
            None => Verify::TOOL_DEFAULT,
        },
        observer: if observed { Some(&watch) } else { None },
        target_env: environment.and_then(|environment| environment.target(&module.ctx, &module.body)),
    };
    let _guard = before.as_ref().zip(args.reproducer.as_deref()).map(|(text, path)| OnPanic::new(text, path));
    let result = passes::run_completed(pipeline, module, &run);
    result.map_err(|failure| {
        let mut errors = failure.errors;
        if let (Some(text), Some(path)) = (&before, &args.reproducer) {
            let note = match std::fs::write(path, text) {
                Ok(()) => format!("wrote a reproducer to {}", path.display()),
                Err(error) => format!("cannot write a reproducer to {}: {error}", path.display()),
            };
            if let Some(first) = errors.list.first_mut() {
                first.notes.push((Place::None, note));
            }
        }
        if errors.list.is_empty() {
            errors.push(Diagnostic::error(Place::None, format!("pass '{}' failed", failure.pass)));
        }
        errors
    })
}

/// Returns the module as MLIR text, after a header line that records the pipeline.
fn reproducer(pipeline: &Pipeline, module: &Module, args: &ManagerArgs) -> String {
    let threads = if args.disable_threading { " -mlir-disable-threading" } else { "" };
    let verify = match args.verify_each {
        Some(true) => " -verify-each=1",
        Some(false) => " -verify-each=0",
        None => "",
    };
    let text = printer::print(module, &Options::default());
    format!("{CONFIGURATION} -pass-pipeline='{pipeline}'{threads}{verify}\n{text}")
}

const CONFIGURATION: &str = "// configuration:";

/// Adds the pipeline and options in the header line of the reproducer `text` to `args`. Does nothing if there is no
/// header line.
pub fn adopt(args: &mut PassArgs, text: &str) {
    let Some(line) = text.lines().find_map(|line| line.trim_start().strip_prefix(CONFIGURATION)) else {
        return;
    };
    if let Some((_, rest)) = line.split_once("-pass-pipeline='")
        && let Some((pipeline, _)) = rest.split_once('\'')
    {
        args.prepend(pipeline.to_owned());
    }
    args.manager.disable_threading |= line.contains("-mlir-disable-threading");
    for (option, value) in [(" -verify-each=0", false), (" -verify-each=1", true)] {
        if line.contains(option) {
            args.manager.verify_each = Some(value);
        }
    }
}

/// A guard that writes the reproducer if a pass panics, which is a bug in the pass.
struct OnPanic;

impl OnPanic {
    fn new(text: &str, path: &std::path::Path) -> OnPanic {
        let (text, path) = (text.to_owned(), path.to_owned());
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            // A failure to write is ignored because the panic message is more important.
            _ = std::fs::write(&path, &text);
            previous(info);
        }));
        OnPanic
    }
}

impl Drop for OnPanic {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            _ = std::panic::take_hook();
        }
    }
}

/// The statistics of a pass, each as name, description and value.
type Counts = Vec<(&'static str, &'static str, u64)>;

/// Formats the statistics of all passes like mlir-opt.
pub fn statistics(pipeline: &Pipeline, display: Display) -> String {
    let mut out = banner("... Pass statistics report ...");
    match display {
        Display::Nested => nested_statistics(pipeline, 0, &mut out),
        Display::List => {
            let mut sums: BTreeMap<&str, Counts> = BTreeMap::new();
            for instance in pipeline.passes() {
                let counts: Counts = instance.statistics().collect();
                match sums.entry(instance.info.name) {
                    Entry::Vacant(new) => _ = new.insert(counts),
                    Entry::Occupied(mut known) => {
                        known.get_mut().iter_mut().zip(counts).for_each(|(sum, (.., n))| sum.2 += n);
                    }
                }
            }
            sums.into_iter().for_each(|(name, counts)| push_counts(name, &counts, 0, &mut out));
        }
    }
    out.push('\n');
    out
}

fn nested_statistics(pipeline: &Pipeline, depth: usize, out: &mut String) {
    for item in &pipeline.items {
        match item {
            PipelineElement::Pass(instance) => {
                push_counts(instance.info.name, &instance.statistics().collect::<Counts>(), depth, out);
            }
            PipelineElement::Nested(inner) => {
                _ = writeln!(out, "{:1$}'{2}' Pipeline", "", 2 * depth, inner.anchor.name());
                nested_statistics(inner, depth + 1, out);
            }
        }
    }
}

fn push_counts(name: &str, counts: &Counts, depth: usize, out: &mut String) {
    let indent = 2 * depth;
    _ = writeln!(out, "{:indent$}{name}", "");
    let width = counts.iter().map(|(_, _, n)| n.to_string().len()).max().unwrap_or(1);
    for (name, what, n) in counts {
        _ = writeln!(out, "{:indent$}  (S) {n:>width$} {name} - {what}", "");
    }
}

/// Formats a report heading like mlir-opt.
pub fn banner(title: &str) -> String {
    let line = format!("==={}===", "-".repeat(73));
    format!("{line}\n{title:^80}\n{line}\n").lines().fold(String::new(), |mut out, l| {
        out.push_str(l.trim_end());
        out.push('\n');
        out
    })
}

/// Writes to standard error. Failures are ignored because they cannot be reported.
fn eprint(text: &str) {
    _ = std::io::stderr().write_all(text.as_bytes());
}

/// Passes that MLIR also has, each with MLIR's name in IR dump headers.
const TITLES: [(&str, &str); 6] = [
    ("canonicalize", "Canonicalizer"),
    ("cse", "CSE"),
    ("inline", "Inliner"),
    ("licm", "LoopInvariantCodeMotion"),
    ("sccp", "SCCP"),
    ("symbol-dce", "SymbolDCE"),
];

/// Returns the name of a pass in IR dump headers: MLIR's name, or the name in this library if MLIR has no such pass.
fn title(pass: &str) -> &str {
    TITLES.iter().find(|(name, _)| *name == pass).map_or(pass, |(_, title)| title)
}

/// A pass observer that prints the IR and records execution times.
struct Watch<'a> {
    print: &'a PrintIr,
    options: &'a Options<'a>,
    timing: &'a Timing,
}

impl Watch<'_> {
    fn dump(&self, when: &str, event: Event<'_>, outcome: &str) {
        let ir = match event.subject {
            Subject::Module(module) => printer::print(module, self.options),
            Subject::Op { around, op } => printer::print_op(event.ctx, around, op, self.options),
        };
        let pass = title(event.pass);
        eprint(&format!("// -----// IR Dump {when} {pass}{outcome} //----- //\n{}\n\n", ir.trim_end()));
    }
}

impl Observer for Watch<'_> {
    fn needs_ir(&self) -> bool {
        self.print.any()
    }

    fn before(&self, event: Event<'_>) {
        if self.print.before_all || self.print.before.iter().any(|name| name == event.pass) {
            self.dump("Before", event, "");
        }
    }

    fn after(&self, event: Event<'_>, changed: bool, time: Duration) {
        self.timing.pass(event.number, time);
        let named = self.print.after.iter().any(|name| name == event.pass);
        let all = self.print.after_all || (self.print.after_change && self.print.after.is_empty());
        if (named || all) && (changed || !self.print.after_change) {
            self.dump("After", event, "");
        }
    }

    fn failed(&self, event: Event<'_>, _errors: &Diagnostics) {
        if self.print.after_all || self.print.after_failure {
            self.dump("After", event, " Failed");
        }
    }
}
