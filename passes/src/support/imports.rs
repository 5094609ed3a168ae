//! Imported extended instruction sets of a module

use crate::pass::SpvModule;
use spv_dialect::attributes::{AttrKind, view};
use spv_dialect::decorations::{IMPORT, IMPORT_DECORATIONS, IMPORT_NAMES};
use spv_dialect::sets;
use spv_ir::{Attribute, Body, Builder, Context, Ident, Op, walk};

/// Removes the imports that `selects` accepts from the module's list of extended instruction sets. Call after erasing
/// their instructions. Does nothing if an instruction refers to an import as an operand.
pub(crate) fn drop_imports(module: &mut SpvModule<'_>, selects: fn(&sets::ExtSet) -> bool) {
    let ctx = module.ctx;
    let attrs = module.outer.attrs(module.op);
    let Some(list) = ctx.dict_get(attrs, "ext_inst_imports").and_then(|a| ctx.attr_array(a)) else { return };
    let known = |a: Attribute| ctx.attr_str(a).and_then(sets::find_set);
    let unknown = |a: Attribute| ctx.attr_str(a).is_some_and(|name| name.starts_with("NonSemantic."));
    // Instructions with an import operand refer to the import by index.
    if names_imports(ctx, module.body) {
        return;
    }
    let goes = |a: Attribute| known(a).map_or(unknown(a) && selects(&UNKNOWN), selects);
    let kept: Vec<Attribute> = list.iter().copied().filter(|&a| !goes(a)).collect();
    if kept.len() != list.len() {
        let key = ctx.ident("ext_inst_imports");
        let mut entries: Vec<_> = ctx.dict(attrs).iter().copied().filter(|(k, _)| *k != key).collect();
        let left = |entry: &Attribute| {
            ctx.attr_array(*entry).and_then(|items| items.first()).is_some_and(|import| kept.contains(import))
        };
        let of_imports = |key: Ident| [IMPORT_NAMES, IMPORT_DECORATIONS].contains(&ctx.str(key));
        for (_, list) in entries.iter_mut().filter(|(key, _)| of_imports(*key)) {
            let all = ctx.attr_array(*list).unwrap_or(&[]);
            *list = ctx.array_attr(&all.iter().copied().filter(left).collect::<Vec<_>>());
        }
        entries.retain(|&(key, list)| {
            !of_imports(key) || ctx.attr_array(list).is_some_and(|list| !list.is_empty())
        });
        if !kept.is_empty() {
            entries.push((key, ctx.array_attr(&kept)));
        }
        let attrs = (!entries.is_empty()).then(|| ctx.dict_attr(entries));
        Builder::new(module.outer).set_attrs(module.op, attrs);
        let mut left = 0;
        let mut numbers = Vec::new();
        for &import in list {
            numbers.push((!goes(import)).then_some(left));
            left += u32::from(!goes(import));
        }
        renumber_imports(ctx, module.body, &numbers);
        for op in module.functions() {
            module.function_mut(op, |body| renumber_imports(ctx, body, &numbers));
        }
    }
}

/// Returns whether an instruction of the body or of a nested body has an import as an operand.
fn names_imports(ctx: &Context, body: &Body) -> bool {
    let names_one = |body: &Body, op: Op| {
        let slots = ctx.registry().layout(body.def(op)).attribute_slots();
        let mut attrs = slots.filter_map(|slot| Attribute::from_raw(*body.slots(op).get(slot)?));
        let is_import = |attr: Attribute| matches!(view(ctx, attr), Some((AttrKind::Import, _)));
        attrs.any(|attr| {
            is_import(attr) || ctx.attr_array(attr).unwrap_or(&[]).iter().any(|item| is_import(*item))
        })
    };
    walk::ops(body).any(|op| {
        names_one(body, op)
            || body.nested(op).is_some_and(|inner| walk::ops(inner).any(|op| names_one(inner, op)))
    })
}

/// Updates the import indices of instructions after imports were removed. `numbers` maps each old index to the new one,
/// or to `None` if the import was removed.
fn renumber_imports(ctx: &Context, body: &mut Body, numbers: &[Option<u32>]) {
    let of = |op: &Op| Some((*op, ctx.attr_u64(ctx.dict_get(body.attrs(*op), IMPORT)?)?));
    let ops: Vec<(Op, u64)> = walk::ops(body).filter_map(|op| of(&op)).collect();
    for (op, number) in ops {
        let new = usize::try_from(number).ok().and_then(|number| *numbers.get(number)?);
        let rest = ctx.dict_without(body.attrs(op), IMPORT);
        let mut entries = ctx.dict(rest).to_vec();
        entries.extend(new.map(|new| (ctx.ident(IMPORT), ctx.i32_attr(new))));
        let attrs = (!entries.is_empty()).then(|| ctx.dict_attr(entries));
        Builder::new(body).set_attrs(op, attrs);
    }
}

/// Placeholder for a non-semantic extended instruction set that the grammar does not have.
static UNKNOWN: sets::ExtSet = sets::ExtSet {
    number: 0,
    import_name: "",
    prefix: "",
    non_semantic: true,
    debug_info: false,
    rows: &[],
    enums: &[],
};
