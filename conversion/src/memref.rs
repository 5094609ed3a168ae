//! Lowering of `memref` ops
//!
//! Accesses through views become accesses to elements of the viewed memory.

use crate::arith::{Extend, convert_int, whole};
use crate::emit::{Done, Emit, Replaces, Rw, SourceOps, convert_bits, resize, scope, storage};
use crate::env::{Extent, Spirv};
use crate::narrow_floats::{pack, unpack};
use crate::types::{Stored, carrier, of_elements, pointer_type, size_of, storage_class, stored};
use spv_build::spv::{self, StorageClass, Types};
use spv_dialect::generated::values::memory_access;
use spv_dialect::types::pointer;
use spv_dialects::View;
use spv_dialects::types::{MemRef, memref};
use spv_dialects::{memref, vector};
use spv_ir::builtin_types::DYNAMIC;
use spv_ir::conversion::{Mismatch, Operands, Pattern};
use spv_ir::dialect::ABSENT;
use spv_ir::{AttrData, FloatKind, NewOp, Op, Type, TypeData, Value};

/// Lowering patterns for `memref` ops.
pub(crate) static PATTERNS: &[Pattern<Spirv>] = &[
    Pattern::new(memref::Load::NAME, "load", load),
    Pattern::new(memref::Store::NAME, "store", store),
    Pattern::new(memref::Alloca::NAME, "function variable", |rw, op, _| allocate(rw, op, storage::FUNCTION)),
    Pattern::new(memref::Alloc::NAME, "module-level variable", |rw, op, _| {
        allocate(rw, op, storage::WORKGROUP)
    }),
    Pattern::new(memref::Dealloc::NAME, "end of memory that is never freed", deallocate),
    Pattern::new(memref::DistinctObjects::NAME, "assumption", |rw, op, operands| {
        let values = operands.all()?;
        rw.done(op, &values)
    }),
    Pattern::new(memref::AssumeAlignment::NAME, "assumption", |rw, op, operands| {
        let values = operands.all()?;
        let count = rw.results(op).len();
        rw.done(op, &values[..count.min(values.len())])
    }),
    Pattern::new(memref::Dim::NAME, "dimension", dim),
    Pattern::new(memref::Rank::NAME, "rank", |rw, op, _| {
        let ty = rw.result_types(op)?[0];
        let [shape] = rw.first_operand_types(op);
        let rank = memref(rw.ctx, shape).ok_or("the rank is unknown")?.shape.len();
        rw.int(ty, rank as u64).replaces(rw, op)
    }),
    Pattern::new(memref::Copy::NAME, "copy", copy),
    Pattern::new(memref::GetGlobal::NAME, "global", get_global),
    Pattern::new(memref::Subview::NAME, "view", view),
    Pattern::new(memref::Cast::NAME, "view", view),
    Pattern::new(memref::ReinterpretCast::NAME, "view", view),
    Pattern::new(memref::MemorySpaceCast::NAME, "view", view),
    Pattern::new(memref::CollapseShape::NAME, "view", view),
    Pattern::new(memref::ExpandShape::NAME, "view", view),
    Pattern::new(memref::Transpose::NAME, "view", view),
    Pattern::new(memref::Global::NAME, "global", |rw, op, _| {
        // Erase `memref.global`, because each `memref.get_global` creates its own variable.
        rw.erase(op);
        Ok(())
    }),
];

/// Lowers a view op. Memory accesses compute the address in the viewed memory, so the view becomes the pointer of the
/// root memref. If other ops use the view, it has its own pointer, because these ops only know its type.
fn view(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    if is_passed_on(rw, rw.result(op, 0)) {
        return view_pointer(rw, op, operands)?.replaces(rw, op);
    }
    let [source] = rw.first_operands(op);
    let root = root(rw, source);
    base_pointer(rw, root)?.replaces(rw, op)
}

/// Returns the pointer that a memref was converted to. Its storage class may differ from that of the converted type,
/// because the allocation op determines the storage class.
pub(crate) fn base_pointer(rw: &mut Rw<'_>, memref: Value) -> Result<Value, Mismatch> {
    match rw.converted(memref)[..] {
        [value] if pointer(rw.ctx, rw.type_of(value)).is_some() => Ok(value),
        _ => match rw.adapted(memref)?[..] {
            [value] => Ok(value),
            _ => Err("the memref was not converted to a pointer".into()),
        },
    }
}

/// Returns whether a memref or a view of it has a user other than memory accesses, for example a call.
fn is_passed_on(rw: &Rw<'_>, value: Value) -> bool {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        for (user, _) in rw.uses(value) {
            let name = rw.ctx.registry().op(std::ops::Deref::deref(rw).def(user)).row.name;
            if VIEWS.contains(&name) {
                open.push(rw.result(user, 0));
            } else if !ACCESSES.contains(&name) {
                return true;
            }
        }
    }
    false
}

/// Memory accesses, whose lowering computes the address of a view's element in the viewed memory.
const ACCESSES: [&str; 15] = [
    memref::Load::NAME,
    memref::Store::NAME,
    memref::AtomicRMW::NAME,
    memref::Copy::NAME,
    memref::Dim::NAME,
    memref::Rank::NAME,
    memref::Dealloc::NAME,
    vector::Load::NAME,
    vector::Store::NAME,
    vector::Gather::NAME,
    vector::Scatter::NAME,
    vector::MaskedLoad::NAME,
    vector::MaskedStore::NAME,
    vector::TransferRead::NAME,
    vector::TransferWrite::NAME,
];

/// Returns the pointer for a view that is used as a value. Fails if the view's type alone does not describe the view.
fn view_pointer(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Result<Value, Mismatch> {
    let ty = rw.result_types(op)?[0];
    let [source] = operands.first()?;
    let from = rw.type_of(source);
    let name = rw.ctx.registry().op(std::ops::Deref::deref(rw).def(op)).row.name;
    if name == memref::MemorySpaceCast::NAME {
        return cast_space(rw, source, ty);
    }
    if from != ty {
        return Err("the element type of the view differs from that of the memory".into());
    }
    let offset = match name {
        memref::ReinterpretCast::NAME => {
            mixed(rw, op, memref::Subview::static_offsets, memref::Subview::offsets)?.first().copied()
        }
        memref::Subview::NAME => return Err("a subview cannot be used as a value".into()),
        _ => None,
    };
    let plain = from_element_pointer(rw, ty);
    match offset {
        None | Some(Number::Known(0)) => Ok(source),
        Some(offset) if plain => {
            let offset = as_value(rw, offset);
            Ok(rw.op(spv::InBoundsPtrAccessChain::ID, &[source, offset], ty))
        }
        Some(_) => Err("a view with an offset cannot be used as a value".into()),
    }
}

/// Returns whether a pointer points to a single element, not to an array of elements.
fn from_element_pointer(rw: &Rw<'_>, ty: Type) -> bool {
    pointer(rw.ctx, ty).is_some_and(|(pointee, _)| spv_dialect::types::view(rw.ctx, pointee).is_none())
}

/// Casts a pointer to another storage class. Only OpenCL supports this cast.
fn cast_space(rw: &mut Rw<'_>, source: Value, ty: Type) -> Result<Value, Mismatch> {
    let (pointee, from) =
        pointer(rw.ctx, rw.type_of(source)).ok_or("the memref was not converted to a pointer")?;
    let (_, to) = pointer(rw.ctx, ty).ok_or("the memref was not converted to a pointer")?;
    if from == to {
        return Ok(source);
    }
    if !rw.env.target.is_kernel() {
        return Err("a shader cannot cast a pointer to another storage class".into());
    }
    let generic = rw.ctx.pointer(pointee, StorageClass::Generic);
    let value = match from {
        storage::GENERIC => source,
        _ => rw.op(spv::PtrCastToGeneric::ID, &[source], generic),
    };
    Ok(if to == storage::GENERIC { value } else { rw.op(spv::GenericCastToPtr::ID, &[value], ty) })
}

/// Ops whose result is a view of an operand.
const VIEWS: [&str; 7] = [
    memref::Subview::NAME,
    memref::Cast::NAME,
    memref::ReinterpretCast::NAME,
    memref::MemorySpaceCast::NAME,
    memref::CollapseShape::NAME,
    memref::ExpandShape::NAME,
    memref::Transpose::NAME,
];

/// Returns the op that defines a memref and the op's name, if the op creates a view. Otherwise returns `None`.
fn view_of(rw: &Rw<'_>, value: Value) -> Option<(Op, &'static str)> {
    let op = rw.defining_op(value)?;
    let name = rw.ctx.registry().op(std::ops::Deref::deref(rw).def(op)).row.name;
    VIEWS.contains(&name).then_some((op, name))
}

/// Returns the memref that a chain of views is based on.
pub(crate) fn root(rw: &Rw<'_>, mut value: Value) -> Value {
    while let Some((op, _)) = view_of(rw, value) {
        [value] = rw.first_operands(op);
    }
    value
}

/// A constant, or a value of the converted `index` type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    Known(i64),
    Value(Value),
}

fn as_value(rw: &mut Rw<'_>, number: Number) -> Value {
    let index = rw.env.index_type(rw.ctx);
    match number {
        Number::Known(value) => rw.int(index, value as u64),
        Number::Value(value) => value,
    }
}

pub(crate) fn add_number(rw: &mut Rw<'_>, a: Number, b: Number) -> Number {
    match (a, b) {
        (Number::Known(0), other) | (other, Number::Known(0)) => other,
        (Number::Known(a), Number::Known(b)) => Number::Known(a + b),
        _ => {
            let index = rw.env.index_type(rw.ctx);
            let (a, b) = (as_value(rw, a), as_value(rw, b));
            Number::Value(rw.op(spv::IAdd::ID, &[a, b], index))
        }
    }
}

fn multiply(rw: &mut Rw<'_>, a: Number, b: Number) -> Number {
    match (a, b) {
        (Number::Known(1), other) | (other, Number::Known(1)) => other,
        (Number::Known(0), _) | (_, Number::Known(0)) => Number::Known(0),
        (Number::Known(a), Number::Known(b)) => Number::Known(a * b),
        _ => {
            let index = rw.env.index_type(rw.ctx);
            let (a, b) = (as_value(rw, a), as_value(rw, b));
            Number::Value(rw.op(spv::IMul::ID, &[a, b], index))
        }
    }
}

/// Returns the converted value of an `index` value, as a constant if it is known.
fn index_value(rw: &mut Rw<'_>, value: Value) -> Result<Number, Mismatch> {
    match rw.adapted(value)?[..] {
        [value] => Ok(Number::Value(value)),
        _ => Err("an index was converted to several values".into()),
    }
}

/// Returns the elements of a list with static and dynamic elements. `fixed` is the name of the op's array property, and
/// `dynamic` is the name of its operand group.
fn mixed(rw: &mut Rw<'_>, op: Op, fixed: &str, dynamic: &str) -> Result<Vec<Number>, Mismatch> {
    let ctx = rw.ctx;
    let (list, values) = {
        let view = View::new(ctx, rw, op).ok_or("the op has no definition in the dialect's tables")?;
        (view.numbers(fixed), view.values(dynamic))
    };
    let mut values = values.into_iter();
    let mut numbers = Vec::new();
    for number in list {
        numbers.push(match number as u64 == DYNAMIC {
            true => index_value(rw, values.next().ok_or("too few operands")?)?,
            false => Number::Known(number),
        });
    }
    Ok(numbers)
}

/// Returns the offset and strides of a memref, in elements of the viewed memory.
fn layout(rw: &mut Rw<'_>, value: Value) -> Result<(Number, Vec<Number>), Mismatch> {
    let ty = memref_type(rw, value)?;
    layout_of(rw, value, &ty)
}

/// Returns the offset and strides of a memref, given its type `ty`.
fn layout_of(rw: &mut Rw<'_>, value: Value, ty: &MemRef) -> Result<(Number, Vec<Number>), Mismatch> {
    let (offset, strides) = ty.strides();
    let known: Option<Vec<i64>> = strides.iter().copied().collect();
    let Some((op, name)) = view_of(rw, value) else {
        if let (Some(offset), Some(strides)) = (offset, &known) {
            return Ok((
                Number::Known(offset),
                strides.iter().map(|stride| Number::Known(*stride)).collect(),
            ));
        }
        let mut numbers = vec![Number::Known(1); ty.shape.len()];
        if ty.layout.is_some() {
            return passed_layout(rw, value, offset, &strides);
        }
        // In row-major order, the stride of a dimension is the product of the lengths after it.
        for i in (0..ty.shape.len().saturating_sub(1)).rev() {
            let length = size(rw, value, i + 1)?;
            numbers[i] = multiply(rw, numbers[i + 1], length);
        }
        return Ok((Number::Known(0), numbers));
    };
    let [source] = rw.first_operands(op);
    if memref(rw.ctx, rw.original_type(value)).is_some_and(|whole| whole.shape.len() != ty.shape.len()) {
        return Err("a view of memory whose vectors are split is not supported".into());
    }
    match name {
        memref::Subview::NAME => {
            let (mut offset, base) = layout(rw, source)?;
            let offsets = mixed(rw, op, memref::Subview::static_offsets, memref::Subview::offsets)?;
            let steps = mixed(rw, op, memref::Subview::static_strides, memref::Subview::strides)?;
            let mut strides = Vec::new();
            for ((start, step), stride) in offsets.into_iter().zip(steps).zip(base) {
                let start = multiply(rw, start, stride);
                offset = add_number(rw, offset, start);
                strides.push(multiply(rw, step, stride));
            }
            let kept = kept_dims(rw, op, ty)?;
            Ok((offset, kept.into_iter().map(|dim| strides[dim]).collect()))
        }
        memref::ReinterpretCast::NAME => {
            let offset = mixed(rw, op, memref::Subview::static_offsets, memref::Subview::offsets)?;
            let strides = mixed(rw, op, memref::Subview::static_strides, memref::Subview::strides)?;
            Ok((offset.first().copied().unwrap_or(Number::Known(0)), strides))
        }
        memref::Cast::NAME | memref::MemorySpaceCast::NAME => layout(rw, source),
        memref::Transpose::NAME => {
            let (offset, strides) = layout(rw, source)?;
            let order = order(rw, op)?;
            Ok((offset, order.into_iter().map(|dim| strides[dim]).collect()))
        }
        _ => match (offset, known) {
            (Some(offset), Some(strides)) => {
                Ok((Number::Known(offset), strides.into_iter().map(Number::Known).collect()))
            }
            _ => Err("a reshape requires a static layout".into()),
        },
    }
}

/// Returns the source dimension for each dimension of a transposed memref.
fn order(rw: &Rw<'_>, op: Op) -> Result<Vec<usize>, Mismatch> {
    let map =
        std::ops::Deref::deref(rw).slot_attr(op, memref::Transpose::slot(memref::Transpose::permutation));
    map.and_then(|map| memref::permutation(rw.ctx, map)).ok_or("the map is not a permutation".into())
}

/// Returns the offset and strides of a memref argument. The host passes the dynamic ones.
fn passed_layout(
    rw: &mut Rw<'_>,
    value: Value,
    offset: Option<i64>,
    strides: &[Option<i64>],
) -> Result<(Number, Vec<Number>), Mismatch> {
    let offset = match offset {
        Some(offset) => Number::Known(offset),
        None => passed(rw, value, Extent::Offset)?,
    };
    let mut numbers = Vec::new();
    for (dim, stride) in strides.iter().enumerate() {
        numbers.push(match stride {
            Some(stride) => Number::Known(*stride),
            None => passed(rw, value, Extent::Stride(dim))?,
        });
    }
    Ok((offset, numbers))
}

/// Returns a dynamic size, offset or stride of a memref argument, which the host passes.
fn passed(rw: &mut Rw<'_>, value: Value, extent: Extent) -> Result<Number, Mismatch> {
    /// Bytes of push constants that every Vulkan device supports.
    const BYTES: usize = 128;
    let ctx = rw.ctx;
    if let Some(argument) = rw.env.sizes.argument(rw, value, extent) {
        return index_value(rw, argument);
    }
    let Some((member, count, name)) = rw.env.sizes.member(rw, value, extent) else {
        return Err("a dynamic size or stride must belong to an argument of an entry point, or be defined \
                    by an op"
            .into());
    };
    let name = name.to_owned();
    if count * 4 > BYTES {
        return Err(format!("{count} sizes and strides exceed the {BYTES} bytes of push constants").into());
    }
    let word = ctx.common().i32;
    let block = (0..count as u32).fold(ctx.structure().block(), |block, i| block.member(word).offset(4 * i));
    let [whole, one] = [block.build(), word].map(|ty| ctx.pointer(ty, StorageClass::PushConstant));
    rw.env.global(&name, whole, Vec::new());
    let address = rw.address_of(&name, whole);
    let number = rw.u32(member);
    let at = rw.op(spv::AccessChain::ID, &[address, number], one);
    let mut value = rw.load(at, word);
    let index = rw.env.index_type(ctx);
    if index != word {
        value = rw.op(spv::UConvert::ID, &[value], index);
    }
    Ok(Number::Value(value))
}

/// Returns the source dimensions that a subview preserves. A subview may drop dimensions of length 1.
fn kept_dims(rw: &mut Rw<'_>, op: Op, ty: &MemRef) -> Result<Vec<usize>, Mismatch> {
    let sizes = mixed(rw, op, memref::Subview::static_sizes, memref::Subview::sizes)?;
    let mut kept = Vec::new();
    let spare = sizes.len().saturating_sub(ty.shape.len());
    let mut dropped = 0;
    for (dim, length) in sizes.iter().enumerate() {
        let wanted = ty.shape.get(kept.len()).copied();
        let fits = match (wanted, length) {
            (Some(Some(wanted)), Number::Known(length)) => wanted as i64 == *length,
            (Some(None), Number::Value(_)) => true,
            _ => false,
        };
        if (*length == Number::Known(1) && dropped < spare)
            && !(fits && sizes.len() - dim == ty.shape.len() - kept.len())
        {
            dropped += 1;
        } else {
            kept.push(dim);
        }
    }
    if kept.len() != ty.shape.len() {
        return Err("the dimensions that the view keeps are ambiguous".into());
    }
    Ok(kept)
}

pub(crate) fn memref_type(rw: &Rw<'_>, value: Value) -> Result<MemRef, Mismatch> {
    let ty = rw.original_type(value);
    let ty = memref(rw.ctx, ty).ok_or("expected a memref of known rank")?;
    Ok(of_elements(rw.env, rw.ctx, ty))
}

/// Returns the length of dimension `dim` of a memref.
fn size(rw: &mut Rw<'_>, value: Value, dim: usize) -> Result<Number, Mismatch> {
    let ty = memref_type(rw, value)?;
    if let Some(length) = ty.shape.get(dim).copied().flatten() {
        return Ok(Number::Known(length as i64));
    }
    if let Some((op, name)) = view_of(rw, value) {
        let [source] = rw.first_operands(op);
        return match name {
            memref::Subview::NAME => {
                let kept = kept_dims(rw, op, &ty)?;
                let sizes = mixed(rw, op, memref::Subview::static_sizes, memref::Subview::sizes)?;
                Ok(sizes[kept[dim]])
            }
            memref::ReinterpretCast::NAME => {
                Ok(mixed(rw, op, memref::Subview::static_sizes, memref::Subview::sizes)?[dim])
            }
            memref::Cast::NAME | memref::MemorySpaceCast::NAME => size(rw, source, dim),
            memref::Transpose::NAME => {
                let order = order(rw, op)?;
                size(rw, source, order[dim])
            }
            _ => Err("the length of a reshaped dimension is unknown".into()),
        };
    }
    if dim != 0 || ty.layout.is_some() || rw.env.passes_sizes() {
        return passed(rw, value, Extent::Length(dim));
    }
    // Divide the length of the storage buffer by the length of a row.
    let base = base_pointer(rw, value)?;
    let (_, class) = pointer(rw.ctx, rw.type_of(base)).ok_or("the memref was not converted to a pointer")?;
    let kept = element_storage(rw, &ty, class)?;
    if class != storage::STORAGE_BUFFER {
        return Err("only the length of a storage buffer can be queried".into());
    }
    let u32 = rw.ctx.common().i32;
    let mut length = rw.op_with(spv::ArrayLength::ID, &[base], &[0], u32);
    if let Some(bits) = kept.packed {
        let each = rw.u32(32 / bits);
        length = rw.op(spv::IMul::ID, &[length, each], u32);
    }
    let index = rw.env.index_type(rw.ctx);
    if index != u32 {
        length = rw.op(spv::UConvert::ID, &[length], index);
    }
    let mut row = Number::Known(1);
    for dim in 1..ty.shape.len() {
        let length = size(rw, value, dim)?;
        row = multiply(rw, row, length);
    }
    if row != Number::Known(1) {
        let row = as_value(rw, row);
        length = rw.op(spv::UDiv::ID, &[length, row], index);
    }
    Ok(Number::Value(length))
}

fn element_storage(rw: &Rw<'_>, ty: &MemRef, class: u32) -> Result<Stored, Mismatch> {
    stored(rw.env, rw.ctx, ty.element, class).map_err(Mismatch::from)
}

/// Memory location of an element, and how accesses represent it.
pub(crate) struct ElementRef {
    /// Pointer to the element, or to the 32-bit word that contains it.
    pub(crate) pointer: Value,
    /// Bit offset of the element in its word, or `None` if the element does not share a word.
    pub(crate) shift: Option<Value>,
    pub(crate) stored: Stored,
    /// Type of the element before conversion.
    pub(crate) element: Type,
    /// Whether the access is nontemporal.
    pub(crate) nontemporal: bool,
    /// Alignment in bytes, or `None` if the storage class does not require accesses to specify it.
    pub(crate) alignment: Option<u32>,
}

impl ElementRef {
    /// Returns the properties of a load or store of the element: memory access flags and alignment.
    pub(crate) fn access(&self, rw: &Rw<'_>) -> [u32; 2] {
        let aligned = self.alignment.map_or(0, |_| memory_access::ALIGNED);
        let flags = aligned | if self.nontemporal { memory_access::NONTEMPORAL } else { 0 };
        let params = self.alignment.map_or(0, |bytes| rw.ctx.array_attr(&[rw.ctx.i32_attr(bytes)]).raw());
        [if flags == 0 { ABSENT } else { flags }, params]
    }
}

/// Returns the location of a memref element at the given indices.
pub(crate) fn place(rw: &mut Rw<'_>, value: Value, indices: &[Number]) -> Result<ElementRef, Mismatch> {
    let ty = memref_type(rw, value)?;
    let root = root(rw, value);
    let base = base_pointer(rw, root)?;
    let (pointee, class) =
        pointer(rw.ctx, rw.type_of(base)).ok_or("the memref was not converted to a pointer")?;
    let is = |opcode| spv_dialect::types::view(rw.ctx, pointee).is_some_and(|(code, _)| code == opcode);
    let (is_struct, is_array) = (is(spv_dialect::op::TYPE_STRUCT), is(spv_dialect::op::TYPE_ARRAY));
    let index = rw.env.index_type(rw.ctx);
    let zero = if is_struct { Some(rw.int(index, 0)) } else { None };
    let (mut linear, strides) = layout_of(rw, value, &ty)?;
    for (index, stride) in indices.iter().zip(strides) {
        let part = multiply(rw, *index, stride);
        linear = add_number(rw, part, linear);
    }
    let kept = element_storage(rw, &ty, class)?;
    let mut shift = None;
    let mut at = match zero.filter(|_| linear == Number::Known(0)) {
        Some(zero) => zero,
        None => as_value(rw, linear),
    };
    if let Some(bits) = kept.packed {
        let index = rw.type_of(at);
        let each = u64::from(32 / bits);
        let (mask, log) = (rw.int(index, each - 1), rw.int(index, each.trailing_zeros().into()));
        let within = rw.op(spv::BitwiseAnd::ID, &[at, mask], index);
        let bits = rw.int(index, bits.into());
        let mut amount = rw.op(spv::IMul::ID, &[within, bits], index);
        if index != rw.ctx.common().i32 {
            let u32 = rw.ctx.common().i32;
            amount = rw.op(spv::UConvert::ID, &[amount], u32);
        }
        shift = Some(amount);
        at = rw.op(spv::ShiftRightLogical::ID, &[at, log], index);
    }
    let alignment = (class == storage::PHYSICAL_STORAGE_BUFFER).then(|| size_of(rw.ctx, kept.ty));
    let result = rw.env.element_pointer(rw.ctx, kept.ty, class);
    let pointer = match zero {
        Some(zero) => rw.op(spv::AccessChain::ID, &[base, zero, at], result),
        None if is_array => rw.op(spv::AccessChain::ID, &[base, at], result),
        None => rw.op(spv::PtrAccessChain::ID, &[base, at], result),
    };
    Ok(ElementRef { pointer, shift, stored: kept, element: ty.element, nontemporal: false, alignment })
}

/// Returns the converted indices of an op, which are the operands of the group `part`.
pub(crate) fn indices(
    rw: &mut Rw<'_>,
    op: Op,
    part: &str,
    operands: &Operands,
) -> Result<Vec<Number>, Mismatch> {
    let range =
        View::new(rw.ctx, rw, op).ok_or("the op has no definition in the dialect's tables")?.range(part);
    range.map(|i| operands.one(i).map(Number::Value)).collect()
}

/// Emits a load of an element. Returns the element in its converted type.
pub(crate) fn read(rw: &mut Rw<'_>, at: &ElementRef) -> Result<Value, Mismatch> {
    let ty = rw.convert_type(at.element)?;
    let ctx = rw.ctx;
    let slots = at.access(rw);
    let word = rw.op_with(spv::Load::ID, &[at.pointer], &slots, at.stored.ty);
    let is_bool = at.element == ctx.common().i1;
    let Some(shift) = at.shift else {
        return match is_bool && at.stored.ty != at.element {
            true => {
                let one = rw.int(at.stored.ty, 1);
                Ok(rw.op(spv::IEqual::ID, &[word, one], ty))
            }
            false => from_memory(rw, word, at.element, ty),
        };
    };
    if !is_bool {
        return element_of(rw, at, word);
    }
    let bits = at.stored.packed.unwrap_or(32);
    let (mask, one) = (rw.u32(((1u64 << bits) - 1) as u32), rw.u32(1));
    let part = rw.op(spv::ShiftRightLogical::ID, &[word, shift], at.stored.ty);
    let part = rw.op(spv::BitwiseAnd::ID, &[part, mask], at.stored.ty);
    Ok(rw.op(spv::IEqual::ID, &[part, one], ty))
}

/// Converts an integer or float loaded from memory to the type `ty`. An integer may hold the bits of a float of the
/// type `original`.
fn from_memory(rw: &mut Rw<'_>, word: Value, original: Type, ty: Type) -> Result<Value, Mismatch> {
    let from = rw.type_of(word);
    let is_word = matches!(rw.ctx.type_data(from), TypeData::Integer { .. });
    match *rw.ctx.type_data(original) {
        TypeData::Float(_) if !is_word && from != ty => Ok(rw.op(spv::FConvert::ID, &[word], ty)),
        TypeData::Float(FloatKind::F32) if is_word => Ok(rw.op(spv::Bitcast::ID, &[word], ty)),
        TypeData::Float(kind) if is_word && kind.width() == 16 => unpack(rw, word, ty, kind),
        _ => resize(rw, word, ty),
    }
}

/// Converts a value to its type in memory, `ty`. `original` is the value's type before conversion.
pub(crate) fn to_memory(rw: &mut Rw<'_>, value: Value, original: Type, ty: Type) -> Result<Value, Mismatch> {
    let is_word = matches!(rw.ctx.type_data(ty), TypeData::Integer { .. });
    match *rw.ctx.type_data(original) {
        TypeData::Float(_) if !is_word && rw.type_of(value) != ty => {
            Ok(rw.op(spv::FConvert::ID, &[value], ty))
        }
        TypeData::Float(FloatKind::F32) if is_word => Ok(rw.op(spv::Bitcast::ID, &[value], ty)),
        TypeData::Float(kind) if is_word && kind.width() == 16 => {
            let word = pack(rw, value, kind);
            resize(rw, word, ty)
        }
        _ => resize(rw, value, ty),
    }
}

/// Returns the value of a Boolean constant, or `None` if `value` is not one.
fn known_bool(rw: &Rw<'_>, value: Value) -> Option<bool> {
    let constant = rw.defining_op(value).and_then(|op| rw.slot_attr(op, spv::Constant::VALUE))?;
    match rw.ctx.attr_data(constant) {
        AttrData::Bool(value) => Some(*value),
        _ => None,
    }
}

/// Emits a store of an element.
pub(crate) fn write(rw: &mut Rw<'_>, at: &ElementRef, value: Value) -> Done {
    let ctx = rw.ctx;
    let is_bool = at.element == ctx.common().i1;
    let Some(shift) = at.shift else {
        let value = match is_bool && at.stored.ty != at.element {
            true => match known_bool(rw, value) {
                Some(value) => rw.int(at.stored.ty, value.into()),
                None => {
                    let (one, zero) = (rw.int(at.stored.ty, 1), rw.int(at.stored.ty, 0));
                    rw.select(value, one, zero)
                }
            },
            false => to_memory(rw, value, at.element, at.stored.ty)?,
        };
        let (def, slots) = (spv::Store::ID, at.access(rw));
        rw.create(NewOp { operands: &[at.pointer, value], slots: &slots, ..NewOp::new(def) });
        return Ok(());
    };
    let word = at.stored.ty;
    let is_half = matches!(ctx.type_data(at.element), TypeData::Float(kind) if kind.width() == 16);
    let value = if is_half {
        to_memory(rw, value, at.element, word)?
    } else if is_bool {
        convert_int(rw, value, (ctx.common().i1, word), word, Extend::Unsigned)
    } else {
        let value = resize(rw, value, word)?;
        whole(rw, value, carrier(rw.env, ctx, at.element), Extend::Unsigned)
    };
    // Other invocations may write the remaining bits of the word at the same time, so use atomic operations.
    let bits = at.stored.packed.unwrap_or(32);
    let mask = rw.u32(((1u64 << bits) - 1) as u32);
    let hole = rw.op(spv::ShiftLeftLogical::ID, &[mask, shift], word);
    let hole = rw.op(spv::Not::ID, &[hole], word);
    let value = rw.op(spv::ShiftLeftLogical::ID, &[value, shift], word);
    rw.op_with(spv::AtomicAnd::ID, &[at.pointer, hole], &[scope::DEVICE, 0], word);
    rw.op_with(spv::AtomicOr::ID, &[at.pointer, value], &[scope::DEVICE, 0], word);
    Ok(())
}

fn load(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let list = indices(rw, op, memref::Load::indices, operands)?;
    let [memref] = rw.first_operands(op);
    let mut at = place(rw, memref, &list)?;
    at.nontemporal = is_nontemporal(rw, op);
    read(rw, &at)?.replaces(rw, op)
}

pub(crate) fn is_nontemporal(rw: &Rw<'_>, op: Op) -> bool {
    let flag = View::new(rw.ctx, rw, op).and_then(|view| view.attr(memref::Load::nontemporal));
    flag.is_some_and(|flag| *rw.ctx.attr_data(flag) == AttrData::Bool(true))
}

fn store(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let list = indices(rw, op, memref::Store::indices, operands)?;
    let [_, memref] = rw.first_operands(op);
    let mut at = place(rw, memref, &list)?;
    at.nontemporal = is_nontemporal(rw, op);
    let [value] = operands.first()?;
    write(rw, &at, value)?;
    rw.erase(op);
    Ok(())
}

/// Returns the storage class of an allocation, or `default` if the memref type has no memory space.
fn allocated_class(rw: &Rw<'_>, ty: &MemRef, default: u32) -> Result<u32, Mismatch> {
    let class = match ty.space {
        None if !rw.env.options.mapped_spaces => default,
        space => storage_class(rw.env, rw.ctx, space)?,
    };
    let class = match (class, default) {
        (storage::STORAGE_BUFFER | storage::CROSS_WORKGROUP, _) if !rw.env.options.mapped_spaces => default,
        (storage::PRIVATE, storage::FUNCTION) => storage::FUNCTION,
        (class, _) => class,
    };
    if default == storage::WORKGROUP && class != storage::WORKGROUP {
        return Err("only workgroup memory can be allocated".into());
    }
    Ok(class)
}

/// Erases `memref.dealloc`, because an allocation becomes a variable.
fn deallocate(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let [memref] = rw.first_operands(op);
    let ty = memref_type(rw, memref)?;
    allocated_class(rw, &ty, storage::WORKGROUP)?;
    if ty.extent().is_none() {
        return Err("only memory of a static shape can be allocated".into());
    }
    rw.erase(op);
    Ok(())
}

/// Lowers an allocation of static shape to a function-level or module-level variable.
fn allocate(rw: &mut Rw<'_>, op: Op, default: u32) -> Done {
    let ctx = rw.ctx;
    let ty = memref_type(rw, rw.result(op, 0))?;
    let class = allocated_class(rw, &ty, default)?;
    if rw.own_operands(op).len() > 0 || ty.extent().is_none() {
        return Err("only memory of a static shape can be allocated".into());
    }
    let pointer = pointer_type(rw.env, ctx, &ty, class)?;
    let value = match class {
        storage::FUNCTION => rw.op(spv::Variable::ID, &[], pointer),
        storage::WORKGROUP | storage::PRIVATE => {
            let name = rw.env.fresh_global("workgroup_mem", pointer);
            rw.address_of(&name, pointer)
        }
        _ => return Err("memory of this storage class cannot be allocated".into()),
    };
    value.replaces(rw, op)
}

/// Lowers `memref.get_global` to a function-level variable, initialized with the global's value.
fn get_global(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let ctx = rw.ctx;
    let symbol = rw
        .slot_attr(op, memref::GetGlobal::slot(memref::GetGlobal::name))
        .and_then(|attr| ctx.attr_symbol(attr))
        .ok_or("the op does not name a global")?;
    let name = ctx.str(symbol).to_owned();
    let found = rw.env.constants.iter().find(|(known, ..)| *known == name).cloned();
    let Some((_, ty, value)) = found else {
        return Err(format!("global '{name}' is not defined in the module").into());
    };
    let ty = of_elements(rw.env, ctx, memref(ctx, ty).ok_or("the type is not a memref")?);
    let class = match ty.space {
        None => storage::FUNCTION,
        Some(space) => storage_class(rw.env, ctx, Some(space))?,
    };
    if class == storage::WORKGROUP {
        let pointer = pointer_type(rw.env, ctx, &ty, class)?;
        let name = format!("__global_{name}__");
        rw.env.global(&name, pointer, Vec::new());
        return rw.address_of(&name, pointer).replaces(rw, op);
    }
    let elements = match value.map(|value| ctx.attr_data(value)) {
        Some(AttrData::Dense { elements, .. }) => elements.to_vec(),
        _ => return Err("only globals with dense elements or in workgroup memory can be lowered".into()),
    };
    let kept = element_storage(rw, &ty, storage::FUNCTION)?;
    let count = ty.extent().ok_or("the type has no static shape")? as usize;
    let element = kept.ty;
    let scalar = |bits: u64| match ctx.type_data(element) {
        TypeData::Vector { .. } => crate::wide_integers::number(rw, bits),
        TypeData::Float(_) => {
            ctx.attr(AttrData::Float { bits: convert_bits(ctx, bits, ty.element, element), ty: element })
        }
        TypeData::Integer { width: 1, .. } => ctx.bool_attr(bits != 0),
        _ => ctx.int_attr(convert_bits(ctx, bits, ty.element, element), element),
    };
    let items: Vec<_> = (0..count).map(|i| scalar(elements.get(i).copied().unwrap_or(elements[0]))).collect();
    let pointer = pointer_type(rw.env, ctx, &ty, storage::FUNCTION)?;
    let (pointee, _) = spv_dialect::types::pointer(ctx, pointer).ok_or("the type is not a pointer")?;
    let is_struct = spv_dialect::types::structure(ctx, pointee).is_some();
    let list = ctx.array_attr(&items);
    let value = if is_struct { ctx.array_attr(&[list]) } else { list };
    let initial = rw.constant(pointee, value);
    rw.op(spv::Variable::ID, &[initial], pointer).replaces(rw, op)
}

fn dim(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    let ctx = rw.ctx;
    let [source, index] = rw.first_operands(op);
    let index = rw.defining_op(index);
    let number = index.and_then(|op| rw.slots(op).first().and_then(|raw| spv_ir::Attribute::from_raw(*raw)));
    let number =
        number.and_then(|attr| ctx.attr_u64(attr)).ok_or("the dimension index must be a constant")?;
    let ty = memref_type(rw, source)?;
    let number = usize::try_from(number)
        .ok()
        .filter(|number| *number < ty.shape.len())
        .ok_or("the dimension index is out of range")?;
    let length = size(rw, source, number)?;
    as_value(rw, length).replaces(rw, op)
}

/// Returns the element at a location. `word` is the memory word that contains it.
pub(crate) fn element_of(rw: &mut Rw<'_>, at: &ElementRef, word: Value) -> Result<Value, Mismatch> {
    let ty = rw.convert_type(at.element)?;
    let Some((shift, bits)) = at.shift.zip(at.stored.packed) else {
        return from_memory(rw, word, at.element, ty);
    };
    let mask = rw.u32(((1u64 << bits) - 1) as u32);
    let part = rw.op(spv::ShiftRightLogical::ID, &[word, shift], at.stored.ty);
    let part = rw.op(spv::BitwiseAnd::ID, &[part, mask], at.stored.ty);
    from_memory(rw, part, at.element, ty)
}

/// Lowers `memref.copy` to a load and a store per element.
fn copy(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    const LIMIT: u64 = 256;
    let [source, target] = rw.first_operands(op);
    let ty = memref_type(rw, source)?;
    let lengths: Option<Vec<u64>> = ty.shape.iter().copied().collect();
    let lengths = lengths.ok_or("only memory of a static shape can be copied")?;
    let count: u64 = lengths.iter().product();
    if count > LIMIT {
        return Err(format!("a copy of more than {LIMIT} elements must be written as a loop").into());
    }
    for number in 0..count {
        let mut rest = number;
        let mut list = vec![Number::Known(0); lengths.len()];
        for (dim, length) in lengths.iter().enumerate().rev() {
            list[dim] = Number::Known((rest % length) as i64);
            rest /= length;
        }
        let from = place(rw, source, &list)?;
        let value = read(rw, &from)?;
        let to = place(rw, target, &list)?;
        write(rw, &to, value)?;
    }
    rw.erase(op);
    Ok(())
}
