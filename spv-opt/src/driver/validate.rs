//! Runs spirv-val on the output

use super::failure::Failure;
use super::output::write_words;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs the installed spirv-val on a binary, given as lists of words. `path` is the name of the binary in messages.
pub fn validate(words: &[&[u32]], environment: Option<&str>, path: &Path) -> Result<(), Failure> {
    let mut command = Command::new("spirv-val");
    if let Some(environment) = environment {
        command.args(["--target-env", environment]);
    }
    command.arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(Failure::NoValidator)?;
    if let Some(mut stdin) = child.stdin.take() {
        // Write errors are ignored: spirv-val either reads all input before it answers, or reports its own error.
        _ = write_words(words, &mut stdin).and_then(|()| stdin.flush());
    }
    let answer = child.wait_with_output().map_err(Failure::NoValidator)?;
    if answer.status.success() {
        return Ok(());
    }
    let text = [answer.stdout, answer.stderr].concat();
    let lines = String::from_utf8_lossy(&text).into_owned();
    let message = lines.lines().map(|line| format!("{}: spirv-val: {line}\n", path.display())).collect();
    Err(Failure::Invalid { path: path.to_owned(), message })
}
