//! Import of names and decorations in functions

use super::FunctionImport;
use super::intern_cache::Names;
use crate::import::Importer;
use crate::import::reader::ImportResult;
use rustc_hash::FxHashMap;
use spv_dialect::generated::opcodes as op;
use spv_ir::{Annotations, Attribute, Builder, Ident, Location};

/// Cache of the names and decoration dictionaries that have been created.
#[derive(Default)]
pub struct AnnotationCache {
    names: Names,
    /// Dictionaries with a single decoration without operands, keyed by decoration.
    dictionaries: FxHashMap<u32, Attribute>,
}

impl AnnotationCache {
    /// Returns the name and decoration dictionary of an id with at most one name and one decoration without operands.
    /// Uses the cache. Returns `None` for other ids.
    fn single(
        &mut self,
        importer: &Importer<'_>,
        id: u32,
        (name, decoration): (Option<usize>, Option<usize>),
    ) -> ImportResult<Option<(Option<Ident>, Option<Attribute>)>> {
        let attrs = match decoration {
            Some(offset) => {
                let d = importer.inst(offset)?;
                let &[_, _, decoration] = d.words else { return Ok(None) };
                if d.opcode != op::DECORATE {
                    return Ok(None);
                }
                match self.dictionaries.get(&decoration) {
                    Some(&dict) => Some(dict),
                    None => {
                        let Some(dict) = importer.decorations_with(id, Vec::new())? else { return Ok(None) };
                        self.dictionaries.insert(decoration, dict);
                        Some(dict)
                    }
                }
            }
            None => None,
        };
        let name = match name {
            Some(offset) => Some(self.names.ident(importer.ctx, &importer.inst(offset)?)?),
            None => None,
        };
        Ok(Some((name, attrs)))
    }

    /// Returns the first name of an id and its dictionary of decorations. If the id has several names, the dictionary
    /// also contains all of them.
    pub(super) fn names_and_decorations(
        &mut self,
        importer: &Importer<'_>,
        id: u32,
    ) -> ImportResult<(Option<Ident>, Option<Attribute>)> {
        self.of_note(importer, id, importer.ids.notes.number(id))
    }

    /// Returns the name and decoration dictionary of an id. `number` is the id's index in
    /// [`super::super::notes::IdAnnotations`], or 0 if it has neither.
    fn of_note(
        &mut self,
        importer: &Importer<'_>,
        id: u32,
        number: u32,
    ) -> ImportResult<(Option<Ident>, Option<Attribute>)> {
        if let Some(single) = importer.ids.notes.single_of(number)
            && let Some(found) = self.single(importer, id, single)?
        {
            return Ok(found);
        }
        let names = importer.ids.names(importer.words, id)?;
        let first = names.first().map(String::as_str);
        let extra = importer.op_name(&names, first);
        let attrs = importer.decorations_with(id, extra.into_iter().collect())?;
        Ok((first.map(|n| importer.ctx.ident(n)), attrs))
    }

    /// Returns the name and attributes of the op with result `id`. `number` is the index of the id's names and
    /// decorations, or 0 for none.
    #[inline(never)]
    pub(super) fn of_result(
        &mut self,
        importer: &Importer<'_>,
        id: u32,
        number: u32,
    ) -> ImportResult<(Option<Ident>, Option<Attribute>)> {
        let (name, attrs) = self.of_note(importer, id, number)?;
        Ok((name, importer.with_entries(attrs, importer.local_hint(id))))
    }
}

impl FunctionImport<'_, '_> {
    /// Sets the name, decorations and location of a parameter or phi.
    pub(super) fn annotate_argument(&mut self, id: u32, loc: Location) -> ImportResult<()> {
        let loc = Some(loc).filter(|l| l.is_explicit());
        let hint = self.importer.local_hint(id);
        if loc.is_none() && hint.is_none() && self.importer.ids.notes.is_plain(id) {
            return Ok(());
        }
        let (name, attrs) = self.scratch.annotations.names_and_decorations(self.importer, id)?;
        let attrs = self.importer.with_entries(attrs, hint);
        if let Some(value) = self.scratch.value(id) {
            let mut b = Builder::new(self.body);
            b.set_value_name(value, name);
            if loc.is_some() || attrs.is_some() {
                b.set_value_annotations(value, Annotations { name: None, attrs, loc });
            }
        }
        Ok(())
    }

    /// Returns the name and attributes of the op with result `id`, including the entries in `extra`. If `void` is
    /// set, the op has no result value, so names become attributes.
    pub(super) fn name_and_attributes(
        &mut self,
        id: u32,
        void: bool,
        mut extra: Vec<(Ident, Attribute)>,
    ) -> ImportResult<(Option<Ident>, Option<Attribute>)> {
        let importer = self.importer;
        let (mut name, mut attrs) = self.scratch.annotations.names_and_decorations(importer, id)?;
        if void && let Some(first) = name.take() {
            let entry = (
                importer.ctx.ident(spv_dialect::decorations::OP_NAME),
                importer.ctx.string_attr(importer.ctx.str(first)),
            );
            let several = importer.ctx.dict_get(attrs, spv_dialect::decorations::OP_NAME).is_some();
            attrs = importer.with_entries(attrs, (!several).then_some(entry));
        }
        extra.extend(importer.local_hint(id));
        Ok((name, importer.with_entries(attrs, extra)))
    }
}
