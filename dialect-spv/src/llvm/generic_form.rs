//! Generic op form of LLVM 14 and 19: attribute names and grouping that differ from this dialect's op definitions

use super::{LLVM19, since};
use crate::decorations::{enum_text, enum_value};
use crate::generated::enums::{self, MEMORY_ACCESS};
use crate::generated::ops::{CORE, OPCODE};
use crate::generated::values::memory_access;
use crate::spv;
use crate::structure::{self, SPEC_CONSTANT_OPERATION};
use crate::table::core_index;
use crate::text::constants;
use crate::text::spec::literals_key;
use crate::types::pointer;
use spv_ir::dialect::{ABSENT, Arity, EnumDef, GenericForm, OpDef, OpRow, ParamKind, PropertyForm, Wrapped};
use spv_ir::text::OpState;
use spv_ir::{AttrData, Attribute, Body, Context, Ident, Op, Region, Signedness, TextForm};

/// Hooks that implement LLVM's generic form for the `spv` dialect.
pub static FORM: GenericForm =
    GenericForm { write, read, wrapped, unwrap, problem, property, enumerant, end: |_| None, name };

/// Mutable copy of an op's attributes during conversion.
type Attrs = Vec<(Ident, Attribute)>;

/// The representation of a parameter in LLVM's generic form.
#[derive(Clone, Copy)]
enum As {
    /// The parameter is printed under this key instead of its name.
    Key(&'static str),
    /// The parameter is split: the bit set has the first key, and the parameter of its enumerant has the second key.
    Split(&'static str, &'static str),
    /// The enumerant keeps its key, and the enumerant's parameters are an array under this key.
    Values(&'static str),
    /// The parameter is omitted if it is 0.
    NonZero,
    /// The parameter is omitted because another attribute implies it.
    Implied,
    /// The parameter is a 64-bit integer in LLVM and a 32-bit integer in this dialect.
    Wide,
    /// The parameter is an array that is printed even if it is empty.
    Array,
}

/// Parameters and discardable attributes that LLVM 14 prints differently: op name, parameter name, representation. An
/// empty op name applies to all ops.
const KEYS: &[(&str, &str, As)] = &[
    ("spv.ControlBarrier", "semantics", As::Key("memory_semantics")),
    ("spv.ControlBarrierArriveEXT", "semantics", As::Key("memory_semantics")),
    ("spv.ControlBarrierWaitEXT", "semantics", As::Key("memory_semantics")),
    ("spv.MemoryBarrier", "semantics", As::Key("memory_semantics")),
    ("spv.MemoryNamedBarrier", "semantics", As::Key("memory_semantics")),
    ("spv.CompositeExtract", "indexes", As::Key("indices")),
    ("spv.CompositeInsert", "indexes", As::Key("indices")),
    ("spv.FunctionCall", "function", As::Key("callee")),
    ("spv.ExecutionMode", "execution_mode", As::Values("values")),
    ("spv.ExecutionModeId", "execution_mode", As::Values("values")),
    ("spv.EntryPoint", "interface", As::Array),
    ("spv.SpecConstant", "type", As::Implied),
    ("spv.SpecConstant", "spec_id", As::Wide),
    ("spv.CooperativeMatrixLengthKHR", "type", As::Key("cooperative_matrix_type")),
    ("", "memory_layout", As::Key("matrix_layout")),
    ("", "cooperative_matrix_operands", As::Key("matrix_operands")),
    ("", "packed_vector_format", As::Key("format")),
    ("", "execution", As::Key("execution_scope")),
    ("", "memory", As::Key("memory_scope")),
    ("", "operation", As::Key("group_operation")),
    ("", "equal", As::Key("equal_semantics")),
    ("", "unequal", As::Key("unequal_semantics")),
    ("", "image_operands", As::Key(IMAGE_OPERANDS)),
    ("", "memory_access", As::Split("memory_access", "alignment")),
    ("", "memory_access_1", As::Split("source_memory_access", "source_alignment")),
    ("", "merge", As::NonZero),
    ("", "fused", As::NonZero),
    ("", "continue_target", As::NonZero),
];

/// Key of the image operands in LLVM versions before 22.
const IMAGE_OPERANDS: &str = "imageoperands";

/// Key of a memory access's alignment in LLVM. In this dialect, the same key denotes the Alignment decoration.
const DECORATION: &str = "alignment";

/// Key of a variable's storage class in LLVM. In this dialect, the variable's type implies the storage class.
const STORAGE_CLASS: &str = "storage_class";

/// Returns the parameters of an op that LLVM represents differently, with their representations. Yields nothing for ops
/// of other dialects.
fn rules(row: &'static OpRow) -> impl Iterator<Item = (&'static str, As)> {
    let own = row.name.starts_with("spv.");
    let rules = KEYS.iter().filter(move |(name, ..)| own && (name.is_empty() || *name == row.name));
    rules.map(|(_, key, how)| (*key, *how))
}

/// Discardable attributes of this dialect that are properties in LLVM 19: op name and key. An empty op name applies to
/// all ops.
const PROPERTIES: &[(&str, &str)] = &[
    ("spv.GlobalVariable", "binding"),
    ("spv.GlobalVariable", "descriptor_set"),
    ("spv.GlobalVariable", "location"),
    ("spv.ARM.Graph", "entry_point"),
    ("spv.ARM.GraphConstant", "graph_constant_id"),
    ("", "linkage_attributes"),
];

fn property(def: &OpDef, key: &str) -> Option<PropertyForm> {
    let name = def.row.name;
    if !name.starts_with("spv.") {
        return None;
    }
    let inherent = PROPERTIES.iter().any(|&(op, known)| known == key && (op.is_empty() || op == name));
    match key {
        _ if inherent => Some(PropertyForm::Inherent),
        "spec_id" => Some(PropertyForm::Discardable),
        _ => None,
    }
}

fn name(ctx: &Context, body: &Body, op: Op, form: &TextForm) -> Option<&'static str> {
    if since::REPLICATED_CONSTANTS.holds(Some(form)) { constants::name(ctx, body, op) } else { None }
}

fn enumerant(ctx: &Context, def: &EnumDef, value: u32, _: &TextForm) -> Option<Attribute> {
    let name = super::later_attributes::name_of(def)?;
    let text = enum_text(def, value);
    let names: Vec<&str> = text.split('|').map(|word| LLVM19.enumerant(def.name, word)).collect();
    Some(ctx.attr(AttrData::Opaque { text: ctx.ident(&format!("spirv.{name}<{}>", names.join("|"))) }))
}

fn write(ctx: &Context, body: &Body, op: Op, form: &TextForm, attrs: &mut Attrs) {
    let row = ctx.registry().op(body.def(op)).row;
    for (key, how) in rules(row) {
        let at = attrs.iter().position(|(k, _)| ctx.str(*k) == key);
        let Some(at) = at else {
            if matches!(how, As::Array) {
                attrs.push((ctx.ident(key), ctx.array_attr(&[])));
            }
            continue;
        };
        let value = attrs[at].1;
        let parts = |value| ctx.attr_array(value).unwrap_or(&[]);
        match how {
            As::Key(IMAGE_OPERANDS) if since::IMAGE_OPERANDS_KEY.holds(Some(form)) => {}
            As::Key(key) => attrs[at].0 = ctx.ident(key),
            As::Split(key, extra) => {
                attrs[at].0 = ctx.ident(key);
                let is_decorated = attrs.iter().any(|(k, _)| ctx.str(*k) == extra);
                match parts(value) {
                    // The bit set is printed as an array to show that the key `alignment` belongs to the decoration.
                    [] if is_decorated => attrs[at].1 = ctx.array_attr(&[value]),
                    [] => {}
                    _ if is_decorated => {}
                    [set] => attrs[at].1 = *set,
                    [set, rest @ ..] => {
                        attrs[at].1 = *set;
                        let extras = if let [one] = rest { *one } else { ctx.array_attr(rest) };
                        attrs.push((ctx.ident(extra), extras));
                    }
                }
            }
            As::Values(extra) => {
                if let [first, rest @ ..] = parts(value) {
                    attrs[at].1 = *first;
                    attrs.push((ctx.ident(extra), ctx.array_attr(rest)));
                } else {
                    attrs.push((ctx.ident(extra), ctx.array_attr(&[])));
                }
            }
            As::NonZero if ctx.attr_u64(value) == Some(0) => _ = attrs.remove(at),
            As::NonZero | As::Array => {}
            As::Implied => _ = attrs.remove(at),
            As::Wide => {
                let wide =
                    ctx.attr_u64(value).map(|n| ctx.int_attr(n, ctx.int_type(64, Signedness::Signless)));
                attrs[at].1 = wide.unwrap_or(value);
            }
        }
    }
    if std::ptr::eq(row, &structure::VARIABLE)
        && let Some((_, storage)) = pointer(ctx, body.value_type(body.result(op, 0)))
    {
        let named = if form.properties { enumerant(ctx, &enums::STORAGE_CLASS, storage, form) } else { None };
        attrs.push((ctx.ident(STORAGE_CLASS), named.unwrap_or_else(|| ctx.i32_attr(storage))));
    }
    if form.properties
        && row.name == "spv.func"
        && let Some((key, _)) = attrs.iter_mut().find(|(key, _)| ctx.str(*key) == "type")
    {
        *key = ctx.ident("function_type");
    }
}

fn read(ctx: &Context, def: &OpDef, attrs: &mut Attrs) {
    let row = def.row;
    let take = |attrs: &mut Attrs, key: &str| {
        let at = attrs.iter().position(|(k, _)| ctx.str(*k) == key)?;
        Some(attrs.remove(at).1)
    };
    for (key, how) in rules(row) {
        let known = def.param(key).is_some();
        match how {
            As::Key(written) if known => {
                if let Some(value) = take(attrs, written) {
                    attrs.push((ctx.ident(key), value));
                }
            }
            As::Split(set, extra) if known => {
                let Some(value) = take(attrs, set) else { continue };
                // LLVM 14 prints the bit set as an integer, LLVM 19 as a name. The key `alignment` belongs to the
                // decoration in three cases: the bit set is in an array, is absent, or does not contain `Aligned`.
                let aligned = |text: &str| {
                    enum_value(&MEMORY_ACCESS, text).is_some_and(|bits| bits & memory_access::ALIGNED != 0)
                };
                let stated = ctx.attr_u64(value).is_some() || ctx.attr_str(value).is_some_and(aligned);
                let is_decoration = !stated && extra == DECORATION;
                let extra = if is_decoration { None } else { take(attrs, extra) };
                let value = extra.map_or(value, |extra| ctx.array_attr(&[value, extra]));
                attrs.push((ctx.ident(key), value));
            }
            As::Values(extra) => {
                let Some(values) = take(attrs, extra) else { continue };
                let Some(first) = take(attrs, key) else { continue };
                let mut all = vec![first];
                all.extend_from_slice(ctx.attr_array(values).unwrap_or(&[values]));
                attrs.push((ctx.ident(key), ctx.array_attr(&all)));
            }
            As::Wide => {
                if let Some(value) = take(attrs, key) {
                    let narrow = ctx.attr_u64(value).and_then(|n| u32::try_from(n).ok());
                    attrs.push((ctx.ident(key), narrow.map_or(value, |n| ctx.i32_attr(n))));
                }
            }
            As::Implied => imply(ctx, key, attrs),
            As::Key(_) | As::Split(..) | As::NonZero | As::Array => {}
        }
    }
    if std::ptr::eq(row, &structure::VARIABLE) {
        take(attrs, STORAGE_CLASS);
    }
}

/// Adds the type of a specialization constant under `key`, unless it is present. The default value implies the type.
fn imply(ctx: &Context, key: &str, attrs: &mut Attrs) {
    let value = |name: &str| attrs.iter().find(|(k, _)| ctx.str(*k) == name).map(|(_, value)| *value);
    if value(key).is_some() {
        return;
    }
    let ty = value("default_value").and_then(|value| match *ctx.attr_data(value) {
        AttrData::Bool(_) => Some(ctx.common().i1),
        AttrData::Integer { ty, .. } | AttrData::Float { ty, .. } | AttrData::Dense { ty, .. } => Some(ty),
        _ => None,
    });
    attrs.extend(ty.map(|ty| (ctx.ident(key), ctx.type_attr(ty))));
}

/// Returns LLVM 14's message for a missing or superfluous alignment of a memory access. Returns `None` if the alignment
/// is valid.
fn problem(ctx: &Context, body: &Body, op: Op) -> Option<&'static str> {
    let def = ctx.registry().op(body.def(op));
    let split = |at: &usize| {
        rules(def.row).any(|(key, how)| key == def.row.params[*at].name && matches!(how, As::Split(..)))
    };
    (0..def.row.params.len()).filter(split).find_map(|at| {
        let slot = def.slot_of(at);
        let bits = body.slot(op, slot);
        let extras = body.slot_attr(op, slot + 1).is_some();
        match bits != ABSENT && bits & memory_access::ALIGNED != 0 {
            true if !extras => Some("missing alignment value"),
            false if extras && MEMORY_ACCESS.present(bits).all(|access| access.params.is_empty()) => {
                Some("invalid alignment specification with non-aligned memory access specification")
            }
            _ => None,
        }
    })
}

/// Returns the op inside the region of LLVM 14's `spv.SpecConstantOperation`, or `None` for other ops.
fn wrapped(ctx: &Context, body: &Body, op: Op) -> Option<Wrapped> {
    let row = ctx.registry().op(body.def(op)).row;
    if !std::ptr::eq(row, &SPEC_CONSTANT_OPERATION) {
        return None;
    }
    let opcode = body.slot(op, spv::SpecConstantOperation::OPCODE);
    let inner = &CORE[core_index(opcode)?];
    let items = body.slot_attr(op, spv::SpecConstantOperation::OPERANDS).and_then(|a| ctx.attr_array(a));
    let words = items.unwrap_or(&[]).get(body.own_operands(op).len()..).unwrap_or(&[]);
    let attrs = literals_key(opcode).filter(|_| !words.is_empty());
    let attrs = attrs.map(|key| (ctx.ident(key), ctx.array_attr(words))).into_iter().collect();
    Some(Wrapped { name: inner.name, attrs, end: structure::YIELD.name })
}

/// Converts LLVM 14's `spv.SpecConstantOperation`, which encloses an op in its region, to the opcode and operands of
/// that op. Returns whether the conversion succeeded.
fn unwrap(ctx: &Context, body: &Body, region: Region, state: &mut OpState) -> bool {
    let registry = ctx.registry();
    if !std::ptr::eq(registry.op(state.def).row, &SPEC_CONSTANT_OPERATION) {
        return false;
    }
    let Some(op) = body.first_block(region).and_then(|block| body.first_op(block)) else { return false };
    let def = registry.op(body.def(op));
    if def.row.set != 0 || !OPCODE.is_known(def.row.opcode) || body.result_count(op) != 1 {
        return false;
    }
    state.slots[spv::SpecConstantOperation::OPCODE] = def.row.opcode;
    state.operands.clear();
    state.operands.extend(body.own_operands(op));
    let list =
        def.row.params.iter().position(|p| matches!((p.kind, p.arity), (ParamKind::Word, Arity::Variadic)));
    let words = list.and_then(|at| body.slot_attr(op, def.slot_of(at))).map(|a| ctx.attr_data(a));
    if let Some(AttrData::Words(words)) = words {
        let mut items = vec![ctx.attr(AttrData::Operand); state.operands.len()];
        items.extend(words.iter().map(|word| ctx.i32_attr(*word)));
        state.slots[spv::SpecConstantOperation::OPERANDS] = ctx.array_attr(&items).raw();
    }
    state.attrs.extend_from_slice(ctx.dict(body.attrs(op)));
    state.results = vec![body.value_type(body.result(op, 0))];
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::opcodes as op;

    #[test]
    fn keys_are_those_of_parameters() {
        let registry = crate::registry();
        let named = |name: &str| registry.op_by_name(name).map(|id| registry.op(id));
        for (name, key, _) in KEYS.iter().filter(|(_, key, _)| *key != "spec_id") {
            let found = match *name {
                "" => registry.ops().iter().any(|def| def.param(key).is_some()),
                name => named(name).is_some_and(|def| def.param(key).is_some()),
            };
            assert!(found, "{name} {key}");
        }
        assert_eq!(literals_key(op::COMPOSITE_EXTRACT), Some("indices"));
    }
}
