//! `freeze-spec-const` and `set-spec-const-default-value`: specialization constants.

use crate::options::OptionInfo;
use crate::pass::{ModulePass, PassInfo, SpvModule, Work};
use rustc_hash::FxHashSet;
use spv_dialect::fold::encode_float;
use spv_dialect::generated::opcodes;
use spv_dialect::structure;
use spv_ir::symbols::name_of;
use spv_ir::{
    AttrData, Attribute, Body, Builder, Context, Diagnostic, Diagnostics, FloatKind, Ident, NewOp, Op, Place,
    Type, TypeData, walk,
};

pub(super) static FREEZE: PassInfo = PassInfo {
    description: "Makes plain constants of specialization constants, with their default values. Constants that \
                  are computed from them stay operations, on plain constants.",
    before: "spv.SpecConstant @n spec_id(3) = 7 : i32",
    after: "spv.GlobalConstant @n = 7 : i32",
    statistics: &[("frozen", "Constants frozen")],
    ..PassInfo::new("freeze-spec-const", "Make specialization constants plain constants", |_| {
        Ok(Work::module(freeze))
    })
};

pub(super) static SET: PassInfo = PassInfo {
    description: "Sets the default values of specialization constants by their SpecId. A value is a decimal or \
                  0x number, true, false, or a decimal float, as the constant's type asks for.",
    before: "spv.SpecConstant @n spec_id(3) = 7 : i32",
    after: "spv.SpecConstant @n spec_id(3) = 9 : i32",
    options: &[OptionInfo { name: "values", default: "", help: "pairs ID:VALUE, with commas between them" }],
    statistics: &[("set", "Default values set")],
    ..PassInfo::new(
        "set-spec-const-default-value",
        "Set default values of specialization constants",
        |options| Ok(Work::module(SetDefaults { values: pairs(options.text("values"))? })),
    )
};

/// Slots of `spv.SpecConstant`.
const NAME: usize = 0;
const VALUE: usize = 1;
const TYPE: usize = 2;

fn spec_constants(module: &SpvModule<'_>) -> Vec<Op> {
    let def = module.ctx.registry().op_by_name(structure::SPEC_CONSTANT.name);
    let body = &*module.body;
    walk::top_ops(body).filter(|&op| Some(body.def(op)) == def).collect()
}

fn freeze(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let registry = ctx.registry();
    let Some(constant) = registry.op_by_name(structure::GLOBAL_CONSTANT.name) else { return Ok(()) };
    let mut frozen = 0;
    for op in spec_constants(module) {
        let (name, value, ty) =
            (module.body.slot(op, NAME), module.body.slot(op, VALUE), module.body.slot(op, TYPE));
        replace(module, op, constant, [name, value, ty]);
        frozen += 1;
    }
    let composite = registry.op_by_code(0, opcodes::SPEC_CONSTANT_COMPOSITE);
    let mut computed = computed(ctx, module.body);
    let body = &*module.body;
    let composites: Vec<Op> =
        walk::top_ops(body).filter(|&op| Some(body.def(op)) == composite && body.slot(op, 0) != 0).collect();
    for op in composites {
        // Name, type, constituents: symbols and typed constants.
        let (name, ty, list) = (module.body.slot(op, 0), module.body.slot(op, 1), module.body.slot(op, 2));
        let parts = Attribute::from_raw(list).and_then(|list| ctx.attr_array(list));
        if parts.is_some_and(|parts| parts.iter().all(|&part| is_frozen(ctx, part, &computed))) {
            replace(module, op, constant, [name, list, ty]);
            frozen += 1;
        } else {
            computed.extend(name_of(ctx, module.body, op).map(|name| ctx.ident(name)));
        }
    }
    module.count(0, frozen);
    Ok(())
}

/// The symbols of constants that are computed from others, and so stay specialization constants.
fn computed(ctx: &Context, body: &Body) -> FxHashSet<Ident> {
    const CODES: [u32; 2] = [opcodes::SPEC_CONSTANT_OP, opcodes::SPEC_CONSTANT_COMPOSITE_REPLICATE_EXT];
    let is_computed = |op: &Op| {
        let row = ctx.registry().op(body.def(*op)).row;
        row.set == 0 && CODES.contains(&row.opcode)
    };
    let names = walk::top_ops(body).filter(is_computed).filter_map(|op| name_of(ctx, body, op));
    names.map(|name| ctx.ident(name)).collect()
}

/// Whether a constituent is a symbol of what is no specialization constant any more: other constituents do not say
/// their types.
fn is_frozen(ctx: &Context, part: Attribute, computed: &FxHashSet<Ident>) -> bool {
    matches!(ctx.attr_data(part), AttrData::Symbol(name) if !computed.contains(name))
}

fn replace(module: &mut SpvModule<'_>, op: Op, def: spv_ir::dialect::OpDefId, slots: [u32; 3]) {
    let ctx = module.ctx;
    let (loc, attrs) = (module.body.loc(op), module.body.attrs(op));
    let attrs = ctx.dict_without(attrs, "spec_id");
    let mut builder = Builder::at(module.body, spv_ir::InsertPoint::Before(op));
    builder.create(NewOp { loc, attrs, slots: &slots, ..NewOp::new(def) });
    builder.erase(op);
}

struct SetDefaults {
    values: Vec<(u64, String)>,
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
        for op in spec_constants(module) {
            let id = ctx.dict_get(module.body.attrs(op), "spec_id").and_then(|a| ctx.attr_u64(a));
            let Some((_, text)) = self.values.iter().rev().find(|(n, _)| Some(*n) == id) else { continue };
            let ty = module.body.slot_attr(op, TYPE).and_then(|a| ctx.attr_type(a));
            match ty.and_then(|ty| value(ctx, ty, text)) {
                Some(attr) => {
                    Builder::new(module.body).set_slot(op, VALUE, attr.raw());
                    module.count(0, 1);
                }
                None => {
                    let message = format!("'{text}' is no value of this constant's type");
                    errors.push(Diagnostic::error(Place::Op(module.body.loc(op)), message));
                }
            }
        }
        if errors.has_errors() { Err(errors) } else { Ok(()) }
    }
}

/// The constant of a type that a text spells.
fn value(ctx: &Context, ty: Type, text: &str) -> Option<Attribute> {
    match ctx.type_data(ty) {
        TypeData::Integer { width: 1, .. } => match text {
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
