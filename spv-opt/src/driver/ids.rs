//! Ids and analysis results as comments in MLIR text, and the file of ids (`--id-map`)

use spv_ir::dialect::SYMBOL_SLOT;
use spv_opt::Module;
use spv_opt::ir::{Body, Ident, SymbolTable, Value, walk};
use spv_opt::passes::flow::Flow;
use spv_opt::passes::ranges::Ranges;
use spv_opt::passes::uniformity::{Uniformity, entry_points};
use spv_opt::passes::{Analyses, Limits};
use spv_opt::printer::{self, IdNotes, Spellings};
use spv_opt::serialize::IdMap;
use std::collections::HashMap;
use std::io::{self, Write};

/// Converts an id map to comments for the printer.
pub fn notes(ids: IdMap) -> IdNotes {
    IdNotes {
        symbols: ids.symbols,
        types: ids.types,
        values: ids.values,
        blocks: ids.blocks,
        ..IdNotes::default()
    }
}

/// Adds the known ranges of integer values to the comments.
pub fn add_ranges(module: &Module, notes: &mut IdNotes) {
    let ctx = &module.ctx;
    for op in walk::top_ops(&module.body) {
        let Some(inner) = module.body.nested(op) else { continue };
        let stated = |attrs| ctx.dict_get(attrs, "spv.target_env");
        let target = stated(module.body.attrs(op)).or(stated(module.attrs));
        let limits = Limits::new(ctx, inner, target);
        for (function, body) in functions(module, inner) {
            let ranges = Analyses::default().get::<Ranges>(ctx, body, &limits);
            let known = values(body).filter_map(|value| Some((value, ranges.get(value)?)));
            for (value, range) in known.filter(|(_, range)| !range.is_full()) {
                add_fact(notes, (function, value), &range.to_string());
            }
        }
    }
}

/// Adds `divergent` to the comments of divergent values.
pub fn add_uniformity(module: &Module, notes: &mut IdNotes) {
    let ctx = &module.ctx;
    for op in walk::top_ops(&module.body) {
        let Some(inner) = module.body.nested(op) else { continue };
        let (symbols, entries) = (SymbolTable::new(ctx, inner), entry_points(ctx, inner));
        for (function, body) in functions(module, inner) {
            let is_entry_point = entries.contains(&function);
            let analyze = if is_entry_point { Uniformity::of_entry_point } else { Uniformity::new };
            let uniformity = analyze(ctx, inner, &symbols, body, &Flow::new(ctx, body));
            for value in values(body).filter(|&value| !uniformity.is_uniform(value)) {
                add_fact(notes, (function, value), "divergent");
            }
        }
    }
}

/// Returns all values of a body: op results and block arguments.
fn values(body: &Body) -> impl Iterator<Item = Value> + '_ {
    let results = walk::ops(body).flat_map(|op| body.results(op));
    results.chain(walk::blocks(body).flat_map(|block| body.args(block).iter().copied()))
}

/// Appends `fact` to the comment of a value, which is identified by the symbol of its function and the value itself.
fn add_fact(notes: &mut IdNotes, value: (Ident, Value), fact: &str) {
    let facts = notes.facts.entry(value).or_default();
    if !facts.is_empty() {
        facts.push(' ');
    }
    facts.push_str(fact);
}

/// Writes the id map, sorted by id and name. Each line is `@symbol`, `@function %value` or `@function ^block` with the
/// names in MLIR text, then a tab and the id.
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

/// Returns a map from function symbols to function bodies.
fn bodies(module: &Module) -> HashMap<Ident, &Body> {
    let inner = walk::top_ops(&module.body).filter_map(|op| module.body.nested(op));
    inner.flat_map(|inner| functions(module, inner)).collect()
}

/// Returns the symbol and body of each function in the body of an `spv.module`.
pub fn functions<'m>(module: &'m Module, inner: &'m Body) -> impl Iterator<Item = (Ident, &'m Body)> {
    let ctx = &module.ctx;
    walk::top_ops(inner).filter_map(move |function| {
        let symbol = inner.slot_attr(function, SYMBOL_SLOT).and_then(|a| ctx.attr_str(a))?;
        Some((ctx.ident(symbol), inner.nested(function)?))
    })
}
