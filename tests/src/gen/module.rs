//! Module-level declarations of the generated shader: types, constants, resources, names

use super::Rng;
use super::words::{Words, class, deco, op, string_words};
use std::collections::HashMap;

/// Types of values in the generated code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ty {
    /// The GLSL type `float`.
    F,
    /// The GLSL type `vec2`.
    V2,
    /// The GLSL type `vec3`.
    V3,
    /// The GLSL type `vec4`.
    V4,
    /// The GLSL type `int`.
    I,
    /// The GLSL type `uint`.
    U,
    /// The GLSL type `bool`.
    B,
}

impl Ty {
    /// Number of types.
    pub const COUNT: usize = 7;
    /// The float vector types.
    pub const VECTORS: [Ty; 3] = [Ty::V2, Ty::V3, Ty::V4];
    /// Float types, weighted by their frequency in shaders.
    pub const FLOATS: [Ty; 8] = [Ty::F, Ty::F, Ty::F, Ty::V2, Ty::V3, Ty::V3, Ty::V4, Ty::V4];
    /// Types of function variables, weighted by their frequency in shaders.
    pub const STORED: [Ty; 8] = [Ty::F, Ty::F, Ty::V2, Ty::V3, Ty::V3, Ty::V4, Ty::I, Ty::U];

    /// Returns the number of components, which is 1 for scalars.
    pub fn width(self) -> u32 {
        match self {
            Ty::V2 => 2,
            Ty::V3 => 3,
            Ty::V4 => 4,
            _ => 1,
        }
    }

    /// Returns the type's mangled name, which glslang uses in the OpName of functions.
    pub fn mangled(self) -> &'static str {
        ["f1;", "vf2;", "vf3;", "vf4;", "i1;", "u1;", "b1;"][self as usize]
    }
}

/// An index in an access path.
#[derive(Debug, Clone, Copy)]
pub enum Index {
    /// A fixed struct member or array element.
    Fixed(i32),
    /// Any index into an array with this length, which is a power of two.
    Any(u32),
}

/// An access path from a variable to a loadable value.
#[derive(Debug, Clone)]
pub struct Path {
    /// Id of the variable.
    pub variable: u32,
    /// Storage class of `variable`.
    pub class: u32,
    /// Type of the value to load; `None` for a `mat4`.
    pub ty: Option<Ty>,
    /// Indices of the access chain; empty for the whole variable.
    pub indices: Vec<Index>,
    /// Whether stores are allowed.
    pub writable: bool,
}

/// A texture and, if it is a separate image, its sampler.
#[derive(Debug, Clone, Copy)]
pub struct Texture {
    /// Id of the texture variable.
    pub variable: u32,
    /// Id of the type that a load of the variable yields.
    pub loaded: u32,
    /// Type of the texture's coordinates.
    pub coordinate: Ty,
    /// For a separate image: ids of the sampler variable and the sampled image type. `None` for a combined image
    /// sampler.
    pub sampler: Option<(u32, u32)>,
}

/// A module under construction.
#[derive(Debug)]
pub struct Module {
    /// The next unused id.
    pub next_id: u32,
    /// Random number generator for all choices.
    pub rng: Rng,
    /// Words of the sections from capabilities to execution modes.
    pub preamble: Words,
    /// Words of the debug sections: source and names.
    pub debug: Words,
    /// Words of the annotation section: decorations.
    pub annotations: Words,
    /// Words of types, constants and global variables.
    pub globals: Words,
    /// Words of all functions.
    pub functions: Words,
    /// Type id of `void`.
    pub void: u32,
    /// Type id of `mat4`.
    pub matrix: u32,
    /// Type id of the sampler type.
    pub sampler_type: u32,
    /// Id of the OpExtInstImport of GLSL.std.450.
    pub glsl: u32,
    /// Access paths that loads and stores may use.
    pub paths: Vec<Path>,
    /// Textures that may be sampled.
    pub textures: Vec<Texture>,
    /// Ids of the specialization constants, by type.
    pub spec: [Vec<u32>; Ty::COUNT],
    /// Storage buffers whose last member is a runtime array: variable id and member index.
    pub runtime_arrays: Vec<(u32, u32)>,
    types: [u32; Ty::COUNT],
    pointers: HashMap<(u32, u32), u32>,
    constants: HashMap<(Ty, u32), u32>,
    composites: HashMap<Vec<u32>, u32>,
    function_types: HashMap<Vec<u32>, u32>,
}

impl Module {
    /// Constructs a module with the basic types.
    pub fn new(seed: u64) -> Self {
        let mut m = Module {
            next_id: 1,
            rng: Rng::new(seed),
            preamble: Words::default(),
            debug: Words::default(),
            annotations: Words::default(),
            globals: Words::default(),
            functions: Words::default(),
            void: 0,
            matrix: 0,
            sampler_type: 0,
            glsl: 0,
            paths: Vec::new(),
            textures: Vec::new(),
            spec: Default::default(),
            runtime_arrays: Vec::new(),
            types: [0; Ty::COUNT],
            pointers: HashMap::new(),
            constants: HashMap::new(),
            composites: HashMap::new(),
            function_types: HashMap::new(),
        };
        m.glsl = m.id();
        m.void = m.global(op::TYPE_VOID, &[]);
        let float = m.global(op::TYPE_FLOAT, &[32]);
        m.types[Ty::F as usize] = float;
        for ty in Ty::VECTORS {
            m.types[ty as usize] = m.global(op::TYPE_VECTOR, &[float, ty.width()]);
        }
        m.types[Ty::I as usize] = m.global(op::TYPE_INT, &[32, 1]);
        m.types[Ty::U as usize] = m.global(op::TYPE_INT, &[32, 0]);
        m.types[Ty::B as usize] = m.global(op::TYPE_BOOL, &[]);
        m.matrix = m.global(op::TYPE_MATRIX, &[m.ty(Ty::V4), 4]);
        m.sampler_type = m.global(op::TYPE_SAMPLER, &[]);
        m
    }

    /// Allocates an id.
    pub fn id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id - 1
    }

    /// Returns the id of a value type.
    pub fn ty(&self, ty: Ty) -> u32 {
        self.types[ty as usize]
    }

    /// Returns the size of the module so far, in words.
    pub fn size_in_words(&self) -> usize {
        let parts = [&self.preamble, &self.debug, &self.annotations, &self.globals, &self.functions];
        5 + parts.iter().map(|part| part.words.len()).sum::<usize>()
    }

    /// Declares a type whose operands follow its id. Returns the id.
    pub fn global(&mut self, opcode: u16, operands: &[u32]) -> u32 {
        let id = self.id();
        self.globals.op2(opcode, &[id], operands);
        id
    }

    /// Declares a constant or variable of type id `ty` and returns its id.
    pub fn global_value(&mut self, opcode: u16, ty: u32, operands: &[u32]) -> u32 {
        let id = self.id();
        self.globals.op2(opcode, &[ty, id], operands);
        id
    }

    /// Returns the id of the pointer type to `pointee`.
    pub fn pointer(&mut self, class: u32, pointee: u32) -> u32 {
        if let Some(&id) = self.pointers.get(&(class, pointee)) {
            return id;
        }
        let id = self.global(op::TYPE_POINTER, &[class, pointee]);
        self.pointers.insert((class, pointee), id);
        id
    }

    /// Returns the id of a scalar constant of type `ty` with the given bits.
    pub fn constant(&mut self, ty: Ty, bits: u32) -> u32 {
        if let Some(&id) = self.constants.get(&(ty, bits)) {
            return id;
        }
        let type_id = self.ty(ty);
        let id = match (ty, bits) {
            (Ty::B, 0) => self.global_value(op::CONSTANT_FALSE, type_id, &[]),
            (Ty::B, _) => self.global_value(op::CONSTANT_TRUE, type_id, &[]),
            _ => self.global_value(op::CONSTANT, type_id, &[bits]),
        };
        self.constants.insert((ty, bits), id);
        id
    }

    /// Returns whether an id denotes a negative constant.
    pub fn is_negative(&self, id: u32) -> bool {
        let mut constants = self.constants.iter();
        constants.any(|(&(ty, bits), &known)| known == id && matches!(ty, Ty::I) && (bits as i32) < 0)
    }

    /// Returns the id of an `int` constant.
    pub fn int(&mut self, value: i32) -> u32 {
        self.constant(Ty::I, value as u32)
    }

    /// Returns the id of a composite constant. It is a specialization constant if any component is a specialization
    /// constant.
    pub fn composite(&mut self, ty: Ty, parts: &[u32]) -> u32 {
        let key = [&[self.ty(ty)], parts].concat();
        if let Some(&id) = self.composites.get(&key) {
            return id;
        }
        let of_spec = self.spec.iter().flatten().any(|spec| parts.contains(spec));
        let opcode = if of_spec { op::SPEC_CONSTANT_COMPOSITE } else { op::CONSTANT_COMPOSITE };
        let id = self.global_value(opcode, key[0], parts);
        self.composites.insert(key, id);
        id
    }

    /// Returns the id of a random constant of type `ty`.
    pub fn any_constant(&mut self, ty: Ty) -> u32 {
        let spec = &self.spec[ty as usize];
        if !spec.is_empty() && self.rng.chance(4) {
            let spec = spec.clone();
            return self.rng.pick(&spec);
        }
        match ty {
            Ty::F => {
                // Most constants in real-world shaders are common round numbers.
                let value = match self.rng.below(4) {
                    0 => self.rng.pick(&[0.0, 0.5, 1.0, 2.0, -1.0, std::f32::consts::PI, 0.001, 0.299]),
                    1 | 2 => self.rng.below(64) as f32 / 16.0,
                    _ => self.rng.below(4096) as f32 / 1000.0 - 1.0,
                };
                self.constant(ty, value.to_bits())
            }
            Ty::I => {
                let value = self.rng.below(24) as i32 - 2;
                self.int(value)
            }
            Ty::U => {
                let value = self.rng.pick(&[0, 1, 2, 3, 4, 8, 15, 16, 31, 255, 0xFFFF, 0x8000_0000]);
                self.constant(ty, value)
            }
            Ty::B => {
                let value = u32::from(self.rng.chance(50));
                self.constant(ty, value)
            }
            vector => {
                let first = self.any_constant(Ty::F);
                let splat = self.rng.chance(50);
                let parts: Vec<u32> = (0..vector.width())
                    .map(|_| if splat { first } else { self.any_constant(Ty::F) })
                    .collect();
                self.composite(vector, &parts)
            }
        }
    }

    /// Returns the id of the function type with this result and these parameters.
    pub fn function_type(&mut self, result: u32, params: &[u32]) -> u32 {
        let key = [&[result], params].concat();
        if let Some(&id) = self.function_types.get(&key) {
            return id;
        }
        let id = self.global(op::TYPE_FUNCTION, &key);
        self.function_types.insert(key, id);
        id
    }

    /// Adds an OpName to `id`.
    pub fn name(&mut self, id: u32, name: &str) {
        self.debug.op2(op::NAME, &[id], &string_words(name));
    }

    /// Adds a decoration to `id`.
    pub fn decorate(&mut self, id: u32, words: &[u32]) {
        self.annotations.op2(op::DECORATE, &[id], words);
    }

    /// Declares an array type with a stride in bytes, and returns its id.
    pub fn array(&mut self, element: u32, count: u32, stride: u32) -> u32 {
        let length = self.constant(Ty::U, count);
        let id = self.global(op::TYPE_ARRAY, &[element, length]);
        self.decorate(id, &[deco::ARRAY_STRIDE, stride]);
        id
    }

    /// Declares a struct type and returns its id. Each member has a name, a type id and a byte offset.
    pub fn structure(&mut self, name: &str, members: &[(&str, u32, u32)]) -> u32 {
        let types: Vec<u32> = members.iter().map(|member| member.1).collect();
        let id = self.global(op::TYPE_STRUCT, &types);
        self.name(id, name);
        for (i, &(member, ty, offset)) in members.iter().enumerate() {
            let i = i as u32;
            self.debug.op2(op::MEMBER_NAME, &[id, i], &string_words(member));
            self.annotations.op(op::MEMBER_DECORATE, &[id, i, deco::OFFSET, offset]);
            if ty == self.matrix {
                self.annotations.op(op::MEMBER_DECORATE, &[id, i, deco::COL_MAJOR]);
                self.annotations.op(op::MEMBER_DECORATE, &[id, i, deco::MATRIX_STRIDE, 16]);
            }
        }
        id
    }

    /// Declares a global variable and returns its id.
    pub fn variable(&mut self, name: &str, class: u32, ty: u32) -> u32 {
        let pointer = self.pointer(class, ty);
        let id = self.global_value(op::VARIABLE, pointer, &[class]);
        self.name(id, name);
        id
    }

    /// Declares a global variable with a descriptor set and binding, and returns its id.
    pub fn resource(&mut self, name: &str, class: u32, ty: u32, set: u32, binding: u32) -> u32 {
        if class == class::UNIFORM || class == class::STORAGE_BUFFER {
            self.decorate(ty, &[deco::BLOCK]);
        }
        let id = self.variable(name, class, ty);
        self.decorate(id, &[deco::DESCRIPTOR_SET, set]);
        self.decorate(id, &[deco::BINDING, binding]);
        id
    }
}
