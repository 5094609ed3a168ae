//! Upper bounds on the instructions that a process executes for small modules, counted by valgrind
//!
//! `tests/bench/median.sh` compares the same runs with SPIRV-Tools. The bounds apply to the `dev` profile, which
//! `cargo test` builds anyway. Counts are the same on all machines with the same compiler, and regressions appear in
//! any profile.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Names of the measured runs, in the order of the bounds in `BOUNDS`.
const RUNS: [&str; 5] = ["copy", "-O", "verdict", "disassembly", "assembly"];

/// Modules in `tests/corpus/bin` by size: name, target environment, and bounds in thousands of instructions per run.
#[rustfmt::skip]
const BOUNDS: [(&str, &str, [u64; RUNS.len()]); 12] = [
    ("empty_module", "spv1.0", [762, 1023, 809, 816, 823]),
    ("sky", "vulkan1.3", [1182, 2590, 1684, 1654, 1727]),
    ("wireframe", "vulkan1.3", [1527, 4157, 2399, 2330, 2458]),
    ("multiview", "vulkan1.3", [2220, 7272, 4246, 3868, 4172]),
    ("byval", "opencl2.2", [2371, 10705, 4578, 4374, 4924]),
    ("raygen.g", "vulkan1.3", [2151, 9254, 3838, 4117, 4464]),
    ("images.g", "vulkan1.3", [2752, 10371, 6142, 5665, 6427]),
    ("textures", "vulkan1.3", [3537, 19637, 9864, 8094, 9278]),
    ("functions.g", "vulkan1.3", [3078, 27773, 6426, 7322, 8221]),
    ("pbr.g", "vulkan1.3", [3766, 25992, 8152, 8922, 10188]),
    ("layouts.g", "vulkan1.3", [5105, 25219, 10659, 11339, 13154]),
    ("long_switch", "spv1.6", [17717, 17457, 26315, 33173, 38368]),
];

/// Headroom of proposed bounds as a fraction of the count. Compilers and C libraries differ.
const HEADROOM: f64 = 0.1;

/// Returns a copy of the tool without debug lines, which valgrind would otherwise read in each run.
fn stripped(directory: &Path) -> PathBuf {
    let driver = env!("CARGO_BIN_EXE_spv-opt");
    let copy = directory.join("spv-opt");
    let strip = Command::new("strip").arg("-o").arg(&copy).arg(driver).status();
    if strip.is_ok_and(|status| status.success()) { copy } else { driver.into() }
}

/// Returns the command-line arguments of a measured run. Output files are in `directory`.
fn arguments(run: &str, env: &str, module: &Path, directory: &Path) -> Vec<String> {
    let name = module.file_stem().unwrap_or_default().to_string_lossy();
    let module = module.display().to_string();
    let out = |suffix: &str| directory.join(format!("{name}{suffix}")).display().to_string();
    let arguments = match run {
        "copy" => ["--no-verify", &module, "-o", &out(".copy.spv")].map(str::to_owned),
        "-O" => ["-O", &module, "-o", &out(".O.spv")].map(str::to_owned),
        "verdict" => ["--target-env", env, "--emit=none", &module].map(str::to_owned),
        "disassembly" => ["--emit=spvasm", &module, "-o", &out(".spvasm")].map(str::to_owned),
        _ => ["--emit=spirv", &out(".spvasm"), "-o", &out(".spv")].map(str::to_owned),
    };
    arguments.into()
}

/// Runs the tool under valgrind. Returns the number of executed instructions.
fn count(driver: &Path, arguments: &[String]) -> u64 {
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(driver)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("valgrind runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    let line = said.lines().find(|line| line.contains("refs:")).expect("valgrind prints a count");
    let digits: String =
        line.rsplit(':').next().unwrap_or_default().chars().filter(char::is_ascii_digit).collect();
    digits.parse().expect("the count is a number")
}

/// Returns the instruction counts of a module, one per measured run.
fn counts(driver: &Path, directory: &Path, env: &str, module: &Path) -> [u64; RUNS.len()] {
    // The assembly run reads the output of the disassembly run.
    RUNS.map(|run| count(driver, &arguments(run, env, module, directory)))
}

#[test]
fn bounds_in_instructions() {
    let required = std::env::var("SPV_REQUIRE_PEERS").is_ok_and(|value| value == "1");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/corpus/bin");
    let valgrind = Command::new("valgrind").arg("--version").stdout(Stdio::null()).status();
    if !valgrind.is_ok_and(|status| status.success()) {
        assert!(!required, "valgrind is not installed, and SPV_REQUIRE_PEERS=1");
        println!("skipped: valgrind is not installed (apt install valgrind)");
        return;
    }
    if !corpus.is_dir() {
        println!("skipped: {} is not there", corpus.display());
        return;
    }
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("instructions");
    fs::create_dir_all(&directory).expect("the directory can be made");
    let driver = stripped(&directory);

    // The largest modules are measured first.
    let (next, measured) = (AtomicUsize::new(0), Mutex::new([[0; RUNS.len()]; BOUNDS.len()]));
    let work = || {
        while let Some(index) = (BOUNDS.len() - 1).checked_sub(next.fetch_add(1, Ordering::Relaxed)) {
            let (name, env, _) = BOUNDS[index];
            let found = counts(&driver, &directory, env, &corpus.join(format!("{name}.spv")));
            measured.lock().expect("no thread panicked")[index] = found;
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        (0..threads.min(BOUNDS.len())).for_each(|_| {
            scope.spawn(work);
        });
    });
    let measured = measured.into_inner().expect("no thread panicked");

    let mut exceeded = Vec::new();
    let mut table = String::new();
    for ((name, env, bounds), found) in BOUNDS.iter().zip(measured) {
        for ((run, bound), count) in RUNS.iter().zip(bounds).zip(found) {
            if count > bound * 1000 {
                exceeded
                    .push(format!("{name}: {run}: {count} instructions, at most {bound} thousand expected"));
            }
        }
        let proposed = found.map(|count| (count as f64 * (1.0 + HEADROOM) / 1000.0).ceil() as u64);
        table.push_str(&format!("    ({name:?}, {env:?}, {proposed:?}),\n"));
    }
    println!("bounds for this build:\n{table}");
    assert!(exceeded.is_empty(), "{}\nbounds for this build:\n{table}", exceeded.join("\n"));
}
