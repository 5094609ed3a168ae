//! Instruction and operand checks of SPIRV-Tools for binaries
//!
//! The messages are identical to those of SPIRV-Tools.

use crate::generated::ops::{CORE, OPCODE, SHAPES};
use crate::generated::{opcodes as op, ops::Class};
use crate::literal::Number;
use crate::literal_string::{string_bytes, string_words};
use crate::operands::{self, OperandContext, OperandKind, Operands};
use crate::spellings;
use crate::table::{ResultLayout, core_index};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_grammar::{EnumDef, byte_string};
use std::ops::ControlFlow;

const MAGIC: u32 = 0x0723_0203;
const HEADER: usize = 5;

/// Category of an error, which determines the exit status of the SPIRV-Tools programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    /// The binary is malformed.
    InvalidBinary,
    /// The assembly is malformed.
    InvalidText,
    /// The assembly contains an unknown name.
    InvalidLookup,
    /// An id is invalid.
    InvalidId,
}

impl ErrorCode {
    /// Returns the exit status of spirv-as, spirv-dis and spirv-cfg.
    pub fn exit_status(self) -> i32 {
        match self {
            ErrorCode::InvalidBinary => 252,
            ErrorCode::InvalidText => 251,
            ErrorCode::InvalidLookup => 247,
            ErrorCode::InvalidId => 246,
        }
    }
}

/// The first error in a binary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BinaryError {
    /// Position of the instruction in the module, starting at 1; 0 for the header.
    pub instruction: usize,
    /// Category of the error, which determines the exit status.
    pub code: ErrorCode,
    /// Error message.
    pub message: String,
}

/// Category and message of an error.
type Wrong = (ErrorCode, String);

fn binary(message: String) -> Wrong {
    (ErrorCode::InvalidBinary, message)
}

fn id(message: String) -> Wrong {
    (ErrorCode::InvalidId, message)
}

/// The result of splitting an instruction into operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// Instruction length in words.
    pub length: usize,
    /// Whether the instruction's words could be split into operands.
    pub has_operands: bool,
    /// Whether the grammar contains the instruction. False for unknown extended instructions, whose operands are
    /// treated as ids.
    pub is_known: bool,
}

/// A checker for the instructions of a module, which must be visited in order.
#[derive(Default)]
pub struct Checker {
    /// Numeric types, values and imports declared so far. The operand kinds of an instruction depend on them.
    pub(crate) facts: OperandContext,
    /// The type id of each result id: 0 if the result has no type, and the id itself if it declares a type.
    types: FxHashMap<u32, u32>,
    /// Ids of imported extended instruction sets.
    imports: FxHashSet<u32>,
    /// Whether unknown instructions and enumerants are accepted.
    allows_unknown: bool,
}

impl Checker {
    /// Constructs a checker. `allows_unknown` makes it accept unknown instructions and enumerants.
    pub fn new(allows_unknown: bool) -> Checker {
        Checker { allows_unknown, ..Checker::default() }
    }

    /// Visits the instructions of a binary, whose words have the host's endianness. `visit` receives the declarations
    /// so far, the instruction's word offset and its [`Split`].
    ///
    /// # Errors
    ///
    /// The first malformed instruction.
    pub fn visit(
        &mut self,
        words: &[u32],
        mut visit: impl FnMut(&OperandContext, usize, Split),
    ) -> Result<(), BinaryError> {
        self.try_visit(words, |facts, at, split| {
            visit(facts, at, split);
            ControlFlow::<()>::Continue(())
        })
        .map(|_| ())
    }

    /// Visits instructions until `visit` returns `ControlFlow::Break`, and returns the value of that break. Returns
    /// `Ok(None)` at the end of the binary.
    ///
    /// # Errors
    /// The first malformed instruction before the break.
    pub fn try_visit<B>(
        &mut self,
        words: &[u32],
        mut visit: impl FnMut(&OperandContext, usize, Split) -> ControlFlow<B>,
    ) -> Result<Option<B>, BinaryError> {
        let wrong = |(code, message): Wrong, instruction| BinaryError { instruction, code, message };
        header(words).map_err(|message| wrong(binary(message), 0))?;
        let (mut at, mut count) = (HEADER, 0);
        while at < words.len() {
            count += 1;
            let split = self.instruction(words, at).map_err(|error| wrong(error, count))?;
            if let ControlFlow::Break(value) = visit(&self.facts, at, split) {
                return Ok(Some(value));
            }
            at += split.length;
        }
        Ok(None)
    }

    /// Checks the instruction at word offset `at` and records its declarations.
    fn instruction(&mut self, words: &[u32], at: usize) -> Result<Split, Wrong> {
        let rest = &words[at..];
        let (length, opcode) = ((rest[0] >> 16) as usize, rest[0] & 0xFFFF);
        if length == 0 {
            return Err(binary("Invalid instruction word count: 0".to_owned()));
        }
        let unknown = || match length > rest.len() {
            true => Err(binary(format!(
                "Truncated binary: instruction at word {at} claims {length} words but binary ends at {}",
                words.len()
            ))),
            false => Ok(Split { length, has_operands: false, is_known: false }),
        };
        let Some(row) = core_index(opcode) else {
            return match self.allows_unknown {
                true => unknown(),
                false => Err(binary(format!("Invalid opcode: {opcode}"))),
            };
        };
        let is_known = match self.operands(row, opcode, rest, at) {
            Ok(is_known) => is_known,
            Err(Stop::Unknown(_)) if self.allows_unknown => return unknown(),
            Err(Stop::Unknown(error) | Stop::Wrong(error)) => return Err(error),
        };
        self.facts.note(opcode, &rest[..length]);
        Ok(Split { length, has_operands: true, is_known })
    }

    /// Checks the operands of the core instruction at the start of `rest`, whose grammar entry is `CORE[row]`.
    /// Returns false for an extended instruction with an unknown opcode.
    fn operands(&mut self, row: usize, opcode: u32, rest: &[u32], at: usize) -> Result<bool, Stop> {
        let length = (rest[0] >> 16) as usize;
        let shape = SHAPES[row];
        let name = spellings::name(&OPCODE, opcode).unwrap_or(CORE[row].name);
        let missing = |index: usize, what: &str| {
            let how = if index < rest.len() { "truncated" } else { "missing" };
            Stop::Wrong(binary(format!(
                "End of input reached while decoding Op{name} starting at word {at}: {how} {what} operand at word offset \
                 {index}."
            )))
        };
        let more = || {
            Stop::Wrong(binary(format!(
                "End of input reached while decoding Op{name} starting at word {at}: expected more operands after {length} \
                 words."
            )))
        };
        let (mut index, mut ty) = (1, 0);
        if shape.result_type {
            if index >= length {
                return Err(more());
            }
            ty = *rest.get(index).ok_or_else(|| missing(index, "type ID"))?;
            if ty == 0 {
                return Err(Stop::Wrong(id("Error: Type Id is 0".to_owned())));
            }
            index += 1;
        }
        if shape.result_id {
            if index >= length {
                return Err(more());
            }
            let result = *rest.get(index).ok_or_else(|| missing(index, "result ID"))?;
            self.define(result, if is_type(shape, opcode) { result } else { ty }).map_err(Stop::Wrong)?;
            index += 1;
        }
        let mut is_known = true;
        let mut operands = Operands::new(&self.facts, opcode, ty, operands::plan(&CORE[row]));
        while index < length {
            let Some(kind) = operands.next(false) else {
                return Err(Stop::Wrong(binary(format!(
                    "Invalid instruction Op{name} starting at word {at}: expected no more operands after {index} words, but \
                     stated word count is {length}."
                ))));
            };
            let Some(&word) = rest.get(index) else { return Err(missing(index, describe(kind).as_str())) };
            is_known &= !(self.allows_unknown && is_unknown_extended_opcode(kind, word));
            let count = self.operand(opcode, kind, ty, rest, index)?;
            let count = count.ok_or_else(|| missing(index, describe(kind).as_str()))?;
            operands.note(&self.facts, kind, word);
            index += count;
        }
        if operands.next(true).is_some() {
            return Err(more());
        }
        if index != length {
            return Err(Stop::Wrong(binary(format!(
                "Invalid word count: Op{name} starting at word {at} says it has {length} words, but found {index} words \
                 instead."
            ))));
        }
        Ok(is_known)
    }

    /// Records the definition of an id.
    fn define(&mut self, result: u32, ty: u32) -> Result<(), Wrong> {
        if result == 0 {
            return Err(id("Error: Result Id is 0".to_owned()));
        }
        match self.types.insert(result, ty) {
            None => Ok(()),
            Some(_) => Err(id(format!("Id {result} is defined more than once"))),
        }
    }

    /// Checks the operand at word `index` of an instruction. Returns its length in words, or `None` if the
    /// module ends within the operand.
    fn operand(
        &mut self,
        opcode: u32,
        kind: OperandKind,
        ty: u32,
        rest: &[u32],
        index: usize,
    ) -> Result<Option<usize>, Stop> {
        let word = rest[index];
        match kind {
            OperandKind::Id if word == 0 => return Err(Stop::Wrong(id("Id is 0".to_owned()))),
            OperandKind::Id if is_extended(opcode) && index == 3 && !self.imports.contains(&word) => {
                let message =
                    format!("OpExtInst set Id {word} does not reference an OpExtInstImport result Id");
                return Err(Stop::Wrong(id(message)));
            }
            OperandKind::ConstantId(_) if word == 0 => {
                return Err(Stop::Wrong(binary(format!("{} is 0", describe(kind)))));
            }
            OperandKind::Id | OperandKind::ConstantId(_) | OperandKind::Integer => {}
            OperandKind::Number(number) => {
                self.literal(opcode, ty, number, rest).map_err(Stop::Wrong)?;
                return Ok(Some(number.words()).filter(|count| index + count <= rest.len()));
            }
            OperandKind::String => {
                let Some(count) = string_words(&rest[index..]) else { return Ok(None) };
                if opcode == op::EXT_INST_IMPORT {
                    self.import(rest[1], &rest[index..]).map_err(Stop::Wrong)?;
                }
                return Ok(Some(count));
            }
            OperandKind::Enum(def) => {
                enumerant(def, word).map_err(|message| Stop::Unknown(binary(message)))?
            }
            OperandKind::Opcode => {
                if spellings::name(&OPCODE, word).is_none() {
                    let message = format!("Invalid OpSpecConstantOp opcode: {word}");
                    return Err(Stop::Wrong(binary(message)));
                }
            }
            OperandKind::Extended(_) if is_unknown_extended_opcode(kind, word) && !self.allows_unknown => {
                return Err(Stop::Wrong(binary(format!("Invalid extended instruction number: {word}"))));
            }
            OperandKind::Extended(_) => {}
        }
        Ok(Some(1))
    }

    fn import(&mut self, result: u32, name: &[u32]) -> Result<(), Wrong> {
        let name = byte_string::text_of(string_bytes(name).unwrap_or_default());
        if crate::sets::find_set(&name).is_none() && !name.starts_with("NonSemantic.") {
            return Err(binary(format!("Invalid extended instruction import '{name}'")));
        }
        self.imports.insert(result);
        Ok(())
    }

    /// Checks that the numeric type of a literal is known.
    fn literal(&self, opcode: u32, ty: u32, number: Number, rest: &[u32]) -> Result<(), Wrong> {
        let of_type = |ty: u32| match (self.facts.number(ty), self.types.get(&ty) == Some(&ty)) {
            (Some(_), _) => Ok(()),
            (None, true) => Err(binary(format!("Type Id {ty} is not a scalar numeric type"))),
            (None, false) => Err(binary(format!("Type Id {ty} is not a type"))),
        };
        match opcode {
            op::CONSTANT | op::SPEC_CONSTANT => of_type(ty),
            op::SWITCH => {
                let selector = rest.get(1).copied().unwrap_or(0);
                let wrong =
                    |what: &str| Err(binary(format!("Invalid OpSwitch: selector id {selector} {what}")));
                match self.types.get(&selector).copied().unwrap_or(0) {
                    0 => wrong("has no type"),
                    ty if ty == selector => wrong("is a type, not a value"),
                    ty => match (of_type(ty), number) {
                        (Ok(()), Number::Float(_)) => wrong("is not a scalar integer"),
                        (result, _) => result,
                    },
                }
            }
            _ => Ok(()),
        }
    }
}

/// The reason why an instruction's operands cannot be decoded.
enum Stop {
    /// The grammar does not contain the instruction or enumerant.
    Unknown(Wrong),
    /// The instruction is malformed.
    Wrong(Wrong),
}

fn header(words: &[u32]) -> Result<(), String> {
    if words.is_empty() {
        return Err("Missing module.".to_owned());
    }
    if words.len() < HEADER {
        return Err(format!("Module has incomplete header: only {} words instead of {HEADER}", words.len()));
    }
    if words[0] != MAGIC {
        return Err(format!("Invalid SPIR-V magic number '{:x}'.", words[0]));
    }
    Ok(())
}

fn enumerant(def: &EnumDef, value: u32) -> Result<(), String> {
    let kind = || describe_enum(def);
    if !def.bits {
        let hint = match def.name {
            "SourceLanguage" => {
                ", if you are creating a new source language please use value 0 (Unknown) and when ready, add your source \
                 language to SPIRV-Headers"
            }
            _ => "",
        };
        return match def.is_known(value) {
            true => Ok(()),
            false => Err(format!("Invalid {} operand: {value}{hint}", kind())),
        };
    }
    let unknown = (0..32).rev().map(|bit| 1 << bit).find(|bit| value & bit != 0 && !def.is_known(*bit));
    match unknown {
        None => Ok(()),
        Some(bit) => Err(format!("Invalid {} operand: {value} has invalid mask component {bit}", kind())),
    }
}

/// Returns whether `word` is an extended opcode that is missing from a semantic extended instruction set.
fn is_unknown_extended_opcode(kind: OperandKind, word: u32) -> bool {
    matches!(kind, OperandKind::Extended(Some(set)) if !set.non_semantic && set.row(word).is_none())
}

fn is_extended(opcode: u32) -> bool {
    matches!(opcode, op::EXT_INST | op::EXT_INST_WITH_FORWARD_REFS_KHR)
}

/// Returns whether an instruction declares a type whose id is the result id.
pub(crate) fn is_type(shape: ResultLayout, opcode: u32) -> bool {
    let name = || spellings::name(&OPCODE, opcode).unwrap_or("");
    let may_be = matches!(shape.class, Class::TypeDeclaration | Class::Reserved | Class::Exclude);
    shape.result_id && !shape.result_type && may_be && name().starts_with("Type")
}

/// Returns the name of an operand kind for messages.
pub(crate) fn describe(kind: OperandKind) -> String {
    let name = match kind {
        OperandKind::Id => "ID",
        OperandKind::ConstantId(def) => return format!("{} ID", describe_enum(def)),
        OperandKind::Integer => "literal number",
        OperandKind::Number(_) => "possibly multi-word literal number",
        OperandKind::String => "literal string",
        OperandKind::Enum(def) => return describe_enum(def),
        OperandKind::Opcode => "OpSpecConstantOp opcode",
        OperandKind::Extended(_) => "extension instruction number",
    };
    name.to_owned()
}

/// Returns the name of an enumeration for messages, for example `storage class` for `StorageClass`.
pub(crate) fn describe_enum(def: &EnumDef) -> String {
    let known = match def.name {
        "Dim" => "dimensionality",
        "ImageFormat" => "image format",
        "ImageOperands" => "image",
        "FPFastMathMode" => "floating-point fast math mode",
        "FPRoundingMode" => "floating-point rounding mode",
        "BuiltIn" => "built-in",
        "FragmentShadingRate" => "shading rate",
        "FPEncoding" => "FP encoding",
        "FPDenormMode" => "FP denorm mode",
        "FPOperationMode" => "FP operation mode",
        "QuantizationModes" => "quantization mode",
        "OverflowModes" => "overflow mode",
        name => return spaced(name),
    };
    known.to_owned()
}

fn spaced(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push(' ');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}
