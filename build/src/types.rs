//! Constructors of the dialect's types.

use super::Global;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::typed_enums::{
    AccessQualifier, BuiltIn, CooperativeMatrixUse, Dim, ImageFormat, Scope, StorageClass, TensorClampMode,
};
use spv_dialect::layout::{LayoutError, LayoutRules, lay_out};
use spv_dialect::types::{make, struct_params, type_def};
use spv_ir::dialect::ParamDefId;
use spv_ir::{Attribute, Context, FloatKind, Ident, Signedness, Type};

/// A number that a type takes by the id of a constant, such as the length of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstantRef {
    /// A 32-bit integer constant.
    U32(u32),
    /// A spec constant, or another constant with a symbol.
    Symbol(Ident),
}

impl From<u32> for ConstantRef {
    fn from(value: u32) -> ConstantRef {
        ConstantRef::U32(value)
    }
}

impl From<Global> for ConstantRef {
    fn from(constant: Global) -> ConstantRef {
        ConstantRef::Symbol(constant.symbol)
    }
}

/// An operand of a type declaration.
trait Operand {
    /// The attribute that represents it in the type.
    fn attr(&self, ctx: &Context) -> Attribute;
}

impl Operand for Type {
    fn attr(&self, ctx: &Context) -> Attribute {
        ctx.type_attr(*self)
    }
}

impl Operand for u32 {
    fn attr(&self, ctx: &Context) -> Attribute {
        ctx.i32_attr(*self)
    }
}

impl Operand for str {
    fn attr(&self, ctx: &Context) -> Attribute {
        ctx.string_attr(self)
    }
}

impl Operand for ConstantRef {
    fn attr(&self, ctx: &Context) -> Attribute {
        match *self {
            ConstantRef::U32(value) => ctx.i32_attr(value),
            ConstantRef::Symbol(symbol) => ctx.symbol_attr(symbol),
        }
    }
}

/// Enumerants are operands, and numbers that a type takes by the id of a constant.
macro_rules! enumerants {
    ($($name:ident)*) => {
        $(impl Operand for $name {
            fn attr(&self, ctx: &Context) -> Attribute {
                ctx.i32_attr(self.0)
            }
        }

        impl From<$name> for ConstantRef {
            fn from(value: $name) -> ConstantRef {
                ConstantRef::U32(value.0)
            }
        })*
    };
}

enumerants!(AccessQualifier CooperativeMatrixUse Scope StorageClass TensorClampMode);

/// Declares and defines the constructors whose arguments are the operands of the declaration, in binary order: types and
/// literals, then ids of constants.
macro_rules! constructors {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $ty:ty),* $(; $($id:ident),+)?) = $opcode:ident;)*) => {
        /// Constructors of the dialect's types, as methods of a context that has the dialect.
        ///
        /// # Panics
        /// All panic in a context without the dialect.
        pub trait Types {
            /// OpTypeInt without a sign.
            fn unsigned(&self, width: u32) -> Type;
            /// OpTypeInt with a sign.
            fn signed(&self, width: u32) -> Type;
            /// OpTypeFloat of 16, 32 or 64 bits.
            ///
            /// # Panics
            /// If there is no IEEE format of this width.
            fn float(&self, width: u32) -> Type;
            /// OpTypeVector.
            fn vector(&self, component: Type, count: u32) -> Type;
            /// OpTypePointer.
            fn pointer(&self, pointee: Type, storage_class: StorageClass) -> Type;
            /// OpTypeArray: the length is a number or a spec constant.
            fn array(&self, element: Type, length: impl Into<ConstantRef>) -> Type;
            /// OpTypeArray with an `ArrayStride` in bytes.
            fn array_with_stride(&self, element: Type, length: impl Into<ConstantRef>, stride: u32) -> Type;
            /// OpTypeRuntimeArray with an `ArrayStride` in bytes.
            fn runtime_array_with_stride(&self, element: Type, stride: u32) -> Type;
            /// OpTypeImage.
            fn image(&self, image: ImageType) -> Type;
            /// OpTypeStruct: see [`StructType`].
            fn structure(&self) -> StructType<'_>;
            /// The struct type of this name before its members are known: for pointers to it. A struct of the same name
            /// that [`Types::structure`] builds afterwards defines it.
            fn declared_structure(&self, name: &str) -> Type;
            /// OpTypeTensorARM: without a rank it is unknown, without a shape the lengths are.
            fn tensor_arm(&self, element: Type, rank: Option<ConstantRef>, shape: Option<Attribute>) -> Type;
            /// OpTypeGraphARM: the types of the inputs, followed by those of the outputs.
            fn graph_arm(&self, inputs: &[Type], outputs: &[Type]) -> Type;
            /// OpTypeTensorViewNV.
            fn tensor_view(&self, dim: ConstantRef, has_dimensions: bool, permutation: &[ConstantRef]) -> Type;
            $($(#[$doc])* fn $name(&self, $($arg: $ty,)* $($($id: impl Into<ConstantRef>),+)?) -> Type;)*
        }

        impl Types for Context {
            fn unsigned(&self, width: u32) -> Type {
                self.int_type(width, Signedness::Signless)
            }

            fn signed(&self, width: u32) -> Type {
                self.int_type(width, Signedness::Signed)
            }

            fn float(&self, width: u32) -> Type {
                self.float_type(match width {
                    16 => FloatKind::F16,
                    32 => FloatKind::F32,
                    64 => FloatKind::F64,
                    _ => panic!("no IEEE format has {width} bits"),
                })
            }

            fn vector(&self, component: Type, count: u32) -> Type {
                self.vector_type(count.into(), component)
            }

            fn pointer(&self, pointee: Type, storage_class: StorageClass) -> Type {
                of(self, op::TYPE_POINTER, &[], &[storage_class.attr(self), pointee.attr(self)])
            }

            fn array(&self, element: Type, length: impl Into<ConstantRef>) -> Type {
                of(self, op::TYPE_ARRAY, &[], &[element.attr(self), length.into().attr(self)])
            }

            fn array_with_stride(&self, element: Type, length: impl Into<ConstantRef>, stride: u32) -> Type {
                let stride = [("array_stride", self.i32_attr(stride))];
                of(self, op::TYPE_ARRAY, &stride, &[element.attr(self), length.into().attr(self)])
            }

            fn runtime_array_with_stride(&self, element: Type, stride: u32) -> Type {
                let stride = [("array_stride", self.i32_attr(stride))];
                of(self, op::TYPE_RUNTIME_ARRAY, &stride, &[element.attr(self)])
            }

            fn image(&self, image: ImageType) -> Type {
                let ImageType { sampled_type, dim, depth, arrayed, multisampled, sampled, format, access } = image;
                let words = [dim.0, depth, arrayed.into(), multisampled.into(), sampled, format.0];
                let words = words.into_iter().chain(access.map(|access| access.0)).map(|word| self.i32_attr(word));
                let operands: Vec<Attribute> = std::iter::once(sampled_type.attr(self)).chain(words).collect();
                of(self, op::TYPE_IMAGE, &[], &operands)
            }

            fn structure(&self) -> StructType<'_> {
                StructType { ctx: self, name: None, decorations: Vec::new(), members: Vec::new() }
            }

            fn declared_structure(&self, name: &str) -> Type {
                self.named_type(struct_def(self), self.ident(name))
            }

            fn tensor_arm(&self, element: Type, rank: Option<ConstantRef>, shape: Option<Attribute>) -> Type {
                let rank = rank.map(|rank| rank.attr(self));
                let operands: Vec<Attribute> =
                    [Some(element.attr(self)), rank, shape].into_iter().flatten().collect();
                of(self, op::TYPE_TENSOR_ARM, &[], &operands)
            }

            fn graph_arm(&self, inputs: &[Type], outputs: &[Type]) -> Type {
                let types = inputs.iter().chain(outputs).map(|ty| ty.attr(self));
                let operands: Vec<Attribute> =
                    std::iter::once(self.i32_attr(inputs.len() as u32)).chain(types).collect();
                of(self, op::TYPE_GRAPH_ARM, &[], &operands)
            }

            fn tensor_view(&self, dim: ConstantRef, has_dimensions: bool, permutation: &[ConstantRef]) -> Type {
                let mut operands = vec![dim.attr(self), self.bool_attr(has_dimensions)];
                operands.extend(permutation.iter().map(|number| number.attr(self)));
                of(self, op::TYPE_TENSOR_VIEW_NV, &[], &operands)
            }

            $(fn $name(&self, $($arg: $ty,)* $($($id: impl Into<ConstantRef>),+)?) -> Type {
                of(self, op::$opcode, &[], &[$($arg.attr(self),)* $($($id.into().attr(self)),+)?])
            })*
        }

        /// The opcodes that `constructors` was given.
        #[cfg(test)]
        const CONSTRUCTED: &[u32] = &[$(op::$opcode),*];
    };
}

constructors! {
    /// OpTypeRuntimeArray.
    runtime_array(element: Type) = TYPE_RUNTIME_ARRAY;
    /// OpTypeMatrix: the type of a column, and their number.
    matrix(column: Type, columns: u32) = TYPE_MATRIX;
    /// OpTypeSampler.
    sampler() = TYPE_SAMPLER;
    /// OpTypeSampledImage.
    sampled_image(image: Type) = TYPE_SAMPLED_IMAGE;
    /// OpTypeOpaque.
    opaque(name: &str) = TYPE_OPAQUE;
    /// OpTypeEvent.
    event() = TYPE_EVENT;
    /// OpTypeDeviceEvent.
    device_event() = TYPE_DEVICE_EVENT;
    /// OpTypeReserveId.
    reserve_id() = TYPE_RESERVE_ID;
    /// OpTypeQueue.
    queue() = TYPE_QUEUE;
    /// OpTypePipe.
    pipe(qualifier: AccessQualifier) = TYPE_PIPE;
    /// OpTypePipeStorage.
    pipe_storage() = TYPE_PIPE_STORAGE;
    /// OpTypeNamedBarrier.
    named_barrier() = TYPE_NAMED_BARRIER;
    /// OpTypeUntypedPointerKHR.
    untyped_pointer(storage_class: StorageClass) = TYPE_UNTYPED_POINTER_KHR;
    /// OpTypeCooperativeMatrixKHR: a [`Scope`], numbers, a [`CooperativeMatrixUse`], or spec constants instead.
    cooperative_matrix(component: Type; scope, rows, columns, matrix_use) = TYPE_COOPERATIVE_MATRIX_KHR;
    /// OpTypeCooperativeMatrixNV.
    cooperative_matrix_nv(component: Type; scope, rows, columns) = TYPE_COOPERATIVE_MATRIX_NV;
    /// OpTypeVectorIdEXT, formerly OpTypeCooperativeVectorNV.
    vector_id(component: Type; count) = TYPE_VECTOR_ID_EXT;
    /// OpTypeTensorLayoutNV: `clamp_mode` is a [`TensorClampMode`] or a spec constant.
    tensor_layout(; dim, clamp_mode) = TYPE_TENSOR_LAYOUT_NV;
    /// OpTypeRayQueryKHR.
    ray_query() = TYPE_RAY_QUERY_KHR;
    /// OpTypeAccelerationStructureKHR.
    acceleration_structure() = TYPE_ACCELERATION_STRUCTURE_KHR;
    /// OpTypeHitObjectEXT.
    hit_object() = TYPE_HIT_OBJECT_EXT;
    /// OpTypeHitObjectNV.
    hit_object_nv() = TYPE_HIT_OBJECT_NV;
    /// OpTypeNodePayloadArrayAMDX.
    node_payload_array(payload: Type) = TYPE_NODE_PAYLOAD_ARRAY_AMDX;
    /// OpTypeBufferEXT.
    buffer(storage_class: StorageClass) = TYPE_BUFFER_EXT;
    /// OpTypeBufferSurfaceINTEL.
    buffer_surface(access: AccessQualifier) = TYPE_BUFFER_SURFACE_INTEL;
    /// OpTypeTaskSequenceALTERA.
    task_sequence() = TYPE_TASK_SEQUENCE_ALTERA;
    /// OpTypeVmeImageINTEL.
    vme_image(image: Type) = TYPE_VME_IMAGE_INTEL;
    /// OpTypeAvcImePayloadINTEL.
    avc_ime_payload() = TYPE_AVC_IME_PAYLOAD_INTEL;
    /// OpTypeAvcRefPayloadINTEL.
    avc_ref_payload() = TYPE_AVC_REF_PAYLOAD_INTEL;
    /// OpTypeAvcSicPayloadINTEL.
    avc_sic_payload() = TYPE_AVC_SIC_PAYLOAD_INTEL;
    /// OpTypeAvcMcePayloadINTEL.
    avc_mce_payload() = TYPE_AVC_MCE_PAYLOAD_INTEL;
    /// OpTypeAvcMceResultINTEL.
    avc_mce_result() = TYPE_AVC_MCE_RESULT_INTEL;
    /// OpTypeAvcImeResultINTEL.
    avc_ime_result() = TYPE_AVC_IME_RESULT_INTEL;
    /// OpTypeAvcImeResultSingleReferenceStreamoutINTEL.
    avc_ime_result_single_reference_streamout() = TYPE_AVC_IME_RESULT_SINGLE_REFERENCE_STREAMOUT_INTEL;
    /// OpTypeAvcImeResultDualReferenceStreamoutINTEL.
    avc_ime_result_dual_reference_streamout() = TYPE_AVC_IME_RESULT_DUAL_REFERENCE_STREAMOUT_INTEL;
    /// OpTypeAvcImeSingleReferenceStreaminINTEL.
    avc_ime_single_reference_streamin() = TYPE_AVC_IME_SINGLE_REFERENCE_STREAMIN_INTEL;
    /// OpTypeAvcImeDualReferenceStreaminINTEL.
    avc_ime_dual_reference_streamin() = TYPE_AVC_IME_DUAL_REFERENCE_STREAMIN_INTEL;
    /// OpTypeAvcRefResultINTEL.
    avc_ref_result() = TYPE_AVC_REF_RESULT_INTEL;
    /// OpTypeAvcSicResultINTEL.
    avc_sic_result() = TYPE_AVC_SIC_RESULT_INTEL;
}

fn of(ctx: &Context, opcode: u32, decorations: &[(&str, Attribute)], operands: &[Attribute]) -> Type {
    let dict = decorations.iter().map(|(key, attr)| (ctx.ident(key), *attr)).collect::<Vec<_>>();
    let dict = (!dict.is_empty()).then(|| ctx.dict_attr(dict));
    make(ctx, opcode, dict, operands).expect("the dialect is registered")
}

fn struct_def(ctx: &Context) -> ParamDefId {
    type_def(ctx.registry(), op::TYPE_STRUCT).expect("the dialect is registered")
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

/// A member of a struct type.
struct Member<'c> {
    ty: Type,
    name: Option<&'c str>,
    decorations: Vec<(Ident, Attribute)>,
}

/// Puts a struct type together: members in order, each followed by what belongs to it.
///
/// ```
/// use spv_build::spv::Types;
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

    /// Decorates the last member with a decoration without operands: `non_writable`, `coherent`, `flat`.
    pub fn decorate_member_unit(self, key: &str) -> Self {
        let unit = self.ctx.unit_attr();
        self.decorate_member(key, unit)
    }

    /// The type, with the offsets and strides that were given.
    pub fn build(self) -> Type {
        let params = self.params();
        self.with_params(&params)
    }

    /// The type with offsets, `ArrayStride` and `MatrixStride` by the rules, also in its members: structs and arrays without
    /// a layout get one. Offsets and strides that are given stay.
    ///
    /// ```
    /// use spv_build::spv::{LayoutRules, Types};
    /// let ctx = spv_dialect::context();
    /// let (f32, vec3) = (ctx.float(32), ctx.vector(ctx.float(32), 3));
    /// let light = ctx.structure().named("Light").member(vec3).name("color").member(f32).name("power").build();
    /// let lights = ctx.array(light, 8);
    /// let block = ctx.structure().named("Lights").member(f32).member(lights).block();
    /// let block = block.with_layout(LayoutRules::Std140)?;
    /// # let _ = block;
    /// # Ok::<(), spv_dialect::layout::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// A member has no size: a boolean, an image, a runtime array that is not the last.
    pub fn with_layout(self, rules: LayoutRules) -> Result<Type, LayoutError> {
        let anonymous = self.ctx.param_type(struct_def(self.ctx), &self.params(), 0);
        let ty = lay_out(self.ctx, anonymous, rules)?.ty;
        let params = self.ctx.type_params(ty).map_or(&[][..], |(_, params)| params);
        Ok(self.with_params(params))
    }

    /// The parameters of the type.
    fn params(&self) -> [Attribute; 4] {
        let ctx = self.ctx;
        let dict = |list: &[(Ident, Attribute)]| (!list.is_empty()).then(|| ctx.dict_attr(list.to_vec()));
        let types: Vec<Type> = self.members.iter().map(|member| member.ty).collect();
        let names: Vec<Option<&str>> = self.members.iter().map(|member| member.name).collect();
        let decorations: Vec<_> = self.members.iter().map(|member| dict(&member.decorations)).collect();
        struct_params(ctx, dict(&self.decorations), &types, &decorations, &names)
    }

    /// The type of these parameters. A name that has other members already gets a suffix, which export strips.
    fn with_params(&self, params: &[Attribute]) -> Type {
        let ctx = self.ctx;
        let def = struct_def(ctx);
        let Some(name) = self.name else { return ctx.param_type(def, params, 0) };
        let ty = ctx.named_type(def, ctx.ident(name));
        match ctx.set_named_params(ty, params) {
            true => ty,
            false => ctx.named_with_params(ty, params),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every type of the dialect has a constructor, in the table or by hand.
    #[test]
    fn every_type_has_a_constructor() {
        let by_hand = [
            op::TYPE_FLOAT,
            op::TYPE_IMAGE,
            op::TYPE_ARRAY,
            op::TYPE_STRUCT,
            op::TYPE_POINTER,
            op::TYPE_TENSOR_ARM,
            op::TYPE_GRAPH_ARM,
            op::TYPE_TENSOR_VIEW_NV,
        ];
        for (opcode, name) in spv_dialect::types::NAMED {
            assert!(CONSTRUCTED.contains(opcode) || by_hand.contains(opcode), "{name} has no constructor");
        }
    }
}
