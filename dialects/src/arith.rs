//! The `arith` dialect: arithmetic on integers, floats and vectors
//!
//! `arith.constant` is in the builtin dialect of this library, because `func` of LLVM 14 needs it.

use crate::enums::{CMPF, CMPI, FASTMATH, OVERFLOW, ROUNDING};
use crate::fold;
use crate::hints;
use crate::spec::{Class::*, Spec, View, ops};
use crate::text::listed_operands;
use crate::types::{element, is_memref, shape, with_element};
use spv_ir::diag::{Diagnostics, Place};
use spv_ir::dialect::Traits;
use spv_ir::text::type_text::type_text;
use spv_ir::text::*;
use spv_ir::{Body, Context, Op, Signedness, Type, TypeData};
use std::cmp::Ordering;

const PURE: Traits = Traits::PURE;
const COMMUTES: Traits = Traits::PURE.union(Traits::COMMUTATIVE);
const BINARY: &str = "$lhs `,` $rhs attr-dict `:` type($result)";
const WRAPPING: &str = "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)";
const FLOAT: &str = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
const CAST: &str = "$in attr-dict `:` type($in) `to` type($result)";
const SAME: &str = "lhs=result;rhs=result";

/// Defines binary ops whose operands and result have the same type.
macro_rules! same {
    ($($list:tt)*) => { ops! { $($list)* } };
}

same! {
    AddI = "arith.addi" One [lhs: Value(IntLike), rhs: Value(IntLike), overflowFlags: Flags(&OVERFLOW, Separator::CommaSpace)] { traits: COMMUTES, format: WRAPPING, fold: Some(fold::binary), rules: SAME }
    SubI = "arith.subi" One [lhs: Value(IntLike), rhs: Value(IntLike), overflowFlags: Flags(&OVERFLOW, Separator::CommaSpace)] { traits: PURE, format: WRAPPING, fold: Some(fold::binary), rules: SAME }
    MulI = "arith.muli" One [lhs: Value(IntLike), rhs: Value(IntLike), overflowFlags: Flags(&OVERFLOW, Separator::CommaSpace)] { traits: COMMUTES, format: WRAPPING, fold: Some(fold::binary), rules: SAME }
    ShLI = "arith.shli" One [lhs: Value(IntLike), rhs: Value(IntLike), overflowFlags: Flags(&OVERFLOW, Separator::CommaSpace)] { traits: PURE, format: WRAPPING, fold: Some(fold::binary), rules: SAME }
    ShRSI = "arith.shrsi" One [lhs: Value(IntLike), rhs: Value(IntLike)] { traits: PURE, format: BINARY, fold: Some(fold::binary), rules: SAME }
    ShRUI = "arith.shrui" One [lhs: Value(IntLike), rhs: Value(IntLike)] { traits: PURE, format: BINARY, fold: Some(fold::binary), rules: SAME }
    DivSI = "arith.divsi" One [lhs: Value(IntLike), rhs: Value(IntLike)] { format: BINARY, fold: Some(fold::binary), rules: SAME }
    DivUI = "arith.divui" One [lhs: Value(IntLike), rhs: Value(IntLike)] { format: BINARY, fold: Some(fold::binary), rules: SAME }
    CeilDivSI = "arith.ceildivsi" One [lhs: Value(IntLike), rhs: Value(IntLike)] { format: BINARY, fold: Some(fold::binary), rules: SAME }
    CeilDivUI = "arith.ceildivui" One [lhs: Value(IntLike), rhs: Value(IntLike)] { format: BINARY, fold: Some(fold::binary), rules: SAME }
    FloorDivSI = "arith.floordivsi" One [lhs: Value(IntLike), rhs: Value(IntLike)] { format: BINARY, fold: Some(fold::binary), rules: SAME }
    RemSI = "arith.remsi" One [lhs: Value(IntLike), rhs: Value(IntLike)] { format: BINARY, rules: SAME }
    RemUI = "arith.remui" One [lhs: Value(IntLike), rhs: Value(IntLike)] { format: BINARY, rules: SAME }
    AndI = "arith.andi" One [lhs: Value(IntLike), rhs: Value(IntLike)] { traits: COMMUTES, format: BINARY, fold: Some(fold::binary), rules: SAME }
    OrI = "arith.ori" One [lhs: Value(IntLike), rhs: Value(IntLike)] { traits: COMMUTES, format: BINARY, fold: Some(fold::binary), rules: SAME }
    XOrI = "arith.xori" One [lhs: Value(IntLike), rhs: Value(IntLike)] { traits: COMMUTES, format: BINARY, fold: Some(fold::binary), rules: SAME }
    MaxSI = "arith.maxsi" One [lhs: Value(IntLike), rhs: Value(IntLike)] { traits: COMMUTES, format: BINARY, fold: Some(fold::binary), rules: SAME }
    MaxUI = "arith.maxui" One [lhs: Value(IntLike), rhs: Value(IntLike)] { traits: COMMUTES, format: BINARY, fold: Some(fold::binary), rules: SAME }
    MinSI = "arith.minsi" One [lhs: Value(IntLike), rhs: Value(IntLike)] { traits: COMMUTES, format: BINARY, fold: Some(fold::binary), rules: SAME }
    MinUI = "arith.minui" One [lhs: Value(IntLike), rhs: Value(IntLike)] { traits: COMMUTES, format: BINARY, fold: Some(fold::binary), rules: SAME }
    AddUIExtended = "arith.addui_extended" Any [lhs: Value(IntLike), rhs: Value(IntLike)] {
        traits: COMMUTES, hint: Some(hints::sum_overflow), rules: "lhs=result;rhs=result;result1=i1like(result)",
        format: "$lhs `,` $rhs attr-dict `:` type($result) `,` type($result1)",
    }
    MulSIExtended = "arith.mulsi_extended" Any [lhs: Value(IntLike), rhs: Value(IntLike)] {
        traits: COMMUTES, hint: Some(hints::low_high), rules: "result=lhs;rhs=lhs;result1=lhs",
        format: "$lhs `,` $rhs attr-dict `:` type($lhs)",
    }
    MulUIExtended = "arith.mului_extended" Any [lhs: Value(IntLike), rhs: Value(IntLike)] {
        traits: COMMUTES, hint: Some(hints::low_high), rules: "result=lhs;rhs=lhs;result1=lhs",
        format: "$lhs `,` $rhs attr-dict `:` type($lhs)",
    }
    AddF = "arith.addf" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: COMMUTES, format: FLOAT, fold: Some(fold::binary), rules: SAME }
    SubF = "arith.subf" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: FLOAT, fold: Some(fold::binary), rules: SAME }
    MulF = "arith.mulf" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: COMMUTES, format: FLOAT, fold: Some(fold::binary), rules: SAME }
    DivF = "arith.divf" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: FLOAT, fold: Some(fold::binary), rules: SAME }
    RemF = "arith.remf" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: FLOAT, rules: SAME }
    MaximumF = "arith.maximumf" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: COMMUTES, format: FLOAT, fold: Some(fold::binary), rules: SAME }
    MinimumF = "arith.minimumf" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: COMMUTES, format: FLOAT, fold: Some(fold::binary), rules: SAME }
    MaxNumF = "arith.maxnumf" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: COMMUTES, format: FLOAT, fold: Some(fold::binary), rules: SAME }
    MinNumF = "arith.minnumf" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: COMMUTES, format: FLOAT, fold: Some(fold::binary), rules: SAME }
    NegF = "arith.negf" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] {
        fold: Some(fold::negation), traits: PURE, format: "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)", rules: "operand=result",
    }
    ExtSI = "arith.extsi" One [in: Value(IntLike)] { traits: PURE, format: CAST, verify: Some(verify_cast) }
    ExtUI = "arith.extui" One [in: Value(IntLike)] { traits: PURE, format: CAST, verify: Some(verify_cast) }
    TruncI = "arith.trunci" One [in: Value(IntLike)] { traits: PURE, format: CAST, verify: Some(verify_cast) }
    ExtF = "arith.extf" One [in: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] {
        traits: PURE, verify: Some(verify_cast),
        format: "$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($result)",
    }
    TruncF = "arith.truncf" One [in: Value(FloatLike), roundingmode: OptionalEnum(&ROUNDING), fastmath: Flags(&FASTMATH, Separator::Comma)] {
        traits: PURE, verify: Some(verify_cast),
        format: "$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($result)",
    }
    ScalingExtF = "arith.scaling_extf" One [in: Value(FloatLike), scale: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] {
        traits: PURE, verify: Some(verify_cast),
        format: "$in `,` $scale (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) `to` type($result)",
    }
    ScalingTruncF = "arith.scaling_truncf" One [in: Value(FloatLike), scale: Value(FloatLike), roundingmode: OptionalEnum(&ROUNDING), fastmath: Flags(&FASTMATH, Separator::Comma)] {
        traits: PURE, verify: Some(verify_cast),
        format: "$in `,` $scale ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) `to` type($result)",
    }
    SIToFP = "arith.sitofp" One [in: Value(IntLike)] { traits: PURE, format: CAST, verify: Some(verify_cast) }
    UIToFP = "arith.uitofp" One [in: Value(IntLike)] { traits: PURE, format: CAST, verify: Some(verify_cast) }
    FPToSI = "arith.fptosi" One [in: Value(FloatLike)] { traits: PURE, format: CAST, verify: Some(verify_cast) }
    FPToUI = "arith.fptoui" One [in: Value(FloatLike)] { traits: PURE, format: CAST, verify: Some(verify_cast) }
    IndexCast = "arith.index_cast" One [in: Value(Any)] { traits: PURE, format: CAST, verify: Some(verify_cast) }
    IndexCastUI = "arith.index_castui" One [in: Value(Any)] { traits: PURE, format: CAST, verify: Some(verify_cast) }
    Bitcast = "arith.bitcast" One [in: Value(Any)] { traits: PURE, format: CAST, verify: Some(verify_cast) }
    CmpI = "arith.cmpi" One [predicate: Enum(&CMPI), lhs: Value(IntLike), rhs: Value(IntLike)] {
        traits: PURE, format: "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)", rules: "rhs=lhs;result=i1like(lhs)",
    }
    CmpF = "arith.cmpf" One [predicate: Enum(&CMPF), lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] {
        traits: PURE,
        format: "$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)",
        rules: "rhs=lhs;result=i1like(lhs)",
    }
    Select = "arith.select" One [condition: Value(BoolLike), true_value: Value(Any), false_value: Value(Any)] {
        traits: PURE, fold: Some(fold::select), custom: Some((parse_select, print_select)), rules: "true_value=result;false_value=result",
        check: Some(check_select),
    }
}

/// The element types that a cast accepts or produces.
#[derive(Clone, Copy)]
enum Element {
    Integer,
    Float,
    Number,
    Index,
}

impl Element {
    /// Returns the width of `ty` in bits, or 0 for `index`. Returns `None` if `self` does not include `ty`.
    fn width(self, ctx: &Context, ty: Type) -> Option<u32> {
        match (self, ctx.type_data(ty)) {
            (Element::Integer | Element::Number, TypeData::Integer { width, signedness }) => {
                (*signedness == Signedness::Signless).then_some(*width)
            }
            (Element::Float | Element::Number, TypeData::Float(kind)) => Some(kind.width()),
            (Element::Index, TypeData::Index) => Some(0),
            _ => None,
        }
    }
}

/// A cast: op name, source element types, and result element types. The last element constrains the result width
/// relative to the source width; `None` allows all widths.
type Cast = (&'static str, Element, Element, Option<Ordering>);

const CASTS: [Cast; 16] = [
    (ExtSI::NAME, Element::Integer, Element::Integer, Some(Ordering::Greater)),
    (ExtUI::NAME, Element::Integer, Element::Integer, Some(Ordering::Greater)),
    (TruncI::NAME, Element::Integer, Element::Integer, Some(Ordering::Less)),
    (ExtF::NAME, Element::Float, Element::Float, Some(Ordering::Greater)),
    (TruncF::NAME, Element::Float, Element::Float, Some(Ordering::Less)),
    (ScalingExtF::NAME, Element::Float, Element::Float, Some(Ordering::Greater)),
    (ScalingTruncF::NAME, Element::Float, Element::Float, Some(Ordering::Less)),
    (SIToFP::NAME, Element::Integer, Element::Float, None),
    (UIToFP::NAME, Element::Integer, Element::Float, None),
    (FPToSI::NAME, Element::Float, Element::Integer, None),
    (FPToUI::NAME, Element::Float, Element::Integer, None),
    (IndexCast::NAME, Element::Index, Element::Integer, None),
    (IndexCast::NAME, Element::Integer, Element::Index, None),
    (IndexCastUI::NAME, Element::Index, Element::Integer, None),
    (IndexCastUI::NAME, Element::Integer, Element::Index, None),
    (Bitcast::NAME, Element::Number, Element::Number, Some(Ordering::Equal)),
];

/// Checks that a condition with several elements has the shape of the result.
fn check_select(view: &View<'_>) -> Result<(), String> {
    let (Some(condition), Some(result)) = (view.ty(Select::condition), view.ty("result")) else {
        return Ok(());
    };
    let (ctx, i1) = (view.ctx, view.ctx.common().i1);
    if condition == i1 || condition == crate::types::with_element(ctx, result, i1) {
        return Ok(());
    }
    let (condition, result) = (type_text(ctx, condition), type_text(ctx, result));
    Err(format!(
        "expected condition type to have the same shape as the result type, expected '{result}', but got \
         '{condition}'"
    ))
}

/// Verifies that a cast preserves the shape, and that the op accepts its element types and widths.
fn verify_cast(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let [operand] = body.first_operands(op);
    let Some(from) = body.value_type_opt(operand) else { return };
    let to = body.value_type(body.result(op, 0));
    let has_shape = match is_memref(ctx, from) {
        true => is_memref(ctx, to) && shape(ctx, from) == shape(ctx, to),
        false => with_element(ctx, from, element(ctx, to)) == to,
    };
    let name = ctx.registry().op(body.def(op)).row.name;
    let fits = |&(cast, takes, gives, order): &Cast| {
        let widths = takes.width(ctx, element(ctx, from)).zip(gives.width(ctx, element(ctx, to)));
        cast == name && widths.is_some_and(|(from, to)| order.is_none_or(|order| to.cmp(&from) == order))
    };
    if !has_shape || !CASTS.iter().any(fits) {
        let message = format!("'{name}' op operand type and result type are cast incompatible");
        out.error(Place::Op(body.loc(op)), message);
    }
}

/// Parses the operands and type of `arith.select`: `%c, %a, %b : type`, or `condition type, type` if the condition is a
/// vector or tensor.
fn parse_select(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let operands = listed_operands(p, 3)?;
    p.attr_dict(&mut state.attrs)?;
    p.expect(":")?;
    let mut ty = p.ty()?;
    let mut condition = p.ctx().common().i1;
    if p.accept(",") {
        condition = ty;
        ty = p.ty()?;
    }
    for (operand, ty) in operands.iter().zip([condition, ty, ty]) {
        let value = p.resolve(operand, Some(ty))?;
        state.operands.push(value);
    }
    state.results.push(ty);
    Ok(())
}

fn print_select(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    for (i, value) in body.operands(op).enumerate() {
        p.write(if i > 0 { ", " } else { " " });
        p.value(body, value);
    }
    p.attr_dict(body.attrs(op), &[]);
    p.write(" : ");
    let [condition] = body.first_operand_types(op);
    if condition != p.ctx().common().i1 {
        p.ty(condition);
        p.write(", ");
    }
    p.ty(body.value_type(body.result(op, 0)));
}

/// Looks up an `arith` op by name. Returns `None` for other names.
pub fn spec(name: &str) -> Option<&'static Spec> {
    OPS.iter().find(|spec| spec.row.name == name)
}
