//! Suggested names for op results, identical to those of LLVM 19

use crate::spec::View;
use spv_ir::arith::VALUE_SLOT;
use spv_ir::{Body, Context, Op};

/// Suggests the name of the op, without the dialect prefix, as the name of its result.
pub(crate) fn op_name(ctx: &Context, body: &Body, op: Op) -> Option<String> {
    let name = ctx.registry().op(body.def(op)).row.name;
    name.split_once('.').map(|(_, name)| name.to_owned())
}

/// Suggests the op name and its dimension as the result name, such as `thread_id_x`.
pub(crate) fn dimension(ctx: &Context, body: &Body, op: Op) -> Option<String> {
    let dimension = View::new(ctx, body, op)?.word("dimension")?;
    let dimension = crate::enums::DIMENSION.by_value(dimension)?;
    Some(format!("{}_{}", op_name(ctx, body, op)?, dimension.name))
}

/// Suggests the result names `sum,overflow`.
pub(crate) fn sum_overflow(_: &Context, _: &Body, _: Op) -> Option<String> {
    Some("sum,overflow".to_owned())
}

/// Suggests the result names `low,high`.
pub(crate) fn low_high(_: &Context, _: &Body, _: Op) -> Option<String> {
    Some("low,high".to_owned())
}

/// Suggests the result name `f`.
pub(crate) fn function(_: &Context, _: &Body, _: Op) -> Option<String> {
    Some("f".to_owned())
}

/// Suggests the result names `base_buffer,offset,sizes:2,strides:2` for a memref of rank 2.
pub(crate) fn strided_metadata(_: &Context, body: &Body, op: Op) -> Option<String> {
    let rank = body.result_count(op).checked_sub(2)? / 2;
    Some(format!("base_buffer,offset,sizes:{rank},strides:{rank}"))
}

/// Suggests the result names `dest,accumulated_value`.
pub(crate) fn scan(_: &Context, _: &Body, _: Op) -> Option<String> {
    Some("dest,accumulated_value".to_owned())
}

/// Suggests the result names `res1,res2`.
pub(crate) fn deinterleave(_: &Context, _: &Body, _: Op) -> Option<String> {
    Some("res1,res2".to_owned())
}

/// Suggests the result name `assume_align`.
pub(crate) fn assumed(_: &Context, _: &Body, _: Op) -> Option<String> {
    Some("assume_align".to_owned())
}

/// Suggests the result names `rotateResult,valid`.
pub(crate) fn rotate(_: &Context, _: &Body, _: Op) -> Option<String> {
    Some("rotateResult,valid".to_owned())
}

/// Suggests the result names `sin,cos`.
pub(crate) fn sincos(_: &Context, _: &Body, _: Op) -> Option<String> {
    Some("sin,cos".to_owned())
}

/// Suggests the result names `shuffleResult,valid`.
pub(crate) fn shuffle(_: &Context, _: &Body, _: Op) -> Option<String> {
    Some("shuffleResult,valid".to_owned())
}

/// Suggests a result name derived from the constant's value, such as `idx5` for 5. Returns `None` if the op has no
/// integer value.
pub(crate) fn index_constant(ctx: &Context, body: &Body, op: Op) -> Option<String> {
    Some(format!("idx{}", ctx.attr_u64(body.slot_attr(op, VALUE_SLOT)?)? as i64))
}

/// Suggests the value of the constant, `true` or `false`, as the result name. Returns `None` if the value is not
/// boolean.
pub(crate) fn bool_constant(ctx: &Context, body: &Body, op: Op) -> Option<String> {
    match ctx.attr_data(body.slot_attr(op, VALUE_SLOT)?) {
        spv_ir::AttrData::Bool(value) => Some(value.to_string()),
        _ => None,
    }
}

/// Returns the first elements of `names`, one per result of the op.
fn as_many(body: &Body, op: Op, names: &[&str]) -> Option<String> {
    Some(names.get(..body.result_count(op)).unwrap_or(names).join(","))
}

/// Defines functions that suggest a fixed list of names.
macro_rules! result_names {
    ($($function:ident: $($name:literal),+;)+) => {$(
        pub(crate) fn $function(_: &Context, body: &Body, op: Op) -> Option<String> {
            as_many(body, op, &[$($name),+])
        }
    )+};
}

result_names! {
    memref_token: "memref", "asyncToken";
    dense_tensor_token: "dnTensor", "asyncToken";
    matrix_token: "spmat", "asyncToken";
    pruned_matrix_token: "spMat", "asyncToken";
    buffer_size_token: "bufferSz", "asyncToken";
    new_buffer_size_token: "bufferSzNew", "asyncToken";
    descriptor_token: "desc", "asyncToken";
    matrix_size_token: "rows", "cols", "nnz", "asyncToken";
}

/// Suggests the result names `bufferSzs:2,asyncToken` for two sizes and an async token.
pub(crate) fn buffer_sizes_token(ctx: &Context, body: &Body, op: Op) -> Option<String> {
    let index = ctx.common().index;
    let sizes = body.results(op).filter(|result| body.value_type(*result) == index).count();
    let token = if sizes < body.result_count(op) { ",asyncToken" } else { "" };
    Some(if sizes > 1 { format!("bufferSzs:{sizes}{token}") } else { format!("bufferSzs{token}") })
}
