//! What the tool is asked for.

use super::mlir::MlirArgs;
use super::passes::PassArgs;
use super::verdict::VerdictArgs;
use super::view::ViewArgs;
use clap::{Parser, ValueEnum};
use spv_opt::serialize::import::{FAULTS, Faults};
use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (grammar: SPIR-V 1.6 revision 7)");

const EXAMPLES: &str = "\
Examples:
  spv-opt shader.spv                   readable text on standard output
  spv-opt shader.spv -o shader.mlir    a text file
  spv-opt shader.mlir -o shader.spv    binary SPIR-V
  spv-opt - --emit=none < shader.spv   only check it
  spv-opt --cse shaders/*.spv -o out/  many files, each written as what it was
  spv-opt lsp                          a language server, for editors

Commands: see spv-opt --help
Programs of SPIRV-Tools: spv-opt spirv-val ..., or under their names after spv-opt install-names DIR

Exit status: 0 if all went well, 1 on any error; files are then as they were before
(what --validate refuses has been written, to be looked at).";

// Without arguments a person is helped, and a pipe is read, as in mlir-opt.
/// Reads a SPIR-V module, binary or text, checks it, and writes it as text or binary.
#[derive(Parser, Debug, Default)]
#[command(name = "spv-opt", version = VERSION, about, after_help = EXAMPLES)]
#[command(max_term_width = 100, arg_required_else_help = io::stdin().is_terminal())]
pub struct Args {
    /// Files to read, `-` for standard input. What one holds shows in its first bytes: binary SPIR-V of
    /// either endianness, text, or assembly as spirv-as reads it
    #[arg(default_value = "-", value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    /// File to write, `-` for standard output (the default). Several inputs need a folder: each is then
    /// written as what it was, under its own name
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// What to write. Without it: binary if the name of the output ends in `.spv`, assembly if in
    /// `.spvasm`, else text
    #[arg(long, value_enum, value_name = "KIND")]
    pub emit: Option<Emit>,

    /// Notes ids beside the text, `// %12`: those of the binary that was read; where text was read, those
    /// of the binary that would be written
    #[arg(long)]
    pub print_ids: bool,

    /// Notes the ranges of integers beside the text, `// [0, 15]`, where anything is known of them
    #[arg(long)]
    pub print_ranges: bool,

    /// Notes beside the text which values are divergent, `// divergent`: not the same for all invocations that execute
    /// their definition together
    #[arg(long)]
    pub print_uniformity: bool,

    /// Writes the ids of the exported binary: one line each, symbol, value or block as the text spells
    /// it (`@f %12`), tab, number
    #[arg(long, value_name = "FILE")]
    pub id_map: Option<PathBuf>,

    /// Lists on standard output which versions of SPIR-V have each operation, and the extensions and capabilities
    /// that it needs, any one of each pair of brackets
    #[arg(long, alias = "test-spirv-op-availability")]
    pub print_availability: bool,

    /// Prints the parameters, types, text and builders of an operation, e.g. `spv.Load`, and ends
    #[arg(long, value_name = "OP")]
    pub describe_op: Option<String>,

    /// Prints on standard error how many operations of each name there are
    #[arg(long)]
    pub print_op_stats: bool,

    /// Runs the installed spirv-val on the binary that is (or would be) written, for the given target
    /// environment, e.g. `--validate=vulkan1.3`
    #[arg(long, value_name = "ENV", num_args = 0..=1, require_equals = true)]
    pub validate: Option<Option<String>>,

    /// How errors are written on standard error: as text, or as JSON, an object a line
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub diagnostics_format: DiagnosticsFormat,

    /// Does not verify the module after reading it
    #[arg(long)]
    pub no_verify: bool,

    /// The faults of producers that are repaired.
    #[command(flatten)]
    pub tolerate: TolerateArgs,

    /// Prints a script of completions for a shell, and ends
    #[arg(long, value_enum, value_name = "SHELL")]
    pub completions: Option<clap_complete::Shell>,

    /// Prints a man page, and ends
    #[arg(long)]
    pub man: bool,

    /// The environment that the module is validated for.
    #[command(flatten)]
    pub verdict: VerdictArgs,

    /// What runs between reading and writing.
    #[command(flatten)]
    pub passes: PassArgs,

    /// Pictures.
    #[command(flatten)]
    pub view: ViewArgs,

    /// Options of mlir-opt.
    #[command(flatten)]
    pub mlir: MlirArgs,
}

/// The option that repairs known faults of producers in binaries.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct TolerateArgs {
    /// Repairs known faults of producers in a binary before reading it: misplaced-merges, predicated-opcodes
    #[arg(long = "tolerate", value_name = "FAULT", value_delimiter = ',', value_parser = fault)]
    list: Vec<Faults>,
}

impl TolerateArgs {
    /// Returns the faults that are repaired.
    pub fn faults(&self) -> Faults {
        self.list.iter().fold(Faults::default(), |all, fault| all.union(*fault))
    }
}

fn fault(name: &str) -> Result<Faults, String> {
    Faults::named(name).ok_or_else(|| {
        let names: Vec<&str> = FAULTS.iter().map(|fault| fault.name).collect();
        format!("it is none of {}", names.join(", "))
    })
}

/// How errors are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum DiagnosticsFormat {
    /// For people
    #[default]
    Text,
    /// For tools: docs/diagnostics.md describes the fields
    Json,
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// Readable text
    Text,
    /// Text with every op in the generic form
    Generic,
    /// Binary SPIR-V
    Spirv,
    /// The assembly of that, as spirv-dis prints it
    Spvasm,
    /// Nothing
    None,
}

impl Emit {
    /// The kind of a name.
    pub fn of_name(name: &str) -> Option<Emit> {
        Emit::from_str(name, false).ok()
    }

    /// Whether the binary is made for it.
    pub fn is_binary(self) -> bool {
        matches!(self, Emit::Spirv | Emit::Spvasm)
    }
}

impl Args {
    /// What is written: as asked for, or as the name of the output says.
    pub fn emit(&self) -> Emit {
        let extension = self.output.as_deref().and_then(Path::extension);
        if self.mlir.deserialize_spirv {
            return Emit::Text;
        }
        if self.mlir.serialize_spirv {
            return Emit::Spirv;
        }
        if self.view.any() && self.output.is_none() {
            // The pictures are what is written.
            return self.emit.unwrap_or(Emit::None);
        }
        let kind = match extension.and_then(OsStr::to_str) {
            Some("spv") => Emit::Spirv,
            Some("spvasm") => Emit::Spvasm,
            _ => Emit::Text,
        };
        self.emit.unwrap_or(kind)
    }

    /// Whether the binary is made, to be written as this or looked at.
    pub fn exports(&self, emit: Emit) -> bool {
        emit.is_binary() || self.id_map.is_some() || self.validate.is_some()
    }

    /// Whether anything is asked of the module but that it be written.
    pub fn looks_inside(&self) -> bool {
        let notes = self.print_ids || self.print_ranges || self.print_uniformity;
        let reports = notes || self.print_availability || self.print_op_stats;
        let mlir = &self.mlir;
        let checks = mlir.roundtrip() || mlir.verify_roundtrip || mlir.is_llvm();
        reports
            || checks
            || self.verdict.env.is_some()
            || self.id_map.is_some()
            || self.view.any()
            || self.passes.run_reproducer
    }

    /// Whether the binary is made at all.
    pub fn makes_binary(&self) -> bool {
        self.mlir.roundtrip() || self.exports(self.emit())
    }

    /// What is written to a folder: as asked for, or the kind that was read.
    pub fn emit_like(&self, binary: bool) -> Emit {
        match self.emit {
            Some(emit) => emit,
            None if self.mlir.serialize_spirv && !self.mlir.deserialize_spirv => Emit::Spirv,
            None if self.mlir.deserialize_spirv => Emit::Text,
            None if binary => Emit::Spirv,
            None => Emit::Text,
        }
    }

    /// What to call that which was written.
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
