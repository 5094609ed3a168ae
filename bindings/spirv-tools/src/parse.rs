//! Binary parser that passes instructions and their operands to callbacks

use crate::boundary::{slice, value};
use crate::context::Context;
use crate::diagnostics::{Failure, report};
use crate::types::{Diagnostic, INVALID_POINTER, ParsedInstruction, ParsedOperand, ResultCode, SUCCESS};
use spv_opt::asm::generated::ops::SHAPES;
use spv_opt::asm::generated::{opcodes as op, ops::OPCODE};
use spv_opt::asm::literal::{Float, Number};
use spv_opt::asm::literal_string::string_words;
use spv_opt::asm::operands::{OperandContext, OperandKind, of_instruction};
use spv_opt::asm::table::core_index;
use spv_opt::asm::{Checker, Split, opcode_name as name_of};
use spv_opt::compat::library::{self, in_host_order};
use std::collections::HashMap;
use std::ffi::{CString, c_char, c_int, c_void};
use std::ops::ControlFlow;
use std::sync::LazyLock;

const MAGIC: u32 = 0x0723_0203;

/// The callback type `spv_parsed_header_fn_t`.
type HeaderCallback = Option<unsafe extern "C" fn(*mut c_void, c_int, u32, u32, u32, u32, u32) -> ResultCode>;
/// The callback type `spv_parsed_instruction_fn_t`.
type InstructionCallback = Option<unsafe extern "C" fn(*mut c_void, *const ParsedInstruction) -> ResultCode>;

/// Values of `spv_operand_type_t` for operands that are not enumerants.
mod kind {
    use std::ffi::c_int;

    pub const ID: c_int = 1;
    pub const TYPE_ID: c_int = 2;
    pub const RESULT_ID: c_int = 3;
    pub const MEMORY_SEMANTICS_ID: c_int = 4;
    pub const SCOPE_ID: c_int = 5;
    pub const LITERAL_INTEGER: c_int = 6;
    pub const EXTENSION_INSTRUCTION_NUMBER: c_int = 7;
    pub const SPEC_CONSTANT_OP_NUMBER: c_int = 8;
    pub const TYPED_LITERAL_NUMBER: c_int = 9;
    pub const LITERAL_FLOAT: c_int = 10;
    pub const LITERAL_STRING: c_int = 11;
    /// One past the last value of `spv_operand_type_t`.
    pub const END: c_int = 108;
}

/// Operand types that occur only in grammars, not in parsed instructions: optional operands and lists.
const ABSTRACT: [std::ops::RangeInclusive<c_int>; 7] =
    [0..=0, 42..=55, 76..=76, 78..=78, 87..=87, 92..=92, 104..=106];

/// Operand types that are bit masks.
const MASKS: [c_int; 15] = [35, 36, 37, 38, 39, 40, 41, 56, 61, 77, 86, 89, 90, 91, 103];

/// Enumerations of core instructions, each with its `spv_operand_type_t`.
const ENUMS: [(&str, c_int); 56] = [
    ("SourceLanguage", 12),
    ("ExecutionModel", 13),
    ("AddressingModel", 14),
    ("MemoryModel", 15),
    ("ExecutionMode", 16),
    ("StorageClass", 17),
    ("Dim", 18),
    ("SamplerAddressingMode", 19),
    ("SamplerFilterMode", 20),
    ("ImageFormat", 21),
    ("ImageChannelOrder", 22),
    ("ImageChannelDataType", 23),
    ("FPRoundingMode", 24),
    ("LinkageType", 25),
    ("AccessQualifier", 26),
    ("FunctionParameterAttribute", 27),
    ("Decoration", 28),
    ("BuiltIn", 29),
    ("GroupOperation", 30),
    ("KernelEnqueueFlags", 31),
    ("KernelProfilingInfo", 32),
    ("Capability", 33),
    ("FPEncoding", 34),
    ("ImageOperands", 35),
    ("FPFastMathMode", 36),
    ("SelectionControl", 37),
    ("LoopControl", 38),
    ("FunctionControl", 39),
    ("MemoryAccess", 40),
    ("FragmentShadingRate", 41),
    ("FPDenormMode", 67),
    ("FPOperationMode", 68),
    ("QuantizationModes", 69),
    ("OverflowModes", 70),
    ("RayFlags", 71),
    ("RayQueryIntersection", 72),
    ("RayQueryCommittedIntersectionType", 73),
    ("RayQueryCandidateIntersectionType", 74),
    ("PackedVectorFormat", 75),
    ("CooperativeMatrixOperands", 77),
    ("CooperativeMatrixLayout", 79),
    ("CooperativeMatrixUse", 80),
    ("InitializationModeQualifier", 81),
    ("HostAccessQualifier", 82),
    ("LoadCacheControl", 83),
    ("StoreCacheControl", 84),
    ("NamedMaximumNumberOfRegisters", 85),
    ("RawAccessChainOperands", 86),
    ("TensorClampMode", 88),
    ("CooperativeMatrixReduce", 89),
    ("TensorAddressingOperands", 90),
    ("MatrixMultiplyAccumulateOperands", 91),
    ("CooperativeVectorMatrixLayout", 93),
    ("ComponentType", 94),
    ("TensorOperands", 103),
    ("GatherModes", 107),
];

/// Enumerations of debug information, each with its `spv_operand_type_t` in the instruction sets `DebugInfo` and
/// `OpenCL.DebugInfo.100`.
const DEBUG_ENUMS: [(&str, c_int, c_int); 6] = [
    ("DebugInfoFlags", 56, 61),
    ("DebugBaseTypeAttributeEncoding", 57, 62),
    ("DebugCompositeType", 58, 63),
    ("DebugTypeQualifier", 59, 64),
    ("DebugOperation", 60, 65),
    ("DebugImportedEntity", 66, 66),
];

/// Name prefixes of extended instruction sets, each with its `spv_ext_inst_type_t`.
const SETS: [(&str, c_int); 15] = [
    ("GLSL.std.450", 1),
    ("OpenCL.std", 2),
    ("SPV_AMD_shader_explicit_vertex_parameter", 3),
    ("SPV_AMD_shader_trinary_minmax", 4),
    ("SPV_AMD_gcn_shader", 5),
    ("SPV_AMD_shader_ballot", 6),
    ("DebugInfo", 7),
    ("OpenCL.DebugInfo.100", 8),
    ("NonSemantic.ClspvReflection.", 9),
    ("NonSemantic.Graph.DebugInfo.", 10),
    ("NonSemantic.Shader.DebugInfo.", 11),
    ("NonSemantic.VkspReflection.", 12),
    ("TOSA.001000.1", 13),
    ("Arm.MotionEngine.100", 14),
    ("Arm.ExperimentalMLOperations.", 15),
];

/// The value `SPV_EXT_INST_TYPE_NONSEMANTIC_UNKNOWN`.
const UNKNOWN_SET: c_int = 16;

/// Values of `spv_number_kind_t`.
const UNSIGNED: c_int = 1;
const SIGNED: c_int = 2;
const FLOATING: c_int = 3;

/// Returns whether an operand type (`spv_operand_type_t`) occurs in parsed instructions.
pub fn is_concrete(kind: c_int) -> bool {
    (0..kind::END).contains(&kind) && !ABSTRACT.iter().any(|range| range.contains(&kind))
}

/// Returns whether an operand type (`spv_operand_type_t`) is a bit mask.
pub fn is_mask(kind: c_int) -> bool {
    MASKS.contains(&kind)
}

/// Returns the name of an opcode without the prefix `Op`, or `unknown`.
pub fn opcode_name(opcode: u32) -> *const c_char {
    static NAMES: LazyLock<HashMap<u32, CString>> = LazyLock::new(|| {
        let name = |opcode: u32| Some((opcode, CString::new(name_of(opcode)?).ok()?));
        OPCODE.enumerants.iter().filter_map(|row| name(row.value)).collect()
    });
    value(c"unknown".as_ptr(), || NAMES.get(&opcode).map_or(c"unknown".as_ptr(), |name| name.as_ptr()))
}

/// Parses a binary, and passes its header and each instruction to callbacks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvBinaryParse(
    context: *const Context,
    user_data: *mut c_void,
    words: *const u32,
    count: usize,
    header: HeaderCallback,
    instruction: InstructionCallback,
    diagnostic: *mut *mut Diagnostic,
) -> ResultCode {
    let work = || {
        if context.is_null() {
            return Err(Failure::of_code(INVALID_POINTER, "the context is null"));
        }
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let own = unsafe { slice(words, count) };
        let words = in_host_order(own);
        let is_swapped = own.first() != words.first();
        let is_big = is_swapped != cfg!(target_endian = "big");
        // A result code that a callback returned has no message.
        let stopped = |code: ResultCode| match code {
            SUCCESS => Ok(()),
            code => Err(Failure::of_code(code, "")),
        };
        if let (Some(header), [MAGIC, version, generator, bound, schema, ..]) = (header, &*words) {
            let endianness = c_int::from(is_big);
            // SAFETY: the callback has this signature.
            let code = unsafe { header(user_data, endianness, MAGIC, *version, *generator, *bound, *schema) };
            stopped(code)?;
        }
        let mut visit = |facts: &OperandContext, at: usize, split: Split| {
            let Some(callback) = instruction else { return ControlFlow::Continue(()) };
            let (parsed, _operands) = parsed(facts, &words[at..at + split.length]);
            // SAFETY: the callback has this signature, and words and operands outlive the call.
            match unsafe { callback(user_data, &raw const parsed) } {
                SUCCESS => ControlFlow::Continue(()),
                code => ControlFlow::Break(code),
            }
        };
        match Checker::default().try_visit(&words, &mut visit) {
            Ok(code) => stopped(code.unwrap_or(SUCCESS)),
            Err(error) => Err(library::Failure::from(error).into()),
        }
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { report(diagnostic, work) }
}

/// Converts an instruction to the C struct. Also returns the operands, to which the struct points.
fn parsed(facts: &OperandContext, words: &[u32]) -> (ParsedInstruction, Vec<ParsedOperand>) {
    let opcode = words[0] & 0xFFFF;
    let set = match (opcode, words) {
        (op::EXT_INST | op::EXT_INST_WITH_FORWARD_REFS_KHR, [_, _, _, set, ..]) => {
            facts.set(*set).map_or(UNKNOWN_SET, |set| {
                let known = SETS.iter().find(|(name, _)| set.import_name.starts_with(name));
                known.map_or(UNKNOWN_SET, |(_, number)| *number)
            })
        }
        _ => 0,
    };
    let one = |offset: usize, kind: c_int| ParsedOperand {
        offset: offset as u16,
        num_words: 1,
        kind,
        ..ParsedOperand::default()
    };
    let mut operands = Vec::new();
    let mut parsed = ParsedInstruction {
        words: words.as_ptr(),
        num_words: words.len() as u16,
        opcode: opcode as u16,
        ext_inst_type: set,
        type_id: 0,
        result_id: 0,
        operands: std::ptr::null(),
        num_operands: 0,
    };
    if let Some(shape) = core_index(opcode).map(|row| SHAPES[row]) {
        let mut at = 1;
        if shape.result_type {
            parsed.type_id = words[at];
            operands.push(one(at, kind::TYPE_ID));
            at += 1;
        }
        if shape.result_id {
            parsed.result_id = words[at];
            operands.push(one(at, kind::RESULT_ID));
        }
    }
    for (at, operand) in of_instruction(facts, opcode, words) {
        operands.push(match operand {
            // In this operand, the scope may be a specialization constant. The grammar of this library therefore
            // declares it as a plain id.
            OperandKind::Id
                if at == 3
                    && matches!(opcode, op::TYPE_COOPERATIVE_MATRIX_KHR | op::TYPE_COOPERATIVE_MATRIX_NV) =>
            {
                one(at, kind::SCOPE_ID)
            }
            OperandKind::Id => one(at, kind::ID),
            OperandKind::ConstantId(def) if def.name == "Scope" => one(at, kind::SCOPE_ID),
            OperandKind::ConstantId(_) => one(at, kind::MEMORY_SEMANTICS_ID),
            OperandKind::Integer => ParsedOperand {
                number_kind: UNSIGNED,
                number_bit_width: 32,
                ..one(at, kind::LITERAL_INTEGER)
            },
            OperandKind::Number(number) => literal(one(at, kind::TYPED_LITERAL_NUMBER), opcode, number),
            OperandKind::String => ParsedOperand {
                num_words: string_words(&words[at..]).unwrap_or(1) as u16,
                ..one(at, kind::LITERAL_STRING)
            },
            OperandKind::Enum(def) => one(at, enum_kind(def.name, set)),
            OperandKind::Opcode => one(at, kind::SPEC_CONSTANT_OP_NUMBER),
            OperandKind::Extended(_) => one(at, kind::EXTENSION_INSTRUCTION_NUMBER),
        });
    }
    parsed.num_operands = operands.len() as u16;
    parsed.operands = operands.as_ptr();
    (parsed, operands)
}

/// Sets the word count, number kind and operand type of a literal. Only literals of constants and switches have the
/// type `SPV_OPERAND_TYPE_TYPED_LITERAL_NUMBER`.
fn literal(operand: ParsedOperand, opcode: u32, number: Number) -> ParsedOperand {
    let (number_kind, number_bit_width) = match number {
        Number::Int(width, false) => (UNSIGNED, width),
        Number::Int(width, true) => (SIGNED, width),
        Number::Float(float) => (FLOATING, float.width),
    };
    let num_words = number.words() as u16;
    let operand = ParsedOperand { num_words, number_kind, number_bit_width, ..operand };
    match number {
        _ if !matches!(opcode, op::CONSTANT | op::SPEC_CONSTANT | op::SWITCH) => {
            ParsedOperand { kind: kind::LITERAL_FLOAT, ..operand }
        }
        Number::Float(float) => ParsedOperand { fp_encoding: encoding(float), ..operand },
        Number::Int(..) => operand,
    }
}

/// Returns the `spv_fp_encoding_t` of a floating-point format, or 0 if the width alone determines the format.
fn encoding(float: Float) -> c_int {
    const ENCODINGS: [(Float, c_int); 8] = [
        (Float::BF16, 4),
        (Float::E4M3, 5),
        (Float::E5M2, 6),
        (Float::E2M3, 7),
        (Float::E3M2, 8),
        (Float::E2M1, 9),
        (Float::E8M0, 10),
        (Float::MX_INT8, 11),
    ];
    ENCODINGS.iter().find(|(known, _)| *known == float).map_or(0, |(_, number)| *number)
}

/// Returns the `spv_operand_type_t` of an enumerant, given its enumeration and the extended instruction set.
fn enum_kind(name: &str, set: c_int) -> c_int {
    if let Some((_, kind)) = ENUMS.iter().find(|(known, _)| *known == name) {
        return *kind;
    }
    let debug = DEBUG_ENUMS.iter().find(|(known, ..)| *known == name);
    debug.map_or(kind::LITERAL_INTEGER, |(_, legacy, opencl)| if set == 7 { *legacy } else { *opencl })
}
