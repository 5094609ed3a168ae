//! The `cf` dialect: branches between blocks

use crate::since;
use crate::spec::{Class::*, ops};
use spv_ir::dialect::Traits;
use spv_ir::text::*;
use spv_ir::{Body, Op};

const END: Traits = Traits::TERMINATOR;

ops! {
    Assert = "cf.assert" None [arg: Value(Bool), msg: String] {
        format: "$arg `,` $msg attr-dict", rules: "arg=i1",
    }
    Br = "cf.br" None [dest: Block] { traits: END, format: "$dest attr-dict" }
    CondBr = "cf.cond_br" None [condition: Value(Bool), trueDest: Block, falseDest: Block] {
        traits: END, format: "$condition `,` $trueDest `,` $falseDest attr-dict", rules: "condition=i1",
    }
    Switch = "cf.switch" None [flag: Value(IntOrIndex), case_values: OptionalAttr, defaultDestination: Block, caseDestinations: Blocks] {
        traits: END, custom: Some((parse_switch, print_switch)),
    }
}

/// Parses `%flag : type, [default: ^a, 42: ^b(%x : t)]`.
fn parse_switch(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let flag = p.operand()?;
    p.expect(":")?;
    let ty = p.ty()?;
    let flag = p.resolve(&flag, Some(ty))?;
    state.operands.push(flag);
    p.expect(",")?;
    p.expect("[")?;
    if !p.accept_keyword("default") {
        return Err(p.error("expected 'default'"));
    }
    p.expect(":")?;
    let default = p.successor()?;
    state.successors.push(default);
    let mut values = Vec::new();
    while p.accept(",") {
        values.push(p.integer()? as u64);
        p.expect(":")?;
        let successor = p.successor()?;
        state.successors.push(successor);
    }
    p.expect("]")?;
    if !values.is_empty() {
        let ctx = p.ctx();
        let vector = ctx.vector_type(values.len() as u64, ty);
        let width = crate::types::int_width(ctx, ty).unwrap_or(64).min(64);
        let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
        let values = values.into_iter().map(|value| value & mask).collect();
        state.slots[Switch::slot(Switch::case_values)] = ctx.dense_attr(vector, values).raw();
    }
    p.attr_dict(&mut state.attrs)
}

/// Returns the case values of a `cf.switch`, sign-extended.
pub fn case_values(ctx: &spv_ir::Context, body: &Body, op: Op) -> Vec<i64> {
    let Some(attr) = body.slot_attr(op, Switch::slot(Switch::case_values)) else { return Vec::new() };
    let spv_ir::AttrData::Dense { ty, elements } = ctx.attr_data(attr) else { return Vec::new() };
    let width = crate::types::int_width(ctx, crate::types::element(ctx, *ty)).unwrap_or(64).clamp(1, 64);
    let cases = body.successor_count(op) - 1;
    let signed = |bits: u64| (bits << (64 - width)) as i64 >> (64 - width);
    // A splat attribute stores its value once.
    (0..cases).filter_map(|i| elements.get(i).or(elements.first())).map(|bits| signed(*bits)).collect()
}

/// Returns a case value zero-extended from the width of its type, because LLVM prints case values as unsigned.
fn bits(ctx: &spv_ir::Context, ty: spv_ir::Type, value: i64) -> u64 {
    let width = crate::types::int_width(ctx, ty).unwrap_or(64).clamp(1, 64);
    value as u64 & (u64::MAX >> (64 - width))
}

fn print_switch(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let [flag] = body.first_operands(op);
    p.write(" ");
    p.value(body, flag);
    p.write(" : ");
    p.ty(body.value_type(flag));
    p.write(", [");
    p.newline_in(2);
    p.write("default: ");
    p.successor(body, op, 0);
    for (i, value) in case_values(p.ctx(), body, op).into_iter().enumerate() {
        p.write(",");
        p.newline_in(2);
        let text = match since::SIGNED_CASES.holds(p.form()) {
            true => value.to_string(),
            false => bits(p.ctx(), body.value_type(flag), value).to_string(),
        };
        p.write(&format!("{text}: "));
        p.successor(body, op, i + 1);
    }
    p.newline_in(0);
    p.write("]");
    p.attr_dict(body.attrs(op), &[]);
}
