//! Operations of a random program that a condition guards against undefined behavior
//!
//! If the condition did not hold, the operations would violate their wrap flags, access elements out of bounds, or
//! divide by zero. A pass that hoists one of these operations above its condition must adapt the operation.

use super::function::Function;
use super::module::{Make, Ty};
use super::ops::more;
use crate::r#gen::words::{class, deco, op};

/// An operation whose behavior is defined only under a condition.
enum Hazard {
    /// An instruction: opcode, result type, operands and decorations.
    Operation(u16, Ty, Vec<u32>, &'static [u32]),
    /// A load or store of a variable's element: variable, type and index.
    Element(u32, Ty, u32),
}

const BOTH: &[u32] = &[deco::NO_SIGNED_WRAP, deco::NO_UNSIGNED_WRAP];
const SIGNED: &[u32] = &[deco::NO_SIGNED_WRAP];
const UNSIGNED: &[u32] = &[deco::NO_UNSIGNED_WRAP];

impl Function<'_> {
    /// Generates a selection with a guarded operation at the start of one branch.
    pub fn guarded(&mut self, depth: usize) {
        let (mut condition, hazard) = self.hazard();
        if self.m.rng.chance(25) {
            let further = self.value(Ty::Bool);
            condition = self.hidden(op::LOGICAL_AND, Ty::Bool, &[condition, further]);
        }
        let merge = self.joint();
        let header = self.at;
        let arm = self.target(Vec::new());
        let mut labels = [self.edge(arm), self.edge(merge)];
        if self.m.rng.chance(30) {
            condition = self.hidden(op::LOGICAL_NOT, Ty::Bool, &[condition]);
            labels.reverse();
        }
        self.selection_merge(merge);
        self.code.op(op::BRANCH_CONDITIONAL, &[condition, labels[0], labels[1]]);
        self.open = false;
        self.scopes.push(super::function::Scope::Selection(merge));
        self.begin(arm, header, depth + 1);
        self.emit_hazard(&hazard);
        if self.m.rng.chance(50) {
            self.global();
        }
        if self.m.rng.chance(40) {
            self.statements(depth + 1);
        }
        self.end_arm(merge);
        self.scopes.pop();
        self.join(merge, header, depth);
    }

    fn emit_hazard(&mut self, hazard: &Hazard) {
        match hazard {
            Hazard::Operation(opcode, ty, operands, decorations) => {
                let value = self.emit(*opcode, *ty, operands);
                self.decorate(value, decorations);
            }
            Hazard::Element(variable, ty, index) => self.access(*variable, *ty, *index),
        }
    }

    /// Emits an operation with wrap flags. It never wraps, because both operands are small.
    pub fn flagged(&mut self, ty: Ty) -> u32 {
        let seven = self.m.constant(ty, 7);
        let [a, b] = [(); 2].map(|()| {
            let any = self.value(ty);
            self.hidden(op::BITWISE_AND, ty, &[any, seven])
        });
        let (opcode, flags) = self.m.rng.pick(&[
            (op::I_ADD, BOTH),
            (op::I_MUL, BOTH),
            (op::I_SUB, SIGNED),
            (op::I_ADD, UNSIGNED),
        ]);
        let value = self.emit(opcode, ty, &[a, b]);
        self.decorate(value, flags);
        value
    }

    fn decorate(&mut self, value: u32, decorations: &[u32]) {
        for decoration in decorations {
            self.m.annotations.op(op::DECORATE, &[value, *decoration]);
        }
    }

    /// Emits a condition. Returns it, with an operation whose behavior is defined if the condition holds.
    fn hazard(&mut self) -> (u32, Hazard) {
        if self.m.rng.chance(25) {
            let (variable, ty) = self.indexed();
            let (index, count) = (self.value(Ty::U32), self.m.constant(Ty::U32, 4));
            let condition = self.hidden(op::U_LESS_THAN, Ty::Bool, &[index, count]);
            return (condition, Hazard::Element(variable, ty, index));
        }
        let ty = self.m.rng.pick(&Ty::INTS);
        let Make::Int(width, signed) = ty.make() else { unreachable!("it is an integer") };
        let greatest = u64::MAX >> (64 - width + u32::from(signed));
        let x = self.value(ty);
        let amount = self.m.rng.range(1, 100) as u64;
        let test = |f: &mut Self, opcode: u16, bound: u64| {
            let bound = f.m.constant(ty, bound);
            f.hidden(opcode, Ty::Bool, &[x, bound])
        };
        let c = self.m.constant(ty, amount);
        let operation =
            |opcode, operands: &[u32], flags| Hazard::Operation(opcode, ty, operands.to_vec(), flags);
        match self.m.rng.below(6) {
            0 => {
                let below = if signed { op::S_LESS_THAN } else { op::U_LESS_THAN };
                let condition = test(self, below, greatest - amount);
                (condition, operation(op::I_ADD, &[x, c], if signed { SIGNED } else { UNSIGNED }))
            }
            1 if signed => {
                let least = (!greatest).wrapping_add(amount) & (u64::MAX >> (64 - width));
                let condition = test(self, op::S_GREATER_THAN, least);
                (condition, operation(op::I_SUB, &[x, c], SIGNED))
            }
            1 => {
                let condition = test(self, more::U_GREATER_THAN_EQUAL, amount);
                (condition, operation(op::I_SUB, &[x, c], UNSIGNED))
            }
            2 => {
                let condition = test(self, op::U_LESS_THAN, (u64::MAX >> (65 - width)) / amount);
                (condition, operation(op::I_MUL, &[x, c], BOTH))
            }
            3 => {
                let amount = self.m.rng.range(1, width as usize - 2) as u64;
                let condition = test(self, op::U_LESS_THAN, (u64::MAX >> (65 - width)) >> amount);
                let amount = self.m.constant(ty, amount);
                (condition, operation(op::SHIFT_LEFT_LOGICAL, &[x, amount], BOTH))
            }
            4 => {
                let condition = test(self, op::I_NOT_EQUAL, 1 << (width - 1));
                (condition, operation(op::S_NEGATE, &[x], SIGNED))
            }
            _ => {
                let (dividend, above) =
                    (self.value(ty), if signed { op::S_GREATER_THAN } else { op::U_GREATER_THAN });
                let condition = test(self, above, 0);
                let opcodes: &[u16] =
                    if signed { &[op::S_DIV, more::S_REM, more::S_MOD] } else { &[op::U_DIV, op::U_MOD] };
                let opcode = self.m.rng.pick(opcodes);
                (condition, operation(opcode, &[dividend, x], &[]))
            }
        }
    }

    /// Returns a random module-scope variable that has elements, and its type.
    pub fn indexed(&mut self) -> (u32, Ty) {
        let list = self.globals.iter().filter(|g| matches!(g.1, Ty::V4F | Ty::Array)).copied();
        self.m.rng.pick(&list.collect::<Vec<_>>())
    }

    /// Emits a load or store of an element of a module-scope variable.
    pub fn access(&mut self, variable: u32, ty: Ty, index: u32) {
        let part = ty.parts()[0];
        let pointer_type = self.m.pointer(class::PRIVATE, part);
        let pointer = self.m.id();
        self.code.op(op::ACCESS_CHAIN, &[pointer_type, pointer, variable, index]);
        if self.m.rng.chance(50) {
            self.emit(op::LOAD, part, &[pointer]);
        } else {
            let value = self.value(part);
            self.code.op(op::STORE, &[pointer, value]);
        }
    }
}
