//! Command lines of the SPIRV-Tools programs: option tables, parser and help output

use std::ffi::{OsStr, OsString};
use std::fmt::Write;

/// A command-line option of a program.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    /// Name of the option, including its dashes.
    pub name: &'static str,
    /// Name of the value in help output; empty for an option without a value.
    pub value: &'static str,
    /// One-line help text.
    pub help: &'static str,
}

/// Constructs an option without a value.
pub const fn switch(name: &'static str, help: &'static str) -> Flag {
    Flag { name, value: "", help }
}

/// Constructs an option with a value.
pub const fn with_value(name: &'static str, value: &'static str, help: &'static str) -> Flag {
    Flag { name, value, help }
}

/// Options that every program has.
pub const COMMON: [Flag; 3] = [
    switch("-h", "Print this help and exit"),
    switch("--help", "Print this help and exit"),
    switch("--version", "Print the version and exit"),
];

/// A parsed command line.
#[derive(Debug, Default)]
pub struct Parsed {
    flags: Vec<(&'static str, OsString)>,
    /// Arguments that are not options.
    pub files: Vec<OsString>,
}

impl Parsed {
    /// Returns whether an option without a value is set.
    pub fn has(&self, name: &str) -> bool {
        self.flags.iter().any(|(known, value)| *known == name && value == TRUE)
    }

    /// Returns the value of an option, or `None` if the option is not given or empty.
    pub fn value(&self, name: &str) -> Option<&OsStr> {
        let (_, value) = self.flags.iter().find(|(known, _)| *known == name)?;
        Some(value.as_os_str()).filter(|value| !value.is_empty())
    }
}

const TRUE: &str = "true";
const FALSE: &str = "false";

/// Parses a command line according to the rules of `flags.cpp` in SPIRV-Tools.
///
/// # Errors
/// An error message to print.
pub fn parse(table: &[Flag], args: Vec<OsString>) -> Result<Parsed, String> {
    let mut parsed = Parsed::default();
    let mut args = args.into_iter();
    while let Some(arg) = args.next() {
        if arg == "--" {
            parsed.files.extend(args.by_ref());
            break;
        }
        if arg.is_empty() {
            continue;
        }
        if arg == "-" || !arg.as_encoded_bytes().starts_with(b"-") {
            parsed.files.push(arg);
            continue;
        }
        let text = arg.to_string_lossy();
        let (name, own) = match text.split_once('=').filter(|_| text.starts_with("--")) {
            Some((name, value)) => (name, Some(OsString::from(value))),
            None => (&*text, None),
        };
        let Some(flag) = COMMON.iter().chain(table).find(|flag| flag.name == name) else {
            return Err(format!("Unknown flag {name}"));
        };
        if parsed.flags.iter().any(|(known, _)| *known == flag.name) {
            return Err(format!("The flag {name} was specified multiple times."));
        }
        let value = match (flag.value.is_empty(), own) {
            (true, None) => Some(TRUE.into()),
            (true, Some(value)) => Some(value).filter(|value| value == TRUE || value == FALSE),
            (false, None) => args.next(),
            (false, own) => own,
        };
        let value = value.ok_or_else(|| format!("Invalid usage for flag {name}"))?;
        parsed.flags.push((flag.name, value));
    }
    Ok(parsed)
}

/// Formats the help output of `program`: the description `about`, the command line `usage`, and the options.
pub fn help(program: &str, about: &str, usage: &str, flags: &[Flag]) -> String {
    let mut out = format!("{program} - {about}\n\nUsage: {program} {usage}\n\nOptions:\n\n");
    let title = |flag: &Flag| match (flag.value, flag.name.strip_suffix('=')) {
        ("", _) => flag.name.to_owned(),
        (value, Some(_)) => format!("{}<{value}>", flag.name),
        (value, None) => format!("{} <{value}>", flag.name),
    };
    let all = || COMMON.iter().chain(flags);
    let width = all().map(|flag| title(flag).len()).max().unwrap_or(0);
    for flag in all() {
        _ = writeln!(out, "  {:width$}  {}", title(flag), flag.help);
    }
    _ = write!(
        out,
        "\nThis is spv-opt's replacement for the SPIRV-Tools program: docs/spirv-tools.md lists the differences.\n"
    );
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: [Flag; 2] = [switch("--raw-id", ""), with_value("-o", "filename", "")];

    fn read(line: &str) -> Result<Parsed, String> {
        parse(&TABLE, line.split(' ').map(OsString::from).collect())
    }

    #[test]
    fn options_and_files() {
        let parsed = read("a.spv --raw-id -o --x - -- --help").expect("the line is right");
        assert!(parsed.has("--raw-id") && !parsed.has("--help"));
        assert_eq!(parsed.value("-o"), Some(OsStr::new("--x")));
        assert_eq!(parsed.files, ["a.spv", "-", "--help"]);
        assert!(!read("--raw-id=false").expect("the line is right").has("--raw-id"));
    }

    #[test]
    fn wrong_lines() {
        let message = |line: &str| read(line).map(|parsed| parsed.files).expect_err("the line is wrong");
        assert_eq!(message("--nope=1"), "Unknown flag --nope");
        assert_eq!(message("-o=x"), "Unknown flag -o=x");
        assert_eq!(message("--raw-id --raw-id"), "The flag --raw-id was specified multiple times.");
        assert_eq!(message("--raw-id=1"), "Invalid usage for flag --raw-id");
        assert_eq!(message("x -o"), "Invalid usage for flag -o");
    }
}
