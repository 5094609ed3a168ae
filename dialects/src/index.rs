//! The `index` dialect: arithmetic on `index`

use crate::enums::INDEX_CMP;
use crate::hints;
use crate::spec::{Class::*, View, ops};
use spv_ir::dialect::Traits;
use spv_ir::text::type_text::type_text;

const PURE: Traits = Traits::PURE;
const COMMUTES: Traits = Traits::PURE.union(Traits::COMMUTATIVE);
const BINARY: &str = "$lhs `,` $rhs attr-dict";
const INDICES: &str = "lhs=index;rhs=index;result=index";

ops! {
    Add = "index.add" One [lhs: Value(Index), rhs: Value(Index)] { traits: COMMUTES, format: BINARY, rules: INDICES }
    Sub = "index.sub" One [lhs: Value(Index), rhs: Value(Index)] { traits: PURE, format: BINARY, rules: INDICES }
    Mul = "index.mul" One [lhs: Value(Index), rhs: Value(Index)] { traits: COMMUTES, format: BINARY, rules: INDICES }
    DivS = "index.divs" One [lhs: Value(Index), rhs: Value(Index)] { format: BINARY, rules: INDICES }
    DivU = "index.divu" One [lhs: Value(Index), rhs: Value(Index)] { format: BINARY, rules: INDICES }
    CeilDivS = "index.ceildivs" One [lhs: Value(Index), rhs: Value(Index)] { format: BINARY, rules: INDICES }
    CeilDivU = "index.ceildivu" One [lhs: Value(Index), rhs: Value(Index)] { format: BINARY, rules: INDICES }
    FloorDivS = "index.floordivs" One [lhs: Value(Index), rhs: Value(Index)] { format: BINARY, rules: INDICES }
    RemS = "index.rems" One [lhs: Value(Index), rhs: Value(Index)] { format: BINARY, rules: INDICES }
    RemU = "index.remu" One [lhs: Value(Index), rhs: Value(Index)] { format: BINARY, rules: INDICES }
    MaxS = "index.maxs" One [lhs: Value(Index), rhs: Value(Index)] { traits: COMMUTES, format: BINARY, rules: INDICES }
    MaxU = "index.maxu" One [lhs: Value(Index), rhs: Value(Index)] { traits: COMMUTES, format: BINARY, rules: INDICES }
    MinS = "index.mins" One [lhs: Value(Index), rhs: Value(Index)] { traits: COMMUTES, format: BINARY, rules: INDICES }
    MinU = "index.minu" One [lhs: Value(Index), rhs: Value(Index)] { traits: COMMUTES, format: BINARY, rules: INDICES }
    Shl = "index.shl" One [lhs: Value(Index), rhs: Value(Index)] { traits: PURE, format: BINARY, rules: INDICES }
    ShrS = "index.shrs" One [lhs: Value(Index), rhs: Value(Index)] { traits: PURE, format: BINARY, rules: INDICES }
    ShrU = "index.shru" One [lhs: Value(Index), rhs: Value(Index)] { traits: PURE, format: BINARY, rules: INDICES }
    And = "index.and" One [lhs: Value(Index), rhs: Value(Index)] { traits: COMMUTES, format: BINARY, rules: INDICES }
    Or = "index.or" One [lhs: Value(Index), rhs: Value(Index)] { traits: COMMUTES, format: BINARY, rules: INDICES }
    Xor = "index.xor" One [lhs: Value(Index), rhs: Value(Index)] { traits: COMMUTES, format: BINARY, rules: INDICES }
    CastS = "index.casts" One [input: Value(IntOrIndex)] { traits: PURE, check: Some(check_cast), format: "$input attr-dict `:` type($input) `to` type($result)" }
    CastU = "index.castu" One [input: Value(IntOrIndex)] { traits: PURE, check: Some(check_cast), format: "$input attr-dict `:` type($input) `to` type($result)" }
    Cmp = "index.cmp" One [pred: Enum(&INDEX_CMP), lhs: Value(Index), rhs: Value(Index)] {
        traits: PURE, format: "$pred `(` $lhs `,` $rhs `)` attr-dict", rules: "lhs=index;rhs=index;result=i1",
    }
    SizeOf = "index.sizeof" One [] { traits: PURE, format: "attr-dict", rules: "result=index" }
    Constant = "index.constant" One [value: Number] {
        traits: PURE, format: "attr-dict $value", rules: "result=index", hint: Some(hints::index_constant),
    }
    BoolConstant = "index.bool.constant" One [value: Attr] {
        traits: PURE, format: "attr-dict $value", rules: "result=i1", hint: Some(hints::bool_constant),
    }
}

/// Checks that a cast converts between `index` and an integer type.
fn check_cast(view: &View<'_>) -> Result<(), String> {
    let (Some(input), Some(result)) = (view.ty(CastS::input), view.ty("result")) else { return Ok(()) };
    let index = view.ctx.common().index;
    if (input == index) != (result == index) && IntOrIndex.contains(view.ctx, result) {
        return Ok(());
    }
    let (input, result) = (type_text(view.ctx, input), type_text(view.ctx, result));
    Err(format!("operand type '{input}' and result type '{result}' are cast incompatible"))
}
