//! Expansion of instructions without a WGSL counterpart (`spirv-webgpu-prepare`)

use crate::pass::{ControlFlow, Function, PassInfo, Work};
use spv_build::spv::{self, Builder};
use spv_dialect::emit::Emit;
use spv_ir::{Context, Diagnostics, Op, Type, TypeData, Value, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Expands 32-bit spv.UMulExtended, spv.SMulExtended and spv.IAddCarry, which have no \
                  counterpart in WGSL. Replaces spv.IsInf and spv.IsNan by false, because WGSL \
                  implementations may assume that infinities and NaNs do not occur.",
    before: "%0 = spv.IAddCarry %a, %b : !spv.struct<(i32, i32)>",
    after: "%0 = spv.IAdd %a, %b : i32\n%1 = spv.ULessThan %0, %a : i32\n%2 = spv.Select %1, %one, %zero : i1, i32\n\
            %3 = spv.CompositeConstruct %0, %2 : (i32, i32) -> !spv.struct<(i32, i32)>",
    statistics: &[("expanded", "Operations expanded")],
    ..PassInfo::new("spirv-webgpu-prepare", "Expand operations that WGSL lacks", ControlFlow::Any, |_| {
        Ok(Work::function(run))
    })
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let (ctx, body) = (function.ctx, &mut *function.body);
    let known =
        [spv::UMulExtended::ID, spv::SMulExtended::ID, spv::IAddCarry::ID, spv::IsInf::ID, spv::IsNan::ID];
    let ops: Vec<Op> = walk::ops(body).filter(|op| known.contains(&body.def(*op))).collect();
    let mut count = 0;
    for op in ops {
        let def = body.def(op);
        let result = body.result(op, 0);
        let ty = body.value_type(result);
        let operands: Vec<Value> = body.operands(op).collect();
        let mut b = Builder::before(ctx, body, op);
        b.loc = b.loc(op);
        let value = if def == spv::IsInf::ID || def == spv::IsNan::ID {
            b.splat(ty, 0)
        } else {
            let [x, y] = operands[..] else { continue };
            let number = b.value_type(x);
            if element(ctx, number) != ctx.common().i32 {
                continue;
            }
            let [low, high] = match def {
                _ if def == spv::IAddCarry::ID => add_carry(&mut b, x, y, number),
                _ => product(&mut b, x, y, number, def == spv::SMulExtended::ID),
            };
            b.composite_construct(ty, &[low, high])
        };
        let ir = b.ir();
        ir.replace_all_uses(result, value);
        ir.erase(op);
        count += 1;
    }
    function.count(0, count);
    Ok(())
}

fn element(ctx: &Context, ty: Type) -> Type {
    match ctx.type_data(ty) {
        TypeData::Vector { element, .. } => *element,
        _ => ty,
    }
}

/// Expands IAddCarry. The sum has wrapped if it is less than an operand.
fn add_carry(b: &mut Builder<'_>, x: Value, y: Value, ty: Type) -> [Value; 2] {
    let (one, zero) = (b.splat(ty, 1), b.splat(ty, 0));
    let sum = b.i_add(x, y);
    let wrapped = b.u_less_than(sum, x);
    [sum, b.select(wrapped, one, zero)]
}

/// The 16-bit halves of an integer, and those of its sign extension.
struct Digits {
    low: Value,
    high: Value,
    sign: Option<Value>,
}

/// Expands a multiplication into products of 16-bit halves. Returns the low and the high word of the product.
fn product(b: &mut Builder<'_>, x: Value, y: Value, ty: Type, signed: bool) -> [Value; 2] {
    let (mask, half) = (b.splat(ty, 0xffff), b.splat(ty, 16));
    let digits = |b: &mut Builder<'_>, value| {
        let (low, high) = (b.bitwise_and(value, mask), b.shift_right_logical(value, half));
        let sign = signed.then(|| {
            let shifted = b.shift_right_arithmetic(value, half);
            b.shift_right_logical(shifted, half)
        });
        Digits { low, high, sign }
    };
    let (x, y) = (digits(b, x), digits(b, y));
    // Partial products, grouped by the 16-bit digit of the result to which their lower half is added.
    let first = b.i_mul(x.low, y.low);
    let mut by_digit =
        [vec![], vec![b.i_mul(x.low, y.high), b.i_mul(x.high, y.low)], vec![b.i_mul(x.high, y.high)], vec![]];
    if let (Some(x_sign), Some(y_sign)) = (x.sign, y.sign) {
        let (of_y, of_x) = (b.i_mul(x.low, y_sign), b.i_mul(x_sign, y.low));
        by_digit[2].extend([of_y, of_x]);
        by_digit[3].extend([of_y, of_x, b.i_mul(x.high, y_sign), b.i_mul(x_sign, y.high)]);
    }
    let (lowest, mut carry) = (b.bitwise_and(first, mask), b.shift_right_logical(first, half));
    let mut digit = [lowest; 4];
    for i in 1..4 {
        let mut next = Vec::new();
        for &product in &by_digit[i] {
            let part = b.bitwise_and(product, mask);
            carry = b.i_add(carry, part);
            next.push(b.shift_right_logical(product, half));
        }
        digit[i] = carry;
        if i < 3 {
            digit[i] = b.bitwise_and(carry, mask);
            carry = b.shift_right_logical(carry, half);
            for part in next {
                carry = b.i_add(carry, part);
            }
        }
    }
    let word = |b: &mut Builder<'_>, low, high| {
        let high = b.shift_left_logical(high, half);
        b.bitwise_or(low, high)
    };
    [word(b, digit[0], digit[1]), word(b, digit[2], digit[3])]
}
