//! Memory layout of types: offsets and strides for std140, std430, scalar and HLSL constant buffer layout
//!
//! Specification: "Offset and Stride Assignment" under "Shader Validation" in the Vulkan environment specification.

use crate::describe;
use crate::generated::opcodes;
use crate::generated::typed_enums::StorageClass;
use crate::types::{self, NONE_NOTE, Struct, with_params};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_ir::replace::{inner_types, nominal_types};
use spv_ir::{Attribute, Context, Diagnostic, Diagnostics, Place, Type, TypeData};
use thiserror::Error;

/// Rules for member offsets and element strides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LayoutRules {
    /// Layout of uniform buffers: arrays, structs and matrices have an alignment of at least 16 bytes.
    Std140,
    /// Layout of storage buffers and push constants: arrays, structs and matrices have the largest alignment of their
    /// elements.
    Std430,
    /// Layout as in C: the alignment is that of the largest scalar. Requires the device feature `scalarBlockLayout`.
    Scalar,
    /// Layout of HLSL constant buffers: std140, except that a member that would cross a 16-byte boundary begins at the
    /// boundary. The last element of an array or matrix has no padding.
    HlslCbuffer,
}

impl LayoutRules {
    /// Returns the layout rules for a storage class, or `None` if memory of the class has no explicit layout.
    pub fn of_class(class: StorageClass) -> Option<LayoutRules> {
        match class {
            StorageClass::Uniform => Some(LayoutRules::Std140),
            StorageClass::StorageBuffer
            | StorageClass::PushConstant
            | StorageClass::PhysicalStorageBuffer
            | StorageClass::ShaderRecordBufferKHR => Some(LayoutRules::Std430),
            _ => None,
        }
    }
}

/// Minimum alignment of arrays, structs and matrices in std140 and constant buffers, in bytes.
const STD140_ALIGNMENT: u64 = 16;

/// Size of a physical storage buffer pointer in bytes.
const POINTER_SIZE: u64 = 8;

/// The memory layout of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The type, including offsets and strides.
    pub ty: Type,
    /// Size in bytes. `None` if the type contains a runtime array, or an array whose length is a specialization
    /// constant.
    pub size: Option<u64>,
    /// Alignment in bytes.
    pub alignment: u64,
}

/// The reason why a type has no layout.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the type has no layout: {0}")]
pub struct LayoutError(String);

impl From<LayoutError> for Diagnostics {
    fn from(error: LayoutError) -> Diagnostics {
        Diagnostics { list: vec![Diagnostic::error(Place::None, error.to_string())] }
    }
}

/// Adds offsets and strides to a type according to the given rules. Keeps existing offsets and strides.
///
/// # Errors
/// Fails if the type contains a type that has no size in memory. Such types are Booleans, images, and runtime arrays
/// that are not the last member.
pub fn lay_out(ctx: &Context, ty: Type, rules: LayoutRules) -> Result<Layout, LayoutError> {
    let mut layouts = Layouts { rules, ..Layouts::new(ctx) };
    let layout = layouts.of(ty);
    match layouts.problem {
        Some(problem) => Err(LayoutError(problem)),
        None => {
            let sizeless = layouts.sizeless;
            layout.ok_or_else(|| {
                LayoutError(sizeless.unwrap_or_else(|| without_size(ctx, ty, &describe::ty(ctx, ty))))
            })
        }
    }
}

/// Maximum nesting depth of types.
const MAX_DEPTH: usize = 256;

/// A cache of type layouts. It holds one layout per combination of type and layout rules.
pub struct Layouts<'a> {
    ctx: &'a Context,
    /// The layout rules for the type that is being laid out.
    rules: LayoutRules,
    done: FxHashMap<(Type, LayoutRules), Option<Layout>>,
    /// Cached results of [`Self::lacks`].
    lacking: FxHashMap<Type, bool>,
    depth: usize,
    /// The first error that left a type without a layout, except for types that have no size in memory.
    pub problem: Option<String>,
    /// The error message for the first type or member that has no size in memory.
    sizeless: Option<String>,
}

impl<'a> Layouts<'a> {
    /// Creates an empty cache.
    pub fn new(ctx: &'a Context) -> Layouts<'a> {
        let (done, lacking) = Default::default();
        Layouts { ctx, rules: LayoutRules::Std430, done, lacking, depth: 0, problem: None, sizeless: None }
    }

    /// Returns the type with offsets and strides according to `rules`. Returns the type unchanged if it already has
    /// them or cannot have them.
    pub fn with_layout(&mut self, ty: Type, rules: LayoutRules) -> Type {
        if !self.lacks(ty) {
            return ty;
        }
        let outer = std::mem::replace(&mut self.rules, rules);
        let layout = self.of(ty);
        self.rules = outer;
        layout.map_or(ty, |layout| layout.ty)
    }

    /// Returns the alignment of an array, struct or matrix, given the largest alignment of its elements.
    fn rounded(&self, alignment: u64) -> u64 {
        match self.rules {
            LayoutRules::Std140 | LayoutRules::HlslCbuffer => alignment.max(STD140_ALIGNMENT),
            LayoutRules::Std430 | LayoutRules::Scalar => alignment,
        }
    }

    /// Returns the size of an array or matrix in bytes, or `None` if the number or size of its elements is unknown.
    /// `stride` is the distance between elements, and `last` is the size of the last element.
    fn sum(&self, count: Option<u64>, stride: u64, last: Option<u64>) -> Option<u64> {
        match (self.rules, count?) {
            (LayoutRules::HlslCbuffer, count @ 1..) => stride.checked_mul(count - 1)?.checked_add(last?),
            (_, count) => stride.checked_mul(count),
        }
    }

    /// Returns the offset of a member whose predecessor ends at offset `end`. The offset is aligned for the member.
    fn offset(&self, end: u64, member: &Layout) -> Option<u64> {
        let offset = align(end, member.alignment)?;
        let last = offset.checked_add(member.size.unwrap_or(0).saturating_sub(1))?;
        let crosses = offset / STD140_ALIGNMENT != last / STD140_ALIGNMENT;
        match self.rules {
            LayoutRules::HlslCbuffer if crosses => align(offset, STD140_ALIGNMENT),
            _ => Some(offset),
        }
    }

    /// Returns whether a type, or any type inside it, lacks an offset or a stride.
    pub fn lacks(&mut self, ty: Type) -> bool {
        let ctx = self.ctx;
        let without = |&ty: &Type| match types::view(ctx, ty) {
            Some((opcodes::TYPE_ARRAY | opcodes::TYPE_RUNTIME_ARRAY, params)) => {
                ctx.dict_get(params.first().copied(), "array_stride").is_none()
            }
            Some((opcodes::TYPE_STRUCT, _)) => types::structure(ctx, ty).is_some_and(|parts| {
                let offset = |i: usize| ctx.dict_get(parts.member_decorations.get(i).copied(), "offset");
                (0..parts.members.len()).any(|i| offset(i).is_none())
            }),
            _ => false,
        };
        *self.lacking.entry(ty).or_insert_with(|| inner_types(ctx, ty).iter().any(without))
    }

    /// Returns the pointer type whose pointee is laid out by the rules of the storage class, or `None` if the type does
    /// not change. An array of blocks receives no stride, because the array itself is not in memory.
    pub fn pointer(&mut self, ty: Type, is_array_of_blocks: &dyn Fn(Type) -> bool) -> Option<Type> {
        let (pointee, class) = types::pointer(self.ctx, ty)?;
        let rules = LayoutRules::of_class(StorageClass(class))?;
        let new = match is_array_of_blocks(pointee) {
            true => self.array_of_blocks(pointee, rules),
            false => self.with_layout(pointee, rules),
        };
        (new != pointee).then(|| self.with_pointee(ty, new))
    }

    /// Returns the pointer type with another pointee type.
    fn with_pointee(&self, ty: Type, pointee: Type) -> Type {
        let mut params = self.ctx.type_params(ty).map_or(&[][..], |(_, params)| params).to_vec();
        if let Some(param) = params.last_mut() {
            *param = self.ctx.type_attr(pointee);
        }
        with_params(self.ctx, ty, &params)
    }

    fn array_of_blocks(&mut self, ty: Type, rules: LayoutRules) -> Type {
        match types::view(self.ctx, ty) {
            Some((opcodes::TYPE_ARRAY | opcodes::TYPE_RUNTIME_ARRAY, params)) => {
                let Some(element) = params.get(1).and_then(|a| self.ctx.attr_type(*a)) else { return ty };
                let new = self.array_of_blocks(element, rules);
                let mut params = params.to_vec();
                params[1] = self.ctx.type_attr(new);
                if new == element { ty } else { with_params(self.ctx, ty, &params) }
            }
            Some((opcodes::TYPE_STRUCT, _)) => self.with_layout(ty, rules),
            _ => ty,
        }
    }

    /// Returns the layout of a type, or `None` if the type has no layout (for example an image).
    fn of(&mut self, ty: Type) -> Option<Layout> {
        if let Some(&known) = self.done.get(&(ty, self.rules)) {
            return known;
        }
        if self.depth == MAX_DEPTH {
            return self.fail("types are nested too deeply");
        }
        self.depth += 1;
        let layout = self.find(ty);
        self.depth -= 1;
        self.done.insert((ty, self.rules), layout);
        layout
    }

    fn find(&mut self, ty: Type) -> Option<Layout> {
        let ctx = self.ctx;
        if ty == ctx.common().i1 {
            return None;
        }
        if let Some(width) = types::scalar_width(ctx, ty) {
            let size = u64::from(width.div_ceil(8).max(1));
            return Some(Layout { ty, size: Some(size), alignment: size });
        }
        if let TypeData::Vector { dims, element } = ctx.type_data(ty) {
            let component = self.of(*element)?;
            let count = dims.iter().try_fold(1u64, |n, &dim| n.checked_mul(dim))?;
            let size = component.size?.checked_mul(count);
            let factor = match (self.rules, count) {
                (LayoutRules::Scalar, _) => 1,
                (_, 2) => 2,
                _ => 4,
            };
            return Some(Layout { ty, size, alignment: component.alignment * factor });
        }
        match types::view(ctx, ty)? {
            (opcodes::TYPE_POINTER, _) => {
                let (pointee, class) = types::pointer(ctx, ty)?;
                if StorageClass(class) != StorageClass::PhysicalStorageBuffer {
                    return None;
                }
                let rules = match self.rules {
                    LayoutRules::Scalar => LayoutRules::Scalar,
                    _ => LayoutRules::Std430,
                };
                let new = self.with_layout(pointee, rules);
                let ty = if new == pointee { ty } else { self.with_pointee(ty, new) };
                Some(Layout { ty, size: Some(POINTER_SIZE), alignment: POINTER_SIZE })
            }
            (opcodes::TYPE_ARRAY | opcodes::TYPE_RUNTIME_ARRAY, params) => self.array(ty, params),
            (opcodes::TYPE_MATRIX, _) => self.matrix(ty, false).map(|(layout, _)| layout),
            (opcodes::TYPE_STRUCT, _) => self.structure(ty),
            _ => None,
        }
    }

    fn array(&mut self, ty: Type, params: &[Attribute]) -> Option<Layout> {
        let ctx = self.ctx;
        let element = self.of(ctx.attr_type(*params.get(1)?)?)?;
        let given = ctx.dict_get(Some(params[0]), "array_stride").and_then(|stride| ctx.attr_u64(stride));
        let alignment = self.rounded(element.alignment);
        let stride = given.or_else(|| align(element.size?, alignment));
        let Some(stride) = stride else {
            return self.fail("the array elements have no fixed size");
        };
        let length = params.get(2).and_then(|length| ctx.attr_u64(*length));
        let mut params = params.to_vec();
        params[0] = with_number(ctx, Some(params[0]), "array_stride", self.number(stride)?);
        params[1] = ctx.type_attr(element.ty);
        let is_struct = types::structure(ctx, element.ty).is_some();
        let size = self.sum(length, stride, if is_struct { Some(stride) } else { element.size });
        Some(Layout { ty: with_params(ctx, ty, &params), size, alignment })
    }

    /// Returns the layout of a matrix, and the stride between its columns, or between its rows if `by_row`.
    fn matrix(&mut self, ty: Type, by_row: bool) -> Option<(Layout, u64)> {
        let ctx = self.ctx;
        let (_, params) = types::view(ctx, ty)?;
        let column = ctx.attr_type(*params.get(1)?)?;
        let columns = ctx.attr_u64(*params.get(2)?)?;
        let TypeData::Vector { dims, element } = ctx.type_data(column) else { return None };
        let rows = *dims.first()?;
        let (vector, vectors) =
            if by_row { (ctx.vector_type(columns, *element), rows) } else { (column, columns) };
        let vector = self.of(vector)?;
        let alignment = self.rounded(vector.alignment);
        let stride = align(vector.size?, alignment)?;
        let layout = Layout { ty, size: self.sum(Some(vectors), stride, vector.size), alignment };
        Some((layout, stride))
    }

    fn structure(&mut self, ty: Type) -> Option<Layout> {
        let ctx = self.ctx;
        let parts = types::structure(ctx, ty)?;
        if parts.members.is_empty() {
            return Some(Layout { ty, size: Some(0), alignment: 1 });
        }
        if !is_recursive(ctx, ty) {
            let lacks = self.lacks(ty);
            let (params, size, alignment) = self.members(ty, &parts)?;
            let ty = match ctx.type_data(ty) {
                TypeData::Named { .. } if !lacks => ty,
                _ => with_params(ctx, ty, &params),
            };
            return Some(Layout { ty, size, alignment });
        }
        // Register the struct before its members, because members may refer back to the struct through pointers.
        let new = if self.lacks(ty) { ctx.fresh_named(ty) } else { ty };
        self.done.insert((ty, self.rules), Some(Layout { ty: new, size: None, alignment: 1 }));
        let found = self.members(ty, &parts);
        if new != ty {
            let own = ctx.type_params(ty).map_or(&[][..], |(_, params)| params);
            ctx.set_named_params(new, found.as_ref().map_or(own, |(params, ..)| params));
        }
        found.map(|(_, size, alignment)| Layout { ty: new, size, alignment })
    }

    /// Computes a struct's type parameters with offsets and strides, its size and its alignment. Keeps existing
    /// offsets.
    fn members(&mut self, structure: Type, parts: &Struct<'_>) -> Option<([Attribute; 4], Option<u64>, u64)> {
        let ctx = self.ctx;
        let unit = ctx.unit_attr();
        let mut end = Some(0u64);
        let mut alignment = self.rounded(1);
        let mut members = Vec::new();
        let mut infos = Vec::new();
        for (i, &member) in parts.members.iter().enumerate() {
            let mut info = parts.member_decorations.get(i).copied().filter(|&d| d != unit);
            let given = |key| ctx.dict_get(info, key).and_then(|offset| ctx.attr_u64(offset));
            let ty = ctx.attr_type(member)?;
            let Some((layout, matrix)) = self.member(ty, info) else {
                let member =
                    || format!("{} of {}", describe::member(ctx, structure, i), describe::ty(ctx, ty));
                self.sizeless.get_or_insert_with(|| without_size(ctx, ty, &member()));
                return None;
            };
            alignment = alignment.max(layout.alignment);
            let Some(offset) = given("offset").or_else(|| self.offset(end?, &layout)) else {
                let member = describe::member(ctx, structure, i - 1);
                return self.fail(&format!("{member} has no fixed size and is not the last member"));
            };
            end = layout.size.and_then(|size| offset.checked_add(size));
            info = Some(with_number(ctx, info, "offset", self.number(offset)?));
            if let Some(stride) = matrix {
                if ["row_major", "col_major"].iter().all(|key| ctx.dict_get(info, key).is_none()) {
                    info = Some(with(ctx, info, "col_major", unit));
                }
                if ctx.dict_get(info, "matrix_stride").is_none() {
                    info = Some(with_number(ctx, info, "matrix_stride", self.number(stride)?));
                }
            }
            members.push(ctx.type_attr(layout.ty));
            infos.push(info.unwrap_or(unit));
        }
        let names = if parts.member_names.is_empty() { unit } else { ctx.array_attr(parts.member_names) };
        let decorations = parts.decorations.unwrap_or(unit);
        let params = [decorations, ctx.array_attr(&members), ctx.array_attr(&infos), names];
        Some((params, end.and_then(|end| align(end, alignment)), alignment))
    }

    /// Computes the layout of a member, and the matrix stride if the member is a matrix or an array of matrices.
    fn member(&mut self, ty: Type, info: Option<Attribute>) -> Option<(Layout, Option<u64>)> {
        let ctx = self.ctx;
        let mut inner = ty;
        let mut arrays = Vec::new();
        while let Some((opcodes::TYPE_ARRAY | opcodes::TYPE_RUNTIME_ARRAY, params)) = types::view(ctx, inner)
        {
            arrays.push((inner, params));
            inner = ctx.attr_type(*params.get(1)?)?;
        }
        if !matches!(types::view(ctx, inner), Some((opcodes::TYPE_MATRIX, _))) {
            return Some((self.of(ty)?, None));
        }
        let by_row = ctx.dict_get(info, "row_major").is_some();
        let (layout, stride) = self.matrix(inner, by_row)?;
        // The layout of a row-major matrix may differ from the cached layout of its type, so replace the cached layout
        // temporarily.
        let rules = self.rules;
        let before = by_row.then(|| self.done.insert((inner, rules), Some(layout)));
        arrays.iter().for_each(|(array, _)| _ = self.done.remove(&(*array, rules)));
        let found = self.of(ty);
        if let Some(before) = before {
            arrays.iter().for_each(|(array, _)| _ = self.done.remove(&(*array, rules)));
            match before {
                Some(before) => _ = self.done.insert((inner, rules), before),
                None => _ = self.done.remove(&(inner, rules)),
            }
        }
        Some((found?, Some(stride)))
    }

    /// Converts an offset or stride to the 32-bit literal of the decoration. Reports an error if it does not fit.
    fn number(&mut self, value: u64) -> Option<u32> {
        match u32::try_from(value) {
            Ok(value) => Some(value),
            Err(_) => self.fail("the type is larger than 4 GiB"),
        }
    }

    fn fail<T>(&mut self, problem: &str) -> Option<T> {
        self.problem.get_or_insert_with(|| problem.to_owned());
        None
    }
}

/// Returns the error message for a type or member that has no size in memory.
fn without_size(ctx: &Context, ty: Type, what: &str) -> String {
    let advice = match ty == ctx.common().none {
        true => NONE_NOTE,
        false => "a 32-bit integer can hold a boolean, and a variable of its own an image",
    };
    format!("{what} has no size in memory; {advice}")
}

/// Returns whether a type with a name (such as a named struct) refers to itself.
fn is_recursive(ctx: &Context, ty: Type) -> bool {
    if !matches!(ctx.type_data(ty), TypeData::Named { .. }) {
        return false;
    }
    let mut none = FxHashSet::default();
    let mut worklist = nominal_types(ctx, ty, &mut none);
    let mut seen: FxHashSet<Type> = worklist.iter().copied().collect();
    while let Some(next) = worklist.pop() {
        if next == ty {
            return true;
        }
        worklist.extend(nominal_types(ctx, next, &mut none).into_iter().filter(|&inner| seen.insert(inner)));
    }
    false
}

fn align(value: u64, alignment: u64) -> Option<u64> {
    value.checked_next_multiple_of(alignment)
}

fn with_number(ctx: &Context, dict: Option<Attribute>, key: &str, value: u32) -> Attribute {
    with(ctx, dict, key, ctx.i32_attr(value))
}

/// Returns the dictionary with `key` set to `value`.
fn with(ctx: &Context, dict: Option<Attribute>, key: &str, value: Attribute) -> Attribute {
    let mut entries = ctx.dict(dict).to_vec();
    entries.retain(|(k, _)| ctx.str(*k) != key);
    entries.push((ctx.ident(key), value));
    ctx.dict_attr(entries)
}
