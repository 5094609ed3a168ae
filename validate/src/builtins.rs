//! Validation of built-in variables: execution models, storage classes and types

use super::Report;
use super::facts::Facts;
use super::models::Models;
use super::rule::{Check, Rule, rule, vulkan};
use spv_dialect::decorations::Decoration;
use spv_dialect::generated::enums::{BUILT_IN, STORAGE_CLASS};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{
    built_in as b, capability as c, decoration as d, execution_mode as mode, execution_model as m,
    storage_class as s,
};
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_dialect::verify::shape::{Shape, TypeKind};
use spv_ir::{Attribute, Context, Ident, Op, Type, walk};

/// Validation rules for built-ins. Violations of the rules in [`BUILT_INS`] have ids of the form
/// `VUID-Name-Name-number`, where `Name` is the built-in.
pub const RULES: &[Rule] = &[
    vulkan("SPV-built-in", "15.9", "violates the rules of a built-in", Check::Report(check)),
    rule(
        "SPV-workgroup-size",
        "3.21",
        "the product of a constant workgroup size must not be zero",
        Check::Report(workgroup_size),
    ),
];

/// The required type of a built-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltInType {
    /// A bool.
    Bool,
    /// An integer of any width.
    Int,
    /// A 32-bit integer.
    I32,
    /// A vector of the given number of 32-bit integers.
    I32Vector(u32),
    /// An array of 32-bit integers.
    I32Array,
    /// An array of vectors of the given number of 32-bit integers.
    I32VectorArray(u32),
    /// A 32-bit float.
    F32,
    /// A vector of the given number of 32-bit floats.
    F32Vector(u32),
    /// An array of the given number of 32-bit floats; 0 means any length.
    F32Array(u32),
    /// An array of three vectors of three 32-bit floats.
    F32Positions,
    /// A matrix of four columns of three 32-bit floats.
    F32Matrix,
    /// Any type; not checked.
    Any,
}

/// Describes the required type in words.
impl std::fmt::Display for BuiltInType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BuiltInType::Bool => f.write_str("a bool"),
            BuiltInType::Int => f.write_str("an integer"),
            BuiltInType::I32 => f.write_str("a 32-bit integer"),
            BuiltInType::I32Vector(n) => write!(f, "a vector of {n} 32-bit integers"),
            BuiltInType::I32Array => f.write_str("an array of 32-bit integers"),
            BuiltInType::I32VectorArray(n) => write!(f, "an array of vectors of {n} 32-bit integers"),
            BuiltInType::F32 => f.write_str("a 32-bit float"),
            BuiltInType::F32Vector(n) => write!(f, "a vector of {n} 32-bit floats"),
            BuiltInType::F32Array(0) => f.write_str("an array of 32-bit floats"),
            BuiltInType::F32Array(n) => write!(f, "an array of {n} 32-bit floats"),
            BuiltInType::F32Positions => f.write_str("an array of 3 vectors of 3 32-bit floats"),
            BuiltInType::F32Matrix => f.write_str("a matrix of 4 columns of 3 32-bit floats"),
            BuiltInType::Any => f.write_str("anything"),
        }
    }
}

/// The rules in the Vulkan specification for one built-in.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// Value of the BuiltIn enumerant.
    pub value: u32,
    /// Execution models that may use the built-in as an Input variable.
    pub input: Models,
    /// Execution models that may use the built-in as an Output variable.
    pub output: Models,
    /// The required type.
    pub ty: BuiltInType,
    /// VUID numbers of the rules for execution models, storage classes and types; 0 if there is no rule.
    pub vuids: [u32; 3],
    /// Execution models for which the type is checked if a function uses the built-in; `None` to check it always. In
    /// models listed in [`PER_VERTEX`], the type may be an array of `ty`.
    pub used_by: Option<Models>,
}

const fn input(value: u32, models: Models, ty: BuiltInType, vuids: [u32; 3]) -> BuiltIn {
    both(value, models, Models::of(&[]), ty, vuids)
}

const fn output(value: u32, models: Models, ty: BuiltInType, vuids: [u32; 3]) -> BuiltIn {
    both(value, Models::of(&[]), models, ty, vuids)
}

const fn both(value: u32, input: Models, output: Models, ty: BuiltInType, vuids: [u32; 3]) -> BuiltIn {
    BuiltIn { value, input, output, ty, vuids, used_by: None }
}

impl BuiltIn {
    const fn used_by(self, models: Models) -> BuiltIn {
        BuiltIn { used_by: Some(models), ..self }
    }
}

const ANY: Models = Models::ALL;
const NOT_COMPUTE: Models = Models::ALL.without(&[m::GL_COMPUTE]);
const VERTEX: Models = Models::of(&[m::VERTEX]);
const FRAGMENT: Models = Models::of(&[m::FRAGMENT]);
const COMPUTE: Models = Models::of(&[m::GL_COMPUTE, m::TASK_NV, m::MESH_NV, m::TASK_EXT, m::MESH_EXT]);
const DRAW: Models = Models::of(&[m::VERTEX, m::TASK_NV, m::MESH_NV, m::TASK_EXT, m::MESH_EXT]);
const MESH_EXT: Models = Models::of(&[m::MESH_EXT]);
const HIT: Models = Models::of(&[m::ANY_HIT_KHR, m::CLOSEST_HIT_KHR]);
const OBJECT: Models = Models::of(&[m::INTERSECTION_KHR, m::ANY_HIT_KHR, m::CLOSEST_HIT_KHR]);
const RAY: Models = Models::of(&[m::INTERSECTION_KHR, m::ANY_HIT_KHR, m::CLOSEST_HIT_KHR, m::MISS_KHR]);
const LAUNCH: Models = Models::RAY_TRACING;
const TESSELLATION: Models = Models::of(&[m::TESSELLATION_CONTROL, m::TESSELLATION_EVALUATION]);
const CONTROL: Models = Models::of(&[m::TESSELLATION_CONTROL]);
const EVALUATION: Models = Models::of(&[m::TESSELLATION_EVALUATION]);
const CONTROL_OR_GEOMETRY: Models = Models::of(&[m::TESSELLATION_CONTROL, m::GEOMETRY]);
const TILES: Models = Models::of(&[m::FRAGMENT, m::GL_COMPUTE]);
/// Execution models with interface variables that are arrays over vertices.
pub const PER_VERTEX: Models =
    Models::of(&[m::TESSELLATION_CONTROL, m::TESSELLATION_EVALUATION, m::GEOMETRY, m::MESH_NV, m::MESH_EXT]);
const PRE_RASTER: Models = Models::of(&[
    m::VERTEX,
    m::TESSELLATION_CONTROL,
    m::TESSELLATION_EVALUATION,
    m::GEOMETRY,
    m::MESH_NV,
    m::MESH_EXT,
]);
const POSITIONS_IN: Models = Models::of(&[m::TESSELLATION_CONTROL, m::TESSELLATION_EVALUATION, m::GEOMETRY]);
const DISTANCES_IN: Models =
    Models::of(&[m::TESSELLATION_CONTROL, m::TESSELLATION_EVALUATION, m::GEOMETRY, m::FRAGMENT]);
const PRIMITIVES_IN: Models = Models::of(&[
    m::FRAGMENT,
    m::TESSELLATION_CONTROL,
    m::TESSELLATION_EVALUATION,
    m::GEOMETRY,
    m::MESH_NV,
    m::MESH_EXT,
    m::INTERSECTION_KHR,
    m::ANY_HIT_KHR,
    m::CLOSEST_HIT_KHR,
]);
const PRIMITIVES_OUT: Models = Models::of(&[m::GEOMETRY, m::MESH_NV, m::MESH_EXT]);
const LAYERS_OUT: Models =
    Models::of(&[m::GEOMETRY, m::MESH_NV, m::MESH_EXT, m::VERTEX, m::TESSELLATION_EVALUATION]);
const RATE_OUT: Models = Models::of(&[m::VERTEX, m::GEOMETRY, m::MESH_NV, m::MESH_EXT]);
const NOT_MESH_EXT: Models =
    Models::ALL.without(&[m::KERNEL, m::RAY_GENERATION_KHR, m::MISS_KHR, m::CALLABLE_KHR, m::MESH_EXT]);
const DISTANCE_TYPES: Models = Models::of(&[
    m::VERTEX,
    m::FRAGMENT,
    m::TESSELLATION_CONTROL,
    m::TESSELLATION_EVALUATION,
    m::GEOMETRY,
    m::MESH_NV,
    m::MESH_EXT,
]);

use BuiltInType as T;

/// All built-ins with Vulkan rules (Vulkan specification, "Built-In Variables").
pub const BUILT_INS: &[BuiltIn] = &[
    both(b::POSITION, POSITIONS_IN, PRE_RASTER, T::F32Vector(4), [4318, 4320, 4321]).used_by(PRE_RASTER),
    both(b::POINT_SIZE, PER_VERTEX, PRE_RASTER, T::F32, [4314, 4316, 4317]).used_by(PRE_RASTER),
    both(b::CLIP_DISTANCE, DISTANCES_IN, PRE_RASTER, T::F32Array(0), [4187, 4190, 4191])
        .used_by(DISTANCE_TYPES),
    both(b::CULL_DISTANCE, DISTANCES_IN, PRE_RASTER, T::F32Array(0), [4196, 4199, 4200])
        .used_by(DISTANCE_TYPES),
    both(b::PRIMITIVE_ID, PRIMITIVES_IN, PRIMITIVES_OUT, T::I32, [4330, 4334, 4337]).used_by(NOT_MESH_EXT),
    both(b::LAYER, FRAGMENT, LAYERS_OUT, T::I32, [4272, 4274, 4276]).used_by(NOT_MESH_EXT),
    both(b::VIEWPORT_INDEX, FRAGMENT, LAYERS_OUT, T::I32, [4404, 4406, 4408]).used_by(NOT_MESH_EXT),
    both(b::TESS_LEVEL_OUTER, EVALUATION, CONTROL, T::F32Array(4), [4390, 4391, 4393]),
    both(b::TESS_LEVEL_INNER, EVALUATION, CONTROL, T::F32Array(2), [4394, 4395, 4397]),
    both(b::SAMPLE_MASK, FRAGMENT, FRAGMENT, T::I32Array, [4357, 4358, 4359]),
    both(b::VERTEX_ID, Models::of(&[]), Models::of(&[]), T::Any, [0, 0, 0]),
    input(b::FRAG_COORD, FRAGMENT, T::F32Vector(4), [4210, 4211, 4212]),
    output(b::FRAG_DEPTH, FRAGMENT, T::F32, [4213, 4214, 4215]),
    input(b::FRONT_FACING, FRAGMENT, T::Bool, [4229, 4230, 4231]),
    input(b::HELPER_INVOCATION, FRAGMENT, T::Bool, [4239, 4240, 4241]),
    input(b::INVOCATION_ID, CONTROL_OR_GEOMETRY, T::I32, [4257, 4258, 4259]),
    input(b::INSTANCE_INDEX, VERTEX, T::I32, [4263, 4264, 4265]),
    input(b::PATCH_VERTICES, TESSELLATION, T::I32, [4308, 4309, 4310]),
    input(b::POINT_COORD, FRAGMENT, T::F32Vector(2), [4311, 4312, 4313]),
    input(b::SAMPLE_ID, FRAGMENT, T::I32, [4354, 4355, 4356]),
    input(b::SAMPLE_POSITION, FRAGMENT, T::F32Vector(2), [4360, 4361, 4362]),
    input(b::TESS_COORD, EVALUATION, T::F32Vector(3), [4387, 4388, 4389]),
    input(b::VERTEX_INDEX, VERTEX, T::I32, [4398, 4399, 4400]),
    input(b::BASE_INSTANCE, VERTEX, T::I32, [4181, 4182, 4183]),
    input(b::BASE_VERTEX, VERTEX, T::I32, [4184, 4185, 4186]),
    input(b::DRAW_INDEX, DRAW, T::I32, [4207, 4208, 4209]),
    input(b::VIEW_INDEX, NOT_COMPUTE, T::I32, [4401, 4402, 4403]),
    input(b::DEVICE_INDEX, ANY, T::I32, [0, 4205, 4206]),
    input(b::GLOBAL_INVOCATION_ID, COMPUTE, T::I32Vector(3), [4236, 4237, 4238]),
    input(b::LOCAL_INVOCATION_ID, COMPUTE, T::I32Vector(3), [4281, 4282, 4283]),
    input(b::NUM_WORKGROUPS, COMPUTE, T::I32Vector(3), [4296, 4297, 4298]),
    input(b::WORKGROUP_ID, COMPUTE, T::I32Vector(3), [4422, 4423, 4424]),
    input(b::LOCAL_INVOCATION_INDEX, COMPUTE, T::I32, [4284, 4285, 4286]),
    input(b::NUM_SUBGROUPS, COMPUTE, T::I32, [4293, 4294, 4295]),
    input(b::SUBGROUP_ID, COMPUTE, T::I32, [4367, 4368, 4369]),
    input(b::SUBGROUP_SIZE, ANY, T::I32, [0, 4382, 4383]),
    input(b::SUBGROUP_LOCAL_INVOCATION_ID, ANY, T::I32, [0, 4380, 4381]),
    input(b::SUBGROUP_EQ_MASK, ANY, T::I32Vector(4), [0, 4370, 4371]),
    input(b::SUBGROUP_GE_MASK, ANY, T::I32Vector(4), [0, 4372, 4373]),
    input(b::SUBGROUP_GT_MASK, ANY, T::I32Vector(4), [0, 4374, 4375]),
    input(b::SUBGROUP_LE_MASK, ANY, T::I32Vector(4), [0, 4376, 4377]),
    input(b::SUBGROUP_LT_MASK, ANY, T::I32Vector(4), [0, 4378, 4379]),
    input(b::BARY_COORD_KHR, FRAGMENT, T::F32Vector(3), [4154, 4155, 4156]),
    input(b::BARY_COORD_NO_PERSP_KHR, FRAGMENT, T::F32Vector(3), [4160, 4161, 4162]),
    input(b::FRAG_INVOCATION_COUNT_EXT, FRAGMENT, T::I32, [4217, 4218, 4219]),
    input(b::FRAG_SIZE_EXT, FRAGMENT, T::I32Vector(2), [4220, 4221, 4222]),
    output(b::FRAG_STENCIL_REF_EXT, FRAGMENT, T::Int, [4223, 4224, 4225]),
    input(b::FULLY_COVERED_EXT, FRAGMENT, T::Bool, [4232, 4233, 4234]),
    input(b::SHADING_RATE_KHR, FRAGMENT, T::I32, [4490, 4491, 4492]),
    output(b::PRIMITIVE_SHADING_RATE_KHR, RATE_OUT, T::I32, [4484, 4485, 4486]).used_by(NOT_MESH_EXT),
    input(b::HIT_KIND_KHR, HIT, T::I32, [4242, 4243, 4244]),
    input(b::HIT_T_NV, HIT, T::F32, [4245, 4246, 4247]),
    input(b::HIT_TRIANGLE_VERTEX_POSITIONS_KHR, HIT, T::F32Positions, [8747, 8748, 8749]),
    input(b::INSTANCE_CUSTOM_INDEX_KHR, OBJECT, T::I32, [4251, 4252, 4253]),
    input(b::INSTANCE_ID, OBJECT, T::I32, [4254, 4255, 4256]),
    input(b::RAY_GEOMETRY_INDEX_KHR, OBJECT, T::I32, [4345, 4346, 4347]),
    input(b::OBJECT_RAY_DIRECTION_KHR, OBJECT, T::F32Vector(3), [4299, 4300, 4301]),
    input(b::OBJECT_RAY_ORIGIN_KHR, OBJECT, T::F32Vector(3), [4302, 4303, 4304]),
    input(b::OBJECT_TO_WORLD_KHR, OBJECT, T::F32Matrix, [4305, 4306, 4307]),
    input(b::WORLD_TO_OBJECT_KHR, OBJECT, T::F32Matrix, [4434, 4435, 4436]),
    input(b::INCOMING_RAY_FLAGS_KHR, RAY, T::I32, [4248, 4249, 4250]),
    input(b::RAY_TMIN_KHR, RAY, T::F32, [4351, 4352, 4353]),
    input(b::RAY_TMAX_KHR, RAY, T::F32, [4348, 4349, 4350]),
    input(b::WORLD_RAY_DIRECTION_KHR, RAY, T::F32Vector(3), [4428, 4429, 4430]),
    input(b::WORLD_RAY_ORIGIN_KHR, RAY, T::F32Vector(3), [4431, 4432, 4433]),
    input(b::CULL_MASK_KHR, RAY, T::I32, [6735, 6736, 6737]),
    input(b::LAUNCH_ID_KHR, LAUNCH, T::I32Vector(3), [4266, 4267, 4268]),
    input(b::LAUNCH_SIZE_KHR, LAUNCH, T::I32Vector(3), [4269, 4270, 4271]),
    output(b::PRIMITIVE_POINT_INDICES_EXT, MESH_EXT, T::I32Array, [7041, 7043, 7044]),
    output(b::PRIMITIVE_LINE_INDICES_EXT, MESH_EXT, T::I32VectorArray(2), [7047, 7049, 7050]),
    output(b::PRIMITIVE_TRIANGLE_INDICES_EXT, MESH_EXT, T::I32VectorArray(3), [7053, 7055, 7056]),
    output(b::CULL_PRIMITIVE_EXT, MESH_EXT, T::Any, [7034, 7035, 7036]),
    input(b::TILE_OFFSET_QCOM, TILES, T::I32Vector(2), [10626, 10627, 10628]),
    input(b::TILE_DIMENSION_QCOM, TILES, T::I32Vector(3), [10629, 10630, 10631]),
    input(b::TILE_APRON_SIZE_QCOM, TILES, T::I32Vector(2), [10632, 10633, 10634]),
    input(b::WARPS_PER_SM_NV, ANY, T::I32, [0, 0, 0]),
    input(b::SM_COUNT_NV, ANY, T::I32, [0, 0, 0]),
    input(b::WARP_ID_NV, ANY, T::I32, [0, 0, 0]),
    input(b::SMIDNV, ANY, T::I32, [0, 0, 0]),
    input(b::CORE_ID_ARM, ANY, T::I32, [0, 0, 0]),
    input(b::CORE_COUNT_ARM, ANY, T::I32, [0, 0, 0]),
    input(b::CORE_MAX_ID_ARM, ANY, T::I32, [0, 0, 0]),
    input(b::WARP_ID_ARM, ANY, T::I32, [0, 0, 0]),
    input(b::WARP_MAX_ID_ARM, ANY, T::I32, [0, 0, 0]),
];

/// Returns the id of a built-in's rule with the given VUID number.
pub fn id(built_in: u32, number: u32) -> String {
    let name = name(built_in);
    match number {
        0 => format!("SPV-built-in-{name}"),
        _ => format!("VUID-{name}-{name}-{number:05}"),
    }
}

/// Describes the rule of a built-in by its id, with which messages end (see [`id`]). Returns `None` for other ids.
pub fn describe_rule(id: &str) -> Option<String> {
    let rest = id.strip_prefix("VUID-").or_else(|| id.strip_prefix("SPV-built-in-"))?;
    let (name, number) = match rest.split_once('-') {
        Some((name, rest)) => (name, rest.strip_prefix(name)?.strip_prefix('-')?.parse().ok()?),
        None => (rest, 0),
    };
    let row =
        BUILT_INS.iter().find(|row| BUILT_IN.by_value(row.value).is_some_and(|row| row.name == name))?;
    let models = |set: Models, class: &str| match set {
        Models::ALL => format!("any execution model as {class}"),
        set => format!("{} as {class}", set.names().join(", ")),
    };
    let uses: Vec<String> = [(row.input, "Input"), (row.output, "Output")]
        .into_iter()
        .filter(|(set, _)| *set != Models::default())
        .map(|(set, class)| models(set, class))
        .collect();
    let uses = uses.join("; ");
    Some(match row.vuids.iter().position(|vuid| *vuid == number && number > 0) {
        Some(0) => format!("{name} may be used only in these execution models: {uses}"),
        Some(1) => {
            format!("{name} must have storage class Input or Output according to the execution model: {uses}")
        }
        Some(2) => format!("{name} must be {}", row.ty),
        _ => format!("a rule of the built-in {name}, which is {} and may be used in {uses}", row.ty),
    })
}

/// Returns the name of a built-in.
pub fn name(built_in: u32) -> &'static str {
    BUILT_IN.by_value(built_in).map_or("BuiltIn", |row| row.name)
}

/// A variable or struct member with a BuiltIn decoration.
struct Use<'a> {
    row: &'static BuiltIn,
    /// The type of the variable or member. For an array of structs, the type of the member in the element struct.
    ty: Type,
    member: bool,
    /// Storage class, if the decorated entity is a variable or its member; `None` for other entities.
    class: Option<u32>,
    symbol: Ident,
    op: Op,
    /// Decorations of the variable or member and of the enclosing struct.
    decorations: &'a [Decoration],
    /// Whether the enclosing struct is decorated with Block.
    in_block: bool,
    /// The pointee type of the variable.
    variable: Type,
}

fn check(_: &'static Rule, facts: &Facts<'_>, report: &mut Report<'_>) {
    let ctx = facts.ctx;
    for op in walk::top_ops(facts.body) {
        let Some(variable) = v::GlobalVariable::cast(facts.body, op) else { continue };
        let Some((pointee, class)) = variable.contents(ctx) else { continue };
        let symbol = ctx.ident(variable.sym_name(ctx).unwrap_or_default());
        let own = facts.decorations(facts.body.attrs(op));
        if let Some(row) = of(&own) {
            let used = Use {
                row,
                ty: pointee,
                member: false,
                class: Some(class.0),
                symbol,
                op,
                decorations: &own,
                in_block: false,
                variable: pointee,
            };
            one(facts, report, &used);
        }
        let mut ty = pointee;
        while let Some((op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY, params)) = types::view(ctx, ty) {
            let Some(element) = params.get(1).and_then(|attr| ctx.attr_type(*attr)) else { break };
            ty = element;
        }
        let Some(parts) = types::structure(ctx, ty) else { continue };
        for (index, dict) in parts.member_decorations.iter().enumerate() {
            let own = facts.decorations(Some(*dict));
            let (Some(row), Some(member)) = (of(&own), types::element(ctx, ty, index as u64)) else {
                continue;
            };
            let used = Use {
                row,
                ty: member,
                member: true,
                class: Some(class.0),
                symbol,
                op,
                decorations: &own,
                in_block: facts.is_type_decorated(ty, d::BLOCK),
                variable: pointee,
            };
            one(facts, report, &used);
        }
    }
}

/// Returns the Vulkan rules for the first BuiltIn decoration in a list. Returns `None` if the list has no BuiltIn
/// decoration, or if the built-in has no rules.
fn of(decorations: &[Decoration]) -> Option<&'static BuiltIn> {
    let built_in = decorations.iter().find(|found| found.decoration.value == d::BUILT_IN)?;
    let spv_dialect::decorations::Operand::Word(value) = built_in.operands.first()? else { return None };
    BUILT_INS.iter().find(|row| row.value == *value)
}

fn one(facts: &Facts<'_>, report: &mut Report<'_>, used: &Use<'_>) {
    let row = used.row;
    let site = facts.site(used.op);
    let mut wrong = |number: u32, what: String| {
        let message = format!("the built-in {} {what}", name(row.value));
        report.violation(&id(row.value, number), site, &message, "");
    };
    let models = used_by(facts, used.symbol);
    let (allowed, class) = match used.class {
        Some(s::INPUT) => (row.input, "Input"),
        Some(s::OUTPUT) => (row.output, "Output"),
        Some(class) => (Models::default(), STORAGE_CLASS.by_value(class).map_or("?", |class| class.name)),
        None => return,
    };
    if allowed.is_empty() {
        return wrong(row.vuids[1], format!("must not be in storage class {class}"));
    }
    let all =
        |models: Models| models.iter().all(|model| row.input.contains(model) || row.output.contains(model));
    if !all(models) {
        return wrong(
            row.vuids[0],
            "is used by an entry point whose execution model does not support it".to_owned(),
        );
    }
    if !models.is_subset(allowed) {
        let message = format!("must not be in storage class {class} in the execution model that uses it");
        return wrong(row.vuids[1], message);
    }
    let (checked, arrayed) = match row.used_by {
        None => (true, false),
        Some(by) => (models.intersects(by), !used.member && !models.contains(m::VERTEX)),
    };
    if checked && !fits(facts.ctx, used.ty, row.ty, arrayed && is_arrayed(row, models)) {
        return wrong(row.vuids[2], format!("must be {}", row.ty));
    }
    let has = |decoration: u32| used.decorations.iter().any(|other| other.decoration.value == decoration);
    match row.value {
        b::TESS_LEVEL_OUTER | b::TESS_LEVEL_INNER if !has(d::PATCH) => {
            wrong(0, "must be decorated with Patch".to_owned());
        }
        b::FRAG_DEPTH => {
            let lacks =
                |number: &usize| !facts.has_mode(facts.entries[*number].function, mode::DEPTH_REPLACING);
            if entries_of(facts, used.symbol).iter().any(lacks) {
                wrong(4216, "requires the execution mode DepthReplacing".to_owned());
            }
        }
        b::PRIMITIVE_ID if models.contains(m::FRAGMENT) => {
            let any = [c::MESH_SHADING_EXT, c::MESH_SHADING_NV, c::GEOMETRY, c::TESSELLATION];
            if !facts.has_any(&any) {
                wrong(4333, "requires capability Geometry, Tessellation or MeshShadingEXT".to_owned());
            }
        }
        b::LAYER | b::VIEWPORT_INDEX => {
            let early = Models::of(&[m::VERTEX, m::TESSELLATION_EVALUATION]);
            let (own, number) = match row.value {
                b::LAYER => (c::SHADER_LAYER, 4273),
                _ => (c::SHADER_VIEWPORT_INDEX, 4405),
            };
            if models.intersects(early) && !facts.has_any(&[c::SHADER_VIEWPORT_INDEX_LAYER_EXT, own]) {
                wrong(number, "requires capability ShaderViewportIndexLayerEXT".to_owned());
            }
        }
        _ => {}
    }
    if models.contains(m::MESH_EXT) {
        mesh(facts, used, &has, &mut wrong);
    }
}

/// Returns whether the built-in's type may be an array over vertices or primitives.
fn is_arrayed(row: &BuiltIn, models: Models) -> bool {
    match row.value {
        b::PRIMITIVE_ID | b::LAYER | b::VIEWPORT_INDEX => true,
        b::PRIMITIVE_SHADING_RATE_KHR => false,
        _ => models.intersects(PER_VERTEX) && !models.contains(m::FRAGMENT),
    }
}

/// Per-primitive built-ins of mesh shaders: the built-in, whether its type is bool, and four VUID numbers. They are for
/// the type, the length of an array variable, the length of an array of Block-decorated structs, and PerPrimitiveEXT.
const PER_PRIMITIVE: &[(u32, bool, [u32; 4])] = &[
    (b::CULL_PRIMITIVE_EXT, true, [7036, 10589, 10590, 7038]),
    (b::PRIMITIVE_ID, false, [10595, 10596, 10597, 7040]),
    (b::LAYER, false, [10592, 10593, 10594, 7039]),
    (b::VIEWPORT_INDEX, false, [10601, 10602, 10603, 7060]),
    (b::PRIMITIVE_SHADING_RATE_KHR, false, [10598, 10599, 10600, 7059]),
];

/// Built-ins that contain primitive indices: the built-in, the required execution mode, and the VUID numbers of the
/// rules for execution mode and array length.
const INDICES: &[(u32, u32, u32, u32)] = &[
    (b::PRIMITIVE_POINT_INDICES_EXT, mode::OUTPUT_POINTS, 7042, 7046),
    (b::PRIMITIVE_LINE_INDICES_EXT, mode::OUTPUT_LINES_EXT, 7048, 7052),
    (b::PRIMITIVE_TRIANGLE_INDICES_EXT, mode::OUTPUT_TRIANGLES_EXT, 7054, 7058),
];

/// Checks the rules for built-ins in mesh shaders. Calls `wrong` with the VUID number and description of each
/// violation.
fn mesh(facts: &Facts<'_>, used: &Use<'_>, has: &dyn Fn(u32) -> bool, wrong: &mut dyn FnMut(u32, String)) {
    let ctx = facts.ctx;
    let listed = |number: &usize| facts.entries[*number].listed.contains(&used.symbol);
    let entries: Vec<usize> = entries_of(facts, used.symbol).into_iter().filter(listed).collect();
    let primitives = |number: usize| -> Option<u64> {
        let function = facts.entries[number].function;
        let mode = facts.modes_of(function).find(|own| own.mode == mode::OUTPUT_PRIMITIVES_EXT)?;
        ctx.attr_u64(*mode.operands.first()?)
    };
    if let Some((.., vuids)) = PER_PRIMITIVE.iter().find(|row| row.0 == used.row.value) {
        let wants_bool = used.row.value == b::CULL_PRIMITIVE_EXT;
        let shape = Shape::new(ctx, used.ty);
        let scalar = match shape.kind {
            TypeKind::Array => shape.inner.map(|inner| Shape::new(ctx, inner)),
            _ if used.in_block => Some(shape),
            _ => None,
        };
        let kind = if wants_bool { TypeKind::Bool } else { TypeKind::Int };
        if scalar.is_none_or(|scalar| scalar.kind != kind) {
            return wrong(vuids[0], "must be an array, or a block member, of the built-in's type".to_owned());
        }
        if !has(d::PER_PRIMITIVE_EXT) {
            return wrong(vuids[3], "must be decorated with PerPrimitiveEXT".to_owned());
        }
        let length = u64::from(Shape::new(ctx, used.variable).count);
        let is_array = Shape::new(ctx, used.variable).kind == TypeKind::Array;
        for entry in entries {
            if is_array && length > 0 && primitives(entry).is_some_and(|count| count != length) {
                let number = if used.member { vuids[2] } else { vuids[1] };
                return wrong(
                    number,
                    "must have the number of elements given by OutputPrimitivesEXT".to_owned(),
                );
            }
        }
    } else if let Some((_, needed, of_mode, of_length)) = INDICES.iter().find(|row| row.0 == used.row.value) {
        let length = u64::from(Shape::new(ctx, used.ty).count);
        for entry in entries {
            if !facts.has_mode(facts.entries[entry].function, *needed) {
                return wrong(*of_mode, "requires the execution mode of its primitive type".to_owned());
            }
            if length > 0 && primitives(entry).is_some_and(|count| count != length) {
                return wrong(
                    *of_length,
                    "must have the number of elements given by OutputPrimitivesEXT".to_owned(),
                );
            }
        }
    }
}

/// Returns the execution models of the functions that use a symbol.
fn used_by(facts: &Facts<'_>, symbol: Ident) -> Models {
    let mut models = Models::default();
    for number in entries_of(facts, symbol) {
        models.insert(facts.entries[number].model);
    }
    models
}

/// Returns the indices of the entry points that reach a function that uses a symbol.
fn entries_of(facts: &Facts<'_>, symbol: Ident) -> Vec<usize> {
    let users = facts.functions.values().filter(|function| function.uses.contains(&symbol));
    let mut all: Vec<usize> = users.flat_map(|function| function.entries.iter().copied()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns whether `ty` is the type `expected` or, if `arrayed`, an array of it.
fn fits(ctx: &Context, ty: Type, expected: BuiltInType, arrayed: bool) -> bool {
    let shape = Shape::new(ctx, ty);
    if arrayed
        && shape.kind == TypeKind::Array
        && let Some(inner) = shape.inner
        && fits(ctx, inner, expected, false)
    {
        return true;
    }
    let inner = || shape.inner.map_or(Shape::OTHER, |inner| Shape::new(ctx, inner));
    let is_vector = |shape: Shape, element: TypeKind, count: u32| {
        let long = matches!(shape.kind, TypeKind::Vector | TypeKind::LongVector);
        long && shape.element == element && shape.width == 32 && shape.count == count
    };
    match expected {
        BuiltInType::Any => true,
        BuiltInType::Bool => shape.kind == TypeKind::Bool,
        BuiltInType::Int => shape.kind == TypeKind::Int,
        BuiltInType::I32 => shape.kind == TypeKind::Int && shape.width == 32,
        BuiltInType::I32Vector(n) => is_vector(shape, TypeKind::Int, n),
        BuiltInType::I32Array => {
            shape.kind == TypeKind::Array && inner().kind == TypeKind::Int && inner().width == 32
        }
        BuiltInType::I32VectorArray(n) => {
            shape.kind == TypeKind::Array && is_vector(inner(), TypeKind::Int, n)
        }
        BuiltInType::F32 => shape.kind == TypeKind::Float && shape.width == 32,
        BuiltInType::F32Vector(n) => is_vector(shape, TypeKind::Float, n),
        BuiltInType::F32Array(n) => {
            let element = inner();
            let is_array =
                shape.kind == TypeKind::Array && element.kind == TypeKind::Float && element.width == 32;
            is_array && (n == 0 || shape.count == 0 || shape.count == n)
        }
        BuiltInType::F32Positions => {
            shape.kind == TypeKind::Array && shape.count == 3 && is_vector(inner(), TypeKind::Float, 3)
        }
        BuiltInType::F32Matrix => {
            shape.kind == TypeKind::Matrix && shape.count == 4 && is_vector(inner(), TypeKind::Float, 3)
        }
    }
}

/// Checks the rules for WorkgroupSize, a built-in that decorates a constant.
fn workgroup_size(rule: &'static Rule, facts: &Facts<'_>, report: &mut Report<'_>) {
    let ctx = facts.ctx;
    for op in walk::top_ops(facts.body) {
        let attrs = facts.body.attrs(op);
        if facts.decoration_word(attrs, d::BUILT_IN) != Some(b::WORKGROUP_SIZE) {
            continue;
        }
        let site = facts.site(op);
        if facts.is_vulkan() {
            let is_variable = facts.body.def(op) == v::GlobalVariable::ID;
            if is_variable {
                let message = "WorkgroupSize must decorate a constant";
                report.violation(&id(b::WORKGROUP_SIZE, 4426), site, message, "");
            }
            let ty = type_slot(facts, op);
            if ty.is_some_and(|ty| !is_variable && !fits(ctx, ty, BuiltInType::I32Vector(3), false)) {
                let message = "WorkgroupSize must be a vector of 3 32-bit integers";
                report.violation(&id(b::WORKGROUP_SIZE, 4427), site, message, "");
            }
            let symbol = spv_ir::symbols::name_of(ctx, facts.body, op).map(|name| ctx.ident(name));
            if symbol.is_some_and(|symbol| !used_by(facts, symbol).is_subset(COMPUTE)) {
                let message =
                    "WorkgroupSize is used by an entry point whose execution model does not support it";
                report.violation(&id(b::WORKGROUP_SIZE, 4425), site, message, "");
            }
        }
        let sizes = v::GlobalConstant::cast(facts.body, op).and_then(|constant| constant.value());
        let sizes = sizes.map(|value| elements(ctx, value)).unwrap_or_default();
        if sizes.contains(&0) {
            report.add(rule, site, "");
        }
        let [x, y, z] = sizes[..] else { continue };
        for own in &facts.modes {
            let even = x % 2 == 0 && y % 2 == 0;
            let fits = match own.mode {
                mode::DERIVATIVE_GROUP_QUADS_KHR => even,
                mode::DERIVATIVE_GROUP_LINEAR_KHR => (x * y * z) % 4 == 0,
                _ => true,
            };
            if !fits {
                let message = "the workgroup size must be a multiple of the derivative group size";
                report.violation("SPV-workgroup-size-derivatives", site, message, "");
            }
        }
    }
}

/// Returns the type of a module-level constant op, or `None` for ops without a type.
fn type_slot(facts: &Facts<'_>, op: Op) -> Option<Type> {
    let def = facts.ctx.registry().op(facts.body.def(op));
    let slot = def.slot_of(def.param("type")?);
    facts.ctx.attr_type(facts.body.slot_attr(op, slot)?)
}

/// Returns the elements of an integer vector constant.
fn elements(ctx: &Context, attr: Attribute) -> Vec<u64> {
    match ctx.attr_data(attr) {
        spv_ir::AttrData::Dense { elements, .. } => elements.to_vec(),
        spv_ir::AttrData::Array(items) => items.iter().filter_map(|item| ctx.attr_u64(*item)).collect(),
        _ => Vec::new(),
    }
}
