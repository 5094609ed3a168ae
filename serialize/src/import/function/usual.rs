//! The usual instructions of a function: of values, and perhaps literal words. They are most of all, so this path is
//! kept short; whatever is special about an instruction makes it another's business.

use super::{FunctionImport, LocalIds, Made};
use crate::import::decode::Decoded;
use crate::import::ids::What;
use crate::import::lines::debug_state;
use crate::import::opcodes::Plain;
use crate::import::reader::{Inst, Step};
use spv_dialect::generated::opcodes as op;
use spv_ir::verify::{Known, OPERANDS};
use spv_ir::{Block, Builder};

impl FunctionImport<'_, '_> {
    /// Makes the op of an instruction that allows the short way.
    #[inline]
    pub(super) fn usual(
        &mut self,
        i: &Inst<'_>,
        block: Block,
        plain: &Plain,
        decoded: &mut Decoded,
    ) -> Step<()> {
        let importer = self.importer;
        let first = usize::from(plain.first);
        let Some(values) = plain.values(i.words.len()) else { return self.unusual(i, block, decoded) };
        let ty = if plain.result_type { Some(self.result_type(i)?) } else { None };
        let void = plain.optional_result && ty == Some(importer.ctx.common().none);
        if void
            || plain.continues && i.is_followed_by(op::COMPOSITE_CONSTRUCT_CONTINUED_INTEL, importer.words)
        {
            return self.unusual(i, block, decoded);
        }
        let mut types = [None; OPERANDS];
        for (number, &id) in i.words[first..first + values].iter().enumerate() {
            let (value, ty) = self.local(id, i, first + number)?;
            if let Some(place) = types.get_mut(number) {
                *place = ty;
            }
            Builder::new(&mut self.body).put_operand(value);
        }
        let (mut slots, slot_count) = (plain.slots, usize::from(plain.slot_count));
        if i.words.len() > first + values
            && let Some(last) = slots[..slot_count].last_mut()
        {
            *last = self.scratch.words.slot(importer.ctx, &i.words[first + values..]);
        }
        let (mut id, mut name, mut attrs) = (0, None, None);
        if ty.is_some() {
            id = importer.ids.check(i, 2)?;
            if !importer.ids.notes.is_plain(id) || !importer.locals.is_empty() {
                (name, attrs) = self.side(id, false, Vec::new())?;
            }
        }
        let loc = self.lines.place(importer, i);
        let known = match &self.scratch.proofs {
            Some(proofs) => proofs.knows((plain.def, ty), (values, types), &slots[..slot_count]),
            None => Known::Nothing,
        };
        let mut b = Builder::new(&mut self.body);
        b.put_slots(&slots, slot_count);
        let (op, value) = b.append_put(Some(block), plain.def, loc, values, slot_count, ty, attrs);
        self.note(op, known);
        if let Some(value) = value {
            self.define(id, value, ty, self.home);
            if name.is_some() {
                Builder::new(&mut self.body).set_value_name(value, name);
            }
        }
        if plain.terminator {
            self.end_block();
        }
        Ok(())
    }

    /// An instruction of an imported set.
    pub(super) fn of_set(&mut self, i: &Inst<'_>, block: Block, decoded: &mut Decoded) -> Step<()> {
        let &[_, _, _, set, number, ..] = i.words else { return self.unusual(i, block, decoded) };
        let known = match self.scratch.of_sets.get(&(set, number)) {
            Some(known) => *known,
            None => {
                let known = self.shortcut(set, number);
                self.scratch.of_sets.insert((set, number), known);
                known
            }
        };
        match known {
            Some(plain) => self.usual(i, block, &plain, decoded),
            None => self.unusual(i, block, decoded),
        }
    }

    /// The shortcut past [`Self::ext_inst`], where there is one.
    fn shortcut(&self, set: u32, number: u32) -> Option<Plain> {
        let importer = self.importer;
        let What::Set(n) = importer.ids.get(set)?.what else { return None };
        let import = &importer.sets[n as usize];
        let registry = importer.ctx.registry();
        let def = registry.op_by_code(import.set?.number, number)?;
        let is_usual = !import.shadowed && debug_state(registry.op(def).row.name).is_none();
        Plain::of_set(def, registry.op(def)).filter(|_| is_usual)
    }

    /// An instruction that does not go the short way.
    #[cold]
    fn unusual(&mut self, i: &Inst<'_>, block: Block, decoded: &mut Decoded) -> Step<()> {
        match i.opcode {
            op::EXT_INST | op::EXT_INST_WITH_FORWARD_REFS_KHR => self.ext_inst(i, block, decoded, None),
            _ => self.plain(i, block, decoded),
        }
    }

    /// Any instruction that its row describes.
    pub(super) fn plain(&mut self, i: &Inst<'_>, block: Block, decoded: &mut Decoded) -> Step<()> {
        let importer = self.importer;
        let Some(plain) = importer.opcodes.plain(i.opcode) else {
            return Err(i.error("this instruction cannot stand here"));
        };
        if plain.module_only {
            return Err(i.error("this instruction cannot stand in a function"));
        }
        let ty = if plain.result_type { Some(self.result_type(i)?) } else { None };
        decoded.clear();
        if plain.symbolic {
            decoded.slots.extend([0, 0]);
        }
        let first = usize::from(plain.first);
        importer.decode_rest(plain.def, i, first, decoded, &mut LocalIds(self))?;
        if i.opcode == op::COMPOSITE_CONSTRUCT {
            self.join_continued(i, decoded)?;
        }
        let known = Known::Nothing;
        let made = Made { def: plain.def, operands: &decoded.operands, slots: &decoded.slots, ty, known };
        self.finish(i, block, made, Vec::new())?;
        if plain.terminator {
            self.end_block();
        }
        Ok(())
    }
}
