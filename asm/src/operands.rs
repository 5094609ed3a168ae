//! Operand kinds of instructions, for assembly and disassembly

use crate::generated::enums::{MEMORY_SEMANTICS, SCOPE};
use crate::generated::opcodes as op;
use crate::generated::ops::{CORE, OPCODE};
use crate::literal::{Float, Number};
use crate::literal_string::{string_bytes, string_words};
use crate::sets::{ExtSet, find_set};
use crate::table::{DEBUG_STORAGE_CLASS, core_index};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use spv_grammar::{Arity, EnumDef, OpRow, Param, ParamKind, Word};

/// Maximum width in bits of integer types whose literals are supported. Limits the memory that a single OpTypeInt can
/// claim.
const MOST_BITS: u32 = 1 << 16;

/// The kind of an operand in the binary.
#[derive(Clone, Copy, Debug)]
pub enum OperandKind {
    /// An id.
    Id,
    /// The id of a constant that is a scope or memory semantics.
    ConstantId(&'static EnumDef),
    /// A 32-bit integer literal.
    Integer,
    /// A literal of a known numeric type.
    Number(Number),
    /// A literal string.
    String,
    /// An enumerant or bit set, followed by its parameters.
    Enum(&'static EnumDef),
    /// The opcode that an OpSpecConstantOp evaluates, followed by that instruction's operands.
    Opcode,
    /// The opcode of an extended instruction, followed by its operands. `None` if the instruction set is unknown.
    Extended(Option<&'static ExtSet>),
}

impl OperandKind {
    /// Returns whether the operand is an id.
    pub fn is_id(self) -> bool {
        matches!(self, OperandKind::Id | OperandKind::ConstantId(_))
    }
}

/// A stack of expected operands, each with its number of occurrences. The next operand is the last element.
pub type ExpectedOperands = SmallVec<[(OperandKind, Arity); 6]>;

/// An iterator over an instruction's operand kinds, which depend on the preceding operands.
pub struct Operands {
    opcode: u32,
    ty: u32,
    plan: ExpectedOperands,
    /// The kind of the next operand, if that is the second operand of a pair.
    second: Option<OperandKind>,
    /// First words of the operands read so far.
    read: SmallVec<[u32; 8]>,
}

impl Operands {
    /// Constructs the iterator for an instruction with result type `ty` (0 for none). `plan` contains the operands of
    /// its grammar entry.
    pub fn new(facts: &OperandContext, opcode: u32, ty: u32, mut plan: ExpectedOperands) -> Operands {
        facts.extend(&mut plan, opcode, ty, OperandKind::Id, &[]);
        Operands { opcode, ty, plan, second: None, read: SmallVec::new() }
    }

    /// Returns whether the next operand is the second operand of a pair.
    pub fn is_second(&self) -> bool {
        self.second.is_some()
    }

    /// Returns the kind of the next operand. `ends` is true if the instruction has no more words. Returns `None` after
    /// the last operand, or if `ends` is true and the operand is optional.
    pub fn next(&mut self, ends: bool) -> Option<OperandKind> {
        if let Some(kind) = self.second.take() {
            return Some(kind);
        }
        let &(kind, arity) = self.plan.last()?;
        match arity {
            Arity::Optional | Arity::Variadic if ends => return None,
            Arity::Variadic => self.second = second_of_pair(self.opcode, kind),
            _ => _ = self.plan.pop(),
        }
        Some(kind)
    }

    /// Records the first word of the operand that [`Self::next`] returned, and adds the expected operands that depend
    /// on it.
    pub fn note(&mut self, facts: &OperandContext, kind: OperandKind, word: u32) {
        self.read.push(word);
        facts.extend(&mut self.plan, self.opcode, self.ty, kind, &self.read);
    }
}

/// The types, values and imports declared so far, which determine the operand kinds of instructions.
#[derive(Default)]
pub struct OperandContext {
    /// The numeric type that each type id declares.
    numbers: FxHashMap<u32, Number>,
    /// The type of each value with a numeric type, by value id.
    types: FxHashMap<u32, Number>,
    /// The extended instruction set that each OpExtInstImport id imports; `None` for unknown sets.
    sets: FxHashMap<u32, Option<&'static ExtSet>>,
}

impl OperandContext {
    /// Returns the numeric type that an id declares; `None` if it declares none.
    pub fn number(&self, ty: u32) -> Option<Number> {
        self.numbers.get(&ty).copied()
    }

    /// Returns the type of a value; `None` if it is not numeric.
    pub(crate) fn type_of(&self, value: u32) -> Option<Number> {
        self.types.get(&value).copied()
    }

    /// Returns the extended instruction set that an id imports; `None` if the set is unknown.
    pub fn set(&self, id: u32) -> Option<&'static ExtSet> {
        self.sets.get(&id).copied().flatten()
    }

    /// Records the type, import or value that an instruction declares.
    pub fn note(&mut self, opcode: u32, words: &[u32]) {
        match (opcode, words) {
            (op::TYPE_INT, [_, id, width @ 1..=MOST_BITS, signed, ..]) => {
                self.numbers.insert(*id, Number::Int(*width, *signed != 0));
            }
            (op::TYPE_FLOAT, [_, id, width, encoding @ ..]) => {
                let Some(format) = Float::declared(*width, encoding.first().copied()) else { return };
                self.numbers.insert(*id, Number::Float(format));
            }
            (op::EXT_INST_IMPORT, [_, id, name @ ..]) => {
                let name = string_bytes(name).and_then(|bytes| String::from_utf8(bytes).ok());
                self.sets.insert(*id, name.and_then(|name| find_set(&name)));
            }
            (_, [_, ty, id, ..]) => {
                let typed = core_index(opcode).is_some_and(|i| {
                    let shape = crate::generated::ops::SHAPES[i];
                    shape.result_type && shape.result_id
                });
                if let Some(number) = self.numbers.get(ty).filter(|_| typed) {
                    self.types.insert(*id, *number);
                }
            }
            _ => {}
        }
    }

    /// Adds to `plan` the operands that an operand of the given kind requires. `read` has the first words of the
    /// operands so far, and `ty` is the result type. Call after each operand.
    pub fn extend(&self, plan: &mut ExpectedOperands, opcode: u32, ty: u32, kind: OperandKind, read: &[u32]) {
        let word = read.last().copied().unwrap_or(0);
        match kind {
            OperandKind::Enum(def) if def.has_params => {
                let params: Vec<&Param> = def.present(word).flat_map(|e| e.params).collect();
                plan.extend(params.into_iter().rev().map(|p| (of(p), p.arity)));
            }
            OperandKind::Opcode => {
                plan.clear();
                if let Some(row) = core_index(word).map(|i| &CORE[i]) {
                    push(plan, row);
                }
            }
            OperandKind::Extended(set) => {
                let row = set.and_then(|set| set.row(word));
                // A newer revision of a non-semantic set may have additional operands, all of which are ids.
                if row.is_none() || set.is_some_and(|set| set.non_semantic) {
                    plan.push((OperandKind::Id, Arity::Variadic));
                }
                if let Some(row) = row {
                    push(plan, row);
                }
            }
            _ => {}
        }
        match (opcode, read) {
            (op::EXT_INST | op::EXT_INST_WITH_FORWARD_REFS_KHR, [set]) => {
                plan.clear();
                plan.push((OperandKind::Extended(self.set(*set)), Arity::One));
            }
            // After the selector and the default label, literals of the selector's type alternate with labels.
            (op::SWITCH, [selector, _]) => {
                let number = self.types.get(selector).copied().unwrap_or(Number::Int(32, false));
                plan.clear();
                plan.push((OperandKind::Number(number), Arity::Variadic));
            }
            (op::CONSTANT | op::SPEC_CONSTANT, []) => {
                let number = self.number(ty).unwrap_or(Number::Int(32, false));
                plan.clear();
                plan.push((OperandKind::Number(number), Arity::One));
            }
            _ => {}
        }
    }
}

/// Returns the expected operands of an instruction with the given grammar entry.
pub fn plan(row: &'static OpRow) -> ExpectedOperands {
    let mut plan = ExpectedOperands::new();
    push(&mut plan, row);
    plan
}

fn push(plan: &mut ExpectedOperands, row: &'static OpRow) {
    plan.extend(row.words().iter().rev().map(|p| (of(p), p.arity)));
}

/// Returns the operands of an instruction after its result: the index of each operand's first word, and its kind.
pub fn of_instruction(
    facts: &OperandContext,
    opcode: u32,
    words: &[u32],
) -> impl Iterator<Item = (usize, OperandKind)> {
    let row = core_index(opcode);
    let (mut at, mut ty) = (usize::MAX, 0);
    if let Some(shape) = row.map(|row| crate::generated::ops::SHAPES[row]) {
        at = 1 + usize::from(shape.result_type) + usize::from(shape.result_id);
        ty = words.get(1).copied().filter(|_| shape.result_type).unwrap_or(0);
    }
    let plan = row.map_or_else(ExpectedOperands::new, |row| plan(&CORE[row]));
    let mut operands = Operands::new(facts, opcode, ty, plan);
    std::iter::from_fn(move || {
        let (first, word) = (at, *words.get(at)?);
        let kind = operands.next(false)?;
        operands.note(facts, kind, word);
        at += match kind {
            OperandKind::Number(number) => number.words(),
            OperandKind::String => string_words(&words[at..]).unwrap_or(words.len()),
            OperandKind::Id
            | OperandKind::ConstantId(_)
            | OperandKind::Integer
            | OperandKind::Enum(_)
            | OperandKind::Opcode
            | OperandKind::Extended(_) => 1,
        };
        Some((first, kind))
    })
}

/// Returns the operand kind of a grammar parameter.
fn of(param: &Param) -> OperandKind {
    match param.kind.word() {
        Word::Id => match param.kind {
            ParamKind::ConstEnum(def) if *def == SCOPE || *def == MEMORY_SEMANTICS => {
                OperandKind::ConstantId(def)
            }
            _ => OperandKind::Id,
        },
        Word::Integer => OperandKind::Integer,
        Word::Float => OperandKind::Number(Number::Float(Float::F32)),
        Word::String => OperandKind::String,
        // spirv-dis prints the values of open enumerations as numbers, except storage classes.
        Word::Enum(def) if def.open && *def != DEBUG_STORAGE_CLASS => OperandKind::Integer,
        Word::Enum(def) if *def == OPCODE => OperandKind::Opcode,
        Word::Enum(def) => OperandKind::Enum(def),
    }
}

/// Returns the kind of the second operand of a pair whose first operand has the given kind. Returns `None` if the
/// operands are not paired.
fn second_of_pair(opcode: u32, kind: OperandKind) -> Option<OperandKind> {
    match (opcode, kind) {
        (op::SWITCH, OperandKind::Number(_)) => Some(OperandKind::Id),
        (op::GROUP_MEMBER_DECORATE, OperandKind::Id) => Some(OperandKind::Integer),
        _ => None,
    }
}
