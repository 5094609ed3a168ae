//! The op `arith.constant`, a constant in a `func`
//!
//! The op has no SPIR-V counterpart.

use crate::attrs::AttrData;
use crate::body::Body;
use crate::context::Context;
use crate::diag::{Diagnostics, Place};
use crate::dialect::*;
use crate::entity::Op;
use crate::text::*;
use crate::types::{Signedness, TypeData};

/// Grammar entry of `arith.constant`, for example `arith.constant 5 : i32`.
pub static CONSTANT: OpRow =
    OpRow::structural("arith.constant", &[Param::one("value", ParamKind::Attr)], ResultKind::One);

/// Slot index of a constant op's value, in any dialect.
pub const VALUE_SLOT: usize = 0;

/// Op definition of [`CONSTANT`].
pub(crate) const DEFINITION: OpDef = OpDef {
    traits: Traits::PURE.union(Traits::CHECK_BY_SIGNATURE),
    custom: Some((parse, print)),
    form: "{...} value : type",
    verify: Some(verify),
    hint: Some(hint),
    ..OpDef::new(&CONSTANT)
};

fn parse(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    p.attr_dict(&mut state.attrs)?;
    let value = p.attr()?;
    state.slots[VALUE_SLOT] = value.raw();
    let ctx = p.ctx();
    state.results.push(ctx.constant_type(value).unwrap_or(ctx.common().none));
    Ok(())
}

fn print(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.attr_dict(body.attrs(op), &[]);
    p.write(" ");
    if let Some(value) = body.slot_attr(op, VALUE_SLOT) {
        p.attr(value);
    }
}

fn verify(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let mut error = |problem| out.error(Place::Op(body.loc(op)), format!("'{}' op {problem}", CONSTANT.name));
    let Some(value) = body.slot_attr(op, VALUE_SLOT) else { return error("requires attribute 'value'") };
    let (of_value, result) = (ctx.constant_type(value), body.value_type(body.result(op, 0)));
    let signed = |ty| matches!(ctx.type_data(ty), TypeData::Integer { signedness, .. } if *signedness != Signedness::Signless);
    let problem = match of_value {
        None if result == ctx.common().none => "value must be an integer, float, or elements attribute",
        Some(ty) if ty == result && signed(ty) => "integer return type must be signless",
        Some(ty) if ty == result => return,
        _ => "failed to verify that result and attribute have the same type",
    };
    error(problem);
}

/// Suggests a result name that describes the value: `c5_i32`, `c5` for `index`, `true`, or `cst`.
fn hint(ctx: &Context, body: &Body, op: Op) -> Option<String> {
    Some(match ctx.attr_data(body.slot_attr(op, VALUE_SLOT)?) {
        AttrData::Bool(value) => value.to_string(),
        AttrData::Wide { limbs, ty } => match (ctx.type_data(*ty), &limbs[..]) {
            (&TypeData::Integer { width: width @ ..=128, .. }, &[low, high]) => {
                let (bits, spare) = (u128::from(high) << 64 | u128::from(low), 128 - width);
                format!("c{}_i{width}", (bits << spare) as i128 >> spare)
            }
            _ => "cst".to_owned(),
        },
        AttrData::Integer { value, ty } => match *ctx.type_data(*ty) {
            TypeData::Integer { width, .. } => {
                let spare = 64 - width.clamp(1, 64);
                format!("c{}_i{width}", (value << spare) as i64 >> spare)
            }
            _ => format!("c{}", *value as i64),
        },
        _ => "cst".to_owned(),
    })
}
