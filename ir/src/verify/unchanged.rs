//! Skips bodies that have not changed since their last verification

use crate::body::Body;
use crate::entity::Op;
use crate::module::Module;
use crate::verify::verified::Verified;
use crate::walk::isolated_ops;

/// Records that a module is valid, after [`super::verify_module_with`] has returned `Ok`.
///
/// The next verification skips nested symbol tables that have not changed since, including everything nested in them.
/// This is correct because outer symbols are not visible in a nested symbol table.
pub fn note_verified(module: &mut Module) {
    let mut todo = vec![&mut *module.body];
    while let Some(body) = todo.pop() {
        let owners: Vec<Op> = isolated_ops(body).collect();
        for op in owners {
            let owner = (body.def(op), body.attrs(op), body.slots(op).into());
            let at = body.first_region(&body.ops[op]);
            if let Some(nested) = &mut body.nested[at] {
                nested.verified = Some(Box::new(Verified { epoch: nested.epoch, owner }));
            }
        }
        todo.extend(body.nested.iter_mut().flatten().map(|nested| &mut **nested));
    }
}

/// Returns whether a nested body, the op that owns it, and all bodies nested in it are unchanged since the last
/// verification.
pub(super) fn is_unchanged(body: &Body, (around, op): (&Body, Op)) -> bool {
    let Some(verified) = &body.verified else { return false };
    let (def, attrs, slots) = &verified.owner;
    if (*def, *attrs, &**slots) != (around.def(op), around.attrs(op), around.slots(op)) {
        return false;
    }
    let mut todo = vec![body];
    while let Some(body) = todo.pop() {
        if body.verified.as_ref().is_none_or(|verified| verified.epoch != body.epoch) {
            return false;
        }
        todo.extend(body.nested.iter().flatten().map(|nested| &**nested));
    }
    true
}
