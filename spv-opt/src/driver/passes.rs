//! Options of the pass manager
//!
//! Each registered pass is a command-line flag. Flags run in command-line order.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use spv_opt::passes::pipeline::PipelineError;
use spv_opt::passes::{Pipeline, Registry};

const PIPELINE: &str = "pass-pipeline";
/// Name of a flag, and of the pass option that the flag sets in every pass that has this option.
const FAST_MATH: &str = "fast-math";
const STATISTICS_DISPLAY: &str = "mlir-pass-statistics-display";
/// Name of a pass that spirv-opt also has. In spirv-opt, the value of the pass option may be the next argument.
pub const SET_DEFAULTS: &str = "set-spec-const-default-value";
const LIST: &str = "list";
pub const PASSES: &str = "Passes (run in the order given; options as in --canonicalize=\"max-visits=9\")";
pub const MANAGER: &str = "Pass manager options, as in mlir-opt";

/// The passes to run, and the reports to print.
#[derive(Clone, Debug, Default)]
pub struct PassArgs {
    /// Passes and pipelines in order, each as name and options. For `--pass-pipeline`, the name is `PIPELINE` and the
    /// options are the textual pipeline.
    steps: Vec<(String, String)>,
    /// Whether to set the option `fast-math` in all passes that have it.
    fast_math: bool,
    /// Whether to verify after each pass (`true`) or never (`false`). If `None`, verifies only after the last pass.
    pub verify_each: Option<bool>,
    /// Whether to print the execution time of each pass.
    pub timing: bool,
    /// Whether to print the statistics of each pass.
    pub statistics: bool,
    /// Layout of the timing report.
    pub timing_display: Display,
    /// Layout of the statistics report.
    pub statistics_display: Display,
    /// Whether to run on a single thread.
    pub disable_threading: bool,
    /// Whether to print the pipeline to standard error.
    pub dump_pipeline: bool,
    /// Whether to list the passes and exit.
    pub list_passes: bool,
    /// Whether to list the dialects and exit.
    pub show_dialects: bool,
    /// Passes before and after which to print the IR.
    pub print: PrintIr,
    /// File to which a reproducer is written if a pass fails.
    pub reproducer: Option<std::path::PathBuf>,
    /// Whether to run the pipeline that the input text records as a reproducer.
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
#[derive(Clone, Debug, Default)]
pub struct PrintIr {
    /// Names of passes before which to print the IR.
    pub before: Vec<String>,
    /// Names of passes after which to print the IR.
    pub after: Vec<String>,
    /// Whether to print the IR before each pass.
    pub before_all: bool,
    /// Whether to print the IR after each pass.
    pub after_all: bool,
    /// Whether to print the IR after a pass only if the pass changed it.
    pub after_change: bool,
    /// Whether to print the IR after a failed pass.
    pub after_failure: bool,
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

impl PassArgs {
    /// Builds the pipeline from the command-line options.
    ///
    /// # Errors
    /// The text of the malformed pipeline, and the error in it.
    pub fn pipeline(&self, registry: &Registry) -> Result<Pipeline, (String, PipelineError)> {
        let mut all = Pipeline::new();
        let common = [(FAST_MATH.to_owned(), "true".to_owned())];
        let common = if self.fast_math { &common[..] } else { &[] };
        for (name, value) in &self.steps {
            let text = match (name.as_str(), value.as_str()) {
                (PIPELINE, text) => text.to_owned(),
                (name, "") => name.to_owned(),
                (name, value) => match only_text_option(registry, name) {
                    Some(option) if !value.contains('=') => format!("{name}{{{option}={value}}}"),
                    _ => format!("{name}{{{value}}}"),
                },
            };
            let pipeline = Pipeline::parse_with(registry, &text, common)
                .map_err(|error| (if name == PIPELINE { value.clone() } else { name.clone() }, error))?;
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
    fn augment_args(mut command: Command) -> Command {
        let flag = |name: &'static str, help: &'static str| {
            Arg::new(name).long(name).help(help).help_heading(MANAGER).action(ArgAction::SetTrue)
        };
        let text = |name: &'static str, value: &'static str, help: &'static str| {
            Arg::new(name).long(name).value_name(value).help(help).help_heading(MANAGER)
        };
        let verify = Arg::new("verify-each")
            .long("verify-each")
            .value_name("BOOL")
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true")
            .value_parser(PossibleValuesParser::new(["true", "false", "1", "0"]))
            .hide_possible_values(true)
            .help("Verify changes after each pass, not only after the last; =false disables verification")
            .help_heading(MANAGER);
        let pass_pipeline = text(
            PIPELINE,
            "TEXT",
            "Run a pipeline in MLIR syntax: \"spv.module(spv.func(canonicalize,cse),symbol-dce)\"",
        );
        let display = |name: &'static str, nested: &'static str, help: &'static str| {
            text(name, "FORMAT", help)
                .value_parser(PossibleValuesParser::new([nested, LIST]))
                .default_value(nested)
        };
        let registry = spv_opt::pass_registry();
        // Only passes are accepted, because pipelines report their passes individually.
        let pass = |name: &'static str, help: &'static str| {
            let known = registry.passes().iter().map(|info| info.name);
            text(name, "PASS", help)
                .action(ArgAction::Append)
                .value_delimiter(',')
                .value_parser(PossibleValuesParser::new(known))
                .hide_possible_values(true)
        };
        command = command.args([
            pass_pipeline.action(ArgAction::Append),
            flag(
                FAST_MATH,
                "Allow optimizations that treat floats as real numbers, unless decorations forbid it; may change \
                 rounding, NaNs and signs of zeros",
            ),
            verify,
            flag("list-passes", "List the passes and pipelines and exit"),
            flag("show-dialects", "List the registered dialects and exit"),
            flag("dump-pass-pipeline", "Print the pipeline to standard error"),
            flag("mlir-timing", "Print the time of each pass to standard error"),
            flag("mlir-pass-statistics", "Print the statistics of each pass to standard error")
                .visible_alias("pass-statistics"),
            display("mlir-timing-display", "tree", "Format of --mlir-timing: pipeline tree or sorted list"),
            display(
                STATISTICS_DISPLAY,
                "pipeline",
                "Format of --mlir-pass-statistics: pipeline tree or sorted list",
            )
            .alias("pass-statistics-display"),
            flag("mlir-disable-threading", "Run on one thread"),
            pass("mlir-print-ir-before", "Print the IR before these passes").alias("print-ir-before"),
            pass("mlir-print-ir-after", "Print the IR after these passes").alias("print-ir-after"),
            flag("mlir-print-ir-before-all", "Print the IR before each pass").alias("print-ir-before-all"),
            flag("mlir-print-ir-after-all", "Print the IR after each pass").alias("print-ir-after-all"),
            flag("mlir-print-ir-after-change", "Print the IR after a pass that changed it")
                .alias("print-ir-after-change"),
            flag("mlir-print-ir-after-failure", "Print the IR after a pass that failed")
                .alias("print-ir-after-failure"),
            text(
                "mlir-pass-pipeline-crash-reproducer",
                "FILE",
                "Write the module and the pipeline to a file if a pass fails or crashes",
            )
            .alias("pass-pipeline-crash-reproducer"),
            flag(
                "pass-pipeline-local-reproducer",
                "Accepted for compatibility: a reproducer always contains the whole pipeline",
            )
            .hide(true),
            flag("run-reproducer", "Run the pipeline recorded in the input, a reproducer"),
        ]);
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
        for info in registry.passes() {
            command = command.arg(step(info.name, info.summary));
        }
        for pipeline in registry.pipelines() {
            let arg = step(pipeline.name, pipeline.summary);
            let mut letters = pipeline.name.chars();
            command = command.arg(match (letters.next(), letters.next()) {
                (Some(letter), None) => arg.short(letter),
                _ => arg,
            });
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for PassArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<PassArgs, clap::Error> {
        let mut args = PassArgs::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
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
        let list = |name: &str| matches.get_many::<String>(name).into_iter().flatten().cloned().collect();
        let display = |name: &str| match matches.get_one::<String>(name) {
            Some(value) if value == LIST => Display::List,
            _ => Display::Nested,
        };
        *self = PassArgs {
            steps: steps.into_iter().map(|(_, name, value)| (name, value)).collect(),
            fast_math: matches.get_flag(FAST_MATH),
            verify_each: matches
                .get_one::<String>("verify-each")
                .map(|value| matches!(value.as_str(), "true" | "1")),
            timing: matches.get_flag("mlir-timing"),
            statistics: matches.get_flag("mlir-pass-statistics"),
            timing_display: display("mlir-timing-display"),
            statistics_display: display(STATISTICS_DISPLAY),
            disable_threading: matches.get_flag("mlir-disable-threading"),
            dump_pipeline: matches.get_flag("dump-pass-pipeline"),
            list_passes: matches.get_flag("list-passes"),
            show_dialects: matches.get_flag("show-dialects"),
            print: PrintIr {
                before: list("mlir-print-ir-before"),
                after: list("mlir-print-ir-after"),
                before_all: matches.get_flag("mlir-print-ir-before-all"),
                after_all: matches.get_flag("mlir-print-ir-after-all"),
                after_change: matches.get_flag("mlir-print-ir-after-change"),
                after_failure: matches.get_flag("mlir-print-ir-after-failure"),
            },
            reproducer: matches.get_one::<String>("mlir-pass-pipeline-crash-reproducer").map(Into::into),
            run_reproducer: matches.get_flag("run-reproducer"),
        };
        Ok(())
    }
}
