//! External programs and module collections with which tests compare, if they are installed
//!
//! If a program is missing, a message is printed, so that a test run shows the skipped tests. With
//! `SPV_REQUIRE_PEERS=1`, as in CI, a missing program fails the test instead.

use spv_opt::ir::byte_string;
use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An external program with whose results tests compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    /// The validator of SPIRV-Tools, spirv-val.
    SpirvVal,
    /// The assembler of SPIRV-Tools, spirv-as.
    SpirvAs,
    /// The disassembler of SPIRV-Tools, spirv-dis.
    SpirvDis,
    /// The optimizer of SPIRV-Tools, spirv-opt.
    SpirvOpt,
    /// LLVM 14's mlir-opt.
    MlirOpt,
    /// LLVM 14's mlir-translate.
    MlirTranslate,
    /// LLVM 19's mlir-opt.
    MlirOpt19,
    /// LLVM 22's mlir-opt.
    MlirOpt22,
    /// LLVM 22's mlir-translate.
    MlirTranslate22,
    /// IREE 3.13's iree-opt, which contains the MLIR of LLVM 24.
    IreeOpt,
    /// LLVM 19's mlir-cpu-runner.
    MlirCpuRunner19,
    /// LLVM 14's FileCheck.
    FileCheck,
    /// The GLSL compiler glslangValidator.
    Glslang,
    /// The reflection tool of SPIRV-Cross.
    SpirvCross,
    /// The linker of SPIRV-Tools, spirv-link.
    SpirvLink,
}

impl Peer {
    /// Returns the name of the program's executable.
    pub fn name(self) -> &'static str {
        match self {
            Peer::SpirvVal => "spirv-val",
            Peer::SpirvAs => "spirv-as",
            Peer::SpirvDis => "spirv-dis",
            Peer::SpirvOpt => "spirv-opt",
            Peer::MlirOpt => "mlir-opt-14",
            Peer::MlirTranslate => "mlir-translate-14",
            Peer::MlirOpt19 => "mlir-opt-19",
            Peer::MlirOpt22 => "mlir-opt-22",
            Peer::MlirTranslate22 => "mlir-translate-22",
            Peer::IreeOpt => "iree-opt",
            Peer::MlirCpuRunner19 => "mlir-cpu-runner-19",
            Peer::FileCheck => "FileCheck-14",
            Peer::Glslang => "glslangValidator",
            Peer::SpirvCross => "spirv-cross",
            Peer::SpirvLink => "spirv-link",
        }
    }

    /// Returns the Debian package that contains the program, or another installation command.
    pub fn package(self) -> &'static str {
        match self {
            Peer::SpirvVal | Peer::SpirvAs | Peer::SpirvDis | Peer::SpirvOpt | Peer::SpirvLink => {
                "spirv-tools"
            }
            Peer::MlirOpt | Peer::MlirTranslate => "mlir-14-tools",
            Peer::MlirOpt19 | Peer::MlirCpuRunner19 => "mlir-19-tools",
            Peer::MlirOpt22 | Peer::MlirTranslate22 => "mlir-22-tools",
            Peer::IreeOpt => "tests/mlir24/iree.sh DIR",
            Peer::FileCheck => "llvm-14-tools",
            Peer::Glslang => "glslang-tools",
            Peer::SpirvCross => "spirv-cross",
        }
    }

    /// Returns the path of the program. If it is not installed, prints that the test is skipped and returns `None`.
    ///
    /// # Panics
    /// Panics if the program is not installed and `SPV_REQUIRE_PEERS` is 1.
    pub fn find(self) -> Option<PathBuf> {
        let (name, package) = (self.name(), self.package());
        let found = self.program();
        if found.is_none() {
            let command = if package.contains(' ') { "" } else { "apt install " };
            skip(&format!("{name} not installed ({command}{package})"));
        }
        found
    }

    /// Returns the program's path, or `None` if it is not installed. The path is the value of the program's environment
    /// variable (`SPIRV_VAL` for spirv-val), or else is searched in `PATH`.
    fn program(self) -> Option<PathBuf> {
        let variable = self.name().to_uppercase().replace('-', "_");
        env::var_os(variable).map(PathBuf::from).or_else(|| on_path(self.name()))
    }

    /// Runs the program with `input` as standard input, and returns its standard output.
    ///
    /// # Errors
    /// Returns the program's error message if it fails.
    pub fn run(self, args: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
        let name = self.name();
        let program = self.program().ok_or_else(|| format!("{name} not installed"))?;
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{name}: {error}"))?;
        let mut stdin = child.stdin.take().expect("stdin is piped");
        let output = std::thread::scope(|scope| {
            // Writing and reading are concurrent, so that neither process blocks on a full pipe. If the program stops
            // reading, its own error message gives the reason.
            scope.spawn(move || stdin.write_all(input).ok());
            child.wait_with_output()
        });
        let output = output.map_err(|error| format!("{name}: {error}"))?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let complaint = [&output.stderr[..], &output.stdout[..]].concat();
        Err(format!("{name}: {}", String::from_utf8_lossy(&complaint).trim()))
    }
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|directory| directory.join(name)).find(|program| program.is_file())
}

/// Prints that a test is skipped, and the reason.
///
/// # Panics
/// Panics if `SPV_REQUIRE_PEERS` is 1.
pub fn skip(why: &str) {
    let required = env::var("SPV_REQUIRE_PEERS").is_ok_and(|value| value == "1");
    assert!(!required, "{why}, and SPV_REQUIRE_PEERS=1");
    println!("skipped: {why}");
}

/// Validates a module with spirv-val for a target environment such as `vulkan1.3`.
///
/// # Errors
/// Returns spirv-val's message if the module is invalid.
pub fn spirv_val(words: &[u32], env: &str) -> Result<(), String> {
    spirv_val_with(words, env, &[])
}

/// Validates a module like [`spirv_val`], with additional command-line flags.
pub fn spirv_val_with(words: &[u32], env: &str, flags: &[&str]) -> Result<(), String> {
    let args: Vec<&str> = flags.iter().copied().chain(["--target-env", env, "-"]).collect();
    Peer::SpirvVal.run(&args, &to_bytes(words)).map(drop)
}

/// Assembles a module with spirv-as, and preserves numeric ids.
pub fn spirv_as(text: &str, env: &str) -> Result<Vec<u32>, String> {
    let args = ["--preserve-numeric-ids", "--target-env", env, "-o", "-", "-"];
    to_words(&Peer::SpirvAs.run(&args, &byte_string::bytes_of(text))?)
}

/// Assembles a module with spirv-as, which numbers ids by first reference.
pub fn spirv_as_numbering(text: &str, env: &str) -> Result<Vec<u32>, String> {
    let args = ["--target-env", env, "-o", "-", "-"];
    to_words(&Peer::SpirvAs.run(&args, &byte_string::bytes_of(text))?)
}

/// Runs spirv-opt on a module and returns the optimized module.
pub fn spirv_opt(words: &[u32], flags: &[&str]) -> Result<Vec<u32>, String> {
    let args: Vec<&str> = flags.iter().copied().chain(["-o", "-", "-"]).collect();
    to_words(&Peer::SpirvOpt.run(&args, &to_bytes(words))?)
}

/// Returns the sorted paths of the modules in the directory `SPV_CORPUS`. If the variable is unset, prints that the
/// test is skipped and returns `None`.
///
/// # Panics
/// Panics if the directory cannot be read.
pub fn shared_corpus() -> Option<Vec<PathBuf>> {
    let Some(directory) = env::var_os("SPV_CORPUS") else {
        println!("skipped: SPV_CORPUS is unset (a directory of .spv files)");
        return None;
    };
    let entries = fs::read_dir(&directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the directory can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "spv"))
        .collect();
    files.sort();
    Some(files)
}

/// A module of the repository's corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnModule {
    /// Path of the binary.
    pub path: PathBuf,
    /// Target environment in which the module is valid, for spirv-val's `--target-env`. `None` if the installed
    /// spirv-val cannot validate the module.
    pub env: Option<String>,
}

/// Returns the modules of the repository's corpus, in the order of its manifest.
///
/// # Panics
/// Panics if the manifest cannot be read or names a missing file.
pub fn own_corpus() -> Vec<OwnModule> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let manifest = directory.join("manifest.txt");
    let text =
        fs::read_to_string(&manifest).unwrap_or_else(|error| panic!("{}: {error}", manifest.display()));
    parse_manifest(&text)
        .map(|(file, env)| {
            let path = directory.join("bin").join(file);
            assert!(path.is_file(), "{} names {file}, which is not there", manifest.display());
            OwnModule { path, env: env.map(str::to_owned) }
        })
        .collect()
}

/// Parses the manifest lines `FILE ENV` into pairs. The environment `none` becomes `None`. Skips empty lines and
/// comments that begin with `#`.
fn parse_manifest(text: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let lines = text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let parts = line.split_once(char::is_whitespace);
        let (file, env) = parts.unwrap_or_else(|| panic!("`{line}` in the manifest is not `FILE ENV`"));
        (file, Some(env.trim()).filter(|env| *env != "none"))
    })
}

/// Reads the words of a module file.
///
/// # Panics
/// Panics if the file cannot be read or its size is not a multiple of four bytes.
pub fn read_words(path: &Path) -> Vec<u32> {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    to_words(&bytes).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// Converts little-endian bytes to words.
pub fn to_words(bytes: &[u8]) -> Result<Vec<u32>, String> {
    let (words, rest) = bytes.as_chunks::<4>();
    if rest.is_empty() {
        Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
    } else {
        Err(format!("{} bytes are not a number of words", bytes.len()))
    }
}

/// Converts words to little-endian bytes.
pub fn to_bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_bytes_agree() {
        let words = [0x0723_0203, 7];
        assert_eq!(to_bytes(&words)[..4], [3, 2, 0x23, 7]);
        assert_eq!(to_words(&to_bytes(&words)), Ok(words.to_vec()));
        assert!(to_words(&[1, 2, 3]).is_err());
    }

    #[test]
    fn manifest_lines() {
        let text = "# comment\n\na.spv  vulkan1.3\nb.spv\tnone\n";
        let parsed: Vec<_> = parse_manifest(text).collect();
        assert_eq!(parsed, [("a.spv", Some("vulkan1.3")), ("b.spv", None)]);
    }

    #[test]
    fn the_validator_gives_its_complaint() {
        if Peer::SpirvVal.find().is_none() || Peer::SpirvAs.find().is_none() {
            return;
        }
        let text =
            "OpCapability Shader\nOpCapability Linkage\nOpMemoryModel Logical GLSL450\n%1 = OpTypeVoid";
        let mut words = spirv_as(text, "spv1.3").expect("the text is right");
        assert_eq!(spirv_val(&words, "spv1.3"), Ok(()));
        words[3] = 1;
        let complaint = spirv_val(&words, "spv1.3").expect_err("the id is out of bounds");
        assert!(complaint.starts_with("spirv-val: "), "{complaint}");
    }
}
