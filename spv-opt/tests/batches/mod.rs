//! Batches that run as child processes

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Creates a directory with `modules` copies of a shader, which differ in a constant.
pub fn scratch(name: &str, modules: usize) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if directory.exists() {
        fs::remove_dir_all(&directory).expect("the directory can be emptied");
    }
    fs::create_dir_all(directory.join("in")).expect("the directory can be made");
    let shader = fs::read("examples/shader.spv").expect("the example is there");
    let quarter = 0.25f32.to_le_bytes();
    let at = shader.windows(4).position(|word| word == quarter).expect("the shader has the constant");
    for number in 0..modules {
        let mut copy = shader.clone();
        copy[at..at + 4].copy_from_slice(&(number as f32 + 0.5).to_le_bytes());
        fs::write(directory.join(format!("in/{number:03}.spv")), copy).expect("the file can be written");
    }
    directory
}

/// Returns the command that runs the batch in a directory from [`scratch`], with the output directory `out`.
pub fn command(directory: &Path, out: &str, cache: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spv-opt"));
    let options = ["--pipeline", "O", "--jobs", "2", "--cache", cache, "-o", out];
    command.current_dir(directory).args(["batch", "in"]).args(options);
    command
}
