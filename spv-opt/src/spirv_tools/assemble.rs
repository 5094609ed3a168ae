//! The program spirv-as: assembler

use super::flags::{Flag, switch, with_value};
use super::{Call, Exit, Help, default_target, io, parsed, say};
use spv_opt::asm::{self, AssembleOptions, SyntaxError};
use spv_opt::compat::environment;
use spv_opt::ir::byte_string;
use std::ffi::OsStr;

pub(super) const FLAGS: &[Flag] = &[
    with_value(
        "-o",
        "filename",
        "Write the binary to a file (out.spv without this option), '-' for standard output",
    ),
    switch("--preserve-numeric-ids", "Preserve numeric ids"),
    with_value("--target-env", "env", "Assemble for an environment: its SPIR-V version and instructions"),
];

const HELP: Help =
    Help { about: "Assemble SPIR-V", usage: "[options] [<filename>]", flags: FLAGS, targets: default_target };

/// Runs spirv-as.
pub fn run(call: Call) -> Exit {
    let Some(parsed) = parsed(call, &HELP)? else { return Ok(0) };
    let input = match parsed.files.as_slice() {
        [] => OsStr::new("-"),
        [input] => input,
        _ => return Err("error: one input file at most must be specified.".to_owned()),
    };
    let bytes = io::read(input)?;
    let version = match parsed.value("--target-env") {
        Some(name) => {
            let env = environment::parse(&name.to_string_lossy());
            env.map(|env| env.environment.version)
                .ok_or_else(|| format!("error: Unrecognized target env: {}", name.display()))?
        }
        None => asm::stated_version(&bytes).unwrap_or(asm::NEWEST_VERSION),
    };
    let target = AssembleOptions { version, preserve_numeric_ids: parsed.has("--preserve-numeric-ids") };
    let text = byte_string::text_of(bytes);
    match asm::assemble_for(&text, target) {
        Ok(words) => {
            io::write_words(parsed.value("-o").unwrap_or(OsStr::new("out.spv")), &words)?;
            Ok(0)
        }
        Err(errors) => {
            errors.list.iter().for_each(|error| say(&shown(&text, error)));
            Ok(errors.list.first().map_or(1, |error| error.code.exit_status()))
        }
    }
}

/// Renders a syntax error with its source line, and markers below the line.
fn shown(text: &str, error: &SyntaxError) -> String {
    let at = error.span.start.min(text.len());
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let number = text[..at].matches('\n').count() + 1;
    let line = text[start..].lines().next().unwrap_or("");
    let front: String = text[start..at].chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let inside = error.span.end.saturating_sub(at).min(line.len().saturating_sub(at - start));
    let marks =
        "~".repeat(text.get(at..at + inside).map_or(0, |text| text.chars().count()).saturating_sub(1));
    format!("error: {number}: {}: {}\n{line}\n{front}^{marks}", at - start + 1, error.message)
}
