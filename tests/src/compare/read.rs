//! Reader of binaries into instructions with typed operands
//!
//! Uses rspirv's parser for the whole module if possible, otherwise for one instruction at a time.

use std::collections::BTreeSet;

use rspirv::binary::{Assemble, Consumer, ParseAction as Action, parse_words};
use rspirv::dr;
use rspirv::grammar::{self, OperandKind, OperandQuantifier};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{op, raw};

const MAGIC: u32 = 0x0723_0203;
pub(super) const HEADER_WORDS: usize = 5;

/// An operand of an instruction, excluding result type and result id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Operand {
    Id(u32),
    Lit(u32),
    Str(Vec<u8>),
    /// An id or a literal: the grammar does not determine which.
    Opaque(u32),
}

/// An instruction. Its result and result type are `None` if it has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Inst {
    pub(crate) opcode: u16,
    pub(crate) result_type: Option<u32>,
    pub(crate) result: Option<u32>,
    pub(crate) operands: Vec<Operand>,
}

impl Inst {
    pub(crate) fn new(opcode: u16) -> Self {
        Inst { opcode, result_type: None, result: None, operands: Vec::new() }
    }

    /// Returns the operand at index `position` if it is an id, or `None` otherwise.
    pub(crate) fn id(&self, position: usize) -> Option<u32> {
        match self.operands.get(position) {
            Some(Operand::Id(id)) => Some(*id),
            _ => None,
        }
    }

    /// Returns the operand at index `position` if it is a literal word, or `None` otherwise.
    pub(crate) fn lit(&self, position: usize) -> Option<u32> {
        match self.operands.get(position) {
            Some(Operand::Lit(word)) => Some(*word),
            _ => None,
        }
    }

    /// Returns the bytes of the operand at index `position` if it is a string, or `None` otherwise.
    pub(crate) fn string(&self, position: usize) -> Option<&[u8]> {
        match self.operands.get(position) {
            Some(Operand::Str(bytes)) => Some(bytes),
            _ => None,
        }
    }

    /// Returns all ids among the operands, in order.
    pub(crate) fn ids(&self) -> impl Iterator<Item = u32> {
        self.operands.iter().filter_map(|operand| match operand {
            Operand::Id(id) => Some(*id),
            _ => None,
        })
    }

    /// Formats the instruction in disassembler style.
    pub(crate) fn show(&self) -> String {
        let mut text = String::new();
        if let Some(result) = self.result {
            text += &format!("%{result} = ");
        }
        text += &op::name(self.opcode);
        if let Some(result_type) = self.result_type {
            text += &format!(" %{result_type}");
        }
        const SHOWN: usize = 12;
        for operand in self.operands.iter().take(SHOWN) {
            text += " ";
            text += &show_operand(operand);
        }
        if self.operands.len() > SHOWN {
            text += " ...";
        }
        text
    }
}

/// Formats an operand in disassembler style.
pub(crate) fn show_operand(operand: &Operand) -> String {
    match operand {
        Operand::Id(id) => format!("%{id}"),
        Operand::Lit(word) => word.to_string(),
        Operand::Str(bytes) => {
            let text = String::from_utf8_lossy(bytes);
            match text.char_indices().nth(60) {
                Some((end, _)) => format!("{:?}...", &text[..end]),
                None => format!("{text:?}"),
            }
        }
        Operand::Opaque(word) => format!("!{word}"),
    }
}

/// A module as a list of instructions.
pub(crate) struct Binary {
    pub(crate) version: u32,
    pub(crate) generator: u32,
    pub(crate) bound: u32,
    pub(crate) insts: Vec<Inst>,
    /// Whether the source text of an OpSource without a file name begins in OpSourceContinued.
    pub(crate) has_source_without_file: bool,
    /// Opcodes of instructions with operands that rspirv's grammar lacks.
    pub(crate) opaque: BTreeSet<u16>,
}

/// The input module, the output module, and the error message of rspirv's loader if it rejected one of them.
pub(crate) type Pair = (Binary, Binary, Option<String>);

/// Reads both modules by the same method, so that their operands have comparable kinds.
pub(crate) fn read_pair(input: &[u32], output: &[u32]) -> Result<Pair, String> {
    let a = Words::new(input).map_err(|why| format!("the input is malformed: {why}"))?;
    let b = Words::new(output).map_err(|why| format!("the output is malformed: {why}"))?;
    match (with_rspirv(&a), with_rspirv(&b)) {
        (Ok(insts_a), Ok(insts_b)) => {
            Ok((a.finish(insts_a, BTreeSet::new()), b.finish(insts_b, BTreeSet::new()), None))
        }
        (first, second) => {
            let mut why = Vec::new();
            why.extend(first.err().map(|e| format!("input: {e}")));
            why.extend(second.err().map(|e| format!("output: {e}")));
            let (insts_a, opaque_a) = raw::read(&a);
            let (insts_b, opaque_b) = raw::read(&b);
            Ok((a.finish(insts_a, opaque_a), b.finish(insts_b, opaque_b), Some(why.join("; "))))
        }
    }
}

/// The words of a module in host byte order, split into instructions.
pub(super) struct Words {
    words: Vec<u32>,
    starts: Vec<usize>,
}

impl Words {
    pub(super) fn new(words: &[u32]) -> Result<Self, String> {
        if words.len() < HEADER_WORDS {
            return Err(format!("{} words are no header", words.len()));
        }
        let words: Vec<u32> = match words[0] {
            MAGIC => words.to_vec(),
            magic if magic.swap_bytes() == MAGIC => words.iter().map(|w| w.swap_bytes()).collect(),
            magic => return Err(format!("{magic:#010x} is not the magic number")),
        };
        let mut starts = Vec::new();
        let mut at = HEADER_WORDS;
        while at < words.len() {
            let count = (words[at] >> 16) as usize;
            if count == 0 || at + count > words.len() {
                return Err(format!("word {at}: a word count of {count} does not fit"));
            }
            starts.push(at);
            at += count;
        }
        Ok(Words { words, starts })
    }

    /// Returns the words of each instruction, including its first word.
    pub(super) fn insts(&self) -> impl Iterator<Item = &[u32]> {
        self.starts.iter().map(|&start| {
            let count = (self.words[start] >> 16) as usize;
            &self.words[start..start + count]
        })
    }

    fn finish(&self, insts: Vec<Inst>, opaque: BTreeSet<u16>) -> Binary {
        let has_source_without_file = insts.windows(2).any(|pair| {
            pair[0].opcode == op::SOURCE
                && pair[0].operands.len() == 2
                && pair[1].opcode == op::SOURCE_CONTINUED
        });
        let mut insts = join_continued(insts);
        forget_empty_files(&mut insts);
        retype_ext_insts(&mut insts);
        let [version, generator, bound] = [1, 2, 3].map(|at| self.words[at]);
        Binary { version, generator, bound, insts, has_source_without_file, opaque }
    }
}

/// A consumer for rspirv's parser that collects instructions.
#[derive(Default)]
struct Collect(Vec<Inst>);

impl Consumer for Collect {
    fn initialize(&mut self) -> Action {
        Action::Continue
    }
    fn finalize(&mut self) -> Action {
        Action::Continue
    }
    fn consume_header(&mut self, _: dr::ModuleHeader) -> Action {
        Action::Continue
    }
    fn consume_instruction(&mut self, inst: dr::Instruction) -> Action {
        let opcode = inst.class.opcode as u16;
        let mut ids = (inst.result_type, inst.result_id);
        let mut operands = Vec::with_capacity(inst.operands.len());
        if op::amended_shape(opcode).is_some_and(|shape| !shape.contains('r')) {
            let (first, second) = std::mem::take(&mut ids);
            operands.extend(first.into_iter().chain(second).map(Operand::Id));
        }
        for operand in inst.operands {
            match operand {
                dr::Operand::IdRef(id) | dr::Operand::IdScope(id) | dr::Operand::IdMemorySemantics(id) => {
                    operands.push(Operand::Id(id))
                }
                dr::Operand::LiteralString(text) => operands.push(Operand::Str(text.into_bytes())),
                other => operands.extend(other.assemble().into_iter().map(Operand::Lit)),
            }
        }
        let (result_type, result) = ids;
        self.0.push(Inst { opcode, result_type, result, operands });
        Action::Continue
    }
}

fn with_rspirv(words: &Words) -> Result<Vec<Inst>, String> {
    let insts = parse(&words.words)?;
    // rspirv's parser assumes 32-bit literals if the selector of a switch is not yet defined.
    let mut known = FxHashSet::default();
    for inst in &insts {
        if inst.opcode == op::SWITCH
            && let Some(Operand::Id(selector)) = inst.operands.first()
            && !known.contains(selector)
        {
            return Err(format!("an OpSwitch before its selector %{selector}"));
        }
        known.extend(inst.result);
    }
    Ok(insts)
}

/// Returns the name of an instruction on which rspirv panics if OpSpecConstantOp wraps it. Returns `None` if the words
/// contain no such instruction.
fn wraps_what_panics(words: &[u32]) -> Option<&'static str> {
    let mut rest = words.get(HEADER_WORDS..)?;
    loop {
        let inst = rest.get(..(*rest.first()? >> 16) as usize)?;
        rest = &rest[inst.len().max(1)..];
        if let [head, _, _, wrapped, ..] = *inst
            && head as u16 == op::SPEC_CONSTANT_OP
            && let Some(row) = grammar::INSTRUCTION_TABLE.lookup_opcode(wrapped)
            && row.operands.iter().any(|operand| {
                matches!(
                    operand.kind,
                    OperandKind::LiteralContextDependentNumber
                        | OperandKind::LiteralSpecConstantOpInteger
                        | OperandKind::PairLiteralIntegerIdRef
                )
            })
        {
            return Some(row.opname);
        }
    }
}

/// Parses a complete module with rspirv. Returns rspirv's error message if it fails.
pub(super) fn parse(words: &[u32]) -> Result<Vec<Inst>, String> {
    if let Some(name) = wraps_what_panics(words) {
        return Err(format!("an OpSpecConstantOp of Op{name}"));
    }
    let mut collect = Collect::default();
    parse_words(words, &mut collect).map_err(|state| state.to_string())?;
    Ok(collect.0)
}

/// Appends the operands of each continuation instruction to the instruction that it continues.
fn join_continued(insts: Vec<Inst>) -> Vec<Inst> {
    let mut joined: Vec<Inst> = Vec::with_capacity(insts.len());
    for inst in insts {
        let continues = matches!(
            inst.opcode,
            op::SOURCE_CONTINUED
                | op::STRUCT_CONTINUED
                | op::CONSTANT_CONTINUED
                | op::SPEC_CONSTANT_CONTINUED
                | op::CONSTRUCT_CONTINUED
        );
        match joined.last_mut().filter(|_| continues) {
            Some(start) => match (start.operands.last_mut(), inst.operands.first()) {
                (Some(Operand::Str(text)), Some(Operand::Str(more))) => text.extend(more),
                _ => start.operands.extend(inst.operands),
            },
            None => joined.push(inst),
        }
    }
    joined
}

/// Removes the empty file name of each OpSource whose source text begins in OpSourceContinued.
fn forget_empty_files(insts: &mut [Inst]) {
    let is_empty = |inst: &&Inst| inst.opcode == op::STRING && inst.string(0).is_some_and(<[u8]>::is_empty);
    let empty: FxHashSet<u32> = insts.iter().filter(is_empty).filter_map(|inst| inst.result).collect();
    for inst in insts.iter_mut().filter(|inst| inst.opcode == op::SOURCE && inst.operands.len() > 3) {
        if inst.id(2).is_some_and(|file| empty.contains(&file)) {
            inst.operands.remove(2);
        }
    }
}

/// Name prefix of extended instruction sets that rspirv lacks. The first operand of their only instruction is a
/// literal.
const CALLS: &[u8] = b"Arm.ExperimentalMLOperations.";

/// Corrects the operand kinds of extended instructions. rspirv reads all operands as ids, but the operands of some sets
/// are literals.
fn retype_ext_insts(insts: &mut [Inst]) {
    let mut sets = FxHashMap::default();
    let mut calls = FxHashSet::default();
    for inst in insts {
        if inst.opcode == op::EXT_INST_IMPORT && inst.string(0).is_some_and(|name| name.starts_with(CALLS)) {
            calls.extend(inst.result);
        }
        if inst.opcode == op::EXT_INST_IMPORT
            && let (Some(id), Some(name)) = (inst.result, inst.string(0))
            && let Ok(name) = str::from_utf8(name)
            && !name.starts_with("NonSemantic.")
            && let Some(table) = grammar::ext_inst_table(name)
        {
            sets.insert(id, table);
        }
        if !matches!(inst.opcode, op::EXT_INST | op::EXT_INST_FORWARD) {
            continue;
        }
        let Some(set) = inst.id(0) else { continue };
        if calls.contains(&set)
            && let Some(Operand::Id(word)) = inst.operands.get(2)
        {
            inst.operands[2] = Operand::Lit(*word);
        }
        let table = sets.get(&set).zip(inst.lit(1));
        let Some(row) = table.and_then(|(table, number)| table.lookup_opcode(number)) else { continue };
        let mut kinds = row.operands.iter();
        let mut kind = kinds.next();
        for operand in &mut inst.operands[2..] {
            let Some(logical) = kind else { break };
            if let (false, Operand::Id(word)) = (is_id(logical.kind), &*operand) {
                *operand = Operand::Lit(*word);
            }
            if logical.quantifier != OperandQuantifier::ZeroOrMore {
                kind = kinds.next();
            }
        }
    }
}

fn is_id(kind: OperandKind) -> bool {
    matches!(
        kind,
        OperandKind::IdRef
            | OperandKind::IdScope
            | OperandKind::IdMemorySemantics
            | OperandKind::PairIdRefIdRef
    )
}
