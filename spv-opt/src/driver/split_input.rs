//! `--split-input-file`: processes the text chunks between `// -----` lines separately

use super::args::{Args, Emit};
use super::failure::Failure;
use super::input::Origin;
use super::job::Shared;
use super::layout::located;
use super::output::{Output, save_validation_file};
use super::{diagnostics, expectations};
use spv_opt::ir::{Diagnostic, Location, Place};
use spv_opt::printer::{self, Options, Source};
use spv_opt::serialize::export::{ExportOptions, export_module};
use spv_opt::{Context, Diagnostics, Module, parser};
use std::sync::Arc;

/// Line that separates two chunks.
const MARKER: &str = "// -----";

/// A chunk of the input text between separator lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct InputChunk<'t> {
    text: &'t str,
    /// Byte offset of the chunk in the whole text, after the separator.
    start: usize,
    /// Line number of the separator before the chunk, counted from 1. The first chunk has line number 1.
    line: usize,
}

/// Splits a text at the separator lines.
fn parts(text: &str) -> Vec<InputChunk<'_>> {
    let mut parts = Vec::new();
    let (mut start, mut first_line) = (0, 1);
    let mut offset = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if line.trim() == MARKER {
            parts.push(InputChunk { text: &text[start..offset], start, line: first_line });
            start = offset + line.find(MARKER).unwrap_or(0) + MARKER.len();
            first_line = index + 1;
        }
        offset += line.len();
    }
    parts.push(InputChunk { text: &text[start..], start, line: first_line });
    parts
}

/// Processes the text in chunks, or as a whole without `--split-input-file`, and writes the results.
pub fn run(
    shared: &Shared,
    origin: &Origin,
    text: String,
    output: Option<Output>,
    transform: &dyn Fn(Module) -> Result<Module, Diagnostics>,
) -> Result<(), Failure> {
    let args = &shared.args;
    let split = args.mlir.split_input_file;
    let saves = args.mlir.spirv_save_validation_files_with_prefix.is_some();
    if args.exports(args.emit()) && (split && !saves || args.emit() != Emit::Spirv) {
        return Err(Failure::Usage(
            "--split-input-file and --verify-diagnostics require text output".to_owned(),
        ));
    }
    let all = if split { parts(&text) } else { vec![InputChunk { text: &text, start: 0, line: 1 }] };
    let mut written = Vec::new();
    let mut messages = String::new();
    for (number, part) in all.into_iter().enumerate() {
        let name = match split {
            true => format!("within split at {}:{} offset ", origin.name(), part.line),
            false => origin.name().to_owned(),
        };
        if let Err((ctx, list)) = self::part(shared, (number, part), &name, &mut written, transform) {
            let source = spv_opt::Source { file: origin.name(), text: &text, ctx: Some(&ctx) };
            messages += &diagnostics(args.diagnostics_format, source, &[], &list);
        }
        if split && !matches!(args.emit(), Emit::None | Emit::Spirv) {
            written.extend_from_slice(b"// -----\n");
        }
    }
    let result = if messages.is_empty() { Ok(()) } else { Err(Failure::Diagnostics(messages)) };
    match output {
        // The output file changes only if all chunks succeed.
        Some(to) if result.is_ok() || to.is_stdout() => to.write(|w| w.write_all(&written))?.commit()?,
        _ => {}
    }
    result
}

/// Processes one chunk and appends its output to `written`. Errors have positions in the whole text.
fn part(
    shared: &Shared,
    (number, part): (usize, InputChunk),
    name: &str,
    written: &mut Vec<u8>,
    transform: &dyn Fn(Module) -> Result<Module, Diagnostics>,
) -> Result<(), (Arc<Context>, Diagnostics)> {
    let args = &shared.args;
    let ctx = Arc::new(Context::new(shared.registry.clone()));
    let read = parser::parse(part.text, &args.mlir.parse_options(), ctx.clone());
    let read = read.map(|module| located(module, args, name, part.text));
    let wrote =
        read.and_then(transform).and_then(|module| write(&module, args, (number, part), name, written));
    let mut list = match wrote {
        Ok(()) => Diagnostics::default(),
        Err(list) => args.mlir.rename(list),
    };
    if args.mlir.verify_diagnostics {
        list = expectations::check(part.text, name, &ctx, &list, args.mlir.is_llvm());
    }
    for diagnostic in &mut list.list {
        shift(diagnostic, part.start);
    }
    if list.list.is_empty() { Ok(()) } else { Err((ctx, list)) }
}

/// Appends a module to the output, as MLIR text or as a binary.
fn write(
    module: &Module,
    args: &Args,
    (number, part): (usize, InputChunk),
    name: &str,
    to: &mut Vec<u8>,
) -> Result<(), Diagnostics> {
    match args.emit() {
        Emit::None => return Ok(()),
        Emit::Spirv => {
            let words = export_module(module, &ExportOptions::default())?.words;
            to.extend(words.iter().flat_map(|word| word.to_le_bytes()));
            let prefix = args.mlir.spirv_save_validation_files_with_prefix.as_deref();
            return prefix.map_or(Ok(()), |prefix| save_validation_file(prefix, number, &words));
        }
        _ => {}
    }
    let options = args.mlir.print_options();
    let options = Options {
        generic: options.generic || args.emit() == Emit::Generic,
        source: Some(Source { file: name, text: part.text }),
        ..options
    };
    to.extend_from_slice(printer::print(module, &options).as_bytes());
    Ok(())
}

/// Shifts the positions in a diagnostic by a byte offset.
fn shift(diagnostic: &mut Diagnostic, by: usize) {
    let places = std::iter::once(&mut diagnostic.place).chain(diagnostic.notes.iter_mut().map(|n| &mut n.0));
    for place in places {
        match place {
            Place::Text(range) => *range = range.start + by..range.end + by,
            Place::Op(loc) => {
                if let Some(offset) = loc.text_offset() {
                    let shifted = Location::text(offset + by);
                    *loc = if loc.is_derived() { shifted.derived() } else { shifted };
                }
            }
            Place::None | Place::Word { .. } | Place::Stated(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_start_behind_the_marker() {
        let text = "a\n// -----\nb // -----\n  // -----  \n// ------\n";
        let found: Vec<_> = parts(text).into_iter().map(|p| (p.text, p.start, p.line)).collect();
        assert_eq!(found, [("a\n", 0, 1), ("\nb // -----\n", 10, 2), ("  \n// ------\n", 32, 4)]);
        assert_eq!(parts("").len(), 1);
    }
}
