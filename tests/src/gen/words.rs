//! Opcodes and enumerants for the shader generator, and a buffer for instruction words

/// Opcodes of core instructions.
#[rustfmt::skip]
pub mod op {
    #![allow(missing_docs)]
    pub const SOURCE: u16 = 3; pub const NAME: u16 = 5; pub const MEMBER_NAME: u16 = 6;
    pub const EXT_INST_IMPORT: u16 = 11; pub const EXT_INST: u16 = 12;
    pub const MEMORY_MODEL: u16 = 14; pub const ENTRY_POINT: u16 = 15;
    pub const EXECUTION_MODE: u16 = 16; pub const CAPABILITY: u16 = 17;
    pub const TYPE_VOID: u16 = 19; pub const TYPE_BOOL: u16 = 20; pub const TYPE_INT: u16 = 21;
    pub const TYPE_FLOAT: u16 = 22; pub const TYPE_VECTOR: u16 = 23; pub const TYPE_MATRIX: u16 = 24;
    pub const TYPE_IMAGE: u16 = 25; pub const TYPE_SAMPLER: u16 = 26;
    pub const TYPE_SAMPLED_IMAGE: u16 = 27; pub const TYPE_ARRAY: u16 = 28;
    pub const TYPE_RUNTIME_ARRAY: u16 = 29; pub const TYPE_STRUCT: u16 = 30;
    pub const TYPE_POINTER: u16 = 32; pub const TYPE_FUNCTION: u16 = 33;
    pub const CONSTANT_TRUE: u16 = 41; pub const CONSTANT_FALSE: u16 = 42;
    pub const CONSTANT: u16 = 43; pub const CONSTANT_COMPOSITE: u16 = 44;
    pub const SPEC_CONSTANT_TRUE: u16 = 48; pub const SPEC_CONSTANT: u16 = 50;
    pub const SPEC_CONSTANT_COMPOSITE: u16 = 51; pub const SPEC_CONSTANT_OP: u16 = 52;
    pub const FUNCTION: u16 = 54; pub const FUNCTION_PARAMETER: u16 = 55;
    pub const FUNCTION_END: u16 = 56; pub const FUNCTION_CALL: u16 = 57;
    pub const VARIABLE: u16 = 59; pub const LOAD: u16 = 61; pub const STORE: u16 = 62;
    pub const ACCESS_CHAIN: u16 = 65; pub const ARRAY_LENGTH: u16 = 68;
    pub const DECORATE: u16 = 71; pub const MEMBER_DECORATE: u16 = 72;
    pub const VECTOR_EXTRACT_DYNAMIC: u16 = 77; pub const VECTOR_SHUFFLE: u16 = 79;
    pub const COMPOSITE_CONSTRUCT: u16 = 80; pub const COMPOSITE_EXTRACT: u16 = 81;
    pub const COMPOSITE_INSERT: u16 = 82; pub const SAMPLED_IMAGE: u16 = 86;
    pub const IMAGE_SAMPLE_IMPLICIT_LOD: u16 = 87; pub const IMAGE_SAMPLE_EXPLICIT_LOD: u16 = 88;
    pub const CONVERT_F_TO_U: u16 = 109; pub const CONVERT_F_TO_S: u16 = 110;
    pub const CONVERT_S_TO_F: u16 = 111; pub const CONVERT_U_TO_F: u16 = 112;
    pub const BITCAST: u16 = 124; pub const S_NEGATE: u16 = 126; pub const F_NEGATE: u16 = 127;
    pub const I_ADD: u16 = 128; pub const F_ADD: u16 = 129; pub const I_SUB: u16 = 130;
    pub const F_SUB: u16 = 131; pub const I_MUL: u16 = 132; pub const F_MUL: u16 = 133;
    pub const U_DIV: u16 = 134; pub const S_DIV: u16 = 135; pub const F_DIV: u16 = 136;
    pub const U_MOD: u16 = 137; pub const F_MOD: u16 = 141;
    pub const VECTOR_TIMES_SCALAR: u16 = 142; pub const VECTOR_TIMES_MATRIX: u16 = 144;
    pub const MATRIX_TIMES_VECTOR: u16 = 145; pub const DOT: u16 = 148;
    pub const LOGICAL_OR: u16 = 166; pub const LOGICAL_AND: u16 = 167; pub const LOGICAL_NOT: u16 = 168;
    pub const SELECT: u16 = 169; pub const I_EQUAL: u16 = 170; pub const I_NOT_EQUAL: u16 = 171;
    pub const U_GREATER_THAN: u16 = 172; pub const S_GREATER_THAN: u16 = 173;
    pub const U_LESS_THAN: u16 = 176; pub const S_LESS_THAN: u16 = 177;
    pub const F_ORD_EQUAL: u16 = 180; pub const F_ORD_LESS_THAN: u16 = 184;
    pub const F_ORD_GREATER_THAN: u16 = 186; pub const F_ORD_LESS_THAN_EQUAL: u16 = 188;
    pub const F_ORD_GREATER_THAN_EQUAL: u16 = 190;
    pub const SHIFT_RIGHT_LOGICAL: u16 = 194; pub const SHIFT_RIGHT_ARITHMETIC: u16 = 195;
    pub const SHIFT_LEFT_LOGICAL: u16 = 196; pub const BITWISE_OR: u16 = 197;
    pub const BITWISE_XOR: u16 = 198; pub const BITWISE_AND: u16 = 199; pub const NOT: u16 = 200;
    pub const BIT_FIELD_U_EXTRACT: u16 = 203; pub const BIT_COUNT: u16 = 205;
    pub const DPDX: u16 = 207; pub const DPDY: u16 = 208; pub const FWIDTH: u16 = 209;
    pub const ATOMIC_I_ADD: u16 = 234; pub const PHI: u16 = 245; pub const LOOP_MERGE: u16 = 246;
    pub const SELECTION_MERGE: u16 = 247; pub const LABEL: u16 = 248; pub const BRANCH: u16 = 249;
    pub const BRANCH_CONDITIONAL: u16 = 250; pub const SWITCH: u16 = 251; pub const KILL: u16 = 252;
    pub const RETURN: u16 = 253; pub const RETURN_VALUE: u16 = 254; pub const UNREACHABLE: u16 = 255;
}

/// Instruction numbers of GLSL.std.450, grouped by operand types.
pub mod glsl {
    /// Instructions with one float operand, a scalar or vector: rounding, roots, angles, exponents.
    pub const FLOAT_1: [u32; 14] = [3, 4, 6, 8, 9, 10, 13, 14, 27, 28, 29, 30, 31, 32];
    /// Instructions with two float operands: Atan2, Pow, FMin, FMax, Step.
    pub const FLOAT_2: [u32; 6] = [25, 26, 37, 40, 40, 48];
    /// Instructions with three float operands: FClamp, FMix, SmoothStep, Fma.
    pub const FLOAT_3: [u32; 5] = [43, 43, 46, 49, 50];
    /// Instructions with two signed operands: SMin, SMax.
    pub const SIGNED_2: [u32; 2] = [39, 42];
    /// Instructions with two unsigned operands: UMin, UMax.
    pub const UNSIGNED_2: [u32; 2] = [38, 41];
    /// Instruction number of SAbs.
    pub const S_ABS: u32 = 5;
    /// Instruction number of Length (vector to scalar).
    pub const LENGTH: u32 = 66;
    /// Instruction number of Distance (two vectors to scalar).
    pub const DISTANCE: u32 = 67;
    /// Instruction number of Cross (of vectors with three components).
    pub const CROSS: u32 = 68;
    /// Instruction number of Normalize.
    pub const NORMALIZE: u32 = 69;
    /// Instruction number of Reflect.
    pub const REFLECT: u32 = 71;
}

/// Storage classes.
#[rustfmt::skip]
pub mod class {
    #![allow(missing_docs)]
    pub const UNIFORM_CONSTANT: u32 = 0; pub const INPUT: u32 = 1; pub const UNIFORM: u32 = 2;
    pub const OUTPUT: u32 = 3; pub const PRIVATE: u32 = 6; pub const FUNCTION: u32 = 7;
    pub const PUSH_CONSTANT: u32 = 9; pub const STORAGE_BUFFER: u32 = 12;
}

/// Decorations.
#[rustfmt::skip]
pub mod deco {
    #![allow(missing_docs)]
    pub const RELAXED_PRECISION: u32 = 0; pub const SPEC_ID: u32 = 1; pub const BLOCK: u32 = 2;
    pub const COL_MAJOR: u32 = 5; pub const ARRAY_STRIDE: u32 = 6; pub const MATRIX_STRIDE: u32 = 7;
    pub const BUILT_IN: u32 = 11; pub const FLAT: u32 = 14; pub const NON_WRITABLE: u32 = 24;
    pub const LOCATION: u32 = 30; pub const BINDING: u32 = 33; pub const DESCRIPTOR_SET: u32 = 34;
    pub const OFFSET: u32 = 35; pub const NO_CONTRACTION: u32 = 42;
    pub const NO_SIGNED_WRAP: u32 = 4469; pub const NO_UNSIGNED_WRAP: u32 = 4470;
}

/// A sequence of encoded instructions with its instruction count.
#[derive(Debug, Default)]
pub struct Words {
    /// The encoded instructions.
    pub words: Vec<u32>,
    /// Number of instructions.
    pub count: usize,
}

impl Words {
    /// Appends an instruction with these operands.
    pub fn op(&mut self, opcode: u16, operands: &[u32]) {
        self.op2(opcode, operands, &[]);
    }

    /// Appends an instruction whose operands are the concatenation of two slices.
    pub fn op2(&mut self, opcode: u16, first: &[u32], second: &[u32]) {
        let length = 1 + first.len() + second.len();
        self.words.push((length as u32) << 16 | u32::from(opcode));
        self.words.extend_from_slice(first);
        self.words.extend_from_slice(second);
        self.count += 1;
    }

    /// Appends all instructions of `other`.
    pub fn append(&mut self, other: &Words) {
        self.words.extend_from_slice(&other.words);
        self.count += other.count;
    }
}

/// Encodes a literal string as SPIR-V words: UTF-8, terminated by a zero byte and padded with zeros.
pub fn string_words(text: &str) -> Vec<u32> {
    let mut words = vec![0; text.len() / 4 + 1];
    for (i, byte) in text.bytes().enumerate() {
        words[i / 4] |= u32::from(byte) << (i % 4 * 8);
    }
    words
}
