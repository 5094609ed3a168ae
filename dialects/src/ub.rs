//! The `ub` dialect: undefined behavior

use crate::spec::ops;
use spv_ir::dialect::{NO_OPCODE, ParamDef, Traits};
use spv_ir::text::*;
use spv_ir::{AttrData, Attribute, Body, Context, Op};

ops! {
    Poison = "ub.poison" One [value: OptionalAttr] { traits: Traits::PURE, custom: Some((parse, print)) }
    Unreachable = "ub.unreachable" None [] { traits: Traits::TERMINATOR, format: "attr-dict" }
}

/// Default value of `ub.poison`: `#ub.poison`.
const DEFAULT: &str = "ub.poison";

/// Attributes of the `ub` dialect.
pub(crate) const ATTRIBUTES: &[ParamDef] = &[ParamDef {
    name: DEFAULT,
    parse: |_, _| Ok(ParamInstance::Params(Vec::new())),
    print: |_, _, _, _| {},
    code: NO_OPCODE,
}];

/// Returns whether an attribute is `#ub.poison`, the default value, which is not printed.
pub(crate) fn is_default(ctx: &Context, value: Attribute) -> bool {
    match ctx.attr_data(value) {
        AttrData::Param { def, .. } => ctx.registry().attr_def(*def).name == DEFAULT,
        _ => false,
    }
}

/// Returns the default value of `ub.poison`, or `None` if the dialect is not registered.
pub(crate) fn default(ctx: &Context) -> Option<Attribute> {
    ctx.registry().attr_by_name(DEFAULT).map(|def| ctx.param_attr(def, &[]))
}

/// Parses `ub.poison`: `{...} <value> : type`.
fn parse(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    p.attr_dict(&mut state.attrs)?;
    if p.accept("<") {
        let value = p.attr()?;
        state.slots[Poison::slot(Poison::value)] = if is_default(p.ctx(), value) { 0 } else { value.raw() };
        p.expect(">")?;
    }
    p.expect(":")?;
    state.results.push(p.ty()?);
    Ok(())
}

fn print(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.attr_dict(body.attrs(op), &[]);
    if let Some(value) = body.slot_attr(op, Poison::slot(Poison::value)) {
        p.write(" <");
        p.attr(value);
        p.write(">");
    }
    p.write(" : ");
    p.ty(body.value_type(body.result(op, 0)));
}
