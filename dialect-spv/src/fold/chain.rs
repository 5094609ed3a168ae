//! Patterns that merge nested access chains, and that bypass casts to storage class Generic

use super::rewrite::{New, substitute};
use super::value::{defined_by, opcode};
use crate::generated::opcodes::*;
use crate::generated::values::storage_class;
use crate::types;
use spv_ir::{Folding, NewOp, Op, Rewriter, Value};

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

/// Index of the operand that is the base of an access chain, or the pointer of an access.
const BASE: usize = 0;

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

/// Makes loads, stores and atomics whose pointer was cast to storage class Generic use the original pointer.
///
/// Drivers compile the original access to faster code, and some have no atomics on Generic pointers.
pub fn accesses_of_cast(r: &mut Rewriter<'_>, cast: Op) -> bool {
    let Some(pointer) = original(r.folding(), cast) else { return false };
    let generic = r.result(cast, 0);
    let users: Vec<Op> =
        uses_as_base(r.folding(), generic).filter(|&user| is_access(r.folding(), user)).collect();
    for &user in &users {
        r.modify(user, |builder| builder.set_operand(user, BASE, pointer));
    }
    !users.is_empty()
}

/// Moves a cast to storage class Generic behind an access chain whose result is accessed.
pub fn chain_of_cast(r: &mut Rewriter<'_>, chain: Op) -> bool {
    let found = (|| {
        let (f, old) = (r.folding(), r.result(chain, 0));
        let [base] = f.body.first_operands(chain);
        let pointer = original(f, defined_by(f, base, PTR_CAST_TO_GENERIC)?)?;
        let is_chain = |user| opcode(f, user).is_some_and(|code| MERGED.iter().any(|row| row.0 == code));
        uses_as_base(f, old).find(|&user| is_access(f, user) || is_chain(user))?;
        let (def, from) = f.ctx.type_params(f.body.value_type(pointer))?;
        let (_, to) = f.ctx.type_params(f.body.value_type(old))?;
        let ty = f.ctx.param_type(def, &[to[0], from[1], to[2]], 0);
        Some((pointer, ty, f.body.operands(chain).skip(1).collect::<Vec<Value>>()))
    })();
    let Some((pointer, ty, indices)) = found else { return false };
    let operands: Vec<Value> = std::iter::once(pointer).chain(indices).collect();
    let new = r.value(NewOp {
        loc: r.loc(chain),
        operands: &operands,
        results: &[ty],
        attrs: r.attrs(chain),
        ..NewOp::new(r.def(chain))
    });
    substitute(r, chain, New::of(PTR_CAST_TO_GENERIC, &[new]))
}

/// Returns the pointer that an OpPtrCastToGeneric casts. Returns `None` for untyped pointers.
fn original(f: Folding<'_>, cast: Op) -> Option<Value> {
    let [pointer] = f.body.first_operands(cast);
    let class = |value| types::pointer(f.ctx, f.body.value_type(value)).map(|(_, class)| class);
    let is_generic = |value| class(value).map(|class| class == storage_class::GENERIC);
    (is_generic(f.body.result(cast, 0))? && !is_generic(pointer)?).then_some(pointer)
}

/// Returns the ops that use `pointer` as the first operand.
fn uses_as_base(f: Folding<'_>, pointer: Value) -> impl Iterator<Item = Op> {
    f.body.uses(pointer).filter(|&(_, index)| index == BASE).map(|(user, _)| user)
}

/// Returns whether an op is a load, store or atomic, whose first operand is the accessed pointer.
fn is_access(f: Folding<'_>, op: Op) -> bool {
    matches!(
        opcode(f, op),
        Some(
            LOAD | STORE | ATOMIC_LOAD
                ..=ATOMIC_XOR
                    | ATOMIC_FLAG_TEST_AND_SET
                    | ATOMIC_FLAG_CLEAR
                    | ATOMIC_F_ADD_EXT
                    | ATOMIC_F_MIN_EXT
                    | ATOMIC_F_MAX_EXT
        )
    )
}
