//! Module-level generator for random programs: types, constants, names

use crate::r#gen::Rng;
use crate::r#gen::words::{Words, op, string_words};
use rustc_hash::FxHashMap;

/// Types of values in a random program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ty {
    Bool,
    S8,
    U8,
    S16,
    U16,
    S32,
    U32,
    S64,
    U64,
    F32,
    F64,
    V2S,
    V3U,
    V4F,
    B2,
    Array,
    Struct,
}

/// The shape of a type: scalar, vector, array or struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Make {
    Bool,
    Int(u32, bool),
    Float(u32),
    Vector(u32, Ty),
    /// An array: length and element type.
    Array(u32, Ty),
    Struct(&'static [Ty]),
}

impl Ty {
    /// All types.
    pub const ALL: [Ty; 17] = [
        Ty::Bool,
        Ty::S8,
        Ty::U8,
        Ty::S16,
        Ty::U16,
        Ty::S32,
        Ty::U32,
        Ty::S64,
        Ty::U64,
        Ty::F32,
        Ty::F64,
        Ty::V2S,
        Ty::V3U,
        Ty::V4F,
        Ty::B2,
        Ty::Array,
        Ty::Struct,
    ];
    /// All integer types.
    pub const INTS: [Ty; 8] = [Ty::S8, Ty::U8, Ty::S16, Ty::U16, Ty::S32, Ty::U32, Ty::S64, Ty::U64];

    /// Returns the shape of the type.
    pub fn make(self) -> Make {
        match self {
            Ty::Bool => Make::Bool,
            Ty::S8 => Make::Int(8, true),
            Ty::U8 => Make::Int(8, false),
            Ty::S16 => Make::Int(16, true),
            Ty::U16 => Make::Int(16, false),
            Ty::S32 => Make::Int(32, true),
            Ty::U32 => Make::Int(32, false),
            Ty::S64 => Make::Int(64, true),
            Ty::U64 => Make::Int(64, false),
            Ty::F32 => Make::Float(32),
            Ty::F64 => Make::Float(64),
            Ty::V2S => Make::Vector(2, Ty::S32),
            Ty::V3U => Make::Vector(3, Ty::U32),
            Ty::V4F => Make::Vector(4, Ty::F32),
            Ty::B2 => Make::Vector(2, Ty::Bool),
            Ty::Array => Make::Array(4, Ty::U32),
            Ty::Struct => Make::Struct(&[Ty::S32, Ty::F32, Ty::V4F]),
        }
    }

    /// Returns the component type of a vector, or the type itself for other types.
    pub fn scalar(self) -> Ty {
        match self.make() {
            Make::Vector(_, scalar) => scalar,
            _ => self,
        }
    }

    /// Returns the types of the components, elements or members; empty for a scalar.
    pub fn parts(self) -> Vec<Ty> {
        match self.make() {
            Make::Vector(n, part) | Make::Array(n, part) => vec![part; n as usize],
            Make::Struct(parts) => parts.to_vec(),
            _ => Vec::new(),
        }
    }
}

/// A module under construction.
pub struct Module {
    pub rng: Rng,
    pub next_id: u32,
    pub glsl: u32,
    pub names: Words,
    pub annotations: Words,
    pub globals: Words,
    pub functions: Words,
    /// Whether programs must be suitable for drivers, see [`super::Options::exact`].
    pub exact: bool,
    types: FxHashMap<Ty, u32>,
    declared: FxHashMap<Vec<u32>, u32>,
    constants: FxHashMap<(Ty, u64), u32>,
}

impl Module {
    pub fn new(seed: u64) -> Module {
        Module {
            rng: Rng::new(seed),
            next_id: 2,
            glsl: 1,
            names: Words::default(),
            annotations: Words::default(),
            exact: false,
            globals: Words::default(),
            functions: Words::default(),
            types: FxHashMap::default(),
            declared: FxHashMap::default(),
            constants: FxHashMap::default(),
        }
    }

    pub fn id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id - 1
    }

    pub fn name(&mut self, id: u32, name: &str) {
        self.names.op2(op::NAME, &[id], &string_words(name));
    }

    /// Returns the id of the type with the given opcode and operands. Declares the type if needed.
    pub fn declare(&mut self, opcode: u16, operands: &[u32]) -> u32 {
        let key = [&[u32::from(opcode)], operands].concat();
        if let Some(&id) = self.declared.get(&key) {
            return id;
        }
        let id = self.id();
        self.globals.op2(opcode, &[id], operands);
        self.declared.insert(key, id);
        id
    }

    pub fn void(&mut self) -> u32 {
        self.declare(op::TYPE_VOID, &[])
    }

    pub fn ty(&mut self, ty: Ty) -> u32 {
        if let Some(&id) = self.types.get(&ty) {
            return id;
        }
        let id = match ty.make() {
            Make::Bool => self.declare(op::TYPE_BOOL, &[]),
            Make::Int(width, signed) => self.declare(op::TYPE_INT, &[width, signed.into()]),
            Make::Float(width) => self.declare(op::TYPE_FLOAT, &[width]),
            Make::Vector(n, part) => {
                let part = self.ty(part);
                self.declare(op::TYPE_VECTOR, &[part, n])
            }
            Make::Array(n, part) => {
                let part = self.ty(part);
                let n = self.constant(Ty::U32, n.into());
                self.declare(op::TYPE_ARRAY, &[part, n])
            }
            Make::Struct(parts) => {
                let parts: Vec<u32> = parts.iter().map(|&part| self.ty(part)).collect();
                self.declare(op::TYPE_STRUCT, &parts)
            }
        };
        self.types.insert(ty, id);
        id
    }

    pub fn pointer(&mut self, class: u32, ty: Ty) -> u32 {
        let pointee = self.ty(ty);
        self.declare(op::TYPE_POINTER, &[class, pointee])
    }

    /// Returns the id of a constant of type `ty`. `value` is the bit pattern of an integer, or the value of a float.
    /// All components of a composite have the same value.
    pub fn constant(&mut self, ty: Ty, value: u64) -> u32 {
        if let Some(&id) = self.constants.get(&(ty, value)) {
            return id;
        }
        let parts: Vec<u32> = ty.parts().into_iter().map(|part| self.constant(part, value)).collect();
        let ty_id = self.ty(ty);
        let id = self.id();
        match ty.make() {
            Make::Bool if value & 1 == 1 => self.globals.op(op::CONSTANT_TRUE, &[ty_id, id]),
            Make::Bool => self.globals.op(op::CONSTANT_FALSE, &[ty_id, id]),
            Make::Int(width, signed) => {
                self.globals.op2(op::CONSTANT, &[ty_id, id], &literal_words(value, width, signed));
            }
            Make::Float(32) => {
                let bits = (value as i64 as f32 / 4.0).to_bits();
                self.globals.op(op::CONSTANT, &[ty_id, id, bits]);
            }
            Make::Float(_) => {
                let bits = (value as i64 as f64 / 4.0).to_bits();
                self.globals.op(op::CONSTANT, &[ty_id, id, bits as u32, (bits >> 32) as u32]);
            }
            _ => self.globals.op2(op::CONSTANT_COMPOSITE, &[ty_id, id], &parts),
        }
        self.constants.insert((ty, value), id);
        id
    }

    /// Returns the id of a random constant of type `ty`.
    pub fn any_constant(&mut self, ty: Ty) -> u32 {
        let value = match ty.scalar().make() {
            Make::Int(width, _) => super::literal(&mut self.rng, width),
            _ => self.rng.below(40) as u64,
        };
        // Composites have small values, which are in the range of all component types.
        let value = if ty.parts().is_empty() { value } else { value & 0x3F };
        self.constant(ty, value)
    }
}

/// Returns the words of an integer literal, zero- or sign-extended to whole words.
pub fn literal_words(value: u64, width: u32, signed: bool) -> Vec<u32> {
    let unused = 64 - width;
    let value = match signed {
        true => ((value << unused) as i64 >> unused) as u64,
        false => value << unused >> unused,
    };
    match width {
        64 => vec![value as u32, (value >> 32) as u32],
        _ => vec![value as u32],
    }
}
