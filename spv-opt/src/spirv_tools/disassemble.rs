//! The program spirv-dis: disassembler

use super::flags::{Flag, switch, with_value};
use super::{Call, Exit, Help, io, parsed, say};
use spv_opt::asm::{self, BinaryError, Style};
use spv_opt::compat::environment;
use spv_opt::ir::byte_string;
use std::ffi::OsStr;
use std::io::IsTerminal;

pub(super) const FLAGS: &[Flag] = &[
    with_value("-o", "filename", "Write the text to a file, '-' for standard output (the default)"),
    switch("--color", "Color the text on standard output even if it is not a terminal"),
    switch("--no-color", "Do not color the text"),
    switch("--no-indent", "Do not indent instructions"),
    switch("--no-header", "Do not write the header as comments"),
    switch("--raw-id", "Write ids as numbers instead of names"),
    switch("--nested-indent", "Indent blocks by their nesting in structured control flow"),
    switch("--reorder-blocks", "Order the blocks of a function by its structured control flow"),
    switch("--offsets", "Add byte offsets of instructions as comments"),
    switch("--comment", "Add comments with sections, decorations of results, and numeric ids"),
    switch("--handle-unknown-opcodes", "Write unknown instructions as OpUnknown instead of failing"),
];

const HELP: Help = Help {
    about: "Disassemble SPIR-V",
    usage: "[options] [<filename>]",
    flags: FLAGS,
    targets: || format!("Target: {}\n", environment::describe_name("spv1.5")),
};

/// Runs spirv-dis.
pub fn run(call: Call) -> Exit {
    let Some(parsed) = parsed(call, &HELP)? else { return Ok(0) };
    let input = match parsed.files.as_slice() {
        [] => OsStr::new("-"),
        [input] => input,
        _ => return Err("error: more than one input file specified.".to_owned()),
    };
    let output = parsed.value("-o").unwrap_or(OsStr::new("-"));
    let to_stdout = output == "-";
    let is_colored = parsed.has("--color") || (to_stdout && std::io::stdout().is_terminal());
    let style = Style {
        header: !parsed.has("--no-header"),
        indent: !parsed.has("--no-indent"),
        names: !parsed.has("--raw-id"),
        nested_indent: parsed.has("--nested-indent"),
        reorder_blocks: parsed.has("--reorder-blocks"),
        offsets: parsed.has("--offsets"),
        comments: parsed.has("--comment"),
        color: to_stdout && is_colored && !parsed.has("--no-color"),
        unknown_opcodes: parsed.has("--handle-unknown-opcodes"),
    };
    let words = io::read_words(input)?;
    let listing = asm::list(&words, &style);
    let text = byte_string::bytes_of(&listing.text);
    match listing.error {
        None => io::write(output, &text).map(|()| 0),
        Some(error) => {
            if to_stdout {
                io::write(output, &text)?;
            }
            Ok(report(&error))
        }
    }
}

/// Prints the error in a malformed binary. Returns the exit status.
pub fn report(error: &BinaryError) -> i32 {
    match error.instruction {
        0 => say(&format!("error: {}", error.message)),
        number => say(&format!("error: {number}: {}", error.message)),
    }
    error.code.exit_status()
}
