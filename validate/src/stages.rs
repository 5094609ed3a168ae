//! Validation of the interface variables of individual shader stages
//!
//! Covers the number, storage classes and types of variables.

use super::rule::{Check, Rule, rule, vulkan};
use super::subject::{EntrySubject, OpSubject};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{
    capability as c, decoration as d, dim, execution_mode as mode, execution_model as m, storage_class as s,
};
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_dialect::verify::shape::TypeKind;

const VARIABLES: &[u32] = &[op::VARIABLE];
const INTERLOCKS: &[u32] = &[op::BEGIN_INVOCATION_INTERLOCK_EXT, op::END_INVOCATION_INTERLOCK_EXT];
/// Execution modes for fragment shader interlock. A shader with interlocks must have one of them.
const INTERLOCK_MODES: [u32; 6] = [
    mode::PIXEL_INTERLOCK_ORDERED_EXT,
    mode::PIXEL_INTERLOCK_UNORDERED_EXT,
    mode::SAMPLE_INTERLOCK_ORDERED_EXT,
    mode::SAMPLE_INTERLOCK_UNORDERED_EXT,
    mode::SHADING_RATE_INTERLOCK_ORDERED_EXT,
    mode::SHADING_RATE_INTERLOCK_UNORDERED_EXT,
];
const MESH: &str = "SPV_EXT_mesh_shader";

/// Returns whether the interface of an entry point has at most one variable of storage class `CLASS`. Push constant
/// banks are exempt.
fn at_most_one<const CLASS: u32>(x: &EntrySubject<'_>) -> Option<bool> {
    let banks = CLASS == s::PUSH_CONSTANT && x.facts.has(c::PUSH_CONSTANT_BANKS_NV);
    Some(banks || count(x, CLASS) <= 1)
}

/// Validation rules for the interfaces of shader stages.
pub const RULES: &[Rule] = &[
    vulkan(
        "VUID-StandaloneSpirv-OpVariable-06673",
        "A",
        "an interface must have at most one PushConstant variable",
        Check::Entry(at_most_one::<{ s::PUSH_CONSTANT }>),
    ),
    vulkan(
        "VUID-StandaloneSpirv-IncomingRayPayloadKHR-04700",
        "A",
        "an interface must have at most one IncomingRayPayloadKHR variable",
        Check::Entry(at_most_one::<{ s::INCOMING_RAY_PAYLOAD_KHR }>),
    ),
    vulkan(
        "VUID-StandaloneSpirv-HitAttributeKHR-04702",
        "A",
        "an interface must have at most one HitAttributeKHR variable",
        Check::Entry(at_most_one::<{ s::HIT_ATTRIBUTE_KHR }>),
    ),
    vulkan(
        "VUID-StandaloneSpirv-IncomingCallableDataKHR-04706",
        "A",
        "an interface must have at most one IncomingCallableDataKHR variable",
        Check::Entry(at_most_one::<{ s::INCOMING_CALLABLE_DATA_KHR }>),
    ),
    vulkan(
        "VUID-StandaloneSpirv-PerVertexKHR-06777-model",
        "A",
        "only inputs of fragment shaders may be PerVertexKHR",
        Check::Op(VARIABLES, |x| {
            let own = x.facts.is_decorated(x.dict(), d::PER_VERTEX_KHR);
            own.then(|| !is_listed(x, |model| model != m::FRAGMENT))
        }),
    ),
    vulkan("VUID-StandaloneSpirv-Input-06778", "A", "an input that is PerVertexKHR must be an array", {
        Check::Op(VARIABLES, |x| {
            let own = x.facts.is_decorated(x.dict(), d::PER_VERTEX_KHR) && is_listed(x, |_| true);
            Some(!own || is_array(x)?)
        })
    }),
    rule(
        "VUID-PrimitiveId-PrimitiveId-04336",
        "A",
        "only outputs of mesh shaders and inputs of fragment shaders may be PerPrimitiveEXT",
        Check::Op(VARIABLES, |x| {
            let own = x.facts.is_decorated(x.dict(), d::PER_PRIMITIVE_EXT);
            let mesh = class(x)? != s::OUTPUT && is_listed(x, |model| model == m::MESH_EXT);
            let fragment = class(x)? != s::INPUT && is_listed(x, |model| model == m::FRAGMENT);
            (own && x.facts.has(c::MESH_SHADING_EXT)).then_some(!mesh && !fragment)
        }),
    ),
    rule(
        "SPV-mesh-output-array",
        MESH,
        "an output of a mesh shader other than a built-in must be an array",
        Check::Op(VARIABLES, |x| {
            let output = class(x)? == s::OUTPUT && is_listed(x, |model| model == m::MESH_EXT);
            let built_in = x.facts.is_decorated(x.dict(), d::BUILT_IN);
            Some(!output || !x.facts.has(c::MESH_SHADING_EXT) || built_in || is_array(x)?)
        }),
    ),
    rule(
        "VUID-StandaloneSpirv-MeshEXT-07107",
        "A",
        "mesh shaders must not read their outputs",
        Check::BySignature(&[op::LOAD], |x| {
            (x.storage_class(v::Load::POINTER)? == s::OUTPUT).then(|| !x.models().contains(m::MESH_EXT))
        }),
    ),
    rule(
        "SPV-interlock-mode",
        "SPV_EXT_fragment_shader_interlock",
        "an entry point that uses fragment shader interlock must have an interlock execution mode",
        Check::Op(INTERLOCKS, |x| {
            let has_mode = |entry: &usize| {
                let entry = x.facts.entries.get(*entry)?;
                Some(INTERLOCK_MODES.iter().any(|mode| x.facts.has_mode(entry.function, *mode)))
            };
            Some(x.function()?.1.entries.iter().all(|entry| has_mode(entry) != Some(false)))
        }),
    )
    .note("add PixelInterlockOrderedEXT or another interlock mode"),
    vulkan(
        "VUID-StandaloneSpirv-OpTypeFloat-10370",
        "A",
        "an input or output must not be a bfloat16",
        Check::Op(VARIABLES, |x| {
            let (ty, class) = x.contents()?;
            let brain = |ty: &spv_ir::Type| {
                matches!(x.ctx().type_data(*ty), spv_ir::TypeData::Float(spv_ir::types::FloatKind::BF16))
            };
            [s::INPUT, s::OUTPUT].contains(&class).then(|| !x.facts.parts(ty).iter().any(brain))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-TileAttachmentQCOM-10695",
        "A",
        "a TileAttachmentQCOM variable must have the decorations DescriptorSet and Binding",
        Check::Op(VARIABLES, |x| {
            let has = |decoration| x.facts.is_decorated(x.dict(), decoration);
            (class(x)? == s::TILE_ATTACHMENT_QCOM).then(|| has(d::DESCRIPTOR_SET) && has(d::BINDING))
        }),
    ),
    rule(
        "SPV-tile-image-variable",
        "SPV_EXT_shader_tile_image",
        "a TileImageEXT variable must be a tile image, or an array of tile images",
        Check::Op(VARIABLES, |x| {
            let (mut ty, class) = x.contents()?;
            while let (TypeKind::Array, Some(inner)) = (x.shape(ty).kind, x.shape(ty).inner) {
                ty = inner;
            }
            let image = types::view(x.ctx(), ty).filter(|(code, _)| *code == op::TYPE_IMAGE);
            let dim = image.and_then(|(_, params)| x.ctx().attr_u64(*params.get(2)?));
            let tile = dim == Some(u64::from(dim::TILE_IMAGE_DATA_EXT));
            let declared = x.facts.has(c::TILE_IMAGE_COLOR_READ_ACCESS_EXT);
            (class == s::TILE_IMAGE_EXT && declared).then_some(tile)
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-TileImageEXT-08723",
        "A",
        "a TileImageEXT variable must have the decoration Location",
        Check::Op(VARIABLES, |x| {
            (class(x)? == s::TILE_IMAGE_EXT).then(|| x.facts.is_decorated(x.dict(), d::LOCATION))
        }),
    ),
];

fn class(x: &OpSubject<'_>) -> Option<u32> {
    Some(x.contents()?.1)
}

fn is_array(x: &OpSubject<'_>) -> Option<bool> {
    let kind = x.shape(x.contents()?.0).kind;
    Some(matches!(kind, TypeKind::Array | TypeKind::RuntimeArray))
}

/// Returns whether the variable is in the interface of an entry point whose execution model satisfies `wanted`.
fn is_listed(x: &OpSubject<'_>, wanted: impl Fn(u32) -> bool) -> bool {
    if x.def() == v::Variable::ID {
        return false;
    }
    let name = spv_ir::symbols::name_of(x.ctx(), x.body(), x.op).map(|name| x.ctx().ident(name));
    name.is_some_and(|name| x.facts.models_listing(name).iter().any(|model| wanted(*model)))
}

/// Returns the number of variables of a storage class in an entry point's interface.
fn count(x: &EntrySubject<'_>, class: u32) -> usize {
    let of_class = |name: &&spv_ir::Ident| {
        let ty = x.facts.variable(**name).and_then(|variable| variable.ty(x.facts.ctx));
        ty.and_then(|ty| types::pointer(x.facts.ctx, ty)).is_some_and(|(_, own)| own == class)
    };
    x.entry.interface.iter().filter(of_class).count()
}
