//! What dialects register, and all of it together.

use super::{
    GenericForm, InferenceProblemFn, InstructionLayout, NO_OPCODE, OpDef, OpTextFn, ParamDef, SpellingFn,
    Traits, TypeProblemFn, name_table,
};
use crate::asm::{DirectiveParseFn, DirectivePrintFn};
use crate::body::Body;
use crate::context::Context;
use crate::entity::Op;
use crate::format::Format;
use crate::handles::{OpDefId, ParamDefId};
use crate::text_form::TextForm;
use crate::types::Type;
use spv_grammar::name_hash;
use std::any::Any;
use std::sync::{Arc, OnceLock};

/// The definitions of a dialect. All of it is constant data, so that a registry has nothing to build.
#[derive(Clone, Copy)]
pub struct Dialect {
    /// Namespace, e.g. `spv`.
    pub name: &'static str,
    /// The dialect's name in messages, e.g. `SPIR-V`; empty: none.
    pub title: &'static str,
    /// Other namespaces read as this one, e.g. `spirv`.
    pub aliases: &'static [&'static str],
    /// Operations. Their order fixes [`OpDefId`]s.
    pub ops: &'static [OpDef],
    /// The number of its first op, where its ops have constants of their numbers. One dialect may ask for the first
    /// number after the builtin ops.
    pub first_op: Option<OpDefId>,
    /// The table of the names of `ops` and `op_aliases`, made by [`name_table`](super::name_table); empty: names are
    /// compared one by one.
    pub op_names: &'static [u16],
    /// Finds the number of one of `ops` by instruction set and opcode; `None`: they are compared one by one.
    pub op_by_code: Option<fn(u16, u32) -> Option<usize>>,
    /// Other names of ops: (alias, canonical), both full.
    pub op_aliases: &'static [(&'static str, &'static str)],
    /// Other prefixes of names of ops: (alias, canonical). A canonical one without a dot at its end is a suffix instead:
    /// (`x.KHR.`, `x.KHR`) spells `x.AddKHR` as `x.KHR.Add`.
    pub op_prefixes: &'static [(&'static str, &'static str)],
    /// The strict forms that have formats of their own ([`TextForm::formats`]). Text in no strict form is read in these, too.
    pub text_forms: &'static [&'static TextForm],
    /// Types.
    pub types: &'static [ParamDef],
    /// Types, and their names in strict text with [`TextForm::later_formats`], both full.
    pub later_types: &'static [(&'static str, &'static str)],
    /// Attributes.
    pub attrs: &'static [ParamDef],
    /// The `custom(name,$param)` directives of formats, by name.
    pub directives: &'static [(&'static str, DirectiveParseFn, DirectivePrintFn)],
    /// The verifier's checks beyond rows and traits.
    pub check: Option<crate::verify::MakeCheck>,
    /// Where the generic form of strict text differs from the rows.
    pub generic: Option<&'static GenericForm>,
    /// Says what is wrong with a type by itself, for the parser.
    pub type_problem: Option<TypeProblemFn>,
    /// Writes attributes whose text differs where the dialect is spelled by its alias.
    pub spelling: Option<SpellingFn>,
    /// Says why the result type of an op cannot be found, for the parser.
    pub inference_problem: Option<InferenceProblemFn>,
    /// Gives the text of an op, for messages.
    pub op_text: Option<OpTextFn>,
}

impl Dialect {
    /// A dialect with nothing in it, to state only the fields that differ.
    pub const EMPTY: Dialect = Dialect {
        name: "",
        title: "",
        aliases: &[],
        ops: &[],
        first_op: None,
        op_names: &[],
        op_by_code: None,
        op_aliases: &[],
        op_prefixes: &[],
        text_forms: &[],
        types: &[],
        later_types: &[],
        attrs: &[],
        directives: &[],
        check: None,
        generic: None,
        type_problem: None,
        spelling: None,
        inference_problem: None,
        op_text: None,
    };
}

/// The meaning of a name in a dialect.
enum Named {
    /// An op.
    Op(OpDefId),
    /// The full name of an op.
    Alias(&'static str),
}

/// A dialect of a registry, and the number of its first op.
struct Registered {
    dialect: Dialect,
    first_op: usize,
}

impl Registered {
    /// The op of a full name, or the name that it is an alias of. `hash` is that of the name.
    fn find(&self, name: &str, hash: usize) -> Option<Named> {
        let Dialect { ops, op_aliases: aliases, op_names, .. } = self.dialect;
        let is_name = |number| name_table::name(ops, aliases, number) == name;
        let number = match op_names {
            [] => (0..ops.len() + aliases.len()).find(|number| is_name(*number)),
            table => name_hash::find(table, hash, is_name),
        }?;
        Some(match number.checked_sub(ops.len()) {
            None => Named::Op(OpDefId((self.first_op + number) as u16)),
            Some(alias) => Named::Alias(aliases[alias].1),
        })
    }

    fn op_by_code(&self, set: u16, opcode: u32) -> Option<OpDefId> {
        let number = match self.dialect.op_by_code {
            Some(find) => find(set, opcode),
            None => self.dialect.ops.iter().position(|def| def.row.set == set && def.row.opcode == opcode),
        }?;
        Some(OpDefId((self.first_op + number) as u16))
    }
}

/// Another prefix of names of ops, as [`Dialect::op_prefixes`] says: the rest of a name stands between head and tail.
struct OpPrefix {
    alias: &'static str,
    head: &'static str,
    tail: &'static str,
}

impl OpPrefix {
    fn new((alias, prefix): (&'static str, &'static str)) -> OpPrefix {
        let (head, tail) = prefix.split_at(prefix.rfind('.').map_or(prefix.len(), |dot| dot + 1));
        OpPrefix { alias, head, tail }
    }
}

/// All registered dialects: filled once, then frozen and shared between contexts.
pub struct Registry {
    dialects: Vec<Registered>,
    ops: Vec<&'static OpDef>,
    types: Vec<ParamDef>,
    attrs: Vec<ParamDef>,
    /// The formats by definition, each compiled on first use.
    formats: OnceLock<Vec<OnceLock<Format>>>,
    /// The same, of the ops that have another format in some strict forms.
    later_formats: OnceLock<Vec<OnceLock<Format>>>,
    /// The strict forms with formats of their own, and these formats by definition, each compiled on first use.
    forms: Vec<(&'static TextForm, OnceLock<Vec<OnceLock<Format>>>)>,
    checks: Vec<crate::verify::MakeCheck>,
    generic_forms: Vec<&'static GenericForm>,
    spellings: Vec<SpellingFn>,
    /// See [`Registry::constant_op`].
    constant_op: OnceLock<Option<OpDefId>>,
    /// See [`Registry::derived`].
    derived: boxcar::Vec<Box<dyn Any + Send + Sync>>,
}

impl Registry {
    /// Builds a registry from dialects, in order; the builtin dialect comes first by itself, then the one with
    /// [`Dialect::first_op`].
    ///
    /// # Panics
    /// If two dialects have one namespace, if two ask for numbers of their first ops, or one for another number than
    /// [`FIRST_DIALECT_OP`](crate::builtin::FIRST_DIALECT_OP), or if a dialect without [`Dialect::op_names`] has an op whose
    /// name is taken: an error of the program, found when it starts.
    pub fn new(mut dialects: Vec<Dialect>) -> Arc<Registry> {
        dialects.sort_by_key(|dialect| dialect.first_op.is_none());
        dialects.insert(0, crate::builtin::DIALECT);
        let mut r = Registry {
            dialects: Vec::with_capacity(dialects.len()),
            ops: Vec::with_capacity(dialects.iter().map(|d| d.ops.len()).sum()),
            types: dialects.iter().flat_map(|d| d.types).copied().collect(),
            attrs: dialects.iter().flat_map(|d| d.attrs).copied().collect(),
            formats: OnceLock::new(),
            later_formats: OnceLock::new(),
            forms: dialects.iter().flat_map(|d| d.text_forms).map(|form| (*form, OnceLock::new())).collect(),
            checks: dialects.iter().filter_map(|d| d.check).collect(),
            generic_forms: dialects.iter().filter_map(|d| d.generic).collect(),
            spellings: dialects.iter().filter_map(|d| d.spelling).collect(),
            constant_op: OnceLock::new(),
            derived: boxcar::Vec::new(),
        };
        dialects.into_iter().for_each(|dialect| r.add(dialect));
        Arc::new(r)
    }

    fn add(&mut self, dialect: Dialect) {
        let (name, first_op) = (dialect.name, self.ops.len());
        let has_its_numbers = dialect.first_op.is_none_or(|id| usize::from(id.0) == first_op);
        assert!(has_its_numbers, "{name}: its ops have other numbers");
        assert!(self.dialects.iter().all(|d| d.dialect.name != name), "{name} is registered twice");
        self.ops.extend(dialect.ops);
        self.dialects.push(Registered { dialect, first_op });
        if dialect.op_names.is_empty() {
            for (number, def) in dialect.ops.iter().enumerate() {
                let id = self.op_by_name(def.row.name);
                assert!(
                    id == Some(OpDefId((first_op + number) as u16)),
                    "{} is registered twice",
                    def.row.name
                );
            }
        }
    }

    /// What a user of the registry works out of the definitions, one thing of each type: made when first asked for, and kept,
    /// as it is the same for each of many modules.
    pub fn derived<T: Any + Send + Sync>(&self, make: impl FnOnce(&Registry) -> T) -> &T {
        let known = || self.derived.iter().find_map(|(_, any)| any.downcast_ref::<T>());
        if let Some(found) = known() {
            return found;
        }
        // Where several threads are here at once each makes one, and all take the first.
        self.derived.push(Box::new(make(self)));
        known().expect("it was pushed right before")
    }

    /// Definition of an op.
    #[inline]
    pub fn op(&self, id: OpDefId) -> &'static OpDef {
        self.ops[usize::from(id.0)]
    }

    /// The op that makes a constant of the attribute in its one slot: the first registered with
    /// [`Traits::CONSTANT_LIKE`].
    pub fn constant_op(&self) -> Option<OpDefId> {
        let makes_constants = |def: &&OpDef| def.traits.contains(Traits::CONSTANT_LIKE) && def.slots() == 1;
        let find = || self.ops.iter().position(makes_constants).map(|number| OpDefId(number as u16));
        *self.constant_op.get_or_init(find)
    }

    /// All op definitions in order.
    pub fn ops(&self) -> &[&'static OpDef] {
        &self.ops
    }

    /// Op by its full name or an alias of it, in the dialect's own namespace.
    pub fn op_by_name(&self, name: &str) -> Option<OpDefId> {
        self.op_by_full_name(name).or_else(|| self.op_by_other_prefix(name))
    }

    /// Op by its full name, or else by an alias.
    fn op_by_full_name(&self, name: &str) -> Option<OpDefId> {
        let (hash, mut canonical) = (name_hash::hash(name), None);
        for dialect in &self.dialects {
            match dialect.find(name, hash) {
                Some(Named::Op(id)) => return Some(id),
                Some(Named::Alias(name)) => canonical = canonical.or(Some(name)),
                None => {}
            }
        }
        self.op_by_full_name(canonical?)
    }

    #[cold]
    fn op_by_other_prefix(&self, name: &str) -> Option<OpDefId> {
        self.op_prefixes().find_map(|OpPrefix { alias, head, tail }| {
            self.op_by_full_name(&format!("{head}{}{tail}", name.strip_prefix(alias)?))
        })
    }

    fn op_prefixes(&self) -> impl Iterator<Item = OpPrefix> + '_ {
        self.dialects.iter().flat_map(|d| d.dialect.op_prefixes).copied().map(OpPrefix::new)
    }

    /// What strict text with [`TextForm::later_formats`] calls a type.
    pub fn later_type(&self, name: &'static str) -> &'static str {
        let mut later_types = self.dialects.iter().flat_map(|d| d.dialect.later_types);
        later_types.find(|(known, _)| *known == name).map_or(name, |(_, later)| later)
    }

    /// Returns the name of an op in a strict form, if it differs from ours.
    pub fn name_in(&self, form: &TextForm, name: &str) -> Option<String> {
        let listed = form.op_names.iter().find(|(ours, _)| *ours == name);
        listed.map(|(_, theirs)| (*theirs).to_owned()).or_else(|| self.with_op_prefix(name))
    }

    /// What a name of an op is with the prefixes of [`Dialect::op_prefixes`]; `None` where none applies.
    pub fn with_op_prefix(&self, name: &str) -> Option<String> {
        self.op_prefixes().find_map(|OpPrefix { alias, head, tail }| {
            Some(format!("{alias}{}", name.strip_prefix(head)?.strip_suffix(tail)?))
        })
    }

    /// Op by instruction set and opcode.
    pub fn op_by_code(&self, set: u16, opcode: u32) -> Option<OpDefId> {
        let mut dialects = self.dialects.iter().filter(|_| opcode != NO_OPCODE);
        dialects.find_map(|dialect| dialect.op_by_code(set, opcode))
    }

    /// The layout of the instructions of a definition.
    #[inline]
    pub fn layout(&self, id: OpDefId) -> &'static InstructionLayout {
        &self.op(id).layout
    }

    /// The op's assembly format, compiled on first use.
    pub fn format(&self, id: OpDefId) -> &Format {
        let def = self.op(id);
        self.compiled(&self.formats)[usize::from(id.0)].get_or_init(|| Format::compile(def, def.format))
    }

    /// The op's assembly format in a strict form, or in ours.
    pub fn format_in(&self, id: OpDefId, form: Option<&TextForm>) -> &Format {
        let later = || form.filter(|form| form.later_formats).and_then(|_| self.later_format(id));
        let own = self.forms.iter().find(|(known, _)| form == Some(known));
        let own = own.and_then(|(form, formats)| self.own_format(id, form, formats));
        own.or_else(later).unwrap_or_else(|| self.format(id))
    }

    /// Returns the formats of an op in the strict forms, without the one of [`Registry::format`].
    pub fn strict_formats(&self, id: OpDefId) -> impl Iterator<Item = &Format> {
        let own = self.forms.iter().filter_map(move |(form, formats)| self.own_format(id, form, formats));
        self.later_format(id).into_iter().chain(own)
    }

    /// Returns the format that only one strict form has for an op.
    fn own_format<'a>(
        &'a self,
        id: OpDefId,
        form: &TextForm,
        formats: &'a OnceLock<Vec<OnceLock<Format>>>,
    ) -> Option<&'a Format> {
        let def = self.op(id);
        let format = form.format(def.row.name)?;
        Some(self.compiled(formats)[usize::from(id.0)].get_or_init(|| Format::compile(def, format)))
    }

    /// The op's assembly format in strict text with [`TextForm::later_formats`], where it differs from ours.
    pub fn later_format(&self, id: OpDefId) -> Option<&Format> {
        let def = Some(self.op(id)).filter(|def| !def.later_format.is_empty())?;
        let compile = || Format::compile(def, def.later_format);
        Some(self.compiled(&self.later_formats)[usize::from(id.0)].get_or_init(compile))
    }

    /// Formats by definition, none of which is compiled yet.
    fn compiled<'a>(&self, formats: &'a OnceLock<Vec<OnceLock<Format>>>) -> &'a [OnceLock<Format>] {
        formats.get_or_init(|| self.ops.iter().map(|_| OnceLock::new()).collect())
    }

    /// All type definitions.
    pub fn types(&self) -> &[ParamDef] {
        &self.types
    }

    /// All attribute definitions.
    pub fn attrs(&self) -> &[ParamDef] {
        &self.attrs
    }

    /// Definition of a type.
    pub fn type_def(&self, id: ParamDefId) -> &ParamDef {
        &self.types[id.0 as usize]
    }

    /// Type definition by full name.
    pub fn type_by_name(&self, name: &str) -> Option<ParamDefId> {
        self.types.iter().position(|def| def.name == name).map(|number| ParamDefId(number as u16))
    }

    /// Returns the type definition that strict text calls this, if no definition has this name.
    pub fn type_by_later_name(&self, name: &str) -> Option<ParamDefId> {
        let mut later_types = self.dialects.iter().flat_map(|d| d.dialect.later_types);
        self.type_by_name(later_types.find(|(_, later)| *later == name)?.0)
    }

    /// Definition of an attribute.
    pub fn attr_def(&self, id: ParamDefId) -> &ParamDef {
        &self.attrs[id.0 as usize]
    }

    /// Attribute definition by full name.
    pub fn attr_by_name(&self, name: &str) -> Option<ParamDefId> {
        self.attrs.iter().position(|def| def.name == name).map(|number| ParamDefId(number as u16))
    }

    /// What is wrong with a type by itself, as the dialects see it.
    pub fn type_problem(&self, ctx: &Context, ty: Type) -> Option<String> {
        self.dialects.iter().find_map(|d| d.dialect.type_problem?(ctx, ty))
    }

    /// What writes attributes whose text differs where a dialect is spelled by its alias.
    pub fn spellings(&self) -> &[SpellingFn] {
        &self.spellings
    }

    /// Why the result type of an op cannot be found, as the dialects see it.
    pub fn inference_problem(&self, ctx: &Context, body: &Body, op: Op) -> Option<String> {
        self.dialects.iter().find_map(|d| d.dialect.inference_problem?(ctx, body, op))
    }

    /// The text of an op for messages, where a dialect knows how to print one.
    pub fn op_text(&self, ctx: &Context, body: &Body, op: Op) -> Option<String> {
        self.dialects.iter().find_map(|d| d.dialect.op_text).map(|text| text(ctx, body, op))
    }

    /// What the verifier checks for each dialect.
    pub fn checks(&self) -> &[crate::verify::MakeCheck] {
        &self.checks
    }

    /// Where the generic form of strict text differs from the rows, by dialect.
    pub fn generic_forms(&self) -> &[&'static GenericForm] {
        &self.generic_forms
    }

    /// The pair of a `custom(name,$param)` directive.
    pub fn directive(&self, name: &str) -> Option<(DirectiveParseFn, DirectivePrintFn)> {
        let mut directives = self.dialects.iter().flat_map(|d| d.dialect.directives);
        directives.find(|(known, ..)| *known == name).map(|(_, parse, print)| (*parse, *print))
    }

    /// The canonical namespace for `name`, where a dialect of that name or alias is registered.
    pub fn namespace(&self, name: &str) -> Option<&'static str> {
        let mut dialects = self.dialects.iter().map(|d| &d.dialect);
        dialects.find(|d| d.name == name || d.aliases.contains(&name)).map(|d| d.name)
    }

    /// What messages call the dialect of an op; empty where it has no other name than its namespace.
    pub fn title(&self, op: &str) -> &'static str {
        let namespace = op.split('.').next().unwrap_or(op);
        self.dialect(namespace).map_or("", |dialect| dialect.title)
    }

    /// Other names of a namespace.
    pub fn namespace_aliases(&self, name: &str) -> &'static [&'static str] {
        self.dialect(name).map_or(&[], |dialect| dialect.aliases)
    }

    /// The first other name of a namespace.
    pub fn dialect_alias(&self, name: &str) -> Option<&'static str> {
        self.namespace_aliases(name).first().copied()
    }

    /// Names of all registered dialects.
    pub fn dialects(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.dialects.iter().map(|d| d.dialect.name)
    }

    fn dialect(&self, name: &str) -> Option<&Dialect> {
        self.dialects.iter().map(|d| &d.dialect).find(|d| d.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::OpRow;

    #[test]
    #[should_panic(expected = "builtin.module is registered twice")]
    fn two_ops_of_one_name() {
        let builtin = Registry::new(Vec::new());
        let row: &'static OpRow = builtin.op(builtin.op_by_name("builtin.module").unwrap()).row;
        let ops = vec![OpDef::new(row)].leak();
        Registry::new(vec![Dialect { name: "twin", ops, ..Dialect::EMPTY }]);
    }
}
