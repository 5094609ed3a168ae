//! `tensor`: what constants in memory are written with.

use crate::hints;
use crate::spec::{Class::*, ops};
use spv_ir::dialect::Traits;

const PURE: Traits = Traits::PURE;

ops! {
    Bitcast = "tensor.bitcast" One [source: Value(Tensor)] {
        traits: PURE, format: "$source attr-dict `:` type($source) `to` type($dest)",
    }
    Cast = "tensor.cast" One [source: Value(Tensor)] {
        traits: PURE, hint: Some(hints::op_name), format: "$source attr-dict `:` type($source) `to` type($dest)",
    }
    CollapseShape = "tensor.collapse_shape" One [src: Value(Tensor), reassociation: Attr] {
        traits: PURE, hint: Some(collapsed), format: "$src $reassociation attr-dict `:` type($src) `into` type($result)",
    }
    Dim = "tensor.dim" One [source: Value(Tensor), index: Value(Index)] {
        traits: PURE, hint: Some(hints::op_name), format: "attr-dict $source `,` $index `:` type($source)", rules: "index=index;result=index",
    }
    Empty = "tensor.empty" One [dynamicSizes: Values(Index)] {
        traits: PURE, format: "`(` $dynamicSizes `)` attr-dict `:` type($result)", rules: "dynamicSizes=index",
    }
    ExpandShape = "tensor.expand_shape" One [
        src: Value(Tensor), reassociation: Attr, output_shape: Values(Index), static_output_shape: Numbers,
    ] {
        traits: PURE, hint: Some(expanded), rules: "output_shape=index",
        format: "$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) attr-dict `:` type($src) `into` type($result)",
    }
    ExtractSlice = "tensor.extract_slice" One [
        source: Value(Tensor), offsets: Values(Index), sizes: Values(Index), strides: Values(Index),
        static_offsets: Numbers, static_sizes: Numbers, static_strides: Numbers, operandSegmentSizes: Segments,
    ] {
        traits: PURE, hint: Some(extracted_slice), rules: "offsets=index;sizes=index;strides=index",
        format: "$source `` custom<DynamicIndexList>($offsets, $static_offsets) custom<DynamicIndexList>($sizes, $static_sizes) custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)",
    }
    InsertSlice = "tensor.insert_slice" One [
        source: Value(Tensor), dest: Value(Tensor), offsets: Values(Index), sizes: Values(Index), strides: Values(Index),
        static_offsets: Numbers, static_sizes: Numbers, static_strides: Numbers, operandSegmentSizes: Segments,
    ] {
        traits: PURE, hint: Some(inserted_slice), rules: "result=dest;offsets=index;sizes=index;strides=index",
        format: "$source `into` $dest `` custom<DynamicIndexList>($offsets, $static_offsets) custom<DynamicIndexList>($sizes, $static_sizes) custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `into` type($dest)",
    }
    ParallelInsertSlice = "tensor.parallel_insert_slice" None [
        source: Value(Tensor), dest: Value(Tensor), offsets: Values(Index), sizes: Values(Index), strides: Values(Index),
        static_offsets: Numbers, static_sizes: Numbers, static_strides: Numbers, operandSegmentSizes: Segments,
    ] {
        rules: "offsets=index;sizes=index;strides=index",
        format: "$source `into` $dest `` custom<DynamicIndexList>($offsets, $static_offsets) custom<DynamicIndexList>($sizes, $static_sizes) custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `into` type($dest)",
    }
    Reshape = "tensor.reshape" One [source: Value(Tensor), shape: Value(Tensor)] {
        traits: PURE, hint: Some(hints::op_name), format: "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)",
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

fn collapsed(_: &spv_ir::Context, _: &spv_ir::Body, _: spv_ir::Op) -> Option<String> {
    Some("collapsed".to_owned())
}

fn expanded(_: &spv_ir::Context, _: &spv_ir::Body, _: spv_ir::Op) -> Option<String> {
    Some("expanded".to_owned())
}

fn extracted_slice(_: &spv_ir::Context, _: &spv_ir::Body, _: spv_ir::Op) -> Option<String> {
    Some("extracted_slice".to_owned())
}

fn inserted_slice(_: &spv_ir::Context, _: &spv_ir::Body, _: spv_ir::Op) -> Option<String> {
    Some("inserted_slice".to_owned())
}

fn from_elements(_: &spv_ir::Context, _: &spv_ir::Body, _: spv_ir::Op) -> Option<String> {
    Some("from_elements".to_owned())
}

fn inserted(_: &spv_ir::Context, _: &spv_ir::Body, _: spv_ir::Op) -> Option<String> {
    Some("inserted".to_owned())
}
