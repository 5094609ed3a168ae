//! Changes to default values of specialization constants (`set-spec-const-default-value`)

use crate::options::OptionInfo;
use crate::pass::{ControlFlow, ModulePass, PassInfo, SpvModule, Work};
use crate::support::spirv::ops_of;
use spv_dialect::fold::encode_float;
use spv_dialect::spv;
use spv_dialect::verify::type_text;
use spv_ir::{
    AttrData, Attribute, Builder, Context, Diagnostic, Diagnostics, FloatKind, Place, Type, TypeData,
};
use std::collections::BTreeSet;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Sets the default values of specialization constants by their SpecId. A value is a decimal \
                  or 0x integer, true, false, or a decimal float, depending on the type of the constant. An id that \
                  no constant has and a value that does not fit the type are errors.",
    before: "spv.SpecConstant @n spec_id(3) = 7 : i32",
    after: "spv.SpecConstant @n spec_id(3) = 9 : i32",
    options: &[
        OptionInfo { name: "values", default: "", help: "comma-separated pairs ID:VALUE" },
        OptionInfo {
            name: "skip-invalid",
            default: "false",
            help: "ignore unknown ids and values that do not fit the type, like spirv-opt",
        },
    ],
    statistics: &[("set", "Default values set")],
    ..PassInfo::new(
        "set-spec-const-default-value",
        "Set default values of specialization constants",
        ControlFlow::Any,
        |options| {
            let (values, skips_invalid) = (pairs(options.text("values"))?, options.switch("skip-invalid")?);
            Ok(Work::module(SetDefaults { values, skips_invalid }))
        },
    )
};

struct SetDefaults {
    values: Vec<(u64, String)>,
    /// Whether to ignore unknown ids and values that do not fit the type.
    skips_invalid: bool,
}

fn pairs(text: &str) -> Result<Vec<(u64, String)>, String> {
    let pair = |part: &str| {
        let (id, value) = part.split_once(':')?;
        Some((id.trim().parse().ok()?, value.trim().to_owned()))
    };
    let parts = text.split(',').filter(|part| !part.trim().is_empty());
    parts.map(|part| pair(part).ok_or_else(|| format!("'{part}' is not ID:VALUE"))).collect()
}

impl ModulePass for SetDefaults {
    fn run(&self, module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
        let ctx = module.ctx;
        let mut errors = Diagnostics::default();
        let mut known = BTreeSet::new();
        for op in ops_of(module, spv::SpecConstant::ID) {
            let id = ctx.dict_get(module.body.attrs(op), "spec_id").and_then(|a| ctx.attr_u64(a));
            known.extend(id);
            let Some((_, text)) = self.values.iter().rev().find(|(n, _)| Some(*n) == id) else { continue };
            let ty = module.body.slot_attr(op, spv::SpecConstant::TYPE).and_then(|a| ctx.attr_type(a));
            match ty.and_then(|ty| value(ctx, ty, text)) {
                Some(attr) => {
                    Builder::new(module.body).set_slot(op, spv::SpecConstant::DEFAULT_VALUE, attr.raw());
                    module.count(0, 1);
                }
                None if self.skips_invalid => {}
                None => {
                    let ty = ty.map_or_else(String::new, |ty| type_text(ctx, ty));
                    let message = format!("'{text}' is not a value of type '{ty}'");
                    errors.push(Diagnostic::error(Place::Op(module.body.loc(op)), message));
                }
            }
        }
        for (id, _) in self.values.iter().filter(|(id, _)| !self.skips_invalid && !known.contains(id)) {
            let known: Vec<String> = known.iter().map(u64::to_string).collect();
            let present = match known.is_empty() {
                true => "the module has no specialization constants with a SpecId".to_owned(),
                false => format!("the module has {}", known.join(", ")),
            };
            let message = format!("no specialization constant has SpecId {id}: {present}");
            errors.push(Diagnostic::error(Place::Op(module.outer.loc(module.op)), message));
        }
        if errors.has_errors() { Err(errors) } else { Ok(()) }
    }
}

/// Parses a constant of type `ty`. Returns `None` if `text` is not a valid value of the type.
fn value(ctx: &Context, ty: Type, text: &str) -> Option<Attribute> {
    match ctx.type_data(ty) {
        _ if ty == ctx.common().i1 => match text {
            "true" | "1" => Some(ctx.attr(AttrData::Bool(true))),
            "false" | "0" => Some(ctx.attr(AttrData::Bool(false))),
            _ => None,
        },
        TypeData::Integer { width, .. } if *width <= 64 => {
            let number = match text.strip_prefix("0x") {
                Some(hex) => i128::from_str_radix(hex, 16).ok()?,
                None => text.parse::<i128>().ok()?,
            };
            let range = -(1i128 << (width - 1))..(1i128 << width);
            range.contains(&number).then(|| ctx.int_attr(number as u64, ty))
        }
        TypeData::Float(FloatKind::F32) => {
            let bits = text.parse::<f32>().ok()?.to_bits();
            Some(ctx.attr(AttrData::Float { bits: bits.into(), ty }))
        }
        TypeData::Float(kind) => {
            let (bits, _) = encode_float(*kind, text.parse().ok()?)?;
            Some(ctx.attr(AttrData::Float { bits, ty }))
        }
        _ => None,
    }
}
