//! Mutation of valid modules, and checks of the library on the mutants
//!
//! Mutations follow the structure of a module, so that most mutants pass the reader's first checks. Mutants are
//! reproducible: the same seed yields the same mutant on every machine.

mod annotations;
mod attributes;
mod binary;
mod blocks;
mod body;
mod calls;
mod code;
mod constants;
mod draw;
mod examine;
mod extended;
mod flow;
mod functions;
mod globals;
mod newer;
mod preamble;
mod reduce;
mod step;
mod text;
mod types;

pub use examine::{Checks, Choice, Finding, Reach, examine};
pub use reduce::reduce;

use crate::r#gen::Rng;
use crate::tools::{self, to_bytes};
use code::Code;
use spv_opt::asm;
use spv_opt::passes::Registry;
use spv_opt::printer;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A module from which mutants are derived.
pub struct Seed {
    /// Path of the module's file, or a name if the module has no file.
    pub name: String,
    /// Words of the binary; empty if the MLIR text cannot be converted to a binary.
    pub words: Vec<u32>,
    /// MLIR text of the module.
    pub text: String,
    /// Passes and pipelines that the `RUN:` lines of the test case name.
    pub passes: Vec<String>,
    /// Names of the parameterized attributes in the MLIR text.
    attributes: BTreeSet<String>,
}

impl Seed {
    fn new(name: String, words: Vec<u32>, text: String, passes: Vec<String>) -> Seed {
        let attributes = attributes::names(&text);
        Seed { name, words, text, passes, attributes }
    }

    /// Returns whether the seed module is a test case of `tests/lit`.
    fn is_case(&self) -> bool {
        self.name.contains("lit")
    }
}

/// A mutant in one of the three input formats.
#[derive(Clone, Debug)]
pub enum Mutant {
    /// The bytes of a SPIR-V binary.
    Binary(Vec<u8>),
    /// MLIR text.
    Text(String),
    /// SPIR-V assembly.
    Assembly(String),
}

impl Mutant {
    /// Reads a mutant from a file. The file extension determines the format.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or is not UTF-8 although its extension requires text.
    pub fn read(path: &Path) -> std::io::Result<Mutant> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("spv") => fs::read(path).map(Mutant::Binary),
            Some("spvasm") => fs::read_to_string(path).map(Mutant::Assembly),
            _ => fs::read_to_string(path).map(Mutant::Text),
        }
    }

    /// Returns the file contents of the mutant.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Mutant::Binary(bytes) => bytes,
            Mutant::Text(text) | Mutant::Assembly(text) => text.as_bytes(),
        }
    }

    /// Returns the file extension of the mutant.
    pub fn extension(&self) -> &'static str {
        match self {
            Mutant::Binary(_) => "spv",
            Mutant::Text(_) => "mlir",
            Mutant::Assembly(_) => "spvasm",
        }
    }
}

/// The kind of mutants to create.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Making {
    /// Binaries, MLIR text and SPIR-V assembly.
    All,
    /// Binaries with redirected branches and merge instructions.
    Flow,
    /// Binaries with arbitrary changes.
    Binary,
    /// Binaries with changes that affect validation rules.
    Judged,
    /// Binaries with types, constants and instructions of newer extensions.
    Newer,
    /// MLIR text with arbitrary changes.
    Text,
    /// SPIR-V assembly with arbitrary changes.
    Assembly,
}

/// Maximum size of a small module, in words. Nine of ten mutants are derived from small modules.
const SMALL: usize = 700;

/// Returns the files in a directory and its subdirectories, sorted by path.
fn files(directory: &Path) -> Vec<PathBuf> {
    let (mut found, mut directories) = (Vec::new(), vec![directory.to_owned()]);
    while let Some(directory) = directories.pop() {
        let entries =
            fs::read_dir(&directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
        for path in entries.map(|entry| entry.expect("the directory can be listed").path()) {
            if path.is_dir() { directories.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

fn from_words(name: String, words: Vec<u32>) -> Option<Seed> {
    let module = spv_opt::import(&spv_opt::context(), &words).ok()?;
    Some(Seed::new(name, words, spv_opt::print(&module), Vec::new()))
}

/// Returns the passes and pipelines in the `RUN:` lines of a test case.
fn run_lines(text: &str) -> Vec<String> {
    let registry = Registry::new();
    let options = text.lines().filter_map(|line| line.split_once("RUN:")).flat_map(|(_, run)| run.split(' '));
    let names = options.filter_map(|option| option.strip_prefix("--").or_else(|| option.strip_prefix('-')));
    let mut list: Vec<String> = names
        .filter(|name| registry.passes().iter().any(|pass| pass.name == *name))
        .map(str::to_owned)
        .collect();
    list.sort();
    list.dedup();
    list
}

/// Returns the binary of a module. Adds the capability Linkage and, except in kernels, Shader, because test cases often
/// omit them.
fn completed(mut code: Code) -> Vec<u32> {
    const SHADER: u32 = 1;
    const LINKAGE: u32 = 5;
    const KERNEL: u32 = 6;
    if !code.has_capability(KERNEL) {
        code.require(SHADER);
    }
    code.require(LINKAGE);
    code.flush();
    code.words()
}

/// Reads the seed modules in a file: a binary, assembly, or MLIR modules separated by `// -----`. Skips unreadable
/// modules, because the tests contain invalid files.
fn seeds_of(path: &Path) -> Vec<Seed> {
    let name = path.display().to_string();
    let text = || fs::read_to_string(path).unwrap_or_default();
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("spv") => {
            let words = examine::native(tools::read_words(path));
            from_words(name, words).into_iter().collect()
        }
        Some("spvasm") => {
            let words = asm::assemble(&text()).ok();
            words.and_then(|words| from_words(name, words)).into_iter().collect()
        }
        Some("mlir") => {
            let text = text();
            let passes = run_lines(&text);
            let parts = text.split("// -----").map(|part| {
                let lines = part.lines().filter(|line| !line.trim_start().starts_with("//"));
                lines.fold(String::new(), |all, line| all + line + "\n")
            });
            let seed = |text: String| {
                let module = spv_opt::parse(&spv_opt::context(), &text).ok()?;
                let words = spv_opt::verify(&module).ok().and_then(|()| spv_opt::export(&module).ok());
                let words = words.and_then(|words| Some(completed(Code::new(&words)?))).unwrap_or_default();
                Some(Seed::new(name.clone(), words, text, passes.clone()))
            };
            parts.filter_map(seed).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns all seed modules with at most `limit` words, sorted by size. They are the modules of the repository's
/// corpora and test cases, and of the directories in `further`.
///
/// # Panics
/// Panics if a directory or a corpus module cannot be read.
pub fn seeds(limit: usize, further: &[PathBuf]) -> Vec<Seed> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = tools::own_corpus().into_iter().map(|m| m.path);
    let mut paths: Vec<PathBuf> = own.collect();
    for directory in ["corpus/opencl", "lit", "vulkan/bin"] {
        paths.extend(files(&here.join(directory)));
    }
    paths.extend(further.iter().flat_map(|directory| files(directory)));
    let mut list: Vec<Seed> = paths.iter().flat_map(|path| seeds_of(path)).collect();
    list.retain(|seed| seed.words.len() <= limit && seed.text.len() <= limit * 40);
    list.sort_by_key(|seed| seed.words.len());
    list
}

fn rng(seed: u64, index: u64) -> Rng {
    let mut rng = Rng::new(seed.wrapping_mul(0x100_0000_01B3).wrapping_add(index).wrapping_add(1));
    // The first random numbers are discarded, because generators with adjacent seeds start with similar numbers.
    for _ in 0..4 {
        rng.bits();
    }
    rng
}

/// Edits a binary: usually with several edits that tend to preserve validity, and sometimes by changing a few arbitrary
/// words.
fn edited(words: &[u32], rng: &mut Rng) -> Vec<u8> {
    let (edits, words_too) = match rng.below(100) {
        0..2 => (0, false),
        2..65 => (rng.pick(&[1, 1, 2, 2, 3, 4, 6, 8, 12]), false),
        65..85 => (rng.pick(&[1, 2, 3]), true),
        _ => (0, true),
    };
    let mut words = words.to_vec();
    if let Some(mut code) = Code::new(&words).filter(|_| edits > 0) {
        for _ in 0..edits {
            edit(&mut code, rng);
        }
        words = code.words();
    }
    if words_too { binary::mutate(&words, rng) } else { to_bytes(&words) }
}

/// Applies one random edit. If that edit is not applicable, tries others.
fn edit(code: &mut Code, rng: &mut Rng) {
    for _ in 0..8 {
        let edits = match rng.below(100) {
            0..12 => newer::EDITS,
            12..65 => body::EDITS,
            _ => globals::EDITS,
        };
        let done = rng.pick(edits)(code, rng);
        code.flush();
        if done.is_some() {
            return;
        }
    }
}

/// Returns MLIR text with every op in the generic form, or `None` if the text is invalid.
fn generic(text: &str) -> Option<String> {
    let module = spv_opt::parse(&spv_opt::context(), text).ok()?;
    Some(printer::print(&module, &printer::Options { generic: true, ..Default::default() }))
}

/// Creates a mutant of MLIR text by changing the parameters of an attribute. All attribute names are chosen equally
/// often, regardless of the number of modules that contain them. Returns `None` if no attribute can be changed.
fn attributed<'s>(seeds: &'s [Seed], rng: &mut Rng) -> Option<(&'s Seed, Mutant)> {
    let names: BTreeSet<&String> = seeds.iter().flat_map(|seed| &seed.attributes).collect();
    let name = code::any(&names.into_iter().collect::<Vec<_>>(), rng)?;
    let having: Vec<&Seed> = seeds.iter().filter(|seed| seed.attributes.contains(name)).collect();
    let (seed, other) = (code::any(&having, rng)?, code::any(&having, rng)?);
    let mut text = seed.text.clone();
    attributes::change_attribute(&mut text, name, rng)?;
    if rng.chance(30) {
        text = text::mutate(&text, &other.text, rng);
    }
    Some((seed, Mutant::Text(text)))
}

/// A mutant together with the random choices for its checks.
pub struct Drawn {
    /// The mutated module.
    pub mutant: Mutant,
    /// The passes that the `RUN:` lines of the original test case name.
    pub passes: Vec<String>,
    /// The random number generator for the choice of pipelines.
    pub rng: Rng,
}

/// Returns the mutant with index `index` in a run that has the seed `seed`.
///
/// # Panics
/// Panics if `seeds` is empty or, for control-flow mutants, if no seed module declares a construct.
pub fn mutant(seeds: &[Seed], making: Making, seed: u64, index: u64) -> Drawn {
    let mut rng = rng(seed, index);
    let making = match making {
        Making::All => match rng.below(100) {
            0..50 => Making::Binary,
            50..58 => Making::Newer,
            58..78 => Making::Text,
            78..92 => Making::Assembly,
            _ => Making::Flow,
        },
        one => one,
    };
    let small = seeds.partition_point(|s| s.words.len() <= SMALL);
    let range = if small > 0 && rng.chance(90) { small } else { seeds.len() };
    let chosen = |rng: &mut Rng| &seeds[rng.below(range)];
    // MLIR modules that cannot be converted to a binary are not eligible.
    let binary = |rng: &mut Rng| {
        let first = rng.below(range);
        let found = seeds[first..].iter().chain(&seeds[..first]).find(|seed| !seed.words.is_empty());
        found.expect("there is a seed that has a binary")
    };
    let (seed, mutant) = match making {
        Making::Text => {
            let attributed = if rng.chance(12) { attributed(seeds, &mut rng) } else { None };
            attributed.unwrap_or_else(|| {
                // Test cases are preferred, because they contain rare features.
                let seed = (0..4).find_map(|_| Some(chosen(&mut rng)).filter(|seed| seed.is_case()));
                let (seed, other) = (seed.unwrap_or_else(|| chosen(&mut rng)), &chosen(&mut rng).text);
                let generic = rng.chance(35).then(|| generic(&seed.text)).flatten();
                (seed, Mutant::Text(text::mutate(generic.as_ref().unwrap_or(&seed.text), other, &mut rng)))
            })
        }
        Making::Assembly => {
            let (seed, other) = (binary(&mut rng), &binary(&mut rng).words);
            let text = text::mutate(&asm::disassemble(&seed.words), &asm::disassemble(other), &mut rng);
            (seed, Mutant::Assembly(text))
        }
        Making::Flow => {
            let made = (0..10_000).find_map(|_| {
                let seed = binary(&mut rng);
                Some((seed, flow::mutate(&seed.words, &mut rng)?))
            });
            let (seed, words) = made.expect("a seed has a function that declares a construct");
            (seed, Mutant::Binary(to_bytes(&words)))
        }
        Making::Judged => {
            let seed = binary(&mut rng);
            (seed, Mutant::Binary(to_bytes(&binary::judged(&seed.words, &mut rng))))
        }
        Making::Newer => {
            let seed = binary(&mut rng);
            (seed, Mutant::Binary(to_bytes(&newer::mutate(&seed.words, &mut rng))))
        }
        Making::Binary | Making::All => {
            let seed = binary(&mut rng);
            (seed, Mutant::Binary(edited(&seed.words, &mut rng)))
        }
    };
    Drawn { mutant, passes: seed.passes.clone(), rng }
}
