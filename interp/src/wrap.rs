//! Detection of overflow that no-wrap decorations exclude
//!
//! Overflow is undefined behavior for ops with `NoSignedWrap` or `NoUnsignedWrap`.

use super::eval::Inst;
use super::value::{Value, ValueType, shape};
use spv_dialect::generated::opcodes as op;
use spv_ir::{Body, Context, Op};

/// Returns whether an operation overflows although its no-wrap decorations forbid overflow.
pub fn wraps(ctx: &Context, body: &Body, operation: Op, inst: &Inst<'_>, args: &[Value]) -> bool {
    let has = |key| ctx.dict_get(body.attrs(operation), key).is_some();
    let (signed, unsigned) = (has("no_signed_wrap"), has("no_unsigned_wrap"));
    if !(signed || unsigned) || inst.set != 0 {
        return false;
    }
    let (width, count) = match shape(ctx, inst.ty) {
        ValueType::Int { width, .. } => (width, 1),
        ValueType::Uniform(count, element) => match shape(ctx, element) {
            ValueType::Int { width, .. } => (width, count as usize),
            _ => return false,
        },
        _ => return false,
    };
    (0..count).any(|lane| {
        let lanes: Option<Vec<u64>> = args
            .iter()
            .map(|arg| match arg.parts() {
                Some(parts) => parts.get(lane).and_then(Value::bits),
                None => arg.bits(),
            })
            .collect();
        lanes.is_some_and(|lanes| {
            let spare = 64 - width;
            let as_signed = |lane: &u64| i128::from(((lane << spare) as i64) >> spare);
            let as_unsigned = |lane: &u64| i128::from(*lane);
            let limit = 1i128 << (width - 1);
            signed
                && exact(inst.opcode, &lanes, &as_signed)
                    .is_some_and(|exact| !(-limit..limit).contains(&exact))
                || unsigned
                    && exact(inst.opcode, &lanes, &as_unsigned)
                        .is_some_and(|exact| !(0..2 * limit).contains(&exact))
        })
    })
}

/// Computes the exact result, without wrapping. `read` interprets operands as signed or unsigned, except shift amounts,
/// which are unsigned. Returns `None` for ops that cannot overflow.
fn exact(opcode: u32, lanes: &[u64], read: &dyn Fn(&u64) -> i128) -> Option<i128> {
    match (opcode, lanes) {
        (op::I_ADD, [a, b]) => read(a).checked_add(read(b)),
        (op::I_SUB, [a, b]) => read(a).checked_sub(read(b)),
        (op::I_MUL, [a, b]) => read(a).checked_mul(read(b)),
        (op::S_NEGATE, [a]) => Some(-read(a)),
        (op::SHIFT_LEFT_LOGICAL, [a, amount]) => read(a).checked_mul(1i128.checked_shl(*amount as u32)?),
        _ => None,
    }
}
