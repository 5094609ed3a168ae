//! Accesses to memory and images of which an operand is known.

use super::constant;
use super::value::defined_by;
use crate::generated::opcodes::*;
use crate::generated::values::{image_operands, memory_access, storage_class};
use crate::types;
use spv_ir::dialect::ABSENT;
use spv_ir::{Op, Rewriter, Value};

/// Memory that no other invocation sees in between, and that no decoration makes volatile.
pub const OWN_MEMORY: &[u32] = &[storage_class::FUNCTION, storage_class::PRIVATE];

/// A store of an undefined value may leave there what was there.
pub fn store_of_undefined(r: &mut Rewriter<'_>, op: Op) -> bool {
    let harmless = memory_access::ALIGNED | memory_access::NONTEMPORAL;
    let plain = r.slots(op).first().is_none_or(|&access| access == ABSENT || access & !harmless == 0);
    let undefined = defined_by(r.folding(), r.operand(op, 1), UNDEF).is_some();
    let own = types::pointer(r.ctx(), r.value_type(r.operand(op, 0)))
        .is_some_and(|(_, class)| OWN_MEMORY.contains(&class));
    if !plain || !undefined || !own {
        return false;
    }
    r.erase(op);
    true
}

/// A constant Offset is a ConstOffset, and none at all where it is zero.
pub fn constant_offset(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let def = f.ctx.registry().op(f.body.def(op));
        let param = def.param("image_operands")?;
        let slot = def.slot_of(param);
        let mask = f.body.slot(op, slot);
        if mask == ABSENT || mask & image_operands::OFFSET == 0 {
            return None;
        }
        // The operands of the lesser bits come first; Grad has two.
        let before = mask & (image_operands::OFFSET - 1);
        let grad = usize::from(mask & image_operands::GRAD != 0);
        let place = param + before.count_ones() as usize + grad;
        let value = f.body.operand(op, place);
        let attr = f.constant(value)?;
        let shape = constant::shape(f.ctx, f.body.value_type(value))?;
        let zero = constant::lanes(f.ctx, shape, attr)?.iter().all(|&lane| lane == 0);
        Some((slot, mask & !image_operands::OFFSET, place, zero))
    })();
    let Some((slot, mask, place, zero)) = found else { return false };
    let offset = r.defining_op(r.operand(op, place));
    let operands: Vec<Value> =
        r.operands(op).enumerate().filter(|(i, _)| !(zero && *i == place)).map(|(_, value)| value).collect();
    let mask = if zero { mask } else { mask | image_operands::CONST_OFFSET };
    r.modify(op, |builder| {
        builder.set_slot(op, slot, mask);
        builder.set_operands(op, &operands, &[]);
    });
    if let Some(offset) = offset {
        r.revisit(offset);
    }
    true
}
