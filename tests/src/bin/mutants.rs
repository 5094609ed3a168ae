//! Searches for failures on mutants of modules, see `mutate::examine`:
//!
//!     mutants --count N [--seed S] [--first I] [--limit WORDS] [--kind all|flow|binary|newer|text|assembly]
//!             [--seeds DIR] [--passes N|all|PIPELINE] [--out DIR] [--reduce TRIES]
//!     mutants --file MUTANT
//!
//! The second form checks one mutant with all passes. Build with `--profile mutants` or the test profile, so that
//! panics are caught and debug assertions are enabled. `SPIRV_VAL=PATH` names the validator.
//!
//! Each class of failures is reported once. Its first mutant is reduced and written to the directory `--out` (by
//! default `target/mutants`). The file `classes.tsv` in that directory lists all classes, including those of earlier
//! runs. The mutants are checked in a child process, so that the run continues after a stack overflow.

use indicatif::{ProgressBar, ProgressStyle};
use spv_opt::passes::{Pipeline, Registry};
use spv_tests::r#gen::{Rng, number, read_options};
use spv_tests::mutate::{self, Checks, Choice, Drawn, Finding, Making, Mutant, Seed};
use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

/// The options of a fuzzing run.
struct Run {
    count: u64,
    seed: u64,
    first: u64,
    making: Making,
    checks: Checks,
    tries: usize,
    directory: PathBuf,
    seeds: Vec<Seed>,
}

/// A class of failures: number of failures, seed and index of the first mutant, and file name of that mutant.
struct Class {
    count: u64,
    first: String,
    file: String,
}

/// The known failure classes, stored in the file `classes.tsv` of a directory.
struct Classes {
    directory: PathBuf,
    known: BTreeMap<String, Class>,
}

impl Classes {
    fn read(directory: &Path) -> Classes {
        let text = fs::read_to_string(directory.join("classes.tsv")).unwrap_or_default();
        let class = |line: &str| {
            let [count, first, file, class] = line.splitn(4, '\t').collect::<Vec<_>>()[..] else {
                return None;
            };
            let found = Class { count: count.parse().ok()?, first: first.to_owned(), file: file.to_owned() };
            Some((class.to_owned(), found))
        };
        Classes { directory: directory.to_owned(), known: text.lines().filter_map(class).collect() }
    }

    fn write(&self) -> Result<(), String> {
        let line = |(name, class): (&String, &Class)| {
            format!("{}\t{}\t{}\t{name}\n", class.count, class.first, class.file)
        };
        let text: String = self.known.iter().map(line).collect();
        fs::write(self.directory.join("classes.tsv"), text).map_err(|e| format!("classes.tsv: {e}"))
    }

    /// Counts a failure in its class. If the class is new, writes the mutant that `file` returns.
    fn add(&mut self, class: String, first: &str, file: impl FnOnce() -> Mutant) -> Result<(), String> {
        if let Some(known) = self.known.get_mut(&class) {
            known.count += 1;
            return Ok(());
        }
        let mutant = file();
        let stage: String = class.chars().take_while(|c| *c != ':').collect();
        let stage: String =
            stage.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(40).collect();
        let file = format!("{first}-{}-{stage}.{}", self.known.len(), mutant.extension());
        let path = self.directory.join(&file);
        fs::write(&path, mutant.bytes()).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("{}: {class}", path.display());
        self.known.insert(class, Class { count: 1, first: first.to_owned(), file });
        self.write()
    }
}

/// Returns the peak resident memory of this process in MiB, or `None` if the system does not report it.
fn peak_mib() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? / 1024)
}

/// Returns the path of the file that records the current mutant's index. After a crash, the index identifies the
/// mutant.
fn current(run: &Run) -> PathBuf {
    run.directory.join(format!("current-{}", run.seed))
}

/// Creates a progress bar on standard error. Hides it if standard error is not a terminal.
fn progress(count: u64) -> ProgressBar {
    let bar = ProgressBar::new(count);
    match ProgressStyle::with_template("{bar:20} {pos}/{len} {per_sec}, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Checks the mutants of a run. Returns whether all checks passed.
fn work(run: &Run) -> Result<bool, String> {
    let mut now = File::create(current(run)).map_err(|e| e.to_string())?;
    std::panic::set_hook(Box::new(|_| {}));
    let mut classes = Classes::read(&run.directory);
    let start = Instant::now();
    let (mut read, mut verified, mut valid, mut failures) = (0u64, 0u64, 0u64, 0u64);
    let bar = progress(run.count);
    for index in bar.wrap_iter(run.first..run.first + run.count) {
        now.rewind().and_then(|()| write!(now, "{index:012}")).map_err(|e| e.to_string())?;
        let Drawn { mutant, passes, mut rng } = mutate::mutant(&run.seeds, run.making, run.seed, index);
        let (reach, findings) = mutate::examine(&mutant, &passes, &run.checks, &mut rng);
        read += u64::from(reach.read);
        verified += u64::from(reach.verified);
        valid += u64::from(reach.valid);
        failures += u64::from(!findings.is_empty());
        let by_class: BTreeMap<String, &Finding> =
            findings.iter().map(|found| (found.class(), found)).collect();
        for (class, found) in by_class {
            let first = format!("{}-{index}", run.seed);
            classes.add(class, &first, || mutate::reduce(&mutant, found, &run.checks, run.tries))?;
        }
    }
    bar.finish_and_clear();
    classes.write()?;
    let percent = |part: u64| 100.0 * part as f64 / run.count.max(1) as f64;
    let peak = peak_mib();
    println!(
        "{} mutants from {}, seed {}: {:.1} % read, {:.1} % verified, {:.1} % valid, {failures} with failures, \
         {} classes, {:.1} s, peak {} MiB",
        run.count,
        run.first,
        run.seed,
        percent(read),
        percent(verified),
        percent(valid),
        classes.known.len(),
        start.elapsed().as_secs_f64(),
        peak.map_or_else(|| "?".to_owned(), |mib| mib.to_string()),
    );
    Ok(failures == 0 && peak.is_none_or(|mib| mib < 1024))
}

/// Runs child processes that check the mutants. After a crash, another child continues with the next mutant. Returns
/// whether all checks passed.
fn supervise(run: &Run, options: &HashMap<String, String>) -> Result<bool, String> {
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let (mut first, end, mut clean) = (run.first, run.first + run.count, true);
    while first < end {
        let mut command = Command::new(&program);
        for (name, value) in options.iter().filter(|(name, _)| !["first", "count"].contains(&name.as_str())) {
            command.arg(format!("--{name}")).arg(value);
        }
        command.args(["--first", &first.to_string(), "--count", &(end - first).to_string(), "--worker", "1"]);
        match command.status().map_err(|e| e.to_string())?.code() {
            Some(0) => return Ok(clean),
            Some(1) => return Ok(false),
            Some(2) => return Err("the worker failed".to_owned()),
            _ => {}
        }
        let text = fs::read_to_string(current(run)).map_err(|e| e.to_string())?;
        let index: u64 =
            text.trim().parse().map_err(|_| format!("`{text}` is not the number of a mutant"))?;
        let name = format!("{}-{index}", run.seed);
        let mutant = || mutate::mutant(&run.seeds, run.making, run.seed, index).mutant;
        Classes::read(&run.directory).add("process: dies".to_owned(), &name, mutant)?;
        (first, clean) = (index + 1, false);
    }
    Ok(clean)
}

/// Checks the mutant in a file and prints the failures. Returns whether all checks passed.
fn one(path: &Path) -> Result<bool, String> {
    let mutant = Mutant::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let (reach, findings) = mutate::examine(&mutant, &[], &Checks::new(Choice::All), &mut Rng::new(0));
    println!("{}: {reach:?}", path.display());
    for found in &findings {
        println!("  {}\n    {}", found.class(), found.what.lines().next().unwrap_or(""));
    }
    Ok(findings.is_empty())
}

fn run() -> Result<bool, String> {
    let known =
        ["count", "seed", "first", "limit", "kind", "seeds", "passes", "out", "reduce", "worker", "file"];
    let options = read_options(&known)?;
    if let Some(path) = options.get("file") {
        std::panic::set_hook(Box::new(|_| {}));
        return one(Path::new(path));
    }
    let text = |name: &str, default: &str| options.get(name).map_or(default, String::as_str).to_owned();
    let making = match &*text("kind", "all") {
        "all" => Making::All,
        "flow" => Making::Flow,
        "binary" => Making::Binary,
        "newer" => Making::Newer,
        "text" => Making::Text,
        "assembly" => Making::Assembly,
        other => {
            return Err(format!(
                "`--kind` is `all`, `flow`, `binary`, `newer`, `text` or `assembly`, not `{other}`"
            ));
        }
    };
    let choice = match options.get("passes").map_or("3", String::as_str) {
        "all" => Choice::All,
        passes => match passes.parse() {
            Ok(count) => Choice::Drawn(count),
            Err(_) => {
                Pipeline::parse(&Registry::new(), passes).map_err(|e| e.to_string())?;
                Choice::Only(passes.to_owned())
            }
        },
    };
    let corpus = std::env::var_os("SPV_CORPUS").map(PathBuf::from);
    let further: Vec<PathBuf> = options.get("seeds").map(PathBuf::from).into_iter().chain(corpus).collect();
    let run = Run {
        count: number(&options, "count", 10_000)?,
        seed: number(&options, "seed", 1)?,
        first: number(&options, "first", 0)?,
        making,
        checks: Checks::new(choice),
        tries: number(&options, "reduce", 200)? as usize,
        directory: PathBuf::from(text("out", "target/mutants")),
        seeds: mutate::seeds(number(&options, "limit", 2500)? as usize, &further),
    };
    fs::create_dir_all(&run.directory).map_err(|e| format!("{}: {e}", run.directory.display()))?;
    if options.contains_key("worker") { work(&run) } else { supervise(&run, &options) }
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("mutants: {message}");
            ExitCode::from(2)
        }
    }
}
