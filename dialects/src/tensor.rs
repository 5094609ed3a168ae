//! The `tensor` dialect: ops for tensor constants and their construction

use crate::hints;
use crate::spec::{Class::*, View, ops};
use crate::types::{element, shape};
use spv_ir::builtin_types::DYNAMIC;
use spv_ir::diag::{Diagnostics, Place};
use spv_ir::dialect::Traits;
use spv_ir::{Body, Context, Op};

const PURE: Traits = Traits::PURE;

ops! {
    Bitcast = "tensor.bitcast" One [source: Value(Tensor)] {
        traits: PURE, format: "$source attr-dict `:` type($source) `to` type($result)",
    }
    Cast = "tensor.cast" One [source: Value(Tensor)] {
        traits: PURE, hint: Some(hints::op_name), format: "$source attr-dict `:` type($source) `to` type($result)",
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
        traits: PURE, hint: Some(hints::op_name), format: "$input (`[` $dynamicSizes^ `]`)? attr-dict `:` type($result)",
        rules: "dynamicSizes=index;input=elem(result)",
    }
    Concat = "tensor.concat" One [dim: Number, inputs: Values(Tensor)] {
        traits: PURE, hint: Some(hints::op_name), format: "`dim` `(` $dim `)` $inputs attr-dict `:` functional-type(operands, results)",
    }
    Gather = "tensor.gather" One [source: Value(Tensor), indices: Value(Tensor), gather_dims: Numbers, unique: Unit] {
        traits: PURE, hint: Some(hints::op_name),
        format: "$source `[` $indices `]` `gather_dims` `(` $gather_dims `)` (`unique` $unique^)? attr-dict `:` functional-type(operands, results)",
    }
    Scatter = "tensor.scatter" One [source: Value(Tensor), dest: Value(Tensor), indices: Value(Tensor), scatter_dims: Numbers, unique: Unit] {
        traits: PURE, hint: Some(hints::op_name), rules: "result=dest",
        format: "$source `into` $dest `[` $indices `]` `scatter_dims` `(` $scatter_dims `)` (`unique` $unique^)? attr-dict `:` functional-type(operands, results)",
    }
    Generate = "tensor.generate" One [dynamicExtents: Values(Index)] {
        hint: Some(generated), regions: 1, rules: "dynamicExtents=index", verify: Some(verify_generate),
        format: "$dynamicExtents regions attr-dict `:` type($result)",
    }
    Pad = "tensor.pad" One [
        source: Value(Tensor), low: Values(Index), high: Values(Index), static_low: Numbers, static_high: Numbers, nofold: Unit,
        operandSegmentSizes: Segments,
    ] {
        hint: Some(padded), regions: 1, rules: "low=index;high=index", verify: Some(verify_pad),
        format: "$source (`nofold` $nofold^)? `low` `` custom<DynamicIndexList>($low, $static_low) `high` `` custom<DynamicIndexList>($high, $static_high) regions attr-dict `:` type($source) `to` type($result)",
    }
    Pack = "tensor.pack" One [
        source: Value(Tensor), dest: Value(Tensor), padding_value: Optional(Any), outer_dims_perm: OptionalNumbers,
        inner_dims_pos: Numbers, inner_tiles: Values(Index), static_inner_tiles: Numbers, operandSegmentSizes: Segments,
    ] {
        traits: PURE, hint: Some(hints::op_name), rules: "inner_tiles=index;result=dest;padding_value=elem(source)",
        verify: Some(verify_pack),
        format: "$source (`padding_value` `(` $padding_value^ `:` type($padding_value) `)`)? (`outer_dims_perm` `=` $outer_dims_perm^)? `inner_dims_pos` `=` $inner_dims_pos `inner_tiles` `=` custom<DynamicIndexList>($inner_tiles, $static_inner_tiles) `into` $dest attr-dict `:` type($source) `->` type($dest)",
    }
    Unpack = "tensor.unpack" One [
        source: Value(Tensor), dest: Value(Tensor), outer_dims_perm: OptionalNumbers, inner_dims_pos: Numbers,
        inner_tiles: Values(Index), static_inner_tiles: Numbers,
    ] {
        traits: PURE, hint: Some(hints::op_name), rules: "inner_tiles=index;result=dest", verify: Some(verify_pack),
        format: "$source (`outer_dims_perm` `=` $outer_dims_perm^)? `inner_dims_pos` `=` $inner_dims_pos `inner_tiles` `=` custom<DynamicIndexList>($inner_tiles, $static_inner_tiles) `into` $dest attr-dict `:` type($source) `->` type($dest)",
    }
    Yield = "tensor.yield" None [value: Value(Any)] { traits: Traits::TERMINATOR, parents: &[Generate::NAME, Pad::NAME], format: "$value attr-dict `:` type($value)" }
}

/// Reports an error at an op.
fn error(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics, message: &str) {
    let name = ctx.registry().op(body.def(op)).row.name;
    out.error(Place::Op(body.loc(op)), format!("'{name}' op {message}"));
}

/// Verifies that the only block of an op has one index argument per dimension of the result, and that it yields an
/// element.
fn verify_elements(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let result = body.value_type(body.result(op, 0));
    let Some(shape) = shape(ctx, result) else { return };
    let Some(block) = body.first_block(body.region(op, 0)) else { return };
    let args = body.args(block);
    let index = ctx.common().index;
    if args.len() != shape.len() || args.iter().any(|arg| body.value_type(*arg) != index) {
        let message = format!("expected {} arguments of type 'index' of its body", shape.len());
        return error(ctx, body, op, out, &message);
    }
    let end = body.last_op(block).filter(|end| ctx.registry().op(body.def(*end)).row.name == Yield::NAME);
    let yielded = end.and_then(|end| body.value_type_opt(body.operands(end).next()?));
    if yielded != Some(element(ctx, result)) {
        error(ctx, body, op, out, "expected its body to yield an element of the result");
    }
}

fn verify_generate(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let unknown = shape(ctx, body.value_type(body.result(op, 0))).unwrap_or_default();
    let unknown = unknown.iter().filter(|length| length.is_none()).count();
    if unknown != body.own_operands(op).len() {
        return error(
            ctx,
            body,
            op,
            out,
            "must have as many index operands as dynamic extents in the result type",
        );
    }
    verify_elements(ctx, body, op, out);
}

fn verify_pad(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let Some(view) = View::new(ctx, body, op) else { return };
    let [source] = body.first_operand_types(op);
    let types = [source, body.value_type(body.result(op, 0))];
    let [Some(source), Some(result)] = types.map(|ty| shape(ctx, ty)) else { return };
    let (low, high) = (view.numbers(Pad::static_low), view.numbers(Pad::static_high));
    if [low.len(), high.len(), result.len()] != [source.len(); 3] {
        return error(ctx, body, op, out, "expected a low and a high padding for each dimension");
    }
    for (dim, (have, (low, high))) in result.iter().zip(low.iter().zip(&high)).enumerate() {
        let known = ![*low as u64, *high as u64].contains(&DYNAMIC);
        let padded = |length: u64| length.checked_add_signed(low.checked_add(*high)?);
        let need = source[dim].filter(|_| known).and_then(padded);
        if let (Some(need), Some(have)) = (need, have)
            && need != *have
        {
            let message = format!(
                "specified type of dimension {dim} is {have}, which does not match the inferred {need}"
            );
            return error(ctx, body, op, out, &message);
        }
    }
    verify_elements(ctx, body, op, out);
}

fn verify_pack(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let Some(view) = View::new(ctx, body, op) else { return };
    let positions = view.numbers(Pack::inner_dims_pos);
    let mut lengths = body
        .first_operands::<2>(op)
        .map(|value| body.value_type_opt(value).and_then(|ty| shape(ctx, ty)).map_or(0, |shape| shape.len()));
    lengths.sort_unstable();
    let [unpacked, packed] = lengths;
    let order = view.numbers(Pack::outer_dims_perm);
    let is_order = |list: &[i64]| {
        list.iter().all(|at| {
            (0..unpacked as i64).contains(at) && list.iter().filter(|other| *other == at).count() == 1
        })
    };
    let message = if packed != unpacked + positions.len() {
        "packed rank must equal unpacked rank + tiling factors"
    } else if view.numbers(Pack::static_inner_tiles).len() != positions.len() {
        "tiling factors must equal the number of dimensions to tile"
    } else if !is_order(&positions) {
        "invalid inner_dims_pos vector"
    } else if !is_order(&order) || (!order.is_empty() && order.len() != unpacked) {
        "invalid outer_dims_perm vector"
    } else {
        return;
    };
    error(ctx, body, op, out, message);
}

fn generated(_: &spv_ir::Context, _: &spv_ir::Body, _: spv_ir::Op) -> Option<String> {
    Some("generated".to_owned())
}

fn padded(_: &spv_ir::Context, _: &spv_ir::Body, _: spv_ir::Op) -> Option<String> {
    Some("padded".to_owned())
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
