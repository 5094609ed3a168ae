//! Erasure of decorations from symbols, values, types, members and decoration groups

use crate::pass::SpvModule;
use rustc_hash::FxHashSet;
use spv_dialect::decorations::{GROUPS, IMPORT_DECORATIONS, MEMBER_DECORATIONS, TYPE_DECORATIONS, without};
use spv_dialect::types::{self, Struct};
use spv_ir::replace::{new_inner_types, rename_types, types_within, with_components};
use spv_ir::{AttrData, Attribute, Block, Body, Builder, Context, Op, Type, Value, walk};

/// Module attributes that list decorations, as dictionaries or arrays of dictionaries.
const LISTS: [&str; 4] = [GROUPS, IMPORT_DECORATIONS, MEMBER_DECORATIONS, TYPE_DECORATIONS];

/// Erases the decorations with the given keys from symbols, values, types, members and decoration groups. Returns
/// whether all of them were erased. Recursive types, and types that contain them, retain their decorations.
pub(crate) fn erase_decorations(module: &mut SpvModule<'_>, keys: &[&str]) -> bool {
    let ctx = module.ctx;
    for op in module.functions() {
        module.function_mut(op, |body| erase_from_body(ctx, body, keys));
    }
    erase_from_body(ctx, module.body, keys);
    let mut entries = ctx.dict(module.outer.attrs(module.op)).to_vec();
    for (_, list) in entries.iter_mut().filter(|(key, _)| LISTS.contains(&ctx.str(*key))) {
        *list = list_without(ctx, *list, keys);
    }
    let types = with_components(ctx, types_within(ctx, module.outer, module.op, module.body));
    let is_changed = |&ty: &Type| struct_without(ctx, ty, &|ty| ty, keys).is_some();
    let changes = types.iter().any(is_changed);
    let is_cyclic = changes && types.iter().any(|&ty| contains_itself(ctx, ty));
    if changes && !is_cyclic {
        let mut attrs: Vec<Attribute> = entries.iter().map(|entry| entry.1).collect();
        let mut change = |ty: Type, new: &dyn Fn(Type) -> Type| struct_without(ctx, ty, new, keys);
        rename_types(ctx, module.body, &mut attrs, &[], &mut change);
        entries.iter_mut().zip(attrs).for_each(|(entry, attr)| entry.1 = attr);
    }
    let attrs = (!entries.is_empty()).then(|| ctx.dict_attr(entries));
    Builder::new(module.outer).set_attrs(module.op, attrs);
    !is_cyclic
}

/// Returns whether a struct type contains a pointer to itself.
fn contains_itself(ctx: &Context, ty: Type) -> bool {
    let Some(parts) = types::structure(ctx, ty) else { return false };
    let mut inner = FxHashSet::default();
    for member in parts.members.iter().filter_map(|&member| ctx.attr_type(member)) {
        new_inner_types(ctx, member, &mut inner);
    }
    inner.contains(&ty)
}

fn erase_from_body(ctx: &Context, body: &mut Body, keys: &[&str]) {
    let ops: Vec<Op> = walk::ops(body).collect();
    let blocks: Vec<Block> = walk::blocks(body).collect();
    let mut values: Vec<Value> = ops.iter().flat_map(|&op| body.results(op)).collect();
    values.extend(blocks.iter().flat_map(|&block| body.args(block)));
    let mut builder = Builder::new(body);
    for value in values {
        let mut annotations = builder.value_annotations(value);
        let attrs = without(ctx, annotations.attrs, keys);
        if attrs != annotations.attrs {
            annotations.attrs = attrs;
            builder.set_value_annotations(value, annotations);
        }
    }
    for op in ops {
        let attrs = without(ctx, builder.attrs(op), keys);
        if attrs != builder.attrs(op) {
            builder.set_attrs(op, attrs);
        }
    }
}

/// Returns a struct type without the given decorations, or `None` if this changes neither decorations nor members.
fn struct_without(ctx: &Context, ty: Type, new: &dyn Fn(Type) -> Type, keys: &[&str]) -> Option<Type> {
    let parts = types::structure(ctx, ty)?;
    let unit = ctx.unit_attr();
    let decorations = without(ctx, parts.decorations, keys);
    let members = types::replaced_members(ctx, parts.members, new);
    let of_members: Vec<Attribute> = parts
        .member_decorations
        .iter()
        .map(|&dict| if dict == unit { unit } else { without(ctx, Some(dict), keys).unwrap_or(unit) })
        .collect();
    if decorations == parts.decorations && members == parts.members && of_members == parts.member_decorations
    {
        return None;
    }
    let params =
        Struct { decorations, members: &members, member_decorations: &of_members, ..parts }.params(ctx);
    Some(types::with_params(ctx, ty, &params))
}

/// Returns an array attribute after removing the given decorations from its dictionaries. Preserves empty
/// dictionaries, because other attributes refer to array elements by index.
fn list_without(ctx: &Context, list: Attribute, keys: &[&str]) -> Attribute {
    let bare = |&item: &Attribute| match ctx.attr_data(item) {
        AttrData::Dict(_) => without(ctx, Some(item), keys).unwrap_or_else(|| ctx.dict_attr(Vec::new())),
        _ => item,
    };
    let entry = |item: &Attribute| match ctx.attr_array(*item) {
        Some(parts) => ctx.array_attr(&parts.iter().map(bare).collect::<Vec<_>>()),
        None => bare(item),
    };
    let entries: Vec<Attribute> = ctx.attr_array(list).unwrap_or(&[]).iter().map(entry).collect();
    ctx.array_attr(&entries)
}
