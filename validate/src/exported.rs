//! Validation of a module's binary, for modules that were not read from a binary

use super::TargetEnv;
use spv_dialect::generated::opcodes as op;
use spv_ir::symbols::name_of;
use spv_ir::{Diagnostics, Ident, Location, Module, Place, walk};
use spv_serialize::IdMap;
use spv_serialize::export::{ExportOptions, export_module};
use spv_serialize::import::binary::HEADER;
use spv_serialize::import::{ImportOptions, import_with};

/// Checks the rules about binaries, such as those of structured control flow, on the binary of a module. A module that
/// was not read from a binary requires this check in addition to [`verify_for`](super::verify_for).
///
/// # Errors
///
/// A rule is violated; only the first violation is reported, at the last op of the block, or at the function. A module
/// without a binary form is not an error.
pub fn verify_exported(module: &Module, env: &TargetEnv) -> Result<(), Diagnostics> {
    let export = |ids| export_module(module, &ExportOptions { ids, ..ExportOptions::default() });
    let Ok(exported) = export(false) else { return Ok(()) };
    let options = ImportOptions { rules: Some(env.binary_rules()), ..ImportOptions::default() };
    let Err(mut errors) = import_with(&module.ctx, &exported.words, &options) else { return Ok(()) };
    let ids = export(true).ok().and_then(|exported| exported.ids).unwrap_or_default();
    for error in &mut errors.list {
        let Place::Word { offset, .. } = error.place else { continue };
        error.place = Place::None;
        if let Some((function, loc)) = place(module, &ids, around(&exported.words, offset)) {
            error.message = format!("in function '@{}': {}", module.ctx.str(function), error.message);
            error.place = Place::Op(loc);
        }
        let note = "the ids are those of the exported binary: --print-ids shows them in the text";
        error.notes.push((Place::None, note.to_owned()));
    }
    Err(errors)
}

/// Returns the id of the function and the id of the label that precede a word, or 0 if there is none.
fn around(words: &[u32], offset: usize) -> (u32, u32) {
    let (mut function, mut label, mut at) = (0, 0, HEADER);
    while at <= offset {
        let Some(&[first, second, third]) = words.get(at..at + 3).and_then(|words| words.first_chunk())
        else {
            break;
        };
        match first & 0xFFFF {
            op::FUNCTION => (function, label) = (third, 0),
            op::LABEL => label = second,
            _ => {}
        }
        at += (first >> 16).max(1) as usize;
    }
    (function, label)
}

/// Returns the symbol of a function, and the location of the last op of a block in it. Without such a block, returns the
/// location of the function.
fn place(module: &Module, ids: &IdMap, (function, label): (u32, u32)) -> Option<(Ident, Location)> {
    let symbol = *ids.symbols.iter().find(|&(_, id)| *id == function)?.0;
    let block = ids.blocks.iter().find(|&(key, id)| *id == label && key.0 == symbol).map(|(key, _)| key.1);
    let name = module.ctx.str(symbol);
    walk::bodies(&module.body).find_map(|outer| {
        let op = walk::top_ops(outer.body).find(|&op| name_of(&module.ctx, outer.body, op) == Some(name))?;
        let last = || {
            let body = outer.body.nested(op)?;
            Some(body.loc(body.last_op(block?)?))
        };
        Some((symbol, last().unwrap_or(outer.body.loc(op))))
    })
}
