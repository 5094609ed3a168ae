//! The program spirv-val: validator

use super::flags::{Flag, help, switch, with_value};
use super::{Call, Exit, io, print, say, version};
use spv_opt::compat::environment;
use spv_opt::compat::messages::{Message, messages, read_valid};
use spv_opt::dialect::validate::{DESCRIPTORS, DescriptorLayout, LIMITS, Options, TargetEnv};
use spv_opt::ir::diag::Severity;
use spv_opt::{Context, Diagnostics, Module};
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::Arc;

/// Options that `spv-opt --target-env` also has, with the same names and meanings.
pub const FLAGS: &[Flag] = &[
    switch("--relax-logical-pointer", "Allow variables to hold pointers in the logical addressing model"),
    switch("--relax-block-layout", "Allow vectors in blocks to be aligned like their components"),
    switch(
        "--uniform-buffer-standard-layout",
        "Apply the layout rules of storage buffers to uniform buffers",
    ),
    switch("--scalar-block-layout", "Allow all types in blocks to be aligned like their scalars"),
    switch(
        "--workgroup-scalar-block-layout",
        "Allow all types in Workgroup blocks to be aligned like their scalars",
    ),
    switch("--skip-block-layout", "Do not check block layouts"),
    switch("--relax-struct-store", "Allow storing a struct of another type with equal members"),
    switch("--allow-localsizeid", "Allow the execution mode LocalSizeId"),
    switch("--allow-offset-texture-operand", "Allow the image operand Offset with sampling"),
    switch("--allow-vulkan-32-bit-bitwise", "Allow bitwise operations on widths other than 32 bits"),
    switch("--before-hlsl-legalization", "Accept modules from an HLSL front end before legalization"),
];

/// Options that have a value.
pub(super) const VALUES: &[Flag] = &[
    with_value("--target-env", "env", "Validate for an environment (spv1.6 by default)"),
    with_value("--max-struct-members", "n", "Maximum number of struct members"),
    with_value("--max-struct-depth", "n", "Maximum nesting depth of structs"),
    with_value("--max-local-variables", "n", "Maximum number of variables in functions"),
    with_value("--max-global-variables", "n", "Maximum number of module-level variables"),
    with_value("--max-switch-branches", "n", "Maximum number of cases of an OpSwitch"),
    with_value("--max-function-args", "n", "Maximum number of function parameters"),
    with_value("--max-control-flow-nesting-depth", "n", "Maximum nesting depth of constructs"),
    with_value("--max-access-chain-indexes", "n", "Maximum number of indexes of an access chain"),
    with_value("--max-id-bound", "n", "Maximum id bound"),
    with_value(
        "--buffer-descriptor-layout",
        "size:align",
        "Layout of buffers and acceleration structures in descriptor heaps",
    ),
    with_value("--image-descriptor-layout", "size:align", "Layout of images in descriptor heaps"),
    with_value("--sampler-descriptor-layout", "size:align", "Layout of samplers in descriptor heaps"),
    with_value("--tensor-descriptor-layout", "size:align", "Layout of tensors in descriptor heaps"),
];

fn usage(program: &str) -> String {
    let all = [FLAGS, VALUES].concat();
    let environments = format!("\nEnvironments: {}\n", environment::names());
    help(program, "Validate SPIR-V", "[options] [<path>]", &all) + &environments
}

/// A parsed command line.
enum Request {
    Validate(Option<OsString>, TargetEnv),
    /// The request was for help or the version, which has been printed.
    Done,
}

/// Runs spirv-val.
pub fn run(call: Call) -> Exit {
    let Request::Validate(input, env) = parse(call)? else { return Ok(0) };
    let registry = spv_opt::registry();
    let file = |path: &OsStr, shows_file: bool| {
        let words = io::read_words(path).map_err(|message| say(&message))?;
        let prefix = match (shows_file, path == "-") {
            (false, _) => "line ".to_owned(),
            (true, true) => "stdin:".to_owned(),
            (true, false) => format!("{}:", path.display()),
        };
        check(&Arc::new(Context::new(registry.clone())), &words, &env, &prefix).map(drop)
    };
    let Some(directory) = input.as_deref().map(Path::new).filter(|path| path.is_dir()) else {
        return Ok(i32::from(file(input.as_deref().unwrap_or(OsStr::new("-")), false).is_err()));
    };
    let failed =
        io::modules_in(directory).iter().filter(|path| file(path.as_os_str(), true).is_err()).count();
    Ok(i32::from(failed > 0))
}

fn parse(call: Call) -> Result<Request, String> {
    let mut target = environment::find(environment::DEFAULT).ok_or_else(String::new)?;
    let mut options = Options::default();
    let mut input = None;
    let mut args = call.args.into_iter();
    while let Some(arg) = args.next() {
        let text = arg.to_string_lossy();
        if text == "-" || !text.starts_with('-') {
            if input.replace(arg).is_some() {
                return Err("error: More than one input file specified".to_owned());
            }
            continue;
        }
        let name = text.strip_prefix("--").unwrap_or("");
        if let Some(limit) = LIMITS.iter().find(|limit| limit.name == name) {
            let value = args.next().ok_or_else(|| format!("error: Missing argument to {text}"))?;
            let number = leading_number(&value.to_string_lossy());
            let number = number.ok_or_else(|| format!("error: missing argument to {text}"))?;
            *(limit.field)(&mut options) = number;
        } else if text.starts_with("--max-") {
            return Err(match args.next() {
                Some(_) => format!("error: unrecognized option: {text}"),
                None => format!("error: Missing argument to {text}"),
            });
        } else if FLAGS.iter().any(|flag| flag.name == text) {
            options.set_flag(name);
        } else if text == "--target-env" {
            let value = args.next().ok_or("error: Missing argument to --target-env")?;
            let named = environment::find(&value.to_string_lossy());
            target = named.ok_or_else(|| format!("error: Unrecognized target env: {}", value.display()))?;
        } else if let Some(descriptor) = DESCRIPTORS.iter().find(|option| option.name == name) {
            let value = args.next().ok_or_else(|| format!("error: Missing argument to {text}"))?;
            let value = value.to_string_lossy();
            let sizes = value.split_once(':');
            let sizes = sizes.and_then(|(size, align)| Some((leading_number(size)?, leading_number(align)?)));
            let Some((size, alignment)) = sizes.filter(|(size, align)| *size != 0 && *align != 0) else {
                return Err(format!("error: Invalid argument to {text} (expected <size>:<align>)"));
            };
            *(descriptor.field)(&mut options) = DescriptorLayout { size, alignment };
        } else if text == "--version" {
            print(&format!("{}{}", version(call.program), targets()));
            return Ok(Request::Done);
        } else if text == "--help" || text == "-h" {
            print(&usage(call.program));
            return Ok(Request::Done);
        } else {
            print(&usage(call.program));
            return Err(format!("error: unrecognized option: {text}"));
        }
    }
    Ok(Request::Validate(input, TargetEnv::with_options(target, options)))
}

/// Parses the unsigned integer at the start of `text`, like `sscanf` with `%u`. Ignores the characters after the
/// digits. Returns `None` if there are no digits or the integer exceeds 32 bits.
fn leading_number(text: &str) -> Option<u32> {
    let digits = text.trim_start();
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().ok()
}

fn targets() -> String {
    const NAMES: [&str; 14] = [
        "spv1.0",
        "spv1.1",
        "spv1.2",
        "spv1.3",
        "spv1.4",
        "spv1.5",
        "spv1.6",
        "opencl2.2",
        "vulkan1.0",
        "vulkan1.1",
        "vulkan1.1spv1.4",
        "vulkan1.2",
        "vulkan1.3",
        "vulkan1.4",
    ];
    let lines = NAMES.map(|name| format!("  {}\n", environment::describe_name(name)));
    format!("Targets:\n{}", lines.concat())
}

/// Reads and validates a binary. Prints errors, with `prefix` before the instruction index.
pub fn check(ctx: &Arc<Context>, words: &[u32], env: &TargetEnv, prefix: &str) -> Result<Module, ()> {
    read_valid(ctx, words, env).map_err(|list| report(&list, prefix))
}

/// Prints errors in the format of spirv-val: the instruction index and message, then the instruction.
pub fn report(list: &[Message], prefix: &str) {
    for message in list {
        let severity = if message.severity == Severity::Error { "error" } else { "warning" };
        let mut text = format!("{severity}: {prefix}{}: {}", message.instruction, message.text);
        if let Some(excerpt) = &message.excerpt {
            text += &format!("\n  {excerpt}");
        }
        for (instruction, note) in &message.notes {
            let place = instruction.map_or_else(String::new, |number| format!("{prefix}{number}: "));
            text += &format!("\nnote: {place}{note}");
        }
        say(&text);
    }
}

/// Prints diagnostics about a binary.
pub fn report_list(ctx: &Arc<Context>, words: &[u32], list: &Diagnostics) {
    report(&messages(ctx, words, list), "line ");
}
