//! Options of the pass manager: each registered pass is a flag, in the order of the command line.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use spv_opt::passes::pipeline::PipelineError;
use spv_opt::passes::{Pipeline, Registry};

const PIPELINE: &str = "pass-pipeline";
/// The option of passes, and the flag that gives it to all that have it.
const FAST_MATH: &str = "fast-math";
const STATISTICS_DISPLAY: &str = "mlir-pass-statistics-display";
/// The pass that spirv-opt has under this name with its options in the next argument.
pub const SET_DEFAULTS: &str = "set-spec-const-default-value";
const LIST: &str = "list";
pub const PASSES: &str = "Passes (in the order given; with options as in --canonicalize=\"max-visits=9\")";
pub const MANAGER: &str = "Pass manager, as in mlir-opt";

/// What runs, and how it is watched.
#[derive(Clone, Debug, Default)]
pub struct PassArgs {
    /// Pipelines and passes with their options, in order.
    steps: Vec<(String, String)>,
    /// Has all passes that know it be less exact about floats.
    fast_math: bool,
    /// Verify after each pass, or not at all; not given: after the last one.
    pub verify_each: Option<bool>,
    /// Prints how long the passes took.
    pub timing: bool,
    /// Prints what the passes counted.
    pub statistics: bool,
    /// How times are shown.
    pub timing_display: Display,
    /// How what was counted is shown.
    pub statistics_display: Display,
    /// Runs on one thread.
    pub disable_threading: bool,
    /// Prints the pipeline.
    pub dump_pipeline: bool,
    /// Prints the names of the passes, and nothing else.
    pub list_passes: bool,
    /// Prints the names of the dialects, and nothing else.
    pub show_dialects: bool,
    /// When to print the IR.
    pub print: PrintIr,
    /// Where to put what reproduces a failure.
    pub reproducer: Option<std::path::PathBuf>,
    /// Takes the pipeline from the text that is read.
    pub run_reproducer: bool,
}

/// How reports are arranged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Display {
    /// As the pipeline is nested.
    #[default]
    Nested,
    /// A line for each pass, however often it ran.
    List,
}

/// When to print the IR.
#[derive(Clone, Debug, Default)]
pub struct PrintIr {
    /// Names of passes to print before.
    pub before: Vec<String>,
    /// Names of passes to print after.
    pub after: Vec<String>,
    /// Before each pass.
    pub before_all: bool,
    /// After each pass.
    pub after_all: bool,
    /// Of those after a pass, only where it changed something.
    pub after_change: bool,
    /// After a pass that failed.
    pub after_failure: bool,
}

impl PrintIr {
    /// Whether anything is to be printed.
    pub fn any(&self) -> bool {
        self.before_all
            || self.after_all
            || self.after_change
            || self.after_failure
            || !self.before.is_empty()
            || !self.after.is_empty()
    }
}

impl PassArgs {
    /// The pipeline that is asked for.
    ///
    /// # Errors
    /// The text of it, and what is wrong.
    pub fn pipeline(&self, registry: &Registry) -> Result<Pipeline, (String, PipelineError)> {
        let mut all = Pipeline::new();
        let common = [(FAST_MATH.to_owned(), "true".to_owned())];
        let common = if self.fast_math { &common[..] } else { &[] };
        for (name, value) in &self.steps {
            let text = match (name.as_str(), value.as_str()) {
                (PIPELINE, text) => text.to_owned(),
                (name, "") => name.to_owned(),
                (name, options) => format!("{name}{{{options}}}"),
            };
            let pipeline = Pipeline::parse_with(registry, &text, common)
                .map_err(|error| (if name == PIPELINE { value.clone() } else { name.clone() }, error))?;
            if pipeline.anchor == all.anchor {
                all.items.extend(pipeline.items);
            } else {
                all.items.push(spv_opt::passes::pipeline::Item::Nested(pipeline));
            }
        }
        Ok(all)
    }

    /// Adds a pass or pipeline after the others.
    pub fn add(&mut self, name: &str) {
        self.steps.push((name.to_owned(), String::new()));
    }

    /// Adds a pipeline before the others.
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
            .help("Verifies after each pass what it has changed, not after the last one; =false: not at all")
            .help_heading(MANAGER);
        let pass_pipeline = text(
            PIPELINE,
            "TEXT",
            "Runs a pipeline in MLIR's syntax: \"spv.module(spv.func(canonicalize,cse),symbol-dce)\"",
        );
        let display = |name: &'static str, nested: &'static str, help: &'static str| {
            text(name, "HOW", help)
                .value_parser(PossibleValuesParser::new([nested, LIST]))
                .default_value(nested)
        };
        let registry = spv_opt::pass_registry();
        // Passes only: those of a pipeline are named individually.
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
                "Optimizes floats as real numbers where nothing forbids it: other rounding, NaNs, signs of zeros",
            ),
            verify,
            flag("list-passes", "Lists the passes and pipelines, and ends"),
            flag("show-dialects", "Lists the registered dialects, and ends"),
            flag("dump-pass-pipeline", "Prints the pipeline on standard error"),
            flag("mlir-timing", "Prints the time that each pass took on standard error"),
            flag("mlir-pass-statistics", "Prints what each pass counted on standard error")
                .visible_alias("pass-statistics"),
            display(
                "mlir-timing-display",
                "tree",
                "Times as the pipeline is nested, or a sorted list of them",
            ),
            display(
                STATISTICS_DISPLAY,
                "pipeline",
                "What was counted as the pipeline is nested, or a sorted list",
            )
            .alias("pass-statistics-display"),
            flag("mlir-disable-threading", "Runs on one thread"),
            pass("mlir-print-ir-before", "Prints the IR before these passes").alias("print-ir-before"),
            pass("mlir-print-ir-after", "Prints the IR after these passes").alias("print-ir-after"),
            flag("mlir-print-ir-before-all", "Prints the IR before each pass").alias("print-ir-before-all"),
            flag("mlir-print-ir-after-all", "Prints the IR after each pass").alias("print-ir-after-all"),
            flag("mlir-print-ir-after-change", "Prints the IR after a pass that changed it")
                .alias("print-ir-after-change"),
            flag("mlir-print-ir-after-failure", "Prints the IR after a pass that failed")
                .alias("print-ir-after-failure"),
            text(
                "mlir-pass-pipeline-crash-reproducer",
                "FILE",
                "Writes the module and the pipeline to a file if a pass fails or crashes",
            )
            .alias("pass-pipeline-crash-reproducer"),
            flag("pass-pipeline-local-reproducer", "Accepted: a reproducer has the whole pipeline")
                .hide(true),
            flag("run-reproducer", "Runs the pipeline that the text, a reproducer, brings"),
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
