//! The program spirv-cfg: control-flow graphs for Graphviz

use super::disassemble::report;
use super::flags::{Flag, with_value};
use super::{Call, Exit, Help, default_target, io, parsed};
use spv_opt::asm;
use spv_opt::ir::byte_string;
use std::ffi::OsStr;

pub(super) const FLAGS: &[Flag] =
    &[with_value("-o", "filename", "Write the graph to a file, '-' for standard output (the default)")];

const HELP: Help = Help {
    about: "Write the control-flow graphs of functions in Graphviz DOT",
    usage: "[options] [<filename>]",
    flags: FLAGS,
    targets: default_target,
};

/// Runs spirv-cfg.
pub fn run(call: Call) -> Exit {
    let Some(parsed) = parsed(call, &HELP)? else { return Ok(0) };
    let [input] = parsed.files.as_slice() else {
        return Err("error: exactly one input file must be specified.".to_owned());
    };
    match asm::control_flow_graph(&io::read_words(input)?) {
        Ok(graph) => {
            let output = parsed.value("-o").unwrap_or(OsStr::new("-"));
            io::write(output, &byte_string::bytes_of(&graph))?;
            Ok(0)
        }
        Err(error) => Ok(report(&error)),
    }
}
