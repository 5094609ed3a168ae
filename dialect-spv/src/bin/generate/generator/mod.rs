//! Generator of the grammar tables, shared by the command-line tool and the tests

mod classification;
mod emit;
mod grammar;
pub mod names;
mod rows;
mod spelling;

use std::fs;
use std::path::Path;

/// A generated file.
pub struct File {
    /// File name relative to the directory of generated files.
    pub name: &'static str,
    /// File contents.
    pub text: String,
}

/// Generates all table files from the grammar in the directory `directory`.
pub fn generate(directory: &Path) -> Result<Vec<File>, String> {
    let grammar = grammar::Grammar::read(directory)?;
    let tables = rows::Tables::new(&grammar)?;
    Ok(vec![
        File { name: "mod.rs", text: emit::module() },
        File { name: "ops.rs", text: emit::ops(&tables) },
        File { name: "opcodes.rs", text: emit::opcodes(&tables)? },
        File { name: "enums.rs", text: emit::enums(&tables) },
        File { name: "values.rs", text: emit::values(&tables)? },
        File { name: "extinst.rs", text: emit::extinst(&tables) },
    ])
}

/// Writes the files into the directory `target`.
pub fn write(files: Vec<File>, target: &Path) -> Result<(), String> {
    for file in files {
        let path = target.join(file.name);
        fs::write(&path, file.text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

/// Compares the generated files with those in the directory `target`.
///
/// # Errors
/// Lists the stale files.
pub fn check(files: Vec<File>, target: &Path) -> Result<(), String> {
    let is_stale =
        |file: &File| fs::read_to_string(target.join(file.name)).ok().as_deref() != Some(&file.text);
    let stale: Vec<&str> = files.iter().filter(|file| is_stale(file)).map(|file| file.name).collect();
    if stale.is_empty() {
        Ok(())
    } else {
        Err(format!("stale generated files: {} (run `generate`: see docs/add-an-op.md)", stale.join(", ")))
    }
}
