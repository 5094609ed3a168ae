//! `spv-opt reduce`: shrinks a module as long as a test script accepts it

use super::read;
use crate::driver::args::ReadArgs;
use crate::driver::failure::Failure;
use crate::driver::output::{Output, write_words};
use crate::driver::progress;
use spv_opt::ir::Threads;
use spv_opt::tools::reduce::{Progress, ReduceError, ReduceOptions, reduce};
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Shrink a module while a test script still accepts it: remove functions, blocks, operations, operands, types and
/// decorations. The script receives a binary as its last argument and accepts it with exit status 0
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  spv-opt reduce crash.spv --test ./still-crashes.sh -o small.spv")]
pub struct Args {
    /// Input file
    #[arg(value_name = "INPUT")]
    input: PathBuf,

    /// Test script: a program that exits with status 0 if the binary is still interesting
    #[arg(long, value_name = "SCRIPT")]
    test: PathBuf,

    /// Output binary; holds the best module so far during the reduction
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Continue an interrupted reduction: start from the output file if it exists
    #[arg(long)]
    resume: bool,

    /// Reject reductions that add undefined behavior. The interpreter runs the entry points on sample inputs; a run
    /// without undefined behavior in INPUT must have none in the output
    #[arg(long = "no-new-ub")]
    no_new_ub: bool,

    /// Number of tests to run concurrently [default: number of processors]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// Options for reading the input.
    #[command(flatten)]
    reading: ReadArgs,
}

impl Args {
    /// Runs the command and returns the exit status.
    pub fn run(self) -> Result<i32, Failure> {
        let start = if self.resume && self.output.exists() { &self.output } else { &self.input };
        let module = read::module(start, &spv_opt::registry(), &self.reading)?;
        let ctx = module.ctx.clone();
        let directory = Directory::create()?;
        let script = Script::new(&self.test, &directory.0)?;
        let threads = self.jobs.map_or_else(Threads::available, Threads);
        let before = spv_opt::export(&module).map_err(|list| read::failed(start, &ctx, &list))?.len();
        let bar = progress::bar(0);
        let failure = Mutex::new(None);
        let observe = |progress: &Progress<'_>| {
            // Length and position are set in one update, because the position is relative to the length.
            bar.update(|state| {
                state.set_len(progress.targets as u64);
                state.set_pos(progress.tried as u64);
            });
            let Progress { delta, tests, best, .. } = progress;
            bar.set_message(format!("{delta}: {} bytes, {tests} tests", best.len() * 4));
            if progress.improved
                && let Err(error) = write(&self.output, progress.best)
                && let Ok(mut first) = failure.lock()
            {
                first.get_or_insert(error);
            }
        };
        let test = |words: &[u32]| script.accepts(words);
        let options = ReduceOptions {
            executor: &threads,
            candidates: threads.0.get(),
            no_new_ub: self.no_new_ub,
            observer: &observe,
        };
        let result = reduce(module, &test, &options);
        bar.finish_and_clear();
        if let Some(error) = script.failure() {
            return Err(error);
        }
        if let Ok(Some(error)) = failure.into_inner() {
            return Err(error);
        }
        let words = match result {
            Ok(words) => words,
            Err(ReduceError::Invalid(list)) => return Err(read::failed(start, &ctx, &list)),
            Err(error @ (ReduceError::NotInteresting | ReduceError::Undefined(_))) => {
                return Err(Failure::Usage(format!("{}: {error}", start.display())));
            }
        };
        write(&self.output, &words)?;
        super::write_text(None, &format!("{} bytes of {}\n", words.len() * 4, before * 4))?;
        Ok(0)
    }
}

/// Writes a binary, replacing an existing file.
fn write(path: &Path, words: &[u32]) -> Result<(), Failure> {
    Output::create(Some(path), false)?.write(|w| write_words(&[words], w))?.commit()
}

/// A temporary directory for the binaries to test, removed on drop.
struct Directory(PathBuf);

impl Directory {
    fn create() -> Result<Directory, Failure> {
        let path = std::env::temp_dir().join(format!("spv-opt-reduce-{}", std::process::id()));
        match fs::create_dir_all(&path) {
            Ok(()) => Ok(Directory(path)),
            Err(error) => Err(Failure::Write { path, error }),
        }
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // A failure in `drop` cannot be reported.
        _ = fs::remove_dir_all(&self.0);
    }
}

/// The user's test script.
struct Script<'a> {
    program: PathBuf,
    directory: &'a Path,
    /// Number of the next temporary file.
    next: AtomicUsize,
    /// The first error while running the script.
    failure: Mutex<Option<io::Error>>,
}

impl Script<'_> {
    fn new<'a>(program: &Path, directory: &'a Path) -> Result<Script<'a>, Failure> {
        // A relative path is relative to the working directory. The script is not searched in `PATH`.
        let program =
            fs::canonicalize(program).map_err(|error| Failure::Read { path: program.to_owned(), error })?;
        Ok(Script { program, directory, next: AtomicUsize::new(0), failure: Mutex::new(None) })
    }

    fn accepts(&self, words: &[u32]) -> bool {
        let path = self.directory.join(format!("{}.spv", self.next.fetch_add(1, Ordering::Relaxed)));
        let run = || {
            let mut bytes = Vec::with_capacity(words.len() * 4);
            write_words(&[words], &mut bytes)?;
            fs::write(&path, bytes)?;
            let mut command = Command::new(&self.program);
            command.arg(&path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            Ok(command.status()?.success())
        };
        let result = run();
        _ = fs::remove_file(&path);
        result.unwrap_or_else(|error| {
            if let Ok(mut first) = self.failure.lock() {
                first.get_or_insert(error);
            }
            false
        })
    }

    /// Returns an error if the script could not be run.
    fn failure(&self) -> Option<Failure> {
        let error = self.failure.lock().ok()?.take()?;
        let program = self.program.display();
        Some(Failure::Usage(format!(
            "cannot run {program}: {error}; a script must be executable and name its shell"
        )))
    }
}
