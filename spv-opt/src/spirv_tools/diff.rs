//! The program spirv-diff: module comparison

use super::flags::{Flag, switch};
use super::{Call, Exit, Help, default_target, io, parsed, print, say, validate};
use spv_opt::asm::{AssembleOptions, assemble_for};
use spv_opt::compat::environment;
use spv_opt::ir::byte_string;
use spv_opt::tools::diff::diff;
use spv_opt::{Context, Module};
use std::ffi::OsStr;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;

pub(super) const FLAGS: &[Flag] = &[
    switch("--color", "Color the differences even if standard output is not a terminal"),
    switch("--no-color", "Do not color the differences"),
    switch("--no-indent", "Accepted; the differences are spv-opt text, which is always indented"),
    switch("--no-header", "Accepted; there is no header"),
    switch("--with-id-map", "Accepted; the differences name values, not ids"),
    switch("--ignore-set-binding", "Accepted; variables are matched by name and structure"),
    switch("--ignore-location", "Accepted; variables are matched by name and structure"),
];

const HELP: Help = Help {
    about: "Compare two SPIR-V modules, binaries or files that end in .spvasm",
    usage: "[options] <first> <second>",
    flags: FLAGS,
    targets: default_target,
};

/// Runs spirv-diff.
pub fn run(call: Call) -> Exit {
    let Some(parsed) = parsed(call, &HELP)? else { return Ok(0) };
    let [first, second] = parsed.files.as_slice() else {
        return Err("error: two input files required.".to_owned());
    };
    let registry = spv_opt::registry();
    let load = |path: &OsStr, which: &str| {
        let module = load(path, &Arc::new(Context::new(registry.clone())));
        if module.is_none() {
            say(&format!("error: Loading {which} file"));
        }
        module
    };
    let (first, second) = (load(first, "src"), load(second, "dst"));
    let (Some(first), Some(second)) = (first, second) else { return Ok(1) };
    let text = diff(&first, &second).to_string();
    let is_colored = (parsed.has("--color") || std::io::stdout().is_terminal()) && !parsed.has("--no-color");
    print(&if is_colored { crate::driver::commands::diff::colored(&text) } else { text });
    Ok(0)
}

/// Reads and verifies a module. Prints the errors and returns `None` if that fails.
fn load(path: &OsStr, ctx: &Arc<Context>) -> Option<Module> {
    let version = environment::parse(environment::DEFAULT)?.environment.version;
    let words = match Path::new(path).extension().is_some_and(|extension| extension == "spvasm") {
        false => io::read_words(path),
        true => io::read(path).and_then(|bytes| {
            let text = byte_string::text_of(bytes);
            let target = AssembleOptions { version, preserve_numeric_ids: true };
            assemble_for(&text, target).map_err(|errors| errors.to_string())
        }),
    };
    let words = words.map_err(|message| say(&message)).ok()?;
    let module = spv_opt::import(ctx, &words).and_then(|module| spv_opt::verify(&module).map(|()| module));
    module.map_err(|list| validate::report_list(ctx, &words, &list)).ok()
}
