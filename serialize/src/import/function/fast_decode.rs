//! Fast import path for simple function-level instructions
//!
//! Simple instructions have SSA operands, possibly followed by literal words. Most instructions are simple, so the
//! decoding loop is short; special cases are handled elsewhere.

use super::scratch::{LocalId, Scratch, TYPE};
use super::{FunctionImport, LocalIds, NewInst, met_before, note_crossing};
use crate::import::Importer;
use crate::import::decode::{Decoded, Decoding};
use crate::import::ids::IdDefinition;
use crate::import::lines::{debug_state, place};
use crate::import::opcodes::InstLayout;
use crate::import::reader::{ImportResult, Inst, has_opcode};
use rustc_hash::FxHashMap;
use spv_dialect::generated::opcodes as op;
use spv_ir::{Block, Body, Builder, Location, PlainOp};

/// Layouts of extended instructions, keyed by the set's id and the instruction number. `None` requires the slow path.
pub type OfSets = FxHashMap<(u32, u32), Option<InstLayout>>;

/// The reason for which [`run`] stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    /// The next instruction references an id that the function has not referenced before.
    Reference,
    /// The block ended.
    Block,
    /// The next instruction requires the slow path.
    Other,
}

impl FunctionImport<'_, '_> {
    /// Creates the op for an instruction, and for all fast-path instructions that follow it. Returns the offset of
    /// the next instruction.
    pub(super) fn fast_decode(
        &mut self,
        i: &Inst<'_>,
        block: Block,
        decoded: &mut Decoded,
    ) -> ImportResult<usize> {
        let (importer, mut at) = (self.importer, i.offset);
        if i.opcode == op::EXT_INST {
            self.meet_set(i);
        }
        let state = (block, self.block_place, self.lines.location(importer));
        let mut referenced = 0;
        loop {
            let stop;
            (at, stop) = run(importer, self.body, self.scratch, state, at..self.range.end)?;
            match stop {
                Stop::Reference if referenced != at => {
                    self.reference(&importer.inst(at)?)?;
                    referenced = at;
                }
                Stop::Block => {
                    self.end_block();
                    return Ok(at);
                }
                _ if at != i.offset => return Ok(at),
                _ => {
                    self.unusual(i, block, decoded)?;
                    return Ok(at + i.words.len());
                }
            }
        }
    }

    /// Makes every id that an instruction references available in the function.
    fn reference(&mut self, i: &Inst<'_>) -> ImportResult<()> {
        let Some((inst, values)) = layout(self.importer, &self.scratch.of_sets, i.opcode, i.words) else {
            return Ok(());
        };
        let first = usize::from(inst.first);
        if inst.result_type {
            self.result_type(i)?;
        }
        for word in first..first + values {
            self.local_value(i, word)?;
        }
        // The call to `local_value` set this flag; it is computed again when the op is created.
        self.crosses = false;
        Ok(())
    }

    /// Computes and caches the fast-path layout of an extended instruction, unless already cached.
    fn meet_set(&mut self, i: &Inst<'_>) {
        let &[_, _, _, set, number, ..] = i.words else { return };
        if !self.scratch.of_sets.contains_key(&(set, number)) {
            let known = self.shortcut(set, number);
            self.scratch.of_sets.insert((set, number), known);
        }
    }

    /// Returns the fast-path layout of an extended instruction, or `None` if it requires the slow path.
    fn shortcut(&self, set: u32, number: u32) -> Option<InstLayout> {
        let importer = self.importer;
        let IdDefinition::Set(n) = importer.ids.get(set)?.what else { return None };
        let import = &importer.sets[n as usize];
        let registry = importer.ctx.registry();
        let def = registry.op_by_code(import.set?.number, number)?;
        let is_usual = !import.shadowed && debug_state(registry.op(def).row.name).is_none();
        InstLayout::of_set(registry, def).filter(|_| is_usual)
    }

    /// Reads an instruction that requires the slow path.
    #[cold]
    fn unusual(&mut self, i: &Inst<'_>, block: Block, decoded: &mut Decoded) -> ImportResult<()> {
        match i.opcode {
            op::EXT_INST | op::EXT_INST_WITH_FORWARD_REFS_KHR => self.ext_inst(i, block, decoded, None),
            _ => self.decode_generic(i, block, decoded),
        }
    }

    /// Reads an instruction whose operand layout is given by its grammar entry.
    pub(super) fn decode_generic(
        &mut self,
        i: &Inst<'_>,
        block: Block,
        decoded: &mut Decoded,
    ) -> ImportResult<()> {
        let importer = self.importer;
        let Some(inst) = importer.opcodes.layout(i.opcode) else {
            return Err(i.error("this instruction is not allowed here"));
        };
        if inst.module_only {
            return Err(i.error("this instruction is not allowed in a function"));
        }
        let ty = if inst.result_type { Some(self.result_type(i)?) } else { None };
        decoded.clear();
        if inst.symbolic {
            decoded.slots.extend([0, 0]);
        }
        let source = &mut LocalIds(self);
        importer.decode(inst.def, Decoding { i, word: inst.first.into(), decoded, source })?;
        if i.opcode == op::COMPOSITE_CONSTRUCT {
            self.join_continued(i, decoded)?;
        }
        let made = NewInst { def: inst.def, operands: &decoded.operands, slots: &decoded.slots, ty };
        self.finish(i, block, made, Vec::new())?;
        if inst.terminator {
            self.end_block();
        }
        Ok(())
    }
}

/// Returns the layout of an instruction and the number of its SSA operands, or `None` if it requires the slow path.
#[inline(always)]
fn layout<'a>(
    importer: &'a Importer<'_>,
    of_sets: &'a OfSets,
    opcode: u32,
    words: &[u32],
) -> Option<(&'a InstLayout, usize)> {
    let inst = importer.opcodes.layout(opcode)?;
    match inst.values(words.len()) {
        Some(values) => Some((inst, values)),
        None => layout_of_set(of_sets, opcode, words),
    }
}

/// Implements [`layout`] for extended instructions.
#[inline(never)]
fn layout_of_set<'a>(of_sets: &'a OfSets, opcode: u32, words: &[u32]) -> Option<(&'a InstLayout, usize)> {
    let &[_, _, _, set, number, ..] = words else { return None };
    let inst = of_sets.get(&(set, number)).filter(|_| opcode == op::EXT_INST)?.as_ref()?;
    Some((inst, inst.values(words.len())?))
}

/// Creates ops for the fast-path instructions of a block. Returns the offset of the first instruction that was not
/// read and the reason for stopping.
///
/// The tuple `(block, block_place, line)` is the block, its index, and the location in effect. Separate arguments allow
/// the compiler to assume that they do not alias.
#[inline(never)]
fn run(
    importer: &Importer<'_>,
    body: &mut Body,
    scratch: &mut Scratch,
    (block, block_place, line): (Block, u32, Location),
    range: std::ops::Range<usize>,
) -> ImportResult<(usize, Stop)> {
    let Scratch { epoch, locals, copies, crossing, words: lists, annotations, of_sets, redefined, .. } =
        scratch;
    let epoch = *epoch;
    let (words, mut at) = (&importer.words[..range.end], range.start);
    let void = importer.ctx.common().none;
    let mut ops = Builder::new(body).appender(block);
    while let Some(&head) = words.get(at) {
        let (opcode, len) = (head & 0xFFFF, (head >> 16) as usize);
        let Some(i) = words[at..].get(..len) else { break };
        let Some((inst, values)) = layout(importer, of_sets, opcode, i) else { break };
        let first = usize::from(inst.first);
        let (mut id, mut entry, mut ty, mut noted) = (0, 0, None, None);
        if inst.result_type {
            let &[_, type_id, result, ..] = i else { break };
            match locals.get(type_id) {
                LocalId { place: TYPE, ty: Some(known), .. } => ty = Some(known),
                _ => return Ok((at, Stop::Reference)),
            }
            id = result;
            match locals.position(id).filter(|_| id != 0) {
                Some(position) => entry = position,
                None => break,
            }
            noted = locals.at(entry).noted();
        }
        // A call without a result value, or an instruction with a continuation.
        if ty == Some(void) || has_opcode(words, at + len, op::COMPOSITE_CONSTRUCT_CONTINUED_INTEL) {
            break;
        }
        let mut crosses = false;
        for (number, &id) in i[first..first + values].iter().enumerate() {
            match locals.get(id) {
                // This arm never matches the invalid id 0, because the table has no value for it.
                local @ LocalId { epoch: of, value: Some(value), .. } if of == epoch => {
                    crosses |= local.crosses(block_place);
                    ops.put_operand(value);
                }
                _ => match copies.copy(importer, ops.body(), (locals, epoch), id) {
                    Some((value, _)) => ops.put_operand(value),
                    None => {
                        ops.drop_operands(number);
                        return Ok((at, Stop::Reference));
                    }
                },
            }
        }
        let (name, attrs) = match noted {
            Some(number) => annotations.of_result(importer, id, number)?,
            None => (None, None),
        };
        let slots = usize::from(inst.slot_count);
        ops.put_slots(&inst.slots, slots);
        if len > first + values
            && let Some(last) = ops.last_slots(slots).last_mut()
        {
            *last = lists.slot(importer.ctx, &i[first + values..]);
        }
        let loc = place(line, at);
        let new = PlainOp { def: inst.def, loc, operands: values, slots, result: ty, attrs };
        let (op, value) = ops.append(new);
        note_crossing(crossing, op, crosses);
        if let Some(value) = value {
            let now = LocalId { epoch, value: Some(value), place: block_place, ty };
            let before = std::mem::replace(locals.at(entry), now);
            if before.epoch != 0 {
                met_before(ops.body(), before, epoch, value, redefined);
            }
            if name.is_some() {
                Builder::new(ops.body()).set_value_name(value, name);
            }
        }
        at += len;
        if inst.terminator {
            return Ok((at, Stop::Block));
        }
    }
    Ok((at, Stop::Other))
}
