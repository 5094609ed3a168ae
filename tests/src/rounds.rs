//! A pipeline several times in a row: it must come to rest.

use crate::programs::passes::optimize;
use crate::tools;
use std::path::{Path, PathBuf};

/// A module and the environment that spirv-val may judge it by.
#[derive(Clone, Debug)]
pub struct Case {
    /// The binary.
    pub path: PathBuf,
    /// As spirv-val's `--target-env` takes it.
    pub env: Option<String>,
}

/// Our own corpus and, where it is there, the shared one.
pub fn cases() -> Vec<Case> {
    let own = tools::own_corpus().into_iter().map(|module| Case { path: module.path, env: module.env });
    let shared = tools::shared_corpus().unwrap_or_default();
    own.chain(shared.into_iter().map(|path| Case { path, env: Some("spv1.6".into()) })).collect()
}

impl Case {
    /// The name of its file.
    pub fn name(&self) -> String {
        name(&self.path)
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The words of a module after a pipeline.
///
/// # Errors
/// What fails: import, a pass, the verifier, export.
pub fn through(pipeline: &str, words: &[u32]) -> Result<Vec<u32>, String> {
    let module = optimize(pipeline, words)?;
    spv_opt::export(&module).map_err(|e| format!("export: {}", e.list[0].message))
}

/// Takes a module through a pipeline three times: the second output must not be larger than the first, the third
/// must be the second, and with `judge` spirv-val must accept them where it accepts the input. Returns what is
/// wrong.
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
