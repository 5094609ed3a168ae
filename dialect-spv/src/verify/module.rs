//! Verification of whole modules, and of instructions from unknown extended instruction sets

use super::{View, cycles, dict_problem, is_foreign, nested_refs};
use crate::attributes::{AttrKind, typed_constant, view};
use crate::decorations::{IMPORT_DECORATIONS, IMPORT_NAMES, MEMBER_DECORATIONS};
use crate::generated::opcodes;
use crate::sets::find_set;
use crate::spv;
use crate::structure;
use spv_ir::builtin;
use spv_ir::dialect::OpRow;
use spv_ir::{AttrData, Attribute, walk};

/// Returns LLVM 14's error message for an op of another dialect in a `spv.module`, or in a function inside one.
pub fn not_allowed(in_function: bool) -> &'static str {
    match in_function {
        true => "is not allowed: functions in 'spv.module' can only contain spv.* ops",
        false => "is not allowed: 'spv.module' can only contain spv.* ops",
    }
}

/// Rejects a registered op of another dialect in a `spv.module`, because the op cannot be encoded in a binary. A
/// function outside a module may contain such ops after partial conversion.
pub fn foreign(v: &mut View<'_, '_>) {
    let Some(holder) = v.holder() else { return };
    let in_module = std::ptr::eq(holder, &structure::MODULE);
    if in_module || v.scope.above != Some(builtin::MODULE_ID) {
        v.error(not_allowed(!in_module));
    }
}

/// Returns an error message if the extended instruction set `name` cannot be imported. For an unknown instruction set,
/// the importer could not tell which operands are ids.
fn unknown_set(name: &str) -> Option<String> {
    let known = find_set(name).is_some() || name.starts_with("NonSemantic.");
    (!known).then(|| format!("unknown extended instruction set \"{name}\""))
}

/// The kind of value that a list attribute of a module contains.
#[derive(Clone, Copy)]
enum ItemKind {
    Type,
    Dict,
    Number,
    Text,
    /// A type, symbol or typed constant.
    Id,
}

/// List attributes of a module: key, kinds of the values in each element, open flag, and description for messages. If
/// the flag is true, the values after the first may repeat or be absent.
const LISTS: &[(&str, &[ItemKind], bool, &str)] = &[
    ("ext_inst_imports", &[ItemKind::Text], false, "array of strings"),
    (
        IMPORT_NAMES,
        &[ItemKind::Text, ItemKind::Text],
        true,
        "array of arrays, each with an import and its names",
    ),
    (
        IMPORT_DECORATIONS,
        &[ItemKind::Text, ItemKind::Dict],
        false,
        "array of arrays, each with an import and a dictionary",
    ),
    (
        "type_names",
        &[ItemKind::Type, ItemKind::Text],
        true,
        "array of arrays, each with a type and its names",
    ),
    (
        "type_decorations",
        &[ItemKind::Type, ItemKind::Dict],
        false,
        "array of arrays, each with a type and a dictionary",
    ),
    (
        MEMBER_DECORATIONS,
        &[ItemKind::Id, ItemKind::Number, ItemKind::Dict],
        true,
        "array of arrays, each with a type or symbol, and members with their dictionaries",
    ),
    (
        "member_names",
        &[ItemKind::Type, ItemKind::Number, ItemKind::Text],
        true,
        "array of arrays, each with a type, and members with their names",
    ),
    ("decoration_groups", &[ItemKind::Dict], false, "array of dictionaries"),
    ("unused", &[ItemKind::Id], false, "array of types, symbols and typed constants"),
];

/// Returns whether a key is the key of a module's list attribute.
pub(super) fn is_list(key: &str) -> bool {
    LISTS.iter().any(|(list, ..)| *list == key)
}

impl View<'_, '_> {
    /// Returns the definition of the enclosing module, function or graph. Returns `None` if the enclosing op is of
    /// another dialect.
    fn holder(&self) -> Option<&'static OpRow> {
        let (around, owner) = self.scope.owner?;
        let row = self.ctx().registry().op(around.def(owner)).row;
        let holders = [&structure::MODULE, &structure::FUNC, &structure::GRAPH];
        holders.into_iter().any(|holder| std::ptr::eq(row, holder)).then_some(row)
    }

    fn is_entry(&self, attr: Attribute, entry: ItemKind) -> bool {
        let ctx = self.ctx();
        let data = ctx.attr_data(attr);
        match entry {
            ItemKind::Type => matches!(data, AttrData::Type(_)),
            ItemKind::Dict => matches!(data, AttrData::Dict(_)),
            ItemKind::Number => ctx.attr_u64(attr).is_some_and(|number| u32::try_from(number).is_ok()),
            ItemKind::Text => matches!(data, AttrData::String(_)),
            ItemKind::Id => {
                matches!(data, AttrData::Type(_) | AttrData::Symbol(_)) || typed_constant(ctx, attr).is_some()
            }
        }
    }

    /// Returns whether an element of a list attribute has values of the required kinds. If `open` is true, the values
    /// after the first may repeat or be absent.
    fn fits(&self, attr: Attribute, entries: &[ItemKind], open: bool) -> bool {
        let [first, rest @ ..] = entries else { return false };
        if rest.is_empty() {
            return self.is_entry(attr, *first);
        }
        let Some([head, items @ ..]) = self.ctx().attr_array(attr) else { return false };
        let enough = items.len() == rest.len() || (open && items.len().is_multiple_of(rest.len()));
        enough
            && self.is_entry(*head, *first)
            && items.iter().zip(rest.iter().cycle()).all(|(item, entry)| self.is_entry(*item, *entry))
    }

    /// Returns the error message for the first invalid type, constant or dictionary in the module's list attributes.
    /// Returns `None` if all are valid.
    fn problem_in_lists(&self) -> Option<String> {
        let ctx = self.ctx();
        let lists = LISTS.iter().filter_map(|(key, ..)| ctx.dict_get(self.body().attrs(self.op), key));
        let entries = lists.flat_map(|list| ctx.attr_array(list).unwrap_or(&[]));
        let parts = entries.flat_map(|entry| ctx.attr_array(*entry).unwrap_or(std::slice::from_ref(entry)));
        parts.copied().find_map(|attr| {
            let constant = || typed_constant(ctx, attr).map(|(_, ty)| ty);
            match ctx.attr_type(attr).or_else(constant) {
                Some(ty) if is_foreign(ctx, ty) => Some(format!("'{}' has no binary form", self.text(ty))),
                Some(ty) => self.checks.problems.get(&ty).cloned(),
                None => dict_problem(ctx, &self.checks.references, attr),
            }
        })
    }

    /// Returns the key of the module's first malformed list attribute, and a description of the correct form. Returns
    /// `None` if all list attributes are well-formed.
    fn wrong_list(&self) -> Option<(&'static str, &'static str)> {
        let ctx = self.ctx();
        let attrs = self.body().attrs(self.op);
        let number = |key: &&'static str| {
            ctx.dict_get(attrs, key).is_some_and(|attr| !self.is_entry(attr, ItemKind::Number))
        };
        if let Some(key) = ["generator", "schema"].into_iter().find(number) {
            return Some((key, "32-bit number"));
        }
        let wrong = |(key, entries, open, _): &&(&str, &[ItemKind], bool, &str)| {
            let Some(list) = ctx.dict_get(attrs, key) else { return false };
            !ctx.attr_array(list).is_some_and(|list| list.iter().all(|attr| self.fits(*attr, entries, *open)))
        };
        LISTS.iter().find(wrong).map(|(key, _, _, what)| (*key, *what))
    }
}

/// Checks the position of `spv.module`, its list attributes, imports, import names, and contents.
pub fn module(v: &mut View<'_, '_>) {
    let ctx = v.ctx();
    if let Some(holder) = v.holder() {
        let name = holder.name;
        return v
            .error(&format!("is not allowed in the body of a '{name}': a binary contains a single module"));
    }
    if let Some((key, what)) = v.wrong_list() {
        return v.error(&format!("attribute '{key}' failed to satisfy constraint: {what}"));
    }
    let triple = v.slot_attr(spv::Module::VCE_TRIPLE);
    if triple.is_some_and(|triple| !matches!(view(ctx, triple), Some((AttrKind::Vce, _)))) {
        return v.error(
            "attribute 'vce_triple' failed to satisfy constraint: version, capabilities and extensions, as in \
             '#spv.vce<v1.0, [Shader], []>'",
        );
    }
    if let Some(problem) = v.problem_in_lists() {
        return v.error(&problem);
    }
    let list = |key| ctx.dict_get(v.body().attrs(v.op), key).and_then(|a| ctx.attr_array(a)).unwrap_or(&[]);
    let imports = list("ext_inst_imports");
    if let Some(problem) = imports.iter().filter_map(|a| ctx.attr_str(*a)).find_map(unknown_set) {
        return v.error(&problem);
    }
    for key in [IMPORT_NAMES, IMPORT_DECORATIONS] {
        let mut left = imports.to_vec();
        for entry in list(key) {
            let import = ctx.attr_array(*entry).and_then(|items| items.first());
            match left.iter().position(|other| Some(other) == import) {
                Some(at) => _ = left.remove(at),
                None => return v.error(&format!("attribute '{key}' names an import that the module lacks")),
            }
        }
    }
    if let Some(body) = v.body().nested(v.op) {
        for op in walk::top_ops(body) {
            let row = ctx.registry().op(body.def(op)).row;
            if (row.set, row.opcode) == (0, opcodes::UNDEF) {
                let problem = "is not allowed in the body of a 'spv.module': write 'spv.GlobalConstant \
                               @name = #spv.undef<0> : type' for an undefined value";
                return v.error_inside(body, op, problem);
            }
        }
    }
    nested_refs::module(v);
    cycles::module(v);
}

/// Checks `spv.Source`. An optional operand requires that the operands before it are present.
pub fn source(v: &mut View<'_, '_>) {
    let def = v.ctx().registry().op(v.body().def(v.op));
    let has = |name| def.param(name).is_some_and(|param| v.slot_attr(def.slot_of(param)).is_some());
    if has("source") && !has("file") {
        v.error("has a text, but no file: name the file before it, as in 'spv.Source \"GLSL\", 450, @file, \"text\"'");
    }
}

/// Checks that `spv.ExtInst` is an instruction of a non-semantic set. All other sets have an op for each instruction.
pub fn ext_inst(v: &mut View<'_, '_>) {
    let name = v.slot_attr(spv::ExtInst::SET).and_then(|attr| v.ctx().attr_str(attr));
    if let Some(problem) = name.and_then(unknown_set) {
        return v.error(&problem);
    }
    let name = name.filter(|name| !name.starts_with("NonSemantic."));
    let Some((name, set)) = name.and_then(|name| Some((name, find_set(name)?))) else { return };
    let number = v.slot(spv::ExtInst::INSTRUCTION);
    let registry = v.ctx().registry();
    v.error(&match registry.op_by_code(set.number, number) {
        Some(def) => {
            let name = registry.op(def).row.name;
            format!("cannot hold an instruction that has its own op: use '{name}'")
        }
        None => format!("\"{name}\" has no instruction {number}"),
    });
}
