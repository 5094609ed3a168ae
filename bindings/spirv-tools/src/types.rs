//! Structs and result codes of the C header

use std::ffi::{c_char, c_int};

/// The enumeration `spv_result_t`.
pub type ResultCode = c_int;

/// The value `SPV_SUCCESS`.
pub const SUCCESS: ResultCode = 0;
/// The value `SPV_ERROR_INTERNAL`.
pub const INTERNAL: ResultCode = -1;
/// The value `SPV_ERROR_INVALID_POINTER`.
pub const INVALID_POINTER: ResultCode = -3;
/// The value `SPV_ERROR_INVALID_TEXT`.
pub const INVALID_TEXT: ResultCode = -5;
/// The value `SPV_ERROR_INVALID_DIAGNOSTIC`.
pub const INVALID_DIAGNOSTIC: ResultCode = -8;

/// The struct `spv_const_binary_t`.
#[repr(C)]
pub struct ConstBinary {
    /// Address of the first word.
    pub code: *const u32,
    /// Number of words.
    pub word_count: usize,
}

/// The struct `spv_binary_t`.
#[repr(C)]
pub struct Binary {
    /// Address of the first word.
    pub code: *mut u32,
    /// Number of words.
    pub word_count: usize,
}

/// The struct `spv_text_t`. `length` excludes the final zero byte.
#[repr(C)]
pub struct Text {
    /// Address of the first byte.
    pub str: *mut c_char,
    /// Number of bytes.
    pub length: usize,
}

/// The struct `spv_position_t`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Position {
    /// Line in the assembly, counted from 0.
    pub line: usize,
    /// Column in the assembly, counted from 0.
    pub column: usize,
    /// Byte offset in the assembly, or index of an instruction in a binary.
    pub index: usize,
}

/// The struct `spv_diagnostic_t`.
#[repr(C)]
pub struct Diagnostic {
    /// Position of the error.
    pub position: Position,
    /// Message as a C string.
    pub error: *mut c_char,
    /// Whether the position is in assembly rather than in a binary.
    pub is_text_source: bool,
}

/// The struct `spv_parsed_operand_t`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct ParsedOperand {
    /// Word index of the operand within the instruction.
    pub offset: u16,
    /// Number of words.
    pub num_words: u16,
    /// Operand type, a `spv_operand_type_t`.
    pub kind: c_int,
    /// Number kind of a literal, a `spv_number_kind_t`.
    pub number_kind: c_int,
    /// Width of a literal in bits.
    pub number_bit_width: u32,
    /// Encoding of a float literal, a `spv_fp_encoding_t`.
    pub fp_encoding: c_int,
}

/// The struct `spv_parsed_instruction_t`.
#[repr(C)]
pub struct ParsedInstruction {
    /// Words of the instruction in host byte order.
    pub words: *const u32,
    /// Number of words.
    pub num_words: u16,
    /// Opcode of the instruction.
    pub opcode: u16,
    /// Instruction set of an extended instruction, a `spv_ext_inst_type_t`.
    pub ext_inst_type: c_int,
    /// Id of the result type, or 0.
    pub type_id: u32,
    /// Id of the result, or 0.
    pub result_id: u32,
    /// Operands, including result type and result id.
    pub operands: *const ParsedOperand,
    /// Number of operands.
    pub num_operands: u16,
}
