//! Reader of binary modules that does not use the IR
//!
//! The grammar determines whether an operand is an id or a literal.

use rustc_hash::FxHashMap;
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::dialect::generated::ops::SHAPES;
use spv_opt::dialect::sets::{ExtSet, find_set};
use spv_opt::dialect::table::{core_index, core_row};
use spv_opt::ir::dialect::{Arity, Param, ParamKind};

/// An operand of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// The id of a definition.
    Id(u32),
    /// A literal or enumerant.
    Word(u32),
    /// A literal string.
    Text(String),
}

/// An instruction, including the operands of its continuation instructions.
#[derive(Clone, Debug)]
pub struct Inst {
    /// Opcode.
    pub opcode: u32,
    /// Result type id, if the instruction has one.
    pub ty: Option<u32>,
    /// Result id, if the instruction has one.
    pub id: Option<u32>,
    /// Operands after result type and result id.
    pub operands: Vec<Operand>,
}

/// Opcodes of continuation instructions: the continuation's opcode, and the opcode of the continued instruction.
pub const CONTINUED: [(u32, u32); 5] = [
    (op::SOURCE_CONTINUED, op::SOURCE),
    (op::TYPE_STRUCT_CONTINUED_INTEL, op::TYPE_STRUCT),
    (op::CONSTANT_COMPOSITE_CONTINUED_INTEL, op::CONSTANT_COMPOSITE),
    (op::SPEC_CONSTANT_COMPOSITE_CONTINUED_INTEL, op::SPEC_CONSTANT_COMPOSITE),
    (op::COMPOSITE_CONSTRUCT_CONTINUED_INTEL, op::COMPOSITE_CONSTRUCT),
];

/// State of the reader for one module.
#[derive(Default)]
struct Reader {
    insts: Vec<Inst>,
    sets: FxHashMap<u32, &'static ExtSet>,
    /// Result type id of each value, by value id.
    types: FxHashMap<u32, u32>,
    /// Bit width of each integer type, by type id.
    widths: FxHashMap<u32, u32>,
}

/// Decodes a module.
///
/// # Errors
/// Describes the problem, with its word offset.
pub fn decode(words: &[u32]) -> Result<Vec<Inst>, String> {
    let mut reader = Reader::default();
    let mut at = 5;
    while at < words.len() {
        let length = (words[at] >> 16) as usize;
        let end = at + length;
        if length == 0 || end > words.len() {
            return Err(format!("word {at}: an instruction of {length} words"));
        }
        reader.instruction(words[at] & 0xFFFF, &words[at + 1..end]).map_err(|e| format!("word {at}: {e}"))?;
        at = end;
    }
    Ok(reader.insts)
}

/// The remaining words of an instruction, and the operands decoded so far.
struct Rest<'w> {
    words: &'w [u32],
    out: Vec<Operand>,
}

impl Rest<'_> {
    fn word(&mut self) -> Result<u32, String> {
        let (first, rest) = self.words.split_first().ok_or("words are missing")?;
        self.words = rest;
        Ok(*first)
    }

    fn id(&mut self) -> Result<(), String> {
        let id = self.word()?;
        self.out.push(Operand::Id(id));
        Ok(())
    }

    fn literal(&mut self) -> Result<u32, String> {
        let word = self.word()?;
        self.out.push(Operand::Word(word));
        Ok(word)
    }

    fn text(&mut self) -> Result<(), String> {
        let mut bytes = Vec::new();
        loop {
            let word = self.word()?.to_le_bytes();
            let end = word.iter().position(|b| *b == 0);
            bytes.extend_from_slice(&word[..end.unwrap_or(4)]);
            if end.is_some() {
                break;
            }
        }
        self.out.push(Operand::Text(String::from_utf8(bytes).map_err(|e| e.to_string())?));
        Ok(())
    }

    fn all(&mut self, each: fn(&mut Self) -> Result<(), String>) -> Result<(), String> {
        while !self.words.is_empty() {
            each(self)?;
        }
        Ok(())
    }

    fn params(&mut self, params: &[Param]) -> Result<(), String> {
        for param in params.iter().filter(|p| p.name != "sym_name") {
            let mut times = match param.arity {
                Arity::One => 1,
                Arity::Optional => usize::from(!self.words.is_empty()),
                Arity::Variadic => usize::MAX,
            };
            while times > 0 && (param.arity == Arity::One || !self.words.is_empty()) {
                self.param(param)?;
                times -= 1;
            }
        }
        Ok(())
    }

    fn param(&mut self, param: &Param) -> Result<(), String> {
        match param.kind {
            ParamKind::Value
            | ParamKind::Mixed
            | ParamKind::Symbol
            | ParamKind::Type
            | ParamKind::ConstEnum(_)
            | ParamKind::Block
            | ParamKind::Tail => self.id(),
            ParamKind::Word | ParamKind::FloatWord => self.literal().map(drop),
            ParamKind::String => self.text(),
            ParamKind::Attr => Err(format!("the operand {} is not described", param.name)),
            ParamKind::Enum(def) => {
                let value = self.literal()?;
                def.present(value).try_for_each(|e| self.params(e.params))
            }
        }
    }
}

impl Reader {
    fn instruction(&mut self, opcode: u32, words: &[u32]) -> Result<(), String> {
        let index = core_index(opcode).ok_or_else(|| format!("opcode {opcode}"))?;
        let (row, shape) = (core_row(opcode).ok_or("no row")?, SHAPES[index]);
        let mut rest = Rest { words, out: Vec::new() };
        let ty = if shape.result_type { Some(rest.word()?) } else { None };
        let id = if shape.result_id { Some(rest.word()?) } else { None };
        // Parameters named symbol and type at the start represent the result; they are not operands.
        let symbolic = row.params.first().is_some_and(|p| p.name == "sym_name");
        let params = if symbolic { &row.params[2..] } else { row.params };
        match opcode {
            op::CONSTANT | op::SPEC_CONSTANT => rest.all(|r| r.literal().map(drop))?,
            op::PHI => rest.all(Rest::id)?,
            op::GROUP_MEMBER_DECORATE => {
                rest.id()?;
                rest.all(|r| r.id().and_then(|()| r.literal().map(drop)))?;
            }
            op::SWITCH => {
                let selector = words.first().and_then(|w| self.types.get(w));
                let width = selector.and_then(|t| self.widths.get(t)).copied().unwrap_or(32);
                rest.id()?;
                rest.id()?;
                while !rest.words.is_empty() {
                    (0..width.div_ceil(32)).try_for_each(|_| rest.literal().map(drop))?;
                    rest.id()?;
                }
            }
            op::SPEC_CONSTANT_OP => {
                let wrapped = core_row(rest.literal()?).ok_or("unknown wrapped opcode")?;
                rest.params(wrapped.params)?;
            }
            op::EXT_INST | op::EXT_INST_WITH_FORWARD_REFS_KHR => {
                rest.id()?;
                let number = rest.literal()?;
                let set = words.get(2).and_then(|w| self.sets.get(w));
                let row = set.and_then(|s| s.row(number)).ok_or("unknown extended instruction")?;
                let symbolic = row.params.first().is_some_and(|p| p.name == "sym_name");
                rest.params(if symbolic { &row.params[2..] } else { row.params })?;
            }
            _ => rest.params(params)?,
        }
        if !rest.words.is_empty() {
            return Err(format!("{}: {} words too many", row.name, rest.words.len()));
        }
        let operands = rest.out;
        if let (op::EXT_INST_IMPORT, Some(Operand::Text(name)), Some(id)) = (opcode, operands.first(), id) {
            self.sets.extend(find_set(name).map(|s| (id, s)));
        }
        if let (op::TYPE_INT, Some(id), Some(Operand::Word(width))) = (opcode, id, operands.first()) {
            self.widths.insert(id, *width);
        }
        self.types.extend(ty.zip(id).map(|(ty, id)| (id, ty)));
        let continues = CONTINUED.iter().any(|(more, _)| *more == opcode);
        match self.insts.last_mut() {
            Some(last) if continues => match (last.operands.last_mut(), operands.first()) {
                (Some(Operand::Text(text)), Some(Operand::Text(more))) => text.push_str(more),
                _ => last.operands.extend(operands),
            },
            _ => self.insts.push(Inst { opcode, ty, id, operands }),
        }
        Ok(())
    }
}
