//! Lowering of vectors without a SPIR-V type: vectors of several dimensions or of five or more elements
//!
//! A vector becomes several values, called pieces: vectors of at most four elements that evenly split each row of the
//! last dimension. An elementwise op becomes one op per piece. Ops that move elements gather them from the pieces of
//! their operands.

use crate::arith::{Extend, OnNan, extreme_float, extreme_int, whole};
use crate::emit::{Done, Emit, Replaces, Rw, SourceOps, source_op};
use crate::env::Spirv;
use crate::memref::{Number, add_number, indices, is_nontemporal, place, read, write};
use crate::narrow_floats::round_emulated;
use crate::wide_integers::{add, extreme, is_wide, multiply};
use spv_dialect::spv;
use spv_dialects::View;
use spv_dialects::enums::CombiningKind;
use spv_dialects::types::{element, vector_dims};
use spv_dialects::{arith, gpu, math, memref, ub, vector};
use spv_ir::arith::CONSTANT;
use spv_ir::builtin::CAST_ID;
use spv_ir::builtin_types::DYNAMIC;
use spv_ir::conversion::{Converted, Mismatch, Operands, Pattern};
use spv_ir::dialect::ABSENT;
use spv_ir::{AttrData, Attribute, FloatKind, NewOp, Op, Type, TypeData, Value};

macro_rules! elementwise {
    ($($dialect:ident::$op:ident)*) => {
        [$(Pattern::new($dialect::$op::NAME, concat!(stringify!($op), " split into vectors"), split)
            .benefit(2)
            .of_pieces()),*]
    };
}

/// Patterns for elementwise ops.
pub(crate) static ELEMENTWISE: &[Pattern<Spirv>] = &elementwise! {
    arith::AddI arith::SubI arith::MulI arith::DivSI arith::DivUI arith::RemSI arith::RemUI arith::AndI arith::OrI
    arith::XOrI arith::ShLI arith::ShRSI arith::ShRUI arith::FloorDivSI arith::CeilDivSI arith::CeilDivUI
    arith::MaxSI arith::MaxUI arith::MinSI arith::MinUI arith::AddUIExtended arith::MulSIExtended
    arith::MulUIExtended arith::AddF arith::SubF arith::MulF arith::DivF arith::RemF arith::NegF arith::MaximumF
    arith::MinimumF arith::MaxNumF arith::MinNumF arith::CmpI arith::CmpF arith::Select arith::ExtSI arith::ExtUI
    arith::TruncI arith::ExtF arith::TruncF arith::ScalingExtF arith::ScalingTruncF arith::SIToFP arith::UIToFP arith::FPToSI arith::FPToUI
    arith::IndexCast arith::IndexCastUI arith::Bitcast ub::Poison vector::FMA math::AbsF math::AbsI math::Acos
    math::Acosh math::Asin math::Asinh math::Atan math::Atan2 math::Atanh math::Cbrt math::Ceil math::CopySign
    math::Cos math::Cosh math::CountLeadingZeros math::CtPop math::CountTrailingZeros math::Erf math::Exp math::Exp2 math::ExpM1 math::Floor
    math::Fma math::FPowI math::Log math::Log10 math::Log1p math::Log2 math::PowF math::Round math::RoundEven
    math::Rsqrt math::Sin math::Sinh math::Sqrt math::Tan math::Tanh math::Trunc gpu::SubgroupReduce
};

/// Patterns for reductions and ops that move elements. Patterns for vectors with a SPIR-V type have priority.
pub(crate) static PATTERNS: &[Pattern<Spirv>] = &[
    Pattern::new(CONSTANT.name, "constant split into vectors", constant).benefit(2).of_pieces(),
    Pattern::new(vector::Broadcast::NAME, "elementwise broadcast", broadcast).benefit(0),
    Pattern::new(vector::Splat::NAME, "elementwise broadcast", broadcast).benefit(0),
    Pattern::new(vector::Extract::NAME, "element extraction and insertion", extract).benefit(0),
    Pattern::new(vector::Insert::NAME, "element extraction and insertion", insert).benefit(0),
    Pattern::new(vector::ExtractElement::NAME, "element extraction", extract_element).benefit(0),
    Pattern::new(vector::InsertElement::NAME, "element insertion", insert_element).benefit(0),
    Pattern::new(vector::ExtractStridedSlice::NAME, "element extraction and insertion", extract_slice)
        .benefit(0),
    Pattern::new(vector::InsertStridedSlice::NAME, "element extraction and insertion", insert_slice)
        .benefit(0),
    Pattern::new(vector::Shuffle::NAME, "element extraction and insertion", shuffle).benefit(0),
    Pattern::new(vector::Transpose::NAME, "transposition", transpose).benefit(0),
    Pattern::new(vector::ShapeCast::NAME, "shape cast", |rw, op, operands| {
        let all = lanes(rw, op, operands, 0);
        finish(rw, op, &[all])
    })
    .benefit(0),
    Pattern::new(vector::FromElements::NAME, "construction", |rw, op, operands| {
        let all: Vec<Lane> = operands.all()?.into_iter().map(Lane::scalar).collect();
        finish(rw, op, &[all])
    })
    .benefit(0),
    Pattern::new(vector::BitCast::NAME, "elementwise bit cast", bitcast).benefit(0),
    Pattern::new(vector::Interleave::NAME, "elementwise interleave", interleave).benefit(0),
    Pattern::new(vector::Deinterleave::NAME, "element extraction and insertion", deinterleave).benefit(0),
    Pattern::new(vector::Reduction::NAME, "elementwise reduction", reduction).benefit(0),
    Pattern::new(vector::MultiReduction::NAME, "reduction of dimensions", multi_reduction).benefit(0),
    Pattern::new(vector::OuterProduct::NAME, "outer product split into vectors", outer_product).benefit(0),
    Pattern::new(vector::Load::NAME, "elementwise load", load).benefit(0),
    Pattern::new(vector::Store::NAME, "elementwise store", store).benefit(0),
    Pattern::new(memref::Load::NAME, "elementwise load", |rw, op, operands| {
        match rw.convert_types(rw.value_type(rw.result(op, 0)))?.len() {
            1 => Err(Mismatch::UNRELATED),
            _ => load(rw, op, operands),
        }
    })
    .benefit(2)
    .of_pieces(),
    Pattern::new(memref::Store::NAME, "elementwise store", |rw, op, operands| match operands.own[0].len() {
        1 => Err(Mismatch::UNRELATED),
        _ => store(rw, op, operands),
    })
    .benefit(2)
    .of_pieces(),
];

/// An element of a vector, given by the value that contains it and the index in the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lane {
    value: Value,
    /// Index of the element, or `None` if the value is a scalar.
    at: Option<u32>,
}

impl Lane {
    pub(crate) fn scalar(value: Value) -> Lane {
        Lane { value, at: None }
    }
}

/// Returns the elements of all pieces of the operand at `index`, in order.
pub(crate) fn lanes(rw: &Rw<'_>, op: Op, operands: &Operands, index: usize) -> Vec<Lane> {
    let Some(pieces) = operands.own.get(index) else { return Vec::new() };
    if is_wide(rw, element(rw.ctx, rw.original_type(rw.operand(op, index)))) {
        return pieces.iter().map(|value| Lane::scalar(*value)).collect();
    }
    let of = |&value: &Value| match vector_dims(rw.ctx, rw.type_of(value)) {
        [length, ..] => (0..*length as u32).map(|at| Lane { value, at: Some(at) }).collect(),
        [] => vec![Lane::scalar(value)],
    };
    pieces.iter().flat_map(of).collect()
}

/// Emits an element as a scalar.
pub(crate) fn scalar(rw: &mut Rw<'_>, lane: Lane) -> Value {
    match lane.at {
        None => lane.value,
        Some(at) => {
            let ty = element(rw.ctx, rw.type_of(lane.value));
            rw.extract(lane.value, at, ty)
        }
    }
}

/// Builds a value of type `ty` from elements: an existing value, a shuffle of at most two values, or a new composite.
fn gather(rw: &mut Rw<'_>, list: &[Lane], ty: Type) -> Result<Value, Mismatch> {
    let [first, ..] = list else { return Err("the vector has no elements".into()) };
    if vector_dims(rw.ctx, ty).is_empty() {
        return Ok(scalar(rw, *first));
    }
    let in_order =
        list.iter().enumerate().all(|(i, lane)| lane.value == first.value && lane.at == Some(i as u32));
    if in_order && rw.type_of(first.value) == ty {
        return Ok(first.value);
    }
    let other = list.iter().find(|lane| lane.value != first.value).unwrap_or(first);
    let from_two =
        list.iter().all(|lane| lane.at.is_some() && (lane.value == first.value || lane.value == other.value));
    if from_two {
        let length = vector_dims(rw.ctx, rw.type_of(first.value)).first().copied().unwrap_or(0) as u32;
        let number = |lane: &Lane| lane.at.unwrap_or(0) + if lane.value == first.value { 0 } else { length };
        let mask = AttrData::Words(list.iter().map(number).collect());
        let slots = [rw.ctx.attr(mask).raw()];
        return Ok(rw.op_with(spv::VectorShuffle::ID, &[first.value, other.value], &slots, ty));
    }
    let mut parts = Vec::new();
    for &lane in list {
        parts.push(scalar(rw, lane));
    }
    Ok(rw.op(spv::CompositeConstruct::ID, &parts, ty))
}

/// Builds the pieces of a vector from its elements. `original` is the vector type before conversion.
fn assemble(rw: &mut Rw<'_>, list: &[Lane], original: Type) -> Result<Converted, Mismatch> {
    let types = rw.convert_types(original)?;
    if is_wide(rw, element(rw.ctx, original)) {
        let mut pieces = Converted::new();
        for lane in list {
            pieces.push(scalar(rw, *lane));
        }
        return Ok(pieces);
    }
    let mut pieces = Converted::new();
    let mut at = 0;
    for ty in types {
        let length = vector_dims(rw.ctx, ty).first().copied().unwrap_or(1) as usize;
        let part = list.get(at..at + length).ok_or("too few elements")?;
        pieces.push(gather(rw, part, ty)?);
        at += length;
    }
    Ok(pieces)
}

/// Replaces each result of an op with a vector of the given elements.
pub(crate) fn finish(rw: &mut Rw<'_>, op: Op, results: &[Vec<Lane>]) -> Done {
    let mut all = Vec::new();
    for (index, list) in results.iter().enumerate() {
        let original = rw.value_type(rw.result(op, index));
        all.push(assemble(rw, list, original)?);
    }
    rw.replace_each(op, &all);
    Ok(())
}

/// Returns the shape of a vector's type before conversion.
pub(crate) fn shape(rw: &Rw<'_>, value: Value) -> Vec<usize> {
    vector_dims(rw.ctx, rw.original_type(value)).iter().map(|dim| *dim as usize).collect()
}

/// Returns the shapes of the first `N` operands.
pub(crate) fn shapes<const N: usize>(rw: &Rw<'_>, op: Op) -> [Vec<usize>; N] {
    rw.first_operands(op).map(|value| shape(rw, value))
}

/// Returns the row-major strides of a shape, in elements.
fn strides(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1; shape.len()];
    for i in (1..shape.len()).rev() {
        strides[i - 1] = strides[i] * shape[i];
    }
    strides
}

/// Iterates over all index tuples of a shape, in row-major order.
pub(crate) fn positions(shape: &[usize]) -> impl Iterator<Item = Vec<usize>> + '_ {
    let strides = strides(shape);
    (0..shape.iter().product()).map(move |number: usize| {
        strides.iter().zip(shape).map(|(stride, length)| number / stride % length).collect()
    })
}

/// Returns the row-major index of the element at a position.
pub(crate) fn number_of(position: &[usize], shape: &[usize]) -> usize {
    position.iter().zip(strides(shape)).map(|(at, stride)| at * stride).sum()
}

/// Splits an elementwise op into one op per piece. The operand or result with the most pieces determines the number of
/// new ops.
fn split(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let mut count = operands.own.iter().map(|pieces| pieces.len()).max().unwrap_or(0);
    for result in rw.results(op) {
        count = count.max(rw.convert_types(rw.value_type(result))?.len());
    }
    if count < 2 {
        return Err(Mismatch::UNRELATED);
    }
    let originals: Vec<Type> = rw.results(op).map(|result| rw.value_type(result)).collect();
    let mut wanted = Vec::new();
    for ty in &originals {
        wanted.push(rw.convert_types(*ty)?);
    }
    let total: u64 = originals.first().map_or(0, |ty| vector_dims(rw.ctx, *ty).iter().product());
    let length = total / count as u64;
    let def = std::ops::Deref::deref(rw).def(op);
    let (slots, attrs) = (rw.slots(op).to_vec(), rw.attrs(op));
    let sources: Vec<Value> = rw.own_operands(op).collect();
    let types: Vec<Type> = originals.iter().map(|ty| with_length(rw, element(rw.ctx, *ty), length)).collect();
    let mut made = vec![Converted::new(); originals.len()];
    for piece in 0..count {
        let mut values = Vec::new();
        for (index, &source) in sources.iter().enumerate() {
            let original = rw.original_type(source);
            if vector_dims(rw.ctx, original).is_empty() {
                values.push(source);
                continue;
            }
            let value = match &operands.own[index][..] {
                pieces if pieces.len() == count => pieces[piece],
                // This operand has fewer pieces.
                _ => {
                    let all = lanes(rw, op, operands, index);
                    let first = piece * length as usize;
                    let part =
                        all.get(first..first + length as usize).ok_or("the shapes of the operands differ")?;
                    let (value, _) =
                        all.first().map(|lane| (lane.value, lane.at)).ok_or("the vector has no elements")?;
                    let ty = with_length(rw, element(rw.ctx, rw.type_of(value)), length);
                    gather(rw, part, ty)?
                }
            };
            let ty = with_length(rw, element(rw.ctx, original), length);
            values.push(cast(rw, value, ty));
        }
        let new =
            rw.create(NewOp { operands: &values, slots: &slots, attrs, results: &types, ..NewOp::new(def) });
        let results: Vec<Value> = rw.results(new).collect();
        results.into_iter().zip(&mut made).for_each(|(result, list)| list.push(result));
    }
    for (list, wanted) in made.iter_mut().zip(&wanted) {
        if list.len() == wanted.len() {
            continue;
        }
        // Each piece of the result has as many elements as several pieces of the operands.
        let each = list.len() / wanted.len().max(1);
        let mut pieces = Converted::new();
        for (parts, ty) in list.chunks(each).zip(wanted) {
            let part = with_length(rw, element(rw.ctx, *ty), length);
            let mut values = Vec::new();
            for value in parts {
                values.push(cast(rw, *value, part));
            }
            pieces.push(rw.op(spv::CompositeConstruct::ID, &values, *ty));
        }
        *list = pieces;
    }
    rw.replace_each(op, &made);
    Ok(())
}

/// Returns a vector type with `length` elements, or the element type for length 1.
fn with_length(rw: &Rw<'_>, element: Type, length: u64) -> Type {
    if length == 1 { element } else { rw.ctx.vector_type(length, element) }
}

/// Casts a value between its type before and after conversion.
pub(crate) fn cast(rw: &mut Rw<'_>, value: Value, ty: Type) -> Value {
    if rw.type_of(value) == ty {
        return value;
    }
    rw.value(NewOp { operands: &[value], results: &[ty], ..NewOp::new(CAST_ID) })
}

/// Returns the type before conversion of a piece of the vector type `original`.
fn source_piece(rw: &Rw<'_>, original: Type, converted: Type) -> Type {
    if is_wide(rw, element(rw.ctx, original)) {
        return element(rw.ctx, original);
    }
    crate::emit::like(rw.ctx, converted, element(rw.ctx, original))
}

fn constant(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let ctx = rw.ctx;
    let original = rw.value_type(rw.result(op, 0));
    let types = rw.convert_types(original)?;
    if types.len() < 2 {
        return Err(Mismatch::UNRELATED);
    }
    let AttrData::Dense { elements, .. } = ctx.attr_data(rw.constant_value(op)?) else {
        return Err(Mismatch::UNRELATED);
    };
    let def = std::ops::Deref::deref(rw).def(op);
    let (mut made, mut at) = (Converted::new(), 0);
    for ty in types {
        let ty = source_piece(rw, original, ty);
        let length = vector_dims(ctx, ty).first().copied().unwrap_or(1) as usize;
        let bits = if elements.len() == 1 {
            &elements[..]
        } else {
            elements.get(at..at + length).ok_or("too few elements")?
        };
        at += length;
        let attr = match ctx.type_data(ty) {
            TypeData::Vector { .. } => ctx.dense_attr(ty, bits.to_vec()),
            TypeData::Float(_) => ctx.attr(AttrData::Float { bits: bits[0], ty }),
            TypeData::Integer { width: 1, .. } => ctx.bool_attr(bits[0] != 0),
            _ => ctx.int_attr(bits[0], ty),
        };
        made.push(rw.value(NewOp { slots: &[attr.raw()], results: &[ty], ..NewOp::new(def) }));
    }
    rw.replace_each(op, &[made]);
    Ok(())
}

/// Lowers a broadcast. The source may have fewer dimensions than the result, or dimensions of length 1.
fn broadcast(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ([source], result) = (shapes(rw, op), shape(rw, rw.result(op, 0)));
    let from = lanes(rw, op, operands, 0);
    let skipped = result
        .len()
        .checked_sub(source.len())
        .ok_or("the source has more dimensions than the destination")?;
    let choose = |position: Vec<usize>| {
        let at: Vec<usize> = position[skipped..]
            .iter()
            .zip(&source)
            .map(|(at, length)| if *length == 1 { 0 } else { *at })
            .collect();
        from.get(number_of(&at, &source)).copied()
    };
    let list: Option<Vec<Lane>> = positions(&result).map(choose).collect();
    finish(rw, op, &[list.ok_or("the shapes do not match")?])
}

/// Returns the static indices of an op's position. The second value is the last index if it is dynamic, or else `None`.
fn position(rw: &Rw<'_>, op: Op, operands: &Operands) -> Result<(Vec<usize>, Option<Value>), Mismatch> {
    let view = View::new(rw.ctx, rw, op).ok_or("the op has no definition in the dialect's tables")?;
    let mut numbers = view.numbers(vector::Extract::static_position);
    let dynamic = match numbers.last() {
        Some(&last) if last as u64 == DYNAMIC => {
            numbers.pop();
            Some(operands.one(view.range(vector::Extract::dynamic_position).start)?)
        }
        _ => None,
    };
    let fixed: Option<Vec<usize>> = numbers.iter().map(|number| usize::try_from(*number).ok()).collect();
    Ok((fixed.ok_or("only the last index of a position may be dynamic")?, dynamic))
}

/// Returns the start and length of the element range that indices of the leading dimensions select. Elements are in
/// row-major order.
fn selected(position: &[usize], shape: &[usize]) -> Result<(usize, usize), Mismatch> {
    if position.len() > shape.len() {
        return Err("the position has too many dimensions".into());
    }
    let count = shape[position.len()..].iter().product();
    Ok((position.iter().zip(strides(shape)).map(|(at, stride)| at * stride).sum(), count))
}

fn extract(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let (at, dynamic) = position(rw, op, operands)?;
    let [source] = shapes(rw, op);
    let (first, count) = selected(&at, &source)?;
    let all = lanes(rw, op, operands, 0);
    let part = all.get(first..first + count).ok_or("the position is out of bounds")?.to_vec();
    match dynamic {
        None => finish(rw, op, &[part]),
        Some(index) if at.len() + 1 == source.len() => chosen(rw, &part, index)?.replaces(rw, op),
        Some(_) => Err("a dynamic index can select only a single element".into()),
    }
}

/// Emits the element of `list` at a dynamic index, as a chain of selects.
fn chosen(rw: &mut Rw<'_>, list: &[Lane], index: Value) -> Result<Value, Mismatch> {
    let (truth, index_type) = (rw.ctx.common().i1, rw.type_of(index));
    let (first, rest) = list.split_first().ok_or("the vector has no elements")?;
    let mut value = scalar(rw, *first);
    for (number, lane) in rest.iter().enumerate() {
        let candidate = scalar(rw, *lane);
        let number = rw.int(index_type, number as u64 + 1);
        let is = rw.op(spv::IEqual::ID, &[index, number], truth);
        value = rw.select(is, candidate, value);
    }
    Ok(value)
}

/// Returns the elements of `list`, with the element at the dynamic index `index` replaced with `by`.
fn replaced(rw: &mut Rw<'_>, list: &[Lane], index: Value, by: Value) -> Vec<Lane> {
    let (truth, index_type) = (rw.ctx.common().i1, rw.type_of(index));
    let mut all = Vec::new();
    for (number, lane) in list.iter().enumerate() {
        let old = scalar(rw, *lane);
        let number = rw.int(index_type, number as u64);
        let is = rw.op(spv::IEqual::ID, &[index, number], truth);
        all.push(Lane::scalar(rw.select(is, by, old)));
    }
    all
}

fn insert(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let (at, dynamic) = position(rw, op, operands)?;
    let [_, target] = shapes(rw, op);
    let (first, count) = selected(&at, &target)?;
    let part = lanes(rw, op, operands, 0);
    let mut all = lanes(rw, op, operands, 1);
    let place = all.get_mut(first..first + count).ok_or("the position is out of bounds")?;
    match dynamic {
        None if part.len() == count => place.copy_from_slice(&part),
        Some(index) if at.len() + 1 == target.len() => {
            let old = place.to_vec();
            let [value] = operands.first()?;
            let new = replaced(rw, &old, index, value);
            all[first..first + count].copy_from_slice(&new);
        }
        _ => return Err("a dynamic index can select only a single element".into()),
    }
    finish(rw, op, &[all])
}

fn extract_element(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let all = lanes(rw, op, operands, 0);
    chosen(rw, &all, operands.last()?)?.replaces(rw, op)
}

fn insert_element(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let all = lanes(rw, op, operands, 1);
    let ([value], index) = (operands.first()?, operands.last()?);
    let all = replaced(rw, &all, index, value);
    finish(rw, op, &[all])
}

/// Returns the integers of the array property `part`.
fn numbers(rw: &Rw<'_>, op: Op, part: &str) -> Result<Vec<usize>, Mismatch> {
    let list =
        View::new(rw.ctx, rw, op).and_then(|view| view.attr(part)).ok_or("a list of integers is missing")?;
    let number = |attr: &Attribute| rw.ctx.attr_u64(*attr).and_then(|number| usize::try_from(number).ok());
    let list: Option<Vec<usize>> = rw.ctx.attr_array(list).unwrap_or(&[]).iter().map(number).collect();
    list.ok_or_else(|| "a list of integers is missing".into())
}

/// Returns the element of `list` for a dimension, or `rest` if `list` covers fewer leading dimensions.
fn leading(list: &[usize], dimension: usize, rest: usize) -> usize {
    list.get(dimension).copied().unwrap_or(rest)
}

fn extract_slice(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let offsets = numbers(rw, op, vector::ExtractStridedSlice::offsets)?;
    let steps = numbers(rw, op, vector::ExtractStridedSlice::strides)?;
    let ([source], result) = (shapes(rw, op), shape(rw, rw.result(op, 0)));
    let all = lanes(rw, op, operands, 0);
    let choose = |position: Vec<usize>| {
        let at =
            position.iter().enumerate().map(|(i, at)| leading(&offsets, i, 0) + at * leading(&steps, i, 1));
        let at: Vec<usize> = at.collect();
        all.get(number_of(&at, &source)).copied()
    };
    let list: Option<Vec<Lane>> = positions(&result).map(choose).collect();
    finish(rw, op, &[list.ok_or("the slice is out of bounds")?])
}

/// Lowers the insertion of a slice. The source has the trailing dimensions of the target.
fn insert_slice(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let offsets = numbers(rw, op, vector::InsertStridedSlice::offsets)?;
    let steps = numbers(rw, op, vector::InsertStridedSlice::strides)?;
    let [source, target] = shapes(rw, op);
    let part = lanes(rw, op, operands, 0);
    let mut all = lanes(rw, op, operands, 1);
    let skipped = target
        .len()
        .checked_sub(source.len())
        .ok_or("the source has more dimensions than the destination")?;
    for (position, lane) in positions(&source).zip(part) {
        let mut at: Vec<usize> = (0..target.len()).map(|i| leading(&offsets, i, 0)).collect();
        for (i, number) in position.iter().enumerate() {
            at[skipped + i] += number * leading(&steps, i, 1);
        }
        *all.get_mut(number_of(&at, &target)).ok_or("the slice is out of bounds")? = lane;
    }
    finish(rw, op, &[all])
}

/// Lowers `vector.shuffle`, which selects along the first dimension.
fn shuffle(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let mask = rw.numbers(op, vector::Shuffle::mask);
    let [source] = shapes(rw, op);
    let row: usize = source.iter().skip(1).product();
    let mut all = lanes(rw, op, operands, 0);
    all.extend(lanes(rw, op, operands, 1));
    let mut list = Vec::new();
    for number in mask {
        // An index of -1 selects an undefined element, so any element is a valid choice.
        let first = usize::try_from(number).unwrap_or(0) * row;
        list.extend_from_slice(all.get(first..first + row).ok_or("the mask is out of bounds")?);
    }
    finish(rw, op, &[list])
}

fn transpose(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let permutation = numbers(rw, op, vector::Transpose::permutation)?;
    let ([source], result) = (shapes(rw, op), shape(rw, rw.result(op, 0)));
    let all = lanes(rw, op, operands, 0);
    let choose = |position: Vec<usize>| {
        let mut at = vec![0; source.len()];
        for (to, from) in permutation.iter().enumerate() {
            *at.get_mut(*from)? = *position.get(to)?;
        }
        all.get(number_of(&at, &source)).copied()
    };
    let list: Option<Vec<Lane>> = positions(&result).map(choose).collect();
    finish(rw, op, &[list.ok_or("the permutation does not match the shape")?])
}

/// Lowers a bitcast between element widths. Splits each element, or joins adjacent ones.
fn bitcast(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let ctx = rw.ctx;
    let [source] = rw.first_operand_types(op);
    let (from, to) = (element(ctx, source), element(ctx, rw.value_type(rw.result(op, 0))));
    let width = |ty| spv_dialect::types::scalar_width(ctx, ty).ok_or("the element type has no width");
    let (from_width, to_width) = (width(from)?, width(to)?);
    let int = |width| ctx.int_type(width, spv_ir::Signedness::Signless);
    let (from_bits, to_bits) = (int(from_width), int(to_width));
    let mut parts = Vec::new();
    for lane in lanes(rw, op, operands, 0) {
        let value = scalar(rw, lane);
        let value = cast(rw, value, from);
        let bits =
            if from == from_bits { value } else { source_op(rw, arith::Bitcast::NAME, &[value], from_bits)? };
        parts.push(bits);
    }
    let constant = rw.def(CONSTANT.name)?;
    let amount = |rw: &mut Rw<'_>, number: u32, ty: Type| {
        let slots = [ctx.int_attr(number.into(), ty).raw()];
        rw.value(NewOp { slots: &slots, results: &[ty], ..NewOp::new(constant) })
    };
    let mut values = Vec::new();
    if from_width >= to_width {
        for &part in &parts {
            for number in 0..from_width / to_width {
                let mut value = part;
                if number > 0 {
                    let by = amount(rw, number * to_width, from_bits);
                    value = source_op(rw, arith::ShRUI::NAME, &[value, by], from_bits)?;
                }
                values.push(match from_width == to_width {
                    true => value,
                    false => source_op(rw, arith::TruncI::NAME, &[value], to_bits)?,
                });
            }
        }
    } else {
        for parts in parts.chunks((to_width / from_width) as usize) {
            let mut all: Option<Value> = None;
            for (number, part) in (0..).zip(parts) {
                let mut value = source_op(rw, arith::ExtUI::NAME, &[*part], to_bits)?;
                if number > 0 {
                    let by = amount(rw, number * from_width, to_bits);
                    value = source_op(rw, arith::ShLI::NAME, &[value, by], to_bits)?;
                }
                all = Some(match all {
                    Some(before) => source_op(rw, arith::OrI::NAME, &[before, value], to_bits)?,
                    None => value,
                });
            }
            values.extend(all);
        }
    }
    let converted = rw.convert_type(to)?;
    let mut list = Vec::new();
    for value in values {
        let value = if to == to_bits { value } else { source_op(rw, arith::Bitcast::NAME, &[value], to)? };
        list.push(Lane::scalar(cast(rw, value, converted)));
    }
    finish(rw, op, &[list])
}

fn interleave(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let (first, second) = (lanes(rw, op, operands, 0), lanes(rw, op, operands, 1));
    let list = first.into_iter().zip(second).flat_map(|(a, b)| [a, b]).collect();
    finish(rw, op, &[list])
}

fn deinterleave(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let all = lanes(rw, op, operands, 0);
    let every_second = |first: usize| all.iter().skip(first).step_by(2).copied().collect();
    finish(rw, op, &[every_second(0), every_second(1)])
}

/// Combines two values with a binary operation. `kind` is the enumerant of the operation, and `original` is the
/// element type before conversion.
pub(crate) fn combine(
    rw: &mut Rw<'_>,
    kind: u32,
    a: Value,
    b: Value,
    original: Type,
) -> Result<Value, Mismatch> {
    let ty = rw.type_of(a);
    let scalar = element(rw.ctx, ty);
    if *rw.ctx.type_data(scalar) == TypeData::Float(FloatKind::BF16) {
        let wide = crate::emit::like(rw.ctx, ty, rw.ctx.common().f32);
        let (a, b) = (rw.op(spv::FConvert::ID, &[a], wide), rw.op(spv::FConvert::ID, &[b], wide));
        let value = combine(rw, kind, a, b, rw.ctx.common().f32)?;
        return Ok(rw.op(spv::FConvert::ID, &[value], ty));
    }
    if is_wide(rw, original) {
        return match kind {
            CombiningKind::ADD => Ok(add(rw, a, b)),
            CombiningKind::MUL => Ok(multiply(rw, a, b)),
            CombiningKind::AND => Ok(rw.op(spv::BitwiseAnd::ID, &[a, b], ty)),
            CombiningKind::OR => Ok(rw.op(spv::BitwiseOr::ID, &[a, b], ty)),
            CombiningKind::XOR => Ok(rw.op(spv::BitwiseXor::ID, &[a, b], ty)),
            CombiningKind::MINUI | CombiningKind::MINSI => {
                Ok(extreme(rw, a, b, false, kind == CombiningKind::MINSI))
            }
            CombiningKind::MAXUI | CombiningKind::MAXSI => {
                Ok(extreme(rw, a, b, true, kind == CombiningKind::MAXSI))
            }
            _ => Err("the reduction is not supported on this type".into()),
        };
    }
    if scalar == rw.ctx.common().i1 {
        let def = match kind {
            CombiningKind::ADD | CombiningKind::XOR => spv::LogicalNotEqual::ID,
            CombiningKind::MUL | CombiningKind::MINUI | CombiningKind::MAXSI | CombiningKind::AND => {
                spv::LogicalAnd::ID
            }
            CombiningKind::MINSI | CombiningKind::MAXUI | CombiningKind::OR => spv::LogicalOr::ID,
            _ => return Err("the reduction is not supported on booleans".into()),
        };
        return Ok(rw.op(def, &[a, b], ty));
    }
    let float = matches!(rw.ctx.type_data(scalar), TypeData::Float(_));
    let extremum = match kind {
        CombiningKind::MINUI => Some((spv::ULessThan::ID, Extend::Unsigned)),
        CombiningKind::MINSI => Some((spv::SLessThan::ID, Extend::Signed)),
        CombiningKind::MAXUI => Some((spv::UGreaterThan::ID, Extend::Unsigned)),
        CombiningKind::MAXSI => Some((spv::SGreaterThan::ID, Extend::Signed)),
        _ => None,
    };
    if let Some((compare, how)) = extremum.filter(|_| !float) {
        let (a, b) = (whole(rw, a, original, how), whole(rw, b, original, how));
        return extreme_int(rw, compare, &[a, b], ty);
    }
    let def = match (kind, float) {
        (CombiningKind::ADD, true) => spv::FAdd::ID,
        (CombiningKind::ADD, false) => spv::IAdd::ID,
        (CombiningKind::MUL, true) => spv::FMul::ID,
        (CombiningKind::MUL, false) => spv::IMul::ID,
        (CombiningKind::AND, false) => spv::BitwiseAnd::ID,
        (CombiningKind::OR, false) => spv::BitwiseOr::ID,
        (CombiningKind::XOR, false) => spv::BitwiseXor::ID,
        (CombiningKind::MINNUMF | CombiningKind::MAXNUMF, true) => {
            return Ok(extreme_float(rw, &[a, b], ty, kind == CombiningKind::MAXNUMF, OnNan::Number));
        }
        (CombiningKind::MINIMUMF | CombiningKind::MAXIMUMF, true) => {
            return Ok(extreme_float(rw, &[a, b], ty, kind == CombiningKind::MAXIMUMF, OnNan::Nan));
        }
        _ => return Err("the reduction is not supported on this type".into()),
    };
    let value = rw.op(def, &[a, b], ty);
    let original = crate::emit::like(rw.ctx, ty, original);
    Ok(round_emulated(rw, value, original))
}

/// Lowers a reduction. Combines the elements in order, and the accumulator last.
fn reduction(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let kind = rw.word(op, vector::Reduction::kind);
    let original = rw.value_type(rw.result(op, 0));
    let all = lanes(rw, op, operands, 0);
    let (first, rest) = all.split_first().ok_or("the vector has no elements")?;
    let mut value = scalar(rw, *first);
    for lane in rest {
        let next = scalar(rw, *lane);
        value = combine(rw, kind, value, next, original)?;
    }
    if operands.own.len() > 1 {
        value = combine(rw, kind, value, operands.last()?, original)?;
    }
    value.replaces(rw, op)
}

/// Lowers a multi-dimensional reduction. Starts with the accumulator and combines the elements in order.
fn multi_reduction(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let kind = rw.word(op, vector::MultiReduction::kind);
    let reduced = numbers(rw, op, vector::MultiReduction::reduction_dims)?;
    let [source] = shapes(rw, op);
    let original = element(rw.ctx, rw.value_type(rw.result(op, 0)));
    let kept: Vec<usize> = (0..source.len()).filter(|dim| !reduced.contains(dim)).collect();
    let result: Vec<usize> = kept.iter().map(|dim| source[*dim]).collect();
    let all = lanes(rw, op, operands, 0);
    let mut values = lanes(rw, op, operands, 1);
    for (position, lane) in positions(&source).zip(all) {
        let at: Vec<usize> = kept.iter().map(|dim| position[*dim]).collect();
        let slot = number_of(&at, &result);
        let so_far = *values.get(slot).ok_or("the shapes do not match")?;
        let (so_far, next) = (scalar(rw, so_far), scalar(rw, lane));
        values[slot] = Lane::scalar(combine(rw, kind, so_far, next, original)?);
    }
    finish(rw, op, &[values])
}

/// Lowers an outer product. Each row of the result is the second vector times an element of the first vector.
fn outer_product(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let original = rw.value_type(rw.result(op, 0));
    let scalar_type = element(rw.ctx, original);
    let types = rw.convert_types(original)?;
    let view = View::new(rw.ctx, rw, op).ok_or("the op has no definition in the dialect's tables")?;
    if view.word(vector::OuterProduct::kind).is_some_and(|kind| kind != ABSENT && kind != CombiningKind::ADD)
    {
        return Err("only sums of products are supported".into());
    }
    let sums = operands.own.get(2).cloned();
    let (left, right) = (lanes(rw, op, operands, 0), lanes(rw, op, operands, 1));
    let [_, second] = rw.first_operand_types(op);
    let with_scalar = vector_dims(rw.ctx, second).is_empty();
    let mut pieces = Converted::new();
    let mut at = 0;
    for (index, ty) in types.into_iter().enumerate() {
        let wide = is_wide(rw, scalar_type);
        let length = if wide { 1 } else { vector_dims(rw.ctx, ty).first().copied().unwrap_or(1) as usize };
        let (a, b): (Vec<Lane>, Vec<Lane>) = (at..at + length)
            .map(|i| {
                if with_scalar {
                    (left[i], right[0])
                } else {
                    (left[i / right.len()], right[i % right.len()])
                }
            })
            .unzip();
        at += length;
        let product = if wide {
            let (a, b) = (scalar(rw, a[0]), scalar(rw, b[0]));
            multiply(rw, a, b)
        } else {
            let (a, b) = (gather(rw, &a, ty)?, gather(rw, &b, ty)?);
            let float = matches!(rw.ctx.type_data(element(rw.ctx, ty)), TypeData::Float(_));
            let product = rw.op(if float { spv::FMul::ID } else { spv::IMul::ID }, &[a, b], ty);
            round_emulated(rw, product, crate::emit::like(rw.ctx, ty, scalar_type))
        };
        pieces.push(match sums.as_ref().and_then(|sums| sums.get(index)) {
            Some(&sum) => combine(rw, CombiningKind::ADD, sum, product, scalar_type)?,
            None => product,
        });
    }
    rw.replace_each(op, &[pieces]);
    Ok(())
}

/// Returns the memref indices of a vector element: the indices of the first element, plus the position in the last
/// dimensions. If the memref's elements are vectors, the indices into the vector are last.
fn element_indices(
    rw: &mut Rw<'_>,
    memref: Value,
    first: &[Number],
    position: &[usize],
) -> Result<Vec<Number>, Mismatch> {
    let mut list = first.to_vec();
    let rank = crate::memref::memref_type(rw, memref)?.shape.len();
    list.resize(rank, Number::Known(0));
    let skipped =
        list.len().checked_sub(position.len()).ok_or("the vector has more dimensions than the memref")?;
    for (i, at) in position.iter().enumerate() {
        list[skipped + i] = add_number(rw, list[skipped + i], Number::Known(*at as i64));
    }
    Ok(list)
}

fn load(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let [base] = rw.first_operands(op);
    let first = indices(rw, op, vector::Load::indices, operands)?;
    let result = shape(rw, rw.result(op, 0));
    let nontemporal = is_nontemporal(rw, op);
    let mut list = Vec::new();
    for position in positions(&result) {
        let at = element_indices(rw, base, &first, &position)?;
        let mut at = place(rw, base, &at)?;
        at.nontemporal = nontemporal;
        list.push(Lane::scalar(read(rw, &at)?));
    }
    finish(rw, op, &[list])
}

fn store(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let [_, base] = rw.first_operands(op);
    let first = indices(rw, op, vector::Store::indices, operands)?;
    let [source] = shapes(rw, op);
    let nontemporal = is_nontemporal(rw, op);
    let all = lanes(rw, op, operands, 0);
    for (position, lane) in positions(&source).zip(all) {
        let at = element_indices(rw, base, &first, &position)?;
        let mut at = place(rw, base, &at)?;
        at.nontemporal = nontemporal;
        let value = scalar(rw, lane);
        write(rw, &at, value)?;
    }
    rw.erase(op);
    Ok(())
}
