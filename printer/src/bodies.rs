//! Address of a body, and test for declarations

use spv_ir::Body;

/// Returns the address of a body, which identifies the body within the module.
#[inline]
pub(crate) fn address(body: &Body) -> usize {
    std::ptr::from_ref(body).addr()
}

/// Returns whether a function body has no ops.
pub(crate) fn is_declaration(body: &Body) -> bool {
    let entry = body.first_block(body.root());
    entry.is_none_or(|block| body.first_op(block).is_none() && body.next_block(block).is_none())
}
