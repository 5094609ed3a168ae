//! Identity and emptiness of bodies

use spv_ir::Body;

/// Returns an identifier of a body within the module: its address.
#[inline]
pub(crate) fn address(body: &Body) -> usize {
    std::ptr::from_ref(body).addr()
}

/// Returns whether a function body has no ops.
pub(crate) fn is_declaration(body: &Body) -> bool {
    let entry = body.first_block(body.root());
    entry.is_none_or(|block| body.first_op(block).is_none() && body.next_block(block).is_none())
}
