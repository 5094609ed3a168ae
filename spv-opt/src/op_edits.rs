//! Creation, movement and removal of ops, with types and attributes as MLIR text, for bindings to other languages

use crate::build::OpSpec;
use crate::op_attrs::{Slot, number, parse, slot};
use spv_ir::{Body, Builder, Context, InsertPoint, Op, Value, ValueDef};
use spv_parser::parse_type;

/// The name, operands, attributes and result type of an op to create.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpParts<'a> {
    /// Name of the op, for example `spv.FAdd`.
    pub name: &'a str,
    /// SSA operands of the op.
    pub operands: &'a [Value],
    /// Names and values of attributes, in the syntax that [`crate::op_attrs::set`] accepts.
    pub attributes: &'a [(&'a str, &'a str)],
    /// Result type in MLIR syntax, for example `vector<4xf32>`. `None` for an op without a result.
    pub result: Option<&'a str>,
}

/// Creates an op without successors before another op, with that op's location.
///
/// # Errors
/// A name does not exist, an argument has the wrong kind, or a handle belongs to another body or to an erased op.
pub fn create(ctx: &Context, body: &mut Body, before: Op, parts: OpParts<'_>) -> Result<Op, String> {
    check_placed(body, before)?;
    parts.operands.iter().try_for_each(|&value| check_value(body, value))?;
    let def = ctx.registry().op_by_name(parts.name).map(|id| ctx.registry().op(id));
    let mut spec = OpSpec::new(ctx, parts.name).operands(parts.operands).loc(body.loc(before));
    if let Some(text) = parts.result {
        spec = spec.result(parse_type(text, ctx).map_err(|errors| errors.to_string())?);
    }
    for &(name, text) in parts.attributes {
        let param = def.and_then(|def| def.param(name).map(|index| &def.row.params[index]));
        spec = match (param, param.and_then(slot)) {
            (Some(_), Some(Slot::Word)) => {
                spec.word(name, number(text).ok_or_else(|| format!("'{text}' is not a 32-bit word"))?)
            }
            (Some(_), Some(Slot::Enum(_))) => spec.enumerant(name, text, &[]),
            (Some(_), _) => spec.set(name, parse(ctx, text)?),
            (None, _) => spec.attr(name, parse(ctx, text)?),
        };
    }
    let mut builder = Builder::at(body, InsertPoint::Before(before));
    spec.create(&mut builder).map_err(|errors| errors.to_string())
}

/// Moves `op` before the op `before` in the same body.
///
/// # Errors
/// An op was erased, both ops are the same, or `before` is inside `op`.
pub fn move_before(body: &mut Body, op: Op, before: Op) -> Result<(), String> {
    check_placed(body, op)?;
    check_placed(body, before)?;
    let owner =
        |op: Op| body.parent(op).and_then(|b| body.block_parent(b)).and_then(|r| body.region_owner(r));
    if std::iter::successors(Some(before), |&op| owner(op)).any(|around| around == op) {
        return Err("an op cannot be moved before itself or into its own region".to_owned());
    }
    Builder::new(body).move_op(op, InsertPoint::Before(before));
    Ok(())
}

/// Erases an op and its regions.
///
/// # Errors
/// The op was already erased, or its results have uses.
pub fn erase(body: &mut Body, op: Op) -> Result<(), String> {
    check_placed(body, op)?;
    if body.results(op).any(|result| body.has_uses(result)) {
        return Err("the op cannot be erased: its results have uses".to_owned());
    }
    Builder::new(body).erase(op);
    Ok(())
}

/// Replaces all uses of `old` with `new`, which has the same type.
///
/// # Errors
/// The types differ, or one of the values belongs to another body or to an erased op.
pub fn replace(body: &mut Body, old: Value, new: Value) -> Result<(), String> {
    check_value(body, old)?;
    check_value(body, new)?;
    if body.value_type_opt(old) != body.value_type_opt(new) {
        return Err("the values have different types".to_owned());
    }
    Builder::new(body).replace_all_uses(old, new);
    Ok(())
}

fn check_placed(body: &Body, op: Op) -> Result<(), String> {
    let placed = body.has_op(op) && body.parent(op).is_some();
    placed.then_some(()).ok_or_else(|| "the op was erased, or belongs to another body".to_owned())
}

fn check_value(body: &Body, value: Value) -> Result<(), String> {
    // After its op is erased, a value has no definition.
    let exists = body.has_value(value) && body.value_def(value) != ValueDef::Forward;
    exists
        .then_some(())
        .ok_or_else(|| "a value belongs to another body, or to an op that was erased".to_owned())
}
