//! Shaders of this crate: sources `glsl/NAME.comp` and `asm/NAME.spvasm`, binaries `bin/NAME.spv`
//!
//! Lines `//@ KEY: VALUE` (`;@ KEY: VALUE` in assembly) of a source file are run parameters.

use crate::Valid;
use crate::outputs::Judge;
use spv_tests::elements::Element;
use spv_tests::tools;
use std::fs;
use std::path::{Path, PathBuf};

/// A specialization constant, and the value that a shader requests for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecValue {
    /// SpecId of the constant.
    pub id: u32,
    /// The value as written in the source: `true`, `false`, a decimal integer, or a float with a decimal point.
    pub value: String,
    /// Bit pattern of the value.
    pub bits: u32,
}

/// A shader with its run parameters.
#[derive(Clone, Debug)]
pub struct Shader {
    /// File name without the directory and extension.
    pub name: String,
    /// The shader's binary.
    pub module: Valid,
    /// Number of workgroups in x, y and z.
    pub groups: [u32; 3],
    /// Values that the shader requests for its specialization constants.
    pub spec: Vec<SpecValue>,
    /// Additional pipelines with which to test this shader.
    pub also: Vec<String>,
    /// The rules for comparing the results.
    pub judge: Judge,
}

/// Returns the directory of the shaders.
pub fn directory() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the source files of all shaders, sorted by name.
///
/// # Errors
/// Names the directory that cannot be read.
pub fn sources() -> Result<Vec<PathBuf>, String> {
    let mut list = Vec::new();
    for (kind, ending) in [("glsl", "comp"), ("asm", "spvasm")] {
        let directory = directory().join(kind);
        let entries = fs::read_dir(&directory).map_err(|e| format!("{}: {e}", directory.display()))?;
        let paths = entries.flatten().map(|entry| entry.path());
        list.extend(paths.filter(|path| path.extension().is_some_and(|e| e == ending)));
    }
    list.sort_by(|a, b| a.file_stem().cmp(&b.file_stem()));
    Ok(list)
}

impl Shader {
    /// Reads the run parameters in a source file, and the shader's binary.
    ///
    /// # Errors
    /// Names the file or line that cannot be read or parsed, or returns spirv-val's message.
    pub fn read(source: &Path) -> Result<Shader, String> {
        let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let say = |why: String| format!("{name}: {why}");
        let text = fs::read_to_string(source).map_err(|e| say(e.to_string()))?;
        let binary = directory().join("bin").join(format!("{name}.spv"));
        let bytes = fs::read(&binary).map_err(|e| say(format!("{}: {e}", binary.display())))?;
        let words = tools::to_words(&bytes).map_err(say)?;
        let module = Valid::check(words).map_err(say)?;
        let judge = Judge { out: vec![Element::Word], ulps: 0 };
        let mut shader =
            Shader { name: name.clone(), module, groups: [1; 3], spec: Vec::new(), also: Vec::new(), judge };
        for line in text.lines() {
            let line = line.trim_start_matches(['/', ';']);
            let Some((key, value)) = line.strip_prefix("@ ").and_then(|line| line.split_once(": ")) else {
                continue;
            };
            shader.directive(key, value.trim()).map_err(|why| say(format!("`{key}: {value}`: {why}")))?;
        }
        Ok(shader)
    }

    fn directive(&mut self, key: &str, value: &str) -> Result<(), String> {
        let number = |text: &str| text.parse::<u32>().map_err(|e| e.to_string());
        let words = || value.split_whitespace();
        match key {
            "groups" => {
                for (group, word) in self.groups.iter_mut().zip(words()) {
                    *group = number(word)?;
                }
            }
            "spec" => {
                for word in words() {
                    let (id, value) = word.split_once('=').ok_or("not ID=VALUE")?;
                    let bits = match value {
                        "true" => 1,
                        "false" => 0,
                        float if float.contains('.') => {
                            float.parse::<f32>().map_err(|e| e.to_string())?.to_bits()
                        }
                        integer => integer.parse::<i64>().map_err(|e| e.to_string())? as u32,
                    };
                    self.spec.push(SpecValue { id: number(id)?, value: value.to_owned(), bits });
                }
            }
            "out" => {
                let parse = |word| Element::parse(word).ok_or("no such element type");
                self.judge.out = words().map(parse).collect::<Result<_, _>>()?;
            }
            "ulps" => self.judge.ulps = number(value)?.into(),
            "also" => self.also.push(value.to_owned()),
            // Keys that serve only as documentation or for `build.sh`.
            "covers" | "target" => {}
            _ => return Err("no such key".to_owned()),
        }
        if self.judge.out.is_empty() { Err("no element types".to_owned()) } else { Ok(()) }
    }
}
