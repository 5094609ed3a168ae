//! The program spirv-link: linker

use super::flags::{Flag, switch, with_value};
use super::validate::report;
use super::{Call, Exit, Help, default_target, io, parsed, say};
use spv_opt::compat::environment;
use spv_opt::compat::messages::messages;
use spv_opt::tools::link::{Input, LinkOptions, VariantOptions, link, link_variants, read_devices};
use spv_opt::{Context, Diagnostics, Module};
use std::ffi::OsStr;
use std::sync::Arc;

pub(super) const FLAGS: &[Flag] = &[
    with_value(
        "-o",
        "filename",
        "Write the binary to a file (out.spv without this option), '-' for standard output",
    ),
    switch("--allow-partial-linkage", "Keep imports that no module exports"),
    switch("--allow-pointer-mismatch", "Accepted; pointer parameters that differ are still an error"),
    switch("--create-library", "Keep exported symbols exported"),
    switch("--use-highest-version", "Accept modules of different versions; the result has the highest"),
    switch("--verify-ids", "Accepted; ids are always unique"),
    with_value("--target-env", "env", "Accepted; the versions are those of the modules"),
    with_value("--fnvar-targets", "file", "Link function variants for the targets that a CSV file lists"),
    with_value(
        "--fnvar-architectures",
        "file",
        "Link function variants for the architectures that a CSV file lists",
    ),
    switch("--fnvar-capabilities", "Select function variants by their capabilities, too"),
];

const HELP: Help = Help {
    about: "Link SPIR-V",
    usage: "[options] [-o <output>] <input>...",
    flags: FLAGS,
    targets: default_target,
};

/// Runs spirv-link.
pub fn run(call: Call) -> Exit {
    let Some(parsed) = parsed(call, &HELP)? else { return Ok(0) };
    if let Some(name) = parsed.value("--target-env")
        && environment::parse(&name.to_string_lossy()).is_none()
    {
        return Err(format!("error: Unrecognized target env: {}", name.display()));
    }
    if parsed.files.is_empty() {
        return Err("error: No input file specified".to_owned());
    }
    let table = |name: &str| {
        let text = parsed.value(name).map(io::read).transpose()?;
        Ok::<_, String>(
            text.map(|text| String::from_utf8_lossy(&text).into_owned()).filter(|text| !text.is_empty()),
        )
    };
    let [architectures, targets] = [table("--fnvar-architectures")?, table("--fnvar-targets")?];
    let contents = parsed.files.iter().map(|path| io::read_words(path)).collect::<Result<Vec<_>, _>>()?;
    let registry = spv_opt::registry();
    let names: Vec<String> = parsed.files.iter().map(|path| path.display().to_string()).collect();
    let mut modules: Vec<Module> = Vec::new();
    for words in &contents {
        let ctx = Arc::new(Context::new(registry.clone()));
        let module =
            spv_opt::import(&ctx, words).and_then(|module| spv_opt::verify(&module).map(|()| module));
        match module {
            Ok(module) => modules.push(module),
            Err(list) => {
                report(&messages(&ctx, words, &list), "");
                return Ok(1);
            }
        }
    }
    let inputs: Vec<Input<'_>> =
        names.iter().zip(&modules).map(|(name, module)| Input { name, module }).collect();
    let options = LinkOptions {
        allow_partial_linkage: parsed.has("--allow-partial-linkage"),
        create_library: parsed.has("--create-library"),
        use_highest_version: parsed.has("--use-highest-version"),
    };
    let linked = if architectures.is_none() && targets.is_none() {
        link(&registry, &inputs, &options)
    } else {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let check_capabilities = parsed.has("--fnvar-capabilities");
        read_devices(&names, architectures.as_deref(), targets.as_deref()).and_then(|devices| {
            let variants = VariantOptions { devices: &devices, check_capabilities };
            link_variants(&registry, &inputs, &variants, &options)
        })
    };
    let linked = linked.and_then(|linked| {
        spv_opt::verify(&linked)?;
        spv_opt::export(&linked)
    });
    match linked {
        Ok(words) => {
            io::write_words(parsed.value("-o").unwrap_or(OsStr::new("out.spv")), &words)?;
            Ok(0)
        }
        Err(list) => {
            complain(&list);
            Ok(1)
        }
    }
}

/// Prints errors that do not belong to a single file.
fn complain(list: &Diagnostics) {
    for diagnostic in &list.list {
        say(&format!("error: 0: {}", diagnostic.headline()));
        diagnostic.notes.iter().for_each(|(_, note)| say(&format!("note: {note}")));
    }
}
