//! Command-line arguments of spv-opt

use super::mlir::MlirArgs;
use super::passes::PassArgs;
use super::validation_args::{ValidationArgs, environment};
use super::view::ViewArgs;
use clap::{Parser, ValueEnum};
use spv_opt::dialect::validate::TargetEnv;
use spv_opt::serialize::import::{FAULTS, Faults};
use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (grammar: SPIR-V 1.6 revision 7)");

const EXAMPLES: &str = "\
Examples:
  spv-opt shader.spv                   print readable text
  spv-opt shader.spv -o shader.mlir    write a text file
  spv-opt shader.mlir -o shader.spv    write binary SPIR-V
  spv-opt - --emit=none < shader.spv   verify only
  spv-opt --cse shaders/*.spv -o out/  transform many files, keeping their formats
  spv-opt lsp                          run the language server for editors

Commands: see spv-opt --help
Programs of SPIRV-Tools: spv-opt spirv-val ..., or under their names after spv-opt install-names DIR

Exit status: 0 on success, 1 on any error. On error, output files stay unchanged,
except that a binary rejected by --validate is still written for inspection.";

// Without arguments, prints help on a terminal, and otherwise reads standard input like mlir-opt.
/// Read SPIR-V modules (binary, text or assembly), verify and transform them, and write them as text or binary
#[derive(Parser, Debug, Default)]
#[command(name = "spv-opt", version = VERSION, after_help = EXAMPLES)]
#[command(max_term_width = 100, arg_required_else_help = io::stdin().is_terminal())]
pub struct Args {
    /// Input files; `-` reads standard input. The format is detected from the first bytes: binary SPIR-V of either
    /// endianness, text, or assembly as accepted by spirv-as
    #[arg(default_value = "-", value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    /// Output file; `-` writes standard output (the default). For several inputs, a directory: each output keeps the
    /// name and format of its input
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Output format. Default: binary for a `.spv` output, assembly for `.spvasm`, a C array for `.h`, otherwise text
    #[arg(long, value_enum, value_name = "KIND")]
    pub emit: Option<Emit>,

    /// Print or draw only the functions with this symbol (in MLIR text, without `@`) or entry point name. Of a mangled
    /// name such as `helper(f1;`, `helper` suffices. May be repeated
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,

    /// Print result ids as comments (`// %12`): the ids of the input binary, or for text input the ids of the exported
    /// binary
    #[arg(long)]
    pub print_ids: bool,

    /// Print known integer ranges as comments (`// [0, 15]`)
    #[arg(long)]
    pub print_ranges: bool,

    /// Print a comment (`// divergent`) at values that may differ between invocations
    #[arg(long)]
    pub print_uniformity: bool,

    /// Write the ids of the exported binary to a file, one per line: the name in MLIR text (`@f %12`), a tab, the id
    #[arg(long, value_name = "FILE")]
    pub id_map: Option<PathBuf>,

    /// Print the SPIR-V versions, extensions and capabilities that each op requires to standard output. Brackets
    /// enclose alternatives
    #[arg(long, alias = "test-spirv-op-availability")]
    pub print_availability: bool,

    /// Print the parameters, types, syntax and builders of an op (for example `spv.Load`) and exit
    #[arg(long, value_name = "OP")]
    pub describe_op: Option<String>,

    /// Print the number of operations of each name to standard error
    #[arg(long)]
    pub print_op_stats: bool,

    /// Run the installed spirv-val on the exported binary, optionally for a target environment, for example
    /// `--validate=vulkan1.3`
    #[arg(long, value_name = "ENV", num_args = 0..=1, require_equals = true)]
    pub validate: Option<Option<String>>,

    /// Format of diagnostics on standard error: text, or JSON with one object per line
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub diagnostics_format: DiagnosticsFormat,

    /// Do not verify the module after reading
    #[arg(long)]
    pub no_verify: bool,

    /// Options that repair known producer faults.
    #[command(flatten)]
    pub tolerate: TolerateArgs,

    /// Print a completion script for a shell and exit
    #[arg(long, value_enum, value_name = "SHELL")]
    pub completions: Option<clap_complete::Shell>,

    /// Print a man page and exit
    #[arg(long)]
    pub man: bool,

    /// Options of validation for a target environment.
    #[command(flatten)]
    pub validation: ValidationArgs,

    /// Options of the pass manager, and the passes to run between reading and writing.
    #[command(flatten)]
    pub passes: PassArgs,

    /// Options that draw graphs.
    #[command(flatten)]
    pub view: ViewArgs,

    /// Options with the names of mlir-opt and mlir-translate.
    #[command(flatten)]
    pub mlir: MlirArgs,
}

/// The option that repairs known producer faults in binaries.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct TolerateArgs {
    /// Repair known producer faults in the input binary: misplaced-merges, predicated-opcodes,
    /// repeated-wraps, same-width-conversions
    #[arg(long = "tolerate", value_name = "FAULT", value_delimiter = ',', value_parser = fault)]
    list: Vec<Faults>,
}

impl TolerateArgs {
    /// Returns the producer faults to repair.
    pub fn faults(&self) -> Faults {
        self.list.iter().fold(Faults::default(), |all, fault| all.union(*fault))
    }
}

/// The options of subcommands that read modules.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct ReadArgs {
    /// Options that repair known producer faults.
    #[command(flatten)]
    pub tolerate: TolerateArgs,

    /// Target environment, for example `vulkan1.1`. Its SPIR-V version applies to assembly and MLIR text without a
    /// version
    #[arg(long, value_name = "ENV", value_parser = environment)]
    target_env: Option<TargetEnv>,
}

impl ReadArgs {
    /// Returns the SPIR-V version for modules that specify none, or `None` to use the default.
    pub fn version(&self) -> Option<u32> {
        self.target_env.as_ref().map(|env| env.environment.version)
    }
}

fn fault(name: &str) -> Result<Faults, String> {
    Faults::named(name).ok_or_else(|| {
        let names: Vec<&str> = FAULTS.iter().map(|fault| fault.name).collect();
        format!("expected one of {}", names.join(", "))
    })
}

/// The output format of diagnostics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum DiagnosticsFormat {
    /// Text for people
    #[default]
    Text,
    /// JSON for tools; docs/diagnostics.md describes the fields
    Json,
}

/// The output format of modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// MLIR text
    Text,
    /// MLIR text with every op in generic form
    Generic,
    /// Binary SPIR-V
    Spirv,
    /// SPIR-V assembly, as printed by spirv-dis
    Spvasm,
    /// A C array of the words of the binary, named after the output file
    C,
    /// No output
    None,
}

impl Emit {
    /// Returns the output format with this name, or `None` if the name is unknown.
    pub fn of_name(name: &str) -> Option<Emit> {
        Emit::from_str(name, false).ok()
    }

    /// Returns whether this format requires exporting the module to a binary.
    pub fn is_binary(self) -> bool {
        matches!(self, Emit::Spirv | Emit::Spvasm | Emit::C)
    }
}

impl Args {
    /// Returns the output format: the requested format, or else the format implied by the output file name.
    pub fn emit(&self) -> Emit {
        let extension = self.output.as_deref().and_then(Path::extension);
        if self.mlir.deserialize_spirv {
            return Emit::Text;
        }
        if self.mlir.serialize_spirv {
            return Emit::Spirv;
        }
        if self.view.any() && self.output.is_none() {
            // Only the graphs are written to standard output.
            return self.emit.unwrap_or(Emit::None);
        }
        let kind = match extension.and_then(OsStr::to_str) {
            Some("spv") => Emit::Spirv,
            Some("spvasm") => Emit::Spvasm,
            Some("h") => Emit::C,
            _ => Emit::Text,
        };
        self.emit.unwrap_or(kind)
    }

    /// Returns whether the output format, the id map or spirv-val requires exporting the module to a binary.
    pub fn exports(&self, emit: Emit) -> bool {
        emit.is_binary() || self.id_map.is_some() || self.validate.is_some()
    }

    /// Returns whether any option inspects the module, beyond reading and writing it.
    pub fn looks_inside(&self) -> bool {
        let notes = self.print_ids || self.print_ranges || self.print_uniformity;
        let reports = !self.function.is_empty() || notes || self.print_availability || self.print_op_stats;
        let mlir = &self.mlir;
        let checks = mlir.roundtrip() || mlir.verify_roundtrip || mlir.is_llvm();
        let saves = mlir.spirv_save_validation_files_with_prefix.is_some();
        reports
            || checks
            || saves
            || self.validation.env.is_some()
            || self.id_map.is_some()
            || self.view.any()
            || self.passes.manager.run_reproducer
    }

    /// Returns whether the run exports the module to a binary for any purpose, including a round trip.
    pub fn makes_binary(&self) -> bool {
        self.mlir.roundtrip() || self.exports(self.emit())
    }

    /// Returns the output format for a file in the output directory: the requested format, or else the format of the
    /// input. `binary` is whether the input is a binary.
    pub fn emit_like(&self, binary: bool) -> Emit {
        match self.emit {
            Some(emit) => emit,
            None if self.mlir.serialize_spirv && !self.mlir.deserialize_spirv => Emit::Spirv,
            None if self.mlir.deserialize_spirv => Emit::Text,
            None if binary => Emit::Spirv,
            None => Emit::Text,
        }
    }

    /// Returns the file name that represents the binary in messages: the output if it is a binary, and otherwise the
    /// input.
    pub fn written<'a>(&'a self, input: &'a Path) -> &'a Path {
        self.output.as_deref().filter(|_| self.emit() == Emit::Spirv).unwrap_or(input)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(line: &str) -> Args {
        Args::try_parse_from(line.split(' ')).expect("the line is right")
    }

    #[test]
    fn kind_of_output() {
        assert_eq!(args("spv-opt a.spv").emit(), Emit::Text);
        assert_eq!(args("spv-opt a.spv -o b.mlir").emit(), Emit::Text);
        assert_eq!(args("spv-opt a.mlir -o b.spv").emit(), Emit::Spirv);
        assert_eq!(args("spv-opt a.mlir -o b.spvasm").emit(), Emit::Spvasm);
        assert_eq!(args("spv-opt a.spv -o b.h").emit(), Emit::C);
        assert_eq!(args("spv-opt a.mlir -o b.spv --emit=generic").emit(), Emit::Generic);
        assert_eq!(args("spv-opt - --emit spirv -o -").emit(), Emit::Spirv);
    }

    #[test]
    fn environment_is_optional() {
        assert_eq!(args("spv-opt a.spv").validate, None);
        assert_eq!(args("spv-opt --validate a.spv").validate, Some(None));
        assert_eq!(args("spv-opt --validate=vulkan1.3 a.spv").validate, Some(Some("vulkan1.3".into())));
    }
}
