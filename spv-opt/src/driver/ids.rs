//! Ids of the binary: as notes beside the text, and as a file.

use spv_opt::Module;
use spv_opt::ir::{Body, Ident};
use spv_opt::printer::IdNotes;
use spv_opt::serialize::export::IdMap;
use std::collections::HashMap;
use std::io::{self, Write};

/// Ids as the printer takes them.
pub fn notes(ids: IdMap) -> IdNotes {
    IdNotes { symbols: ids.symbols, values: ids.values, ..IdNotes::default() }
}

/// Writes `@symbol`, or `@function %name` of a value that has a debug name, a tab and the id, one line
/// each, sorted by id and name.
pub fn write_map(module: &Module, ids: &IdMap, to: &mut dyn Write) -> io::Result<()> {
    let ctx = &module.ctx;
    let bodies = bodies(module);
    let mut lines: Vec<(u32, String)> = Vec::with_capacity(ids.symbols.len() + ids.values.len());
    lines.extend(ids.symbols.iter().map(|(symbol, id)| (*id, format!("@{}", ctx.str(*symbol)))));
    for ((function, value), id) in &ids.values {
        let name = bodies.get(function).and_then(|body| body.value_name(*value));
        lines.extend(name.map(|name| (*id, format!("@{} %{}", ctx.str(*function), ctx.str(name)))));
    }
    lines.sort();
    lines.iter().try_for_each(|(id, name)| writeln!(to, "{name}\t{id}"))
}

/// The bodies of functions by symbol.
fn bodies(module: &Module) -> HashMap<Ident, &Body> {
    let ctx = &module.ctx;
    let nested = |body: &'_ Body| -> Vec<_> { body.blocks(body.root()).flat_map(|b| body.ops(b)).collect() };
    let mut found = HashMap::new();
    for op in nested(&module.body) {
        let Some(inner) = module.body.nested(op) else { continue };
        for function in nested(inner) {
            let symbol = inner.slot_attr(function, 0).and_then(|a| ctx.attr_str(a));
            if let (Some(symbol), Some(body)) = (symbol, inner.nested(function)) {
                found.insert(ctx.ident(symbol), body);
            }
        }
    }
    found
}
