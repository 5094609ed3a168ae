//! Constructors of the dialect's types.

use crate::generated::opcodes as op;
use crate::generated::typed_enums::{AccessQualifier, BuiltIn, Dim, ImageFormat, Scope, StorageClass};
use crate::types::{make, struct_params, type_def};
use spv_ir::{Attribute, Context, Ident, Type};

/// Constructors of the dialect's types, as methods of a context that has the dialect.
///
/// # Panics
/// All panic in a context without the dialect.
pub trait Types {
    /// OpTypePointer.
    fn pointer(&self, pointee: Type, storage_class: StorageClass) -> Type;
    /// OpTypeArray of a constant length.
    fn array(&self, element: Type, length: u32) -> Type;
    /// OpTypeArray with an `ArrayStride` in bytes.
    fn array_with_stride(&self, element: Type, length: u32, stride: u32) -> Type;
    /// OpTypeRuntimeArray.
    fn runtime_array(&self, element: Type) -> Type;
    /// OpTypeRuntimeArray with an `ArrayStride` in bytes.
    fn runtime_array_with_stride(&self, element: Type, stride: u32) -> Type;
    /// OpTypeMatrix.
    fn matrix(&self, column: Type, columns: u32) -> Type;
    /// OpTypeSampler.
    fn sampler(&self) -> Type;
    /// OpTypeImage.
    fn image(&self, image: ImageType) -> Type;
    /// OpTypeSampledImage.
    fn sampled_image(&self, image: Type) -> Type;
    /// OpTypeStruct: see [`StructType`].
    fn structure(&self) -> StructType<'_>;
    /// OpTypeAccelerationStructureKHR.
    fn acceleration_structure(&self) -> Type;
    /// OpTypeRayQueryKHR.
    fn ray_query(&self) -> Type;
    /// OpTypeCooperativeMatrixKHR; `matrix_use` is a number of `CooperativeMatrixUse`.
    fn cooperative_matrix(
        &self,
        component: Type,
        scope: Scope,
        rows: u32,
        columns: u32,
        matrix_use: u32,
    ) -> Type;
}

/// The operands of OpTypeImage.
#[derive(Clone, Copy, Debug)]
pub struct ImageType {
    /// The type of the components of a texel that is read.
    pub sampled_type: Type,
    /// Dimensions.
    pub dim: Dim,
    /// 1 for a depth image, 0 for none, 2 where it is unknown.
    pub depth: u32,
    /// Whether it is an array of images.
    pub arrayed: bool,
    /// Whether it is multisampled.
    pub multisampled: bool,
    /// 1 where it is used with a sampler, 2 where without, 0 where that is unknown.
    pub sampled: u32,
    /// Format of a storage image.
    pub format: ImageFormat,
    /// Kernels only.
    pub access: Option<AccessQualifier>,
}

fn of(ctx: &Context, opcode: u32, decorations: &[(&str, Attribute)], operands: &[Attribute]) -> Type {
    let dict = decorations.iter().map(|(key, attr)| (ctx.ident(key), *attr)).collect::<Vec<_>>();
    let dict = (!dict.is_empty()).then(|| ctx.dict_attr(dict));
    make(ctx, opcode, dict, operands).expect("the dialect is registered")
}

impl Types for Context {
    fn pointer(&self, pointee: Type, storage_class: StorageClass) -> Type {
        of(self, op::TYPE_POINTER, &[], &[self.i32_attr(storage_class.0), self.type_attr(pointee)])
    }

    fn array(&self, element: Type, length: u32) -> Type {
        of(self, op::TYPE_ARRAY, &[], &[self.type_attr(element), self.i32_attr(length)])
    }

    fn array_with_stride(&self, element: Type, length: u32, stride: u32) -> Type {
        let stride = [("array_stride", self.i32_attr(stride))];
        of(self, op::TYPE_ARRAY, &stride, &[self.type_attr(element), self.i32_attr(length)])
    }

    fn runtime_array(&self, element: Type) -> Type {
        of(self, op::TYPE_RUNTIME_ARRAY, &[], &[self.type_attr(element)])
    }

    fn runtime_array_with_stride(&self, element: Type, stride: u32) -> Type {
        let stride = [("array_stride", self.i32_attr(stride))];
        of(self, op::TYPE_RUNTIME_ARRAY, &stride, &[self.type_attr(element)])
    }

    fn matrix(&self, column: Type, columns: u32) -> Type {
        of(self, op::TYPE_MATRIX, &[], &[self.type_attr(column), self.i32_attr(columns)])
    }

    fn sampler(&self) -> Type {
        of(self, op::TYPE_SAMPLER, &[], &[])
    }

    fn image(&self, image: ImageType) -> Type {
        let ImageType { sampled_type, dim, depth, arrayed, multisampled, sampled, format, access } = image;
        let words = [dim.0, depth, arrayed.into(), multisampled.into(), sampled, format.0];
        let words = words.into_iter().chain(access.map(|access| access.0)).map(|word| self.i32_attr(word));
        let operands: Vec<Attribute> = std::iter::once(self.type_attr(sampled_type)).chain(words).collect();
        of(self, op::TYPE_IMAGE, &[], &operands)
    }

    fn sampled_image(&self, image: Type) -> Type {
        of(self, op::TYPE_SAMPLED_IMAGE, &[], &[self.type_attr(image)])
    }

    fn structure(&self) -> StructType<'_> {
        StructType { ctx: self, name: None, decorations: Vec::new(), members: Vec::new() }
    }

    fn acceleration_structure(&self) -> Type {
        of(self, op::TYPE_ACCELERATION_STRUCTURE_KHR, &[], &[])
    }

    fn ray_query(&self) -> Type {
        of(self, op::TYPE_RAY_QUERY_KHR, &[], &[])
    }

    fn cooperative_matrix(
        &self,
        component: Type,
        scope: Scope,
        rows: u32,
        columns: u32,
        matrix_use: u32,
    ) -> Type {
        let words = [scope.0, rows, columns, matrix_use].map(|word| self.i32_attr(word));
        let operands: Vec<Attribute> = std::iter::once(self.type_attr(component)).chain(words).collect();
        of(self, op::TYPE_COOPERATIVE_MATRIX_KHR, &[], &operands)
    }
}

/// A member of a struct type.
struct Member<'c> {
    ty: Type,
    name: Option<&'c str>,
    decorations: Vec<(Ident, Attribute)>,
}

/// Puts a struct type together: members in order, each followed by what belongs to it.
///
/// ```
/// use spv_dialect::spv::Types;
/// let ctx = spv_dialect::context();
/// let f32 = ctx.common().f32;
/// let data = ctx.runtime_array_with_stride(f32, 4);
/// let block = ctx.structure().member(f32).name("scale").offset(0).member(data).offset(4).block().build();
/// assert!(spv_dialect::types::structure(&ctx, block).is_some());
/// ```
pub struct StructType<'c> {
    ctx: &'c Context,
    name: Option<&'c str>,
    decorations: Vec<(Ident, Attribute)>,
    members: Vec<Member<'c>>,
}

impl<'c> StructType<'c> {
    /// Gives the struct a name: structs of different names are different types.
    pub fn named(mut self, name: &'c str) -> Self {
        self.name = Some(name);
        self
    }

    /// Adds a member.
    pub fn member(mut self, ty: Type) -> Self {
        self.members.push(Member { ty, name: None, decorations: Vec::new() });
        self
    }

    /// Names the last member.
    pub fn name(mut self, name: &'c str) -> Self {
        if let Some(member) = self.members.last_mut() {
            member.name = Some(name);
        }
        self
    }

    /// Decorates the last member: the key is the decoration's name in snake case.
    pub fn decorate_member(mut self, key: &str, attr: Attribute) -> Self {
        let key = self.ctx.ident(key);
        if let Some(member) = self.members.last_mut() {
            member.decorations.push((key, attr));
        }
        self
    }

    /// Places the last member at this offset in bytes.
    pub fn offset(self, offset: u32) -> Self {
        let attr = self.ctx.i32_attr(offset);
        self.decorate_member("offset", attr)
    }

    /// Makes the last member a built-in variable.
    pub fn built_in(self, built_in: BuiltIn) -> Self {
        let attr = self.ctx.string_attr(&built_in.to_string());
        self.decorate_member("built_in", attr)
    }

    /// Decorates the struct: the key is the decoration's name in snake case.
    pub fn decorate(mut self, key: &str, attr: Attribute) -> Self {
        self.decorations.push((self.ctx.ident(key), attr));
        self
    }

    /// Decorates the struct with `Block`.
    pub fn block(self) -> Self {
        let unit = self.ctx.unit_attr();
        self.decorate("block", unit)
    }

    /// The type. A name that has other members already gives a struct without a name.
    pub fn build(self) -> Type {
        let ctx = self.ctx;
        let dict = |list: Vec<(Ident, Attribute)>| (!list.is_empty()).then(|| ctx.dict_attr(list));
        let types: Vec<Type> = self.members.iter().map(|member| member.ty).collect();
        let names: Vec<Option<&str>> = self.members.iter().map(|member| member.name).collect();
        let decorations: Vec<_> = self.members.into_iter().map(|member| dict(member.decorations)).collect();
        let params = struct_params(ctx, dict(self.decorations), &types, &decorations, &names);
        let def = type_def(ctx.registry(), op::TYPE_STRUCT).expect("the dialect is registered");
        if let Some(name) = self.name {
            let ty = ctx.named_type(def, ctx.ident(name));
            if ctx.set_named_params(ty, &params) {
                return ty;
            }
        }
        ctx.param_type(def, &params, 0)
    }
}
