//! Dialect registry

use super::{
    DenseForm, GenericForm, InferenceProblemFn, InstructionLayout, NO_OPCODE, OpDef, OpTextFn, ParamDef,
    SpellingFn, Traits, TypeProblemFn, name_table,
};
use crate::body::Body;
use crate::context::Context;
use crate::entity::Op;
use crate::format::Format;
use crate::handles::{OpDefId, ParamDefId};
use crate::text::{DirectiveParseFn, DirectivePrintFn};
use crate::text_form::TextForm;
use crate::types::Type;
use spv_grammar::name_hash;
use std::any::{Any, TypeId};
use std::sync::{Arc, OnceLock};

/// The definitions of a dialect. They are constant data, so registering a dialect builds no tables.
#[derive(Clone, Copy)]
pub struct Dialect {
    /// Namespace of the dialect, for example `spv`.
    pub name: &'static str,
    /// Name of the dialect in messages, for example `SPIR-V`. Empty if messages do not name the dialect.
    pub title: &'static str,
    /// Alternative namespaces in MLIR text, for example `spirv`.
    pub aliases: &'static [&'static str],
    /// Op definitions. Their order determines their [`OpDefId`]s.
    pub ops: &'static [OpDef],
    /// Index of the first op, if the dialect has constants for the indices of its ops. Only one dialect may request
    /// the first index after the builtin ops.
    pub first_op: Option<OpDefId>,
    /// Hash table of the names in `ops` and `op_aliases`, built with [`name_table`](super::name_table). If empty,
    /// names are searched linearly.
    pub op_names: &'static [u16],
    /// Function that returns the index in `ops` for an instruction set and an opcode. If `None`, `ops` is searched
    /// linearly.
    pub op_by_code: Option<fn(u16, u32) -> Option<usize>>,
    /// Alternative op names as pairs (alias, canonical name), both with dialect prefixes.
    pub op_aliases: &'static [(&'static str, &'static str)],
    /// Alternative prefixes of op names as pairs (alias, canonical prefix).
    ///
    /// A canonical prefix without a final dot ends in a name suffix: (`x.KHR.`, `x.KHR`) spells `x.AddKHR` as
    /// `x.KHR.Add`.
    pub op_prefixes: &'static [(&'static str, &'static str)],
    /// LLVM-compatible text forms that have assembly formats of their own ([`TextForm::formats`]). The parser also
    /// tries these formats on text that is not in an LLVM-compatible form.
    pub text_forms: &'static [&'static TextForm],
    /// Type definitions.
    pub types: &'static [ParamDef],
    /// Types and their names in LLVM-compatible text forms with [`TextForm::uses_later_formats`], both with prefixes.
    pub later_types: &'static [(&'static str, &'static str)],
    /// Attribute definitions.
    pub attrs: &'static [ParamDef],
    /// Names, parsers and printers of `custom<Name>($param)` directives in assembly formats.
    pub directives: &'static [(&'static str, DirectiveParseFn, DirectivePrintFn)],
    /// Function that creates the dialect's own verifier checks, if any. They run in addition to those for grammar
    /// entries and traits.
    pub check: Option<crate::verify::MakeCheck>,
    /// Hooks for LLVM-compatible text forms, if their generic form deviates from the grammar entries.
    pub generic: Option<&'static GenericForm>,
    /// Hooks for dense constants of the dialect's types, if it has any.
    pub dense: Option<&'static DenseForm>,
    /// Function that returns the reason why a type is invalid, for the parser.
    pub type_problem: Option<TypeProblemFn>,
    /// Function that writes attributes whose spelling differs if the dialect's alias is used.
    pub spelling: Option<SpellingFn>,
    /// Function that explains why a result type cannot be inferred, for the parser.
    pub inference_problem: Option<InferenceProblemFn>,
    /// Function that prints an op for messages.
    pub op_text: Option<OpTextFn>,
}

impl Dialect {
    /// A dialect without any definitions, as a base for struct update syntax.
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
        dense: None,
        type_problem: None,
        spelling: None,
        inference_problem: None,
        op_text: None,
    };
}

/// The meaning of an op name in a dialect.
enum Named {
    /// An op.
    Op(OpDefId),
    /// An alias of the op with this canonical full name.
    Alias(&'static str),
}

/// A registered dialect, and the index of its first op in the registry.
struct Registered {
    dialect: Dialect,
    first_op: usize,
}

impl Registered {
    /// Looks up a full name, given its hash. Returns the op, or the canonical name if the name is an alias.
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

/// An element of [`Dialect::op_prefixes`]: the alias, and the canonical text before and after the rest of the name.
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

/// All registered dialects. A registry is filled once, and is then immutable and shared between contexts.
pub struct Registry {
    dialects: Vec<Registered>,
    ops: Vec<&'static OpDef>,
    types: Vec<ParamDef>,
    attrs: Vec<ParamDef>,
    /// Assembly formats by op definition, each compiled on first use.
    formats: OnceLock<Vec<OnceLock<Format>>>,
    /// Formats for [`TextForm::uses_later_formats`], by op definition, each compiled on first use.
    later_formats: OnceLock<Vec<OnceLock<Format>>>,
    /// LLVM-compatible text forms that have formats of their own, with these formats by op definition, each compiled on
    /// first use.
    forms: Vec<(&'static TextForm, OnceLock<Vec<OnceLock<Format>>>)>,
    checks: Vec<crate::verify::MakeCheck>,
    generic_forms: Vec<&'static GenericForm>,
    spellings: Vec<SpellingFn>,
    /// Cache of [`Registry::constant_op`].
    constant_op: OnceLock<Option<OpDefId>>,
    /// Cache of [`Registry::derived`].
    derived: boxcar::Vec<(TypeId, Box<dyn Any + Send + Sync>)>,
}

impl Registry {
    /// Builds a registry. The builtin dialect is first, then the dialect with [`Dialect::first_op`], then the other
    /// dialects in order.
    ///
    /// # Panics
    /// Panics on programming errors:
    /// - Two dialects have the same namespace.
    /// - Two dialects have [`Dialect::first_op`], or its value is not
    ///   [`FIRST_DIALECT_OP`](crate::builtin::FIRST_DIALECT_OP).
    /// - An op of a dialect without [`Dialect::op_names`] has a name that another op has.
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
            for (index, def) in dialect.ops.iter().enumerate() {
                let id = self.op_by_name(def.row.name);
                assert!(
                    id == Some(OpDefId((first_op + index) as u16)),
                    "{} is registered twice",
                    def.row.name
                );
            }
        }
    }

    /// Returns data of type `T` that `make` derives from the definitions. The data is computed once and shared by all
    /// modules.
    pub fn derived<T: Any + Send + Sync>(&self, make: impl FnOnce(&Registry) -> T) -> &T {
        // Comparing ids is faster than a virtual call for each entry.
        let id = TypeId::of::<T>();
        let known = || {
            let found = self.derived.iter().find(|(_, (known, _))| *known == id);
            found.and_then(|(_, (_, any))| any.downcast_ref::<T>())
        };
        if let Some(found) = known() {
            return found;
        }
        // Concurrent threads may each compute the data, but all of them use the first result.
        self.derived.push((id, Box::new(make(self))));
        known().expect("it was pushed right before")
    }

    /// Returns the definition of the op with the given index.
    #[inline]
    pub fn op(&self, id: OpDefId) -> &'static OpDef {
        self.ops[usize::from(id.0)]
    }

    /// Returns the op that materializes a constant from the attribute in its only slot: the first registered op with
    /// [`Traits::CONSTANT_LIKE`]. Returns `None` if there is no such op.
    pub fn constant_op(&self) -> Option<OpDefId> {
        let makes_constants = |def: &&OpDef| def.traits.contains(Traits::CONSTANT_LIKE) && def.slots() == 1;
        let find = || self.ops.iter().position(makes_constants).map(|number| OpDefId(number as u16));
        *self.constant_op.get_or_init(find)
    }

    /// Returns all op definitions in index order.
    pub fn ops(&self) -> &[&'static OpDef] {
        &self.ops
    }

    /// Returns the op with the given full name or alias; `None` for unknown names.
    pub fn op_by_name(&self, name: &str) -> Option<OpDefId> {
        self.op_by_full_name(name).or_else(|| self.op_by_other_prefix(name))
    }

    /// Returns the op with the given full name, or else with the given alias; `None` for unknown names.
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

    /// Returns all dialects' hooks for dense constants.
    pub fn dense_forms(&self) -> impl Iterator<Item = &'static DenseForm> + '_ {
        self.dialects.iter().filter_map(|d| d.dialect.dense)
    }

    fn op_prefixes(&self) -> impl Iterator<Item = OpPrefix> + '_ {
        self.dialects.iter().flat_map(|d| d.dialect.op_prefixes).copied().map(OpPrefix::new)
    }

    /// Returns the name of a type in LLVM-compatible text forms with [`TextForm::uses_later_formats`].
    pub fn later_type(&self, name: &'static str) -> &'static str {
        let mut later_types = self.dialects.iter().flat_map(|d| d.dialect.later_types);
        later_types.find(|(known, _)| *known == name).map_or(name, |(_, later)| later)
    }

    /// Returns the name of an op in an LLVM-compatible text form, if it differs from the op's own name.
    pub fn name_in(&self, form: &TextForm, name: &str) -> Option<String> {
        form.op_name(name).map(str::to_owned).or_else(|| self.with_op_prefix(name))
    }

    /// Replaces an op name's canonical prefix with the alias in [`Dialect::op_prefixes`]; `None` if no prefix
    /// applies.
    pub fn with_op_prefix(&self, name: &str) -> Option<String> {
        self.op_prefixes().find_map(|OpPrefix { alias, head, tail }| {
            Some(format!("{alias}{}", name.strip_prefix(head)?.strip_suffix(tail)?))
        })
    }

    /// Returns the op with the given instruction set and opcode; `None` if no registered op has them.
    pub fn op_by_code(&self, set: u16, opcode: u32) -> Option<OpDefId> {
        let mut dialects = self.dialects.iter().filter(|_| opcode != NO_OPCODE);
        dialects.find_map(|dialect| dialect.op_by_code(set, opcode))
    }

    /// Returns the layout of the instructions of an op definition.
    #[inline]
    pub fn layout(&self, id: OpDefId) -> &'static InstructionLayout {
        &self.op(id).layout
    }

    /// Returns the op's assembly format, compiled on first use.
    pub fn format(&self, id: OpDefId) -> &Format {
        let def = self.op(id);
        self.compiled(&self.formats)[usize::from(id.0)].get_or_init(|| Format::compile(def, def.format))
    }

    /// Returns the op's assembly format in an LLVM-compatible text form, or the default format if `form` is `None`.
    pub fn format_in(&self, id: OpDefId, form: Option<&TextForm>) -> &Format {
        let later = || form.filter(|form| form.uses_later_formats).and_then(|_| self.later_format(id));
        let own = self.forms.iter().find(|(known, _)| form == Some(known));
        let own = own.and_then(|(form, formats)| self.own_format(id, form, formats));
        own.or_else(later).unwrap_or_else(|| self.format(id))
    }

    /// Returns the op's assembly formats in LLVM-compatible text forms, excluding the default format
    /// ([`Registry::format`]).
    pub fn strict_formats(&self, id: OpDefId) -> impl Iterator<Item = &Format> {
        let own = self.forms.iter().filter_map(move |(form, formats)| self.own_format(id, form, formats));
        self.later_format(id).into_iter().chain(own)
    }

    /// Returns the format of an op that is specific to the given LLVM-compatible text form, if any.
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

    /// Returns the op's format with [`TextForm::uses_later_formats`], if it differs from the default format.
    pub fn later_format(&self, id: OpDefId) -> Option<&Format> {
        let def = Some(self.op(id)).filter(|def| !def.later_format.is_empty())?;
        let compile = || Format::compile(def, def.later_format);
        Some(self.compiled(&self.later_formats)[usize::from(id.0)].get_or_init(compile))
    }

    /// Returns the format cells, indexed by op definition. Each format is compiled on first use.
    fn compiled<'a>(&self, formats: &'a OnceLock<Vec<OnceLock<Format>>>) -> &'a [OnceLock<Format>] {
        formats.get_or_init(|| self.ops.iter().map(|_| OnceLock::new()).collect())
    }

    /// Returns all type definitions.
    pub fn types(&self) -> &[ParamDef] {
        &self.types
    }

    /// Returns all attribute definitions.
    pub fn attrs(&self) -> &[ParamDef] {
        &self.attrs
    }

    /// Returns the definition of the type with the given index.
    pub fn type_def(&self, id: ParamDefId) -> &ParamDef {
        &self.types[id.0 as usize]
    }

    /// Returns the type definition with the given full name; `None` for unknown names.
    pub fn type_by_name(&self, name: &str) -> Option<ParamDefId> {
        self.types.iter().position(|def| def.name == name).map(|number| ParamDefId(number as u16))
    }

    /// Returns the type definition that LLVM-compatible text forms call `name`, if no definition has that name itself.
    pub fn type_by_later_name(&self, name: &str) -> Option<ParamDefId> {
        let mut later_types = self.dialects.iter().flat_map(|d| d.dialect.later_types);
        self.type_by_name(later_types.find(|(_, later)| *later == name)?.0)
    }

    /// Returns the definition of the attribute with the given index.
    pub fn attr_def(&self, id: ParamDefId) -> &ParamDef {
        &self.attrs[id.0 as usize]
    }

    /// Returns the attribute definition with the given full name; `None` for unknown names.
    pub fn attr_by_name(&self, name: &str) -> Option<ParamDefId> {
        self.attrs.iter().position(|def| def.name == name).map(|number| ParamDefId(number as u16))
    }

    /// Returns the reason why any dialect considers a type invalid; `None` for valid types.
    pub fn type_problem(&self, ctx: &Context, ty: Type) -> Option<String> {
        self.dialects.iter().find_map(|d| d.dialect.type_problem?(ctx, ty))
    }

    /// Returns all dialects' writers of attributes whose spelling differs if the dialect's alias is used.
    pub fn spellings(&self) -> &[SpellingFn] {
        &self.spellings
    }

    /// Returns the reason why the result type of an op cannot be inferred, if any dialect has a specific one.
    pub fn inference_problem(&self, ctx: &Context, body: &Body, op: Op) -> Option<String> {
        self.dialects.iter().find_map(|d| d.dialect.inference_problem?(ctx, body, op))
    }

    /// Prints an op for messages; `None` if no dialect provides a printer.
    pub fn op_text(&self, ctx: &Context, body: &Body, op: Op) -> Option<String> {
        self.dialects.iter().find_map(|d| d.dialect.op_text).map(|text| text(ctx, body, op))
    }

    /// Returns all dialects' constructors of verifier checks.
    pub fn checks(&self) -> &[crate::verify::MakeCheck] {
        &self.checks
    }

    /// Returns all dialects' hooks for the generic form in LLVM-compatible text forms.
    pub fn generic_forms(&self) -> &[&'static GenericForm] {
        &self.generic_forms
    }

    /// Returns the parser and printer of the `custom(name,$param)` directive with the given name; `None` for unknown
    /// names.
    pub fn directive(&self, name: &str) -> Option<(DirectiveParseFn, DirectivePrintFn)> {
        let mut directives = self.dialects.iter().flat_map(|d| d.dialect.directives);
        directives.find(|(known, ..)| *known == name).map(|(_, parse, print)| (*parse, *print))
    }

    /// Returns the canonical namespace of a dialect, given its namespace or an alias; `None` for unknown names.
    pub fn namespace(&self, name: &str) -> Option<&'static str> {
        let mut dialects = self.dialects.iter().map(|d| &d.dialect);
        dialects.find(|d| d.name == name || d.aliases.contains(&name)).map(|d| d.name)
    }

    /// Returns the name that messages use for the dialect of the op name `op`. Empty if the dialect has no title.
    pub fn title(&self, op: &str) -> &'static str {
        let namespace = op.split('.').next().unwrap_or(op);
        self.dialect(namespace).map_or("", |dialect| dialect.title)
    }

    /// Returns the aliases of a namespace.
    pub fn namespace_aliases(&self, name: &str) -> &'static [&'static str] {
        self.dialect(name).map_or(&[], |dialect| dialect.aliases)
    }

    /// Returns the first alias of a namespace, if any.
    pub fn dialect_alias(&self, name: &str) -> Option<&'static str> {
        self.namespace_aliases(name).first().copied()
    }

    /// Returns the namespaces of all registered dialects.
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
