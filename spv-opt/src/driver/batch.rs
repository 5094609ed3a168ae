//! Processing of several input files into an output directory

use super::args::{Args, DiagnosticsFormat, Emit};
use super::failure::Failure;
use super::job::{Job, Shared};
use super::progress;
use spv_opt::passes::{Executor, Inline, Threads};
use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Returns the output directory if there are several inputs or the output is a directory. Otherwise, returns `None`.
///
/// # Errors
/// Several inputs have no output directory, or their outputs would have the same name.
pub fn directory(args: &Args) -> Result<Option<PathBuf>, Failure> {
    let named = args.output.as_deref();
    // `-` is standard output, even if a directory has this name.
    let is_directory = named.is_some_and(|path| {
        path != Path::new("-") && (path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/"))
    });
    if args.inputs.len() <= 1 && !is_directory {
        return Ok(None);
    }
    if args.id_map.is_some() {
        return Err(Failure::Usage("--id-map requires a single input".to_owned()));
    }
    if args.view.any() {
        return Err(Failure::Usage("--view-cfg and --view-op-graph require a single input".to_owned()));
    }
    let Some(directory) = named else {
        // Without output files, no directory is needed.
        return match args.emit_like(true) {
            Emit::None => Ok(Some(PathBuf::new())),
            _ => Err(Failure::Usage(
                "several inputs require an output directory (-o DIR), or --emit=none".to_owned(),
            )),
        };
    };
    let of_file = directory.extension().is_some_and(|e| e == "spv" || e == "spvasm" || e == "mlir");
    if !is_directory && of_file {
        let name = directory.display();
        let message =
            format!("several inputs require an output directory: write {name}/ if it is a directory");
        return Err(Failure::Usage(message));
    }
    if args.inputs.iter().any(|input| input == Path::new("-")) {
        return Err(Failure::Usage(
            "standard input has no name for an output file in a directory: use -o FILE".to_owned(),
        ));
    }
    let mut stems: HashMap<&std::ffi::OsStr, &Path> = HashMap::new();
    for input in &args.inputs {
        if let Some(stem) = input.file_stem()
            && let Some(other) = stems.insert(stem, input)
        {
            let message = format!(
                "{} and {} would be written to the same file: process them in separate runs",
                other.display(),
                input.display()
            );
            return Err(Failure::Usage(message));
        }
    }
    fs::create_dir_all(directory).map_err(|error| Failure::Write { path: directory.to_owned(), error })?;
    Ok(Some(directory.to_owned()))
}

/// Returns the path of the output file in the directory `directory` for the input file `input`.
///
/// # Errors
/// The output would overwrite the input file, which the user did not name as the output.
pub fn target(directory: &Path, input: &Path, emit: Emit) -> Result<PathBuf, Failure> {
    let name = input.file_name().unwrap_or_default();
    let path = directory.join(name);
    let binary = input.extension().is_some_and(|e| e == "spv");
    let path = match emit {
        Emit::Spirv if !binary => path.with_extension("spv"),
        Emit::Spvasm => path.with_extension("spvasm"),
        Emit::C => path.with_extension("h"),
        Emit::Text | Emit::Generic if binary || input.extension().is_none() => path.with_extension("mlir"),
        _ => path,
    };
    if emit != Emit::None
        && let (Ok(to), Ok(from)) = (fs::canonicalize(&path), fs::canonicalize(input))
        && to == from
    {
        let name = path.display();
        let message = format!("{name} would be overwritten: use another directory, or name the file with -o");
        return Err(Failure::Usage(message));
    }
    Ok(path)
}

/// A queue that prints messages in input order, independent of the order in which jobs finish.
#[derive(Default)]
struct Messages {
    waiting: HashMap<usize, Option<String>>,
    next: usize,
    failed: usize,
}

/// Processes all inputs and returns the exit status.
pub fn run(shared: &Shared, directory: &Path) -> i32 {
    let inputs = &shared.args.inputs;
    let bar = progress::bar(inputs.len());
    let format = shared.args.diagnostics_format;
    let messages = Mutex::new(Messages::default());
    let work = |i: usize| {
        let result = Job { shared, input: &inputs[i], directory: Some(directory) }.run();
        let mut messages = messages.lock().unwrap_or_else(PoisonError::into_inner);
        messages.failed += usize::from(result.is_err());
        messages.waiting.insert(i, result.err().map(|failure| failure.shown(format)));
        loop {
            let next = messages.next;
            let Some(message) = messages.waiting.remove(&next) else { break };
            messages.next += 1;
            if let Some(text) = message {
                // A failure to write to standard error cannot be reported.
                bar.suspend(|| _ = std::io::stderr().write_all(text.as_bytes()));
            }
        }
        bar.inc(1);
    };
    let threads = Threads::available();
    let executor: &dyn Executor =
        if shared.args.passes.manager.disable_threading { &Inline } else { &threads };
    executor.run(inputs.len(), &work);
    bar.finish_and_clear();
    let failed = messages.into_inner().unwrap_or_else(PoisonError::into_inner).failed;
    let done = inputs.len() - failed;
    let summary = match failed {
        0 => format!("spv-opt: {done} file{}\n", if done == 1 { "" } else { "s" }),
        _ => format!("spv-opt: {done} of {} files; {failed} failed\n", inputs.len()),
    };
    // A run that only validates prints no summary if all files are valid.
    let only_validates = shared.args.validation.env.is_some() && directory.as_os_str().is_empty();
    if format == DiagnosticsFormat::Text && (failed > 0 || !only_validates) {
        _ = std::io::stderr().write_all(summary.as_bytes());
    }
    i32::from(failed > 0)
}
