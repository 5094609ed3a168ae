//! Module-level variables in a reflection: resources, interface variables, push constants

use super::decorations::{Decoration, Decorations};
use super::types::{Length, TypeNumber, Types};
use spv_dialect::generated::opcodes;
use spv_dialect::spv::{Dim, GlobalVariable, StorageClass, UntypedVariableKHR};
use spv_dialect::types::{structure, view};
use spv_ir::names::base_name;
use spv_ir::{Attribute, Body, Context, Op, Type};

/// A variable that is bound to a descriptor.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Binding {
    /// Properties common to all variables.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub variable: Variable,
    /// Descriptor type that the client must bind.
    pub descriptor_type: DescriptorType,
    /// The DescriptorSet decoration.
    pub set: Option<u32>,
    /// The Binding decoration.
    pub binding: Option<u32>,
    /// The InputAttachmentIndex decoration.
    pub input_attachment_index: Option<u32>,
    /// Lengths of an array of descriptors, outermost first. The length of a runtime array has no value.
    pub array: Vec<Length>,
    /// Type of a single descriptor, as an index into [`Reflection::types`](super::Reflection::types).
    pub element: TypeNumber,
    /// Whether the shader may read the resource. False if the variable or all members are decorated NonReadable.
    pub readable: bool,
    /// Whether the shader may write to the resource. True for storage buffers, storage images, storage texel buffers
    /// and tensors, unless the variable or all members are decorated NonWritable.
    pub writable: bool,
}

/// A descriptor type, named as in Vulkan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum DescriptorType {
    /// OpTypeSampler
    Sampler,
    /// OpTypeSampledImage
    CombinedImageSampler,
    /// OpTypeImage, used with a sampler
    SampledImage,
    /// OpTypeImage, used without a sampler
    StorageImage,
    /// OpTypeImage of dimensionality Buffer, read-only
    UniformTexelBuffer,
    /// OpTypeImage of dimensionality Buffer
    StorageTexelBuffer,
    /// A struct decorated with Block, in storage class Uniform
    UniformBuffer,
    /// A struct decorated with BufferBlock, or in storage class StorageBuffer
    StorageBuffer,
    /// OpTypeImage of dimensionality SubpassData
    InputAttachment,
    /// OpTypeAccelerationStructureKHR
    AccelerationStructure,
    /// OpTypeTensorARM
    Tensor,
    /// The variable with built-in ResourceHeapEXT: descriptors of buffers and images, without descriptor set or binding
    ResourceHeap,
    /// The variable with built-in SamplerHeapEXT: descriptors of samplers, without descriptor set or binding
    SamplerHeap,
    /// Any other resource, or memory without a Block struct, as in kernels
    Other,
}

impl DescriptorType {
    /// Returns whether shaders may write to resources of this type.
    pub fn is_storage(self) -> bool {
        use DescriptorType::*;
        matches!(self, StorageBuffer | StorageImage | StorageTexelBuffer | Tensor)
    }
}

/// A variable in storage class Input or Output, which entry points list in their interfaces.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct InterfaceVariable {
    /// Properties common to all variables.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub variable: Variable,
    /// The Location decoration.
    pub location: Option<u32>,
    /// The Component decoration.
    pub component: Option<u32>,
    /// The Index decoration, for dual-source blending.
    pub index: Option<u32>,
    /// Name of the built-in, if the variable is one. Built-in members of a Block-decorated struct are decorated in
    /// their struct type.
    pub built_in: Option<String>,
    /// Indices of the entry points whose interfaces list the variable.
    pub interface_of: Vec<usize>,
}

/// A module-level variable.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Variable {
    /// Debug name of the variable; empty if it has none.
    pub name: String,
    /// Symbol of the variable in MLIR assembly.
    pub symbol: String,
    /// Name of the storage class in the specification.
    pub storage_class: String,
    /// Index of the pointee type in [`Reflection::types`](super::Reflection::types); void for an untyped variable
    /// without a data type.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub ty: TypeNumber,
    /// Decorations that no other field represents.
    pub decorations: Vec<Decoration>,
    /// Indices of the entry points whose functions reference the variable.
    pub used_by: Vec<usize>,
}

/// Returns the pointee type and the storage class of a variable, or `None` for other ops.
pub(super) fn contents(ctx: &Context, module: &Body, op: Op) -> Option<(Type, StorageClass)> {
    if let Some(variable) = GlobalVariable::cast(module, op) {
        return variable.contents(ctx);
    }
    let variable = UntypedVariableKHR::cast(module, op)?;
    Some((variable.data_type(ctx).unwrap_or(ctx.common().none), variable.storage_class()))
}

/// Returns the debug name of an op. Its OpName is an attribute if it differs from the symbol.
pub(super) fn name(ctx: &Context, symbol: &str, attrs: Option<Attribute>) -> String {
    let stated = ctx.dict_get(attrs, "op_name");
    let stated =
        stated.and_then(|name| ctx.attr_str(*ctx.attr_array(name).and_then(<[_]>::first).unwrap_or(&name)));
    let spelled = match base_name(symbol) {
        "_" if symbol != "_" => "",
        name => name,
    };
    stated.unwrap_or(spelled).to_owned()
}

/// Describes a variable as a resource.
pub(super) fn binding(
    types: &mut Types<'_>,
    (ty, class): (Type, StorageClass),
    variable: Variable,
    mut decorations: Decorations<'_>,
) -> Binding {
    let ctx = types.ctx;
    let (element, array) = without_arrays(types, ty);
    let readable = !decorations.has("NonReadable") && !all_members_have(ctx, element, "non_readable");
    let descriptor_type = match decorations.text("BuiltIn").as_deref() {
        Some("ResourceHeapEXT") => DescriptorType::ResourceHeap,
        Some("SamplerHeapEXT") => DescriptorType::SamplerHeap,
        _ => descriptor_type(ctx, element, class),
    };
    let writable = descriptor_type.is_storage()
        && !decorations.has("NonWritable")
        && !all_members_have(ctx, element, "non_writable");
    Binding {
        descriptor_type,
        set: decorations.take_number("DescriptorSet"),
        binding: decorations.take_number("Binding"),
        input_attachment_index: decorations.take_number("InputAttachmentIndex"),
        array,
        element: types.number(element),
        readable,
        writable,
        variable: Variable { decorations: decorations.rest(), ..variable },
    }
}

/// Describes a variable in storage class Input or Output.
pub(super) fn interface_variable(
    variable: Variable,
    mut decorations: Decorations<'_>,
    interface_of: Vec<usize>,
) -> InterfaceVariable {
    InterfaceVariable {
        location: decorations.take_number("Location"),
        component: decorations.take_number("Component"),
        index: decorations.take_number("Index"),
        built_in: decorations.take_text("BuiltIn"),
        interface_of,
        variable: Variable { decorations: decorations.rest(), ..variable },
    }
}

/// Strips nested arrays from a type. Returns the innermost element type, and the array lengths, outermost first.
fn without_arrays(types: &Types<'_>, ty: Type) -> (Type, Vec<Length>) {
    let ctx = types.ctx;
    let (mut ty, mut lengths) = (ty, Vec::new());
    loop {
        let (element, length) = match view(ctx, ty) {
            Some((opcodes::TYPE_ARRAY, [_, element, length])) => {
                (element, Length::new(types.definitions, *length))
            }
            Some((opcodes::TYPE_RUNTIME_ARRAY, [_, element])) => (element, Length::literal(None)),
            _ => return (ty, lengths),
        };
        let Some(element) = ctx.attr_type(*element) else { return (ty, lengths) };
        lengths.push(length);
        ty = element;
    }
}

/// Returns whether a type is a nonempty struct whose members all have a decoration.
fn all_members_have(ctx: &Context, ty: Type, key: &str) -> bool {
    structure(ctx, ty).is_some_and(|parts| {
        let of = |i: usize| parts.member_decorations.get(i).copied();
        !parts.members.is_empty() && (0..parts.members.len()).all(|i| ctx.dict_get(of(i), key).is_some())
    })
}

fn descriptor_type(ctx: &Context, ty: Type, class: StorageClass) -> DescriptorType {
    if class == StorageClass::StorageBuffer {
        return DescriptorType::StorageBuffer;
    }
    match view(ctx, ty) {
        Some((opcodes::TYPE_STRUCT, params)) if class == StorageClass::Uniform => {
            let has = |key| ctx.dict_get(params.first().copied(), key).is_some();
            match (has("buffer_block"), has("block")) {
                (true, _) => DescriptorType::StorageBuffer,
                (false, true) => DescriptorType::UniformBuffer,
                (false, false) => DescriptorType::Other,
            }
        }
        Some((opcodes::TYPE_SAMPLER, _)) => DescriptorType::Sampler,
        Some((opcodes::TYPE_SAMPLED_IMAGE, [_, image])) => {
            let dim = ctx.attr_type(*image).and_then(|image| image_usage(ctx, image)).map(|(dim, _)| dim);
            match dim {
                Some(Dim::Buffer) => DescriptorType::UniformTexelBuffer,
                _ => DescriptorType::CombinedImageSampler,
            }
        }
        Some((opcodes::TYPE_IMAGE, _)) => match image_usage(ctx, ty) {
            Some((Dim::SubpassData, _)) => DescriptorType::InputAttachment,
            Some((Dim::Buffer, 2)) => DescriptorType::StorageTexelBuffer,
            Some((Dim::Buffer, _)) => DescriptorType::UniformTexelBuffer,
            Some((_, 2)) => DescriptorType::StorageImage,
            _ => DescriptorType::SampledImage,
        },
        Some((opcodes::TYPE_ACCELERATION_STRUCTURE_KHR, _)) => DescriptorType::AccelerationStructure,
        Some((opcodes::TYPE_TENSOR_ARM, _)) => DescriptorType::Tensor,
        _ => DescriptorType::Other,
    }
}

/// Returns the dimensionality of an image and its Sampled operand: 1 if used with a sampler, 2 if not, 0 if unknown.
fn image_usage(ctx: &Context, ty: Type) -> Option<(Dim, u64)> {
    match view(ctx, ty)? {
        (opcodes::TYPE_IMAGE, [_, _, dim, _, _, _, sampled, ..]) => {
            Some((Dim(u32::try_from(ctx.attr_u64(*dim)?).ok()?), ctx.attr_u64(*sampled)?))
        }
        _ => None,
    }
}
