//! Runs programs of SPIRV-Tools as child processes

use crate::error::{Diagnostic, Message, MessageLevel};
use crate::{Error, SpirvResult};
use std::io::Write;
use std::process::{Command, Stdio};

/// Runs a program with `input` as standard input, and returns its standard output.
///
/// # Errors
/// The program cannot be run, or fails.
pub fn run(mut command: Command, input: &[u8]) -> Result<Vec<u8>, Error> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |inner, error| Error::new(inner, format!("failed to run {name}: {error}"));
    let mut child = command.spawn().map_err(|error| failed(SpirvResult::Unsupported, error))?;
    let stdin = child.stdin.take();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || {
            // If a program stops reading early, its standard error explains why.
            _ = stdin.map(|mut stdin| stdin.write_all(input));
        });
        child.wait_with_output()
    });
    let output = output.map_err(|error| failed(SpirvResult::EndOfStream, error))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let diagnostic = diagnostic(&String::from_utf8_lossy(&output.stderr));
    let diagnostic =
        diagnostic.unwrap_or_else(|| format!("{name} ended with {} and no message", output.status).into());
    Err(Error { inner: SpirvResult::InternalError, diagnostic: Some(diagnostic) })
}

/// Returns the first error in the output of a program, with its notes. Returns `None` if the output is empty.
fn diagnostic(text: &str) -> Option<Diagnostic> {
    let mut lines = text.lines().skip_while(|line| line.is_empty());
    let first = lines.next()?;
    let mut message = parse(first).unwrap_or_else(|| message(first));
    for line in lines.take_while(|line| parse(line).is_none()) {
        message.notes += line;
        message.notes.push('\n');
    }
    let has_column = message.column > 0;
    let diagnostic = Diagnostic::from(message);
    // The program reports lines and columns counted from 1, but `Diagnostic` counts both from 0.
    Some(Diagnostic {
        line: diagnostic.line.saturating_sub(1),
        column: diagnostic.column.saturating_sub(1),
        is_text: has_column,
        ..diagnostic
    })
}

fn message(text: &str) -> Message {
    let (line, column, index, message, notes) = (0, 0, 0, text.to_owned(), String::new());
    Message { level: MessageLevel::Error, source: None, line, column, index, message, notes }
}

/// Parses `error: INDEX: MESSAGE`, `error: line INDEX: MESSAGE` or `error: LINE: COLUMN: MESSAGE`, and the same forms
/// with `warning` or `info`. Returns `None` for other lines.
fn parse(line: &str) -> Option<Message> {
    const LEVELS: [(&str, MessageLevel); 3] = [
        ("error: ", MessageLevel::Error),
        ("warning: ", MessageLevel::Warning),
        ("info: ", MessageLevel::Info),
    ];
    let number = |text: &str| {
        let (number, rest) = text.split_once(": ")?;
        Some((number.parse::<usize>().ok()?, rest.to_owned()))
    };
    let (level, rest) =
        LEVELS.iter().find_map(|(prefix, level)| Some((*level, line.strip_prefix(prefix)?)))?;
    let rest = rest.strip_prefix("line ").unwrap_or(rest);
    let Some((first, rest)) = number(rest) else { return Some(Message { level, ..message(rest) }) };
    Some(match number(&rest) {
        Some((column, rest)) => Message { level, line: first, column, ..message(&rest) },
        None => Message { level, index: first, ..message(&rest) },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions() {
        let place = |text: &str| {
            let found = diagnostic(text).expect("there is a message");
            (found.line, found.column, found.index, found.is_text, found.message, found.notes)
        };
        let text = |text: &str| text.to_owned();
        assert_eq!(place("error: 2: 3: bad\n  x\n"), (1, 2, 0, true, text("bad"), text("  x\n")));
        assert_eq!(place("error: line 7: bad: worse"), (0, 0, 7, false, text("bad: worse"), text("")));
        assert_eq!(place("error: 7: bad\nerror: 8: more\n"), (0, 0, 7, false, text("bad"), text("")));
        assert_eq!(place("\nno input"), (0, 0, 0, false, text("no input"), text("")));
        assert_eq!(diagnostic(""), None);
    }
}
