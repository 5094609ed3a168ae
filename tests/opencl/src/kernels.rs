//! Kernel source files with launch parameters
//!
//! A line `;RUN KERNEL GLOBAL LOCAL ARGUMENT...` (`//RUN` in MLIR and OpenCL C) contains the name of the kernel, its
//! global size, its workgroup size and its arguments. `;ULPS N` gives the tolerance for floats after passes that change
//! rounding.

use crate::{Argument, Job};
use spv_tests::elements::{Element, number};
use spv_tests::tools;
use std::fs;
use std::path::{Path, PathBuf};

/// A kernel with its launch parameters.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Name of the source file, without the extension.
    pub name: String,
    /// The kernel launch.
    pub job: Job,
    /// The rules for comparing the results.
    pub judge: Judge,
}

/// The rules for comparing buffers.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    /// Element type of each buffer.
    pub elements: Vec<Element>,
    /// Tolerance for floats, in units in the last place.
    pub ulps: u64,
}

impl Judge {
    /// Describes the first difference between buffers and their expected contents, or returns `None`.
    pub fn difference(&self, expected: &[Vec<u8>], found: &[Vec<u8>]) -> Option<String> {
        for (buffer, ((a, b), element)) in expected.iter().zip(found).zip(&self.elements).enumerate() {
            for (at, (a, b)) in a.chunks(element.size()).zip(b.chunks(element.size())).enumerate() {
                let (a, b) = (number(a), number(b));
                if !element.agrees(a, b, self.ulps) {
                    return Some(format!("element {at} of buffer {buffer}: {a:#x} became {b:#x}"));
                }
            }
        }
        None
    }
}

/// The sizes and arguments of a kernel launch, parsed from a `RUN` line.
struct Run {
    kernel: String,
    global: [usize; 3],
    local: [usize; 3],
    arguments: Vec<Argument>,
    elements: Vec<Element>,
}

/// Parses a global or workgroup size such as `64` or `8x8`.
fn range(text: &str) -> Result<[usize; 3], String> {
    let mut sizes = [1; 3];
    for (size, text) in sizes.iter_mut().zip(text.split('x')) {
        *size = text.parse().map_err(|_| format!("{text:?} is no size"))?;
    }
    Ok(sizes)
}

/// Encodes a scalar of the type named `ty`.
fn bytes_of(ty: &str, value: f64) -> Result<Vec<u8>, String> {
    let whole = value as i64;
    let width = match ty {
        "f32" => return Ok((value as f32).to_le_bytes().to_vec()),
        "f64" => return Ok(value.to_le_bytes().to_vec()),
        "i8" => 1,
        "i16" => 2,
        "i32" => 4,
        "i64" => 8,
        _ => return Err(format!("{ty:?} is no type")),
    };
    Ok(whole.to_le_bytes()[..width].to_vec())
}

/// Returns the initial contents of a buffer of `count` elements.
///
/// `init` is a constant such as `c5`, which is the value of all elements, or a generator followed by a seed. The
/// generators are `rand1` (any integers; floats between -10 and 10) and `small1` (integers below 16).
fn contents(ty: &str, count: usize, init: &str) -> Result<Vec<u8>, String> {
    let kind = init.trim_end_matches(|c: char| c.is_ascii_digit());
    let seed: u64 = init[kind.len()..].parse().unwrap_or(0);
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x0139_408D_CBBF_7A44;
    let mut bytes = Vec::new();
    for at in 0..count {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let word = state >> 20;
        bytes.extend(match kind {
            "zero" => bytes_of(ty, 0.0)?,
            "iota" => bytes_of(ty, at as f64)?,
            "c" => bytes_of(ty, seed as f64)?,
            "small" => bytes_of(ty, (word % 16) as f64)?,
            "rand" if ty.starts_with('f') => bytes_of(ty, (word % 2000) as f64 / 100.0 - 10.0)?,
            "rand" => bytes_of(ty, word as u32 as i32 as f64)?,
            _ => return Err(format!("{init:?} is no content")),
        });
    }
    Ok(bytes)
}

impl Run {
    fn parse(line: &str) -> Result<Run, String> {
        let mut words = line.split_whitespace();
        let mut next = || words.next().ok_or(format!("{line:?} is too short"));
        let (kernel, global, local) = (next()?.to_owned(), range(next()?)?, range(next()?)?);
        let (mut arguments, mut elements) = (Vec::new(), Vec::new());
        for word in words {
            let count = |text: &str| text.parse::<usize>().map_err(|_| format!("{text:?} is no number"));
            arguments.push(match word.split(':').collect::<Vec<_>>()[..] {
                ["buf", ty, length, init] => {
                    elements.push(Element::parse(ty).unwrap_or(Element::Byte));
                    Argument::Buffer(contents(ty, count(length)?, init)?)
                }
                ["local", size] => Argument::Local(count(size)?),
                [ty, value] => {
                    let value = value.parse().map_err(|_| format!("{value:?} is no number"))?;
                    Argument::Value(bytes_of(ty, value)?)
                }
                _ => return Err(format!("{word:?} is no argument")),
            });
        }
        Ok(Run { kernel, global, local, arguments, elements })
    }
}

/// Returns the text after `word` in the first comment line that begins with `word`. Returns `None` if there is no such
/// line.
fn directive<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    text.lines().find_map(|line| line.trim_start_matches(['/', ';']).strip_prefix(word))
}

impl Kernel {
    /// Constructs a kernel from a module and the source text with its launch parameters. Returns `None` if the text has
    /// no launch parameters.
    ///
    /// # Errors
    /// Names the malformed line.
    pub fn new(name: &str, text: &str, module: Vec<u32>) -> Result<Option<Kernel>, String> {
        let Some(line) = directive(text, "RUN ") else { return Ok(None) };
        let Run { kernel, global, local, arguments, elements } =
            Run::parse(line).map_err(|why| format!("{name}: {why}"))?;
        let ulps = directive(text, "ULPS ").and_then(|text| text.trim().parse().ok()).unwrap_or(0);
        let job = Job { module, kernel, global, local, arguments };
        Ok(Some(Kernel { name: name.to_owned(), job, judge: Judge { elements, ulps } }))
    }
}

/// Returns the files with the extension `ending` in a directory, sorted by name.
fn files(directory: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut list: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    list.retain(|path| path.extension().is_some_and(|extension| extension == ending));
    list.sort();
    list
}

/// Reads a UTF-8 file. The error message contains the path.
fn text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the kernels bundled with this crate.
///
/// # Errors
/// Names the file that cannot be read or assembled, or that has no launch parameters.
pub fn bundled() -> Result<Vec<Kernel>, String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels");
    let read = |path: PathBuf| {
        let (name, text) = (name(&path), text(&path)?);
        let words = spv_opt::serialize::assemble(&text).map_err(|errors| format!("{name}: {errors}"))?;
        Kernel::new(&name, &text, words)?.ok_or(format!("{name}: no RUN line"))
    };
    files(&directory, "spvasm").into_iter().map(read).collect()
}

/// Returns the binary kernels in a directory whose source files have launch parameters. For example, the source of
/// `saxpy-clang22.spv` is `saxpy.cl`.
///
/// # Errors
/// Names the file that cannot be read.
pub fn compiled(directory: &Path) -> Result<Vec<Kernel>, String> {
    let mut list = Vec::new();
    for source in files(directory, "cl") {
        let text = text(&source)?;
        let stem = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let of_source = |path: &PathBuf| name(path).starts_with(&format!("{stem}-"));
        for path in files(directory, "spv").into_iter().filter(of_source) {
            list.extend(Kernel::new(&name(&path), &text, tools::read_words(&path))?);
        }
    }
    Ok(list)
}

/// Lowers the MLIR kernels in a directory to SPIR-V for a target environment.
///
/// # Errors
/// Names the file that cannot be read or lowered.
pub fn lowered(directory: &Path, target: &str) -> Result<Vec<Kernel>, String> {
    let mut list = Vec::new();
    for path in files(directory, "mlir") {
        let (name, text) = (name(&path), text(&path)?);
        if directive(&text, "RUN ").is_some() {
            list.extend(Kernel::new(&name, &text, lower(&name, &text, target, false)?)?);
        }
    }
    Ok(list)
}

/// Lowers a kernel in MLIR's source dialects to SPIR-V for a target environment, and optimizes it if `optimizes` is
/// set. Returns the binary.
///
/// # Errors
/// Returns the error of the parser or the lowering.
pub fn lower(name: &str, text: &str, target: &str, optimizes: bool) -> Result<Vec<u32>, String> {
    let ctx = spv_opt::context();
    let shown = |errors: spv_opt::Diagnostics| {
        spv_opt::render(&errors, spv_opt::Source { file: name, text, ctx: Some(&ctx) })
    };
    let mut module = spv_opt::parse(&ctx, text).map_err(shown)?;
    spv_opt::conversion::convert_to_spirv(&mut module, target, spv_opt::conversion::Options::default())
        .map_err(shown)?;
    let words = spv_opt::export(&module).map_err(shown)?;
    match optimizes {
        true => transformed("O", &words),
        false => Ok(words),
    }
}

/// Runs a pipeline on a module. The empty pipeline only imports and exports.
///
/// # Errors
/// Returns the error of import, a pass, the verifier, or export.
pub fn transformed(pipeline: &str, words: &[u32]) -> Result<Vec<u32>, String> {
    let module = spv_tests::programs::passes::optimize(pipeline, words)?;
    spv_opt::export(&module).map_err(|errors| errors.to_string())
}

/// Converts a module to MLIR text and back.
///
/// # Errors
/// Returns the error of import, parser, verifier, or export.
pub fn through_text(words: &[u32]) -> Result<Vec<u32>, String> {
    let module = spv_opt::import(&spv_opt::context(), words).map_err(|errors| errors.to_string())?;
    let text = spv_opt::print(&module);
    let module = spv_opt::parse(&spv_opt::context(), &text).map_err(|errors| errors.to_string())?;
    spv_opt::export(&module).map_err(|errors| errors.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let text = "; a comment\n;RUN k 8x4 4 buf:i16:4:iota f32:1.5 local:16\n;ULPS 2\n";
        let kernel = Kernel::new("k", text, Vec::new()).expect("it is right").expect("there is a line");
        assert_eq!((kernel.job.global, kernel.job.local, kernel.judge.ulps), ([8, 4, 1], [4, 1, 1], 2));
        let arguments = [
            Argument::Buffer(vec![0, 0, 1, 0, 2, 0, 3, 0]),
            Argument::Value(1.5f32.to_le_bytes().to_vec()),
            Argument::Local(16),
        ];
        assert_eq!(kernel.job.arguments, arguments);
        assert!(Kernel::new("k", "no line", Vec::new()).is_ok_and(|kernel| kernel.is_none()));
        assert!(Kernel::new("k", "//RUN k 8 8 buf:i3:4:iota", Vec::new()).is_err());
    }
}
