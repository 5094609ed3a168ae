//! Names and decorations of what a function defines.

use super::FunctionImport;
use super::intern_cache::Names;
use crate::import::Importer;
use crate::import::reader::Step;
use rustc_hash::FxHashMap;
use spv_dialect::generated::opcodes as op;
use spv_ir::{Annotations, Attribute, Builder, Ident, Location};

/// What was created from them before.
#[derive(Default)]
pub struct AnnotationCache {
    names: Names,
    /// Dictionaries of a single decoration without operands, by decoration.
    dictionaries: FxHashMap<u32, Attribute>,
}

impl AnnotationCache {
    /// The fast path of [`Self::names_and_decorations`]: a name at most, and a decoration without
    /// operands at most, whose dictionary is made once.
    fn single(
        &mut self,
        importer: &Importer<'_>,
        id: u32,
        (name, decoration): (Option<usize>, Option<usize>),
    ) -> Step<Option<(Option<Ident>, Option<Attribute>)>> {
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

    /// First name of an id, and a dictionary of its decorations (and of all its names if several).
    pub(super) fn names_and_decorations(
        &mut self,
        importer: &Importer<'_>,
        id: u32,
    ) -> Step<(Option<Ident>, Option<Attribute>)> {
        self.of_note(importer, id, importer.ids.notes.number(id))
    }

    /// As [`Self::names_and_decorations`], of an id whose note has this number, 0 without one.
    fn of_note(
        &mut self,
        importer: &Importer<'_>,
        id: u32,
        number: u32,
    ) -> Step<(Option<Ident>, Option<Attribute>)> {
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

    /// Name and attributes of the op that has a result, of which this is the number of its note, 0 without one.
    #[inline(never)]
    pub(super) fn of_result(
        &mut self,
        importer: &Importer<'_>,
        id: u32,
        number: u32,
    ) -> Step<(Option<Ident>, Option<Attribute>)> {
        let (name, attrs) = self.of_note(importer, id, number)?;
        Ok((name, importer.with_entries(attrs, importer.local_hint(id))))
    }
}

impl FunctionImport<'_, '_> {
    /// Name, decorations and location of a parameter or phi.
    pub(super) fn annotate_argument(&mut self, id: u32, loc: Location) -> Step<()> {
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

    /// Name and attributes of the op that has a result id, with further entries. `void`: there is no
    /// result to carry the name.
    pub(super) fn name_and_attributes(
        &mut self,
        id: u32,
        void: bool,
        mut extra: Vec<(Ident, Attribute)>,
    ) -> Step<(Option<Ident>, Option<Attribute>)> {
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
