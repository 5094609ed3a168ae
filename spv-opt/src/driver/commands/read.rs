//! Input modules of subcommands

use crate::driver::args::{DiagnosticsFormat, ReadArgs};
use crate::driver::diagnostics;
use crate::driver::failure::Failure;
use crate::driver::input::{self, Content, Input};
use spv_opt::ir::dialect::Registry;
use spv_opt::serialize::import::{ImportOptions, import_with};
use spv_opt::{Context, Diagnostics, Module, Source, state_version};
use std::path::Path;
use std::sync::Arc;

/// Reads and verifies a module of any format, in a new context.
pub fn module(path: &Path, registry: &Arc<Registry>, reading: &ReadArgs) -> Result<Module, Failure> {
    let ctx = &Arc::new(Context::new(registry.clone()));
    let options = ImportOptions { tolerated: reading.tolerate.faults(), ..ImportOptions::default() };
    let Input { origin, content } = input::read(path, DiagnosticsFormat::Text, false)?;
    let verified = |module: Module| spv_opt::verify(&module).map(|()| module);
    let shown = |text: &str, words: &[u32], list: &Diagnostics| {
        let source = Source { file: origin.name(), text, ctx: Some(ctx) };
        diagnostics(DiagnosticsFormat::Text, source, words, list)
    };
    let read = match content {
        Content::Binary(words) => {
            import_with(ctx, &words, &options).and_then(verified).map_err(|list| shown("", &words, &list))
        }
        Content::Text(text) if input::is_assembly(path, &text) => match assembled(&text, reading.version()) {
            Ok(words) => import_with(ctx, &words, &options)
                .and_then(verified)
                .map_err(|list| shown(&text, &words, &list)),
            Err(list) => Err(shown(&text, &[], &list)),
        },
        Content::Text(text) => {
            let module = spv_opt::parse(ctx, &text).and_then(verified).map(|mut module| {
                reading.version().into_iter().for_each(|version| state_version(&mut module, version));
                module
            });
            module.map_err(|list| shown(&text, &[], &list))
        }
    };
    read.map_err(Failure::Diagnostics)
}

/// Assembles SPIR-V assembly to a binary. `version` applies if the assembly specifies no SPIR-V version.
fn assembled(text: &str, version: Option<u32>) -> Result<Vec<u32>, Diagnostics> {
    match version {
        Some(version) => spv_opt::serialize::assemble_or(text, version),
        None => spv_opt::serialize::assemble(text),
    }
}

/// Renders diagnostics about a module that was read from `path`.
pub fn failed(path: &Path, ctx: &Arc<Context>, list: &Diagnostics) -> Failure {
    let file = path.display().to_string();
    let source = Source { file: &file, text: "", ctx: Some(ctx) };
    Failure::Diagnostics(diagnostics(DiagnosticsFormat::Text, source, &[], list))
}

/// Returns a source without text, for diagnostics that concern several files.
pub fn without_source(name: &str) -> Source<'_> {
    Source { file: name, text: "", ctx: None }
}
