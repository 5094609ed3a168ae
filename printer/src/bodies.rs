//! Questions about bodies of ops.

use spv_ir::Body;

/// What tells a body from all others of the module.
#[inline]
pub(crate) fn address(body: &Body) -> usize {
    std::ptr::from_ref(body).addr()
}

/// Whether a function has no ops.
pub(crate) fn is_declaration(body: &Body) -> bool {
    let entry = body.first_block(body.root());
    entry.is_none_or(|block| body.first_op(block).is_none() && body.next_block(block).is_none())
}
