//! Ids of the binary: as notes beside the text, and as a file.

use spv_opt::Module;
use spv_opt::ir::{Body, Ident, walk};
use spv_opt::passes::Analysis;
use spv_opt::passes::ranges::Ranges;
use spv_opt::printer::{self, IdNotes, Spellings};
use spv_opt::serialize::IdMap;
use std::collections::HashMap;
use std::io::{self, Write};

/// Ids as the printer takes them.
pub fn notes(ids: IdMap) -> IdNotes {
    IdNotes {
        symbols: ids.symbols,
        types: ids.types,
        values: ids.values,
        blocks: ids.blocks,
        ..IdNotes::default()
    }
}

/// Adds the ranges of the integers in functions, as far as anything is known of them.
pub fn add_ranges(module: &Module, notes: &mut IdNotes) {
    for (function, body) in bodies(module) {
        let ranges = Ranges::new(&module.ctx, body);
        let results = walk::ops(body).flat_map(|op| body.results(op));
        let arguments = walk::blocks(body).flat_map(|block| body.args(block).iter().copied());
        let known = results.chain(arguments).filter_map(|value| Some((value, ranges.get(value)?)));
        let known = known.filter(|(_, range)| !range.is_full());
        notes.ranges.extend(known.map(|(value, range)| ((function, value), range.to_string())));
    }
}

/// Writes `@symbol`, `@function %value` or `@function ^block` as the text spells them, a tab and the id,
/// one line each, sorted by id and name.
pub fn write_map(module: &Module, ids: &IdMap, to: &mut dyn Write) -> io::Result<()> {
    let ctx = &module.ctx;
    let symbol = |name: Ident| printer::print_attr(ctx, ctx.symbol_attr(name));
    let bodies = bodies(module);
    let spellings: HashMap<Ident, Spellings<'_>> =
        bodies.iter().map(|(function, body)| (*function, printer::spellings(ctx, body))).collect();
    let mut lines: Vec<(u32, String)> = Vec::with_capacity(ids.symbols.len() + ids.values.len());
    lines.extend(ids.symbols.iter().map(|(name, id)| (*id, symbol(*name))));
    let mut add = |function: Ident, id: u32, spelling: Option<String>| {
        lines.extend(spelling.map(|s| (id, format!("{} {s}", symbol(function)))));
    };
    for ((function, value), id) in &ids.values {
        add(*function, *id, spellings.get(function).and_then(|s| s.value(*value)));
    }
    for ((function, block), id) in &ids.blocks {
        add(*function, *id, spellings.get(function).and_then(|s| s.block(*block)));
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
