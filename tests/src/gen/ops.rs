//! Generator of statements for the functions of the shader

use super::body::Body;
use super::module::{Path, Ty};
use super::words::{class, glsl, op};

impl Body<'_> {
    /// Generates `count` statements. `depth` is the nesting depth of constructs.
    pub fn statements(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            self.statement(depth);
        }
    }

    pub(super) fn statement(&mut self, depth: usize) {
        match self.m.rng.below(100) {
            0..15 => {
                let (place, ty) = self.local_place();
                self.emit(op::LOAD, ty, &[place]);
            }
            15..24 => {
                let (place, ty) = self.local_place();
                let value = self.value(ty);
                self.code.op(op::STORE, &[place, value]);
            }
            24..33 => {
                let ty = self.m.rng.pick(&Ty::STORED);
                self.load_path(Some(ty));
            }
            33..35 => {
                let ty = self.m.rng.pick(&[Ty::F, Ty::V3, Ty::V4, Ty::U]);
                if let Some(path) = self.find_path(Some(ty), true) {
                    let value = self.value(ty);
                    let pointer = self.path_pointer(&path);
                    self.code.op(op::STORE, &[pointer, value]);
                }
            }
            35..51 => self.float_arithmetic(),
            51..57 => self.extended(),
            57..62 => self.vector_by_scalar(),
            62..78 => self.compose(),
            78..84 => self.integers(),
            84..87 => self.convert(),
            87..90 => self.logic(),
            90..92 => self.sample(),
            92..93 => self.rare(),
            93..95 if self.has_room() => self.call(None),
            95..100 if self.has_room() && depth < 4 => self.control_flow(depth),
            _ => self.float_arithmetic(),
        }
    }

    fn float_arithmetic(&mut self) {
        let ty = self.m.rng.pick(&Ty::FLOATS);
        let opcode = self.m.rng.pick(&[
            op::F_MUL,
            op::F_MUL,
            op::F_MUL,
            op::F_ADD,
            op::F_ADD,
            op::F_SUB,
            op::F_DIV,
            op::F_NEGATE,
            op::F_MOD,
        ]);
        let left = self.value(ty);
        if opcode == op::F_NEGATE {
            self.emit(opcode, ty, &[left]);
        } else {
            let right = self.value(ty);
            self.emit(opcode, ty, &[left, right]);
        }
    }

    fn extended(&mut self) {
        let ty = self.m.rng.pick(&Ty::FLOATS);
        let (a, b) = (self.value(ty), self.value(ty));
        match self.m.rng.below(10) {
            0..3 => {
                let number = self.m.rng.pick(&glsl::FLOAT_1);
                self.emit_glsl(number, ty, &[a]);
            }
            3..6 => {
                let number = self.m.rng.pick(&glsl::FLOAT_2);
                self.emit_glsl(number, ty, &[a, b]);
            }
            6..8 => {
                let c = self.value(ty);
                let number = self.m.rng.pick(&glsl::FLOAT_3);
                self.emit_glsl(number, ty, &[a, b, c]);
            }
            8 => {
                let a = self.value(Ty::V3);
                let b = self.value(Ty::V3);
                match self.m.rng.below(5) {
                    0 => self.emit_glsl(glsl::LENGTH, Ty::F, &[a]),
                    1 => self.emit_glsl(glsl::DISTANCE, Ty::F, &[a, b]),
                    2 => self.emit_glsl(glsl::CROSS, Ty::V3, &[a, b]),
                    3 => self.emit_glsl(glsl::NORMALIZE, Ty::V3, &[a]),
                    _ => self.emit_glsl(glsl::REFLECT, Ty::V3, &[a, b]),
                };
            }
            _ => {
                let (a, b) = (self.value(Ty::I), self.value(Ty::I));
                let (c, d) = (self.value(Ty::U), self.value(Ty::U));
                let signed = self.m.rng.pick(&glsl::SIGNED_2);
                let unsigned = self.m.rng.pick(&glsl::UNSIGNED_2);
                match self.m.rng.below(3) {
                    0 => self.emit_glsl(signed, Ty::I, &[a, b]),
                    1 => self.emit_glsl(unsigned, Ty::U, &[c, d]),
                    _ => self.emit_glsl(glsl::S_ABS, Ty::I, &[a]),
                };
            }
        }
    }

    fn vector_by_scalar(&mut self) {
        let ty = self.m.rng.pick(&Ty::VECTORS);
        let a = self.value(ty);
        if self.m.rng.chance(50) {
            let b = self.value(Ty::F);
            self.emit(op::VECTOR_TIMES_SCALAR, ty, &[a, b]);
        } else {
            let b = self.value(ty);
            self.emit(op::DOT, Ty::F, &[a, b]);
        }
    }

    /// Emits a composite extraction, shuffle, construction or insertion.
    fn compose(&mut self) {
        let ty = self.m.rng.pick(&Ty::VECTORS);
        let a = self.value(ty);
        let component = self.m.rng.below(ty.width() as usize) as u32;
        match self.m.rng.below(16) {
            0..6 => {
                self.emit(op::COMPOSITE_EXTRACT, Ty::F, &[a, component]);
            }
            6..11 => {
                let other = if self.m.rng.chance(80) { a } else { self.value(ty) };
                let to = self.m.rng.pick(&Ty::VECTORS);
                let mut operands = vec![a, other];
                for _ in 0..to.width() {
                    operands.push(self.m.rng.below(2 * ty.width() as usize) as u32);
                }
                self.emit(op::VECTOR_SHUFFLE, to, &operands);
            }
            11..15 => {
                let parts: Vec<u32> = if ty == Ty::V4 && self.m.rng.chance(50) {
                    vec![self.value(Ty::V3), self.value(Ty::F)]
                } else {
                    (0..ty.width()).map(|_| self.value(Ty::F)).collect()
                };
                self.emit(op::COMPOSITE_CONSTRUCT, ty, &parts);
            }
            _ => {
                let value = self.value(Ty::F);
                self.emit(op::COMPOSITE_INSERT, ty, &[value, a, component]);
            }
        }
    }

    fn integers(&mut self) {
        let ty = self.m.rng.pick(&[Ty::I, Ty::I, Ty::U]);
        let (a, b) = (self.value(ty), self.value(ty));
        let opcode = self.m.rng.pick(&[
            op::I_ADD,
            op::I_ADD,
            op::I_ADD,
            op::I_SUB,
            op::I_MUL,
            op::I_MUL,
            op::SHIFT_LEFT_LOGICAL,
            op::SHIFT_RIGHT_LOGICAL,
            op::SHIFT_RIGHT_ARITHMETIC,
            op::BITWISE_AND,
            op::BITWISE_AND,
            op::BITWISE_OR,
            op::BITWISE_XOR,
            op::NOT,
            op::S_NEGATE,
            op::BIT_COUNT,
            op::S_DIV,
        ]);
        match opcode {
            op::NOT | op::S_NEGATE | op::BIT_COUNT => self.emit(opcode, ty, &[a]),
            op::S_DIV if ty == Ty::U => self.emit(op::U_DIV, ty, &[a, b]),
            _ => self.emit(opcode, ty, &[a, b]),
        };
    }

    fn convert(&mut self) {
        let (from, to, opcode) = self.m.rng.pick(&[
            (Ty::I, Ty::F, op::CONVERT_S_TO_F),
            (Ty::F, Ty::I, op::CONVERT_F_TO_S),
            (Ty::U, Ty::F, op::CONVERT_U_TO_F),
            (Ty::F, Ty::U, op::CONVERT_F_TO_U),
            (Ty::I, Ty::U, op::BITCAST),
            (Ty::U, Ty::I, op::BITCAST),
            (Ty::F, Ty::U, op::BITCAST),
            (Ty::U, Ty::F, op::BITCAST),
        ]);
        let value = self.value(from);
        self.emit(opcode, to, &[value]);
    }

    fn logic(&mut self) {
        let a = self.value(Ty::B);
        match self.m.rng.below(6) {
            0 => self.emit(op::LOGICAL_NOT, Ty::B, &[a]),
            1 => {
                let b = self.value(Ty::B);
                let opcode = self.m.rng.pick(&[op::LOGICAL_AND, op::LOGICAL_OR]);
                self.emit(opcode, Ty::B, &[a, b])
            }
            2..4 => {
                let ty = self.m.rng.pick(&[Ty::F, Ty::F, Ty::I, Ty::U]);
                let (b, c) = (self.value(ty), self.value(ty));
                self.emit(op::SELECT, ty, &[a, b, c])
            }
            _ => self.compare(),
        };
    }

    fn sample(&mut self) {
        let textures = self.m.textures.clone();
        let texture = self.m.rng.pick(&textures);
        let coordinate = self.value(texture.coordinate);
        let lod = self.m.rng.chance(30).then(|| self.value(Ty::F));
        let mut image = self.m.id();
        self.code.op(op::LOAD, &[texture.loaded, image, texture.variable]);
        if let Some((variable, combined)) = texture.sampler {
            let (sampler, sampled) = (self.m.id(), self.m.id());
            self.code.op(op::LOAD, &[self.m.sampler_type, sampler, variable]);
            self.code.op(op::SAMPLED_IMAGE, &[combined, sampled, image, sampler]);
            image = sampled;
        }
        match lod {
            None => self.emit(op::IMAGE_SAMPLE_IMPLICIT_LOD, Ty::V4, &[image, coordinate]),
            Some(lod) => self.emit(op::IMAGE_SAMPLE_EXPLICIT_LOD, Ty::V4, &[image, coordinate, 2, lod]),
        };
    }

    /// Emits an infrequent operation: a matrix operation, derivative, array length, atomic, or dynamic extraction.
    fn rare(&mut self) {
        match self.m.rng.below(12) {
            0..5 => {
                let (matrix, vector) = (self.load_path(None), self.value(Ty::V4));
                if self.m.rng.chance(70) {
                    self.emit(op::MATRIX_TIMES_VECTOR, Ty::V4, &[matrix, vector]);
                } else {
                    self.emit(op::VECTOR_TIMES_MATRIX, Ty::V4, &[vector, matrix]);
                }
            }
            5..7 => {
                let (ty, opcode) =
                    (self.m.rng.pick(&Ty::FLOATS), self.m.rng.pick(&[op::DPDX, op::DPDY, op::FWIDTH]));
                let value = self.value(ty);
                self.emit(opcode, ty, &[value]);
            }
            7 => {
                let arrays = self.m.runtime_arrays.clone();
                let (variable, member) = self.m.rng.pick(&arrays);
                self.emit(op::ARRAY_LENGTH, Ty::U, &[variable, member]);
            }
            8 => {
                let atomic = |path: &&Path| {
                    path.class == class::STORAGE_BUFFER && path.writable && path.ty == Some(Ty::U)
                };
                if let Some(path) = self.m.paths.iter().find(atomic).cloned() {
                    let value = self.value(Ty::U);
                    let pointer = self.path_pointer(&path);
                    let (scope, semantics) = (self.m.constant(Ty::U, 1), self.m.constant(Ty::U, 0));
                    self.emit(op::ATOMIC_I_ADD, Ty::U, &[pointer, scope, semantics, value]);
                }
            }
            9 => {
                let (base, offset, count) = (self.value(Ty::U), self.m.int(4), self.m.int(8));
                self.emit(op::BIT_FIELD_U_EXTRACT, Ty::U, &[base, offset, count]);
            }
            10 => {
                let (a, b) = (self.value(Ty::U), self.value(Ty::U));
                self.emit(op::U_MOD, Ty::U, &[a, b]);
            }
            _ => {
                let (vector, index) = (self.value(Ty::V4), self.value(Ty::I));
                self.emit(op::VECTOR_EXTRACT_DYNAMIC, Ty::F, &[vector, index]);
            }
        }
    }
}
