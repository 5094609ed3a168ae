//! `--print-availability`: the requirements of each op, in the format of LLVM's `-test-spirv-op-availability`

use spv_opt::dialect::availability::{Needs, of_op};
use spv_opt::dialect::generated::enums::CAPABILITY;
use spv_opt::dialect::llvm::checks::LAST_VERSION;
use spv_opt::dialect::llvm::{LLVM19, renamed_capability};
use spv_opt::dialect::requirements::dot_input_of;
use spv_opt::ir::dialect::Traits;
use spv_opt::ir::{Body, symbols, walk};
use spv_opt::{Context, Module};
use std::fmt::Write;

/// The newest SPIR-V version in the grammar.
const NEWEST: u32 = spv_opt::asm::NEWEST_VERSION;

/// Lists the name of each function and the requirements of its ops, descending into nested ops. `is_llvm14` limits
/// versions to the newest that LLVM 14 supports. `alias` selects the dialect name `spirv`.
pub fn list(module: &Module, is_llvm14: bool, alias: bool) -> String {
    let newest = if is_llvm14 { LAST_VERSION } else { NEWEST };
    let mut out = String::new();
    let mut bodies: Vec<(&Body, _)> =
        vec![(&module.body, walk::ops(&module.body).collect::<Vec<_>>().into_iter())];
    while let Some((body, ops)) = bodies.last_mut() {
        let body: &Body = body;
        let Some(op) = ops.next() else {
            bodies.pop();
            continue;
        };
        let def = module.ctx.registry().op(body.def(op));
        if def.traits.contains(Traits::FUNCTION)
            && let Some(name) = symbols::name_of(&module.ctx, body, op)
        {
            _ = writeln!(out, "{}", name);
        }
        if def.row.name.starts_with("spv.") {
            write_op(&module.ctx, body, op, newest, alias, &mut out);
        }
        bodies.extend(body.nested(op).map(|inner| (inner, walk::ops(inner).collect::<Vec<_>>().into_iter())));
    }
    out
}

fn write_op(ctx: &Context, body: &Body, op: spv_opt::ir::Op, newest: u32, alias: bool, out: &mut String) {
    let def = ctx.registry().op(body.def(op));
    let (mut needs, mut last) = (Needs::default(), newest);
    for entry in of_op(def, body.slots(op)) {
        needs.add(entry);
        last = last.min(entry.max_version.unwrap_or(newest));
    }
    let name = if alias { def.row.name.replacen("spv.", "spirv.", 1) } else { def.row.name.to_owned() };
    let version = |version: u32| format!("v{}.{}", version >> 16, version >> 8 & 0xFF);
    _ = writeln!(out, "{name} min version: {}", version(needs.version.max(0x0001_0000)));
    _ = writeln!(out, "{name} max version: {}", version(last));
    _ = write!(out, "{name} extensions: [");
    for (_, any) in &needs.extensions {
        _ = write!(out, " [{}]", any.join(", "));
    }
    _ = write!(out, " ]\n{name} capabilities: [");
    let of_types = dot_input_of(ctx, body, op).map(|capability| vec![capability]);
    for any in needs.capabilities.iter().map(|any| any.to_vec()).chain(of_types) {
        let names: Vec<_> = any.iter().map(|value| capability_name(*value, alias)).collect();
        _ = write!(out, " [{}]", names.join(", "));
    }
    out.push_str(" ]\n");
}

/// Returns the name of a capability. `is_since_llvm19` selects the name that LLVM 19 and newer versions use.
fn capability_name(value: u32, is_since_llvm19: bool) -> &'static str {
    let Some(known) = CAPABILITY.by_value(value) else { return "?" };
    let renamed = if is_since_llvm19 { renamed_capability(LLVM19.version, known.name) } else { None };
    renamed.unwrap_or(known.name)
}
