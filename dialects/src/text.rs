//! Parsing and printing helpers shared by custom assembly formats

use spv_ir::dialect::{OpDefId, Traits};
use spv_ir::text::*;
use spv_ir::{Attribute, Body, Builder, Context, InsertPoint, NewOp, Op, Signedness, Type, Value};

/// Parses comma-separated items up to a closing token. The opening token has already been consumed.
pub(crate) fn until(
    p: &mut dyn AsmParser,
    close: &str,
    item: &mut dyn FnMut(&mut dyn AsmParser) -> Parsed<()>,
) -> Parsed<()> {
    while !p.accept(close) {
        item(p)?;
        if !p.accept(",") {
            return p.expect(close);
        }
    }
    Ok(())
}

/// Parses `%a, %b, %c`: a fixed number of operands.
pub(crate) fn listed_operands(p: &mut dyn AsmParser, count: usize) -> Parsed<Vec<Unresolved>> {
    let read = |i| {
        if i > 0 {
            p.expect(",")?;
        }
        p.operand()
    };
    (0..count).map(read).collect()
}

/// Parses `(%a, %b)`.
pub(crate) fn operands(p: &mut dyn AsmParser) -> Parsed<Vec<Unresolved>> {
    operands_between(p, "(", ")")
}

/// Parses `[%a, %b]`.
pub(crate) fn indices(p: &mut dyn AsmParser) -> Parsed<Vec<Unresolved>> {
    operands_between(p, "[", "]")
}

fn operands_between(p: &mut dyn AsmParser, open: &str, close: &str) -> Parsed<Vec<Unresolved>> {
    p.expect(open)?;
    let mut list = Vec::new();
    until(p, close, &mut |p| {
        list.push(p.operand()?);
        Ok(())
    })?;
    Ok(list)
}

/// Resolves operands as values of type `ty`, and appends them to the op's operands.
pub(crate) fn resolve_all(
    p: &mut dyn AsmParser,
    state: &mut OpState,
    operands: &[Unresolved],
    ty: Option<Type>,
) -> Parsed<()> {
    for operand in operands {
        let value = p.resolve(operand, ty)?;
        state.operands.push(value);
    }
    Ok(())
}

/// Creates the declaration of a region argument from a name that was parsed as an operand.
pub(crate) fn argument(name: &Unresolved, ty: Type) -> ArgDecl {
    ArgDecl { name: name.name.clone(), span: name.span.clone(), ty, attrs: Vec::new(), loc: None }
}

/// Parses `(%a = %x, %b = %y)`. Returns the names on the left, and the operands on the right.
pub(crate) fn assignments(p: &mut dyn AsmParser) -> Parsed<(Vec<Unresolved>, Vec<Unresolved>)> {
    p.expect("(")?;
    let (mut names, mut values) = (Vec::new(), Vec::new());
    until(p, ")", &mut |p| {
        names.push(p.declared()?);
        p.expect("=")?;
        values.push(p.operand()?);
        Ok(())
    })?;
    Ok((names, values))
}

/// Parses `t` or `(t, u)`.
pub(crate) fn result_types(p: &mut dyn AsmParser) -> Parsed<Vec<Type>> {
    if !p.accept("(") {
        return Ok(vec![p.ty()?]);
    }
    let mut list = Vec::new();
    until(p, ")", &mut |p| {
        list.push(p.ty()?);
        Ok(())
    })?;
    Ok(list)
}

/// Adds a terminator op to the last block of the last parsed region, if the block has none.
pub(crate) fn terminate(p: &mut dyn AsmParser, state: &OpState, name: &str) {
    let registry = p.ctx().registry().clone();
    let (Some(def), Some(&holder)) = (registry.op_by_name(name), state.regions.last()) else { return };
    let is_end = |def: OpDefId| registry.op(def).traits.contains(Traits::TERMINATOR);
    let slots = vec![0; registry.op(def).slots()];
    let (body, _) = p.body();
    let region = body.region(holder, 0);
    if body.first_block(region).is_none() {
        Builder::new(body).append_block(region);
    }
    let Some(block) = body.last_block(region) else { return };
    if !body.last_op(block).is_some_and(|op| is_end(body.def(op))) {
        Builder::at(body, InsertPoint::End(block)).create(NewOp { slots: &slots, ..NewOp::new(def) });
    }
}

/// Returns a signless 64-bit integer attribute.
pub(crate) fn number(ctx: &Context, value: i64) -> Attribute {
    ctx.int_attr(value as u64, ctx.int_type(64, Signedness::Signless))
}

/// Returns an array of signless 64-bit integer attributes.
pub(crate) fn numbers(ctx: &Context, list: &[i64]) -> Attribute {
    let list: Vec<_> = list.iter().map(|value| number(ctx, *value)).collect();
    ctx.array_attr(&list)
}

/// Prints comma-separated types.
pub(crate) fn write_types(p: &mut dyn AsmPrinter, types: &[Type]) {
    for (i, &ty) in types.iter().enumerate() {
        p.write(if i > 0 { ", " } else { "" });
        p.ty(ty);
    }
}

/// Prints comma-separated values.
pub(crate) fn write_values(p: &mut dyn AsmPrinter, body: &Body, values: impl IntoIterator<Item = Value>) {
    for (i, value) in values.into_iter().enumerate() {
        p.write(if i > 0 { ", " } else { "" });
        p.value(body, value);
    }
}

/// Prints ` -> (t, u)`. If `alone` is set, prints ` -> t` for a single type. Prints nothing if there are no results.
pub(crate) fn write_results(p: &mut dyn AsmPrinter, body: &Body, op: Op, alone: bool) {
    let types: Vec<Type> = body.results(op).map(|result| body.value_type(result)).collect();
    if types.is_empty() {
        return;
    }
    p.write(" -> ");
    let brackets = !(alone && types.len() == 1);
    p.write(if brackets { "(" } else { "" });
    write_types(p, &types);
    p.write(if brackets { ")" } else { "" });
}

/// Returns the arguments of the entry block of an op's region.
pub(crate) fn entry_args(body: &Body, op: Op, region: usize) -> Vec<Value> {
    let block = body.first_block(body.region(op, region));
    block.map_or_else(Vec::new, |block| body.args(block).to_vec())
}
