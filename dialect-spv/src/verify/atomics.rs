//! Type rules of atomics and memory semantics
//!
//! Scope and semantics may be operands, so value operands are counted from the end.

use super::View;
use super::rule::A;
use super::shape::TypeKind;
use crate::generated::values::memory_semantics::{
    ACQUIRE, ACQUIRE_RELEASE, RELEASE, SEQUENTIALLY_CONSISTENT,
};
use spv_ir::Type;
use spv_ir::dialect::ABSENT;

/// Mask of the memory-order bits of memory semantics, which are mutually exclusive.
const ORDERS: u32 = ACQUIRE | RELEASE | ACQUIRE_RELEASE | SEQUENTIALLY_CONSISTENT;

impl View<'_, '_> {
    /// Returns the type of the operand at `index`, counted from the last operand.
    fn last(&self, index: usize) -> Option<Type> {
        let body = self.body();
        let count = body.operand_count(self.op);
        self.value_ty(body.operand(self.op, count.checked_sub(index + 1)?))
    }

    fn semantics(&mut self, slot: usize) {
        let value = self.slot(slot);
        if value != ABSENT && (value & ORDERS).count_ones() > 1 {
            self.error(
                "expected at most one of these four memory constraints to be set: `Acquire`, \
                 `Release`,`AcquireRelease` or `SequentiallyConsistent`",
            );
        }
    }

    /// Returns the pointee type of an atomic op's pointer, or `None` if the type is unknown.
    fn target(&mut self) -> Option<Type> {
        self.pointer(A)?.1.inner
    }

    /// Returns the pointee type of an integer atomic op. Reports a pointee that is not an integer, and then returns
    /// `None`.
    fn integer(&mut self) -> Option<Type> {
        let pointee = self.target()?;
        if self.shape(pointee).element == TypeKind::Int {
            return Some(pointee);
        }
        let text = self.text(pointee);
        self.error(&format!("pointer operand must point to an integer value, found '{text}'"));
        None
    }

    fn result_is(&mut self, pointee: Type) {
        if let Some(result) = self.result()
            && result != pointee
        {
            let (pointee, result) = (self.text(pointee), self.text(result));
            self.error(&format!(
                "pointer operand's pointee type must have the same as the op result type, but found \
                 '{pointee}' vs '{result}'"
            ));
        }
    }

    /// Checks that the value operand has the pointee type.
    fn value_is(&mut self, pointee: Type) {
        if let Some(value) = self.last(0)
            && !self.alike(value, pointee)
        {
            let (pointee, value) = (self.text(pointee), self.text(value));
            self.error(&format!(
                "expected value to have the same type as the pointer operand's pointee type '{pointee}', but \
                 found '{value}'"
            ));
        }
    }
}

/// Checks OpMemoryBarrier, whose operands are scope and semantics.
pub fn memory_barrier(v: &mut View<'_, '_>) {
    v.semantics(1);
}

/// Checks OpControlBarrier, whose operands are execution scope, memory scope and semantics.
pub fn control_barrier(v: &mut View<'_, '_>) {
    v.semantics(2);
}

/// Checks OpAtomicLoad and other atomics without a value operand, on integers or floats.
pub fn load(v: &mut View<'_, '_>) {
    if let Some(pointee) = v.target() {
        v.result_is(pointee);
    }
    v.semantics(1);
}

/// Checks the value type and memory semantics of OpAtomicStore.
pub fn store(v: &mut View<'_, '_>) {
    if let Some(pointee) = v.target() {
        v.value_is(pointee);
    }
    v.semantics(1);
}

/// Checks OpAtomicIIncrement and OpAtomicIDecrement.
pub fn count(v: &mut View<'_, '_>) {
    if let Some(pointee) = v.integer() {
        v.result_is(pointee);
    }
    v.semantics(1);
}

/// Checks integer atomics with a value operand, such as OpAtomicIAdd.
pub fn update(v: &mut View<'_, '_>) {
    if let Some(pointee) = v.integer() {
        v.value_is(pointee);
        v.result_is(pointee);
    }
    v.semantics(1);
}

/// Checks float atomics with a value operand, such as OpAtomicFAddEXT.
pub fn float_update(v: &mut View<'_, '_>) {
    if let Some(pointee) = v.target() {
        if v.shape(pointee).element != TypeKind::Float {
            let text = v.text(pointee);
            return v.error(&format!("pointer operand must point to an float value, found '{text}'"));
        }
        v.value_is(pointee);
        v.result_is(pointee);
    }
    v.semantics(1);
}

/// Checks the types and memory semantics of OpAtomicExchange.
pub fn exchange(v: &mut View<'_, '_>) {
    exchanged(v, &[(0, "value")]);
    v.semantics(1);
}

/// Checks the types and both memory semantics of OpAtomicCompareExchange.
pub fn compare_exchange(v: &mut View<'_, '_>) {
    exchanged(v, &[(1, "value"), (0, "comparator")]);
    v.semantics(1);
    v.semantics(2);
}

fn exchanged(v: &mut View<'_, '_>, values: &[(usize, &str)]) {
    let Some(result) = v.result() else { return };
    for &(number, name) in values {
        if let Some(ty) = v.last(number)
            && ty != result
        {
            let (ty, result) = (v.text(ty), v.text(result));
            return v.error(&format!(
                "{name} operand must have the same type as the op result, but found '{ty}' vs '{result}'"
            ));
        }
    }
    if let Some(pointee) = v.target() {
        v.result_is(pointee);
    }
}
