//! Strength reduction (`strength-reduction`)
//!
//! Converts multiplications, divisions and remainders by powers of two to shifts and masks.

use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::support::values::Constants;
use spv_dialect::generated::opcodes;
use spv_ir::rewrite::constant_of;
use spv_ir::{
    AttrData, Attribute, Body, Builder, Context, Diagnostics, InsertPoint, NewOp, Op, Type, TypeData, Value,
    walk,
};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces IMul by a power of two with a left shift, UDiv with a right shift, and UMod with a \
                  mask. Applies to integers and to vectors whose elements are equal.",
    before: "%c8 = spv.Constant 8 : i32\n%x = spv.UDiv %a, %c8 : i32",
    after: "%c3 = spv.Constant 3 : i32\n%x = spv.ShiftRightLogical %a, %c3 : i32, i32",
    statistics: &[("replaced", "Operations replaced")],
    ..PassInfo::new(
        "strength-reduction",
        "Replace multiplications and divisions with shifts",
        ControlFlow::Any,
        |_| Ok(Work::function(run)),
    )
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let ctx = function.ctx;
    let registry = ctx.registry();
    let code = |opcode| registry.op_by_code(0, opcode);
    // Old opcode, new opcode, and whether the new second operand is a mask, not a shift amount.
    let table = [
        (opcodes::I_MUL, opcodes::SHIFT_LEFT_LOGICAL, false),
        (opcodes::U_DIV, opcodes::SHIFT_RIGHT_LOGICAL, false),
        (opcodes::U_MOD, opcodes::BITWISE_AND, true),
    ];
    let mut constants = Constants::default();
    let ops: Vec<Op> = walk::ops(function.body).collect();
    let mut replaced = 0;
    for op in ops {
        let body = &mut *function.body;
        let Some(&(from, to, mask)) = table.iter().find(|row| code(row.0) == Some(body.def(op))) else {
            continue;
        };
        let Some(def) = code(to) else { continue };
        let [a, b] = body.first_operands(op);
        let found = power(ctx, body, b).map(|p| (a, b, p));
        let found =
            found.or_else(|| power(ctx, body, a).map(|p| (b, a, p)).filter(|_| from == opcodes::I_MUL));
        let Some((value, constant, (bits, width))) = found else { continue };
        let ty = body.value_type(constant);
        let word = if mask { (1u64 << bits) - 1 } else { u64::from(bits) };
        let Some(attr) = same(ctx, body, constant, word, width) else { continue };
        let amount = constants.get(body, ty, attr);
        let (loc, result) = (body.loc(op), body.result(op, 0));
        let (result_ty, name) = (body.value_type(result), body.value_name(result));
        let mut builder = Builder::at(body, InsertPoint::Before(op));
        let new_result = builder.value(NewOp {
            loc,
            operands: &[value, amount],
            results: &[result_ty],
            ..NewOp::new(def)
        });
        builder.set_value_name(new_result, name);
        builder.replace_all_uses(result, new_result);
        builder.erase(op);
        replaced += 1;
    }
    function.count(0, replaced);
    Ok(())
}

/// Returns the exponent and the bit width of an integer constant that is a power of two greater than 1. Also accepts
/// vectors whose elements are the same power of two. Returns `None` for other values.
fn power(ctx: &Context, body: &Body, value: Value) -> Option<(u32, u32)> {
    let number = match ctx.attr_data(constant_of(ctx, body, value)?) {
        AttrData::Integer { value, .. } => *value,
        AttrData::Dense { elements, .. } => {
            let first = *elements.first()?;
            elements.iter().all(|&e| e == first).then_some(first)?
        }
        _ => return None,
    };
    let width = width(ctx, body.value_type(value))?;
    (number > 1 && number.is_power_of_two()).then(|| (number.trailing_zeros(), width))
}

fn width(ctx: &Context, ty: Type) -> Option<u32> {
    match ctx.type_data(ty) {
        TypeData::Integer { width, .. } => Some(*width).filter(|w| (2..=64).contains(w)),
        TypeData::Vector { element, .. } => width(ctx, *element),
        _ => None,
    }
}

/// Returns a constant attribute of the same type as `constant`, with `number` as the value of each component.
fn same(ctx: &Context, body: &Body, constant: Value, number: u64, width: u32) -> Option<Attribute> {
    if width < 64 && number >> width != 0 {
        return None;
    }
    match ctx.attr_data(constant_of(ctx, body, constant)?) {
        AttrData::Integer { ty, .. } => Some(ctx.int_attr(number, *ty)),
        AttrData::Dense { ty, .. } => {
            Some(ctx.attr(AttrData::Dense { ty: *ty, elements: Box::new([number]) }))
        }
        _ => None,
    }
}
