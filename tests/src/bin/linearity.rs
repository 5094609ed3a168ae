//! Detects superlinear running times: `linearity`
//!
//! For each module shape of `spv_tests::growth`, two modules of different sizes run through every reader, printer, pass
//! and pipeline. A task is reported if its time per element grows by more than the factor `--bound` from the small to
//! the large module. Failures and stack overflows are reported, too. Each shape runs in its own process, and times are
//! CPU times of the measuring thread.
//!
//! `linearity [--shape NAME] [--only TASK] [--sizes 4000,16000] [--bound 2] [--list 1]`: `--shape` and `--only` select
//! by a substring of the name, or by the full name after `=`. `--list 1` prints every time.

use spv_opt::asm;
use spv_opt::dialect::validate::TargetEnv;
use spv_opt::passes::{Pipeline, Registry, RunOptions, run};
use spv_opt::serialize::import::{ImportOptions, import_with};
use spv_opt::{Context, Diagnostics, Module, parser, printer};
use spv_tests::r#gen::read_options;
use spv_tests::growth::{Shape, shapes};
use std::collections::HashMap;
use std::process::{Command, ExitCode};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Lower bound on measured times. Shorter times are rounded up to this bound, because they are too noisy.
const LEAST: Duration = Duration::from_millis(10);
/// Maximum number of runs of a task that seems superlinear. The shortest time counts.
const RUNS: usize = 4;
/// Time above which a task runs only once, because noise cannot explain its growth.
const LONG: Duration = Duration::from_secs(2);
/// Divisor of the element count for tasks with LLVM 14's syntax, which expands types at each use and may be quadratic.
const LLVM14_PART: usize = 8;
/// First argument of a child process that measures one shape, starting with a given task.
const CHILD: &str = "child";

/// Syntaxes of MLIR text to measure.
#[derive(Clone, Copy)]
enum Form {
    Custom,
    Generic,
    Llvm14,
}

impl Form {
    fn print(self, module: &Module) -> String {
        let (generic, compat) = match self {
            Form::Custom => (false, None),
            Form::Generic => (true, None),
            Form::Llvm14 => (false, Some(&spv_opt::dialect::llvm::LLVM14)),
        };
        printer::print(module, &printer::Options { generic, compat, ..Default::default() })
    }

    fn parse(self, ctx: &Arc<Context>, text: &str) -> Result<Module, Diagnostics> {
        let compat = matches!(self, Form::Llvm14).then_some(&spv_opt::dialect::llvm::LLVM14);
        parser::parse(text, &parser::ParseOptions { compat, ..Default::default() }, ctx.clone())
    }
}

/// A task to be measured.
enum Work {
    Import,
    Recode,
    Verify,
    /// Validation for the target environment with this name.
    Judge(&'static str),
    Export,
    Disassemble,
    Assemble,
    Print(Form),
    Parse(Form),
    Lower,
    Passes(String),
}

/// Returns all tasks with their names.
fn tasks() -> Vec<(String, Work)> {
    let fixed = [
        ("import", Work::Import),
        ("recode", Work::Recode),
        ("verify", Work::Verify),
        ("judge-spv1.6", Work::Judge("spv1.6")),
        ("judge-vulkan1.3", Work::Judge("vulkan1.3")),
        ("export", Work::Export),
        ("print-assembly", Work::Disassemble),
        ("read-assembly", Work::Assemble),
        ("print-text", Work::Print(Form::Custom)),
        ("print-generic", Work::Print(Form::Generic)),
        ("print-llvm14", Work::Print(Form::Llvm14)),
        ("read-text", Work::Parse(Form::Custom)),
        ("read-generic", Work::Parse(Form::Generic)),
        ("read-llvm14", Work::Parse(Form::Llvm14)),
        ("lower-llvm14", Work::Lower),
    ];
    let registry = Registry::new();
    // The pass `spirv-update-vce` fails on modules without a target environment.
    let passes = registry.passes().iter().map(|pass| pass.name).filter(|name| *name != "spirv-update-vce");
    let pipelines = registry.pipelines().iter().map(|pipeline| pipeline.name);
    // Passes that have an effect only after other passes or with options.
    const FURTHER: [&str; 7] = [
        "inline{all}",
        "loop-unroll{all factor=2}",
        "spv-lower-to-cfg,spv-structurize",
        "spv-lower-to-cfg,spv-structurize-regions",
        "spv-lower-to-cfg,simplify-cfg",
        "sroa,mem2reg",
        "mem2reg,dce",
    ];
    let pipelines = passes.chain(pipelines).chain(FURTHER);
    let run = pipelines.map(|text| (text.to_owned(), Work::Passes(text.to_owned())));
    fixed.into_iter().map(|(name, work)| (name.to_owned(), work)).chain(run).collect()
}

/// Returns the CPU time of this thread, or `None` if the system does not report it.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}

/// Measures the time of `work`. Excludes the time to drop the result.
fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let (begun, clock) = (processor_time(), Instant::now());
    let result = work();
    let passed = clock.elapsed();
    (processor_time().zip(begun).map_or(passed, |(now, begun)| now - begun), result)
}

fn first(list: &Diagnostics) -> String {
    list.list.first().map_or(String::new(), |d| d.message.clone())
}

impl Work {
    /// Returns whether the task prints or parses LLVM 14's syntax.
    fn is_llvm14(&self) -> bool {
        matches!(self, Work::Print(Form::Llvm14) | Work::Parse(Form::Llvm14))
    }

    /// Runs the task once on already prepared input. Returns the time, and the length of the MLIR text in bytes (0 if
    /// the task has none).
    fn measure(&self, words: &[u32]) -> Result<(Duration, usize), String> {
        let mut length = 0;
        self.timed(words, &mut length).map(|time| (time, length))
    }

    fn timed(&self, words: &[u32], length: &mut usize) -> Result<Duration, String> {
        let ctx = spv_opt::context();
        let verified = ImportOptions { verify: true, ..Default::default() };
        let import = || import_with(&ctx, words, &verified).map_err(|e| first(&e));
        fn done<T>((time, result): (Duration, Result<T, Diagnostics>)) -> Result<Duration, String> {
            result.map(|_| time).map_err(|e| first(&e))
        }
        match self {
            Work::Import => done(timed(|| import_with(&ctx, words, &verified))),
            Work::Recode => done(timed(|| spv_opt::recode(&ctx, words))),
            Work::Verify => import().and_then(|module| done(timed(|| spv_opt::verify(&module)))),
            // Rejecting a module is measured as well, because most module shapes are invalid for Vulkan.
            Work::Judge(env) => {
                let env = TargetEnv::new(env).ok_or("no environment")?;
                import().map(|module| timed(|| spv_opt::verify_for(&module, &env)).0)
            }
            Work::Export => import().and_then(|module| done(timed(|| spv_opt::export(&module)))),
            Work::Disassemble => Ok(timed(|| asm::disassemble(words)).0),
            Work::Assemble => {
                let text = asm::disassemble(words);
                done(timed(|| spv_opt::serialize::assemble(&text)))
            }
            Work::Print(form) => import().map(|module| {
                let (time, text) = timed(|| form.print(&module));
                *length = text.len();
                time
            }),
            Work::Parse(form) => {
                let text = form.print(&import()?);
                *length = text.len();
                done(timed(|| form.parse(&spv_opt::context(), &text)))
            }
            Work::Lower => import().map(|mut module| timed(|| spv_opt::dialect::llvm::lower(&mut module)).0),
            Work::Passes(text) => {
                let mut module = import()?;
                let pipeline = Pipeline::parse(&Registry::new(), text).map_err(|e| e.to_string())?;
                let (time, result) = timed(|| run(&pipeline, &mut module, &RunOptions::default()));
                result.map(|()| time).map_err(|e| format!("{}: {}", e.pass, first(&e.errors)))
            }
        }
    }

    /// Returns the time and size for each input. If the first measured times grow too much, the time is the shortest of
    /// several runs. The size is the element count, or more if the MLIR text grows faster.
    fn times(&self, options: &Options, inputs: &[Vec<u32>]) -> Result<Vec<(Duration, f64)>, String> {
        let mut times: Vec<(Duration, usize)> = Vec::new();
        for words in inputs {
            times.push(self.measure(words)?);
        }
        let first = times.first().map_or(1, |&(_, length)| length).max(1);
        let sizes = options.sizes.iter().zip(&times).map(|(&size, &(_, length))| {
            (size as f64).max(options.sizes[0] as f64 * length as f64 / first as f64)
        });
        let mut list: Vec<(Duration, f64)> = times.iter().map(|&(time, _)| time).zip(sizes).collect();
        for _ in 1..RUNS {
            if growth(&list) <= options.bound || list.iter().any(|&(time, _)| time > LONG) {
                break;
            }
            for ((time, _), words) in list.iter_mut().zip(inputs) {
                *time = (*time).min(self.measure(words)?.0);
            }
        }
        Ok(list)
    }
}

/// Returns the maximum factor by which the time per element grows from one input to the next.
fn growth(list: &[(Duration, f64)]) -> f64 {
    let each = |&(time, size): &(Duration, f64)| time.max(LEAST).as_secs_f64() / size;
    list.windows(2).map(|pair| each(&pair[1]) / each(&pair[0])).fold(0.0, f64::max)
}

/// Returns whether a name contains `wanted`. If `wanted` begins with `=`, the names must be identical. `None` accepts
/// all names.
fn is_wanted(name: &str, wanted: Option<&String>) -> bool {
    wanted.is_none_or(|wanted| match wanted.strip_prefix('=') {
        Some(whole) => name == whole,
        None => name.contains(wanted.as_str()),
    })
}

/// Command-line options.
struct Options {
    given: HashMap<String, String>,
    sizes: Vec<usize>,
    bound: f64,
}

/// Measures all tasks on a module shape, starting with the task at index `from`. Prints one line per task, with its
/// times or its failure.
fn measure(options: &Options, shape: &Shape, from: usize) {
    let make = |part: usize| -> Vec<Vec<u32>> {
        options.sizes.iter().map(|&size| (shape.make)((size / part).clamp(1, shape.most))).collect()
    };
    let (whole, parts) = (make(1), make(LLVM14_PART));
    for (number, (name, work)) in tasks().iter().enumerate().skip(from) {
        if !is_wanted(name, options.given.get("only")) {
            continue;
        }
        println!("{number} begins");
        let inputs = if work.is_llvm14() { &parts } else { &whole };
        match work.times(options, inputs) {
            Ok(times) => {
                let list: Vec<String> =
                    times.iter().map(|(t, _)| format!("{:.1}", t.as_secs_f64() * 1e3)).collect();
                println!("{number} {:.2} {}", growth(&times), list.join(" "));
            }
            Err(why) => println!("{number} fails {why}"),
        }
    }
}

/// Runs child processes that measure a module shape. After a crash, another child continues with the next task. Returns
/// the failures.
fn judge(options: &Options, shape: &Shape) -> Result<Vec<String>, String> {
    let tasks = tasks();
    let mut wrong = Vec::new();
    let mut from = 0;
    while from < tasks.len() {
        let mut command = Command::new(std::env::current_exe().map_err(|e| e.to_string())?);
        for (name, value) in &options.given {
            command.args([&format!("--{name}"), value]);
        }
        command.args(["--shape", shape.name, &format!("--{CHILD}"), &from.to_string()]);
        let output = command.output().map_err(|e| e.to_string())?;
        from = tasks.len();
        let mut open = None;
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let (number, rest) = line.split_once(' ').unwrap_or((line, ""));
            let number: usize = number.parse().map_err(|_| format!("`{line}` is no line of a child"))?;
            open = (rest == "begins").then_some(number);
            if open.is_some() {
                continue;
            }
            let subject = format!("{}: {}", shape.name, tasks[number].0);
            if let Some(why) = rest.strip_prefix("fails ") {
                wrong.push(format!("{subject} fails: {why}"));
                continue;
            }
            let (growth, times) = rest.split_once(' ').unwrap_or((rest, ""));
            let growth: f64 = growth.parse().map_err(|_| format!("`{line}` is no line of a child"))?;
            let told = format!("{subject}: {growth:.1} times as long each ({times} ms)");
            if growth > options.bound {
                wrong.push(told);
            } else if options.given.contains_key("list") {
                println!("{told}");
            }
        }
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            let task = open.ok_or_else(|| format!("{}: {message}", shape.name))?;
            let why = message.trim().lines().last().unwrap_or_default();
            wrong.push(format!("{}: {} dies: {why}", shape.name, tasks[task].0));
            from = task + 1;
        }
    }
    Ok(wrong)
}

fn whole() -> Result<bool, String> {
    let given = read_options(&["shape", "only", "sizes", "bound", "list", CHILD])?;
    let sizes = given.get("sizes").map_or("4000,16000", |s| s);
    let sizes: Result<Vec<usize>, _> = sizes.split(',').map(str::parse).collect();
    let sizes = sizes.map_err(|_| "`--sizes` needs numbers with commas between them".to_string())?;
    let bound = given.get("bound").map_or(Ok(2.0), |b| b.parse());
    let bound = bound.map_err(|_| "`--bound` needs a number".to_string())?;
    let mut options = Options { given, sizes, bound };
    if let Some(from) = options.given.get(CHILD) {
        let from = from.parse().map_err(|_| format!("`--{CHILD}` needs a number"))?;
        shapes().filter(|s| options.given.get("shape").is_some_and(|name| s.name == name)).for_each(
            |shape| {
                measure(&options, shape, from);
            },
        );
        return Ok(true);
    }
    let wanted = options.given.remove("shape");
    let left = Mutex::new(shapes().filter(|shape| is_wanted(shape.name, wanted.as_ref())));
    let next = || left.lock().map_or(None, |mut left| left.next());
    let work = || -> Result<bool, String> {
        let mut all = true;
        while let Some(shape) = next() {
            for line in judge(&options, shape)? {
                all = false;
                println!("{line}");
            }
        }
        Ok(all)
    };
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        running.into_iter().try_fold(true, |all, thread| {
            Ok(thread.join().map_err(|_| "a thread panicked".to_string())?? && all)
        })
    })
}

fn main() -> ExitCode {
    match whole() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("linearity: something grows faster than its input");
            ExitCode::FAILURE
        }
        Err(message) => {
            eprintln!("linearity: {message}");
            ExitCode::from(2)
        }
    }
}
