//! `spv-opt reduce`: a smaller module that a test script still accepts.

use super::read;
use crate::driver::args::TolerateArgs;
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

/// Reduces a module: removes functions, blocks, operations, operands, types and decorations, as long as a script accepts
/// the result. The script gets a binary as its last argument, and accepts it with the exit status 0
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  spv-opt reduce crash.spv --test ./still-crashes.sh -o small.spv")]
pub struct Args {
    /// File to read
    #[arg(value_name = "INPUT")]
    input: PathBuf,

    /// Program that accepts a binary that is still of interest
    #[arg(long, value_name = "SCRIPT")]
    test: PathBuf,

    /// Binary to write. It holds the best module so far while the reduction runs
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Continues an interrupted reduction: begins with the output, if it is there
    #[arg(long)]
    resume: bool,

    /// Refuses what adds undefined behaviour: the interpreter runs the entry points with a sample of inputs, and a run that
    /// has defined behaviour in INPUT must have it in the output
    #[arg(long = "no-new-ub")]
    no_new_ub: bool,

    /// Number of tests that run at the same time; as many as the machine has processors by default
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// The faults of producers that are repaired.
    #[command(flatten)]
    tolerate: TolerateArgs,
}

impl Args {
    /// Runs the command.
    pub fn run(self) -> Result<i32, Failure> {
        let start = if self.resume && self.output.exists() { &self.output } else { &self.input };
        let module = read::module(start, &spv_opt::registry(), &self.tolerate)?;
        let ctx = module.ctx.clone();
        let folder = Folder::create()?;
        let script = Script::new(&self.test, &folder.0)?;
        let threads = self.jobs.map_or_else(Threads::available, Threads);
        let before = spv_opt::export(&module).map_err(|list| read::failed(start, &ctx, &list))?.len();
        let bar = progress::bar(0);
        let failure = Mutex::new(None);
        let observe = |progress: &Progress<'_>| {
            // At once: the position is that of these targets.
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

/// Writes a binary in the place of the one that is there.
fn write(path: &Path, words: &[u32]) -> Result<(), Failure> {
    Output::create(Some(path), false)?.write(|w| write_words(&[words], w))?.commit()
}

/// A folder for the files of the tests, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn create() -> Result<Folder, Failure> {
        let path = std::env::temp_dir().join(format!("spv-opt-reduce-{}", std::process::id()));
        match fs::create_dir_all(&path) {
            Ok(()) => Ok(Folder(path)),
            Err(error) => Err(Failure::Write { path, error }),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // There is no one left to tell.
        _ = fs::remove_dir_all(&self.0);
    }
}

/// The test script.
struct Script<'a> {
    program: PathBuf,
    folder: &'a Path,
    /// Numbers the files.
    next: AtomicUsize,
    /// Why it could not be run.
    failure: Mutex<Option<io::Error>>,
}

impl Script<'_> {
    fn new<'a>(program: &Path, folder: &'a Path) -> Result<Script<'a>, Failure> {
        // A path without a folder is a file here, no program of the search path.
        let program =
            fs::canonicalize(program).map_err(|error| Failure::Read { path: program.to_owned(), error })?;
        Ok(Script { program, folder, next: AtomicUsize::new(0), failure: Mutex::new(None) })
    }

    fn accepts(&self, words: &[u32]) -> bool {
        let path = self.folder.join(format!("{}.spv", self.next.fetch_add(1, Ordering::Relaxed)));
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

    /// Why the script could not be run, if that happened.
    fn failure(&self) -> Option<Failure> {
        let error = self.failure.lock().ok()?.take()?;
        Some(Failure::Read { path: self.program.clone(), error })
    }
}
