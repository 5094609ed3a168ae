//! Atomic operations on small integers and floats, as compare-exchange loops on the word that contains them

use super::emit::OpWriter;
use smallvec::SmallVec;
use spv_build::spv::{self, FunctionBuilder};
use spv_dialect::emit::Emit;
use spv_dialect::narrow_integers::{Extend, steps};
use spv_dialect::types;
use spv_ir::dialect::{ABSENT, OpDefId};
use spv_ir::{Body, Context, Op, Type, Value};
use std::cell::Cell;

/// The value that an atomic operation stores, as a function of the old value.
#[derive(Clone, Copy)]
enum Update {
    /// The result of an operation on the old value and the operand.
    Operation(OpDefId),
    /// The result of an operation on the old value and the constant 1.
    Step(OpDefId),
    /// The operand if the comparison of the operand with the old value holds, or else the old value.
    Choice(OpDefId, Extend),
    /// The operand, regardless of the old value.
    Exchange,
    /// The operand if the old value equals the comparator, or else the old value.
    Compare,
}

const UPDATES: &[(OpDefId, Update)] = &[
    (spv::AtomicIAdd::ID, Update::Operation(spv::IAdd::ID)),
    (spv::AtomicISub::ID, Update::Operation(spv::ISub::ID)),
    (spv::AtomicAnd::ID, Update::Operation(spv::BitwiseAnd::ID)),
    (spv::AtomicOr::ID, Update::Operation(spv::BitwiseOr::ID)),
    (spv::AtomicXor::ID, Update::Operation(spv::BitwiseXor::ID)),
    (spv::AtomicFAddEXT::ID, Update::Operation(spv::FAdd::ID)),
    (spv::AtomicIIncrement::ID, Update::Step(spv::IAdd::ID)),
    (spv::AtomicIDecrement::ID, Update::Step(spv::ISub::ID)),
    (spv::AtomicSMin::ID, Update::Choice(spv::SLessThan::ID, Extend::Signed)),
    (spv::AtomicSMax::ID, Update::Choice(spv::SGreaterThan::ID, Extend::Signed)),
    (spv::AtomicUMin::ID, Update::Choice(spv::ULessThan::ID, Extend::Unsigned)),
    (spv::AtomicUMax::ID, Update::Choice(spv::UGreaterThan::ID, Extend::Unsigned)),
    (spv::AtomicExchange::ID, Update::Exchange),
    (spv::AtomicStore::ID, Update::Exchange),
    (spv::AtomicCompareExchange::ID, Update::Compare),
    (spv::AtomicCompareExchangeWeak::ID, Update::Compare),
];

/// An atomic operation on an integer or float that occupies only some bits of a word, now or after the types have
/// changed.
pub(super) struct Atomic {
    /// The stored value; `None` for an atomic load.
    update: Option<Update>,
    /// Scope and memory semantics of the operation.
    memory: [u32; 2],
    /// The operand and the comparator, if the operation has them.
    values: SmallVec<[Value; 2]>,
}

impl Atomic {
    /// Parses an atomic operation. Returns `None` for flag operations, and for operations whose scope or semantics are
    /// not constant. These operations cannot become a loop.
    pub(super) fn new(body: &Body, op: Op) -> Option<Atomic> {
        let def = body.def(op);
        let update = UPDATES.iter().find(|row| row.0 == def).map(|row| row.1);
        if update.is_none() && def != spv::AtomicLoad::ID {
            return None;
        }
        let (values, slots) = (body.own_operands(op).skip(1).collect(), body.slots(op));
        let &[scope, semantics, ..] = slots else { return None };
        (!slots.contains(&ABSENT)).then_some(Atomic { update, memory: [scope, semantics], values })
    }

    /// Returns whether the same operation on the full word has the correct effect, because its result does not depend
    /// on the upper bits.
    pub(super) fn ignores_upper_bits(&self) -> bool {
        !matches!(self.update, Some(Update::Choice(..) | Update::Compare))
    }

    /// Returns the extension that the operation requires for its operands and the old value.
    pub(super) fn extension(&self) -> Extend {
        match self.update {
            Some(Update::Choice(_, how)) => how,
            Some(Update::Compare) => Extend::Unsigned,
            _ => Extend::No,
        }
    }

    /// Returns the value operands, which come after the pointer.
    pub(super) fn values_mut(&mut self) -> &mut [Value] {
        &mut self.values
    }

    /// Creates the atomic operation as a loop before `op`, and returns the old word. `ty` is the type of the integer or
    /// float. `take` extracts the value from a word, and `put` inserts a new value into a word.
    pub(super) fn create(
        &self,
        emit: &mut OpWriter<'_>,
        op: Op,
        pointer: Value,
        ty: Type,
        take: &dyn Fn(&mut FunctionBuilder<'_>, Value) -> Value,
        put: &dyn Fn(&mut FunctionBuilder<'_>, Value, Value) -> Value,
    ) -> Option<Value> {
        let ctx = emit.ctx;
        let word = types::pointer(ctx, emit.body.value_type(pointer))?.0;
        let Some(update) = self.update else {
            return Some(emit.with(spv::AtomicLoad::ID, &[pointer], &self.memory, None, word));
        };
        let entry = emit.body.first_block(emit.body.root())?;
        // This load needs no memory semantics, because the compare-exchange fails if the word has changed since the
        // load.
        let [scope, semantics] = self.memory;
        let first = emit.with(spv::AtomicLoad::ID, &[pointer], &[scope, 0], None, word);
        let loc = emit.body.loc(op);
        let mut b = FunctionBuilder::new(spv::Builder::before(ctx, emit.body, op), entry);
        b.loc = loc;
        let found = Cell::new(first);
        let old = b.while_(
            &[first],
            |b, args| {
                let number = take(b, args[0]);
                let number = self.updated(b, update, number, ty);
                let new = put(b, args[0], number);
                let slots = [scope, semantics, 0];
                let operands = [pointer, new, args[0]];
                let swapped = b.op_with(spv::AtomicCompareExchange::ID, &operands, &slots, word);
                found.set(swapped);
                b.op(spv::INotEqual::ID, &[swapped, args[0]], ctx.common().i1)
            },
            |_, _| vec![found.get()],
        );
        b.into_builder().finish().ok()?;
        old.first().copied()
    }

    /// Emits the computation of the new value from the old value.
    fn updated(&self, b: &mut FunctionBuilder<'_>, update: Update, old: Value, ty: Type) -> Value {
        let truth = b.ctx().common().i1;
        let value = self.values.first().copied();
        match (update, value) {
            (Update::Operation(def), Some(value)) => b.op(def, &[old, value], ty),
            (Update::Step(def), _) => {
                let one = b.integer(ty, 1);
                b.op(def, &[old, one], ty)
            }
            (Update::Choice(compare, _), Some(value)) => {
                let selected = b.op(compare, &[value, old], truth);
                b.op(spv::Select::ID, &[selected, value, old], ty)
            }
            (Update::Compare, Some(value)) => {
                let comparator = self.values.get(1).copied().unwrap_or(old);
                let equal = b.op(spv::IEqual::ID, &[old, comparator], truth);
                b.op(spv::Select::ID, &[equal, value, old], ty)
            }
            (_, value) => value.unwrap_or(old),
        }
    }
}

/// Extends an integer of `from` bits, whose type will be replaced with one of `to` bits.
pub(super) fn extended(
    b: &mut FunctionBuilder<'_>,
    value: Value,
    ty: Type,
    how: Extend,
    (from, to): (u32, u32),
) -> Value {
    steps(how, from, to).into_iter().fold(value, |value, (def, number)| {
        let number = b.integer(ty, number);
        b.op(def, &[value, number], ty)
    })
}

/// Returns whether an op is an atomic operation.
pub(super) fn is_atomic(ctx: &Context, body: &Body, op: Op) -> bool {
    ctx.registry().op(body.def(op)).row.name.starts_with("spv.Atomic")
}
