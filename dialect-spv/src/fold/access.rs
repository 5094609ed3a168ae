//! Accesses to memory and images of which an operand is known.

use super::constant;
use super::value::defined_by;
use crate::generated::opcodes::*;
use crate::generated::values::{image_operands, memory_access, storage_class};
use crate::generated::views::{Load, PredicatedLoadINTEL, PredicatedStoreINTEL, Store};
use crate::types;
use spv_ir::dialect::ABSENT;
use spv_ir::{Folded, Folding, NewOp, Op, Rewriter, Type, Value};

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

/// A predicated load whose predicate is false gives the default.
pub fn load_of_nothing(f: Folding<'_>, op: Op) -> Option<Folded> {
    let load = PredicatedLoadINTEL::cast(f.body, op)?;
    (truth(f, load.predicate())? == 0).then(|| Folded::Value(load.default_value()))
}

/// A predicated access whose predicate is true is a plain one; a store whose predicate is false does nothing.
pub fn constant_predicate(r: &mut Rewriter<'_>, op: Op) -> bool {
    let load = PredicatedLoadINTEL::cast(r, op).map(|load| (Load::ID, load.predicate(), 1));
    let store = || PredicatedStoreINTEL::cast(r, op).map(|store| (Store::ID, store.predicate(), 2));
    let Some((def, predicate, kept)) = load.or_else(store) else { return false };
    match truth(r.folding(), predicate) {
        None => false,
        Some(0) if def == Store::ID => {
            r.erase(op);
            true
        }
        Some(0) => false,
        Some(_) => {
            let operands: Vec<Value> = r.operands(op).take(kept).collect();
            // The memory operands are the slots of both.
            let slots = r.slots(op).to_vec();
            let results: Vec<(Value, Type)> =
                r.results(op).map(|value| (value, r.value_type(value))).collect();
            let types: Vec<Type> = results.iter().map(|result| result.1).collect();
            let (loc, attrs) = (r.loc(op), r.attrs(op));
            let new = r.create(NewOp {
                loc,
                operands: &operands,
                slots: &slots,
                results: &types,
                attrs,
                ..NewOp::new(def)
            });
            match results.first() {
                None => r.erase(op),
                Some(&(old, _)) => {
                    let (value, name) = (r.result(new, 0), r.value_name(old));
                    r.modify(new, |builder| builder.set_value_name(value, name));
                    r.replace(op, &[value]);
                }
            }
            true
        }
    }
}

/// A constant Boolean, as 0 or 1.
fn truth(f: Folding<'_>, value: Value) -> Option<u64> {
    let scalar = constant::scalar(f.ctx, f.body.value_type(value))?;
    constant::scalar_bits(f.ctx, scalar, f.constant(value)?)
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
