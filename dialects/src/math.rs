//! `math`: functions of floats and integers.

use crate::enums::FASTMATH;
use crate::spec::{Class::*, ops};
use spv_ir::dialect::Traits;

const PURE: Traits = Traits::PURE;
const UNARY: &str = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
const BINARY: &str = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";

ops! {
    "math.absf" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.acos" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.acosh" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.asin" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.asinh" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.atan" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.atanh" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.cbrt" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.ceil" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.cos" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.cosh" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.erf" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.exp" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.exp2" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.expm1" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.floor" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.log" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.log10" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.log1p" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.log2" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.round" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.roundeven" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.rsqrt" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.sin" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.sinh" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.sqrt" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.tan" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.tanh" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.trunc" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: UNARY, rules: "operand=result" }
    "math.atan2" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: BINARY, rules: "lhs=result;rhs=result" }
    "math.copysign" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: BINARY, rules: "lhs=result;rhs=result" }
    "math.powf" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] { traits: PURE, format: BINARY, rules: "lhs=result;rhs=result" }
    "math.absi" One [operand: Value(IntLike)] { traits: PURE, format: "$operand attr-dict `:` type($result)", rules: "operand=result" }
    "math.ctlz" One [operand: Value(IntLike)] { traits: PURE, format: "$operand attr-dict `:` type($result)", rules: "operand=result" }
    "math.cttz" One [operand: Value(IntLike)] { traits: PURE, format: "$operand attr-dict `:` type($result)", rules: "operand=result" }
    "math.ctpop" One [operand: Value(IntLike)] { traits: PURE, format: "$operand attr-dict `:` type($result)", rules: "operand=result" }
    "math.ipowi" One [lhs: Value(IntLike), rhs: Value(IntLike)] {
        traits: PURE, format: "$lhs `,` $rhs attr-dict `:` type($result)", rules: "lhs=result;rhs=result",
    }
    "math.fpowi" One [lhs: Value(FloatLike), rhs: Value(IntLike), fastmath: Flags(&FASTMATH, ",")] {
        traits: PURE, rules: "result=lhs",
        format: "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)",
    }
    "math.fma" One [a: Value(FloatLike), b: Value(FloatLike), c: Value(FloatLike), fastmath: Flags(&FASTMATH, ",")] {
        traits: PURE, rules: "a=result;b=result;c=result",
        format: "$a `,` $b `,` $c (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
    }
}
