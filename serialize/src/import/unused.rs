//! Declarations that nothing refers to but that must not go: types with decorations or member names,
//! and module-scope OpUndefs.

use super::Importer;
use super::ids::What;
use super::opcodes::Section;
use super::reader::{Inst, Step};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::ops::CORE;
use spv_ir::Attribute;
use spv_ir::dialect::{Arity, ParamKind};

impl Importer<'_> {
    /// Lists them in order, as types and typed constants. To be asked when all else is imported.
    pub(super) fn unused(&self) -> Step<Vec<Attribute>> {
        let mut declarations = Vec::new();
        for &at in &self.ids.outside {
            let i = self.inst(at as usize)?;
            if matches!(self.opcodes.section(i.opcode), Section::Type | Section::Constant) {
                declarations.push(i);
            }
        }
        let is_type = |i: &Inst<'_>| self.opcodes.section(i.opcode) == Section::Type;
        let id_of = |i: &Inst<'_>| i.words[if is_type(i) { 1 } else { 2 }];
        for i in &declarations {
            // One with a symbol is an op, and stays.
            if matches!(self.ids.what(id_of(i)), What::Symbol(_)) {
                self.ids.mark_used(id_of(i));
            }
        }
        // What is used uses its operands. Twice: a forward pointer's struct is declared behind it.
        for _ in 0..2 {
            for i in declarations.iter().rev().filter(|i| self.ids.is_used(id_of(i))) {
                self.operand_ids(i, |id| self.ids.mark_used(id));
            }
        }
        let mut list = Vec::new();
        for i in &declarations {
            let id = id_of(i);
            if self.ids.is_used(id) {
                continue;
            }
            let members =
                self.ids.member_names.contains_key(&id) || self.ids.member_decorations.contains_key(&id);
            match self.ids.what(id) {
                What::Type(ty) | What::Signature(ty) if members || !self.ids.notes.is_plain(id) => {
                    list.push(self.ctx.type_attr(ty))
                }
                What::Undef(_) => list.push(self.id_attr(i, 2)?),
                _ => {}
            }
        }
        Ok(list)
    }

    /// The ids that a type or constant refers to.
    fn operand_ids(&self, i: &Inst<'_>, mut each: impl FnMut(u32)) {
        if self.opcodes.section(i.opcode) != Section::Type {
            each(i.words[1]);
            if matches!(i.opcode, op::CONSTANT_COMPOSITE | op::CONSTANT_COMPOSITE_REPLICATE_EXT) {
                i.words[3..].iter().copied().for_each(each);
            }
            return;
        }
        let Some(row) = self.opcodes.row(i.opcode).map(|r| &CORE[r]) else { return };
        for (number, &word) in i.words.iter().skip(2).enumerate() {
            let param = row.params.get(number).or(row.params.last().filter(|p| p.arity == Arity::Variadic));
            if matches!(param.map(|p| p.kind), Some(ParamKind::Type | ParamKind::Mixed)) {
                each(word);
            }
        }
    }
}
