//! Repeated application of a pipeline, which must reach a fixpoint

use crate::programs::passes::optimize;
use crate::tools;
use std::path::{Path, PathBuf};

/// A module, with a target environment for spirv-val.
#[derive(Clone, Debug)]
pub struct Case {
    /// Path of the binary.
    pub path: PathBuf,
    /// Target environment for spirv-val's `--target-env`; `None` if spirv-val does not check the module.
    pub env: Option<String>,
}

/// Returns the modules of the repository's corpus and of the shared corpus, if it is installed.
pub fn cases() -> Vec<Case> {
    let own = tools::own_corpus().into_iter().map(|module| Case { path: module.path, env: module.env });
    let shared = tools::shared_corpus().unwrap_or_default();
    own.chain(shared.into_iter().map(|path| Case { path, env: Some("spv1.6".into()) })).collect()
}

impl Case {
    /// Returns the file name of the module.
    pub fn name(&self) -> String {
        name(&self.path)
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Runs a pipeline on a module and exports the result.
///
/// # Errors
/// Returns the error of import, a pass, the verifier, or export.
pub fn through(pipeline: &str, words: &[u32]) -> Result<Vec<u32>, String> {
    let module = optimize(pipeline, words)?;
    spv_opt::export(&module).map_err(|e| format!("export: {}", e.list[0].message))
}

/// Runs a pipeline three times on a module, and returns descriptions of the failures. The second output must not be
/// larger than the first, and the third must be identical to the second. If `judge` is set and spirv-val accepts the
/// input, spirv-val must also accept the outputs.
pub fn problems(case: &Case, pipeline: &str, judge: bool) -> Vec<String> {
    let input = tools::read_words(&case.path);
    let mut problems = Vec::new();
    match three(pipeline, &input) {
        Err(why) => problems.push(why),
        Ok([first, second, third]) => {
            if second.len() > first.len() {
                problems.push(format!(
                    "a second run grows it from {} to {} words",
                    first.len(),
                    second.len()
                ));
            }
            if third != second {
                let (old, new) = (second.len(), third.len());
                problems.push(format!("a third run changes it, {old} to {new} words"));
            }
            let env = case.env.as_ref().filter(|env| judge && tools::spirv_val(&input, env).is_ok());
            if let Some(env) = env {
                let mut outputs = vec![&first, &second, &third];
                outputs.dedup();
                problems.extend(outputs.into_iter().filter_map(|words| tools::spirv_val(words, env).err()));
            }
        }
    }
    problems
}

fn three(pipeline: &str, input: &[u32]) -> Result<[Vec<u32>; 3], String> {
    let first = through(pipeline, input)?;
    let second = through(pipeline, &first)?;
    let third = through(pipeline, &second)?;
    Ok([first, second, third])
}
