//! `arith`: arithmetic on integers, floats, and vectors of them. `arith.constant` is of the builtin dialect of this
//! library, as `func` of LLVM 14 needs it.

use crate::enums::{CMPF, CMPI, FASTMATH, OVERFLOW, ROUNDING};
use crate::fold;
use crate::hints;
use crate::spec::{Class::*, Spec, ops};
use crate::text::listed_operands;
use spv_ir::asm::*;
use spv_ir::dialect::Traits;
use spv_ir::{Body, Op};

const PURE: Traits = Traits::PURE;
const COMMUTES: Traits = Traits::PURE.union(Traits::COMMUTATIVE);
const BINARY: &str = "$lhs `,` $rhs attr-dict `:` type($result)";
const WRAPPING: &str = "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)";
const FLOAT: &str = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
const CAST: &str = "$in attr-dict `:` type($in) `to` type($out)";
const SAME: &str = "lhs=result;rhs=result";

/// Ops with two operands and a result of one type.
macro_rules! same {
    ($($list:tt)*) => { ops! { $($list)* } };
}

same! {
    AddI = "arith.addi" One [lhs: Value(IntLike), rhs: Value(IntLike), overflowFlags: Flags(&OVERFLOW, ", ")] { traits: COMMUTES, format: WRAPPING, fold: Some(fold::binary), rules: SAME }
    SubI = "arith.subi" One [lhs: Value(IntLike), rhs: Value(IntLike), overflowFlags: Flags(&OVERFLOW, ", ")] { traits: PURE, format: WRAPPING, fold: Some(fold::binary), rules: SAME }
    MulI = "arith.muli" One [lhs: Value(IntLike), rhs: Value(IntLike), overflowFlags: Flags(&OVERFLOW, ", ")] { traits: COMMUTES, format: WRAPPING, fold: Some(fold::binary), rules: SAME }
    ShLI = "arith.shli" One [lhs: Value(IntLike), rhs: Value(IntLike), overflowFlags: Flags(&OVERFLOW, ", ")] { traits: PURE, format: WRAPPING, fold: Some(fold::binary), rules: SAME }
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
        format: "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)",
    }
    MulSIExtended = "arith.mulsi_extended" Any [lhs: Value(IntLike), rhs: Value(IntLike)] {
        traits: COMMUTES, hint: Some(hints::low_high), rules: "result=lhs;rhs=lhs;result1=lhs",
        format: "$lhs `,` $rhs attr-dict `:` type($lhs)",
    }
    MulUIExtended = "arith.mului_extended" Any [lhs: Value(IntLike), rhs: Value(IntLike)] {
        traits: COMMUTES, hint: Some(hints::low_high), rules: "result=lhs;rhs=lhs;result1=lhs",
        format: "$lhs `,` $rhs attr-dict `:` type($lhs)",
    }
    AddF = "arith.addf" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: COMMUTES, format: FLOAT, fold: Some(fold::binary), rules: SAME }
    SubF = "arith.subf" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: FLOAT, fold: Some(fold::binary), rules: SAME }
    MulF = "arith.mulf" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: COMMUTES, format: FLOAT, fold: Some(fold::binary), rules: SAME }
    DivF = "arith.divf" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: FLOAT, fold: Some(fold::binary), rules: SAME }
    RemF = "arith.remf" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: FLOAT, rules: SAME }
    MaximumF = "arith.maximumf" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: COMMUTES, format: FLOAT, fold: Some(fold::binary), rules: SAME }
    MinimumF = "arith.minimumf" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: COMMUTES, format: FLOAT, fold: Some(fold::binary), rules: SAME }
    MaxNumF = "arith.maxnumf" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: COMMUTES, format: FLOAT, fold: Some(fold::binary), rules: SAME }
    MinNumF = "arith.minnumf" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: COMMUTES, format: FLOAT, fold: Some(fold::binary), rules: SAME }
    NegF = "arith.negf" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] {
        fold: Some(fold::negation), traits: PURE, format: "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)", rules: "operand=result",
    }
    ExtSI = "arith.extsi" One [in: Value(IntLike)] { traits: PURE, format: CAST }
    ExtUI = "arith.extui" One [in: Value(IntLike)] { traits: PURE, format: CAST }
    TruncI = "arith.trunci" One [in: Value(IntLike)] { traits: PURE, format: CAST }
    ExtF = "arith.extf" One [in: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] {
        traits: PURE, format: "$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)",
    }
    TruncF = "arith.truncf" One [in: Value(FloatLike), roundingmode: OptionalEnum(&ROUNDING), fastmath: Flags(&FASTMATH, ",")] {
        traits: PURE,
        format: "$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)",
    }
    SIToFP = "arith.sitofp" One [in: Value(IntLike)] { traits: PURE, format: CAST }
    UIToFP = "arith.uitofp" One [in: Value(IntLike)] { traits: PURE, format: CAST }
    FPToSI = "arith.fptosi" One [in: Value(FloatLike)] { traits: PURE, format: CAST }
    FPToUI = "arith.fptoui" One [in: Value(FloatLike)] { traits: PURE, format: CAST }
    IndexCast = "arith.index_cast" One [in: Value(Any)] { traits: PURE, format: CAST }
    IndexCastUI = "arith.index_castui" One [in: Value(Any)] { traits: PURE, format: CAST }
    Bitcast = "arith.bitcast" One [in: Value(Any)] { traits: PURE, format: CAST }
    CmpI = "arith.cmpi" One [predicate: Enum(&CMPI), lhs: Value(IntLike), rhs: Value(IntLike)] {
        traits: PURE, format: "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)", rules: "rhs=lhs;result=i1like(lhs)",
    }
    CmpF = "arith.cmpf" One [predicate: Enum(&CMPF), lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] {
        traits: PURE,
        format: "$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)",
        rules: "rhs=lhs;result=i1like(lhs)",
    }
    Select = "arith.select" One [condition: Value(BoolLike), true_value: Value(Any), false_value: Value(Any)] {
        traits: PURE, fold: Some(fold::select), custom: Some((parse_select, print_select)), rules: "true_value=result;false_value=result",
    }
}

/// `%c, %a, %b : type`, or `condition type, type` where the condition is a vector or a tensor.
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

/// The table's op of a name.
pub fn spec(name: &str) -> Option<&'static Spec> {
    OPS.iter().find(|spec| spec.row.name == name)
}
