//! Builder of small binary modules
//!
//! The builder contains a list of words for each section. It allocates ids in increasing order, and adds definitions on
//! demand.

pub use crate::r#gen::words::string_words;
use rustc_hash::FxHashMap;
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::dialect::generated::values::decoration;

/// Sections of a module, in binary order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// OpCapability instructions.
    Capabilities,
    /// OpExtension instructions.
    Extensions,
    /// OpExtInstImport instructions.
    Imports,
    /// The OpMemoryModel instruction.
    MemoryModel,
    /// The OpSamplerImageAddressingModeNV instruction.
    SamplerMode,
    /// OpEntryPoint instructions.
    EntryPoints,
    /// OpExecutionMode and OpExecutionModeId instructions.
    Modes,
    /// OpString and OpSource instructions.
    Strings,
    /// OpName instructions.
    Names,
    /// OpModuleProcessed instructions.
    Processed,
    /// Decorations.
    Annotations,
    /// Types, constants and global variables.
    Globals,
    /// Functions without a body.
    Declarations,
    /// Functions with a body. The function under test is the last.
    Functions,
    /// Further instructions after the function under test.
    Last,
}

const SECTIONS: usize = Section::Last as usize + 1;

/// Types for operands of the instructions under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Ty {
    Void,
    Bool,
    U32,
    U64,
    I32,
    F32,
    Bool4,
    U4,
    F4,
    /// A matrix with four columns of type `F4`.
    Matrix,
    /// An array with four elements of type `F32`.
    Array,
    /// A struct with members of types `F32` and `U32`.
    Struct,
    /// A pointer to `F32` with storage class Function, like all pointer types of this enumeration.
    PtrF32,
    PtrU32,
    PtrArray,
    PtrStruct,
    Image,
    SampledImage,
    Sampler,
}

/// Types to use for operands of instructions that expect other types.
pub const ODD: [Ty; 6] = [Ty::U4, Ty::Bool, Ty::PtrStruct, Ty::F32, Ty::Image, Ty::Array];

/// A module under construction. Its last function, `main`, contains the instruction under test.
pub struct Builder {
    next: u32,
    sections: [Vec<u32>; SECTIONS],
    known: FxHashMap<Vec<u32>, u32>,
    /// Id of the function `main`, which contains the instruction under test.
    pub main: u32,
    /// Type id and parameter id of each parameter of `main`.
    parameters: Vec<(u32, u32)>,
    code: Vec<u32>,
    terminated: bool,
    literals: u32,
}

impl Default for Builder {
    fn default() -> Builder {
        Builder::new()
    }
}

impl Builder {
    /// Constructs a builder for a module that declares the capability Shader.
    pub fn new() -> Builder {
        let mut b = Builder {
            next: 2,
            sections: Default::default(),
            known: FxHashMap::default(),
            main: 1,
            parameters: Vec::new(),
            code: Vec::new(),
            terminated: false,
            literals: 3,
        };
        b.op(Section::Capabilities, op::CAPABILITY, &[1]);
        b
    }

    /// Allocates an id.
    pub fn id(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    /// Returns a literal that differs from all previously returned ones.
    pub fn literal(&mut self) -> u32 {
        self.literals += 1;
        self.literals
    }

    /// Appends an instruction without a result to a section.
    pub fn op(&mut self, section: Section, opcode: u32, operands: &[u32]) {
        put(&mut self.sections[section as usize], opcode, operands);
    }

    /// Appends an instruction with a result to a section, and returns the result id.
    pub fn def(&mut self, section: Section, opcode: u32, ty: Option<u32>, operands: &[u32]) -> u32 {
        let id = self.id();
        self.op(section, opcode, &with_result(ty, Some(id), operands));
        id
    }

    /// Returns the id of a global definition. Adds the definition as [`Self::def`] does if it does not exist.
    pub fn known(&mut self, opcode: u32, ty: Option<u32>, operands: &[u32]) -> u32 {
        let key = [&[opcode, ty.unwrap_or(0)], operands].concat();
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let section = if opcode == op::STRING { Section::Strings } else { Section::Globals };
        let id = self.def(section, opcode, ty, operands);
        self.known.insert(key, id);
        id
    }

    /// Returns the id of a type. Declares the type if needed.
    pub fn ty(&mut self, ty: Ty) -> u32 {
        match ty {
            Ty::Void => self.known(op::TYPE_VOID, None, &[]),
            Ty::Bool => self.known(op::TYPE_BOOL, None, &[]),
            Ty::U32 => self.known(op::TYPE_INT, None, &[32, 0]),
            Ty::U64 => self.known(op::TYPE_INT, None, &[64, 0]),
            Ty::I32 => self.known(op::TYPE_INT, None, &[32, 1]),
            Ty::F32 => self.known(op::TYPE_FLOAT, None, &[32]),
            Ty::Bool4 => self.composite(op::TYPE_VECTOR, Ty::Bool, 4),
            Ty::U4 => self.composite(op::TYPE_VECTOR, Ty::U32, 4),
            Ty::F4 => self.composite(op::TYPE_VECTOR, Ty::F32, 4),
            Ty::Matrix => self.composite(op::TYPE_MATRIX, Ty::F4, 4),
            Ty::Array => {
                let four = self.u32(4);
                self.composite(op::TYPE_ARRAY, Ty::F32, four)
            }
            Ty::Struct => {
                let members = [self.ty(Ty::F32), self.ty(Ty::U32)];
                self.known(op::TYPE_STRUCT, None, &members)
            }
            Ty::PtrF32 => self.pointer(Ty::F32, 7),
            Ty::PtrU32 => self.pointer(Ty::U32, 7),
            Ty::PtrArray => self.pointer(Ty::Array, 7),
            Ty::PtrStruct => self.pointer(Ty::Struct, 7),
            Ty::Image => {
                let sampled = self.ty(Ty::F32);
                self.known(op::TYPE_IMAGE, None, &[sampled, 1, 0, 0, 0, 1, 0])
            }
            Ty::SampledImage => {
                let image = self.ty(Ty::Image);
                self.known(op::TYPE_SAMPLED_IMAGE, None, &[image])
            }
            Ty::Sampler => self.known(op::TYPE_SAMPLER, None, &[]),
        }
    }

    fn composite(&mut self, opcode: u32, element: Ty, count: u32) -> u32 {
        let element = self.ty(element);
        self.known(opcode, None, &[element, count])
    }

    /// Returns the id of a pointer type with storage class `class`.
    pub fn pointer(&mut self, pointee: Ty, class: u32) -> u32 {
        let pointee = self.ty(pointee);
        self.known(op::TYPE_POINTER, None, &[class, pointee])
    }

    /// Returns the id of an unsigned 32-bit integer constant.
    pub fn u32(&mut self, value: u32) -> u32 {
        let ty = self.ty(Ty::U32);
        self.known(op::CONSTANT, Some(ty), &[value])
    }

    /// Returns the id of an unsigned 32-bit integer specialization constant.
    pub fn spec_u32(&mut self, value: u32) -> u32 {
        let ty = self.ty(Ty::U32);
        self.known(op::SPEC_CONSTANT, Some(ty), &[value])
    }

    /// Returns the id of a 32-bit float constant.
    pub fn f32(&mut self, value: f32) -> u32 {
        let ty = self.ty(Ty::F32);
        self.known(op::CONSTANT, Some(ty), &[value.to_bits()])
    }

    /// Adds an OpString, and returns its id.
    pub fn string(&mut self, text: &str) -> u32 {
        self.known(op::STRING, None, &string_words(text))
    }

    /// Adds a global variable with storage class Private, and returns its id.
    pub fn variable(&mut self, pointee: Ty) -> u32 {
        let ty = self.pointer(pointee, 6);
        self.known(op::VARIABLE, Some(ty), &[6])
    }

    /// Returns the id of a set's OpExtInstImport. Adds the import if needed.
    pub fn import(&mut self, name: &str) -> u32 {
        let key = [&[op::EXT_INST_IMPORT, 0], &string_words(name)[..]].concat();
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let id = self.def(Section::Imports, op::EXT_INST_IMPORT, None, &string_words(name));
        self.known.insert(key, id);
        id
    }

    /// Returns the id of a function type.
    pub fn function_type(&mut self, result: Ty, parameters: &[Ty]) -> u32 {
        let mut words = vec![self.ty(result)];
        words.extend(parameters.iter().map(|&p| self.ty(p)));
        self.known(op::TYPE_FUNCTION, None, &words)
    }

    /// Returns the id of a function without parameters. If `body` is set, the function only returns. Otherwise, it is a
    /// declaration.
    pub fn function(&mut self, body: bool) -> u32 {
        let key = vec![op::FUNCTION, body.into()];
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let (void, ty) = (self.ty(Ty::Void), self.function_type(Ty::Void, &[]));
        let section = if body { Section::Functions } else { Section::Declarations };
        let id = self.def(section, op::FUNCTION, Some(void), &[0, ty]);
        if body {
            self.def(section, op::LABEL, None, &[]);
            self.op(section, op::RETURN, &[]);
        }
        self.op(section, op::FUNCTION_END, &[]);
        self.known.insert(key, id);
        id
    }

    /// Adds a parameter of type `ty` to `main`, and returns its id.
    pub fn parameter(&mut self, ty: Ty) -> u32 {
        let (ty, id) = (self.ty(ty), self.id());
        self.parameters.push((ty, id));
        id
    }

    /// Appends an instruction without a result to `main`. The builder itself adds the first label of `main`.
    pub fn code(&mut self, opcode: u32, operands: &[u32]) {
        put(&mut self.code, opcode, operands);
    }

    /// Appends an instruction with a result to `main`, and returns the result id.
    pub fn value(&mut self, opcode: u32, ty: u32, operands: &[u32]) -> u32 {
        let id = self.id();
        self.code(opcode, &with_result(Some(ty), Some(id), operands));
        id
    }

    /// Adds a name and a decoration to an id.
    pub fn dress(&mut self, id: u32) {
        self.op(Section::Names, op::NAME, &[&[id], &string_words("known")[..]].concat());
        self.op(Section::Annotations, op::DECORATE, &[id, decoration::RELAXED_PRECISION]);
    }

    /// Appends an OpLine to `main`.
    pub fn line(&mut self) {
        let file = self.string("a.glsl");
        self.code(op::LINE, &[file, 7, 9]);
    }

    /// Marks `main` as terminated, so that [`Self::finish`] does not add an OpReturn.
    pub fn terminated(&mut self) {
        self.terminated = true;
    }

    /// Completes `main` and returns the words of the module.
    pub fn finish(mut self) -> Vec<u32> {
        if self.sections[Section::MemoryModel as usize].is_empty() {
            self.op(Section::MemoryModel, op::MEMORY_MODEL, &[0, 1]);
        }
        let void = self.ty(Ty::Void);
        let mut ty = vec![void];
        ty.extend(self.parameters.iter().map(|p| p.0));
        let ty = self.known(op::TYPE_FUNCTION, None, &ty);
        let mut function = Vec::new();
        put(&mut function, op::FUNCTION, &[void, self.main, 0, ty]);
        for (ty, id) in &self.parameters {
            put(&mut function, op::FUNCTION_PARAMETER, &[*ty, *id]);
        }
        put(&mut function, op::LABEL, &[self.id()]);
        function.extend(&self.code);
        if !self.terminated {
            put(&mut function, op::RETURN, &[]);
        }
        put(&mut function, op::FUNCTION_END, &[]);
        self.sections[Section::Functions as usize].extend(function);
        let mut words = vec![0x0723_0203, 0x0001_0600, 0, self.next, 0];
        words.extend(self.sections.iter().flatten());
        words
    }
}

/// Concatenates result type, result id and operands of an instruction.
pub fn with_result(ty: Option<u32>, id: Option<u32>, operands: &[u32]) -> Vec<u32> {
    ty.into_iter().chain(id).chain(operands.iter().copied()).collect()
}

fn put(words: &mut Vec<u32>, opcode: u32, operands: &[u32]) {
    let length = operands.len() as u32 + 1;
    assert!(length < 1 << 16, "an instruction of {length} words");
    words.push(length << 16 | opcode);
    words.extend_from_slice(operands);
}
