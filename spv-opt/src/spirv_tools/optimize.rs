//! The program spirv-opt: optimizer

use super::flags::{Flag, help, switch, with_value};
use super::{Call, Exit, environment, io, print, say, validate, version};
use spv_opt::asm::{Style, list};
use spv_opt::compat::options::{self, PASSES, Runs};
use spv_opt::compat::{Optimizer, messages, steps};
use spv_opt::dialect::validate::{Environment, Options, TargetEnv};
use spv_opt::{Context, Diagnostics, Module};
use std::ffi::{OsStr, OsString};
use std::sync::Arc;
use std::time::Instant;

/// Command-line options that do not run a pass.
pub const FLAGS: &[Flag] = &[
    with_value("-o", "output", "Write the binary to a file, '-' for standard output; required"),
    with_value("-Oconfig=", "file", "Read additional options from a file"),
    with_value("--max-id-bound=", "n", "Maximum id bound, at least 0x3FFFFF"),
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

/// Minimum value of `--max-id-bound`.
const LEAST_ID_BOUND: u32 = 0x3F_FFFF;

/// A parsed command line.
struct Request {
    input: Option<OsString>,
    output: Option<OsString>,
    env: Environment,
    options: Options,
    /// Whether `--target-env` was given.
    has_env: bool,
    /// Options that run passes, in command-line order.
    passes: Vec<String>,
    /// Names of pass options that preserve variables or constants that are otherwise unused.
    keeps: Vec<&'static str>,
    validates: bool,
    validates_each: bool,
    prints: bool,
    times: bool,
}

/// A request to print help or the version instead of running.
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
            Runs::Setting(name, _) => format!("value of the option {name} of passes"),
        };
        text += &format!("  {dashes}{}: {runs}\n", option.name);
    }
    text + &format!("\nEnvironments: {}\n", environment::names())
}

/// Runs spirv-opt.
pub fn run(call: Call) -> Exit {
    let env = environment::find(environment::DEFAULT).ok_or_else(String::new)?;
    let mut request = Request {
        input: None,
        output: None,
        env,
        options: Options::default(),
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
    let optimizer = request.optimizer()?;
    let output = request.output.as_deref().ok_or("error: -o required")?;
    let words = io::read_words(request.input.as_deref().unwrap_or(OsStr::new("-")))?;
    let (result, status) = match request.optimize(&optimizer, &words) {
        Ok(Some(optimized)) => (optimized, 0),
        Ok(None) => (words, 0),
        Err(()) => (words, 1),
    };
    // Like spirv-opt, writes the unchanged input after an error.
    io::write_words(output, &result)?;
    Ok(status)
}

impl Request {
    /// Parses options on a command line or, if `in_file` is set, in a configuration file. Returns `Some` if help or the
    /// version is requested.
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
                self.options.max_id_bound = bound;
                continue;
            }
            if let Some(name) = value("--target-env=") {
                self.env = environment::find(&name).ok_or("error: Invalid value passed to --target-env")?;
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
                "--preserve-bindings" => self.keeps.push("keep-bindings"),
                "--preserve-interface" => self.keeps.push("keep-interface"),
                "--preserve-spec-constants" => self.keeps.push("keep-spec-constants"),
                name if FLAGS.iter().any(|flag| flag.name == name) => {
                    self.options.set_flag(name.trim_start_matches('-'));
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
                        self.options.before_hlsl_legalization = true;
                    }
                }
            }
        }
        Ok(None)
    }

    /// Constructs the optimizer from the options.
    fn optimizer(&self) -> Result<Optimizer, String> {
        let steps = self
            .passes
            .iter()
            .map(|option| steps::step(option).map_err(|message| format!("error: line 0: {message}")));
        Ok(Optimizer {
            env: TargetEnv::with_options(self.env, self.options.clone()),
            uses_env: self.has_env,
            validates: self.validates,
            keeps: self.keeps.clone(),
            steps: steps.collect::<Result<_, _>>()?,
        })
    }

    /// Runs the passes and prints errors. Returns the optimized binary, or `None` if there are no passes.
    fn optimize(&self, optimizer: &Optimizer, words: &[u32]) -> Result<Option<Vec<u32>>, ()> {
        let is_watched = self.prints || self.times || self.validates_each;
        if !is_watched {
            let result = optimizer.optimize(&spv_opt::registry(), words);
            return result.map_err(|list| validate::report(&list, "line "));
        }
        let ctx = Arc::new(Context::new(spv_opt::registry()));
        let failed = |list: Diagnostics| validate::report_list(&ctx, words, &list);
        let mut module = optimizer.read(&ctx, words).map_err(|list| validate::report(&list, "line "))?;
        let registry = spv_opt::pass_registry();
        for step in &optimizer.steps {
            if self.prints {
                say(&format!("; IR before pass {}\n{}", step.title, assembly(&module)));
            }
            let start = Instant::now();
            let result = optimizer.run(&registry, &step.pipeline, &mut module, words);
            result.map_err(|list| validate::report(&list, "line "))?;
            if self.times {
                say(&format!("{:<40} {:>12.6} s", step.title, start.elapsed().as_secs_f64()));
            }
            if self.validates_each {
                let now = spv_opt::export(&module).map_err(failed)?;
                let fresh = Arc::new(Context::new(spv_opt::registry()));
                let result = messages::read_valid(&fresh, &now, &optimizer.env);
                let prefix = format!("after {}: line ", step.title);
                result.map_err(|list| validate::report(&list, &prefix))?;
            }
        }
        if self.prints {
            say(&format!("; IR after last pass\n{}", assembly(&module)));
        }
        match optimizer.steps.iter().all(|step| step.pipeline.is_empty()) {
            true => Ok(None),
            false => spv_opt::export(&module).map(Some).map_err(failed),
        }
    }
}

/// Disassembles a module for `--print-all`.
fn assembly(module: &Module) -> String {
    let words = spv_opt::export(module).unwrap_or_default();
    list(&words, &Style { header: false, ..Style::default() }).text
}

/// Reads options from a configuration file: words separated by white space, and comment lines that start with `#`.
fn options_in(path: &str) -> Result<Vec<OsString>, String> {
    let text = std::fs::read_to_string(path).map_err(|_| {
        format!("error: Could not open file '{path}'\nerror: Could not read optimizer flags from configuration file")
    })?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    Ok(lines.flat_map(str::split_whitespace).map(OsString::from).collect())
}
