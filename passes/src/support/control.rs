//! Errors shared by the control-flow passes

use crate::pass::Function;
use spv_dialect::control::Unstructured;
use spv_ir::{Block, Body, Diagnostic, Diagnostics, Place};

/// Builds an error that names the block at which control flow is unstructured.
pub(crate) fn error(function: &Function<'_>, what: &str, unstructured: &Unstructured) -> Diagnostics {
    let Unstructured { reason, block } = *unstructured;
    let loc = function.body.last_op(block).map_or(function.loc(), |op| function.body.loc(op));
    let name = name(function, block);
    one(Diagnostic::error(Place::Op(loc), format!("{what}: {reason}"))
        .note(Place::None, format!("in {name}")))
}

fn one(diagnostic: Diagnostic) -> Diagnostics {
    Diagnostics { list: vec![diagnostic] }
}

/// Describes a block by its name in the assembly and by its function.
fn name(function: &Function<'_>, block: Block) -> String {
    let body: &Body = function.body;
    let of = spv_ir::symbols::name_of(function.ctx, function.module, function.op).unwrap_or("?");
    let spelling = match body.block_annotations(block).name {
        Some(name) => function.ctx.str(name).to_owned(),
        None => {
            let before = std::iter::successors(body.prev_block(block), |&b| body.prev_block(b));
            format!("bb{}", before.count())
        }
    };
    format!("block `^{spelling}` of `@{of}`")
}
