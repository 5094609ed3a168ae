//! Module export: header, imports and section order

use super::nodes::GlobalEntity;
use super::plan::{ExportKind, ExportPlan};
use super::{ExportOptions, ExportResult, Exporter, IdMap, Pieces, Section, canonical, number, words};
use rustc_hash::FxHashMap;
use spv_dialect::attributes::{self, view};
use spv_dialect::decorations;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::capability;
use spv_dialect::sets::{self, ExtSet, find_set};
use spv_dialect::spv;
use spv_dialect::structure;
use spv_ir::{AttrData, Attribute, Body, Diagnostic, Diagnostics, Ident, Op};

/// The imported extended instruction sets and the OpStrings of a module.
#[derive(Default)]
pub struct Imports<'a> {
    /// Name and id of each OpExtInstImport, in order.
    list: Vec<(&'a str, u32)>,
    by_set: FxHashMap<u16, u32>,
    by_name: FxHashMap<&'a str, u32>,
    debug: Option<&'static ExtSet>,
    /// The module's first OpString op for each string.
    strings: FxHashMap<Ident, Op>,
    /// Ids of the OpStrings that export adds, keyed by string.
    own_strings: FxHashMap<Ident, u32>,
}

impl Imports<'_> {
    /// Returns the first imported debug-info instruction set, or `None` if the module imports none.
    pub fn debug_set(&self) -> Option<&'static ExtSet> {
        self.debug
    }

    /// Returns the ids of the OpExtInstImports, keyed by extended instruction set.
    pub fn ids(&self) -> &FxHashMap<u16, u32> {
        &self.by_set
    }
}

/// Returns whether a function body is empty, which means that the function is a declaration.
pub(crate) fn is_empty(body: &Body) -> bool {
    match body.first_block(body.root()) {
        Some(entry) => body.first_op(entry).is_none() && body.next_block(entry).is_none(),
        None => true,
    }
}

/// SPIR-V version 1.0.
pub(super) const VERSION: u32 = 0x0001_0000;

impl<'a> Exporter<'a> {
    /// Exports the module.
    pub(super) fn run(
        mut self,
        parent: &Body,
        op: Op,
        options: &ExportOptions,
    ) -> Result<(Pieces, Option<IdMap>), Diagnostics> {
        self.ids = options.ids.then(IdMap::default);
        self.expected = options.words;
        let one = |e: Box<Diagnostic>| Diagnostics { list: vec![*e] };
        let rest = self.module(parent, op, options.version).map_err(one)?;
        let lines = self.lines;
        self.declared_lines = lines;
        let mut errors = Diagnostics::default();
        for (op, plan) in rest {
            if let Err(e) = self.late_op(op, plan) {
                errors.push(*e);
            }
        }
        if errors.has_errors() {
            return Err(errors);
        }
        self.unused(parent.attrs(op)).map_err(one)?;
        self.restore_line(lines).map_err(one)?;
        self.check_locals().map_err(one)?;
        self.write_groups().map_err(one)?;
        let is_canonical = self.ctx.dict_get(parent.attrs(op), structure::CANONICAL_IDS).is_some();
        Ok(self.assemble(is_canonical))
    }

    /// Writes everything before the first function. Returns the remaining ops in binary order.
    fn module(&mut self, parent: &Body, op: Op, version: u32) -> ExportResult<Vec<(Op, &'a ExportPlan)>> {
        let ctx = self.ctx;
        let attrs = parent.attrs(op);
        let get = |key| ctx.dict_get(attrs, key);
        let number = |key| get(key).and_then(|a| ctx.attr_u64(a)).unwrap_or(0) as u32;
        let triple = parent.slot_attr(op, spv::Module::VCE_TRIPLE);
        let version = self.triple(triple, version)?;
        let header = [number::MAGIC, version, number("generator"), 0, number("schema")];
        self.section(Section::Header).extend(header);
        self.imports(get("ext_inst_imports"))?;
        for (import, names) in self.of_imports(get(decorations::IMPORT_NAMES))? {
            self.names(import, names)?;
        }
        let [_, addressing, memory, ..] = *parent.slots(op) else {
            return Err(self.error("the module has no memory model"));
        };
        words::put(self.section(Section::MemoryModel), op::MEMORY_MODEL, &[addressing, memory]);
        let types = [get("type_names"), get("type_decorations")];
        self.read_annotated_types(types)?;
        self.imply_blocks(parent, op);
        self.read_groups(get(decorations::GROUPS))?;
        let late = self.ops()?;
        for (import, dicts) in self.of_imports(get(decorations::IMPORT_DECORATIONS))? {
            dicts.iter().try_for_each(|&dict| self.annotate(import, None, Some(dict)))?;
        }
        self.annotated_types(types)?;
        self.further_member_names(get("member_names"))?;
        self.decorations_of_no_members(get(decorations::MEMBER_DECORATIONS))?;
        Ok(late)
    }

    /// Writes the capabilities and extensions in a `#spv.vce` attribute. Returns its version, or `otherwise` if it
    /// has none.
    fn triple(&mut self, triple: Option<Attribute>, otherwise: u32) -> ExportResult<u32> {
        let ctx = self.ctx;
        let Some(triple) = triple else { return Ok(otherwise) };
        let Some((attributes::AttrKind::Vce, &[version, capabilities, extensions])) = view(ctx, triple)
        else {
            return Err(self.error("the VCE triple of the module is not a `#spv.vce`"));
        };
        if let AttrData::Words(list) = ctx.attr_data(capabilities) {
            self.long_composites = list.contains(&capability::LONG_COMPOSITES_INTEL);
            for &capability in list {
                words::put(self.section(Section::Capabilities), op::CAPABILITY, &[capability]);
            }
        }
        for &extension in ctx.attr_array(extensions).unwrap_or(&[]) {
            let name = ctx.attr_str(extension).ok_or_else(|| self.error("an extension is not a string"))?;
            self.text_instruction(Section::Extensions, op::EXTENSION, None, name)?;
        }
        Ok(ctx.attr_u64(version).map_or(VERSION, |v| v as u32))
    }

    /// Checks the length of an instruction in words. `finished` is false if the instruction is too long and cannot be
    /// split.
    pub(super) fn check_length(&self, length: usize, finished: bool) -> ExportResult<()> {
        match (finished, length > words::MAX_WORDS && !self.long_composites) {
            (true, false) => Ok(()),
            (true, true) => Err(self.error(
                "the instruction exceeds 65535 words: declare capability LongCompositesINTEL to allow \
                 continued instructions",
            )),
            (false, _) => Err(self.error("the instruction exceeds 65535 words")),
        }
    }

    /// Writes an instruction with an optional result id and a literal string.
    fn text_instruction(
        &mut self,
        section: Section,
        opcode: u32,
        id: Option<u32>,
        text: &str,
    ) -> ExportResult<()> {
        let text = self.checked_text(text)?;
        let out = self.section(section);
        let start = out.len();
        out.push(0);
        out.extend(id);
        words::string(out, text);
        if !words::finish(out, start, opcode) {
            return Err(self.error("the string is too long for an instruction"));
        }
        Ok(())
    }

    /// Writes an OpExtInstImport for each entry of the module's list of imports.
    fn imports(&mut self, list: Option<Attribute>) -> ExportResult<()> {
        let ctx = self.ctx;
        for &item in list.and_then(|l| ctx.attr_array(l)).unwrap_or(&[]) {
            let name = ctx.attr_str(item).ok_or_else(|| self.error("an import is not a string"))?;
            self.import(name)?;
        }
        Ok(())
    }

    /// Returns the OpExtInstImport id for each entry of `list`, with the elements of the entry that follow the set's
    /// name.
    fn of_imports(&self, list: Option<Attribute>) -> ExportResult<Vec<(u32, &'a [Attribute])>> {
        let ctx = self.ctx;
        let mut found = Vec::new();
        let mut left = self.sets.list.clone();
        for &item in list.and_then(|l| ctx.attr_array(l)).unwrap_or(&[]) {
            let Some([import, rest @ ..]) = ctx.attr_array(item) else { continue };
            // Several imports may have the same name, so entries are matched to imports in order.
            let at = left.iter().position(|(name, _)| Some(*name) == ctx.attr_str(*import));
            let at = at.ok_or_else(|| self.error("an entry names an import that the module lacks"))?;
            found.push((left.remove(at).1, rest));
        }
        Ok(found)
    }

    fn import(&mut self, name: &'a str) -> ExportResult<u32> {
        let id = self.fresh();
        self.text_instruction(Section::Imports, op::EXT_INST_IMPORT, Some(id), name)?;
        self.sets.list.push((name, id));
        self.sets.by_name.entry(name).or_insert(id);
        if let Some(set) = find_set(name) {
            self.sets.by_set.entry(set.number).or_insert(id);
            if set.debug_info && self.sets.debug.is_none() {
                self.sets.debug = Some(set);
            }
        }
        Ok(id)
    }

    /// Returns the OpExtInstImport id of an extended instruction set. `number` is the import's index, if the set does
    /// not identify the import.
    pub(super) fn set_id(&mut self, set: u16, number: Option<u32>) -> ExportResult<u32> {
        if let Some(number) = number {
            let import = self.sets.list.get(number as usize).map(|(_, id)| *id);
            return import.ok_or_else(|| self.error(format!("the module has no import number {number}")));
        }
        match self.sets.by_set.get(&set) {
            Some(&id) => Ok(id),
            None => match sets::set(set) {
                Some(set) => self.import(set.import_name),
                None => Err(self.error("the extended instruction set is unknown")),
            },
        }
    }

    /// Returns the OpExtInstImport id and the instruction number of an `spv.ExtInst`. `number` is the import's index,
    /// if the op specifies it.
    pub(super) fn opaque_instruction(
        &mut self,
        body: &Body,
        op: Op,
        number: Option<u32>,
    ) -> ExportResult<(u32, u32)> {
        let &[_, _, name, instruction, ..] = body.slots(op) else {
            return Err(self.error("the `spv.ExtInst` has no slots"));
        };
        let name = Attribute::from_raw(name).and_then(|a| self.ctx.attr_str(a));
        let name = name.ok_or_else(|| self.error("the `spv.ExtInst` does not name its set"))?;
        let id = match (number, self.sets.by_name.get(name)) {
            (Some(_), _) => self.set_id(0, number)?,
            (None, Some(&id)) => id,
            (None, None) => self.import(name)?,
        };
        Ok((id, instruction))
    }

    /// Returns the id of an OpString with this string. Adds an OpString if the module has none.
    pub(super) fn string_id(&mut self, text: Ident) -> ExportResult<u32> {
        if let Some(&op) = self.sets.strings.get(&text) {
            return Ok(self.op_id(op));
        }
        if let Some(&id) = self.sets.own_strings.get(&text) {
            return Ok(id);
        }
        let id = self.fresh();
        self.text_instruction(Section::Strings, op::STRING, Some(id), self.ctx.str(text))?;
        self.sets.own_strings.insert(text, id);
        Ok(id)
    }

    /// Records the symbols and writes all ops before the first function. Returns the functions and the ops between
    /// them in binary order.
    fn ops(&mut self) -> ExportResult<Vec<(Op, &'a ExportPlan)>> {
        let body = self.body;
        let mut early = Vec::new();
        let mut declarations = Vec::new();
        let mut definitions = Vec::new();
        let mut graphs = Vec::new();
        let mut size = 0;
        for op in body.blocks(body.root()).flat_map(|b| body.ops(b)) {
            let plan = self.plans.get(body.def(op));
            self.note_symbol(op, plan)?;
            if let Some(nested) = body.nested(op) {
                size += nested.op_count() * 5 + nested.block_count() * 4;
            }
            match plan.kind {
                ExportKind::Function if self.is_declaration(op) => declarations.push((op, plan)),
                ExportKind::Function => definitions.push((op, plan)),
                ExportKind::Graph => graphs.push((op, plan)),
                ExportKind::Core if plan.opcode == op::GRAPH_ENTRY_POINT_ARM => graphs.push((op, plan)),
                ExportKind::ExtInst | ExportKind::OpaqueExtInst if self.is_non_semantic(op, plan) => {
                    // A non-semantic instruction may reference anything that precedes it, so it is written after the
                    // last function or graph.
                    let begun = [&mut graphs, &mut definitions, &mut declarations];
                    match begun.into_iter().find(|list| !list.is_empty()) {
                        Some(list) => list.push((op, plan)),
                        None => early.push(op),
                    }
                }
                _ => early.push(op),
            }
        }
        // Reserves an upper bound, because growing would copy the list. Prefers the size of the original binary if it
        // is close to the estimate.
        let about = size / 4 * 3..size;
        let fits = |words: &usize| about.contains(words) || self.bodies.is_some();
        let room = Some(self.expected).filter(fits).unwrap_or(size);
        self.section(Section::Functions).reserve_exact(room);
        for op in early {
            self.declare(GlobalEntity::Op(op))?;
        }
        declarations.append(&mut definitions);
        declarations.append(&mut graphs);
        Ok(declarations)
    }

    fn note_symbol(&mut self, op: Op, plan: &ExportPlan) -> ExportResult<()> {
        if let Some(name) = spv_ir::symbols::name_of(self.ctx, self.body, op) {
            let ident = self.ctx.ident(name);
            if self.nodes.symbols.insert(ident, op).is_some() {
                self.loc = self.body.loc(op);
                return Err(self.error(format!("`@{name}` is defined twice")));
            }
        }
        if plan.kind == ExportKind::Core
            && plan.opcode == op::STRING
            && let Some(text) =
                self.body.slot_attr(op, spv::StringOp::STRING).and_then(|a| self.ctx.attr_str(a))
        {
            self.sets.strings.entry(self.ctx.ident(text)).or_insert(op);
        }
        Ok(())
    }

    /// Returns whether a function has no body.
    pub(super) fn is_declaration(&self, op: Op) -> bool {
        match &self.bodies {
            Some(bodies) => bodies.is_declaration(op),
            None => self.body.nested(op).is_none_or(is_empty),
        }
    }

    fn is_non_semantic(&self, op: Op, plan: &ExportPlan) -> bool {
        match plan.kind {
            ExportKind::ExtInst => sets::set(plan.set).is_some_and(|s| s.non_semantic),
            _ => {
                let name = self.body.slot_attr(op, spv::ExtInst::SET).and_then(|a| self.ctx.attr_str(a));
                name.is_some_and(|n| n.starts_with("NonSemantic."))
            }
        }
    }

    /// Writes a function, a graph, or a non-semantic instruction between functions.
    fn late_op(&mut self, op: Op, plan: &ExportPlan) -> ExportResult<()> {
        self.loc = self.body.loc(op);
        self.late = true;
        match plan.kind {
            ExportKind::Function | ExportKind::Graph => self.function(op, plan),
            _ => self.declare(GlobalEntity::Op(op)),
        }
    }

    fn check_locals(&mut self) -> ExportResult<()> {
        let open = self.nodes.locals.iter().filter(|(_, (_, defined))| !defined);
        match open.map(|(&(function, number), _)| (self.ctx.str(function), number)).min() {
            Some((function, number)) => Err(self.error(format!(
                "`#spv.local<@{function}, {number}>` does not name a value in that function"
            ))),
            None => Ok(()),
        }
    }

    /// Joins all sections except the functions, and renumbers the ids.
    fn assemble(mut self, is_canonical: bool) -> (Pieces, Option<IdMap>) {
        let functions = std::mem::take(self.section(Section::Functions));
        let mut pieces = Pieces { front: self.out.concat(), functions };
        let bound = self.next_id;
        let ids = self.ids.take().map(|mut ids| {
            let ops = self.nodes.symbols.iter();
            ids.symbols = ops.map(|(&name, op)| (name, self.nodes.ops[op.index()].id)).collect();
            ids.types = self.ctx.types().map(|ty| (ty, self.nodes.type_id(ty))).collect();
            ids
        });
        let selectors = std::mem::take(&mut self.wide_selectors);
        // Frees the tables of the exporter early, because only the words are still needed.
        drop(self);
        let mut new = number::by_first_use(&mut pieces, bound, &selectors);
        if is_canonical {
            new = canonical::renumber(&mut pieces, &new, &selectors);
        }
        let ids = ids.map(|mut ids| {
            ids.renumber(&new);
            ids
        });
        (pieces, ids)
    }
}
