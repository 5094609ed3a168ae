//! Patterns for memory and image accesses with constant or undefined operands

use super::constant;
use super::facts::Facts;
use super::value::defined_by;
use crate::generated::opcodes::*;
use crate::generated::values::{image_operands, memory_access, storage_class};
use crate::generated::views::{
    AddressOf, Load, LogicalNot, PredicatedLoadINTEL, PredicatedStoreINTEL, Select, Store, Variable,
};
use crate::types;
use spv_ir::dialect::{ABSENT, Traits};
use spv_ir::rewrite::effects;
use spv_ir::{Folded, Folding, NewOp, Op, Rewriter, Type, Value};

/// Storage classes whose memory is private to an invocation. No decoration makes such memory volatile.
pub const OWN_MEMORY: &[u32] = &[storage_class::FUNCTION, storage_class::PRIVATE];

/// Removes a store of an undefined value: the store may leave the old value in memory, so it has no effect.
pub fn store_of_undefined(r: &mut Rewriter<'_>, op: Op) -> bool {
    let harmless = memory_access::ALIGNED | memory_access::NONTEMPORAL;
    let plain = r.slots(op).first().is_none_or(|&access| access == ABSENT || access & !harmless == 0);
    let [pointer, object] = r.first_operands(op);
    let undefined = defined_by(r.folding(), object, UNDEF).is_some();
    let own =
        types::pointer(r.ctx(), r.value_type(pointer)).is_some_and(|(_, class)| OWN_MEMORY.contains(&class));
    if !plain || !undefined || !own {
        return false;
    }
    r.erase(op);
    true
}

/// Folds a predicated load to its default value if the predicate is false.
pub fn load_of_nothing(f: Folding<'_>, op: Op) -> Option<Folded> {
    let load = PredicatedLoadINTEL::cast(f.body, op)?;
    (truth(f, load.predicate())? == 0).then(|| Folded::Value(load.default_value()))
}

/// Replaces a predicated access with a plain access if the predicate is true. Removes a predicated store if the
/// predicate is false.
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
            // Plain and predicated accesses have the same attribute slots: the memory operands.
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

/// Replaces a predicated access to a whole private variable with a plain access and a select. The variable exists
/// regardless of the predicate, so a plain access is safe.
pub fn predicated_variable(r: &mut Rewriter<'_>, op: Op) -> bool {
    let load = PredicatedLoadINTEL::cast(r, op).map(|load| (load.pointer(), load.predicate()));
    let store = PredicatedStoreINTEL::cast(r, op);
    let Some((pointer, predicate)) = load.or_else(|| store.map(|s| (s.pointer(), s.predicate()))) else {
        return false;
    };
    let body: &spv_ir::Body = r;
    let whole =
        body.defining_op(pointer).is_some_and(|def| [Variable::ID, AddressOf::ID].contains(&body.def(def)));
    let pointer_type = types::pointer(r.ctx(), body.value_type(pointer));
    let Some((ty, _)) = pointer_type.filter(|(_, class)| whole && OWN_MEMORY.contains(class)) else {
        return false;
    };
    if !is_selectable(r.folding(), ty) {
        return false;
    }
    let (loc, attrs, slots) = (r.loc(op), r.attrs(op), r.slots(op).to_vec());
    let mut access = NewOp { loc, slots: &slots, attrs, ..NewOp::new(Load::ID) };
    let loaded = r.create(NewOp { operands: &[pointer], results: &[ty], ..access });
    let loaded = r.result(loaded, 0);
    let [yes, no] = match (PredicatedLoadINTEL::cast(r, op), PredicatedStoreINTEL::cast(r, op)) {
        (Some(load), _) => [loaded, load.default_value()],
        (None, Some(store)) => [store.object(), loaded],
        (None, None) => return false,
    };
    let chosen = select(r, op, ty, [predicate, yes, no]);
    if load.is_some() {
        let (old, name) = (r.result(op, 0), r.value_name(r.result(op, 0)));
        debug_assert_eq!(r.value_type(old), ty);
        if let Some(select) = r.defining_op(chosen).filter(|_| name.is_some()) {
            r.modify(select, |builder| builder.set_value_name(chosen, name));
        }
        r.replace(op, &[chosen]);
    } else {
        access.def = Store::ID;
        r.create(NewOp { operands: &[pointer, chosen], ..access });
        r.erase(op);
    }
    true
}

/// Merges two predicated stores to the same address into a single store of a select. One predicate must be the negation
/// of the other. No read or write may lie between the stores.
pub fn complementary_stores(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let later = PredicatedStoreINTEL::cast(f.body, op)?;
        let mut before = f.body.prev(op);
        while let Some(other) = before.filter(|&other| effects(f.ctx, f.body, other) == Traits::PURE) {
            before = f.body.prev(other);
        }
        let other = before?;
        let earlier = PredicatedStoreINTEL::cast(f.body, other)?;
        let same = earlier.pointer() == later.pointer()
            && f.body.slots(other) == f.body.slots(op)
            && f.body.attrs(other) == f.body.attrs(op);
        let ty = f.body.value_type(later.object());
        let fits = same && f.body.value_type(earlier.object()) == ty && is_selectable(f, ty);
        let negates = |a: Value, b: Value| {
            let not = f.body.defining_op(a).and_then(|def| LogicalNot::cast(f.body, def));
            not.is_some_and(|not| not.operand() == b)
        };
        if !fits {
            return None;
        }
        let (p, q) = (earlier.predicate(), later.predicate());
        if negates(q, p) {
            Some((other, later.pointer(), ty, [p, earlier.object(), later.object()]))
        } else if negates(p, q) {
            Some((other, later.pointer(), ty, [q, later.object(), earlier.object()]))
        } else {
            None
        }
    })();
    let Some((other, pointer, ty, choice)) = found else { return false };
    let chosen = select(r, op, ty, choice);
    let (loc, attrs, slots) = (r.loc(op), r.attrs(op), r.slots(op).to_vec());
    let operands = [pointer, chosen];
    r.create(NewOp { loc, operands: &operands, slots: &slots, attrs, ..NewOp::new(Store::ID) });
    r.erase(op);
    r.erase(other);
    true
}

/// Returns whether OpSelect with a scalar condition supports operands of a type.
fn is_selectable(f: Folding<'_>, ty: Type) -> bool {
    let old = Facts::from_bits_truncate(f.facts).contains(Facts::OLD_SELECT);
    constant::shape(f.ctx, ty).is_some_and(|shape| !old || shape.length.is_none())
}

fn select(r: &mut Rewriter<'_>, at: Op, ty: Type, operands: [Value; 3]) -> Value {
    let select =
        r.create(NewOp { loc: r.loc(at), operands: &operands, results: &[ty], ..NewOp::new(Select::ID) });
    r.result(select, 0)
}

/// Returns 0 or 1 for a constant Boolean, or `None` if the value is not constant.
fn truth(f: Folding<'_>, value: Value) -> Option<u64> {
    let scalar = constant::scalar(f.ctx, f.body.value_type(value))?;
    constant::scalar_bits(f.ctx, scalar, f.constant(value)?)
}

/// Replaces a constant `Offset` image operand with `ConstOffset`, or removes it if it is zero.
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
        // Image operands are in the order of their mask bits; only `Grad` has two operands.
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
