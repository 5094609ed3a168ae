//! Records the original ids of an imported module

use super::Importer;
use super::function::Scratch;
use super::ids::{FunctionRange, IdDefinition};
use super::reader::ImportResult;
use crate::IdMap;
use crate::export::{ExportOptions, export_module};
use rustc_hash::FxHashMap;
use spv_dialect::generated::opcodes as op;
use spv_ir::Module;

impl Importer<'_> {
    /// Records the ids of symbols and types. For a type with several ids, records the first.
    pub(super) fn note_module(&self, map: &mut IdMap) {
        for id in 1..self.ids.len() as u32 {
            match self.ids.what(id) {
                IdDefinition::Symbol(symbol) => _ = map.symbols.insert(symbol, id),
                IdDefinition::Type(ty) | IdDefinition::Signature(ty) => _ = map.types.entry(ty).or_insert(id),
                IdDefinition::Unknown
                | IdDefinition::Constant(_)
                | IdDefinition::Undef(_)
                | IdDefinition::Set(_) => {}
            }
        }
    }

    /// Records the ids of the values and labels in the most recently read function.
    pub(super) fn note_function(
        &self,
        range: &FunctionRange,
        scratch: &Scratch,
        map: &mut IdMap,
    ) -> ImportResult<()> {
        let Some(symbol) = self.symbol_at(&self.inst(range.start)?, 2).ok() else { return Ok(()) };
        let mut at = range.start;
        while at < range.end {
            let i = self.inst(at)?;
            at += i.words.len();
            let Some(shape) = self.opcodes.result_layout(i.opcode).filter(|s| s.result_id) else { continue };
            let id = self.ids.check(&i, 1 + usize::from(shape.result_type))?;
            if i.opcode == op::LABEL {
                map.blocks.extend(scratch.block(id).map(|block| ((symbol, block), id)));
            } else {
                map.values.extend(scratch.value(id).map(|value| ((symbol, value), id)));
            }
        }
        for offset in scratch.localized() {
            let id = self.ids.check(&self.inst(offset)?, 2)?;
            map.values.extend(scratch.value(id).map(|value| ((symbol, value), id)));
        }
        Ok(())
    }
}

/// Adds the construct results and forwarded arguments that share an id with another value in region form. Exports the
/// module to determine them.
pub(super) fn complete(module: &Module, map: &mut IdMap) {
    let exported = export_module(module, &ExportOptions { ids: true, ..ExportOptions::default() });
    // If export fails, only these additional entries are missing.
    let Some(written) = exported.ok().and_then(|e| e.ids) else { return };
    let known = |((function, value), id): (&_, &u32)| {
        let read = map.values.get(&(*function, *value))?;
        Some(((*function, *id), *read))
    };
    let read_of: FxHashMap<_, u32> = written.values.iter().filter_map(known).collect();
    for ((function, value), id) in written.values {
        if let Some(read) = read_of.get(&(function, id)) {
            map.values.entry((function, value)).or_insert(*read);
        }
    }
}
