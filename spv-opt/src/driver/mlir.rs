//! Options of mlir-opt and mlir-translate, with the same spelling and meaning

use clap::ValueEnum;
use spv_opt::dialect::llvm::{LLVM14, VERSIONS, since};
use spv_opt::ir::{Diagnostics, Since, TextForm};
use spv_opt::parser::ParseOptions;
use spv_opt::printer::Options;
use std::ffi::OsString;

/// The namespace of the dialect in printed names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Prefix {
    /// `spv.`, as in LLVM 15 and earlier
    #[default]
    Spv,
    /// `spirv.`, as in LLVM 16 and newer
    Spirv,
}

/// Help heading of the options of mlir-opt and mlir-translate.
pub const HEADING: &str = "Options of mlir-opt (one dash suffices)";

/// The options of mlir-opt and mlir-translate. Each may also be spelled with a single dash.
#[derive(clap::Args, Debug, Default)]
#[command(next_help_heading = HEADING)]
pub struct MlirArgs {
    /// Read and write the MLIR syntax of LLVM 14, 19, 22 or 24. Printed values are numbered instead of named. Since
    /// LLVM 19, the dialect prefix is `spirv`
    #[arg(long, value_name = "VERSION", value_parser = version)]
    pub mlir_compat: Option<&'static TextForm>,

    /// With --mlir-compat: rewrite constructs that MLIR cannot express. Functions with switches, and with constructs
    /// that have results or extra exits, become plain blocks without constructs; debug instructions are dropped. Ops
    /// that LLVM 14 lacks remain errors
    #[arg(long, requires = "mlir_compat")]
    pub mlir_compat_lower: bool,

    /// Dialect prefix of printed names; both are accepted in input
    #[arg(long, value_enum, value_name = "PREFIX", default_value_t)]
    pub mlir_prefix: Prefix,

    /// Print every op in generic form
    #[arg(long)]
    pub mlir_print_op_generic: bool,

    /// Print all locations, including those of ops read from text
    #[arg(long)]
    pub mlir_print_debuginfo: bool,

    /// Print without aliases, so that each op is self-contained
    #[arg(long)]
    pub mlir_print_local_scope: bool,

    /// Elide the elements of constants with more than N elements; text with elided elements cannot be exported
    #[arg(long, value_name = "N")]
    pub mlir_elide_elementsattrs_if_larger: Option<usize>,

    /// Print the elements of constants with more than N elements as one hexadecimal string of bytes; -1 disables this.
    /// LLVM and --mlir-compat=14 use N = 100
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub mlir_print_elementsattrs_with_hex_if_larger: Option<i64>,

    /// Process each part between `// -----` lines separately
    #[arg(long)]
    pub split_input_file: bool,

    /// Check diagnostics against comments in the text: `// expected-error @+1 {{substring}}`; `-re` for a regular
    /// expression
    #[arg(long)]
    pub verify_diagnostics: bool,

    /// Accept ops of unknown dialects in generic form
    #[arg(long)]
    pub allow_unregistered_dialect: bool,

    /// Check that the printed text parses back to the same module
    #[arg(long)]
    pub verify_roundtrip: bool,

    /// Export to binary and import again before printing
    #[arg(long)]
    pub test_spirv_roundtrip: bool,

    /// Like --test-spirv-roundtrip, with the text positions of ops as OpLine
    #[arg(long)]
    pub test_spirv_roundtrip_debug: bool,

    /// Alias for `--emit=spirv`
    #[arg(long, conflicts_with = "emit")]
    pub serialize_spirv: bool,

    /// Alias for `--emit=text`; binary input is detected automatically. With --serialize-spirv: export to binary,
    /// import again, and print text
    #[arg(long, conflicts_with = "emit")]
    pub deserialize_spirv: bool,

    /// With --serialize-spirv: also write each module to a file `PREFIXnumber.spv`, for spirv-val. Numbers start at 0
    #[arg(long, value_name = "PREFIX", requires = "serialize_spirv")]
    pub spirv_save_validation_files_with_prefix: Option<String>,

    /// Omit the enclosing `module` op if it has neither name nor attributes
    #[arg(long)]
    pub no_implicit_module: bool,

    /// Accepted for compatibility: numeric ids of assembly are always preserved
    #[arg(long, hide = true)]
    preserve_numeric_ids: bool,

    /// Accepted for compatibility: diagnostics show the source line instead
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide = true)]
    mlir_print_op_on_diagnostic: Option<String>,

    /// Accepted for compatibility
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide = true)]
    mlir_print_stacktrace_on_diagnostic: Option<String>,
}

/// Parses a supported LLVM version, and returns the MLIR syntax of that version.
fn version(text: &str) -> Result<&'static TextForm, String> {
    let known = VERSIONS.into_iter().find(|form| text.parse() == Ok(form.version));
    known.ok_or_else(|| {
        let numbers = VERSIONS.map(|form| form.version.to_string());
        let (last, others) = numbers.split_last().map_or(("", &[][..]), |(last, others)| (last, others));
        format!("expected {} or {last}", others.join(", "))
    })
}

impl MlirArgs {
    /// Returns whether the MLIR syntax is that of LLVM 14.
    pub fn is_llvm14(&self) -> bool {
        self.mlir_compat == Some(&LLVM14)
    }

    /// Returns whether the MLIR syntax is that of any LLVM version.
    pub fn is_llvm(&self) -> bool {
        self.mlir_compat.is_some()
    }

    /// Returns whether the selected MLIR syntax has a feature that LLVM introduced in some version.
    pub fn has(&self, since: Since) -> bool {
        since.holds(self.mlir_compat)
    }

    /// Renames ops and types in messages to match the printed syntax.
    pub fn rename(&self, mut list: Diagnostics) -> Diagnostics {
        if self.has(since::SPIRV_PREFIX) {
            for diagnostic in &mut list.list {
                let notes = diagnostic.notes.iter_mut().map(|(_, message)| message);
                let op = diagnostic.excerpt.iter_mut().filter_map(|excerpt| excerpt.text.as_mut());
                for message in std::iter::once(&mut diagnostic.message).chain(op).chain(notes) {
                    // LLVM 19 still writes `!spv.ptr` in this message.
                    *message = message
                        .replace("spv.GLSL.", "spv.GL.")
                        .replace("spv.OCL.", "spv.CL.")
                        .replace("spv.", "spirv.")
                        .replace("a !spirv.ptr type", "a !spv.ptr type");
                }
            }
        }
        list
    }

    /// Returns whether to export the module to a binary and import it again.
    pub fn roundtrip(&self) -> bool {
        let both = self.serialize_spirv && self.deserialize_spirv;
        self.test_spirv_roundtrip || self.test_spirv_roundtrip_debug || both
    }

    /// Returns the parser options that correspond to these arguments.
    pub fn parse_options(&self) -> ParseOptions {
        ParseOptions {
            allow_unregistered: self.allow_unregistered_dialect,
            compat: self.mlir_compat,
            locate_arguments: self.mlir_print_debuginfo,
            ..ParseOptions::default()
        }
    }

    /// Returns the printer options that correspond to these arguments.
    pub fn print_options(&self) -> Options<'static> {
        Options {
            generic: self.mlir_print_op_generic,
            compat: self.mlir_compat,
            dialect_alias: self.has(since::SPIRV_PREFIX) || self.mlir_prefix == Prefix::Spirv,
            debug_info: self.mlir_print_debuginfo,
            local_scope: self.mlir_print_local_scope,
            elide_larger: self.mlir_elide_elementsattrs_if_larger,
            hex_larger: self.mlir_print_elementsattrs_with_hex_if_larger,
            no_implicit_module: self.no_implicit_module,
            ..Options::default()
        }
    }
}

/// Adds a dash to long options that are spelled with one dash, as LLVM's tools allow: `-split-input-file` becomes
/// `--split-input-file`. Also adds a dash to unknown options, for better error messages. Leaves short options with
/// values (`-o`, `-ofile`) and arguments after `--` unchanged.
pub fn two_dashes(args: impl Iterator<Item = OsString>, known: &clap::Command) -> Vec<OsString> {
    let is_long = |name: &str| {
        let named = |arg: &clap::Arg| {
            arg.get_long() == Some(name) || arg.get_all_aliases().is_some_and(|all| all.contains(&name))
        };
        known.get_arguments().any(named) || matches!(name, "help" | "version")
    };
    let takes_value = |letter: char| {
        let named = |arg: &clap::Arg| arg.get_short() == Some(letter) && arg.get_action().takes_values();
        // Options of the pipeline `-O` follow an equals sign. Letters after `-O` form another option, such as `-O3`.
        letter != 'O' && known.get_arguments().any(named)
    };
    let mut raw = false;
    args.map(|arg| {
        if !raw && arg.to_str().is_some_and(is_help) {
            return "--help".into();
        }
        raw |= arg == "--";
        let text = arg.to_str().filter(|_| !raw).and_then(|text| text.strip_prefix('-'));
        let name = text.map(|text| text.split('=').next().unwrap_or(text));
        match (text, name) {
            (Some(text), Some(name)) if name.len() > 1 && is_long(name) => format!("--{text}").into(),
            (Some(text), Some(name)) if is_word(name) && !name.starts_with(takes_value) => {
                format!("--{text}").into()
            }
            _ => arg,
        }
    })
    .collect()
}

/// Returns whether an argument is one of LLVM's variants of `--help`, with one or two dashes.
fn is_help(arg: &str) -> bool {
    let name = arg.strip_prefix("--").or_else(|| arg.strip_prefix('-'));
    matches!(name, Some("help-hidden" | "help-list" | "help-list-hidden"))
}

/// Returns whether an option name after one dash has at least two characters and starts with a letter.
fn is_word(name: &str) -> bool {
    name.chars().count() > 1 && name.starts_with(|c: char| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::args::Args;
    use clap::CommandFactory;

    #[test]
    fn one_dash_will_do() {
        let line =
            "spv-opt -split-input-file -o x.mlir -emit=none -oy --no-verify -cze=1 -O -O=a -O3 -V - -- -emit";
        let changed = two_dashes(line.split(' ').map(OsString::from), &Args::command());
        let expected = "spv-opt --split-input-file -o x.mlir --emit=none -oy --no-verify --cze=1 -O -O=a --O3 -V - -- -emit";
        assert_eq!(changed, expected.split(' ').collect::<Vec<_>>());
    }
}
