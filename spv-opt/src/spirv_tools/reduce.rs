//! The program spirv-reduce: test case reducer

use super::flags::{Flag, help, switch, with_value};
use super::{Call, Exit, io, print, say, validate, version};
use spv_opt::Context;
use spv_opt::compat::environment;
use spv_opt::ir::Inline;
use spv_opt::tools::reduce::{Progress, ReduceError, ReduceOptions, reduce};
use std::ffi::{OsStr, OsString};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

pub(super) const FLAGS: &[Flag] = &[
    with_value("-o", "filename", "Write the reduced binary to a file"),
    switch("--fail-on-validation-error", "Accepted; no step makes a valid module invalid"),
    with_value("--step-limit=", "n", "Run the test at most this many times"),
    with_value("--target-function=", "id", "Rejected: all functions are reduced"),
    with_value("--temp-file-prefix=", "prefix", "Prefix of the names of temporary files (temp_ by default)"),
    switch("--before-hlsl-legalization", "Accepted, as by spirv-val"),
    switch("--relax-block-layout", "Accepted, as by spirv-val"),
    switch("--relax-logical-pointer", "Accepted, as by spirv-val"),
    switch("--relax-struct-store", "Accepted, as by spirv-val"),
    switch("--scalar-block-layout", "Accepted, as by spirv-val"),
    switch("--skip-block-layout", "Accepted, as by spirv-val"),
];

/// Default step limit, as in SPIRV-Tools.
const STEPS: u32 = 2500;

/// A parsed command line.
struct Request {
    input: OsString,
    output: OsString,
    /// Test script and its arguments.
    test: Vec<OsString>,
    prefix: OsString,
    steps: u32,
}

fn usage(program: &str) -> String {
    let line = "[options] <input.spv> -o <output.spv> -- <test> [args...]";
    help(program, "Reduce SPIR-V while an interestingness test accepts it", line, FLAGS)
}

fn parse(call: Call) -> Result<Option<Request>, String> {
    let (mut files, mut output, mut prefix, mut steps) = (Vec::new(), None, OsString::from("temp_"), STEPS);
    let mut are_options = true;
    let mut args = call.args.into_iter();
    while let Some(arg) = args.next() {
        let text = arg.to_string_lossy().into_owned();
        if !are_options || !text.starts_with('-') {
            files.push(arg);
            continue;
        }
        let known = FLAGS.iter().any(|flag| flag.value.is_empty() && flag.name == text);
        match (text.as_str(), text.split_once('=')) {
            ("--version", _) => {
                say(version(call.program).trim_end());
                return Ok(None);
            }
            ("--help" | "-h", _) => {
                print(&usage(call.program));
                return Ok(None);
            }
            ("--", _) => are_options = false,
            ("-o", _) => match args.next().filter(|_| output.is_none()) {
                Some(file) => output = Some(file),
                None => {
                    print(&usage(call.program));
                    return Err("error: -o needs one file".to_owned());
                }
            },
            (_, Some(("--step-limit", value))) => {
                steps = value.parse().map_err(|_| format!("error: '{value}' is not a number of steps"))?;
            }
            (_, Some(("--target-function", "0"))) => {}
            (_, Some(("--target-function", _))) => {
                return Err("error: --target-function is not supported: all functions are reduced".to_owned());
            }
            (_, Some(("--temp-file-prefix", value))) => prefix = value.into(),
            _ if known => {}
            _ => {
                print(&usage(call.program));
                return Err(format!("error: Unrecognized argument: {text}\n"));
            }
        }
    }
    let mut files = files.into_iter();
    let input = files.next().ok_or("error: No input file specified")?;
    let output = output.ok_or("error: -o required")?;
    let test: Vec<OsString> = files.collect();
    if test.is_empty() {
        return Err("error: No interestingness test specified".to_owned());
    }
    Ok(Some(Request { input, output, test, prefix, steps }))
}

/// Runs spirv-reduce.
pub fn run(call: Call) -> Exit {
    let Some(request) = parse(call)? else { return Ok(0) };
    let words = io::read_words(&request.input)?;
    let ctx = Arc::new(Context::new(spv_opt::registry()));
    let Some(env) = environment::parse(environment::DEFAULT) else { return Ok(1) };
    let Ok(module) = validate::check(&ctx, &words, &env, "line ") else {
        io::write_words(&request.output, &words)?;
        return Ok(1);
    };
    let steps = AtomicU32::new(0);
    let test = |words: &[u32]| {
        let number = steps.fetch_add(1, Ordering::Relaxed);
        number <= request.steps && accepts(&request, number, words)
    };
    let options = ReduceOptions {
        executor: &Inline,
        candidates: 1,
        no_new_ub: false,
        observer: &|_: &Progress<'_>| {},
    };
    match reduce(module, &test, &options) {
        Ok(words) => {
            io::write_words(&request.output, &words)?;
            Ok(0)
        }
        Err(error) => {
            io::write_words(&request.output, &words)?;
            match error {
                ReduceError::Invalid(list) => validate::report_list(&ctx, &words, &list),
                error => say(&format!("error: line 0: {error}")),
            }
            Ok(1)
        }
    }
}

/// Returns whether the test script accepts a binary. As in SPIRV-Tools, a shell runs the script.
fn accepts(request: &Request, number: u32, words: &[u32]) -> bool {
    let mut file = request.prefix.clone();
    file.push(format!("{number:04}.spv"));
    if let Err(message) = io::write_words(&file, words) {
        say(&message);
        return false;
    }
    let mut line = request.test.join(OsStr::new(" "));
    line.push(" ");
    line.push(&file);
    let mut shell = match cfg!(windows) {
        true => Command::new("cmd"),
        false => Command::new("sh"),
    };
    shell.arg(if cfg!(windows) { "/C" } else { "-c" }).arg(line);
    shell.status().is_ok_and(|status| status.success())
}
