//! `tensor`: what constants in memory are written with.

use crate::hints;
use crate::spec::{Class::*, ops};
use spv_ir::dialect::Traits;

const PURE: Traits = Traits::PURE;

ops! {
    Cast = "tensor.cast" One [source: Value(Tensor)] {
        traits: PURE, hint: Some(hints::op_name), format: "$source attr-dict `:` type($source) `to` type($dest)",
    }
    Dim = "tensor.dim" One [source: Value(Tensor), index: Value(Index)] {
        traits: PURE, hint: Some(hints::op_name), format: "attr-dict $source `,` $index `:` type($source)", rules: "index=index;result=index",
    }
    Empty = "tensor.empty" One [dynamicSizes: Values(Index)] {
        traits: PURE, format: "`(` $dynamicSizes `)` attr-dict `:` type($result)", rules: "dynamicSizes=index",
    }
    Extract = "tensor.extract" One [tensor: Value(Tensor), indices: Values(Index)] {
        traits: PURE, hint: Some(extracted), format: "$tensor `[` $indices `]` attr-dict `:` type($tensor)", rules: "indices=index;result=elem(tensor)",
    }
    FromElements = "tensor.from_elements" One [elements: Values(Any)] {
        traits: PURE, hint: Some(from_elements), format: "$elements attr-dict `:` type($result)", rules: "elements=elem(result)",
    }
    Insert = "tensor.insert" One [scalar: Value(Any), dest: Value(Tensor), indices: Values(Index)] {
        traits: PURE, hint: Some(inserted), format: "$scalar `into` $dest `[` $indices `]` attr-dict `:` type($dest)",
        rules: "indices=index;result=dest;scalar=elem(dest)",
    }
    Rank = "tensor.rank" One [tensor: Value(Tensor)] {
        traits: PURE, hint: Some(hints::op_name), format: "$tensor attr-dict `:` type($tensor)", rules: "result=index",
    }
    Splat = "tensor.splat" One [input: Value(Any), dynamicSizes: Values(Index)] {
        traits: PURE, hint: Some(hints::op_name), format: "$input (`[` $dynamicSizes^ `]`)? attr-dict `:` type($aggregate)",
        rules: "dynamicSizes=index;input=elem(result)",
    }
    Yield = "tensor.yield" None [value: Value(Any)] { traits: Traits::TERMINATOR, format: "$value attr-dict `:` type($value)" }
}

fn extracted(_: &spv_ir::Context, _: &spv_ir::Body, _: spv_ir::Op) -> Option<String> {
    Some("extracted".to_owned())
}

fn from_elements(_: &spv_ir::Context, _: &spv_ir::Body, _: spv_ir::Op) -> Option<String> {
    Some("from_elements".to_owned())
}

fn inserted(_: &spv_ir::Context, _: &spv_ir::Body, _: spv_ir::Op) -> Option<String> {
    Some("inserted".to_owned())
}
