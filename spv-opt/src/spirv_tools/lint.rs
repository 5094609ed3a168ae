//! The program spirv-lint: warnings about derivatives in divergent control flow

use super::flags::Flag;
use super::{Call, Exit, Help, io, parsed, print, validate};
use crate::driver::ids::functions;
use spv_opt::dialect::control::flow::Flow;
use spv_opt::dialect::effects::{DERIVATIVES, IMPLICIT_LOD_SAMPLES};
use spv_opt::ir::{Block, Body, Ident, Op, SymbolTable, walk};
use spv_opt::passes::uniformity::{Uniformity, entry_points};
use spv_opt::serialize::export::{ExportOptions, export_module};
use spv_opt::{Context, Module};
use std::collections::BTreeSet;
use std::sync::Arc;

pub(super) const FLAGS: &[Flag] = &[];

const HELP: Help = Help {
    about: "Warn about derivatives in divergent control flow",
    usage: "<filename>",
    flags: FLAGS,
    targets: String::new,
};

/// Runs spirv-lint.
pub fn run(call: Call) -> Exit {
    let Some(parsed) = parsed(call, &HELP)? else { return Ok(0) };
    let [input] = parsed.files.as_slice() else {
        return Err("error: line 0: expected exactly one input file.".to_owned());
    };
    let words = io::read_words(input)?;
    let ctx = Arc::new(Context::new(spv_opt::registry()));
    let module = spv_opt::import(&ctx, &words).and_then(|module| spv_opt::verify(&module).map(|()| module));
    match module {
        Ok(module) => {
            warn(&module);
            Ok(0)
        }
        Err(list) => {
            validate::report_list(&ctx, &words, &list);
            Ok(1)
        }
    }
}

/// Warns about each derivative in divergent control flow.
fn warn(module: &Module) {
    let ctx = &module.ctx;
    let exported = export_module(module, &ExportOptions { ids: true, ..ExportOptions::default() });
    let ids = exported.ok().and_then(|exported| exported.ids).unwrap_or_default();
    let label = |function: Ident, block: Block| ids.blocks.get(&(function, block)).copied().unwrap_or(0);
    let is_derivative = |body: &Body, op: Op| {
        let row = ctx.registry().op(body.def(op)).row;
        row.set == 0 && (DERIVATIVES.contains(&row.opcode) || IMPLICIT_LOD_SAMPLES.contains(&row.opcode))
    };
    let mut labels = BTreeSet::new();
    for inner in walk::top_ops(&module.body).filter_map(|op| module.body.nested(op)) {
        let (symbols, entries) = (SymbolTable::new(ctx, inner), entry_points(ctx, inner));
        for (function, body) in functions(module, inner) {
            if !walk::ops(body).any(|op| is_derivative(body, op)) {
                continue;
            }
            let flow = Flow::new(ctx, body);
            let analyze =
                if entries.contains(&function) { Uniformity::of_entry_point } else { Uniformity::new };
            let divergent = analyze(ctx, inner, &symbols, body, &flow).divergent_nodes(body, &flow);
            for (node, _) in (0..).zip(&divergent).filter(|(_, is_divergent)| **is_divergent) {
                if flow.ops(body, node).any(|op| is_derivative(body, op)) {
                    labels.insert((ctx.str(function), label(function, flow.nodes[node as usize].block)));
                }
            }
        }
    }
    for (function, label) in labels {
        let place = if label == 0 { String::new() } else { format!(" located in block %{label}") };
        print(&format!(
            "warning: line 0: derivative with divergent control flow{place}\nnote: in function {function}\n"
        ));
    }
}
