//! `spv-opt split`: writes one module per entry point

use super::read;
use crate::driver::args::ReadArgs;
use crate::driver::failure::Failure;
use crate::driver::output::{Output, write_words};
use spv_opt::tools::split::{SplitModule, split};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Write one binary per entry point, with only the code it needs, as NAME.MODEL.spv (for example main.Vertex.spv)
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  spv-opt split shaders.spv -o parts")]
pub struct Args {
    /// Input file; `-` reads standard input
    #[arg(default_value = "-", value_name = "INPUT")]
    input: PathBuf,

    /// Output directory
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// List the files and their entry points as JSON
    #[arg(long)]
    json: bool,

    /// Options for reading the input.
    #[command(flatten)]
    reading: ReadArgs,
}

/// An output file, as described in the JSON output.
#[derive(serde::Serialize)]
struct Written<'a> {
    path: &'a Path,
    name: &'a str,
    execution_model: &'a str,
    bytes: usize,
}

impl Args {
    /// Runs the command and returns the exit status.
    pub fn run(self) -> Result<i32, Failure> {
        let module = read::module(&self.input, &spv_opt::registry(), &self.reading)?;
        let failed = |list| read::failed(&self.input, &module.ctx, &list);
        let parts = split(&module).map_err(failed)?;
        let failed_directory = |error| Failure::Write { path: self.output.clone(), error };
        fs::create_dir_all(&self.output).map_err(failed_directory)?;
        let mut taken = HashSet::new();
        let mut written = Vec::new();
        for part in &parts {
            let words = spv_opt::export(&part.module).map_err(failed)?;
            let path = self.output.join(file_name(part, &mut taken));
            Output::create(Some(&path), false)?.write(|w| write_words(&[&words], w))?.commit()?;
            written.push((path, 4 * words.len()));
        }
        let list = written.iter().zip(&parts).map(|((path, bytes), part)| Written {
            path,
            name: &part.name,
            execution_model: &part.execution_model,
            bytes: *bytes,
        });
        let text = match self.json {
            true => super::json(&list.collect::<Vec<_>>()),
            false => written.iter().map(|(path, _)| format!("{}\n", path.display())).collect(),
        };
        super::write_text(None, &text)?;
        Ok(0)
    }
}

/// Returns a file name for a split module, and adds it to `taken`. If the name is already in `taken`, adds a number to
/// it.
fn file_name(part: &SplitModule, taken: &mut HashSet<String>) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    let name: String = part.name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    let name = if name.trim_matches('.').is_empty() { "_".to_owned() } else { name };
    let named = |number: usize| match number {
        1 => format!("{name}.{}.spv", part.execution_model),
        _ => format!("{name}-{number}.{}.spv", part.execution_model),
    };
    // Names are compared without case, because some file systems ignore case.
    let free = |number: &usize| !taken.contains(&named(*number).to_lowercase());
    let name = named((1..).find(free).unwrap_or(1));
    taken.insert(name.to_lowercase());
    name
}
