//! Structs and result codes of the C header

use std::ffi::{c_char, c_int};

/// `spv_result_t`
pub type ResultCode = c_int;

/// `SPV_SUCCESS`
pub const SUCCESS: ResultCode = 0;
/// `SPV_ERROR_INTERNAL`
pub const INTERNAL: ResultCode = -1;
/// `SPV_ERROR_INVALID_POINTER`
pub const INVALID_POINTER: ResultCode = -3;
/// `SPV_ERROR_INVALID_TEXT`
pub const INVALID_TEXT: ResultCode = -5;
/// `SPV_ERROR_INVALID_DIAGNOSTIC`
pub const INVALID_DIAGNOSTIC: ResultCode = -8;

/// `spv_const_binary_t`
#[repr(C)]
pub struct ConstBinary {
    /// Address of the first word.
    pub code: *const u32,
    /// Number of words.
    pub word_count: usize,
}

/// `spv_binary_t`
#[repr(C)]
pub struct Binary {
    /// Address of the first word.
    pub code: *mut u32,
    /// Number of words.
    pub word_count: usize,
}

/// `spv_text_t`. `length` excludes the final zero byte.
#[repr(C)]
pub struct Text {
    /// Address of the first byte.
    pub str: *mut c_char,
    /// Number of bytes.
    pub length: usize,
}

/// `spv_position_t`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Position {
    /// Line of a text, from 0.
    pub line: usize,
    /// Column of a text, from 0.
    pub column: usize,
    /// Offset in a text, or number of an instruction in a binary.
    pub index: usize,
}

/// `spv_diagnostic_t`
#[repr(C)]
pub struct Diagnostic {
    /// Position of the error.
    pub position: Position,
    /// Message as a C string.
    pub error: *mut c_char,
    /// Whether the position is in a text.
    pub is_text_source: bool,
}

/// `spv_parsed_operand_t`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct ParsedOperand {
    /// Index of the first word within the instruction.
    pub offset: u16,
    /// Number of words.
    pub num_words: u16,
    /// Kind, a `spv_operand_type_t`.
    pub kind: c_int,
    /// Kind of a literal number, a `spv_number_kind_t`.
    pub number_kind: c_int,
    /// Number of bits of a literal number.
    pub number_bit_width: u32,
    /// Encoding of a literal float, a `spv_fp_encoding_t`.
    pub fp_encoding: c_int,
}

/// `spv_parsed_instruction_t`
#[repr(C)]
pub struct ParsedInstruction {
    /// Words in host byte order.
    pub words: *const u32,
    /// Number of words.
    pub num_words: u16,
    /// Opcode.
    pub opcode: u16,
    /// Set of an extended instruction, a `spv_ext_inst_type_t`.
    pub ext_inst_type: c_int,
    /// Result type, or 0.
    pub type_id: u32,
    /// Result id, or 0.
    pub result_id: u32,
    /// Operands, including result type and result id.
    pub operands: *const ParsedOperand,
    /// Number of operands.
    pub num_operands: u16,
}
