//! Unreferenced declarations that import preserves
//!
//! Preserves types with decorations or member names, and module-scope OpUndefs.

use super::Importer;
use super::ids::IdDefinition;
use super::opcodes::Section;
use super::reader::{ImportResult, Inst};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::ops::CORE;
use spv_ir::Attribute;
use spv_ir::dialect::{Arity, ParamKind};

impl Importer<'_> {
    /// Returns the unreferenced declarations in order, as types and typed constants. Call after everything else has
    /// been imported.
    pub(super) fn unused(&self) -> ImportResult<Vec<Attribute>> {
        let (mut types, mut constants, mut has_undef) = (Vec::new(), 0, false);
        for &at in &self.ids.outside {
            let opcode = self.words[at as usize] & 0xFFFF;
            match self.opcodes.section(opcode) {
                Section::Type => types.push(at),
                Section::Constant => constants += 1,
                Section::Function | Section::Other => {}
            }
            has_undef |= opcode == op::UNDEF;
        }
        self.use_operands(&types)?;
        // Usually all types are now marked as used, so no further search is needed.
        let mut left = types.iter().filter(|at| self.must_stay(self.words[**at as usize + 1]));
        if !has_undef && left.next().is_none() {
            return Ok(Vec::new());
        }
        let mut declarations = Vec::with_capacity(types.len() + constants);
        let section = |offset: &&u32| self.opcodes.section(self.words[**offset as usize] & 0xFFFF);
        let is_one = |offset: &&u32| matches!(section(offset), Section::Type | Section::Constant);
        declarations.extend(self.ids.outside.iter().filter(is_one));
        for &at in &declarations {
            let id = self.declared(&self.inst(at as usize)?);
            // A constant with a symbol is an op, so it is always preserved.
            if matches!(self.ids.what(id), IdDefinition::Symbol(_)) {
                self.ids.mark_used(id);
            }
        }
        self.use_operands(&declarations)?;
        let mut list = Vec::new();
        for &at in &declarations {
            let i = self.inst(at as usize)?;
            let id = self.declared(&i);
            match self.ids.what(id) {
                IdDefinition::Type(ty) | IdDefinition::Signature(ty) if self.must_stay(id) => {
                    list.push(self.ctx.type_attr(ty));
                }
                IdDefinition::Undef(_) if !self.ids.is_used(id) => list.push(self.id_attr(&i, 2)?),
                _ => {}
            }
        }
        Ok(list)
    }

    /// Returns the result id of a type or constant instruction.
    fn declared(&self, i: &Inst<'_>) -> u32 {
        i.words[if self.opcodes.section(i.opcode) == Section::Type { 1 } else { 2 }]
    }

    /// Returns whether a type is unreferenced and must be preserved.
    fn must_stay(&self, ty: u32) -> bool {
        let members =
            || self.ids.member_names.contains_key(&ty) || self.ids.member_decorations.contains_key(&ty);
        !self.ids.is_used(ty) && (self.options.rules.is_some() || !self.ids.notes.is_plain(ty) || members())
    }

    /// Marks the operands of used declarations as used. Runs twice, because the struct of a forward pointer is
    /// declared after the pointer.
    fn use_operands(&self, declarations: &[u32]) -> ImportResult<()> {
        for _ in 0..2 {
            for &at in declarations.iter().rev() {
                let i = self.inst(at as usize)?;
                if self.ids.is_used(self.declared(&i)) {
                    self.operand_ids(&i, |id| self.ids.mark_used(id));
                }
            }
        }
        Ok(())
    }

    /// Calls `each` with every id that a type or constant instruction references.
    fn operand_ids(&self, i: &Inst<'_>, mut each: impl FnMut(u32)) {
        if self.opcodes.section(i.opcode) != Section::Type {
            each(i.words[1]);
            if matches!(i.opcode, op::CONSTANT_COMPOSITE | op::CONSTANT_COMPOSITE_REPLICATE_EXT) {
                i.words[3..].iter().copied().for_each(each);
            }
            return;
        }
        let Some(row) = self.opcodes.row(i.opcode).map(|r| &CORE[r]) else { return };
        for (index, &word) in i.words.iter().skip(2).enumerate() {
            let param = row.params.get(index).or(row.params.last().filter(|p| p.arity == Arity::Variadic));
            if matches!(param.map(|p| p.kind), Some(ParamKind::Type | ParamKind::Mixed)) {
                each(word);
            }
        }
    }
}
