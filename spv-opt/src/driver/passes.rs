//! Options of the pass manager
//!
//! Each registered pass is a command-line flag. Flags run in command-line order.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command};
use spv_opt::passes::pipeline::PipelineError;
use spv_opt::passes::{Pipeline, Registry};
use std::path::PathBuf;

const PIPELINE: &str = "pass-pipeline";
/// Name of a flag, and of the pass option that the flag sets in every pass that has this option.
const FAST_MATH: &str = "fast-math";
/// Name of a pass that spirv-opt also has. In spirv-opt, the value of the pass option may be the next argument.
pub const SET_DEFAULTS: &str = "set-spec-const-default-value";
pub const PASSES: &str = "Passes (run in the order given; options as in --canonicalize=\"max-visits=9\")";
pub const MANAGER: &str = "Pass manager options, as in mlir-opt";

/// The passes to run, and the options of the pass manager.
#[derive(Clone, Debug, Default)]
pub struct PassArgs {
    /// Passes and pipelines in order, each as name and options. For `--pass-pipeline`, the name is `PIPELINE` and the
    /// options are the textual pipeline.
    steps: Vec<(String, String)>,
    /// Options of the pass manager.
    pub manager: ManagerArgs,
}

/// The options of the pass manager.
#[derive(clap::Args, Clone, Debug, Default)]
#[command(next_help_heading = MANAGER)]
pub struct ManagerArgs {
    /// Allow optimizations that treat floats as real numbers, unless decorations forbid it; may change rounding, NaNs
    /// and signs of zeros
    #[arg(long)]
    fast_math: bool,

    /// Verify changes after each pass, not only after the last; =false disables verification
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(value_parser = verification(), hide_possible_values = true)]
    pub verify_each: Option<bool>,

    /// List the passes and pipelines and exit
    #[arg(long)]
    pub list_passes: bool,

    /// List the registered dialects and exit
    #[arg(long)]
    pub show_dialects: bool,

    /// Print the pipeline to standard error
    #[arg(long = "dump-pass-pipeline")]
    pub dump_pipeline: bool,

    /// Print the time of each pass to standard error
    #[arg(long = "mlir-timing")]
    pub timing: bool,

    /// Print the statistics of each pass to standard error
    #[arg(long = "mlir-pass-statistics", visible_alias = "pass-statistics")]
    pub statistics: bool,

    /// Format of --mlir-timing: pipeline tree or sorted list
    #[arg(long = "mlir-timing-display", value_name = "FORMAT")]
    #[arg(value_parser = display("tree"), default_value = "tree")]
    pub timing_display: Display,

    /// Format of --mlir-pass-statistics: pipeline tree or sorted list
    #[arg(long = "mlir-pass-statistics-display", value_name = "FORMAT", alias = "pass-statistics-display")]
    #[arg(value_parser = display("pipeline"), default_value = "pipeline")]
    pub statistics_display: Display,

    /// Run on one thread
    #[arg(long = "mlir-disable-threading")]
    pub disable_threading: bool,

    /// Options that print the IR.
    #[command(flatten)]
    pub print: PrintIr,

    /// Write the module and the pipeline to a file if a pass fails or crashes
    #[arg(long = "mlir-pass-pipeline-crash-reproducer", alias = "pass-pipeline-crash-reproducer")]
    #[arg(value_name = "FILE")]
    pub reproducer: Option<PathBuf>,

    /// Accepted for compatibility: a reproducer always contains the whole pipeline
    #[arg(long = "pass-pipeline-local-reproducer", hide = true)]
    pub local_reproducer: bool,

    /// Run the pipeline recorded in the input, a reproducer
    #[arg(long)]
    pub run_reproducer: bool,
}

/// The layout of a report about passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Display {
    /// A tree with the structure of the pipeline.
    #[default]
    Nested,
    /// One line per pass name, with the sum over its runs.
    List,
}

/// The passes before and after which to print the IR.
#[derive(clap::Args, Clone, Debug, Default)]
#[command(next_help_heading = MANAGER)]
pub struct PrintIr {
    /// Print the IR before these passes
    #[arg(long = "mlir-print-ir-before", alias = "print-ir-before")]
    #[arg(value_name = "PASS", value_delimiter = ',', value_parser = pass_name(), hide_possible_values = true)]
    pub before: Vec<String>,

    /// Print the IR after these passes
    #[arg(long = "mlir-print-ir-after", alias = "print-ir-after")]
    #[arg(value_name = "PASS", value_delimiter = ',', value_parser = pass_name(), hide_possible_values = true)]
    pub after: Vec<String>,

    /// Print the IR before each pass
    #[arg(long = "mlir-print-ir-before-all", alias = "print-ir-before-all")]
    pub before_all: bool,

    /// Print the IR after each pass
    #[arg(long = "mlir-print-ir-after-all", alias = "print-ir-after-all")]
    pub after_all: bool,

    /// Print the IR after a pass that changed it
    #[arg(long = "mlir-print-ir-after-change", alias = "print-ir-after-change")]
    pub after_change: bool,

    /// Print the IR after a pass that failed
    #[arg(long = "mlir-print-ir-after-failure", alias = "print-ir-after-failure")]
    pub after_failure: bool,
}

fn verification() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["true", "false", "1", "0"]).map(|value| matches!(value.as_str(), "true" | "1"))
}

/// Returns the parser of a report's layout. `nested` is the name of the nested layout.
fn display(nested: &'static str) -> impl TypedValueParser<Value = Display> {
    PossibleValuesParser::new([nested, "list"]).map(|value| match value.as_str() {
        "list" => Display::List,
        _ => Display::Nested,
    })
}

/// Returns a parser that accepts only passes, because pipelines report their passes individually.
fn pass_name() -> PossibleValuesParser {
    PossibleValuesParser::new(spv_opt::pass_registry().passes().iter().map(|info| info.name))
}

impl PrintIr {
    /// Returns whether the IR is printed at any point.
    pub fn any(&self) -> bool {
        self.before_all
            || self.after_all
            || self.after_change
            || self.after_failure
            || !self.before.is_empty()
            || !self.after.is_empty()
    }
}

/// Returns the name of a pass's option if it is the only one and has no default, so that the name may be omitted:
/// `--decorate=image:Binding:3`.
fn only_text_option(registry: &Registry, name: &str) -> Option<&'static str> {
    match registry.pass(name)?.options {
        [option] if option.default.is_empty() => Some(option.name),
        _ => None,
    }
}

/// An error in a textual pipeline or in the options of a pass.
pub struct WrongPipeline {
    /// The pipeline, or the command-line option as the user may have written it.
    pub text: String,
    /// Whether the error is in a command-line option.
    pub is_option: bool,
    /// The error, with its position in `text`.
    pub error: PipelineError,
}

impl PassArgs {
    /// Builds the pipeline from the command-line options.
    ///
    /// # Errors
    /// An error in a textual pipeline, or in the options of a pass.
    pub fn pipeline(&self, registry: &Registry) -> Result<Pipeline, WrongPipeline> {
        let mut all = Pipeline::new();
        let common = [(FAST_MATH.to_owned(), "true".to_owned())];
        let common = if self.manager.fast_math { &common[..] } else { &[] };
        for (name, value) in &self.steps {
            let implied = only_text_option(registry, name).filter(|_| !value.contains('='));
            let implied = implied.map_or_else(String::new, |option| format!("{option}="));
            let text = match (name.as_str(), value.as_str()) {
                (PIPELINE, text) => text.to_owned(),
                (name, "") => name.to_owned(),
                (name, value) => format!("{name}{{{implied}{value}}}"),
            };
            let pipeline = Pipeline::parse_with(registry, &text, common).map_err(|mut error| {
                if name == PIPELINE {
                    return WrongPipeline { text, is_option: false, error };
                }
                let after_name = error.at.saturating_sub(name.len() + 1);
                if after_name > 0 {
                    error.at -= after_name.min(implied.len());
                }
                error.at += "--".len();
                let value = if value.is_empty() { String::new() } else { format!("={value}") };
                WrongPipeline { text: format!("--{name}{value}"), is_option: true, error }
            })?;
            if pipeline.anchor == all.anchor {
                all.items.extend(pipeline.items);
            } else {
                all.items.push(spv_opt::passes::pipeline::PipelineElement::Nested(pipeline));
            }
        }
        Ok(all)
    }

    /// Appends a pass or pipeline without options.
    pub fn add(&mut self, name: &str) {
        self.steps.push((name.to_owned(), String::new()));
    }

    /// Inserts a textual pipeline before all others.
    pub fn prepend(&mut self, pipeline: String) {
        self.steps.insert(0, (PIPELINE.to_owned(), pipeline));
    }
}

impl clap::Args for PassArgs {
    fn augment_args(command: Command) -> Command {
        let pass_pipeline = Arg::new(PIPELINE)
            .long(PIPELINE)
            .value_name("TEXT")
            .help("Run a pipeline in MLIR syntax: \"spv.module(spv.func(canonicalize,cse),symbol-dce)\"")
            .help_heading(MANAGER)
            .action(ArgAction::Append);
        let step = |name: &'static str, help: &'static str| {
            Arg::new(name)
                .long(name)
                .help(help)
                .help_heading(PASSES)
                .value_name("OPTIONS")
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value("")
                .action(ArgAction::Append)
                .hide_possible_values(true)
        };
        let registry = spv_opt::pass_registry();
        let passes = registry.passes().iter().map(|info| step(info.name, info.summary));
        let pipelines = registry.pipelines().iter().map(|pipeline| {
            let arg = step(pipeline.name, pipeline.summary);
            let mut letters = pipeline.name.chars();
            match (letters.next(), letters.next()) {
                (Some(letter), None) => arg.short(letter),
                _ => arg,
            }
        });
        ManagerArgs::augment_args(command.arg(pass_pipeline)).args(passes.chain(pipelines))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for PassArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<PassArgs, clap::Error> {
        let registry = spv_opt::pass_registry();
        let passes = registry.passes().iter().map(|info| info.name);
        let names = passes.chain(registry.pipelines().iter().map(|p| p.name)).chain([PIPELINE]);
        let mut steps: Vec<(usize, String, String)> = Vec::new();
        for name in names {
            let values = matches.get_many::<String>(name).into_iter().flatten();
            for (index, value) in matches.indices_of(name).into_iter().flatten().zip(values) {
                steps.push((index, name.to_owned(), value.clone()));
            }
        }
        steps.sort_by_key(|(index, _, _)| *index);
        let steps = steps.into_iter().map(|(_, name, value)| (name, value)).collect();
        Ok(PassArgs { steps, manager: ManagerArgs::from_arg_matches(matches)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = PassArgs::from_arg_matches(matches)?;
        Ok(())
    }
}
