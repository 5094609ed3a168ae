//! The `complex` dialect: complex numbers

use crate::enums::FASTMATH;
use crate::spec::{Class::*, View, ops};
use spv_ir::dialect::Traits;

const PURE: Traits = Traits::PURE;
const COMMUTES: Traits = Traits::PURE.union(Traits::COMMUTATIVE);
const UNARY: &str = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)";
const BINARY: &str = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
const SAME: &str = "lhs=result;rhs=result";

ops! {
    Abs = "complex.abs" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "result=part(complex)" }
    Angle = "complex.angle" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "result=part(complex)" }
    Im = "complex.im" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "result=part(complex)" }
    Re = "complex.re" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "result=part(complex)" }
    Atan2 = "complex.atan2" One [lhs: Value(Complex), rhs: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: BINARY, rules: SAME }
    Add = "complex.add" One [lhs: Value(Complex), rhs: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: COMMUTES, format: BINARY, rules: SAME }
    Sub = "complex.sub" One [lhs: Value(Complex), rhs: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: BINARY, rules: SAME }
    Mul = "complex.mul" One [lhs: Value(Complex), rhs: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: COMMUTES, format: BINARY, rules: SAME }
    Div = "complex.div" One [lhs: Value(Complex), rhs: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: BINARY, rules: SAME }
    Pow = "complex.pow" One [lhs: Value(Complex), rhs: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: BINARY, rules: SAME }
    Conj = "complex.conj" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "result=complex" }
    Cos = "complex.cos" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "result=complex" }
    Exp = "complex.exp" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "result=complex" }
    ExpM1 = "complex.expm1" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "result=complex" }
    Log = "complex.log" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "result=complex" }
    Log1p = "complex.log1p" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "result=complex" }
    Neg = "complex.neg" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "result=complex" }
    Rsqrt = "complex.rsqrt" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "result=complex" }
    Sign = "complex.sign" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "result=complex" }
    Sin = "complex.sin" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "result=complex" }
    Sqrt = "complex.sqrt" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "result=complex" }
    Tan = "complex.tan" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "result=complex" }
    Tanh = "complex.tanh" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "result=complex" }
    Eq = "complex.eq" One [lhs: Value(Complex), rhs: Value(Complex)] { traits: COMMUTES, format: "$lhs `,` $rhs attr-dict `:` type($lhs)", rules: "rhs=lhs;result=i1" }
    Neq = "complex.neq" One [lhs: Value(Complex), rhs: Value(Complex)] { traits: COMMUTES, format: "$lhs `,` $rhs attr-dict `:` type($lhs)", rules: "rhs=lhs;result=i1" }
    Bitcast = "complex.bitcast" One [operand: Value(Any)] { traits: PURE, format: "$operand attr-dict `:` type($operand) `to` type($result)" }
    Constant = "complex.constant" One [value: Attr] { traits: PURE, check: Some(check_result), hint: Some(constant), format: "$value attr-dict `:` type($result)" }
    Create = "complex.create" One [real: Value(Any), imaginary: Value(Any)] {
        traits: PURE, format: "$real `,` $imaginary attr-dict `:` type($result)", rules: "real=part(result);imaginary=part(result)",
        check: Some(check_result),
    }
}

/// Checks that the result is a complex number of floats.
fn check_result(view: &View<'_>) -> Result<(), String> {
    match view.ty("result") {
        Some(ty) if !Complex.contains(view.ctx, ty) => Err(format!("result #0 must be {}", Complex.text())),
        _ => Ok(()),
    }
}

fn constant(_: &spv_ir::Context, _: &spv_ir::Body, _: spv_ir::Op) -> Option<String> {
    Some("cst".to_owned())
}
