//! The `math` dialect: mathematical functions of floats and integers

use crate::enums::FASTMATH;
use crate::spec::{Class::*, ops};
use spv_ir::dialect::Traits;

const PURE: Traits = Traits::PURE;
const UNARY: &str = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
const BINARY: &str = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";

ops! {
    AbsF = "math.absf" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Acos = "math.acos" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Acosh = "math.acosh" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Asin = "math.asin" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Asinh = "math.asinh" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Atan = "math.atan" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Atanh = "math.atanh" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Cbrt = "math.cbrt" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Ceil = "math.ceil" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Cos = "math.cos" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Cosh = "math.cosh" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Erf = "math.erf" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Exp = "math.exp" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Exp2 = "math.exp2" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    ExpM1 = "math.expm1" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Floor = "math.floor" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Log = "math.log" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Log10 = "math.log10" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Log1p = "math.log1p" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Log2 = "math.log2" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Round = "math.round" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    RoundEven = "math.roundeven" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Rsqrt = "math.rsqrt" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Sin = "math.sin" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Sinh = "math.sinh" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Sqrt = "math.sqrt" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Tan = "math.tan" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Tanh = "math.tanh" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Trunc = "math.trunc" One [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: UNARY, rules: "operand=result" }
    Atan2 = "math.atan2" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: BINARY, rules: "lhs=result;rhs=result" }
    CopySign = "math.copysign" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: BINARY, rules: "lhs=result;rhs=result" }
    PowF = "math.powf" One [lhs: Value(FloatLike), rhs: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] { traits: PURE, format: BINARY, rules: "lhs=result;rhs=result" }
    IsFinite = "math.isfinite" One [operand: Value(FloatLike)] { traits: PURE, format: "$operand attr-dict `:` type($operand)", rules: "result=i1like(operand)" }
    IsInf = "math.isinf" One [operand: Value(FloatLike)] { traits: PURE, format: "$operand attr-dict `:` type($operand)", rules: "result=i1like(operand)" }
    IsNaN = "math.isnan" One [operand: Value(FloatLike)] { traits: PURE, format: "$operand attr-dict `:` type($operand)", rules: "result=i1like(operand)" }
    IsNormal = "math.isnormal" One [operand: Value(FloatLike)] { traits: PURE, format: "$operand attr-dict `:` type($operand)", rules: "result=i1like(operand)" }
    SinCos = "math.sincos" Any [operand: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] {
        traits: PURE, hint: Some(crate::hints::sincos), format: "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($operand)", rules: "result=operand;result1=operand",
    }
    ClampF = "math.clampf" One [value: Value(FloatLike), min: Value(FloatLike), max: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] {
        traits: PURE, rules: "value=result;min=result;max=result",
        format: "$value `to` ` ` `[` $min `,` $max `]` (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
    }
    AbsI = "math.absi" One [operand: Value(IntLike)] { traits: PURE, format: "$operand attr-dict `:` type($result)", rules: "operand=result" }
    CountLeadingZeros = "math.ctlz" One [operand: Value(IntLike)] { traits: PURE, format: "$operand attr-dict `:` type($result)", rules: "operand=result" }
    CountTrailingZeros = "math.cttz" One [operand: Value(IntLike)] { traits: PURE, format: "$operand attr-dict `:` type($result)", rules: "operand=result" }
    CtPop = "math.ctpop" One [operand: Value(IntLike)] { traits: PURE, format: "$operand attr-dict `:` type($result)", rules: "operand=result" }
    IPowI = "math.ipowi" One [lhs: Value(IntLike), rhs: Value(IntLike)] {
        traits: PURE, format: "$lhs `,` $rhs attr-dict `:` type($result)", rules: "lhs=result;rhs=result",
    }
    FPowI = "math.fpowi" One [lhs: Value(FloatLike), rhs: Value(IntLike), fastmath: Flags(&FASTMATH, Separator::Comma)] {
        traits: PURE, rules: "result=lhs",
        format: "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)",
    }
    Fma = "math.fma" One [a: Value(FloatLike), b: Value(FloatLike), c: Value(FloatLike), fastmath: Flags(&FASTMATH, Separator::Comma)] {
        traits: PURE, rules: "a=result;b=result;c=result",
        format: "$a `,` $b `,` $c (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
    }
}
