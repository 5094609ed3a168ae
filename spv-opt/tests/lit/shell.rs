//! Minimal shell for test files: pipes, `&&`, `||`, `;`, quotes and redirections

use crate::DISAGREE;
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Commands connected by pipes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Pipeline {
    commands: Vec<Simple>,
    /// Condition under which the next pipeline runs.
    link: Link,
}

/// The condition under which the next pipeline runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Link {
    #[default]
    Always,
    IfOk,
    IfFailed,
}

/// A command with its arguments and redirections.
#[derive(Debug, Default, PartialEq, Eq)]
struct Simple {
    words: Vec<String>,
    redirections: Vec<Redirection>,
}

#[derive(Debug, PartialEq, Eq)]
enum Redirection {
    Input(String),
    /// Redirection of standard output (1) or standard error (2) to a file.
    Output {
        of: u8,
        path: String,
        append: bool,
    },
    /// `2>&1`: redirection of standard error to the current standard output.
    ErrorsToOutput,
    /// `1>&2`: redirection of standard output to the current standard error.
    OutputToErrors,
    /// `&>`: redirection of both streams to a file.
    Both(String),
}

/// Commands that the test runner implements itself.
pub trait Builtin {
    /// Runs a built-in command. Returns its exit status and standard error, or `None` for other commands.
    fn run(&self, words: &[String], input: &[u8]) -> Option<(i32, String)>;

    /// Returns the path of the program for a command name.
    fn program(&self, name: &str) -> OsString;
}

/// The result of running a command line.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Exit status of the last pipeline: that of its last failing command, or 0.
    pub status: i32,
    /// Output that was neither piped nor redirected.
    pub written: Vec<u8>,
}

/// Parses a command line to pipelines.
///
/// # Errors
/// A syntax error in the command line.
pub fn parse(line: &str) -> Result<Vec<Pipeline>, String> {
    let mut all = Vec::new();
    let mut pipeline = Pipeline::default();
    let mut command = Simple::default();
    let mut tokens = tokens(line)?.into_iter();
    while let Some(token) = tokens.next() {
        let mut path = || match tokens.next() {
            Some(Token::Word(path)) => Ok(path),
            _ => Err(format!("a file is expected after a redirection: {line}")),
        };
        let operator = match token {
            Token::Word(word) => {
                command.words.push(word);
                continue;
            }
            Token::Operator(operator) => operator,
        };
        match operator {
            "<" => command.redirections.push(Redirection::Input(path()?)),
            ">" | "1>" => {
                command.redirections.push(Redirection::Output { of: 1, path: path()?, append: false })
            }
            ">>" => command.redirections.push(Redirection::Output { of: 1, path: path()?, append: true }),
            "2>" => command.redirections.push(Redirection::Output { of: 2, path: path()?, append: false }),
            "2>>" => command.redirections.push(Redirection::Output { of: 2, path: path()?, append: true }),
            "2>&1" => command.redirections.push(Redirection::ErrorsToOutput),
            "1>&2" | ">&2" => command.redirections.push(Redirection::OutputToErrors),
            "&>" => command.redirections.push(Redirection::Both(path()?)),
            "|&" => {
                command.redirections.push(Redirection::ErrorsToOutput);
                pipeline.commands.push(std::mem::take(&mut command));
            }
            _ => {
                pipeline.commands.push(std::mem::take(&mut command));
                if operator != "|" {
                    pipeline.link = match operator {
                        "&&" => Link::IfOk,
                        "||" => Link::IfFailed,
                        _ => Link::Always,
                    };
                    all.push(std::mem::take(&mut pipeline));
                }
            }
        }
    }
    if command != Simple::default() || !pipeline.commands.is_empty() {
        pipeline.commands.push(command);
        all.push(pipeline);
    }
    match all.iter().flat_map(|p| &p.commands).any(|c| c.words.is_empty()) {
        true => Err(format!("a command is missing: {line}")),
        false => Ok(all),
    }
}

enum Token {
    Word(String),
    Operator(&'static str),
}

/// Shell operators. Longer operators precede their prefixes.
const OPERATORS: [&str; 16] =
    ["2>&1", "1>&2", "2>>", "&&", "||", "|&", "&>", ">>", ">&2", "2>", "1>", "|", ";", "<", ">", "&"];

fn tokens(line: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    // The current word, which may be empty, as in `''`.
    let mut word: Option<String> = None;
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let operator = OPERATORS.iter().find(|o| rest.starts_with(**o));
        // A leading digit belongs to an operator only at the start of a word.
        let operator = operator.filter(|o| word.is_none() || !o.starts_with(|c: char| c.is_ascii_digit()));
        if let Some(operator) = operator {
            tokens.extend(word.take().map(Token::Word));
            if *operator == "&" {
                return Err(format!("commands in the background are not known here: {line}"));
            }
            tokens.push(Token::Operator(operator));
            rest = &rest[operator.len()..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            ' ' | '\t' => tokens.extend(word.take().map(Token::Word)),
            '\'' => {
                let (inner, after) =
                    rest.split_once('\'').ok_or_else(|| format!("a quote is open: {line}"))?;
                word.get_or_insert_default().push_str(inner);
                rest = after;
            }
            '"' => rest = double_quoted(rest, word.get_or_insert_default(), line)?,
            '\\' => {
                let escaped = rest.chars().next().ok_or_else(|| format!("a backslash at the end: {line}"))?;
                word.get_or_insert_default().push(escaped);
                rest = &rest[escaped.len_utf8()..];
            }
            c => word.get_or_insert_default().push(c),
        }
    }
    tokens.extend(word.take().map(Token::Word));
    Ok(tokens)
}

/// Parses up to the closing double quote and appends to `word`. Returns the rest of the line.
fn double_quoted<'l>(text: &'l str, word: &mut String, line: &str) -> Result<&'l str, String> {
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Ok(&text[at + 1..]),
            '\\' => match chars.next() {
                Some((_, c @ ('"' | '\\' | '$' | '`'))) => word.push(c),
                Some((_, c)) => word.extend(['\\', c]),
                None => break,
            },
            c => word.push(c),
        }
    }
    Err(format!("a quote is open: {line}"))
}

/// Runs parsed pipelines in a directory, obeying the conditions between them.
///
/// # Errors
/// A program or file does not exist.
pub fn run(pipelines: &[Pipeline], directory: &Path, builtin: &dyn Builtin) -> io::Result<Outcome> {
    let mut outcome = Outcome::default();
    let mut skip = false;
    for pipeline in pipelines {
        if !skip {
            outcome.status = pipeline.run(directory, builtin, &mut outcome.written)?;
        }
        skip = match pipeline.link {
            Link::Always => false,
            Link::IfOk => outcome.status != 0,
            Link::IfFailed => outcome.status == 0,
        };
    }
    Ok(outcome)
}

impl Pipeline {
    /// Runs the pipeline. Returns the exit status of the last command that fails, or 0.
    fn run(&self, directory: &Path, builtin: &dyn Builtin, written: &mut Vec<u8>) -> io::Result<i32> {
        let mut input = Vec::new();
        let mut status = 0;
        for command in &self.commands {
            let output = command.run(&input, directory, builtin, written)?;
            if output.0 != 0 {
                status = output.0;
            }
            input = output.1;
        }
        written.extend(input);
        Ok(status)
    }
}

/// The destination of an output stream.
#[derive(Clone, Copy, PartialEq)]
enum Sink {
    Output,
    Errors,
    File(usize),
}

impl Simple {
    /// Runs the command. Returns its exit status and standard output. Appends standard error to `written`.
    fn run(
        &self,
        input: &[u8],
        directory: &Path,
        builtin: &dyn Builtin,
        written: &mut Vec<u8>,
    ) -> io::Result<(i32, Vec<u8>)> {
        let mut files: Vec<File> = Vec::new();
        let (mut output, mut errors) = (Sink::Output, Sink::Errors);
        let mut input = input.to_vec();
        let at =
            |path: &str| -> PathBuf { if path == "/dev/null" { path.into() } else { directory.join(path) } };
        for redirection in &self.redirections {
            let mut open = |path: &str, append: bool| -> io::Result<Sink> {
                let mut options = OpenOptions::new();
                options.create(true).write(true).append(append).truncate(!append);
                files.push(named(options.open(at(path)), path)?);
                Ok(Sink::File(files.len() - 1))
            };
            match redirection {
                Redirection::Input(path) => input = named(std::fs::read(at(path)), path)?,
                Redirection::Output { of: 1, path, append } => output = open(path, *append)?,
                Redirection::Output { path, append, .. } => errors = open(path, *append)?,
                Redirection::ErrorsToOutput => errors = output,
                Redirection::OutputToErrors => output = errors,
                Redirection::Both(path) => {
                    output = open(path, false)?;
                    errors = output;
                }
            }
        }
        let (inverted, words) = inverted(&self.words);
        let (status, out, err) = match builtin.run(words, &input) {
            Some((status, message)) => (status, Vec::new(), message.into_bytes()),
            None => {
                let mut command = Command::new(builtin.program(&words[0]));
                command.args(&words[1..]);
                spawn(command, &input, directory, output == errors)?
            }
        };
        let mut piped = Vec::new();
        for (sink, bytes) in [(output, out), (errors, err)] {
            match sink {
                Sink::Output => piped.extend(bytes),
                Sink::Errors => written.extend(bytes),
                Sink::File(file) => files[file].write_all(&bytes)?,
            }
        }
        let status = match (inverted, status) {
            (true, DISAGREE) | (false, _) => status,
            (true, _) => i32::from(status == 0),
        };
        Ok((status, piped))
    }
}

/// Strips a leading `not` or `not --crash`, which inverts the exit status. Returns whether it was present, and the
/// other words.
fn inverted(words: &[String]) -> (bool, &[String]) {
    match words {
        [not, crash, rest @ ..] if not == "not" && crash == "--crash" => (true, rest),
        [not, rest @ ..] if not == "not" => (true, rest),
        words => (false, words),
    }
}

/// Runs a program. Returns its exit status and combined output.
///
/// # Errors
/// The program does not exist.
pub fn spawn_program(
    program: &Path,
    args: &[String],
    input: &[u8],
    directory: &Path,
) -> io::Result<(i32, String)> {
    let mut command = Command::new(program);
    command.args(args);
    let (status, written, _) = spawn(command, input, directory, true)?;
    Ok((status, String::from_utf8_lossy(&written).into_owned()))
}

/// Runs a program. Returns its exit status, standard output and standard error. With `together`, standard output
/// contains both streams in the order of writing.
fn spawn(
    mut command: Command,
    input: &[u8],
    directory: &Path,
    together: bool,
) -> io::Result<(i32, Vec<u8>, Vec<u8>)> {
    let (mut out, out_end) = io::pipe()?;
    let (mut err, err_end) = io::pipe()?;
    let err_end: Stdio = match together {
        // The unused write end is closed, because the pipe would otherwise remain open.
        true => {
            drop(err_end);
            out_end.try_clone()?.into()
        }
        false => err_end.into(),
    };
    let name = command.get_program().to_string_lossy().into_owned();
    command.current_dir(directory).stdin(Stdio::piped()).stdout(out_end).stderr(err_end);
    let mut child = named(command.spawn(), &name)?;
    // After this point, only the child has the write ends of the pipes.
    drop(command);
    let mut stdin = child.stdin.take();
    let (mut all_out, mut all_err) = (Vec::new(), Vec::new());
    std::thread::scope(|scope| {
        scope.spawn(|| err.read_to_end(&mut all_err));
        scope.spawn(|| {
            // The child may exit before it reads all input.
            stdin.take().map(|mut stdin| stdin.write_all(input))
        });
        out.read_to_end(&mut all_out)
    })?;
    let status = child.wait()?;
    Ok((status.code().unwrap_or(128), all_out, all_err))
}

/// Adds the name of a file or program to the message of an error.
fn named<T>(result: io::Result<T>, name: &str) -> io::Result<T> {
    result.map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))
}
