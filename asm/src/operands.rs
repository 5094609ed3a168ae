//! What the operands of an instruction are, one after the other, in both directions.

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

/// What one operand is.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// An id.
    Id,
    /// The id of a constant that is a scope or memory semantics.
    ConstantId(&'static EnumDef),
    /// A 32-bit integer.
    Integer,
    /// A literal of a known type.
    Number(Number),
    /// A string.
    String,
    /// An enumerant or bits, whose parameters follow.
    Enum(&'static EnumDef),
    /// The opcode of the operation that OpSpecConstantOp does, whose operands follow.
    Opcode,
    /// The number of an instruction of a set, whose operands follow.
    Extended(Option<&'static ExtSet>),
}

impl Kind {
    /// Whether the operand is an id.
    pub fn is_id(self) -> bool {
        matches!(self, Kind::Id | Kind::ConstantId(_))
    }
}

/// What is still to come: a stack, the next one on top.
pub type Plan = SmallVec<[(Kind, Arity); 6]>;

/// The operands of an instruction, one after another.
pub struct Operands {
    opcode: u32,
    ty: u32,
    plan: Plan,
    /// The second of a pair, the first of which was given.
    second: Option<Kind>,
    /// First words of the operands so far.
    read: SmallVec<[u32; 8]>,
}

impl Operands {
    /// Those of an instruction with a result type (0: none), which begin as planned.
    pub fn new(facts: &Facts, opcode: u32, ty: u32, mut plan: Plan) -> Operands {
        facts.extend(&mut plan, opcode, ty, Kind::Id, &[]);
        Operands { opcode, ty, plan, second: None, read: SmallVec::new() }
    }

    /// Whether the next operand is the second of a pair.
    pub fn is_second(&self) -> bool {
        self.second.is_some()
    }

    /// What the next operand is; `None` after the last, or where one may be missing and `ends`.
    pub fn next(&mut self, ends: bool) -> Option<Kind> {
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

    /// Notes the operand that [`Self::next`] asked for, by its first word.
    pub fn note(&mut self, facts: &Facts, kind: Kind, word: u32) {
        self.read.push(word);
        facts.extend(&mut self.plan, self.opcode, self.ty, kind, &self.read);
    }
}

/// What instructions before say that operands depend on.
#[derive(Default)]
pub struct Facts {
    /// Numeric types.
    numbers: FxHashMap<u32, Number>,
    /// Types of values: only those of numeric type.
    types: FxHashMap<u32, Number>,
    /// Imported sets; `None` where the tables do not know one.
    sets: FxHashMap<u32, Option<&'static ExtSet>>,
}

impl Facts {
    /// The numeric type of an id.
    pub fn number(&self, ty: u32) -> Option<Number> {
        self.numbers.get(&ty).copied()
    }

    /// Returns the type of a value, if it is numeric.
    pub(crate) fn type_of(&self, value: u32) -> Option<Number> {
        self.types.get(&value).copied()
    }

    /// The set that an id imports.
    pub fn set(&self, id: u32) -> Option<&'static ExtSet> {
        self.sets.get(&id).copied().flatten()
    }

    /// Keeps what a whole instruction says.
    pub fn note(&mut self, opcode: u32, words: &[u32]) {
        match (opcode, words) {
            (op::TYPE_INT, [_, id, width @ 1..=64, signed, ..]) => {
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

    /// What follows the first operands of an instruction, given the result type and the operands that
    /// were read so far. Called with each operand after it.
    pub fn extend(&self, plan: &mut Plan, opcode: u32, ty: u32, kind: Kind, read: &[u32]) {
        let word = read.last().copied().unwrap_or(0);
        match kind {
            Kind::Enum(def) if def.has_params => {
                let params: Vec<&Param> = def.present(word).flat_map(|e| e.params).collect();
                plan.extend(params.into_iter().rev().map(|p| (of(p), p.arity)));
            }
            Kind::Opcode => {
                plan.clear();
                if let Some(row) = core_index(word).map(|i| &CORE[i]) {
                    push(plan, row);
                }
            }
            Kind::Extended(set) => {
                let row = set.and_then(|set| set.row(word));
                // A later revision of a non-semantic set may have operands more. All that such a set has are ids.
                if row.is_none() || set.is_some_and(|set| set.non_semantic) {
                    plan.push((Kind::Id, Arity::Variadic));
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
                plan.push((Kind::Extended(self.set(*set)), Arity::One));
            }
            // After the selector and the default come literals of the selector's type, and labels.
            (op::SWITCH, [selector, _]) => {
                let number = self.types.get(selector).copied().unwrap_or(Number::Int(32, false));
                plan.clear();
                plan.push((Kind::Number(number), Arity::Variadic));
            }
            (op::CONSTANT | op::SPEC_CONSTANT, []) => {
                let number = self.number(ty).unwrap_or(Number::Int(32, false));
                plan.clear();
                plan.push((Kind::Number(number), Arity::One));
            }
            _ => {}
        }
    }
}

/// The plan for an instruction of which no operand is read yet.
pub fn plan(row: &'static OpRow) -> Plan {
    let mut plan = Plan::new();
    push(&mut plan, row);
    plan
}

fn push(plan: &mut Plan, row: &'static OpRow) {
    plan.extend(row.words().iter().rev().map(|p| (of(p), p.arity)));
}

/// The operands of a whole instruction after its result: the word that each begins at, and what it is.
pub fn of_instruction(facts: &Facts, opcode: u32, words: &[u32]) -> impl Iterator<Item = (usize, Kind)> {
    let row = core_index(opcode);
    let (mut at, mut ty) = (usize::MAX, 0);
    if let Some(shape) = row.map(|row| crate::generated::ops::SHAPES[row]) {
        at = 1 + usize::from(shape.result_type) + usize::from(shape.result_id);
        ty = words.get(1).copied().filter(|_| shape.result_type).unwrap_or(0);
    }
    let plan = row.map_or_else(Plan::new, |row| plan(&CORE[row]));
    let mut operands = Operands::new(facts, opcode, ty, plan);
    std::iter::from_fn(move || {
        let (first, word) = (at, *words.get(at)?);
        let kind = operands.next(false)?;
        operands.note(facts, kind, word);
        at += match kind {
            Kind::Number(number) => number.words(),
            Kind::String => string_words(&words[at..]).unwrap_or(words.len()),
            Kind::Id
            | Kind::ConstantId(_)
            | Kind::Integer
            | Kind::Enum(_)
            | Kind::Opcode
            | Kind::Extended(_) => 1,
        };
        Some((first, kind))
    })
}

/// What a parameter is in the binary.
fn of(param: &Param) -> Kind {
    match param.kind.word() {
        Word::Id => match param.kind {
            ParamKind::ConstEnum(def) if *def == SCOPE || *def == MEMORY_SEMANTICS => Kind::ConstantId(def),
            _ => Kind::Id,
        },
        Word::Integer => Kind::Integer,
        Word::Float => Kind::Number(Number::Float(Float::F32)),
        Word::String => Kind::String,
        // What spirv-dis shows as a number; a storage class has a name there.
        Word::Enum(def) if def.open && *def != DEBUG_STORAGE_CLASS => Kind::Integer,
        Word::Enum(def) if *def == OPCODE => Kind::Opcode,
        Word::Enum(def) => Kind::Enum(def),
    }
}

/// Kinds that alternate in a list.
fn second_of_pair(opcode: u32, kind: Kind) -> Option<Kind> {
    match (opcode, kind) {
        (op::SWITCH, Kind::Number(_)) => Some(Kind::Id),
        (op::GROUP_MEMBER_DECORATE, Kind::Id) => Some(Kind::Integer),
        _ => None,
    }
}
