//! A binary as an editable list of instructions, with queries for edits

use super::binary::{self, Kind, instructions};
use crate::r#gen::Rng;
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::dialect::generated::ops::SHAPES;
use spv_opt::dialect::table::core_index;
use std::ops::Range;

/// Sections of a module, see section 2.4 of the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Section {
    Capability,
    Extension,
    Import,
    MemoryModel,
    EntryPoint,
    ExecutionMode,
    Source,
    Name,
    Processed,
    Annotation,
    Global,
    Function,
}

/// Returns the section of an opcode.
fn section(opcode: u32) -> Section {
    match opcode {
        op::CAPABILITY => Section::Capability,
        op::EXTENSION => Section::Extension,
        op::EXT_INST_IMPORT => Section::Import,
        op::MEMORY_MODEL => Section::MemoryModel,
        op::ENTRY_POINT => Section::EntryPoint,
        op::EXECUTION_MODE | op::EXECUTION_MODE_ID => Section::ExecutionMode,
        op::STRING | op::SOURCE | op::SOURCE_EXTENSION | op::SOURCE_CONTINUED => Section::Source,
        op::NAME | op::MEMBER_NAME => Section::Name,
        op::MODULE_PROCESSED => Section::Processed,
        op::DECORATE
        | op::MEMBER_DECORATE
        | op::DECORATION_GROUP
        | op::GROUP_DECORATE
        | op::GROUP_MEMBER_DECORATE
        | op::DECORATE_ID
        | op::DECORATE_STRING
        | op::MEMBER_DECORATE_STRING => Section::Annotation,
        op::FUNCTION => Section::Function,
        _ => Section::Global,
    }
}

/// Builds an instruction from its opcode and operands. The first word does not yet contain the word count.
pub(super) fn inst(opcode: u32, operands: &[u32]) -> Vec<u32> {
    let mut words = vec![opcode];
    words.extend(operands);
    words
}

/// Encodes a literal string as words.
pub(super) fn string(bytes: &[u8]) -> Vec<u32> {
    let mut padded = bytes.to_vec();
    padded.push(0);
    padded.resize(padded.len().next_multiple_of(4), 0);
    padded.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

/// A module as a list of instructions. The first word of each instruction contains only the opcode, because the list
/// implies the word count.
pub(super) struct Code {
    pub(super) header: [u32; 5],
    pub(super) list: Vec<Vec<u32>>,
    /// Instructions to append to their sections after the current edit, so that positions remain valid during the edit.
    pending: Vec<(Section, Vec<u32>)>,
}

impl Code {
    /// Decodes the instructions of a binary. Returns `None` if the header is incomplete.
    pub(super) fn new(words: &[u32]) -> Option<Code> {
        let header = *words.first_chunk::<5>()?;
        let list = instructions(words).into_iter().map(|i| words[i.at..i.at + i.len].to_vec());
        let list = list.map(|mut words| {
            words[0] &= 0xFFFF;
            words
        });
        Some(Code::of(header, list.collect()))
    }

    /// Builds a module from a header and instructions.
    pub(super) fn of(header: [u32; 5], list: Vec<Vec<u32>>) -> Code {
        Code { header, list, pending: Vec::new() }
    }

    /// Returns the words of the binary, including the header.
    pub(super) fn words(&self) -> Vec<u32> {
        let mut words = self.header.to_vec();
        for inst in &self.list {
            // An instruction that is too long for the 16-bit word count is truncated.
            let len = inst.len().min(0xFFFF);
            words.push(inst[0] | (len as u32) << 16);
            words.extend(&inst[1..len]);
        }
        words
    }

    /// Returns an unused id. It is the id bound, unless that exceeds spirv-val's limit.
    pub(super) fn fresh(&mut self) -> u32 {
        const LARGEST: u32 = 0x3F_FFFF;
        if self.header[3] >= LARGEST {
            let results = (0..self.list.len()).filter_map(|at| self.result(at));
            self.header[3] = results.filter(|id| *id < LARGEST).max().map_or(1, |id| id + 1);
        }
        let id = self.header[3];
        self.header[3] = id.saturating_add(1);
        id
    }

    pub(super) fn op(&self, at: usize) -> u32 {
        self.list[at][0]
    }

    /// Returns the word index of an instruction's first operand after result type and result id.
    pub(super) fn first_operand(&self, at: usize) -> usize {
        let shape = core_index(self.op(at)).map(|index| &SHAPES[index]);
        1 + shape.map_or(0, |s| usize::from(s.result_type) + usize::from(s.result_id))
    }

    pub(super) fn result(&self, at: usize) -> Option<u32> {
        let shape = &SHAPES[core_index(self.op(at))?];
        self.list[at].get(1 + usize::from(shape.result_type)).copied().filter(|_| shape.result_id)
    }

    pub(super) fn ty(&self, at: usize) -> Option<u32> {
        let shape = &SHAPES[core_index(self.op(at))?];
        self.list[at].get(1).copied().filter(|_| shape.result_type)
    }

    /// Returns the position of the instruction that defines an id, or `None` if the id is undefined.
    pub(super) fn def(&self, id: u32) -> Option<usize> {
        (0..self.list.len()).find(|&at| self.result(at) == Some(id))
    }

    /// Returns the type id of a value, or `None` if the id is not a value.
    pub(super) fn type_of(&self, id: u32) -> Option<u32> {
        let pending = self.pending.iter().find(|(_, inst)| inst.get(2) == Some(&id));
        pending.map(|(_, inst)| inst[1]).or_else(|| self.ty(self.def(id)?))
    }

    /// Returns the word indices of an instruction's id operands.
    pub(super) fn id_operands(&self, at: usize) -> Vec<usize> {
        let kinds = binary::kinds(&self.list[at]);
        let first = self.first_operand(at);
        (first..self.list[at].len()).filter(|&word| matches!(kinds[word], Kind::Id)).collect()
    }

    /// Returns the position after the last instruction of a section.
    pub(super) fn end_of(&self, of: Section) -> usize {
        let end = self.list.iter().position(|inst| section(inst[0]) > of && !is_line(inst[0]));
        end.unwrap_or(self.list.len())
    }

    /// Returns the positions of a section's instructions.
    pub(super) fn section(&self, of: Section) -> Vec<usize> {
        let end = self.end_of(of);
        (0..end).filter(|&at| section(self.op(at)) == of).collect()
    }

    /// Schedules an instruction, which [`Self::flush`] appends to its section after the edit.
    pub(super) fn add(&mut self, inst: Vec<u32>) {
        self.pending.push((section(inst[0]), inst));
    }

    /// Inserts all scheduled instructions.
    pub(super) fn flush(&mut self) {
        for (of, inst) in std::mem::take(&mut self.pending) {
            let at = self.end_of(of);
            self.list.insert(at, inst);
        }
    }

    /// Returns the instruction ranges of all functions, including OpFunctionEnd.
    pub(super) fn functions(&self) -> Vec<Range<usize>> {
        let (mut found, mut start) = (Vec::new(), None);
        for at in 0..self.list.len() {
            match self.op(at) {
                op::FUNCTION => start = start.or(Some(at)),
                op::FUNCTION_END => found.extend(start.take().map(|start| start..at + 1)),
                _ => {}
            }
        }
        found
    }

    /// Returns a random function that has blocks, or `None` if there is none.
    pub(super) fn any_defined(&self, rng: &mut Rng) -> Option<Range<usize>> {
        let mut functions = self.functions();
        functions.retain(|f| f.clone().any(|at| self.op(at) == op::LABEL));
        any(&functions, rng)
    }

    /// Returns the instruction ranges of a function's blocks, from label to terminator.
    pub(super) fn blocks(&self, function: &Range<usize>) -> Vec<Range<usize>> {
        let starts: Vec<usize> = function.clone().filter(|&at| self.op(at) == op::LABEL).collect();
        let ends = starts.iter().skip(1).copied().chain([function.end.saturating_sub(1)]);
        starts.iter().zip(ends).filter(|(start, end)| *start < end).map(|(&start, end)| start..end).collect()
    }

    /// Returns the positions in a block at which most instructions may be inserted: after phis and variables, and
    /// before the merge instruction or terminator.
    pub(super) fn room(&self, block: &Range<usize>) -> Range<usize> {
        let leads =
            |at: &usize| matches!(self.op(*at), op::LABEL | op::PHI | op::VARIABLE) || is_line(self.op(*at));
        let start = block.clone().find(|at| !leads(at)).unwrap_or(block.end);
        let merge = |at: &usize| matches!(self.op(*at), op::LOOP_MERGE | op::SELECTION_MERGE);
        let end = block.clone().find(merge).unwrap_or(block.end.saturating_sub(1));
        start.min(end)..end
    }

    /// Returns a random insertion position: the function, the block, and the position in the block. Returns `None` if
    /// no function has blocks.
    pub(super) fn place(&self, rng: &mut Rng) -> Option<(Range<usize>, Range<usize>, usize)> {
        let function = self.any_defined(rng)?;
        let block = any(&self.blocks(&function), rng)?;
        let room = self.room(&block);
        let at = rng.range(room.start, room.end);
        Some((function, block, at))
    }

    /// Returns the values that are available at a position, as pairs of id and type id. They are global values,
    /// parameters, and values of the entry block and of the same block.
    pub(super) fn values(&self, function: &Range<usize>, at: usize) -> Vec<(u32, u32)> {
        let blocks = self.blocks(function);
        let entry = blocks.first().cloned().unwrap_or(0..0);
        let own = blocks.iter().find(|block| block.contains(&at)).cloned().unwrap_or(0..0);
        let globals = 0..self.end_of(Section::Global);
        let params = function.start + 1..entry.start.max(function.start + 1);
        let before = own.start..at;
        let entry = if own.contains(&entry.start) { 0..0 } else { entry };
        let all = globals.chain(params).chain(entry).chain(before);
        all.filter_map(|at| Some((self.result(at)?, self.ty(at)?))).collect()
    }

    /// Returns an available value of type `ty`, or a new constant. Returns `None` if the type has no constants.
    pub(super) fn value(
        &mut self,
        ty: u32,
        function: &Range<usize>,
        at: usize,
        rng: &mut Rng,
    ) -> Option<u32> {
        let mut values = self.values(function, at);
        values.retain(|value| value.1 == ty);
        match any(&values, rng) {
            Some(value) if rng.chance(70) => Some(value.0),
            _ => self.constant(ty, rng),
        }
    }

    /// Returns the id of the type with the given opcode and operands. Declares the type if needed.
    pub(super) fn type_id(&mut self, opcode: u32, operands: &[u32]) -> u32 {
        let same = |inst: &&Vec<u32>| inst[0] == opcode && inst.len() > 1 && inst[2..] == *operands;
        let pending = self.pending.iter().map(|(_, inst)| inst);
        if let Some(found) = self.list.iter().chain(pending).find(same) {
            return found[1];
        }
        let id = self.fresh();
        self.add(inst(opcode, &[&[id], operands].concat()));
        id
    }

    /// Adds a constant or undefined value of type `ty`, and returns its id. Returns `None` if the type has neither.
    pub(super) fn constant(&mut self, ty: u32, rng: &mut Rng) -> Option<u32> {
        if rng.chance(12) { self.undefined(ty, rng) } else { self.initializer(ty, rng) }
    }

    /// Adds an undefined value of type `ty`, and returns its id. Usually returns `None` instead for types whose
    /// undefined values are unusable, such as pointers.
    pub(super) fn undefined(&mut self, ty: u32, rng: &mut Rng) -> Option<u32> {
        let opcode = self.list[self.def(ty)?][0];
        let hardly = match opcode {
            op::TYPE_VOID | op::TYPE_FUNCTION => return None,
            op::TYPE_POINTER | op::TYPE_IMAGE | op::TYPE_SAMPLER | op::TYPE_SAMPLED_IMAGE => true,
            _ => false,
        };
        if hardly && rng.chance(90) {
            return None;
        }
        let id = self.fresh();
        self.add(inst(op::UNDEF, &[ty, id]));
        Some(id)
    }

    /// Adds a constant of type `ty` that is a valid initializer, and returns its id. Returns `None` if the type has no
    /// constants.
    pub(super) fn initializer(&mut self, ty: u32, rng: &mut Rng) -> Option<u32> {
        let declared = self.list.iter().chain(self.pending.iter().map(|(_, inst)| inst));
        let declared = declared.filter(|inst| inst.get(1) == Some(&ty));
        let def = declared.into_iter().find(|inst| section(inst[0]) == Section::Global)?.clone();
        let opcode = match def[0] {
            op::TYPE_BOOL => rng.pick(&[op::CONSTANT_TRUE, op::CONSTANT_FALSE]),
            op::TYPE_INT | op::TYPE_FLOAT => op::CONSTANT,
            op::TYPE_VECTOR | op::TYPE_MATRIX | op::TYPE_ARRAY | op::TYPE_STRUCT => op::CONSTANT_NULL,
            _ => return self.undefined(ty, rng),
        };
        let id = self.fresh();
        let literal = if opcode == op::CONSTANT { literal(&def, rng) } else { Vec::new() };
        self.add(inst(opcode, &[&[ty, id], &literal[..]].concat()));
        Some(id)
    }

    /// Returns a Boolean value that is available at a position, or adds a Boolean constant. Returns `None` on failure.
    pub(super) fn condition(&mut self, function: &Range<usize>, at: usize, rng: &mut Rng) -> Option<u32> {
        let bool = self.type_id(op::TYPE_BOOL, &[]);
        if rng.chance(40) { self.value(bool, function, at, rng) } else { self.constant(bool, rng) }
    }

    /// Replaces all uses of an id in a range of instructions.
    pub(super) fn replace_uses(&mut self, range: Range<usize>, old: u32, new: u32) {
        for at in range {
            for word in self.id_operands(at) {
                let id = &mut self.list[at][word];
                *id = if *id == old { new } else { *id };
            }
        }
    }

    /// Returns whether an id is used by any instruction except annotations.
    pub(super) fn is_used(&self, id: u32) -> bool {
        let annotates = |at: usize| matches!(section(self.op(at)), Section::Name | Section::Annotation);
        let uses = |at: usize| self.list[at].iter().skip(self.first_operand(at)).any(|&word| word == id);
        (0..self.list.len()).any(|at| !annotates(at) && uses(at))
    }

    /// Removes the names and decorations of the given ids.
    pub(super) fn forget(&mut self, ids: &[u32]) {
        self.list.retain(|inst| {
            let annotates = matches!(section(inst[0]), Section::Name | Section::Annotation);
            !annotates || inst.get(1).is_none_or(|target| !ids.contains(target))
        });
    }

    /// Returns whether the module declares a capability.
    pub(super) fn has_capability(&self, capability: u32) -> bool {
        self.list.iter().any(|inst| inst[0] == op::CAPABILITY && inst.get(1) == Some(&capability))
    }

    /// Returns the id of the OpExtInstImport of an extended instruction set, or `None` if the set is not imported.
    pub(super) fn imported(&self, name: &str) -> Option<u32> {
        let name = string(name.as_bytes());
        let import = |inst: &&Vec<u32>| inst[0] == op::EXT_INST_IMPORT && inst[2..] == name[..];
        self.list.iter().find(import).map(|inst| inst[1])
    }

    /// Declares a capability if the module does not declare it.
    pub(super) fn require(&mut self, capability: u32) {
        if !self.has_capability(capability) {
            self.add(inst(op::CAPABILITY, &[capability]));
        }
    }

    /// Returns the id of a 32-bit integer type, which is unsigned in kernels.
    pub(super) fn int(&mut self, rng: &mut Rng) -> u32 {
        let is_int = |inst: &&Vec<u32>| inst[0] == op::TYPE_INT && inst.get(2) == Some(&32);
        let there: Vec<u32> = self.list.iter().filter(is_int).map(|inst| inst[1]).collect();
        any(&there, rng).unwrap_or_else(|| self.type_id(op::TYPE_INT, &[32, 0]))
    }
}

pub(super) fn is_line(opcode: u32) -> bool {
    matches!(opcode, op::LINE | op::NO_LINE)
}

/// Returns a random element of a list, or `None` if the list is empty.
pub(super) fn any<T: Clone>(list: &[T], rng: &mut Rng) -> Option<T> {
    list.get(rng.below(list.len().max(1))).cloned()
}

/// Returns the literal words of a random constant whose type has the declaration `def`. Most constants have extreme
/// values.
pub(super) fn literal(def: &[u32], rng: &mut Rng) -> Vec<u32> {
    let width = def.get(2).copied().unwrap_or(32);
    if def[0] == op::TYPE_FLOAT {
        return match width {
            0..=16 => vec![rng.pick(&[0, 0x3C00, 0x7C00, 0xFC00, 0x7E00, 0x8000, 1, 0xC0E4])],
            17..=32 => {
                let values = [
                    0,
                    0x3F80_0000,
                    0x4000_0000,
                    0x7F80_0000,
                    0xFF80_0000,
                    0x7FC0_0000,
                    0xFFC0_0001,
                    0x8000_0000,
                    1,
                    0x7F80_0001,
                    0x3DCC_CCCD,
                    0x4B80_0001,
                ];
                vec![rng.pick(&values)]
            }
            _ => {
                vec![rng.pick(&[0, 0, 1]), rng.pick(&[0, 0x3FF0_0000, 0x7FF0_0000, 0xFFF0_0000, 0x7FF8_0000])]
            }
        };
    }
    let values = [0, 1, 2, 3, 4, 7, 15, 16, 20, 31, 32, 33, 64, 127, 128, 255, 1000, 32767, 65535];
    let signed = def.get(3) == Some(&1);
    let value = match rng.below(10) {
        0 => -1_i64,
        1 => i64::from(i32::MIN),
        2 => i64::from(i32::MAX),
        3 => i64::MIN,
        4 => i64::from(u32::MAX),
        _ => rng.pick(&values),
    };
    match width {
        0..=31 => {
            let mask = (1_i64 << width) - 1;
            let low = value & mask;
            let negative = signed && low >> width.saturating_sub(1) & 1 == 1;
            vec![if negative { low | !mask } else { low } as u32]
        }
        32 => vec![value as u32],
        _ => vec![value as u32, (value >> 32) as u32],
    }
}

/// Inserts instructions at position `at`.
pub(super) fn insert(code: &mut Code, at: usize, insts: Vec<Vec<u32>>) {
    code.list.splice(at..at, insts);
}
