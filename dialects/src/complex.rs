//! `complex`: complex numbers.

use crate::enums::FASTMATH;
use crate::spec::{Class::*, ops};
use spv_ir::dialect::Traits;

const PURE: Traits = Traits::PURE;
const COMMUTES: Traits = Traits::PURE.union(Traits::COMMUTATIVE);
const UNARY: &str = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)";
const BINARY: &str = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
const SAME: &str = "lhs=result;rhs=result";

ops! {
    "complex.abs" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "result=part(complex)" }
    "complex.angle" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "result=part(complex)" }
    "complex.im" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "result=part(complex)" }
    "complex.re" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "result=part(complex)" }
    "complex.atan2" One [lhs: Value(Complex), rhs: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: BINARY, rules: SAME }
    "complex.add" One [lhs: Value(Complex), rhs: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: COMMUTES, format: BINARY, rules: SAME }
    "complex.sub" One [lhs: Value(Complex), rhs: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: BINARY, rules: SAME }
    "complex.mul" One [lhs: Value(Complex), rhs: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: COMMUTES, format: BINARY, rules: SAME }
    "complex.div" One [lhs: Value(Complex), rhs: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: BINARY, rules: SAME }
    "complex.pow" One [lhs: Value(Complex), rhs: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: BINARY, rules: SAME }
    "complex.conj" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "result=complex" }
    "complex.cos" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "result=complex" }
    "complex.exp" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "result=complex" }
    "complex.expm1" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "result=complex" }
    "complex.log" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "result=complex" }
    "complex.log1p" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "result=complex" }
    "complex.neg" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "result=complex" }
    "complex.rsqrt" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "result=complex" }
    "complex.sign" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "result=complex" }
    "complex.sin" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "result=complex" }
    "complex.sqrt" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "result=complex" }
    "complex.tan" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "result=complex" }
    "complex.tanh" One [complex: Value(Complex), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "result=complex" }
    "complex.eq" One [lhs: Value(Complex), rhs: Value(Complex)] { traits: COMMUTES, format: "$lhs `,` $rhs attr-dict `:` type($lhs)", rules: "rhs=lhs;result=i1" }
    "complex.neq" One [lhs: Value(Complex), rhs: Value(Complex)] { traits: COMMUTES, format: "$lhs `,` $rhs attr-dict `:` type($lhs)", rules: "rhs=lhs;result=i1" }
    "complex.bitcast" One [operand: Value(Any)] { traits: PURE, format: "$operand attr-dict `:` type($operand) `to` type($result)" }
    "complex.constant" One [value: Attr] { traits: PURE, hint: Some(constant), format: "$value attr-dict `:` type($complex)" }
    "complex.create" One [real: Value(Any), imaginary: Value(Any)] {
        traits: PURE, format: "$real `,` $imaginary attr-dict `:` type($complex)", rules: "real=part(result);imaginary=part(result)",
    }
}

fn constant(_: &spv_ir::Context, _: &spv_ir::Body, _: spv_ir::Op) -> Option<String> {
    Some("cst".to_owned())
}
