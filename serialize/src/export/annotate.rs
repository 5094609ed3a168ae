//! Export of names and decorations

use super::nodes::GlobalEntity;
use super::operands::IdMeaning;
use super::{ExportResult, Exporter, Section, words};
use rustc_hash::FxHashMap;
use spv_dialect::decorations::{self, Decoration, Operand};
use spv_dialect::generated::opcodes as op;
use spv_dialect::types;
use spv_ir::names::name_of;
use spv_ir::{Attribute, Body, Diagnostic, Ident, Op, Type, TypeData};
use std::collections::VecDeque;

/// The non-decoration entries of an attribute dictionary that affect export.
#[derive(Clone, Copy, Debug, Default)]
pub struct LayoutHints {
    /// The `OpName` string of the entity, or an array of strings for several OpNames.
    pub op_name: Option<Attribute>,
    /// Index of the OpExtInstImport that an extended instruction uses; `None` if the op name identifies it.
    pub import: Option<u32>,
    /// Index of the module-scope OpUndef that an `spv.Undef` op in a function represents.
    pub module_scope: Option<u32>,
    /// Id by which `#spv.local` refers to this label or value.
    pub local: Option<u32>,
    /// Whether the instruction is an OpExtInstWithForwardRefsKHR.
    pub forward_refs: bool,
    /// Number of OpFunctionParameters that precede this instruction, for instructions before the first block.
    pub header: Option<u32>,
    /// Whether the instruction follows the terminator of its block in the binary.
    pub after: bool,
    /// Whether this branch connects two IR blocks that form a single entry block in the binary.
    pub joined: bool,
    /// Whether any decoration in the dictionary may have id operands.
    ids: bool,
    /// Index into [`Annotations::templates`]; `None` until the decorations are first encoded.
    template: Option<u32>,
}

/// Decorations queued until the current instruction is complete, because their id operands may have to be written
/// first.
enum Pending<'a> {
    /// Target id and decoration dictionary.
    Target(u32, Attribute),
    /// Struct id and the decoration dictionaries of the struct's members.
    Members(u32, &'a [Attribute]),
}

/// The encoded decorations of an attribute dictionary, reused for each target.
struct Template {
    /// Decoration instructions whose target ids have yet to be filled in.
    words: Vec<u32>,
    /// Indices of the decoration groups that the target belongs to.
    groups: Vec<usize>,
}

/// State for the export of names and decorations.
#[derive(Default)]
pub struct Annotations<'a> {
    /// OpNames from the module's `type_names` attribute. A builtin type has several if it was declared several times.
    pub type_names: FxHashMap<Type, Vec<Attribute>>,
    /// Decoration dictionaries from the module's `type_decorations` attribute.
    pub type_decorations: FxHashMap<Type, Vec<Attribute>>,
    hints: FxHashMap<Attribute, LayoutHints>,
    /// The most recently read attribute dictionary and its hints. Consecutive ops often share a dictionary.
    last: Option<(Attribute, LayoutHints)>,
    templates: Vec<Template>,
    pending: VecDeque<Pending<'a>>,
}

impl Annotations<'_> {
    /// Returns the most recently read attribute dictionary. Returns `None` if that dictionary contains a local id (see
    /// [`LayoutHints::local`]), because such a dictionary belongs to a single entity.
    pub(super) fn last_dict(&self) -> Option<Attribute> {
        self.last.filter(|(_, hints)| hints.local.is_none()).map(|(dict, _)| dict)
    }
}

impl Exporter<'_> {
    /// Returns the layout hints of an attribute dictionary.
    #[inline]
    pub(super) fn hints(&mut self, dict: Option<Attribute>) -> LayoutHints {
        match (dict, &self.names.last) {
            (None, _) => LayoutHints::default(),
            (Some(dict), Some((last, hints))) if *last == dict => *hints,
            (Some(dict), _) => self.other_hints(dict),
        }
    }

    fn other_hints(&mut self, dict: Attribute) -> LayoutHints {
        let hints = match self.names.hints.get(&dict) {
            Some(hints) => *hints,
            None => self.read_hints(dict),
        };
        self.names.last = Some((dict, hints));
        hints
    }

    fn read_hints(&mut self, dict: Attribute) -> LayoutHints {
        let ctx = self.ctx;
        let get = |key| ctx.dict_get(Some(dict), key);
        let number = |key| get(key).and_then(|a| ctx.attr_u64(a)).map(|n| n as u32);
        let hints = LayoutHints {
            op_name: get(decorations::OP_NAME),
            import: number(decorations::IMPORT),
            module_scope: number(decorations::MODULE_SCOPE),
            local: number(decorations::LOCAL_ID),
            forward_refs: get(decorations::FORWARD_REFS).is_some(),
            header: number(decorations::HEADER),
            after: get(decorations::AFTER_TERMINATOR).is_some(),
            joined: get(decorations::JOINED).is_some(),
            ids: ctx.dict(Some(dict)).iter().any(|&(key, _)| decorations::may_have_ids(ctx.str(key))),
            template: None,
        };
        self.names.hints.insert(dict, hints);
        hints
    }

    /// Writes an OpName for `id`.
    pub(super) fn name(&mut self, id: u32, text: &str) -> ExportResult<()> {
        let out = self.section(Section::Names);
        let start = out.len();
        out.extend_from_slice(&[0, id]);
        if !words::checked_string(out, text) {
            return self.checked_text(text).map(|_| ());
        }
        if !words::finish(out, start, op::NAME) {
            return Err(self.long_name(text));
        }
        Ok(())
    }

    /// Writes one OpName for each string attribute in `names`.
    ///
    /// # Errors
    ///
    /// An attribute that is not a string.
    pub(super) fn names(&mut self, id: u32, names: &[Attribute]) -> ExportResult<()> {
        for &name in names {
            match self.ctx.attr_str(name) {
                Some(text) => self.name(id, text)?,
                None => return Err(self.error("a name is not a string")),
            }
        }
        Ok(())
    }

    /// Writes the OpNames and queues the decorations of a value, label or op.
    pub(super) fn annotate(
        &mut self,
        id: u32,
        name: Option<Ident>,
        dict: Option<Attribute>,
    ) -> ExportResult<()> {
        let Some(dict) = dict else {
            return match name {
                Some(name) => self.name(id, self.ctx.str(name)),
                None => Ok(()),
            };
        };
        match self.hints(Some(dict)).op_name {
            Some(names) => {
                let list = self.ctx.attr_array(names).unwrap_or(std::slice::from_ref(&names));
                self.names(id, list)?;
            }
            None => {
                if let Some(name) = name {
                    self.name(id, self.ctx.str(name))?;
                }
            }
        }
        self.decorate(id, dict)?;
        self.write_pending()
    }

    /// Writes the OpNames and queues the decorations of an op in the module's body.
    pub(super) fn annotate_op(&mut self, op: Op, id: u32) -> ExportResult<()> {
        if id == 0 {
            return Ok(());
        }
        let dict = self.body.attrs(op);
        match self.hints(dict).op_name {
            Some(names) => {
                let list = self.ctx.attr_array(names).unwrap_or(std::slice::from_ref(&names));
                self.names(id, list)?;
            }
            None => {
                let symbol = spv_ir::symbols::name_of(self.ctx, self.body, op);
                if let Some(name) = symbol.and_then(name_of) {
                    self.name(id, name)?;
                }
            }
        }
        if let Some(dict) = dict {
            self.names.pending.push_back(Pending::Target(id, dict));
        }
        Ok(())
    }

    /// Writes the OpNames of a type and queues its decorations.
    pub(super) fn annotate_type(&mut self, ty: Type, id: u32) -> ExportResult<()> {
        let ctx = self.ctx;
        match (self.names.type_names.get(&ty).cloned(), ctx.type_data(ty)) {
            (Some(names), _) => self.names(id, &names)?,
            (None, TypeData::Named { key, .. }) => {
                if let Some(name) = name_of(ctx.str(*key)) {
                    self.name(id, name)?;
                }
            }
            _ => {}
        }
        for dict in self.type_dicts(ty) {
            self.names.pending.push_back(Pending::Target(id, dict));
        }
        let Some(structure) = types::structure(ctx, ty) else { return Ok(()) };
        for (i, &name) in structure.member_names.iter().enumerate() {
            let Some(text) = ctx.attr_str(name) else { continue };
            self.member_name(id, i as u32, text)?;
        }
        if !structure.member_decorations.is_empty() {
            self.names.pending.push_back(Pending::Members(id, structure.member_decorations));
        }
        Ok(())
    }

    /// Returns the decoration dictionaries of a type, excluding those of its struct members.
    fn type_dicts(&self, ty: Type) -> Vec<Attribute> {
        let own = types::view(self.ctx, ty).and_then(|(_, params)| params.first().copied());
        let own = own.filter(|&d| !self.ctx.dict(Some(d)).is_empty());
        let others = self.names.type_decorations.get(&ty).into_iter().flatten().copied();
        own.into_iter().chain(others).collect()
    }

    /// Returns the id operands of all decorations of a module-level entity, including decorations of struct members.
    pub(super) fn decoration_operands(&mut self, node: GlobalEntity) -> ExportResult<Vec<Attribute>> {
        let dicts = match node {
            GlobalEntity::Type(ty) => {
                let members = types::structure(self.ctx, ty).map_or(&[][..], |s| s.member_decorations);
                [&self.type_dicts(ty), members].concat()
            }
            GlobalEntity::Op(op) => self.body.attrs(op).into_iter().collect(),
            GlobalEntity::Scalar(..) | GlobalEntity::Constant(..) => Vec::new(),
        };
        let mut list = Vec::new();
        for dict in dicts {
            if self.hints(Some(dict)).ids {
                let operands = self.decorations(dict)?.into_iter().flat_map(|d| d.operands);
                list.extend(operands.filter_map(|operand| match operand {
                    Operand::Id(attr) => Some(attr),
                    Operand::Word(_) | Operand::String(_) => None,
                }));
            }
        }
        Ok(list)
    }

    /// Returns an error about a name that exceeds the length of an instruction. It quotes the start of the name.
    fn long_name(&self, name: &str) -> Box<Diagnostic> {
        let start: String = name.chars().take(20).collect();
        self.error(format!("the name '{start}...' is too long for an instruction"))
    }

    fn member_name(&mut self, id: u32, member: u32, text: &str) -> ExportResult<()> {
        let text = self.checked_text(text)?;
        let out = self.section(Section::Names);
        let start = out.len();
        out.extend([0, id, member]);
        words::string(out, text);
        match words::finish(out, start, op::MEMBER_NAME) {
            true => Ok(()),
            false => Err(self.long_name(text)),
        }
    }

    /// Writes OpMemberName instructions for struct members with several names, from the module's `member_names`
    /// attribute. Each entry of `list` is an array: a type, then alternating member indices and names.
    pub(super) fn further_member_names(&mut self, list: Option<Attribute>) -> ExportResult<()> {
        let ctx = self.ctx;
        for &entry in list.and_then(|l| ctx.attr_array(l)).unwrap_or(&[]) {
            let Some([ty, names @ ..]) = ctx.attr_array(entry) else {
                return Err(
                    self.error("an entry of `member_names` must be an array of a type, members and names")
                );
            };
            let id = self.attr_id(*ty)?;
            for &[member, name] in names.as_chunks().0 {
                let member = ctx.attr_u64(member).unwrap_or(0) as u32;
                self.member_name(id, member, ctx.attr_str(name).unwrap_or(""))?;
            }
        }
        Ok(())
    }

    /// Writes decorations of member indices that do not exist in the target, from the module's `member_decorations`
    /// attribute. Each entry of `list` is an array: a target, then alternating member indices and dictionaries.
    pub(super) fn decorations_of_no_members(&mut self, list: Option<Attribute>) -> ExportResult<()> {
        let ctx = self.ctx;
        for &entry in list.and_then(|l| ctx.attr_array(l)).unwrap_or(&[]) {
            let Some([target, members @ ..]) = ctx.attr_array(entry) else {
                return Err(self.error(
                    "an entry of `member_decorations` must be an array of a target, members and dictionaries",
                ));
            };
            let id = self.attr_id(*target)?;
            for &[member, dict] in members.as_chunks().0 {
                let member = ctx.attr_u64(member).unwrap_or(0) as u32;
                self.decorate_member(id, member, dict)?;
            }
        }
        self.write_pending()
    }

    fn decorate_member(&mut self, id: u32, member: u32, dict: Attribute) -> ExportResult<()> {
        let (list, groups) = self.own_decorations(dict)?;
        self.group_member(&groups, id, member);
        let mut out = Vec::new();
        for d in list {
            self.decoration(&d, Some(member), &mut out)?;
        }
        set_targets(&mut out, id);
        self.section(Section::Annotations).extend(out);
        Ok(())
    }

    /// Writes all queued decorations.
    #[inline]
    pub(super) fn write_pending(&mut self) -> ExportResult<()> {
        if self.names.pending.is_empty() { Ok(()) } else { self.write_all_pending() }
    }

    fn write_all_pending(&mut self) -> ExportResult<()> {
        while let Some(pending) = self.names.pending.pop_front() {
            match pending {
                Pending::Target(id, dict) => self.decorate(id, dict)?,
                Pending::Members(id, list) => {
                    for (member, &dict) in list.iter().enumerate() {
                        self.decorate_member(id, member as u32, dict)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Splits a dictionary into the target's individual decorations and the indices of its decoration groups. Removes
    /// duplicates, except of decorations that may repeat.
    fn own_decorations(&mut self, dict: Attribute) -> ExportResult<(Vec<Decoration>, Vec<usize>)> {
        let mut list = self.decorations(dict)?;
        let groups = self.take_groups(&mut list);
        if self.ctx.dict_get(Some(dict), decorations::OTHERS).is_some() {
            decorations::remove_repeated(&mut list);
        }
        Ok((list, groups))
    }

    /// Returns the decorations of a dictionary in binary order. Entries of the `OTHERS` list come last. Import gives
    /// the first of several decorations with the same name its own key and appends the remaining ones to `OTHERS`.
    pub(super) fn decorations(&self, dict: Attribute) -> ExportResult<Vec<Decoration>> {
        let ctx = self.ctx;
        let mut list = decorations::from_dict(ctx, Some(dict)).map_err(|key| {
            self.error(format!(
                "the attribute `{key}` names a decoration, but its value does not have the \
                                decoration's form"
            ))
        })?;
        let entries = ctx.dict(Some(dict));
        let is_decoration = |e: &&(Ident, Attribute)| decorations::by_key(ctx.str(e.0)).is_some();
        if let Some(at) = entries.iter().position(|(key, _)| ctx.str(*key) == decorations::OTHERS) {
            let before = entries[..at].iter().filter(is_decoration).count();
            let others = ctx.attr_array(entries[at].1).map_or(0, <[_]>::len);
            if let Some(rest) = list.get_mut(before..).filter(|rest| others <= rest.len()) {
                rest.rotate_left(others);
            }
        }
        Ok(list)
    }

    /// Writes the decorations in `dict` for the target `id`. Each dictionary is encoded only once and then copied with
    /// the target id filled in.
    fn decorate(&mut self, id: u32, dict: Attribute) -> ExportResult<()> {
        let mut hints = self.hints(Some(dict));
        let number = match hints.template {
            Some(number) => number,
            None => {
                let (list, groups) = self.own_decorations(dict)?;
                let mut words = Vec::new();
                for d in list {
                    self.decoration(&d, None, &mut words)?;
                }
                let number = self.names.templates.len() as u32;
                self.names.templates.push(Template { words, groups });
                hints.template = Some(number);
                self.names.hints.insert(dict, hints);
                self.names.last = Some((dict, hints));
                number
            }
        };
        let template = &self.names.templates[number as usize];
        let out = &mut self.out[Section::Annotations as usize];
        let at = out.len();
        out.extend_from_slice(&template.words);
        set_targets(&mut out[at..], id);
        for &group in &template.groups {
            self.groups[group].target(id);
        }
        Ok(())
    }

    /// Appends a decoration instruction whose target id the caller fills in.
    pub(super) fn decoration(
        &mut self,
        d: &Decoration,
        member: Option<u32>,
        out: &mut Vec<u32>,
    ) -> ExportResult<()> {
        let opcode = match (member, d.opcode) {
            (None, opcode) => opcode,
            (_, op::DECORATE_ID) => op::MEMBER_DECORATE_ID_EXT,
            (_, op::DECORATE_STRING) => op::MEMBER_DECORATE_STRING,
            _ => op::MEMBER_DECORATE,
        };
        let start = out.len();
        out.extend([0, 0]);
        out.extend(member);
        out.push(d.decoration.value);
        for operand in &d.operands {
            match operand {
                Operand::Word(word) => out.push(*word),
                Operand::String(text) => {
                    self.checked_text(text)?;
                    words::string(out, text);
                }
                Operand::Id(attr) => {
                    let id = match self.target(*attr)? {
                        IdMeaning::Id(id) => id,
                        IdMeaning::Node(node) => self.need_bare(node)?,
                    };
                    out.push(id);
                }
            }
        }
        if !words::finish(out, start, opcode) {
            return Err(self.error("the decoration is too long for an instruction"));
        }
        Ok(())
    }

    /// Declares the types in the module's `type_names` and `type_decorations` attributes. Named types are exported
    /// even if unused.
    pub(super) fn annotated_types(&mut self, lists: [Option<Attribute>; 2]) -> ExportResult<()> {
        let entries = |list: Option<Attribute>| list.and_then(|l| self.ctx.attr_array(l)).unwrap_or(&[]);
        let all: Vec<Attribute> = lists.into_iter().flat_map(entries).copied().collect();
        for entry in all {
            let ty = self.ctx.attr_array(entry).and_then(|items| self.ctx.attr_type(*items.first()?));
            if let Some(ty) = ty {
                self.declare(GlobalEntity::Type(ty))?;
            }
        }
        Ok(())
    }

    /// Declares the unused types and constants listed in the module's `unused` attribute. Runs after all functions have
    /// been written, because only then is it known which declarations are unused.
    pub(super) fn unused(&mut self, attrs: Option<Attribute>) -> ExportResult<()> {
        (self.late, self.lines) = (false, self.declared_lines);
        let list = match &mut self.bodies {
            Some(bodies) => {
                bodies.unused().ok_or_else(|| self.error("the unused declarations are unknown"))?
            }
            None => {
                let list = self.ctx.dict_get(attrs, "unused").and_then(|list| self.ctx.attr_array(list));
                list.unwrap_or(&[]).to_vec()
            }
        };
        list.into_iter().try_for_each(|item| self.attr_id(item).map(|_| ()))
    }

    /// Adds the implied `Block` decoration to buffer structs that lack it.
    pub(super) fn imply_blocks(&mut self, parent: &Body, module: Op) {
        let block = self.ctx.dict_attr(vec![(self.ctx.ident("block"), self.ctx.unit_attr())]);
        for ty in spv_dialect::blocks::implied(self.ctx, parent, module) {
            let others = self.names.type_decorations.entry(ty).or_default();
            if !others.iter().any(|dict| spv_dialect::blocks::is_block(self.ctx, Some(*dict))) {
                others.push(block);
            }
        }
    }

    /// Reads the module's `type_names` and `type_decorations` attributes.
    pub(super) fn read_annotated_types(&mut self, lists: [Option<Attribute>; 2]) -> ExportResult<()> {
        let ctx = self.ctx;
        for (index, list) in lists.into_iter().enumerate() {
            for &entry in list.and_then(|l| ctx.attr_array(l)).unwrap_or(&[]) {
                let Some([ty, rest @ ..]) = ctx.attr_array(entry) else {
                    return Err(self.error("an entry of `type_names` or `type_decorations` is not an array"));
                };
                let ty = ctx.attr_type(*ty).ok_or_else(|| {
                    self.error("an entry of `type_names` or `type_decorations` does not begin with a type")
                })?;
                match rest {
                    _ if index == 0 => self.names.type_names.entry(ty).or_default().extend(rest),
                    [dict] => self.names.type_decorations.entry(ty).or_default().push(*dict),
                    _ => {
                        return Err(
                            self.error("an entry of `type_decorations` must have exactly one dictionary")
                        );
                    }
                }
            }
        }
        Ok(())
    }
}

/// Fills in the target id of each decoration instruction in `words`.
pub(super) fn set_targets(words: &mut [u32], id: u32) {
    let mut rest = words;
    while let [head, target, ..] = rest {
        let len = (*head >> 16).max(2) as usize;
        *target = id;
        rest = rest.get_mut(len..).unwrap_or_default();
    }
}
