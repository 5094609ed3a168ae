//! Running spirv-val.

use super::failure::Failure;
use super::output::write_words;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs spirv-val on a binary, whose words are in these lists; `path` is what to call it.
pub fn validate(words: &[&[u32]], environment: Option<&str>, path: &Path) -> Result<(), Failure> {
    let mut command = Command::new("spirv-val");
    if let Some(environment) = environment {
        command.args(["--target-env", environment]);
    }
    command.arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(Failure::NoValidator)?;
    if let Some(mut stdin) = child.stdin.take() {
        // It reads everything before it answers; one that does not read reports its reason.
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
