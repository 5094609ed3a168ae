//! What is suspicious in a valid module.

use crate::attributes::{self, Kind};
use crate::generated::values::capability;
use crate::generated::views as v;
use crate::layout::{LayoutRules, lay_out};
use crate::types;
use spv_ir::rewrite::constant_of;
use spv_ir::{AttrData, Body, Context, Diagnostic, Diagnostics, Module, Op, Place, Severity, walk};

/// The warnings about a module: packets of pipes whose size is not that of what they are read to or written from.
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
        Some((Kind::Vce, [_, capabilities, _])) => match ctx.attr_data(*capabilities) {
            AttrData::Words(words) => words.contains(&capability::BLOCKING_PIPES_ALTERA),
            _ => false,
        },
        _ => false,
    }
}

/// A packet whose size is not that of the pointee.
fn packet(ctx: &Context, body: &Body, op: Op) -> Option<Diagnostic> {
    if ![v::ReadPipeBlockingALTERA::ID, v::WritePipeBlockingALTERA::ID].contains(&body.def(op)) {
        return None;
    }
    let (pointee, _) =
        types::pointer(ctx, body.value_type(body.operand(op, v::ReadPipeBlockingALTERA::POINTER)))?;
    // Producers convert the pointer to one to bytes, as a `void` pointer of C.
    if types::scalar_width(ctx, pointee) == Some(8) {
        return None;
    }
    let size = constant_of(ctx, body, body.operand(op, v::ReadPipeBlockingALTERA::PACKET_SIZE))
        .and_then(|size| ctx.attr_u64(size))?;
    let of_pointee = lay_out(ctx, pointee, LayoutRules::Scalar).ok()?.size?;
    let name = ctx.registry().op(body.def(op)).row.name;
    let message = format!("'{name}' moves packets of {size} bytes, but the pointer is to {of_pointee} bytes");
    let place = Place::Op(body.loc(op));
    (of_pointee != size).then(|| Diagnostic::new(Severity::Warning, place, message))
}
