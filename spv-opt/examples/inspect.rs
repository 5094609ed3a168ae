//! Walks a module: lists its entry points, and counts the ops in each function by name
//!
//!     cargo run -p spv-opt --example inspect [FILE.spv]

use spv_opt::ir::{Body, Op};
use std::collections::BTreeMap;

fn main() -> std::io::Result<()> {
    let bundled = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/shader.spv");
    let file = std::env::args().nth(1).unwrap_or_else(|| bundled.to_owned());
    let ctx = spv_opt::context();
    let module = match spv_opt::import_bytes(&ctx, &std::fs::read(&file)?) {
        Ok(module) => module,
        Err(list) => {
            eprint!("{}", spv_opt::render(&list, spv_opt::Source { file: &file, text: "", ctx: None }));
            std::process::exit(1);
        }
    };

    // The definition of an op holds its static properties, such as its name.
    let name = |body: &Body, op: Op| ctx.registry().op(body.def(op)).row.name;
    // Functions and `spv.module` own bodies. A body cannot use values of another body.
    for spv_module in top(&module.body) {
        let Some(body) = module.body.nested(spv_module) else { continue };
        for op in top(body) {
            match (name(body, op), body.nested(op)) {
                ("spv.EntryPoint", _) => {
                    let options = spv_opt::printer::Options::default();
                    println!("{}", spv_opt::printer::print_op(&ctx, body, op, &options).trim_end());
                }
                ("spv.func", Some(function)) => {
                    let symbol = body.slot_attr(op, 0).and_then(|name| ctx.attr_str(name));
                    println!("@{}", symbol.unwrap_or("?"));
                    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
                    for op in spv_opt::ir::walk::ops(function) {
                        *counts.entry(name(function, op)).or_default() += 1;
                    }
                    counts.iter().for_each(|(name, count)| println!("{count:6}  {name}"));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// Returns the top-level ops of a body, without nested ops.
fn top(body: &Body) -> impl Iterator<Item = Op> {
    body.blocks(body.root()).flat_map(|block| body.ops(block))
}
