//! Offsets and strides of types in memory: the rules of std140 in Uniform memory, those of std430 elsewhere.

use crate::spirv::storage;
use crate::transforms::type_names::{fresh, like};
use rustc_hash::FxHashMap;
use spv_dialect::generated::opcodes;
use spv_dialect::types::{self, Struct};
use spv_ir::replace::inner_types;
use spv_ir::{Attribute, Context, Type, TypeData};

/// Storage classes whose memory has an explicit layout.
const EXPLICIT: [u32; 5] = [
    storage::UNIFORM,
    storage::STORAGE_BUFFER,
    storage::PUSH_CONSTANT,
    storage::PHYSICAL_STORAGE_BUFFER,
    storage::SHADER_RECORD_BUFFER,
];

/// Whether the memory of a storage class has an explicit layout.
pub(super) fn is_explicit(class: u32) -> bool {
    EXPLICIT.contains(&class)
}

/// The alignment to which std140 rounds up those of arrays, structs and matrices, in bytes.
const EXTENDED: u64 = 16;

/// Bytes of a pointer to physical storage.
const POINTER_SIZE: u64 = 8;

/// A type in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The type with offsets and strides.
    pub ty: Type,
    /// Bytes; `None` where only the device knows: of a runtime array, or an array with a specialized length.
    size: Option<u64>,
    alignment: u64,
}

/// Types within types at most.
const MAX_DEPTH: usize = 256;

/// Works out layouts; each type once by either rules.
pub(super) struct Layouts<'a> {
    ctx: &'a Context,
    /// Whether the rules available are those of std140.
    extended: bool,
    /// By type, and whether by the rules of std140.
    done: FxHashMap<(Type, bool), Option<Layout>>,
    /// See [`Self::lacks`].
    lacking: FxHashMap<Type, bool>,
    depth: usize,
    /// Why a type has no layout.
    pub problem: Option<String>,
}

impl<'a> Layouts<'a> {
    pub(super) fn new(ctx: &'a Context) -> Layouts<'a> {
        let (done, lacking) = Default::default();
        Layouts { ctx, extended: false, done, lacking, depth: 0, problem: None }
    }

    /// The type with the layout that it has in a storage class: itself where it has one, or can have none.
    pub(super) fn with_layout(&mut self, ty: Type, class: u32) -> Type {
        if !self.lacks(ty) {
            return ty;
        }
        let outer = std::mem::replace(&mut self.extended, class == storage::UNIFORM);
        let layout = self.of(ty);
        self.extended = outer;
        layout.map_or(ty, |layout| layout.ty)
    }

    /// The alignment of an array, struct or matrix whose parts have this one at most.
    fn rounded(&self, alignment: u64) -> u64 {
        if self.extended { alignment.max(EXTENDED) } else { alignment }
    }

    /// Whether a type, or one that it is composed of, lacks an offset or a stride.
    pub(super) fn lacks(&mut self, ty: Type) -> bool {
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

    /// The pointer type to what is in memory with a layout. The arrays of an array of blocks have no stride:
    /// they are no memory.
    pub(super) fn pointer(&mut self, ty: Type, is_array_of_blocks: &dyn Fn(Type) -> bool) -> Option<Type> {
        let (pointee, class) = types::pointer(self.ctx, ty).filter(|(_, class)| is_explicit(*class))?;
        let new = match is_array_of_blocks(pointee) {
            true => self.array_of_blocks(pointee, class),
            false => self.with_layout(pointee, class),
        };
        let (_, params) = self.ctx.type_params(ty)?;
        let params = [params[0], self.ctx.i32_attr(class), self.ctx.type_attr(new)];
        (new != pointee).then(|| like(self.ctx, ty, &params))
    }

    fn array_of_blocks(&mut self, ty: Type, class: u32) -> Type {
        match types::view(self.ctx, ty) {
            Some((opcodes::TYPE_ARRAY | opcodes::TYPE_RUNTIME_ARRAY, params)) => {
                let Some(element) = params.get(1).and_then(|a| self.ctx.attr_type(*a)) else { return ty };
                let new = self.array_of_blocks(element, class);
                let mut params = params.to_vec();
                params[1] = self.ctx.type_attr(new);
                if new == element { ty } else { like(self.ctx, ty, &params) }
            }
            Some((opcodes::TYPE_STRUCT, _)) => self.with_layout(ty, class),
            _ => ty,
        }
    }

    /// `None` where a type has no layout, as an image.
    fn of(&mut self, ty: Type) -> Option<Layout> {
        if let Some(&known) = self.done.get(&(ty, self.extended)) {
            return known;
        }
        if self.depth == MAX_DEPTH {
            return self.fail("types nest too deep");
        }
        self.depth += 1;
        let layout = self.find(ty);
        self.depth -= 1;
        self.done.insert((ty, self.extended), layout);
        layout
    }

    fn find(&mut self, ty: Type) -> Option<Layout> {
        let ctx = self.ctx;
        if let Some(width) = types::scalar_width(ctx, ty) {
            let size = u64::from(width.div_ceil(8).max(1));
            return Some(Layout { ty, size: Some(size), alignment: size });
        }
        if let TypeData::Vector { dims, element } = ctx.type_data(ty) {
            let component = self.of(*element)?;
            let count = dims.iter().try_fold(1u64, |n, &dim| n.checked_mul(dim))?;
            let size = component.size?.checked_mul(count);
            let factor = if count == 2 { 2 } else { 4 };
            return Some(Layout { ty, size, alignment: component.alignment * factor });
        }
        match types::view(ctx, ty)? {
            (opcodes::TYPE_POINTER, _) => {
                let (pointee, class) = types::pointer(ctx, ty)?;
                if class != storage::PHYSICAL_STORAGE_BUFFER {
                    return None;
                }
                let params = [
                    *ctx.type_params(ty)?.1.first()?,
                    ctx.i32_attr(class),
                    ctx.type_attr(self.with_layout(pointee, class)),
                ];
                let ty = like(ctx, ty, &params);
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
            return self.fail("the elements of an array have no fixed size");
        };
        let length = params.get(2).and_then(|length| ctx.attr_u64(*length));
        let mut params = params.to_vec();
        params[0] = with_number(ctx, Some(params[0]), "array_stride", self.number(stride)?);
        params[1] = ctx.type_attr(element.ty);
        let size = length.and_then(|length| stride.checked_mul(length));
        Some(Layout { ty: like(ctx, ty, &params), size, alignment })
    }

    /// A matrix, with the stride of its columns or rows.
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
        let layout = Layout { ty, size: stride.checked_mul(vectors), alignment };
        Some((layout, stride))
    }

    fn structure(&mut self, ty: Type) -> Option<Layout> {
        let ctx = self.ctx;
        let parts = types::structure(ctx, ty)?;
        if parts.members.is_empty() {
            return Some(Layout { ty, size: Some(0), alignment: 1 });
        }
        let new = match ctx.type_data(ty) {
            TypeData::Named { .. } if self.lacks(ty) => fresh(ctx, ty),
            TypeData::Named { .. } => ty,
            _ => {
                let (params, size, alignment) = self.members(&parts)?;
                return Some(Layout { ty: like(ctx, ty, &params), size, alignment });
            }
        };
        // Members may point back to it.
        self.done.insert((ty, self.extended), Some(Layout { ty: new, size: None, alignment: 1 }));
        let found = self.members(&parts);
        if new != ty {
            let own = ctx.type_params(ty).map_or(&[][..], |(_, params)| params);
            ctx.set_named_params(new, found.as_ref().map_or(own, |(params, ..)| params));
        }
        found.map(|(_, size, alignment)| Layout { ty: new, size, alignment })
    }

    /// The parameters of a struct with a layout, its size and its alignment. Offsets that are given stay.
    fn members(&mut self, parts: &Struct<'_>) -> Option<([Attribute; 4], Option<u64>, u64)> {
        let ctx = self.ctx;
        let unit = ctx.unit_attr();
        let mut end = Some(0u64);
        let mut alignment = self.rounded(1);
        let mut members = Vec::new();
        let mut infos = Vec::new();
        for (i, &member) in parts.members.iter().enumerate() {
            let mut info = parts.member_decorations.get(i).copied().filter(|&d| d != unit);
            let given = |key| ctx.dict_get(info, key).and_then(|offset| ctx.attr_u64(offset));
            let (layout, matrix) = self.member(ctx.attr_type(member)?, info)?;
            alignment = alignment.max(layout.alignment);
            let Some(offset) = given("offset").or_else(|| align(end?, layout.alignment)) else {
                return self.fail(&format!("member {} has no fixed size, and is not the last", i - 1));
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

    /// A member; if it is a matrix or an array of them, it says how these lie.
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
        // Row-major matrices may have another size than the type says by itself.
        let rules = self.extended;
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

    /// An offset or stride as the binary has it.
    fn number(&mut self, value: u64) -> Option<u32> {
        match u32::try_from(value) {
            Ok(value) => Some(value),
            Err(_) => self.fail("it is larger than 4 GiB"),
        }
    }

    fn fail<T>(&mut self, problem: &str) -> Option<T> {
        self.problem.get_or_insert_with(|| problem.to_owned());
        None
    }
}

fn align(value: u64, alignment: u64) -> Option<u64> {
    value.checked_next_multiple_of(alignment)
}

fn with_number(ctx: &Context, dict: Option<Attribute>, key: &str, value: u32) -> Attribute {
    with(ctx, dict, key, ctx.i32_attr(value))
}

/// A dictionary with an entry set.
fn with(ctx: &Context, dict: Option<Attribute>, key: &str, value: Attribute) -> Attribute {
    let mut entries = ctx.dict(dict).to_vec();
    entries.retain(|(k, _)| ctx.str(*k) != key);
    entries.push((ctx.ident(key), value));
    ctx.dict_attr(entries)
}
