//! Options that are spelled and work as those of mlir-opt and mlir-translate.

use clap::ValueEnum;
use spv_opt::dialect::llvm::{LLVM14, LLVM19, LLVM22};
use spv_opt::ir::{Diagnostics, TextForm};
use spv_opt::parser::ParseOptions;
use spv_opt::printer::Options;
use std::ffi::OsString;

/// Which namespace names of the dialect are written with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Prefix {
    /// `spv.`, as up to LLVM 15
    #[default]
    Spv,
    /// `spirv.`, as since LLVM 16
    Spirv,
}

/// Options of mlir-opt and mlir-translate. Each may be spelled with one dash, too.
#[derive(clap::Args, Debug, Default)]
#[command(next_help_heading = "As in mlir-opt (one dash will do)")]
pub struct MlirArgs {
    /// Reads and writes what this version of LLVM does, 14, 19 or 22: names by number, and from 19 on the prefix spirv
    #[arg(long, value_name = "VERSION", value_parser = version)]
    pub mlir_compat: Option<&'static TextForm>,

    /// With --mlir-compat: functions whose constructs have results, exits or switches, which LLVM 14 has no
    /// text for, are written as plain blocks, and debug instructions are left out. Constructs are lost so,
    /// what is computed is not. Ops that LLVM 14 lacks remain an error
    #[arg(long, requires = "mlir_compat")]
    pub mlir_compat_lower: bool,

    /// The prefix of names of the dialect that is written; both are read
    #[arg(long, value_enum, value_name = "PREFIX", default_value_t)]
    pub mlir_prefix: Prefix,

    /// Writes every op in the generic form
    #[arg(long)]
    pub mlir_print_op_generic: bool,

    /// Writes all locations, those of ops in the text that was read included
    #[arg(long)]
    pub mlir_print_debuginfo: bool,

    /// Writes no aliases: what one op says can be read by itself
    #[arg(long)]
    pub mlir_print_local_scope: bool,

    /// Leaves the elements of constants out that have more than this; such a text cannot be exported
    #[arg(long, value_name = "N")]
    pub mlir_elide_elementsattrs_if_larger: Option<usize>,

    /// Writes the elements of constants as one string of their bytes in hexadecimal where they are more than
    /// this, -1: never. LLVM does so from 101 on, and so does --mlir-compat=14
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub mlir_print_elementsattrs_with_hex_if_larger: Option<i64>,

    /// Works on each part between lines `// -----` by itself
    #[arg(long)]
    pub split_input_file: bool,

    /// Expects the errors, warnings and notes that comments in the text announce:
    /// `// expected-error @+1 {{part of the message}}`, `-re` for a regular expression
    #[arg(long)]
    pub verify_diagnostics: bool,

    /// Keeps ops of unknown dialects, in the generic form
    #[arg(long)]
    pub allow_unregistered_dialect: bool,

    /// Checks that the text of the module, in the form that is asked for, reads back as the same module
    #[arg(long)]
    pub verify_roundtrip: bool,

    /// Writes binary, and reads that again, before anything is written
    #[arg(long)]
    pub test_spirv_roundtrip: bool,

    /// The same, with the positions of ops in the text as OpLine
    #[arg(long)]
    pub test_spirv_roundtrip_debug: bool,

    /// The same as `--emit=spirv`
    #[arg(long, conflicts_with = "emit")]
    pub serialize_spirv: bool,

    /// The same as `--emit=text`: that the input is binary shows in its first bytes. With --serialize-spirv
    /// the module is written as binary and read again first
    #[arg(long, conflicts_with = "emit")]
    pub deserialize_spirv: bool,

    /// Writes no `module` around the ops where it has neither name nor attributes
    #[arg(long)]
    pub no_implicit_module: bool,

    /// Accepted: numeric ids of assembly are always kept
    #[arg(long, hide = true)]
    preserve_numeric_ids: bool,

    /// Accepted, and without effect: messages show the line of the text
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide = true)]
    mlir_print_op_on_diagnostic: Option<String>,

    /// Accepted, and without effect
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide = true)]
    mlir_print_stacktrace_on_diagnostic: Option<String>,
}

/// A version of LLVM whose text is known.
fn version(text: &str) -> Result<&'static TextForm, String> {
    match text {
        "14" => Ok(&LLVM14),
        "19" => Ok(&LLVM19),
        "22" => Ok(&LLVM22),
        _ => Err("expected 14, 19 or 22".to_owned()),
    }
}

impl MlirArgs {
    /// Whether text is that of LLVM 14.
    pub fn is_llvm14(&self) -> bool {
        self.mlir_compat == Some(&LLVM14)
    }

    /// Whether text is that of a version of LLVM.
    pub fn is_llvm(&self) -> bool {
        self.mlir_compat.is_some()
    }

    /// Whether text is that of LLVM 19 or later.
    pub fn is_since_llvm19(&self) -> bool {
        self.mlir_compat.is_some_and(|form| form.version >= 19)
    }

    /// Has messages call ops and types as the text that is written does.
    pub fn rename(&self, mut list: Diagnostics) -> Diagnostics {
        if self.is_since_llvm19() {
            for diagnostic in &mut list.list {
                let notes = diagnostic.notes.iter_mut().map(|(_, message)| message);
                let op = diagnostic.excerpt.iter_mut().filter_map(|excerpt| excerpt.text.as_mut());
                for message in std::iter::once(&mut diagnostic.message).chain(op).chain(notes) {
                    // In prose LLVM 19 calls one type as before.
                    *message =
                        message.replace("spv.", "spirv.").replace("a !spirv.ptr type", "a !spv.ptr type");
                }
            }
        }
        list
    }

    /// Whether the module is to be written as binary and read again.
    pub fn roundtrip(&self) -> bool {
        let both = self.serialize_spirv && self.deserialize_spirv;
        self.test_spirv_roundtrip || self.test_spirv_roundtrip_debug || both
    }

    /// How to read text.
    pub fn parse_options(&self) -> ParseOptions {
        ParseOptions {
            allow_unregistered: self.allow_unregistered_dialect,
            compat: self.mlir_compat,
            locate_arguments: self.mlir_print_debuginfo,
            ..ParseOptions::default()
        }
    }

    /// How to write text.
    pub fn print_options(&self) -> Options<'static> {
        Options {
            generic: self.mlir_print_op_generic,
            compat: self.mlir_compat,
            dialect_alias: self.is_since_llvm19() || self.mlir_prefix == Prefix::Spirv,
            debug_info: self.mlir_print_debuginfo,
            local_scope: self.mlir_print_local_scope,
            elide_larger: self.mlir_elide_elementsattrs_if_larger,
            hex_larger: self.mlir_print_elementsattrs_with_hex_if_larger,
            no_implicit_module: self.no_implicit_module,
            ..Options::default()
        }
    }
}

/// Arguments with the dash added that LLVM's tools do without: `-split-input-file` becomes
/// `--split-input-file`, and so does an unknown option, for the sake of the message. What follows `--` stays as it
/// is, and so do short options with their values: `-o` and `-ofile`.
pub fn two_dashes(args: impl Iterator<Item = OsString>, known: &clap::Command) -> Vec<OsString> {
    let is_long = |name: &str| {
        let named = |arg: &clap::Arg| {
            arg.get_long() == Some(name) || arg.get_all_aliases().is_some_and(|all| all.contains(&name))
        };
        known.get_arguments().any(named) || matches!(name, "help" | "version")
    };
    let takes_value = |letter: char| {
        let named = |arg: &clap::Arg| arg.get_short() == Some(letter) && arg.get_action().takes_values();
        // That of a pipeline is options, which an equals sign begins.
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

/// Whether this asks LLVM's tools for help, with one dash or two.
fn is_help(arg: &str) -> bool {
    let name = arg.strip_prefix("--").or_else(|| arg.strip_prefix('-'));
    matches!(name, Some("help-hidden" | "help-list" | "help-list-hidden"))
}

/// Whether a name after one dash is longer than a letter, and none that a second dash begins.
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
