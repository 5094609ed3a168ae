//! spirv-opt.

use super::flags::{Flag, help, switch, with_value};
use super::options::{self, PASSES, Runs};
use super::{Call, Exit, environment, io, print, say, validate, version};
use spv_opt::asm::{Style, list};
use spv_opt::dialect::validate::TargetEnv;
use spv_opt::ir::Inline;
use spv_opt::passes::{self, Executor, Pipeline, Registry, RunOptions, Threads, Verify};
use spv_opt::serialize::import::{ImportOptions, import_with};
use spv_opt::{Context, Diagnostics, Module};
use std::ffi::{OsStr, OsString};
use std::sync::Arc;
use std::time::Instant;

/// Options that run no pass.
pub(super) const FLAGS: &[Flag] = &[
    with_value("-o", "output", "Write the binary to a file, '-' for standard output; required"),
    with_value("-Oconfig=", "file", "Take further options from a file"),
    with_value("--max-id-bound=", "n", "Highest id bound, at least 0x3FFFFF"),
    with_value("--target-env=", "env", "Validate and optimize for an environment (spv1.6 by default)"),
    switch("--before-hlsl-legalization", "Validate as spirv-val does with this option"),
    switch("--relax-block-layout", "Validate as spirv-val does with this option"),
    switch("--relax-logical-pointer", "Validate as spirv-val does with this option"),
    switch("--relax-struct-store", "Validate as spirv-val does with this option"),
    switch("--scalar-block-layout", "Validate as spirv-val does with this option"),
    switch("--skip-block-layout", "Validate as spirv-val does with this option"),
    switch("--workgroup-scalar-block-layout", "Validate as spirv-val does with this option"),
    switch("--preserve-bindings", "Keep unused variables that have a binding"),
    switch("--preserve-interface", "Keep unused inputs and outputs"),
    switch("--preserve-spec-constants", "Keep unused specialization constants"),
    switch("--print-all", "Print the assembly before each option and after the last one on standard error"),
    switch("--skip-validation", "Do not validate the input"),
    switch("--time-report", "Print the time of each option on standard error"),
    switch("--validate-after-all", "Validate after each option"),
];

/// Ids that a module may have at least.
const LEAST_ID_BOUND: u32 = 0x3F_FFFF;
/// Words of a module for which several threads save time.
const WORDS_FOR_THREADS: usize = 1 << 16;

/// A command line.
struct Request {
    input: Option<OsString>,
    output: Option<OsString>,
    env: TargetEnv,
    /// Whether `--target-env` names the environment.
    has_env: bool,
    /// Options that run passes, as they are given.
    passes: Vec<String>,
    /// Options of passes that keep what nothing uses.
    keeps: Vec<(String, String)>,
    validates: bool,
    validates_each: bool,
    prints: bool,
    times: bool,
}

/// Text that `--help` prints, or a version.
enum Stop {
    Help,
    Version,
}

fn usage(program: &str) -> String {
    let mut text = help(program, "Optimize SPIR-V", "[options] [<input>] -o <output>", FLAGS);
    text += "\nThe SPIR-V binary is read from <input>, or from standard input if that is '-' or absent.\n";
    text += "\nOptions that run passes, in the order of the command line:\n\n";
    for option in PASSES {
        let dashes = if option.name.starts_with('O') { "-" } else { "--" };
        let runs = match option.runs {
            Runs::Pipeline(text) => text.to_owned(),
            Runs::Argument(_) => "with a value".to_owned(),
            Runs::Missing(_) => "refused: there is no equivalent yet".to_owned(),
        };
        text += &format!("  {dashes}{}: {runs}\n", option.name);
    }
    text + &format!("\nEnvironments: {}\n", environment::names())
}

/// Runs the program.
pub fn run(call: Call) -> Exit {
    let env = environment::parse(environment::DEFAULT).ok_or_else(String::new)?;
    let mut request = Request {
        input: None,
        output: None,
        env,
        has_env: false,
        passes: Vec::new(),
        keeps: Vec::new(),
        validates: true,
        validates_each: false,
        prints: false,
        times: false,
    };
    match request.parse(call.program, call.args, false)? {
        Some(Stop::Help) => {
            print(&usage(call.program));
            return Ok(0);
        }
        Some(Stop::Version) => {
            say(&version(call.program));
            return Ok(0);
        }
        None => {}
    }
    let steps = request.steps()?;
    let output = request.output.as_deref().ok_or("error: -o required")?;
    let words = io::read_words(request.input.as_deref().unwrap_or(OsStr::new("-")))?;
    let (result, status) = match request.optimize(&steps, &words) {
        Ok(Some(optimized)) => (optimized, 0),
        Ok(None) => (words, 0),
        Err(()) => (words, 1),
    };
    // The input is written after an error, as spirv-opt does.
    io::write_words(output, &result)?;
    Ok(status)
}

/// An option that runs passes.
struct Step {
    /// Its name in reports.
    title: String,
    pipeline: String,
}

impl Request {
    /// Adds the options of a command line, or of a file of them.
    fn parse(&mut self, program: &str, args: Vec<OsString>, in_file: bool) -> Result<Option<Stop>, String> {
        let mut args = args.into_iter();
        while let Some(arg) = args.next() {
            let text = arg.to_string_lossy().into_owned();
            if text == "-" || !text.starts_with('-') {
                if self.input.replace(arg).is_some() {
                    return Err("error: More than one input file specified".to_owned());
                }
                continue;
            }
            let value = |name: &str| text.strip_prefix(name).map(str::to_owned);
            if let Some(file) = value("-Oconfig=") {
                if in_file {
                    let message = "Flag -Oconfig= may not be used inside the configuration file";
                    return Err(format!("error: {message}"));
                }
                let stop = self.parse(program, options_in(&file)?, true)?;
                if stop.is_some() {
                    return Ok(stop);
                }
                continue;
            }
            if let Some(bound) = value("--max-id-bound=") {
                let bound = bound.parse::<u32>().unwrap_or(0);
                if bound < LEAST_ID_BOUND {
                    return Err("error: The max id bound must be at least 0x3FFFFF".to_owned());
                }
                self.env.options.max_id_bound = bound;
                continue;
            }
            if let Some(name) = value("--target-env=") {
                let named = environment::parse(&name);
                self.env.environment =
                    named.ok_or("error: Invalid value passed to --target-env")?.environment;
                self.has_env = true;
                continue;
            }
            match text.as_str() {
                "--version" => return Ok(Some(Stop::Version)),
                "--help" | "-h" => return Ok(Some(Stop::Help)),
                "-o" => match args.next().filter(|_| self.output.is_none()) {
                    Some(file) => self.output = Some(file),
                    None => {
                        print(&usage(program));
                        return Err("error: -o needs one file".to_owned());
                    }
                },
                "--skip-validation" => self.validates = false,
                "--print-all" => self.prints = true,
                "--time-report" => self.times = true,
                "--validate-after-all" => self.validates_each = true,
                "--preserve-bindings" => self.keep("keep-bindings"),
                "--preserve-interface" => self.keep("keep-interface"),
                "--preserve-spec-constants" => self.keep("keep-spec-constants"),
                name if FLAGS.iter().any(|flag| flag.name == name) => {
                    self.env.options.set_flag(name.trim_start_matches('-'));
                }
                name => {
                    let option = options::find(name.trim_start_matches('-'));
                    let next = option.filter(|option| option.takes_next && name.starts_with("--"));
                    let next = next.and_then(|_| args.next());
                    self.passes.push(match next {
                        Some(value) => format!("{name}={}", value.display()),
                        None => name.to_owned(),
                    });
                    if name == "--legalize-hlsl" {
                        self.env.options.before_hlsl_legalization = true;
                    }
                }
            }
        }
        Ok(None)
    }

    fn keep(&mut self, option: &str) {
        self.keeps.push((option.to_owned(), "true".to_owned()));
    }

    /// Returns the pipelines of the options that run passes.
    fn steps(&self) -> Result<Vec<Step>, String> {
        self.passes
            .iter()
            .map(|option| step(option).map_err(|message| format!("error: line 0: {message}")))
            .collect()
    }

    /// Runs the passes; `None` if there are none. Errors are reported.
    fn optimize(&self, steps: &[Step], words: &[u32]) -> Result<Option<Vec<u32>>, ()> {
        let ctx = Arc::new(Context::new(spv_opt::registry()));
        let failed = |list: Diagnostics| validate::report(&ctx, words, &list, "line ");
        let mut module = match self.validates {
            true => validate::check(&ctx, words, &self.env, "line ")?,
            false => {
                let options = ImportOptions { verify: true, ..ImportOptions::default() };
                import_with(&ctx, words, &options).map_err(failed)?
            }
        };
        let registry = spv_opt::pass_registry();
        let is_watched = self.prints || self.times || self.validates_each;
        let all: Vec<&str> =
            steps.iter().map(|step| &*step.pipeline).filter(|text| !text.is_empty()).collect();
        if all.is_empty() && !is_watched {
            return Ok(None);
        }
        if !is_watched {
            self.run(&registry, &all.join(","), &mut module, words)?;
            return spv_opt::export(&module).map(Some).map_err(failed);
        }
        for step in steps {
            if self.prints {
                say(&format!("; IR before pass {}\n{}", step.title, assembly(&module)));
            }
            let start = Instant::now();
            self.run(&registry, &step.pipeline, &mut module, words)?;
            if self.times {
                say(&format!("{:<40} {:>12.6} s", step.title, start.elapsed().as_secs_f64()));
            }
            if self.validates_each {
                let now = spv_opt::export(&module).map_err(failed)?;
                let fresh = Arc::new(Context::new(spv_opt::registry()));
                validate::check(&fresh, &now, &self.env, &format!("after {}: line ", step.title))?;
            }
        }
        if self.prints {
            say(&format!("; IR after last pass\n{}", assembly(&module)));
        }
        match all.is_empty() {
            true => Ok(None),
            false => spv_opt::export(&module).map(Some).map_err(failed),
        }
    }

    fn run(&self, registry: &Registry, text: &str, module: &mut Module, words: &[u32]) -> Result<(), ()> {
        if text.is_empty() {
            return Ok(());
        }
        let pipeline = Pipeline::parse_with(registry, text, &self.keeps);
        let pipeline = pipeline.map_err(|error| say(&format!("error: line 0: {error}")))?;
        let threads = Threads::available();
        let executor: &dyn Executor = if words.len() < WORDS_FOR_THREADS { &Inline } else { &threads };
        let environment = self.has_env.then_some(&self.env.environment);
        let options = RunOptions {
            executor,
            verify: Verify::TOOL_DEFAULT,
            target_env: environment.and_then(|environment| environment.target(&module.ctx, &module.body)),
            ..RunOptions::default()
        };
        passes::run(&pipeline, module, &options).map_err(|failure| {
            let ctx = module.ctx.clone();
            validate::report(&ctx, words, &failure.errors, "line ");
            if failure.errors.list.is_empty() {
                say(&format!("error: line 0: pass '{}' failed", failure.pass));
            }
        })
    }
}

/// The assembly of a module, for `--print-all`.
fn assembly(module: &Module) -> String {
    let words = spv_opt::export(module).unwrap_or_default();
    list(&words, &Style { header: false, ..Style::default() }).text
}

/// Returns the pipeline of an option.
fn step(option: &str) -> Result<Step, String> {
    let is_level = matches!(option, "-O" | "-Os");
    if !is_level && (!option.starts_with("--") || option.len() < 3) {
        return Err(format!(
            "{option} is not a valid flag.  Flag passes should have the form '--pass_name[=pass_args]'. Special flag names \
             also accepted: -O and -Os."
        ));
    }
    let (name, value) = option.split_once('=').unwrap_or((option, ""));
    let name = name.trim_start_matches('-');
    let unknown = || format!("Unknown flag '--{name}'. Use --help for a list of valid flags");
    let pipeline = match options::find(name).ok_or_else(unknown)?.runs {
        Runs::Pipeline(text) => text.to_owned(),
        Runs::Argument(text) => text(value)?,
        Runs::Missing(check) => {
            check(value)?;
            return Err(format!("'--{name}' is an option of spirv-opt for which spv-opt has no pass yet"));
        }
    };
    Ok(Step { title: options::title(name, value), pipeline })
}

/// Returns the options in a file: words, and lines of comments that begin with `#`.
fn options_in(path: &str) -> Result<Vec<OsString>, String> {
    let text = std::fs::read_to_string(path).map_err(|_| {
        format!("error: Could not open file '{path}'\nerror: Could not read optimizer flags from configuration file")
    })?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    Ok(lines.flat_map(str::split_whitespace).map(OsString::from).collect())
}
