//! Warnings about suspicious code in valid modules

use crate::attributes::{self, AttrKind};
use crate::decorations::OP_NAME;
use crate::generated::values::capability;
use crate::generated::views as v;
use crate::layout::{LayoutRules, lay_out};
use crate::spv::ExecutionModel;
use crate::types;
use spv_ir::names::base_name;
use spv_ir::rewrite::constant_of;
use spv_ir::symbols::SymbolTable;
use spv_ir::{
    AttrData, Attribute, Body, Context, Diagnostic, Diagnostics, Module, Op, Place, Severity, walk,
};

/// Returns warnings about pipe instructions whose packet size differs from the size of the pointee.
pub fn warnings(module: &Module) -> Diagnostics {
    let ctx: &Context = &module.ctx;
    let mut found = Diagnostics::default();
    for op in walk::top_ops(&module.body) {
        let Some(inner) = module.body.nested(op).filter(|_| declares_blocking_pipes(ctx, &module.body, op))
        else {
            continue;
        };
        for body in walk::top_ops(inner).filter_map(|function| inner.nested(function)) {
            walk::ops(body).filter_map(|op| packet(ctx, body, op)).for_each(|warning| found.push(warning));
        }
    }
    found
}

fn declares_blocking_pipes(ctx: &Context, outer: &Body, module: Op) -> bool {
    let is_module = outer.def(module) == v::Module::ID;
    let vce = is_module.then(|| outer.slot_attr(module, v::Module::VCE_TRIPLE)).flatten();
    match vce.and_then(|vce| attributes::view(ctx, vce)) {
        Some((AttrKind::Vce, [_, capabilities, _])) => match ctx.attr_data(*capabilities) {
            AttrData::Words(words) => words.contains(&capability::BLOCKING_PIPES_ALTERA),
            _ => false,
        },
        _ => false,
    }
}

/// Returns a warning if the packet size of a pipe instruction differs from the size of the pointee.
fn packet(ctx: &Context, body: &Body, op: Op) -> Option<Diagnostic> {
    if ![v::ReadPipeBlockingALTERA::ID, v::WritePipeBlockingALTERA::ID].contains(&body.def(op)) {
        return None;
    }
    let (pointee, _) =
        types::pointer(ctx, body.value_type(body.operand(op, v::ReadPipeBlockingALTERA::POINTER)))?;
    // Producers may convert the pointer to a byte pointer, like `void *` in C, so skip byte pointers.
    if types::scalar_width(ctx, pointee) == Some(8) {
        return None;
    }
    let size = constant_of(ctx, body, body.operand(op, v::ReadPipeBlockingALTERA::PACKET_SIZE))
        .and_then(|size| ctx.attr_u64(size))?;
    let of_pointee = lay_out(ctx, pointee, LayoutRules::Scalar).ok()?.size?;
    let name = ctx.registry().op(body.def(op)).row.name;
    let message = format!("'{name}' moves packets of {size} bytes, but the pointee has {of_pointee} bytes");
    let place = Place::Op(body.loc(op));
    (of_pointee != size).then(|| Diagnostic::new(Severity::Warning, place, message))
}

/// Returns warnings about kernel names. Intel's runtime and pocl look up a kernel by its export name, then by its debug
/// name, and last by its entry point name. Other runtimes use the entry point name.
pub fn kernel_name_warnings(module: &Module) -> Diagnostics {
    let ctx: &Context = &module.ctx;
    let mut found = Diagnostics::default();
    for body in walk::top_ops(&module.body).filter_map(|op| module.body.nested(op)) {
        let symbols = SymbolTable::new(ctx, body);
        let entries = walk::top_ops(body).filter_map(|op| v::EntryPoint::cast(body, op));
        entries.filter_map(|entry| kernel_name(ctx, body, &symbols, entry)).for_each(|w| found.push(w));
    }
    found
}

/// Returns a warning if the name of a kernel's function differs from the name of its entry point.
fn kernel_name(
    ctx: &Context,
    body: &Body,
    symbols: &SymbolTable,
    entry: v::EntryPoint<'_>,
) -> Option<Diagnostic> {
    if entry.execution_model() != ExecutionModel::Kernel {
        return None;
    }
    let symbol = entry.fn_(ctx)?;
    let function = symbols.get(symbol)?;
    let attrs = body.attrs(function);
    let first = |list: Attribute| match ctx.attr_array(list) {
        Some(items) => items.first().copied(),
        None => Some(list),
    };
    let text = |attr: Option<Attribute>| attr.and_then(|attr| ctx.attr_str(attr));
    let debug_name = match ctx.dict_get(attrs, OP_NAME) {
        Some(names) => text(first(names)),
        None => Some(base_name(ctx.str(symbol))).filter(|name| !name.is_empty() && *name != "_"),
    };
    let (kind, other) = match text(ctx.dict_get(attrs, "linkage_attributes").and_then(first)) {
        Some(export) => ("exported", export),
        None => ("debug", debug_name?),
    };
    let name = entry.name(ctx).unwrap_or_else(|| ctx.str(symbol));
    let message = format!(
        "the kernel '{name}' has the {kind} name '{other}': Intel's runtime and pocl look it up by that \
         name, other runtimes by the name of the entry point"
    );
    (other != name).then(|| Diagnostic::new(Severity::Warning, Place::Op(body.loc(entry.op())), message))
}
