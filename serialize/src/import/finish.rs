//! Construction of the `spv.module` op after all instructions have been read

use super::Importer;
use super::reader::{HEADER, ImportResult};
use spv_dialect::attributes::{AttrKind, make};
use spv_dialect::decorations;
use spv_dialect::spv;
use spv_ir::{AttrData, Attribute, Body, Builder, Diagnostic, InsertPoint, Module, NewOp, Place};

/// Module properties that are declared before the functions.
#[derive(Default)]
pub(super) struct Preamble {
    pub capabilities: Vec<u32>,
    pub extensions: Vec<Attribute>,
    /// Word offset of OpMemoryModel, with the addressing model and memory model.
    pub memory_model: Option<(usize, [u32; 2])>,
}

impl Importer<'_> {
    /// Constructs the module from a body that contains its ops.
    pub(super) fn finish(
        &self,
        nested: Box<Body>,
        preamble: Preamble,
        unused: &[Attribute],
    ) -> ImportResult<Module> {
        let ctx = self.ctx;
        let Some((_, [addressing, memory])) = preamble.memory_model else {
            let place = Place::Word { offset: HEADER, instruction: "" };
            return Err(Box::new(Diagnostic::error(place, "the module has no OpMemoryModel")));
        };
        let words = |list: Vec<u32>| ctx.attr(AttrData::Words(list.into()));
        let vce = [
            ctx.i32_attr(self.header.version),
            words(preamble.capabilities),
            ctx.array_attr(&preamble.extensions),
        ];
        let vce = make(ctx, AttrKind::Vce, &vce).ok_or_else(|| Box::new(super::not_registered()))?;
        let mut attrs = Vec::new();
        let mut add = |key: &str, value: Attribute| attrs.push((ctx.ident(key), value));
        if self.header.generator != 0 {
            add("generator", ctx.i32_attr(self.header.generator));
        }
        if self.header.schema != 0 {
            add("schema", ctx.i32_attr(self.header.schema));
        }
        if !self.sets.is_empty() {
            let names: Vec<_> = self.sets.iter().map(|s| ctx.string_attr(&s.name)).collect();
            add("ext_inst_imports", ctx.array_attr(&names));
        }
        if spv_dialect::blocks::has_undecorated(ctx, &nested, memory, self.ids.types()) {
            add(spv_dialect::blocks::UNDECORATED_BUFFERS, ctx.unit_attr());
        }
        let groups = self.groups()?;
        let import_names = self.import_names()?;
        let import_decorations = self.import_decorations()?;
        let member_decorations = self.decorations_of_no_members()?;
        let lists: [(&str, &[Attribute]); 8] = [
            (decorations::GROUPS, &groups),
            ("unused", unused),
            ("member_names", &self.member_names),
            ("type_names", &self.type_names),
            ("type_decorations", &self.type_decorations),
            (decorations::MEMBER_DECORATIONS, &member_decorations),
            (decorations::IMPORT_NAMES, &import_names),
            (decorations::IMPORT_DECORATIONS, &import_decorations),
        ];
        for (key, list) in lists {
            if !list.is_empty() {
                add(key, ctx.array_attr(list));
            }
        }
        let attrs = (!attrs.is_empty()).then(|| ctx.dict_attr(attrs));
        let slots = [0, addressing, memory, vce.raw()];
        let mut module = Module::new(self.ctx.clone());
        let block = module.body.first_block(module.body.root());
        let at = block.map_or(InsertPoint::Detached, InsertPoint::End);
        let mut b = Builder::at(&mut module.body, at);
        let op = b.create(NewOp { slots: &slots, attrs, isolated: true, ..NewOp::new(spv::Module::ID) });
        b.set_nested(op, Some(nested));
        Ok(module)
    }

    /// Returns the decoration groups as dictionaries. Their targets also contain these decorations.
    fn groups(&self) -> ImportResult<Vec<Attribute>> {
        let mut list = Vec::new();
        for &id in &self.ids.groups {
            let names = self.ids.names(self.words, id)?;
            let dict = self.decorations_with(id, self.op_name(&names, None).into_iter().collect())?;
            if let Some(dict) = dict.filter(|dict| self.ids.notes.is_decorated(id) && !list.contains(dict)) {
                list.push(dict);
            }
        }
        Ok(list)
    }
}
