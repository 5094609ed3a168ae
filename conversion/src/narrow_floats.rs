//! Emulation of 16-bit floats by 32-bit floats: rounding and bit-pattern conversion

use crate::emit::{Emit, Rw, resize};
use spv_build::spv;
use spv_dialects::types::{element, vector_dims};
use spv_ir::conversion::Mismatch;
use spv_ir::{Context, FloatKind, Signedness, Type, TypeData, Value};

/// Returns the 16-bit float format that the wider type `ty` emulates, or `None` if `ty` does not emulate `original`.
pub(crate) fn emulated(ctx: &Context, original: Type, ty: Type) -> Option<FloatKind> {
    let is_f32 = *ctx.type_data(element(ctx, ty)) == TypeData::Float(FloatKind::F32);
    match *ctx.type_data(element(ctx, original)) {
        TypeData::Float(kind @ (FloatKind::F16 | FloatKind::BF16)) if is_f32 => Some(kind),
        _ => None,
    }
}

/// Rounds a float to the precision of the type `original`, if a wider type emulates it.
pub(crate) fn round_emulated(rw: &mut Rw<'_>, value: Value, original: Type) -> Value {
    match emulated(rw.ctx, original, rw.type_of(value)) {
        Some(FloatKind::BF16) => round_bfloat16(rw, value),
        Some(_) => round_half(rw, value),
        None => value,
    }
}

/// Rounds a 32-bit float to the nearest 16-bit float. Packs and unpacks the float as a half, because OpQuantizeToF16
/// may flush subnormals.
fn round_half(rw: &mut Rw<'_>, value: Value) -> Value {
    let ty = rw.type_of(value);
    let f32 = rw.ctx.common().f32;
    let count = vector_dims(rw.ctx, ty).first().copied().unwrap_or(1) as u32;
    let mut parts = Vec::new();
    for i in 0..count {
        parts.push(if count == 1 { value } else { rw.extract(value, i, f32) });
    }
    if count % 2 == 1 {
        parts.push(rw.float(f32, 0.0));
    }
    let (pair, word) = (rw.ctx.vector_type(2, f32), rw.ctx.common().i32);
    let mut rounded = Vec::new();
    for both in parts.chunks(2) {
        let both = rw.op(spv::CompositeConstruct::ID, both, pair);
        let packed = rw.op(spv::glsl::PackHalf2x16::ID, &[both], word);
        let both = rw.op(spv::glsl::UnpackHalf2x16::ID, &[packed], pair);
        for at in 0..2.min(count - rounded.len() as u32) {
            rounded.push(rw.extract(both, at, f32));
        }
    }
    match rounded[..] {
        [value] => value,
        _ => rw.op(spv::CompositeConstruct::ID, &rounded, ty),
    }
}

/// Rounds a 32-bit float to the nearest `bf16`, ties to even. Quiets NaNs, because rounding could turn them into
/// infinities.
fn round_bfloat16(rw: &mut Rw<'_>, value: Value) -> Value {
    let ty = rw.type_of(value);
    let (word, truth) = (words_like(rw, ty), rw.bool_like(ty));
    let bits = rw.op(spv::Bitcast::ID, &[value], word);
    let (place, one, half) = (rw.int(word, 16), rw.int(word, 1), rw.int(word, 0x7FFF));
    let last = rw.op(spv::ShiftRightLogical::ID, &[bits, place], word);
    let last = rw.op(spv::BitwiseAnd::ID, &[last, one], word);
    let sum = rw.op(spv::IAdd::ID, &[bits, half], word);
    let sum = rw.op(spv::IAdd::ID, &[sum, last], word);
    let quiet = rw.int(word, 0x0040_0000);
    let quiet = rw.op(spv::BitwiseOr::ID, &[bits, quiet], word);
    let is_nan = rw.op(spv::IsNan::ID, &[value], truth);
    let chosen = rw.select(is_nan, quiet, sum);
    let kept = rw.int(word, 0xFFFF_0000);
    let kept = rw.op(spv::BitwiseAnd::ID, &[chosen, kept], word);
    rw.op(spv::Bitcast::ID, &[kept], ty)
}

/// Returns `i32`, or a vector of `i32` with the shape of a type.
pub(crate) fn words_like(rw: &Rw<'_>, ty: Type) -> Type {
    crate::emit::like(rw.ctx, ty, rw.ctx.common().i32)
}

/// Returns the bits of a 16-bit float in the low half of a 32-bit word. A 32-bit float may emulate the value.
pub(crate) fn pack(rw: &mut Rw<'_>, value: Value, kind: FloatKind) -> Value {
    let (f32, word) = (rw.ctx.common().f32, rw.ctx.common().i32);
    if kind == FloatKind::BF16 {
        let value = to_f32(rw, value);
        let (bits, place) = (rw.op(spv::Bitcast::ID, &[value], word), rw.int(word, 16));
        return rw.op(spv::ShiftRightLogical::ID, &[bits, place], word);
    }
    if rw.env.target.is_kernel() {
        // The `f16` type is never emulated in kernels.
        let short = rw.ctx.int_type(16, Signedness::Signless);
        let bits = rw.op(spv::Bitcast::ID, &[value], short);
        return rw.op(spv::UConvert::ID, &[bits], word);
    }
    let value = to_f32(rw, value);
    let zero = rw.float(f32, 0.0);
    let pair = rw.op(spv::CompositeConstruct::ID, &[value, zero], rw.ctx.vector_type(2, f32));
    rw.op(spv::glsl::PackHalf2x16::ID, &[pair], word)
}

/// Converts floats to 32-bit floats, unless they already have 32 bits.
pub(crate) fn to_f32(rw: &mut Rw<'_>, value: Value) -> Value {
    let f32 = crate::emit::like(rw.ctx, rw.type_of(value), rw.ctx.common().f32);
    if rw.type_of(value) == f32 { value } else { rw.op(spv::FConvert::ID, &[value], f32) }
}

/// Returns the 16-bit float in the low half of a 32-bit word, as a float of type `ty`.
pub(crate) fn unpack(rw: &mut Rw<'_>, word: Value, ty: Type, kind: FloatKind) -> Result<Value, Mismatch> {
    let (f32, whole) = (rw.ctx.common().f32, rw.ctx.common().i32);
    if kind != FloatKind::BF16 && rw.env.target.is_kernel() {
        let short = rw.ctx.int_type(16, Signedness::Signless);
        let bits = resize(rw, word, short)?;
        return Ok(rw.op(spv::Bitcast::ID, &[bits], ty));
    }
    let word = resize(rw, word, whole)?;
    let value = if kind == FloatKind::BF16 {
        let place = rw.int(whole, 16);
        let bits = rw.op(spv::ShiftLeftLogical::ID, &[word, place], whole);
        rw.op(spv::Bitcast::ID, &[bits], f32)
    } else {
        let pair = rw.op(spv::glsl::UnpackHalf2x16::ID, &[word], rw.ctx.vector_type(2, f32));
        rw.extract(pair, 0, f32)
    };
    Ok(if ty == f32 { value } else { rw.op(spv::FConvert::ID, &[value], ty) })
}
