//! Converts command-line options of spirv-opt to pipeline steps

use super::options::{self, Runs};

/// The passes that one option runs.
#[derive(Clone, Debug)]
pub struct Step {
    /// Name of the step in reports.
    pub title: String,
    /// Pass pipeline in textual form; empty if the option runs no pass.
    pub pipeline: String,
    /// Name and value of a pass option to set in all passes that have it.
    pub setting: Option<(String, String)>,
}

/// Returns the step for an option such as `--ccp` or `-O`.
///
/// # Errors
/// A message if the option is unknown or its argument is invalid.
pub fn step(option: &str) -> Result<Step, String> {
    let is_level = matches!(option, "-O" | "-Os");
    if !is_level && (!option.starts_with("--") || option.len() < 3) {
        return Err(format!(
            "{option} is not a valid flag.  Flag passes should have the form '--pass_name[=pass_args]'. Special flag names \
             also accepted: -O and -Os."
        ));
    }
    let (name, value) = option.split_once('=').unwrap_or((option, ""));
    let name = name.trim_start_matches('-');
    let unknown = || format!("Unknown flag '--{name}'. Use --help for a list of valid flags");
    let mut setting = None;
    let pipeline = match options::find(name).ok_or_else(unknown)?.runs {
        Runs::Pipeline(text) => text.to_owned(),
        Runs::Argument(text) => text(value)?,
        Runs::Setting(name, text) => {
            setting = Some((name.to_owned(), text(value)?));
            String::new()
        }
    };
    Ok(Step { title: options::title(name, value), pipeline, setting })
}
