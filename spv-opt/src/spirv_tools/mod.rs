//! SPIRV-Tools programs under their own names, with the command lines, exit statuses and streams of the newest version
//!
//! The name of the executable or the first argument selects the program. Each program consists of an option table and a
//! function. Processes start quickly, because no program builds the command line of `spv-opt`.

mod assemble;
mod cfg;
mod diff;
mod disassemble;
mod flags;
mod install;
mod io;
mod link;
mod lint;
mod objdump;
mod optimize;
mod reduce;
mod validate;

use flags::{Flag, Parsed};
pub use optimize::FLAGS as OPTIMIZER_FLAGS;
use spv_opt::compat::{RELEASE, environment};
use std::ffi::{OsStr, OsString};
use std::io::Write;

/// A program with the interface of a SPIRV-Tools program.
struct Program {
    /// Name of the executable.
    name: &'static str,
    summary: &'static str,
    /// Arguments for an example in the help.
    example: &'static str,
    run: fn(Call) -> Exit,
}

/// The result of a program: its exit status, or an error message, which implies exit status 1.
type Exit = Result<i32, String>;

/// The command line of a program.
struct Call {
    /// Name of the program.
    program: &'static str,
    /// Arguments after the program name.
    args: Vec<OsString>,
}

const PROGRAMS: [Program; 11] = [
    program("spirv-as", "Assemble text", "shader.spvasm -o shader.spv", assemble::run),
    program("spirv-dis", "Disassemble a binary", "shader.spv", disassemble::run),
    program("spirv-val", "Validate a binary", "--target-env vulkan1.3 shader.spv", validate::run),
    program("spirv-opt", "Optimize a binary", "-O shader.spv -o small.spv", optimize::run),
    program("spirv-link", "Link binaries", "main.spv library.spv -o linked.spv", link::run),
    program("spirv-reduce", "Reduce a binary", "crash.spv -o small.spv -- ./still-crashes.sh", reduce::run),
    program("spirv-diff", "Compare two binaries", "before.spv after.spv", diff::run),
    program("spirv-cfg", "Draw control flow as DOT", "shader.spv -o shader.dot", cfg::run),
    program("spirv-objdump", "Extract the shader's source", "--source shader.spv", objdump::run),
    program("spirv-lint", "Warn about suspicious code", "shader.spv", lint::run),
    program("install-names", "Create links named after the SPIRV-Tools programs", "~/bin", install::run),
];

const fn program(
    name: &'static str,
    summary: &'static str,
    example: &'static str,
    run: fn(Call) -> Exit,
) -> Program {
    Program { name, summary, example, run }
}

/// Returns name, summary and example arguments of each program.
pub fn programs() -> impl Iterator<Item = [&'static str; 3]> {
    PROGRAMS.iter().map(|program| [program.name, program.summary, program.example])
}

fn named(name: &OsStr) -> Option<&'static Program> {
    PROGRAMS.iter().find(|program| program.name == name)
}

/// Returns whether a program with this name exists.
pub fn is_program(name: &str) -> bool {
    named(OsStr::new(name)).is_some()
}

/// Runs the program selected by the command line and returns its exit status. Returns `None` if the command line is for
/// `spv-opt` itself.
pub fn run(mut args: impl Iterator<Item = OsString>) -> Option<i32> {
    let path = args.next()?;
    let own = std::path::Path::new(&path);
    let stem = own.extension().filter(|extension| extension.eq_ignore_ascii_case("exe"));
    let name = if stem.is_some() { own.file_stem() } else { own.file_name() };
    let mut args: Vec<OsString> = args.collect();
    let program = match name.and_then(named) {
        Some(program) => program,
        None => {
            let program = named(args.first()?)?;
            args.remove(0);
            program
        }
    };
    Some((program.run)(Call { program: program.name, args }).unwrap_or_else(|message| {
        say(&message);
        1
    }))
}

/// Writes a message and a newline to standard error.
fn say(message: &str) {
    // A failure to write to standard error cannot be reported.
    _ = writeln!(std::io::stderr(), "{message}");
}

/// Writes a string to standard output.
fn print(text: &str) {
    _ = std::io::stdout().write_all(text.as_bytes());
}

/// Returns the first line of the output of `--version`.
fn version(program: &str) -> String {
    format!(
        "spv-opt {} as {program}, with the command line of SPIRV-Tools {RELEASE}\n",
        env!("CARGO_PKG_VERSION")
    )
}

/// The help output of a program that has a single option table.
struct Help {
    about: &'static str,
    usage: &'static str,
    flags: &'static [Flag],
    /// Returns the lines after the first in the output of `--version`.
    targets: fn() -> String,
}

/// Parses a command line with a single option table. Returns `None` if `--help` or `--version` was given and answered.
fn parsed(call: Call, help: &Help) -> Result<Option<Parsed>, String> {
    let parsed = flags::parse(help.flags, call.args)?;
    if parsed.has("-h") || parsed.has("--help") {
        print(&flags::help(call.program, help.about, help.usage, help.flags));
        return Ok(None);
    }
    if parsed.has("--version") {
        print(&format!("{}{}", version(call.program), (help.targets)()));
        return Ok(None);
    }
    Ok(Some(parsed))
}

/// Describes the default target environment, for `--version`.
fn default_target() -> String {
    format!("Target: {}\n", environment::describe_name(environment::DEFAULT))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the documentation has a table row for each option.
    #[test]
    fn options_are_documented() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/spirv-tools.md");
        let text = std::fs::read_to_string(path).expect("the page is there");
        let tables = [
            assemble::FLAGS,
            disassemble::FLAGS,
            validate::FLAGS,
            validate::VALUES,
            optimize::FLAGS,
            link::FLAGS,
            reduce::FLAGS,
            diff::FLAGS,
            cfg::FLAGS,
            objdump::FLAGS,
        ];
        let flags = tables.into_iter().flatten().map(|flag| flag.name.trim_end_matches('=').to_owned());
        let passes = spv_opt::compat::options::PASSES.iter().map(|option| match option.name {
            "O" | "Os" => format!("-{}", option.name),
            name => format!("--{name}"),
        });
        for name in flags.chain(passes) {
            assert!(text.contains(&format!("`{name}`")) || text.contains(&format!("`{name}=")), "{name}");
        }
    }
}
