//! Merging of nested access chains.

use super::rewrite::{New, substitute};
use super::value::opcode;
use crate::generated::opcodes::*;
use spv_ir::{Op, Rewriter, Value};

/// Inner chain (the base), outer chain, and merged chain. The result is in bounds only if both are. A base that
/// starts with an element step keeps that step.
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
        // Decorations of the inner chain (usually NonUniform) also apply to the whole chain.
        if f.body.attrs(inner).is_some() && f.body.attrs(inner) != f.body.attrs(op) {
            return None;
        }
        let operands: Vec<Value> = f.body.operands(inner).chain(f.body.operands(op).skip(1)).collect();
        Some((merged, operands))
    })();
    let Some((merged, operands)) = found else { return false };
    substitute(r, op, New::of(merged, &operands))
}
