//! Repacking of struct members (`struct-packing`)

use crate::options::{OptionError, OptionInfo};
use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use spv_dialect::layout::{LayoutError, LayoutRules, lay_out};
use spv_dialect::types::{self, Struct};
use spv_ir::names::base_name;
use spv_ir::replace::replace_types;
use spv_ir::{Attribute, Context, Diagnostic, Diagnostics, Place, Type, TypeData};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Recomputes the member offsets of the struct types with the given name by the given \
                  layout rules. Strides, and offsets in nested structs, do not change. A struct without \
                  offsets is not changed. The host must write the data of a buffer at the new offsets.",
    before: "!U = type !spv.struct<U, (f32 [0], f32 [16]), Block>",
    after: "!U = type !spv.struct<U, (f32 [0], f32 [4]), Block>",
    options: &[
        OptionInfo { name: "struct", default: "", help: "name of the struct; empty: change nothing" },
        OptionInfo {
            name: "rules",
            default: "std430",
            help: "`std140`, `std430`, `scalar` or `hlsl-cbuffer`",
        },
    ],
    statistics: &[("types", "Struct types changed")],
    ..PassInfo::new("struct-packing", "Repack the members of a struct", ControlFlow::Any, |options| {
        let rules = match options.text("rules") {
            "std140" => LayoutRules::Std140,
            "std430" => LayoutRules::Std430,
            "scalar" => LayoutRules::Scalar,
            "hlsl-cbuffer" => LayoutRules::HlslCbuffer,
            _ => {
                let message = "the option 'rules' is std140, std430, scalar or hlsl-cbuffer";
                return Err(OptionError::from(message.to_owned()));
            }
        };
        let name = options.text("struct").to_owned();
        Ok(Work::module(move |module: &mut SpvModule<'_>| run(module, &name, rules)))
    })
};

fn run(module: &mut SpvModule<'_>, name: &str, rules: LayoutRules) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    if name.is_empty() {
        return Ok(());
    }
    let (mut is_found, mut count) = (false, 0);
    let mut problem = None;
    replace_types(ctx, module.body, &mut |ty, new| {
        let parts = types::structure(ctx, ty)?;
        let members = types::replaced_members(ctx, parts.members, new);
        let is_named =
            matches!(ctx.type_data(ty), TypeData::Named { key, .. } if base_name(ctx.str(*key)) == name);
        is_found |= is_named;
        let replaced = (members != parts.members)
            .then(|| types::with_params(ctx, ty, &Struct { members: &members, ..parts }.params(ctx)));
        if !is_named {
            return replaced;
        }
        match packed(ctx, replaced.unwrap_or(ty), rules) {
            Ok(packed) => {
                count += u64::from(packed.is_some());
                packed.or(replaced)
            }
            Err(error) => {
                problem = Some(error);
                replaced
            }
        }
    });
    module.count(0, count);
    match problem {
        Some(error) => Err(error.into()),
        None if !is_found => {
            let message = format!("no struct type is named '{name}'");
            Err(Diagnostics { list: vec![Diagnostic::error(Place::None, message)] })
        }
        None => Ok(()),
    }
}

/// Returns a struct type whose member offsets follow the layout rules. Returns `None` if it already has these offsets,
/// or if it has no offsets.
fn packed(ctx: &Context, ty: Type, rules: LayoutRules) -> Result<Option<Type>, LayoutError> {
    let Some(parts) = types::structure(ctx, ty) else { return Ok(None) };
    let offset = |dict: &Attribute| ctx.dict_get(Some(*dict), "offset");
    let has_offsets = parts.member_decorations.iter().any(|dict| offset(dict).is_some());
    if !has_offsets {
        return Ok(None);
    }
    let without = |dict: &Attribute| ctx.dict_without(Some(*dict), "offset").unwrap_or(ctx.unit_attr());
    let decorations: Vec<Attribute> = parts.member_decorations.iter().map(without).collect();
    let bare = Struct { member_decorations: &decorations, ..parts }.params(ctx);
    let laid_out = lay_out(ctx, types::with_params(ctx, ty, &bare), rules)?.ty;
    let Some((_, params)) = ctx.type_params(laid_out) else { return Ok(None) };
    let params = params.to_vec();
    let is_same = ctx.type_params(ty).is_some_and(|(_, own)| *own == *params);
    Ok((!is_same).then(|| types::with_params(ctx, ty, &params)))
}
