//! Import of extended instruction sets and their instructions

use super::decode::{Decoded, Decoding, IdSource};
use super::ids::IdDefinition;
use super::module::Entries;
use super::reader::{ImportResult, Inst};
use super::{Import, Importer};
use rustc_hash::FxHashSet;
use spv_dialect::decorations;
use spv_dialect::generated::opcodes as op;
use spv_dialect::sets::find_set;
use spv_dialect::spv;
use spv_ir::Attribute;
use spv_ir::dialect::{OpDefId, Traits};

impl Importer<'_> {
    /// Records an OpExtInstImport.
    pub(super) fn import_set(&mut self, i: &Inst<'_>) -> ImportResult<()> {
        let id = self.ids.check(i, 1)?;
        let (name, _) = i.string(2)?;
        i.ends_in_string(2)?;
        let set = find_set(&name);
        if set.is_none() && !name.starts_with("NonSemantic.") {
            let message = format!(
                "unknown extended instruction set \"{name}\": the id operands of its instructions cannot be determined"
            );
            return Err(i.error_at(2, message));
        }
        let shadowed = self.sets.iter().any(|e| match (e.set, set) {
            (Some(a), Some(b)) => a.number == b.number,
            _ => e.name == name,
        });
        self.ids.set(id, IdDefinition::Set(self.sets.len() as u32));
        self.sets.push(Import { id, name, set, shadowed });
        Ok(())
    }

    /// Returns the OpNames of all imported instruction sets, as arrays that begin with the set's name.
    pub(super) fn import_names(&self) -> ImportResult<Vec<Attribute>> {
        let mut entries = Vec::new();
        for Import { id, .. } in self.sets.iter() {
            let names = self.ids.names(self.words, *id)?;
            entries.push(names.iter().map(|name| self.ctx.string_attr(name)).collect());
        }
        Ok(self.of_imports(entries))
    }

    /// Returns the decorations of all imported instruction sets, as arrays that begin with the set's name. Call last,
    /// because decorations may reference any other id.
    pub(super) fn import_decorations(&self) -> ImportResult<Vec<Attribute>> {
        let mut entries = Vec::new();
        for Import { id, .. } in self.sets.iter() {
            entries.push(self.decorations_with(*id, Vec::new())?.into_iter().collect());
        }
        // An import without decorations is represented by an empty dictionary.
        let list = self.of_imports(entries).into_iter().map(|entry| match self.ctx.attr_array(entry) {
            Some(&[name]) => self.ctx.array_attr(&[name, self.ctx.dict_attr(Vec::new())]),
            _ => entry,
        });
        Ok(list.collect())
    }

    /// Returns an array for each import with entries: the set's name, then the entries. Imports of the same set are
    /// distinguished by order. All previous imports of that set are therefore included, even without entries.
    fn of_imports(&self, entries: Vec<Vec<Attribute>>) -> Vec<Attribute> {
        let mut list = Vec::new();
        let mut needed = FxHashSet::default();
        for (set, entry) in self.sets.iter().zip(entries).rev() {
            if !entry.is_empty() {
                needed.insert(&set.name);
            }
            if needed.contains(&set.name) {
                let items: Vec<Attribute> =
                    [self.ctx.string_attr(&set.name)].into_iter().chain(entry).collect();
                list.push(self.ctx.array_attr(&items));
            }
        }
        list.reverse();
        list
    }

    /// Decodes the operands of an extended instruction. Returns the op definition that was used.
    ///
    /// A non-semantic instruction that does not match its grammar entry is imported as `spv.ExtInst`. For example, it
    /// may be from a newer revision of the instruction set.
    pub(super) fn ext_inst_operands<S: IdSource>(
        &self,
        def: OpDefId,
        decoding: Decoding<'_, '_, S>,
    ) -> ImportResult<OpDefId> {
        let Decoding { i, word, decoded, source } = decoding;
        let Err(error) = self.decode(def, Decoding { i, word, decoded: &mut *decoded, source: &mut *source })
        else {
            return Ok(def);
        };
        let IdDefinition::Set(n) = self.ids.what(self.ids.check(i, 3)?) else { return Err(error) };
        let name = &self.sets[n as usize].name;
        if def == spv::ExtInst::ID || !name.starts_with("NonSemantic.") {
            return Err(error);
        }
        decoded.clear();
        decoded.slots.extend([0, 0, self.ctx.string_attr(name).raw(), i.word(4)?]);
        self.decode(spv::ExtInst::ID, Decoding { i, word, decoded, source })?;
        Ok(spv::ExtInst::ID)
    }

    /// Returns the op definition of an OpExtInst, the index of its first operand word, and additional attribute
    /// entries. Fills the leading slots.
    pub(super) fn ext_inst(
        &self,
        i: &Inst<'_>,
        decoded: &mut Decoded,
    ) -> ImportResult<(OpDefId, usize, Entries)> {
        let ctx = self.ctx;
        let id = self.ids.check(i, 3)?;
        let IdDefinition::Set(n) = self.ids.what(id) else {
            return Err(i.error_at(3, format!("%{id} is not an imported instruction set")));
        };
        let import = &self.sets[n as usize];
        let number = i.word(4)?;
        let mut extra = Vec::new();
        if import.shadowed {
            extra.push((ctx.ident(decorations::IMPORT), ctx.i32_attr(n)));
        }
        if i.opcode == op::EXT_INST_WITH_FORWARD_REFS_KHR {
            extra.push((ctx.ident(decorations::FORWARD_REFS), ctx.unit_attr()));
        }
        decoded.clear();
        let known = import.set.and_then(|s| ctx.registry().op_by_code(s.number, number));
        match known {
            Some(def) => {
                if ctx.registry().op(def).traits.contains(Traits::SYMBOLIC) {
                    decoded.slots.extend([0, 0]);
                }
                Ok((def, 5, extra))
            }
            None if import.name.starts_with("NonSemantic.") => {
                decoded.slots.extend([0, 0, ctx.string_attr(&import.name).raw(), number]);
                Ok((spv::ExtInst::ID, 5, extra))
            }
            None => Err(i.error_at(4, format!("\"{}\" has no instruction {number}", import.name))),
        }
    }
}
