//! Fallback reader for modules that rspirv cannot load as a whole
//!
//! Reads each instruction separately, so that an unknown instruction affects only its own comparison.

use std::collections::BTreeSet;

use rspirv::grammar::{INSTRUCTION_TABLE, OperandKind, OperandQuantifier};
use rustc_hash::FxHashMap;

use super::op;
use super::read::{HEADER_WORDS, Inst, Operand, Words, parse};

/// Returns all instructions, and the opcodes of instructions whose operand kinds are unknown.
pub(super) fn read(words: &Words) -> (Vec<Inst>, BTreeSet<u16>) {
    let mut reader = Reader::default();
    let mut insts = Vec::new();
    let mut switches = Vec::new();
    for raw in words.insts() {
        let opcode = raw[0] as u16;
        if opcode == op::SWITCH {
            switches.push((insts.len(), &raw[1..]));
            insts.push(Inst::new(opcode));
            continue;
        }
        let inst = reader.instruction(opcode, &raw[1..]);
        reader.track(&inst);
        insts.push(inst);
    }
    // In a module with unreachable blocks, a switch may precede the definition of its selector.
    for (at, raw) in switches {
        insts[at] = reader.switch(raw);
    }
    let opaque = insts
        .iter()
        .filter(|inst| inst.operands.iter().any(|o| matches!(o, Operand::Opaque(_))))
        .map(|inst| inst.opcode)
        .collect();
    (insts, opaque)
}

#[derive(Default)]
struct Reader {
    /// Width in bits of each integer and float type, by id.
    widths: FxHashMap<u32, u32>,
    /// Type id of each value, by value id.
    types: FxHashMap<u32, u32>,
}

impl Reader {
    fn track(&mut self, inst: &Inst) {
        let Some(result) = inst.result else { return };
        if let Some(result_type) = inst.result_type {
            self.types.insert(result, result_type);
        } else if matches!(inst.opcode, op::TYPE_INT | op::TYPE_FLOAT)
            && let Some(width) = inst.lit(0)
        {
            self.widths.insert(result, width);
        }
    }

    fn instruction(&self, opcode: u16, raw: &[u32]) -> Inst {
        match opcode {
            op::CONSTANT | op::SPEC_CONSTANT if raw.len() >= 2 => typed(opcode, raw, raw[2..].iter()),
            op::SPEC_CONSTANT_OP if raw.len() >= 3 => self.spec_constant_op(raw),
            _ => by_rspirv(opcode, raw).unwrap_or_else(|| match op::amended_shape(opcode) {
                Some(shape) => by_shape(opcode, shape, raw),
                None => by_grammar(opcode, raw),
            }),
        }
    }

    /// Reads an OpSpecConstantOp. The operands after the wrapped opcode are read like those of the wrapped instruction.
    fn spec_constant_op(&self, raw: &[u32]) -> Inst {
        let inner_words: Vec<u32> = raw[..2].iter().chain(&raw[3..]).copied().collect();
        let mut inst = self.instruction(raw[2] as u16, &inner_words);
        inst.opcode = op::SPEC_CONSTANT_OP;
        if inst.result.is_none() {
            return typed(op::SPEC_CONSTANT_OP, raw, [].iter()).with_opaque(&raw[2..]);
        }
        inst.operands.insert(0, Operand::Lit(raw[2]));
        inst
    }

    fn switch(&self, raw: &[u32]) -> Inst {
        let mut inst = Inst::new(op::SWITCH);
        let [selector, default, cases @ ..] = raw else {
            return inst.with_opaque(raw);
        };
        inst.operands = vec![Operand::Id(*selector), Operand::Id(*default)];
        let width = self
            .types
            .get(selector)
            .and_then(|selector_type| self.widths.get(selector_type))
            .copied()
            .unwrap_or(32);
        let literal_words = width.div_ceil(32).max(1) as usize;
        for case in cases.chunks(literal_words + 1) {
            let (label, literal) = case.split_last().expect("chunks are not empty");
            inst.operands.extend(literal.iter().copied().map(Operand::Lit));
            inst.operands.push(Operand::Id(*label));
        }
        inst
    }
}

impl Inst {
    fn with_opaque(mut self, words: &[u32]) -> Inst {
        self.operands.extend(words.iter().copied().map(Operand::Opaque));
        self
    }
}

/// Builds an instruction with a result type, a result id and literals.
fn typed<'a>(opcode: u16, raw: &[u32], literals: impl Iterator<Item = &'a u32>) -> Inst {
    Inst {
        opcode,
        result_type: Some(raw[0]),
        result: Some(raw[1]),
        operands: literals.copied().map(Operand::Lit).collect(),
    }
}

/// Reads an instruction with rspirv, as a module that consists only of this instruction. Returns `None` if rspirv
/// fails.
fn by_rspirv(opcode: u16, raw: &[u32]) -> Option<Inst> {
    let mut module = vec![0x0723_0203, 0x0001_0000, 0, 0, 0];
    debug_assert_eq!(module.len(), HEADER_WORDS);
    module.push(((raw.len() as u32 + 1) << 16) | u32::from(opcode));
    module.extend_from_slice(raw);
    parse(&module).ok()?.pop()
}

fn by_shape(opcode: u16, shape: &str, raw: &[u32]) -> Inst {
    let mut inst = Inst::new(opcode);
    let mut words = raw.iter().copied();
    for letter in shape.chars() {
        match letter {
            't' => inst.result_type = words.next(),
            'r' => inst.result = words.next(),
            'i' => inst.operands.extend(words.next().map(Operand::Id)),
            'I' => inst.operands.extend(words.by_ref().map(Operand::Id)),
            'm' => inst.operands.extend(like(op::STORE, 2, words.by_ref())),
            'o' => inst.operands.extend(like(op::IMAGE_SAMPLE, 4, words.by_ref())),
            _ => inst.operands.extend(words.by_ref().map(Operand::Lit)),
        }
    }
    inst.with_opaque(&words.collect::<Vec<_>>())
}

/// Reads the last operands of an instruction like those of an older one, whose operands are the same from the third on.
/// `lead` words precede the first two operands.
fn like(opcode: u16, lead: usize, words: impl Iterator<Item = u32>) -> Vec<Operand> {
    let raw: Vec<u32> = std::iter::repeat_n(1, lead).chain(words).collect();
    match by_rspirv(opcode, &raw) {
        Some(mut inst) => inst.operands.split_off(2),
        None => raw[lead..].iter().copied().map(Operand::Opaque).collect(),
    }
}

/// Reads operands up to the first one whose length rspirv's public tables do not determine.
fn by_grammar(opcode: u16, raw: &[u32]) -> Inst {
    let mut inst = Inst::new(opcode);
    let Some(row) = INSTRUCTION_TABLE.lookup_opcode(opcode.into()) else {
        return inst.with_opaque(raw);
    };
    let mut rest = raw;
    let mut logical = row.operands.iter();
    let mut current = logical.next();
    while let (Some(operand), Some((&word, tail))) = (current, rest.split_first()) {
        rest = tail;
        match operand.kind {
            OperandKind::IdResultType => inst.result_type = Some(word),
            OperandKind::IdResult => inst.result = Some(word),
            OperandKind::IdRef | OperandKind::IdScope | OperandKind::IdMemorySemantics => {
                inst.operands.push(Operand::Id(word));
            }
            OperandKind::LiteralString => {
                let (text, used) = string(word, tail);
                inst.operands.push(Operand::Str(text));
                rest = &tail[used..];
            }
            kind => {
                inst.operands.push(Operand::Lit(word));
                if takes_parameters(kind) {
                    break;
                }
            }
        }
        if operand.quantifier != OperandQuantifier::ZeroOrMore {
            current = logical.next();
        }
    }
    inst.with_opaque(rest)
}

fn takes_parameters(kind: OperandKind) -> bool {
    matches!(
        kind,
        OperandKind::ImageOperands
            | OperandKind::LoopControl
            | OperandKind::MemoryAccess
            | OperandKind::ExecutionMode
            | OperandKind::Decoration
            | OperandKind::TensorAddressingOperands
            | OperandKind::TensorOperands
            | OperandKind::PairLiteralIntegerIdRef
            | OperandKind::PairIdRefLiteralInteger
            | OperandKind::PairIdRefIdRef
    )
}

/// Decodes a string whose first word is `first`. Returns the bytes, and the number of words consumed from `rest`.
fn string(first: u32, rest: &[u32]) -> (Vec<u8>, usize) {
    let mut text = Vec::new();
    for (used, word) in std::iter::once(&first).chain(rest).enumerate() {
        let bytes = word.to_le_bytes();
        match bytes.iter().position(|&byte| byte == 0) {
            Some(end) => {
                text.extend(&bytes[..end]);
                return (text, used);
            }
            None => text.extend(bytes),
        }
    }
    (text, rest.len())
}
