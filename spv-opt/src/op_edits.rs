//! Creation, movement and removal of ops, with types and attributes as MLIR text, for bindings to other languages

use crate::build::OpSpec;
use crate::op_attrs::{assign, joined};
use crate::op_path::has_value;
use spv_ir::dialect::Traits;
use spv_ir::{Body, Builder, Context, InsertPoint, Op, Value};
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
/// A name does not exist, an argument has the wrong kind, or a handle belongs to another body or to an erased op. A
/// terminator would be in the middle of a block.
pub fn create(ctx: &Context, body: &mut Body, before: Op, parts: OpParts<'_>) -> Result<Op, String> {
    check_placed(body, before)?;
    parts.operands.iter().try_for_each(|&value| check_value(body, value))?;
    let def = ctx.registry().op_by_name(parts.name).map(|id| ctx.registry().op(id));
    let mut spec = OpSpec::new(ctx, parts.name).operands(parts.operands).loc(body.loc(before));
    if let Some(def) = def {
        if def.traits.contains(Traits::TERMINATOR) {
            check_end(ctx, body, parts.name, before)?;
        }
        for &(name, text) in parts.attributes {
            spec = assign(ctx, spec, def, name, text)?;
        }
    }
    if let Some(text) = parts.result {
        let ty = parse_type(text, ctx);
        spec = spec.result(
            ty.map_err(|errors| format!("the result type `{text}` is not a type: {}", joined(&errors)))?,
        );
    }
    let mut builder = Builder::at(body, InsertPoint::Before(before));
    spec.create(&mut builder).map_err(|errors| joined(&errors))
}

/// Moves `op` before the op `before` in the same body.
///
/// # Errors
/// An op was erased, both ops are the same, `before` is inside `op`, or a terminator would not end its block.
pub fn move_before(ctx: &Context, body: &mut Body, op: Op, before: Op) -> Result<(), String> {
    check_placed(body, op)?;
    check_placed(body, before)?;
    let owner =
        |op: Op| body.parent(op).and_then(|b| body.block_parent(b)).and_then(|r| body.region_owner(r));
    if std::iter::successors(Some(before), |&op| owner(op)).any(|around| around == op) {
        return Err("an op cannot be moved before itself or into its own region".to_owned());
    }
    let def = ctx.registry().op(body.def(op));
    if def.traits.contains(Traits::TERMINATOR) {
        check_end(ctx, body, def.row.name, before)?;
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

/// Sets the debug name of a value, which export writes as OpName. `None` removes the name.
///
/// # Errors
/// The value belongs to another body or to an erased op.
pub fn set_name(ctx: &Context, body: &mut Body, value: Value, name: Option<&str>) -> Result<(), String> {
    check_value(body, value)?;
    Builder::new(body).set_value_name(value, name.map(|name| ctx.ident(name)));
    Ok(())
}

fn check_placed(body: &Body, op: Op) -> Result<(), String> {
    let placed = body.has_op(op) && body.parent(op).is_some();
    placed.then_some(()).ok_or_else(|| "the op was erased, or belongs to another body".to_owned())
}

/// Rejects the placement of a terminator called `name` before an op, unless that op is the terminator to replace.
fn check_end(ctx: &Context, body: &Body, name: &str, before: Op) -> Result<(), String> {
    let next = ctx.registry().op(body.def(before));
    next.traits.contains(Traits::TERMINATOR).then_some(()).ok_or_else(|| {
        format!(
            "the terminator '{name}' cannot be placed before '{}', in the middle of a block: place it before the \
             block's terminator, and erase that op",
            next.row.name
        )
    })
}

fn check_value(body: &Body, value: Value) -> Result<(), String> {
    let problem = || "a value belongs to another body, or to an op that was erased".to_owned();
    has_value(body, value).then_some(()).ok_or_else(problem)
}
