//! `--print-op-stats`: counts ops by name, in the format of mlir-opt

use spv_opt::Module;
use spv_opt::ir::builtin::MODULE;
use spv_opt::ir::walk;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Returns a list of op names in alphabetical order with their counts, including the module op itself.
pub fn list(module: &Module) -> String {
    let mut counts = BTreeMap::from([(MODULE.name, 1_usize)]);
    for body in walk::bodies(&module.body).map(|at| at.body) {
        for op in walk::ops(body) {
            *counts.entry(module.ctx.registry().op(body.def(op)).row.name).or_default() += 1;
        }
    }
    let split = |name: &'static str| name.split_once('.').unwrap_or(("", name));
    let dialects = counts.keys().map(|name| split(name).0.len()).max().unwrap_or(0);
    let names = counts.keys().map(|name| split(name).1.len()).max().unwrap_or(0);
    let mut out = String::from("Operations encountered:\n-----------------------\n");
    for (name, count) in counts {
        let (dialect, name) = split(name);
        _ = writeln!(out, "  {dialect:>dialects$}.{name:<names$} , {count}");
    }
    out
}
