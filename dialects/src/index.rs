//! `index`: arithmetic on `index`.

use crate::enums::INDEX_CMP;
use crate::hints;
use crate::spec::{Class::*, ops};
use spv_ir::dialect::Traits;

const PURE: Traits = Traits::PURE;
const COMMUTES: Traits = Traits::PURE.union(Traits::COMMUTATIVE);
const BINARY: &str = "$lhs `,` $rhs attr-dict";
const INDICES: &str = "lhs=index;rhs=index;result=index";

ops! {
    "index.add" One [lhs: Value(Index), rhs: Value(Index)] { traits: COMMUTES, format: BINARY, rules: INDICES }
    "index.sub" One [lhs: Value(Index), rhs: Value(Index)] { traits: PURE, format: BINARY, rules: INDICES }
    "index.mul" One [lhs: Value(Index), rhs: Value(Index)] { traits: COMMUTES, format: BINARY, rules: INDICES }
    "index.divs" One [lhs: Value(Index), rhs: Value(Index)] { format: BINARY, rules: INDICES }
    "index.divu" One [lhs: Value(Index), rhs: Value(Index)] { format: BINARY, rules: INDICES }
    "index.ceildivs" One [lhs: Value(Index), rhs: Value(Index)] { format: BINARY, rules: INDICES }
    "index.ceildivu" One [lhs: Value(Index), rhs: Value(Index)] { format: BINARY, rules: INDICES }
    "index.floordivs" One [lhs: Value(Index), rhs: Value(Index)] { format: BINARY, rules: INDICES }
    "index.rems" One [lhs: Value(Index), rhs: Value(Index)] { format: BINARY, rules: INDICES }
    "index.remu" One [lhs: Value(Index), rhs: Value(Index)] { format: BINARY, rules: INDICES }
    "index.maxs" One [lhs: Value(Index), rhs: Value(Index)] { traits: COMMUTES, format: BINARY, rules: INDICES }
    "index.maxu" One [lhs: Value(Index), rhs: Value(Index)] { traits: COMMUTES, format: BINARY, rules: INDICES }
    "index.mins" One [lhs: Value(Index), rhs: Value(Index)] { traits: COMMUTES, format: BINARY, rules: INDICES }
    "index.minu" One [lhs: Value(Index), rhs: Value(Index)] { traits: COMMUTES, format: BINARY, rules: INDICES }
    "index.shl" One [lhs: Value(Index), rhs: Value(Index)] { traits: PURE, format: BINARY, rules: INDICES }
    "index.shrs" One [lhs: Value(Index), rhs: Value(Index)] { traits: PURE, format: BINARY, rules: INDICES }
    "index.shru" One [lhs: Value(Index), rhs: Value(Index)] { traits: PURE, format: BINARY, rules: INDICES }
    "index.and" One [lhs: Value(Index), rhs: Value(Index)] { traits: COMMUTES, format: BINARY, rules: INDICES }
    "index.or" One [lhs: Value(Index), rhs: Value(Index)] { traits: COMMUTES, format: BINARY, rules: INDICES }
    "index.xor" One [lhs: Value(Index), rhs: Value(Index)] { traits: COMMUTES, format: BINARY, rules: INDICES }
    "index.casts" One [input: Value(IntOrIndex)] { traits: PURE, format: "$input attr-dict `:` type($input) `to` type($output)" }
    "index.castu" One [input: Value(IntOrIndex)] { traits: PURE, format: "$input attr-dict `:` type($input) `to` type($output)" }
    "index.cmp" One [pred: Enum(&INDEX_CMP), lhs: Value(Index), rhs: Value(Index)] {
        traits: PURE, format: "$pred `(` $lhs `,` $rhs `)` attr-dict", rules: "lhs=index;rhs=index;result=i1",
    }
    "index.sizeof" One [] { traits: PURE, format: "attr-dict", rules: "result=index" }
    "index.constant" One [value: Number] {
        traits: PURE, format: "attr-dict $value", rules: "result=index", hint: Some(hints::index_constant),
    }
    "index.bool.constant" One [value: Attr] {
        traits: PURE, format: "attr-dict $value", rules: "result=i1", hint: Some(hints::bool_constant),
    }
}
