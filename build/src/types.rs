//! Constructors for the types of the dialect

use super::Global;
use spv_dialect::decorations::{is_meaningful_key, misspelt_key};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::typed_enums::{
    AccessQualifier, BuiltIn, CooperativeMatrixUse, Dim, ImageFormat, Scope, StorageClass, TensorClampMode,
};
use spv_dialect::layout::{LayoutError, LayoutRules, lay_out};
use spv_dialect::types::{make, struct_params, type_def};
use spv_ir::dialect::ParamDefId;
use spv_ir::{Attribute, Context, FloatKind, Ident, Signedness, Type, TypeData};

/// An integer that a type references as the id of a constant, such as an array length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstantRef {
    /// A 32-bit integer constant with this value.
    U32(u32),
    /// The symbol of a specialization constant or other module-level constant.
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

/// A Rust value that is an operand of a type declaration.
trait Operand {
    /// Returns the attribute that represents the operand in the type.
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

/// Implements [`Operand`] and the conversion to [`ConstantRef`] for enumerations.
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

/// Generates constructors whose arguments are the operands of the type declaration in binary order: types and literals,
/// then ids of constants.
macro_rules! constructors {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $ty:ty),* $(; $($id:ident),+)?) = $opcode:ident;)*) => {
        /// Constructors for the types of the dialect, as methods of the context.
        ///
        /// # Panics
        ///
        /// All methods panic if the dialect is not registered in the context.
        pub trait Types {
            /// Returns an OpTypeBool.
            fn bool(&self) -> Type;
            /// Returns an OpTypeInt with signedness 0, or `none` if `width` is 0.
            fn unsigned(&self, width: u32) -> Type;
            /// Returns an OpTypeInt with signedness 1, or `none` if `width` is 0.
            fn signed(&self, width: u32) -> Type;
            /// Returns an OpTypeFloat of 16, 32 or 64 bits, or `none` for any other width.
            ///
            /// The first builder method that gets the type `none` reports an error.
            fn float(&self, width: u32) -> Type;
            /// Returns an OpTypeVector, or `none` if the component type is `none`.
            fn vector(&self, component: Type, count: u32) -> Type;
            /// Returns the component type of a vector; returns any other type unchanged.
            fn component(&self, ty: Type) -> Type;
            /// Returns an OpTypePointer.
            fn pointer(&self, pointee: Type, storage_class: StorageClass) -> Type;
            /// Returns an OpTypeArray. The length is an integer or a specialization constant.
            fn array(&self, element: Type, length: impl Into<ConstantRef>) -> Type;
            /// Returns an OpTypeArray with an `ArrayStride` in bytes.
            fn array_with_stride(&self, element: Type, length: impl Into<ConstantRef>, stride: u32) -> Type;
            /// Returns an OpTypeRuntimeArray with an `ArrayStride` in bytes.
            fn runtime_array_with_stride(&self, element: Type, stride: u32) -> Type;
            /// Returns an OpTypeImage.
            fn image(&self, image: ImageType) -> Type;
            /// Returns a builder for an OpTypeStruct.
            fn structure(&self) -> StructType<'_>;
            /// Returns a named struct type whose members are not yet known, so that pointers to it can be created. A
            /// later [`Types::structure`] with this name sets the members.
            fn declared_structure(&self, name: &str) -> Type;
            /// Returns an OpTypeTensorARM. If `rank` is `None`, the rank is unknown. If `shape` is `None`, the lengths
            /// of the dimensions are unknown.
            fn tensor_arm(&self, element: Type, rank: Option<ConstantRef>, shape: Option<Attribute>) -> Type;
            /// Returns an OpTypeGraphARM with the types of its inputs and outputs.
            fn graph_arm(&self, inputs: &[Type], outputs: &[Type]) -> Type;
            /// Returns an OpTypeTensorViewNV with `dim` dimensions, which are permuted by `permutation`.
            fn tensor_view(&self, dim: ConstantRef, has_dimensions: bool, permutation: &[ConstantRef]) -> Type;
            $($(#[$doc])* fn $name(&self, $($arg: $ty,)* $($($id: impl Into<ConstantRef>),+)?) -> Type;)*
        }

        impl Types for Context {
            fn bool(&self) -> Type {
                self.common().i1
            }

            fn unsigned(&self, width: u32) -> Type {
                if width == 0 { self.common().none } else { self.int_type(width, Signedness::Signless) }
            }

            fn signed(&self, width: u32) -> Type {
                if width == 0 { self.common().none } else { self.int_type(width, Signedness::Signed) }
            }

            fn float(&self, width: u32) -> Type {
                self.float_type(match width {
                    16 => FloatKind::F16,
                    32 => FloatKind::F32,
                    64 => FloatKind::F64,
                    _ => return self.common().none,
                })
            }

            fn vector(&self, component: Type, count: u32) -> Type {
                let none = self.common().none;
                if component == none { none } else { self.vector_type(count.into(), component) }
            }

            fn component(&self, ty: Type) -> Type {
                match self.type_data(ty) {
                    TypeData::Vector { element, .. } => *element,
                    _ => ty,
                }
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
                let (decorations, members) = Default::default();
                StructType { ctx: self, name: None, decorations, members, is_invalid: false }
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

        /// Opcodes of the types that have a generated constructor.
        #[cfg(test)]
        const CONSTRUCTED: &[u32] = &[$(op::$opcode),*];
    };
}

constructors! {
    /// Returns an OpTypeRuntimeArray without `ArrayStride`.
    runtime_array(element: Type) = TYPE_RUNTIME_ARRAY;
    /// Returns an OpTypeMatrix with the given column type and number of columns.
    matrix(column: Type, columns: u32) = TYPE_MATRIX;
    /// Returns an OpTypeSampler.
    sampler() = TYPE_SAMPLER;
    /// Returns an OpTypeSampledImage.
    sampled_image(image: Type) = TYPE_SAMPLED_IMAGE;
    /// Returns an OpTypeOpaque.
    opaque(name: &str) = TYPE_OPAQUE;
    /// Returns an OpTypeEvent.
    event() = TYPE_EVENT;
    /// Returns an OpTypeDeviceEvent.
    device_event() = TYPE_DEVICE_EVENT;
    /// Returns an OpTypeReserveId.
    reserve_id() = TYPE_RESERVE_ID;
    /// Returns an OpTypeQueue.
    queue() = TYPE_QUEUE;
    /// Returns an OpTypePipe.
    pipe(qualifier: AccessQualifier) = TYPE_PIPE;
    /// Returns an OpTypePipeStorage.
    pipe_storage() = TYPE_PIPE_STORAGE;
    /// Returns an OpTypeNamedBarrier.
    named_barrier() = TYPE_NAMED_BARRIER;
    /// Returns an OpTypeUntypedPointerKHR.
    untyped_pointer(storage_class: StorageClass) = TYPE_UNTYPED_POINTER_KHR;
    /// Returns an OpTypeCooperativeMatrixKHR. Arguments are a [`Scope`], two integers and a [`CooperativeMatrixUse`],
    /// or specialization constants instead.
    cooperative_matrix(component: Type; scope, rows, columns, matrix_use) = TYPE_COOPERATIVE_MATRIX_KHR;
    /// Returns an OpTypeCooperativeMatrixNV.
    cooperative_matrix_nv(component: Type; scope, rows, columns) = TYPE_COOPERATIVE_MATRIX_NV;
    /// Returns an OpTypeVectorIdEXT, formerly OpTypeCooperativeVectorNV.
    vector_id(component: Type; count) = TYPE_VECTOR_ID_EXT;
    /// Returns an OpTypeTensorLayoutNV. `clamp_mode` is a [`TensorClampMode`] or a specialization constant.
    tensor_layout(; dim, clamp_mode) = TYPE_TENSOR_LAYOUT_NV;
    /// Returns an OpTypeRayQueryKHR.
    ray_query() = TYPE_RAY_QUERY_KHR;
    /// Returns an OpTypeAccelerationStructureKHR.
    acceleration_structure() = TYPE_ACCELERATION_STRUCTURE_KHR;
    /// Returns an OpTypeHitObjectEXT.
    hit_object() = TYPE_HIT_OBJECT_EXT;
    /// Returns an OpTypeHitObjectNV.
    hit_object_nv() = TYPE_HIT_OBJECT_NV;
    /// Returns an OpTypeNodePayloadArrayAMDX.
    node_payload_array(payload: Type) = TYPE_NODE_PAYLOAD_ARRAY_AMDX;
    /// Returns an OpTypeBufferEXT.
    buffer(storage_class: StorageClass) = TYPE_BUFFER_EXT;
    /// Returns an OpTypeBufferSurfaceINTEL.
    buffer_surface(access: AccessQualifier) = TYPE_BUFFER_SURFACE_INTEL;
    /// Returns an OpTypeTaskSequenceALTERA.
    task_sequence() = TYPE_TASK_SEQUENCE_ALTERA;
    /// Returns an OpTypeVmeImageINTEL.
    vme_image(image: Type) = TYPE_VME_IMAGE_INTEL;
    /// Returns an OpTypeAvcImePayloadINTEL.
    avc_ime_payload() = TYPE_AVC_IME_PAYLOAD_INTEL;
    /// Returns an OpTypeAvcRefPayloadINTEL.
    avc_ref_payload() = TYPE_AVC_REF_PAYLOAD_INTEL;
    /// Returns an OpTypeAvcSicPayloadINTEL.
    avc_sic_payload() = TYPE_AVC_SIC_PAYLOAD_INTEL;
    /// Returns an OpTypeAvcMcePayloadINTEL.
    avc_mce_payload() = TYPE_AVC_MCE_PAYLOAD_INTEL;
    /// Returns an OpTypeAvcMceResultINTEL.
    avc_mce_result() = TYPE_AVC_MCE_RESULT_INTEL;
    /// Returns an OpTypeAvcImeResultINTEL.
    avc_ime_result() = TYPE_AVC_IME_RESULT_INTEL;
    /// Returns an OpTypeAvcImeResultSingleReferenceStreamoutINTEL.
    avc_ime_result_single_reference_streamout() = TYPE_AVC_IME_RESULT_SINGLE_REFERENCE_STREAMOUT_INTEL;
    /// Returns an OpTypeAvcImeResultDualReferenceStreamoutINTEL.
    avc_ime_result_dual_reference_streamout() = TYPE_AVC_IME_RESULT_DUAL_REFERENCE_STREAMOUT_INTEL;
    /// Returns an OpTypeAvcImeSingleReferenceStreaminINTEL.
    avc_ime_single_reference_streamin() = TYPE_AVC_IME_SINGLE_REFERENCE_STREAMIN_INTEL;
    /// Returns an OpTypeAvcImeDualReferenceStreaminINTEL.
    avc_ime_dual_reference_streamin() = TYPE_AVC_IME_DUAL_REFERENCE_STREAMIN_INTEL;
    /// Returns an OpTypeAvcRefResultINTEL.
    avc_ref_result() = TYPE_AVC_REF_RESULT_INTEL;
    /// Returns an OpTypeAvcSicResultINTEL.
    avc_sic_result() = TYPE_AVC_SIC_RESULT_INTEL;
}

/// Types that are invalid if an operand is the type `none`. The constructors return `none` for them.
const AGGREGATES: [u32; 3] = [op::TYPE_MATRIX, op::TYPE_ARRAY, op::TYPE_RUNTIME_ARRAY];

fn of(ctx: &Context, opcode: u32, decorations: &[(&str, Attribute)], operands: &[Attribute]) -> Type {
    let none = ctx.common().none;
    if AGGREGATES.contains(&opcode) && operands.contains(&ctx.type_attr(none)) {
        return none;
    }
    let dict = decorations.iter().map(|(key, attr)| (ctx.ident(key), *attr)).collect::<Vec<_>>();
    let dict = (!dict.is_empty()).then(|| ctx.dict_attr(dict));
    make(ctx, opcode, dict, operands).expect("the dialect is registered")
}

fn struct_def(ctx: &Context) -> ParamDefId {
    type_def(ctx.registry(), op::TYPE_STRUCT).expect("the dialect is registered")
}

/// The operands of OpTypeImage. [`Self::sampled`] and [`Self::storage`] provide defaults for most operands.
#[derive(Clone, Copy, Debug)]
pub struct ImageType {
    /// Component type of the texels.
    pub sampled_type: Type,
    /// Dimensionality of the image (`Dim`).
    pub dim: Dim,
    /// 1 for a depth image, 0 for a non-depth image, 2 if unknown.
    pub depth: u32,
    /// Whether the image is arrayed.
    pub arrayed: bool,
    /// Whether the image is multisampled.
    pub multisampled: bool,
    /// 1 if the image is used with a sampler, 2 if without, 0 if unknown.
    pub sampled: u32,
    /// Image format, which a storage image specifies.
    pub format: ImageFormat,
    /// Access qualifier; only kernels have one.
    pub access: Option<AccessQualifier>,
}

impl ImageType {
    /// Returns the operands of a sampled image that is neither arrayed nor multisampled.
    pub fn sampled(sampled_type: Type, dim: Dim) -> ImageType {
        let (depth, arrayed, multisampled, sampled, access) = (0, false, false, 1, None);
        let format = ImageFormat::Unknown;
        ImageType { sampled_type, dim, depth, arrayed, multisampled, sampled, format, access }
    }

    /// Returns the operands of a storage image that is neither arrayed nor multisampled.
    pub fn storage(sampled_type: Type, dim: Dim, format: ImageFormat) -> ImageType {
        ImageType { sampled: 2, format, ..ImageType::sampled(sampled_type, dim) }
    }
}

/// A member of a struct type under construction.
struct Member<'c> {
    ty: Type,
    name: Option<&'c str>,
    decorations: Vec<(Ident, Attribute)>,
}

/// A builder for struct types. Members are added in order, and methods for a member apply to the last one.
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
    /// Whether a member has type `none`, a property of a member precedes the first member, or a key is no decoration.
    is_invalid: bool,
}

impl<'c> StructType<'c> {
    /// Sets the name of the struct. Structs with different names are distinct types.
    pub fn named(mut self, name: &'c str) -> Self {
        self.name = Some(name);
        self
    }

    /// Appends a member of type `ty`.
    pub fn member(mut self, ty: Type) -> Self {
        self.is_invalid |= ty == self.ctx.common().none;
        self.members.push(Member { ty, name: None, decorations: Vec::new() });
        self
    }

    /// Changes the last member. Without members, the struct becomes invalid.
    fn last(mut self, change: impl FnOnce(&mut Member<'c>)) -> Self {
        match self.members.last_mut() {
            Some(member) => change(member),
            None => self.is_invalid = true,
        }
        self
    }

    /// Sets the name of the last member.
    pub fn name(self, name: &'c str) -> Self {
        self.last(|member| member.name = Some(name))
    }

    /// Decorates the last member. `key` is the name of the decoration in snake case.
    pub fn decorate_member(mut self, key: &str, attr: Attribute) -> Self {
        self.is_invalid |= is_dropped(self.ctx, key, attr);
        let key = self.ctx.ident(key);
        self.last(|member| member.decorations.push((key, attr)))
    }

    /// Sets the offset of the last member, in bytes.
    pub fn offset(self, offset: u32) -> Self {
        let attr = self.ctx.i32_attr(offset);
        self.decorate_member("offset", attr)
    }

    /// Decorates the last member as a built-in variable.
    pub fn built_in(self, built_in: BuiltIn) -> Self {
        let attr = self.ctx.string_attr(&built_in.to_string());
        self.decorate_member("built_in", attr)
    }

    /// Decorates the struct. `key` is the name of the decoration in snake case.
    pub fn decorate(mut self, key: &str, attr: Attribute) -> Self {
        self.is_invalid |= is_dropped(self.ctx, key, attr);
        self.decorations.push((self.ctx.ident(key), attr));
        self
    }

    /// Decorates the struct with `Block`.
    pub fn block(self) -> Self {
        let unit = self.ctx.unit_attr();
        self.decorate("block", unit)
    }

    /// Adds a decoration without operands to the last member. `key` is its name in snake case, such as `non_writable`,
    /// `coherent` or `flat`.
    pub fn decorate_member_unit(self, key: &str) -> Self {
        let unit = self.ctx.unit_attr();
        self.decorate_member(key, unit)
    }

    /// Returns the struct type with only the offsets and strides that were set. Returns `none` if a member has type
    /// `none`, a property of a member was set before the first member, or a key is not the key of a decoration.
    pub fn build(self) -> Type {
        if self.is_invalid {
            return self.ctx.common().none;
        }
        let params = self.params();
        self.with_params(&params)
    }

    /// Returns the struct type with offsets, `ArrayStride` and `MatrixStride` according to the layout rules.
    ///
    /// Also lays out member structs and arrays that have no layout. Offsets and strides that were set are preserved.
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
    ///
    /// A member has no size. It is a boolean, an image, or a runtime array that is not the last member. Also fails if
    /// [`Self::build`] returns `none`.
    pub fn with_layout(self, rules: LayoutRules) -> Result<Type, LayoutError> {
        let anonymous = match self.is_invalid {
            true => self.ctx.common().none,
            false => self.ctx.param_type(struct_def(self.ctx), &self.params(), 0),
        };
        let ty = lay_out(self.ctx, anonymous, rules)?.ty;
        let params = self.ctx.type_params(ty).map_or(&[][..], |(_, params)| params);
        Ok(self.with_params(params))
    }

    /// Returns the type parameters of the struct type.
    fn params(&self) -> [Attribute; 4] {
        let ctx = self.ctx;
        let dict = |list: &[(Ident, Attribute)]| (!list.is_empty()).then(|| ctx.dict_attr(list.to_vec()));
        let types: Vec<Type> = self.members.iter().map(|member| member.ty).collect();
        let names: Vec<Option<&str>> = self.members.iter().map(|member| member.name).collect();
        let decorations: Vec<_> = self.members.iter().map(|member| dict(&member.decorations)).collect();
        struct_params(ctx, dict(&self.decorations), &types, &decorations, &names)
    }

    /// Returns the struct type with the type parameters `params`. If a struct with other members already has this name,
    /// appends a suffix to the name that export strips.
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

/// Whether export would drop a decoration because of its key, and the verifier would not report the key as misspelt.
fn is_dropped(ctx: &Context, key: &str, attr: Attribute) -> bool {
    !is_meaningful_key(key) && misspelt_key(ctx, ctx.dict_attr(vec![(ctx.ident(key), attr)])).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that every type of the dialect has a constructor, generated or hand-written.
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
