//! Descriptions of decorations and their targets for error messages

use super::subject::DecorationTarget;
use spv_dialect::decorations::Decoration;
pub(crate) use spv_dialect::describe::{decoration, global, member, ty};
use spv_ir::Context;

/// Returns a description of a decoration, including the target unless it is the op itself:
/// `Offset of member 1 'color'`.
pub(crate) fn decorated(ctx: &Context, found: &Decoration, target: DecorationTarget) -> String {
    let text = decoration(found);
    match target {
        DecorationTarget::Op | DecorationTarget::Phi => text,
        DecorationTarget::Argument(_) => format!("{text} of a parameter"),
        DecorationTarget::Type(of) => format!("{text} of {}", ty(ctx, of)),
        DecorationTarget::Member(of, index) => format!("{text} of {}", member(ctx, of, index)),
    }
}
