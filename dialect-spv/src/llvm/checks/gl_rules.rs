//! Verifier rules of LLVM 22 for GLSL.std.450 instructions

use super::Look;
use super::llvm19_rules::LaterRule;
use crate::spv::glsl;
use crate::verify::{classes, type_text};
use spv_ir::{FloatKind, Op, Type, TypeData};

/// Verifier rules by op name.
pub(super) static RULES: &[(&str, LaterRule)] = &[
    ("spv.GLSL.Cross", |look, op| {
        floats(look, op, glsl::Cross::X).or_else(|| floats(look, op, glsl::Cross::Y))
    }),
    ("spv.GLSL.Distance", distance),
    ("spv.GLSL.FindSMsb", words),
    ("spv.GLSL.FindUMsb", words),
    ("spv.GLSL.Length", length),
    ("spv.GLSL.PackHalf2x16", |look, op| packed(look, op, 2, true)),
    ("spv.GLSL.PackSnorm4x8", |look, op| packed(look, op, 4, true)),
    ("spv.GLSL.UnpackHalf2x16", |look, op| packed(look, op, 2, false)),
    ("spv.GLSL.UnpackSnorm4x8", |look, op| packed(look, op, 4, false)),
];

fn is_word(look: &Look<'_>, ty: Type) -> bool {
    matches!(look.ctx.type_data(ty), TypeData::Integer { width: 32, .. })
}

/// Checks that the operand with the given index is a float or a vector of floats. Returns an error message otherwise.
fn floats(look: &Look<'_>, op: Op, index: usize) -> Option<String> {
    let ty = look.operand(op, index)?;
    let is_float = matches!(look.ctx.type_data(look.elements(ty).0), TypeData::Float(_));
    (!is_float).then(|| look.must_be(&format!("operand #{index}"), classes::FLOAT.text, ty))
}

fn distance(look: &Look<'_>, op: Op) -> Option<String> {
    let (p0, p1) = (glsl::Distance::P0, glsl::Distance::P1);
    let wrong = floats(look, op, p0).or_else(|| floats(look, op, p1));
    let same = look.operand(op, p0)? == look.operand(op, p1)?;
    wrong.or_else(|| (!same).then(|| "failed to verify that all of {p0, p1} have same type".into()))
}

fn length(look: &Look<'_>, op: Op) -> Option<String> {
    let same = look.elements(look.first_operand(op)?).0 == look.result(op)?;
    let wrong = floats(look, op, glsl::Length::X);
    wrong.or_else(|| {
        let is_float = matches!(look.ctx.type_data(look.result(op)?), TypeData::Float(_));
        (is_float && !same)
            .then(|| "failed to verify that result type must match operand element type".into())
    })
}

/// Checks that the first operand is a 32-bit integer or a vector of 32-bit integers. Returns an error message
/// otherwise.
fn words(look: &Look<'_>, op: Op) -> Option<String> {
    let ty = look.first_operand(op)?;
    let class = "Int32 or fixed-length vector of Int32 values of length 2/3/4/8/16";
    (!is_word(look, look.elements(ty).0)).then(|| look.must_be("operand #0", class, ty))
}

/// Checks the vector and 32-bit integer types of an instruction that packs (`packs`) or unpacks a vector of `count`
/// components. Returns an error message if the op is invalid.
fn packed(look: &Look<'_>, op: Op, count: u64, packs: bool) -> Option<String> {
    let (operand, result) = (look.first_operand(op)?, look.result(op)?);
    let (vector, word) = if packs { (operand, result) } else { (result, operand) };
    let (of_vector, of_word) = if packs { ("operand #0", "result #0") } else { ("result #0", "operand #0") };
    let kind = |found: Type, kind: &str| {
        let found = type_text(look.ctx, found);
        Some(format!("invalid kind of type specified: expected builtin.{kind}, but found '{found}'"))
    };
    let TypeData::Vector { dims, element } = look.ctx.type_data(vector) else {
        return kind(vector, "vector");
    };
    if !matches!(look.ctx.type_data(word), TypeData::Integer { .. }) {
        return kind(word, "integer");
    }
    let fits = dims[..] == [count] && matches!(look.ctx.type_data(*element), TypeData::Float(FloatKind::F32));
    if !fits {
        return Some(look.must_be(of_vector, &format!("vector of Float32 values of length {count}"), vector));
    }
    (!is_word(look, word)).then(|| look.must_be(of_word, "Int32", word))
}
