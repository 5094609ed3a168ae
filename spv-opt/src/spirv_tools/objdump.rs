//! The program spirv-objdump: extraction of embedded source files

use super::flags::{Flag, switch, with_value};
use super::{Call, Exit, Help, io, parsed, print, say};
use spv_opt::asm::Checker;
use spv_opt::asm::generated::opcodes as op;
use spv_opt::asm::instructions::{Instruction, instructions};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::Path;

pub(super) const FLAGS: &[Flag] = &[
    switch("--source", "Print the source files that the module contains"),
    switch("--entrypoint", "Rejected, as by SPIRV-Tools"),
    switch("--compiler-cmd", "Rejected, as by SPIRV-Tools"),
    switch("--list", "Print the names of source files only"),
    with_value(
        "--outdir",
        "directory",
        "Write source files to a directory, '-' for standard output (the default)",
    ),
    switch("-f", "Overwrite source files"),
    switch("--force", "Overwrite source files"),
];

const HELP: Help = Help {
    about: "Extract embedded source files from a SPIR-V binary",
    usage: "[options] <filename>",
    flags: FLAGS,
    targets: String::new,
};

/// Runs spirv-objdump.
pub fn run(call: Call) -> Exit {
    let Some(parsed) = parsed(call, &HELP)? else { return Ok(0) };
    let [input] = parsed.files.as_slice() else {
        return Err("Expected exactly one input file.".to_owned());
    };
    if parsed.has("--entrypoint") || parsed.has("--compiler-cmd") {
        return Err("Unimplemented flags.".to_owned());
    }
    let words = io::read_words(input)?;
    if !parsed.has("--source") {
        return Ok(0);
    }
    let wrong = |number: usize, message: &str| format!("error: line {number}: {message}");
    Checker::default()
        .visit(&words, |_, _, _| {})
        .map_err(|error| wrong(error.instruction, &error.message))?;
    let sources = sources(&instructions(&words))
        .map_err(|number| wrong(number, "OpSourceContinued MUST follow an OpSource."))?;
    let mut names = BTreeSet::new();
    if !sources.iter().all(|(name, _)| names.insert(name)) {
        return Err(wrong(0, "Source file name conflict."));
    }
    if parsed.has("--list") {
        sources.iter().for_each(|(name, _)| print(&format!("{name}\n")));
        return Ok(0);
    }
    match parsed.value("--outdir").filter(|directory| *directory != "-") {
        Some(directory) => export(&sources, directory, parsed.has("-f") || parsed.has("--force")),
        None => {
            sources.iter().for_each(|(name, text)| print(&format!("{name}:\n{text}\n\n")));
            Ok(0)
        }
    }
}

/// Returns the names and texts of the source files. The error is the index, counted from 1, of an OpSourceContinued
/// without OpSource.
fn sources(instructions: &[Instruction]) -> Result<Vec<(String, String)>, usize> {
    let mut strings: BTreeMap<u32, String> = BTreeMap::new();
    let mut sources: Vec<(u32, String)> = Vec::new();
    let mut last = op::NOP;
    for (instruction, number) in instructions.iter().zip(1..) {
        let text = |index: usize| unescaped(&instruction.string(index).unwrap_or_default());
        match (instruction.opcode, instruction.words.as_slice()) {
            (op::STRING, [_, id, ..]) => _ = strings.insert(*id, text(2)),
            (op::SOURCE, words) => sources.push((words.get(3).copied().unwrap_or(0), text(4))),
            (op::SOURCE_CONTINUED, _) => match sources.last_mut().filter(|_| last == op::SOURCE) {
                Some((_, source)) => *source += &text(1),
                None => return Err(number),
            },
            _ => {}
        }
        last = instruction.opcode;
    }
    let mut unnamed = 0..;
    let named = sources.into_iter().map(|(id, text)| {
        let name = strings.get(&id).filter(|name| !name.is_empty()).cloned();
        let name = name.unwrap_or_else(|| format!("unnamed-{}.hlsl", unnamed.next().unwrap_or(0)));
        (name, text)
    });
    Ok(named.collect())
}

/// Removes backslash escapes, each of which represents the character after the backslash.
fn unescaped(text: &str) -> String {
    let mut chars = text.chars();
    let mut out = String::with_capacity(text.len());
    while let Some(c) = chars.next() {
        out.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    out
}

/// Writes source files to a directory. Existing files are an error unless `overwrites` is set.
fn export(sources: &[(String, String)], directory: &OsStr, overwrites: bool) -> Exit {
    let directory = Path::new(directory);
    if std::fs::create_dir_all(directory).is_err() {
        return Err(format!("error: could not create output directory \"{}\"", directory.display()));
    }
    for (name, text) in sources {
        if text.is_empty() {
            print(&format!("Ignoring source for {name}: no code source in debug infos.\n"));
            continue;
        }
        // A path without a final component, such as `..`, does not name a file.
        let Some(file) = Path::new(name).file_name() else {
            say(&format!("Ignoring source for {name}: the name is not a valid file name."));
            continue;
        };
        let path = directory.join(file);
        if !overwrites && path.exists() {
            return Err(format!("file {name} already exists, aborting (use --overwrite to allow it)."));
        }
        print(&format!("Exporting \"{}\"\n", path.display()));
        io::write(path.as_os_str(), text.as_bytes())?;
    }
    Ok(0)
}
