//! Merging of nested access chains

use super::rewrite::{New, substitute};
use super::value::opcode;
use crate::generated::opcodes::*;
use spv_ir::{Op, Rewriter, Value};

/// Opcodes of the inner chain (the base), the outer chain, and the merged chain. The merged chain is an in-bounds chain
/// only if both chains are. The merged chain has an Element operand if the inner chain has one.
const MERGED: &[(u32, u32, u32)] = &[
    (ACCESS_CHAIN, ACCESS_CHAIN, ACCESS_CHAIN),
    (ACCESS_CHAIN, IN_BOUNDS_ACCESS_CHAIN, ACCESS_CHAIN),
    (IN_BOUNDS_ACCESS_CHAIN, ACCESS_CHAIN, ACCESS_CHAIN),
    (IN_BOUNDS_ACCESS_CHAIN, IN_BOUNDS_ACCESS_CHAIN, IN_BOUNDS_ACCESS_CHAIN),
    (PTR_ACCESS_CHAIN, ACCESS_CHAIN, PTR_ACCESS_CHAIN),
    (PTR_ACCESS_CHAIN, IN_BOUNDS_ACCESS_CHAIN, PTR_ACCESS_CHAIN),
    (IN_BOUNDS_PTR_ACCESS_CHAIN, ACCESS_CHAIN, PTR_ACCESS_CHAIN),
    (IN_BOUNDS_PTR_ACCESS_CHAIN, IN_BOUNDS_ACCESS_CHAIN, IN_BOUNDS_PTR_ACCESS_CHAIN),
];

pub fn merge(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let [base] = f.body.first_operands(op);
        let inner = f.body.defining_op(base)?;
        let codes = (opcode(f, inner)?, opcode(f, op)?);
        let &(.., merged) = MERGED.iter().find(|(first, second, _)| (*first, *second) == codes)?;
        // The inner chain's decorations (usually NonUniform) must also hold for the merged chain, so the outer chain
        // must have the same decorations.
        if f.body.attrs(inner).is_some() && f.body.attrs(inner) != f.body.attrs(op) {
            return None;
        }
        let operands: Vec<Value> = f.body.operands(inner).chain(f.body.operands(op).skip(1)).collect();
        Some((merged, operands))
    })();
    let Some((merged, operands)) = found else { return false };
    substitute(r, op, New::of(merged, &operands))
}
