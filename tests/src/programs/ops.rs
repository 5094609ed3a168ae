//! Generator of statements other than control flow for a random program

use super::function::Function;
use super::module::{Make, Ty};
use crate::r#gen::words::op;

/// Opcodes that the benchmark generators do not define.
pub mod more {
    #![allow(missing_docs)]
    pub const U_CONVERT: u16 = 113;
    pub const S_CONVERT: u16 = 114;
    pub const F_CONVERT: u16 = 115;
    pub const S_REM: u16 = 138;
    pub const S_MOD: u16 = 139;
    pub const F_REM: u16 = 140;
    pub const ANY: u16 = 154;
    pub const ALL: u16 = 155;
    pub const LOGICAL_EQUAL: u16 = 164;
    pub const LOGICAL_NOT_EQUAL: u16 = 165;
    pub const COPY_OBJECT: u16 = 83;
    pub const BIT_REVERSE: u16 = 204;
    pub const U_GREATER_THAN_EQUAL: u16 = 174;
    pub const S_LESS_THAN_EQUAL: u16 = 179;
    pub const F_UNORD_LESS_THAN: u16 = 185;
}

/// Returns whether a driver may contract a float operation that lacks the NoContraction decoration.
pub fn may_contract(opcode: u16) -> bool {
    [op::F_ADD, op::F_SUB, op::F_MUL, op::F_NEGATE, op::VECTOR_TIMES_SCALAR].contains(&opcode)
}

impl Function<'_> {
    /// Generates one statement other than control flow.
    pub fn simple(&mut self) {
        match self.m.rng.below(100) {
            0..62 => {
                let ty = self.m.rng.pick(&Ty::ALL);
                self.compute(ty);
            }
            62..74 => self.load(),
            74..86 => self.store(),
            86..93 => self.global(),
            93..97 => self.element(),
            _ => self.call(),
        }
    }

    /// Returns a Boolean value to branch on, usually a newly computed one.
    pub fn condition(&mut self) -> u32 {
        if self.m.rng.chance(25) { self.value(Ty::Bool) } else { self.compare() }
    }

    fn compare(&mut self) -> u32 {
        let ty = self.m.rng.pick(&[Ty::S32, Ty::U32, Ty::S64, Ty::U8, Ty::S16, Ty::F32, Ty::F64]);
        let (a, b) = (self.value(ty), self.value(ty));
        let opcodes: &[u16] = match ty.make() {
            Make::Float(_) => &[op::F_ORD_LESS_THAN, op::F_ORD_EQUAL, more::F_UNORD_LESS_THAN],
            Make::Int(_, true) => {
                &[op::S_LESS_THAN, op::S_GREATER_THAN, op::I_EQUAL, more::S_LESS_THAN_EQUAL]
            }
            _ => &[op::U_LESS_THAN, op::U_GREATER_THAN, op::I_NOT_EQUAL, more::U_GREATER_THAN_EQUAL],
        };
        let opcode = self.m.rng.pick(opcodes);
        self.emit(opcode, Ty::Bool, &[a, b])
    }

    /// Emits a newly computed value of type `ty`, and returns its id.
    pub fn compute(&mut self, ty: Ty) -> u32 {
        if self.m.rng.chance(6) {
            let (condition, a, b) = (self.value(Ty::Bool), self.value(ty), self.value(ty));
            // Boolean vectors select vectors by component. Selecting composites by a scalar Boolean requires SPIR-V
            // 1.4.
            if ty.parts().is_empty() || !matches!(ty.make(), Make::Vector(..)) {
                return self.emit(op::SELECT, ty, &[condition, a, b]);
            }
        }
        if self.m.rng.chance(3) {
            let value = self.value(ty);
            return self.emit(more::COPY_OBJECT, ty, &[value]);
        }
        match (ty.make(), ty.scalar().make()) {
            (Make::Bool, _) => self.compute_bool(),
            (Make::Array(..) | Make::Struct(_), _) => self.compose(ty),
            (Make::Vector(..), _) if self.m.rng.chance(35) => self.compose(ty),
            (_, Make::Bool) => {
                let opcode = self.m.rng.pick(&[op::LOGICAL_AND, op::LOGICAL_OR]);
                self.binary(opcode, ty)
            }
            (_, Make::Int(width, _)) => self.compute_int(ty, width),
            _ => self.compute_float(ty),
        }
    }

    fn binary(&mut self, opcode: u16, ty: Ty) -> u32 {
        let (a, b) = (self.value(ty), self.value(ty));
        self.emit(opcode, ty, &[a, b])
    }

    fn compute_bool(&mut self) -> u32 {
        match self.m.rng.below(6) {
            0 => {
                let (vector, opcode) = (self.value(Ty::B2), self.m.rng.pick(&[more::ANY, more::ALL]));
                self.emit(opcode, Ty::Bool, &[vector])
            }
            1 => {
                let value = self.value(Ty::Bool);
                self.emit(op::LOGICAL_NOT, Ty::Bool, &[value])
            }
            2 => {
                let opcode = self.m.rng.pick(&[
                    op::LOGICAL_AND,
                    op::LOGICAL_OR,
                    more::LOGICAL_EQUAL,
                    more::LOGICAL_NOT_EQUAL,
                ]);
                self.binary(opcode, Ty::Bool)
            }
            _ => self.compare(),
        }
    }

    fn compute_int(&mut self, ty: Ty, width: u32) -> u32 {
        let scalar = ty.parts().is_empty();
        match self.m.rng.below(16) {
            0 if scalar => {
                let from = self.m.rng.pick(&Ty::INTS);
                let value = self.value(from);
                let Make::Int(other, signed) = from.make() else { return value };
                match (other == width, signed) {
                    // OpBitcast must change the type.
                    (true, _) if from == ty => self.emit(more::COPY_OBJECT, ty, &[value]),
                    (true, _) => self.emit(op::BITCAST, ty, &[value]),
                    // The result type of OpUConvert must be unsigned.
                    (false, false) if matches!(ty.make(), Make::Int(_, false)) => {
                        self.emit(more::U_CONVERT, ty, &[value])
                    }
                    _ => self.emit(more::S_CONVERT, ty, &[value]),
                }
            }
            1 => {
                // The divisor is usually nonzero.
                let (a, b, one) = (self.value(ty), self.value(ty), self.m.constant(ty, 1));
                // The divisor is positive, so that the minimum integer is not divided by -1.
                let b = match self.m.exact {
                    true => {
                        let most = self.m.constant(ty, if scalar { (1 << (width - 1)) - 1 } else { 0x3F });
                        self.hidden(op::BITWISE_AND, ty, &[b, most])
                    }
                    false => b,
                };
                let odd = match self.m.exact || self.m.rng.chance(92) {
                    true => self.hidden(op::BITWISE_OR, ty, &[b, one]),
                    false => b,
                };
                let signed = matches!(ty.scalar().make(), Make::Int(_, true));
                let opcodes: &[u16] =
                    if signed { &[op::S_DIV, more::S_REM, more::S_MOD] } else { &[op::U_DIV, op::U_MOD] };
                let opcode = self.m.rng.pick(opcodes);
                self.emit(opcode, ty, &[a, odd])
            }
            2 => {
                let amount = self.m.rng.below(width as usize) as u64;
                let (a, b) = (self.value(ty), self.m.constant(ty, amount));
                let opcode = self.m.rng.pick(&[
                    op::SHIFT_LEFT_LOGICAL,
                    op::SHIFT_RIGHT_LOGICAL,
                    op::SHIFT_RIGHT_ARITHMETIC,
                ]);
                self.emit(opcode, ty, &[a, b])
            }
            3 => {
                // The bit instructions require 32-bit operands.
                let opcode = match width {
                    32 => self.m.rng.pick(&[op::NOT, op::S_NEGATE, op::BIT_COUNT, more::BIT_REVERSE]),
                    _ => self.m.rng.pick(&[op::NOT, op::S_NEGATE]),
                };
                let value = self.value(ty);
                self.emit(opcode, ty, &[value])
            }
            4 if width == 32 => {
                // The instructions of GLSL.std.450 are SMin and SMax, or UMin and UMax.
                let signed = matches!(ty.scalar().make(), Make::Int(_, true));
                let number = self.m.rng.pick(if signed { &[39, 42] } else { &[38, 41] });
                let (glsl, a, b) = (self.m.glsl, self.value(ty), self.value(ty));
                self.emit(op::EXT_INST, ty, &[glsl, number, a, b])
            }
            5 => self.flagged(ty),
            6..9 => {
                let opcode = self.m.rng.pick(&[op::BITWISE_AND, op::BITWISE_OR, op::BITWISE_XOR]);
                self.binary(opcode, ty)
            }
            _ => {
                let opcode = self.m.rng.pick(&[op::I_ADD, op::I_ADD, op::I_SUB, op::I_MUL]);
                self.binary(opcode, ty)
            }
        }
    }

    fn compute_float(&mut self, ty: Ty) -> u32 {
        let scalar = ty.parts().is_empty();
        match self.m.rng.below(14) {
            0 if scalar => {
                let from = self.m.rng.pick(&Ty::INTS);
                let opcode = match from.make() {
                    Make::Int(_, true) => op::CONVERT_S_TO_F,
                    _ => op::CONVERT_U_TO_F,
                };
                let value = self.value(from);
                self.emit(opcode, ty, &[value])
            }
            1 if scalar => {
                let from = if ty == Ty::F32 { Ty::F64 } else { Ty::F32 };
                let value = self.value(from);
                self.emit(more::F_CONVERT, ty, &[value])
            }
            2 => {
                let value = self.value(ty);
                self.emit(op::F_NEGATE, ty, &[value])
            }
            3 => {
                // The instructions of GLSL.std.450 are Trunc, FAbs, Floor and Ceil.
                let (glsl, number, value) = (self.m.glsl, self.m.rng.pick(&[3, 4, 8, 9]), self.value(ty));
                self.emit(op::EXT_INST, ty, &[glsl, number, value])
            }
            4 if ty == Ty::V4F => {
                let (vector, factor) = (self.value(ty), self.value(Ty::F32));
                self.emit(op::VECTOR_TIMES_SCALAR, ty, &[vector, factor])
            }
            5 if ty == Ty::F32 && !self.m.exact => {
                let (a, b) = (self.value(Ty::V4F), self.value(Ty::V4F));
                self.emit(op::DOT, ty, &[a, b])
            }
            _ => {
                let opcodes = [op::F_ADD, op::F_SUB, op::F_MUL, op::F_DIV, op::F_MOD, more::F_REM];
                let opcode = self.m.rng.pick(if self.m.exact { &opcodes[..3] } else { &opcodes });
                self.binary(opcode, ty)
            }
        }
    }

    /// Emits a composite construction, a composite insertion, or a component extraction.
    fn compose(&mut self, ty: Ty) -> u32 {
        let parts = ty.parts();
        match self.m.rng.below(4) {
            0 => {
                let values: Vec<u32> = parts.iter().map(|&part| self.value(part)).collect();
                self.emit(op::COMPOSITE_CONSTRUCT, ty, &values)
            }
            1 => {
                let at = self.m.rng.below(parts.len());
                let (part, whole) = (self.value(parts[at]), self.value(ty));
                self.emit(op::COMPOSITE_INSERT, ty, &[part, whole, at as u32])
            }
            2 if matches!(ty.make(), Make::Vector(..)) => {
                let (a, b) = (self.value(ty), self.value(ty));
                let mut operands = vec![a, b];
                operands.extend((0..parts.len()).map(|_| self.m.rng.below(2 * parts.len()) as u32));
                self.emit(op::VECTOR_SHUFFLE, ty, &operands)
            }
            _ => {
                let at = self.m.rng.below(parts.len());
                let whole = self.value(ty);
                self.emit(op::COMPOSITE_EXTRACT, parts[at], &[whole, at as u32])
            }
        }
    }

    fn load(&mut self) {
        let (variable, ty) = self.m.rng.pick(&self.locals.clone());
        self.emit(op::LOAD, ty, &[variable]);
    }

    fn store(&mut self) {
        let (variable, ty) = self.m.rng.pick(&self.locals.clone());
        let value = self.value(ty);
        self.code.op(op::STORE, &[variable, value]);
    }

    /// Mixes a value into a module-scope variable, which records the control-flow path.
    pub fn global(&mut self) {
        let (variable, ty) = self.m.rng.pick(self.globals);
        let old = self.emit(op::LOAD, ty, &[variable]);
        let new = match ty {
            Ty::Array => {
                let at = self.m.rng.below(4) as u32;
                let part = self.value(Ty::U32);
                self.hidden(op::COMPOSITE_INSERT, ty, &[part, old, at])
            }
            _ => {
                let opcode = if matches!(ty.scalar().make(), Make::Float(_)) { op::F_ADD } else { op::I_ADD };
                let value = self.value(ty);
                self.hidden(opcode, ty, &[old, value])
            }
        };
        self.code.op(op::STORE, &[variable, new]);
    }

    /// Emits a load or store of an element of a module-scope variable, at a computed index.
    fn element(&mut self) {
        let (variable, ty) = self.indexed();
        let (any, three) = (self.value(Ty::U32), self.m.constant(Ty::U32, 3));
        let index = self.hidden(op::BITWISE_AND, Ty::U32, &[any, three]);
        self.access(variable, ty, index);
    }
}
