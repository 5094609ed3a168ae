//! Advice about an optional value that a space separates from its option

use super::args::Args;
use clap::CommandFactory;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Returns an error message if a missing input file follows an option with an optional value, as in `--validate
/// vulkan1.3`.
pub fn message(args: impl Iterator<Item = OsString>, inputs: &[PathBuf]) -> Option<String> {
    let is_missing = |path: &Path| path != Path::new("-") && !path.exists();
    // The definitions of all options are needed only for the message, so they are not built if no input file is
    // missing.
    if !inputs.iter().any(|input| is_missing(input)) {
        return None;
    }
    let command = Args::command();
    let all: Vec<OsString> = args.collect();
    all.windows(2).find_map(|pair| {
        let (option, value) = (pair[0].to_str()?, pair[1].to_str()?);
        let name = option.strip_prefix('-')?.trim_start_matches('-');
        let arg = command.get_arguments().find(|arg| arg.get_long() == Some(name))?;
        let takes_pairs = arg.get_value_names().is_some_and(|names| names == ["OPTIONS"]);
        let fits = arg.is_require_equals_set() && (!takes_pairs || value.contains('='));
        (fits && is_missing(Path::new(value)))
            .then(|| format!("the value of {option} must follow '=': {option}={value}"))
    })
}
