//! What dialects register, and all of it together.

use super::{
    GenericForm, InferenceProblemFn, InstructionLayout, NO_OPCODE, OpDef, OpTextFn, ParamDef, SpellingFn,
    Traits, TypeProblemFn,
};
use crate::asm::{DirectiveParseFn, DirectivePrintFn};
use crate::body::Body;
use crate::context::Context;
use crate::entity::Op;
use crate::handles::{OpDefId, ParamDefId};
use crate::text_form::TextForm;
use crate::types::Type;
use std::any::Any;
use std::sync::Arc;

/// What a dialect registers.
#[derive(Clone, Default)]
pub struct Dialect {
    /// Namespace, e.g. `spv`.
    pub name: &'static str,
    /// What messages call it, e.g. `SPIR-V`; empty: nothing.
    pub title: &'static str,
    /// Other namespaces read as this one, e.g. `spirv`.
    pub aliases: &'static [&'static str],
    /// Operations. Their order fixes [`OpDefId`]s.
    pub ops: Vec<OpDef>,
    /// The number of its first op, where its ops have constants of their numbers. One dialect may ask for the first
    /// number after the builtin ops.
    pub first_op: Option<OpDefId>,
    /// Other names of ops: (alias, canonical), both full.
    pub op_aliases: &'static [(&'static str, &'static str)],
    /// Other beginnings of names of ops: (alias, canonical). A canonical one without a dot at its end is a suffix instead:
    /// (`x.KHR.`, `x.KHR`) spells `x.AddKHR` as `x.KHR.Add`.
    pub op_prefixes: &'static [(&'static str, &'static str)],
    /// Types.
    pub types: Vec<ParamDef>,
    /// Types, and what strict text with [`TextForm::later_formats`] calls them, both full.
    pub later_types: &'static [(&'static str, &'static str)],
    /// Attributes.
    pub attrs: Vec<ParamDef>,
    /// The `custom(name,$param)` directives of formats, by name.
    pub directives: Vec<(&'static str, DirectiveParseFn, DirectivePrintFn)>,
    /// What the verifier checks beyond rows and traits.
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

/// Another beginning of names of ops, as [`Dialect::op_prefixes`] says: what follows it is between head and tail else.
struct OpPrefix {
    alias: &'static str,
    head: &'static str,
    tail: &'static str,
}

impl OpPrefix {
    fn new(alias: &'static str, prefix: &'static str) -> OpPrefix {
        let (head, tail) = prefix.split_at(prefix.rfind('.').map_or(prefix.len(), |dot| dot + 1));
        OpPrefix { alias, head, tail }
    }
}

/// All registered dialects: filled once, then frozen and shared between contexts.
pub struct Registry {
    ops: Vec<OpDef>,
    op_names: rustc_hash::FxHashMap<&'static str, OpDefId>,
    /// Other names; an op of that name comes first.
    op_aliases: rustc_hash::FxHashMap<&'static str, OpDefId>,
    op_prefixes: Vec<OpPrefix>,
    later_types: Vec<(&'static str, &'static str)>,
    /// Per instruction set: opcode -> definition + 1.
    op_codes: Vec<Vec<u16>>,
    /// By definition.
    layouts: Vec<InstructionLayout>,
    formats: Vec<std::sync::OnceLock<crate::format::Format>>,
    /// Of the ops that have another format in some strict forms, by definition.
    later_formats: rustc_hash::FxHashMap<OpDefId, std::sync::OnceLock<crate::format::Format>>,
    types: Vec<ParamDef>,
    type_names: rustc_hash::FxHashMap<&'static str, ParamDefId>,
    attrs: Vec<ParamDef>,
    attr_names: rustc_hash::FxHashMap<&'static str, ParamDefId>,
    directives: rustc_hash::FxHashMap<&'static str, (DirectiveParseFn, DirectivePrintFn)>,
    dialects: Vec<(&'static str, &'static [&'static str])>,
    /// Namespaces, and what messages call them.
    titles: Vec<(&'static str, &'static str)>,
    checks: Vec<crate::verify::MakeCheck>,
    /// What the verifier asks of definitions, computed when first needed.
    pub(crate) facts: std::sync::OnceLock<Box<[crate::verify::Facts]>>,
    generic_forms: Vec<&'static GenericForm>,
    type_problems: Vec<TypeProblemFn>,
    spellings: Vec<SpellingFn>,
    inference_problems: Vec<InferenceProblemFn>,
    op_text: Option<OpTextFn>,
    /// See [`Registry::constant_op`].
    constant_op: Option<OpDefId>,
    /// See [`Registry::derived`].
    derived: boxcar::Vec<Box<dyn Any + Send + Sync>>,
}

/// Adds a definition.
///
/// # Panics
/// If there is one of that name.
fn define<T>(names: &mut rustc_hash::FxHashMap<&'static str, T>, name: &'static str, value: T) {
    assert!(names.insert(name, value).is_none(), "{name} is registered twice");
}

impl Registry {
    /// Builds a registry from dialects, in order; the builtin dialect comes first by itself, then the one with
    /// [`Dialect::first_op`].
    ///
    /// # Panics
    /// If two dialects ask for numbers of their first ops, or one for another number than
    /// [`FIRST_DIALECT_OP`](crate::builtin::FIRST_DIALECT_OP), or if two definitions have one name or one opcode: an error of
    /// the program, found when it starts.
    pub fn new(mut dialects: Vec<Dialect>) -> Arc<Registry> {
        let mut r = Registry {
            ops: Vec::new(),
            op_names: Default::default(),
            op_aliases: Default::default(),
            op_prefixes: Vec::new(),
            later_types: Vec::new(),
            op_codes: Vec::new(),
            layouts: Vec::new(),
            formats: Vec::new(),
            later_formats: Default::default(),
            types: Vec::new(),
            type_names: Default::default(),
            attrs: Vec::new(),
            attr_names: Default::default(),
            directives: Default::default(),
            dialects: Vec::new(),
            titles: Vec::new(),
            checks: Vec::new(),
            facts: Default::default(),
            generic_forms: Vec::new(),
            type_problems: Vec::new(),
            spellings: Vec::new(),
            inference_problems: Vec::new(),
            op_text: None,
            constant_op: None,
            derived: boxcar::Vec::new(),
        };
        r.add(crate::builtin::dialect());
        dialects.sort_by_key(|dialect| dialect.first_op.is_none());
        for d in dialects {
            r.add(d);
        }
        r.formats.resize_with(r.ops.len(), Default::default);
        let later = r.ops.iter().enumerate().filter(|(_, def)| !def.later_format.is_empty());
        r.later_formats = later.map(|(id, _)| (OpDefId(id as u16), Default::default())).collect();
        r.layouts = r.ops.iter().map(|def| InstructionLayout::new(def.row)).collect();
        Arc::new(r)
    }

    fn add(&mut self, dialect: Dialect) {
        let first = OpDefId(self.ops.len() as u16);
        assert!(
            dialect.first_op.is_none_or(|id| id == first),
            "{}: its ops have other numbers",
            dialect.name
        );
        self.dialects.push((dialect.name, dialect.aliases));
        self.titles.push((dialect.name, dialect.title));
        self.ops.reserve(dialect.ops.len());
        self.op_names.reserve(dialect.ops.len());
        for def in dialect.ops {
            let id = self.ops.len() as u16;
            // A definition takes the place of an alias of another dialect.
            let name = def.row.name;
            let known = self.op_names.insert(name, OpDefId(id));
            let other = known
                .is_none_or(|known| self.ops.get(usize::from(known.0)).is_none_or(|op| op.row.name != name));
            assert!(other, "{name} is registered twice");
            let symbolic = def.traits.contains(Traits::SYMBOLIC);
            assert!(!symbolic || def.row.prefix() > 0, "{name}: its first parameters are no symbol and type");
            if def.traits.contains(Traits::CONSTANT_LIKE) && def.slots() == 1 {
                self.constant_op = self.constant_op.or(Some(OpDefId(id)));
            }
            if def.row.opcode != NO_OPCODE {
                let set = def.row.set as usize;
                if self.op_codes.len() <= set {
                    self.op_codes.resize(set + 1, Vec::new());
                }
                let codes = &mut self.op_codes[set];
                let code = def.row.opcode as usize;
                if codes.len() <= code {
                    codes.resize(code + 1, 0);
                }
                assert!(codes[code] == 0, "{}: another op has its opcode", def.row.name);
                codes[code] = id + 1;
            }
            self.ops.push(def);
        }
        for (alias, name) in dialect.op_aliases {
            if let Some(&id) = self.op_names.get(name) {
                self.op_aliases.insert(alias, id);
            }
        }
        self.op_prefixes
            .extend(dialect.op_prefixes.iter().map(|(alias, prefix)| OpPrefix::new(alias, prefix)));
        self.later_types.extend_from_slice(dialect.later_types);
        for def in dialect.types {
            define(&mut self.type_names, def.name, ParamDefId(self.types.len() as u16));
            self.types.push(def);
        }
        for def in dialect.attrs {
            define(&mut self.attr_names, def.name, ParamDefId(self.attrs.len() as u16));
            self.attrs.push(def);
        }
        for (name, parse, print) in dialect.directives {
            define(&mut self.directives, name, (parse, print));
        }
        self.checks.extend(dialect.check);
        self.generic_forms.extend(dialect.generic);
        self.type_problems.extend(dialect.type_problem);
        self.spellings.extend(dialect.spelling);
        self.inference_problems.extend(dialect.inference_problem);
        self.op_text = self.op_text.or(dialect.op_text);
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
    pub fn op(&self, id: OpDefId) -> &OpDef {
        &self.ops[id.0 as usize]
    }

    /// The op that makes a constant of the attribute in its one slot: the first registered with
    /// [`Traits::CONSTANT_LIKE`].
    pub fn constant_op(&self) -> Option<OpDefId> {
        self.constant_op
    }

    /// All op definitions in order.
    pub fn ops(&self) -> &[OpDef] {
        &self.ops
    }

    /// Op by its full name or an alias of it, in the dialect's own namespace.
    pub fn op_by_name(&self, name: &str) -> Option<OpDefId> {
        let named = self.op_names.get(name).or_else(|| self.op_aliases.get(name));
        named.copied().or_else(|| self.op_by_other_prefix(name))
    }

    #[cold]
    fn op_by_other_prefix(&self, name: &str) -> Option<OpDefId> {
        self.op_prefixes.iter().find_map(|OpPrefix { alias, head, tail }| {
            let own = format!("{head}{}{tail}", name.strip_prefix(alias)?);
            self.op_names.get(&own[..]).copied()
        })
    }

    /// What strict text with [`TextForm::later_formats`] calls a type.
    pub fn later_type(&self, name: &'static str) -> &'static str {
        self.later_types.iter().find(|(known, _)| *known == name).map_or(name, |(_, later)| later)
    }

    /// What a name of an op is with the prefixes of [`Dialect::op_prefixes`]; `None` where none applies.
    pub fn with_op_prefix(&self, name: &str) -> Option<String> {
        self.op_prefixes.iter().find_map(|OpPrefix { alias, head, tail }| {
            Some(format!("{alias}{}", name.strip_prefix(head)?.strip_suffix(tail)?))
        })
    }

    /// Op by instruction set and opcode.
    pub fn op_by_code(&self, set: u16, opcode: u32) -> Option<OpDefId> {
        let id = *self.op_codes.get(set as usize)?.get(opcode as usize)?;
        (id != 0).then(|| OpDefId(id - 1))
    }

    /// The layout of the instructions of a definition.
    #[inline]
    pub fn layout(&self, id: OpDefId) -> &InstructionLayout {
        &self.layouts[id.0 as usize]
    }

    /// The op's assembly format, compiled on first use.
    pub fn format(&self, id: OpDefId) -> &crate::format::Format {
        let def = self.op(id);
        self.formats[id.0 as usize].get_or_init(|| crate::format::Format::compile(def, def.format))
    }

    /// The op's assembly format in a strict form, or in ours.
    pub fn format_in(&self, id: OpDefId, form: Option<&TextForm>) -> &crate::format::Format {
        let later = form.filter(|form| form.later_formats).and_then(|_| self.later_format(id));
        later.unwrap_or_else(|| self.format(id))
    }

    /// The op's assembly format in strict text with [`TextForm::later_formats`], where it differs from ours.
    pub fn later_format(&self, id: OpDefId) -> Option<&crate::format::Format> {
        let format = self.later_formats.get(&id)?;
        Some(format.get_or_init(|| {
            let def = self.op(id);
            crate::format::Format::compile(def, def.later_format)
        }))
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
        self.type_names.get(name).copied()
    }

    /// Definition of an attribute.
    pub fn attr_def(&self, id: ParamDefId) -> &ParamDef {
        &self.attrs[id.0 as usize]
    }

    /// Attribute definition by full name.
    pub fn attr_by_name(&self, name: &str) -> Option<ParamDefId> {
        self.attr_names.get(name).copied()
    }

    /// What is wrong with a type by itself, as the dialects see it.
    pub fn type_problem(&self, ctx: &Context, ty: Type) -> Option<String> {
        self.type_problems.iter().find_map(|problem| problem(ctx, ty))
    }

    /// What writes attributes whose text differs where a dialect is spelled by its alias.
    pub fn spellings(&self) -> &[SpellingFn] {
        &self.spellings
    }

    /// Why the result type of an op cannot be found, as the dialects see it.
    pub fn inference_problem(&self, ctx: &Context, body: &Body, op: Op) -> Option<String> {
        self.inference_problems.iter().find_map(|problem| problem(ctx, body, op))
    }

    /// The text of an op for messages, where a dialect knows how to print one.
    pub fn op_text(&self, ctx: &Context, body: &Body, op: Op) -> Option<String> {
        self.op_text.map(|text| text(ctx, body, op))
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
        self.directives.get(name).copied()
    }

    /// The canonical namespace for `name`, where a dialect of that name or alias is registered.
    pub fn namespace(&self, name: &str) -> Option<&'static str> {
        self.dialects.iter().find(|(n, a)| *n == name || a.contains(&name)).map(|(n, _)| *n)
    }

    /// What messages call the dialect of an op; empty where it has no other name than its namespace.
    pub fn title(&self, op: &str) -> &'static str {
        let namespace = op.split('.').next().unwrap_or(op);
        self.titles.iter().find(|(name, _)| *name == namespace).map_or("", |(_, title)| title)
    }

    /// Other names of a namespace.
    pub fn namespace_aliases(&self, name: &str) -> &'static [&'static str] {
        self.dialects.iter().find(|(n, _)| *n == name).map_or(&[], |(_, aliases)| aliases)
    }

    /// The first other name of a namespace.
    pub fn dialect_alias(&self, name: &str) -> Option<&'static str> {
        self.namespace_aliases(name).first().copied()
    }

    /// Names of all registered dialects.
    pub fn dialects(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.dialects.iter().map(|(n, _)| *n)
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
        Registry::new(vec![Dialect { name: "twin", ops: vec![OpDef::new(row)], ..Dialect::default() }]);
    }
}
