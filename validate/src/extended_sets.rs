//! Validation of extended instruction sets: types in GLSL.std.450, and clspv reflection

use super::facts::Facts;
use super::models::Models;
use super::rule::{Check, Rule, rule};
use super::subject::OpSubject;
use spv_dialect::attributes;
use spv_dialect::generated::opcodes::{clspv_reflection as n, glsl as g, set};
use spv_dialect::generated::values::{execution_model as m, storage_class as s};
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_dialect::verify::shape::{Shape, TypeKind};
use spv_ir::params::{self, OpComponent};
use spv_ir::{AttrData, Attribute, Op, Signedness, TypeData};

/// A scalar or vector type: the scalar type, its width in bits, and the number of components.
type Numbers = (TypeKind, u32, u32);

const U32: Numbers = (TypeKind::Int, 32, 1);
const PAIR: Numbers = (TypeKind::Float, 32, 2);
const QUAD: Numbers = (TypeKind::Float, 32, 4);
const F64: Numbers = (TypeKind::Float, 64, 1);
const U32_PAIR: Numbers = (TypeKind::Int, 32, 2);

/// Pack and unpack instructions, with their result and operand types.
const PACKS: &[(u32, Numbers, Numbers)] = &[
    (g::PACK_SNORM4X8, U32, QUAD),
    (g::PACK_UNORM4X8, U32, QUAD),
    (g::PACK_SNORM2X16, U32, PAIR),
    (g::PACK_UNORM2X16, U32, PAIR),
    (g::PACK_HALF2X16, U32, PAIR),
    (g::PACK_DOUBLE2X32, F64, U32_PAIR),
    (g::UNPACK_SNORM2X16, PAIR, U32),
    (g::UNPACK_UNORM2X16, PAIR, U32),
    (g::UNPACK_HALF2X16, PAIR, U32),
    (g::UNPACK_SNORM4X8, QUAD, U32),
    (g::UNPACK_UNORM4X8, QUAD, U32),
    (g::UNPACK_DOUBLE2X32, U32_PAIR, F64),
];
const INTERPOLATIONS: &[u32] =
    &[g::INTERPOLATE_AT_CENTROID, g::INTERPOLATE_AT_SAMPLE, g::INTERPOLATE_AT_OFFSET];

/// Validation rules for extended instruction sets.
pub const RULES: &[Rule] = &[
    rule(
        "SPV-glsl-pack",
        "GLSL.std.450",
        "the types do not match those that the instruction packs or unpacks",
        Check::ExtBySignature(set::GLSL, &[], |x| {
            let (_, result, operand) = PACKS.iter().find(|row| row.0 == x.row().opcode)?;
            Some(is(x.result_shape()?, *result) && is(x.operand_shape(v::glsl::PackHalf2x16::V)?, *operand))
        }),
    ),
    rule(
        "SPV-glsl-struct",
        "GLSL.std.450",
        "the result must be a struct of two members: the operand's type, and the same type or integers",
        Check::ExtBySignature(set::GLSL, &[g::MODF_STRUCT, g::FREXP_STRUCT], |x| {
            let (result, operand) = (x.result_type()?, x.operand_type(v::glsl::ModfStruct::X)?);
            let parts = types::structure(x.ctx(), result);
            let Some(members) = parts.map(|parts| parts.members).filter(|members| members.len() == 2) else {
                return Some(false);
            };
            let [first, second] = [members[0], members[1]].map(|member| x.ctx().attr_type(member));
            let (first, second) = (first?, second?);
            let (shape, exponent) = (x.shape(first), x.shape(second));
            let floats = shape.is_scalar_or_vector_of(&[TypeKind::Float]);
            let fits = match x.row().opcode {
                g::MODF_STRUCT => first == second,
                _ => {
                    let short = exponent.width == 16 && x.facts.has_extension("SPV_AMD_gpu_shader_int16");
                    let integers = exponent.element == TypeKind::Int && (exponent.width == 32 || short);
                    integers && !exponent.differs_in_count(&shape)
                }
            };
            Some(floats && fits && first == operand)
        }),
    ),
    rule(
        "SPV-glsl-interpolate",
        "GLSL.std.450",
        "the interpolant must be an Input pointer to floats of the result type, the sample an integer, the \
         offset a vector",
        Check::ExtBySignature(set::GLSL, INTERPOLATIONS, |x| {
            let result = x.result_shape()?;
            let floats = result.element == TypeKind::Float
                && matches!(result.kind, TypeKind::Float | TypeKind::Vector);
            let pointer = types::pointer(x.ctx(), x.operand_type(v::glsl::InterpolateAtSample::INTERPOLANT)?);
            let fits =
                pointer.is_some_and(|(pointee, class)| class == s::INPUT && Some(pointee) == x.result_type());
            let fits = fits || x.facts.env.options.before_hlsl_legalization;
            let half = x.facts.has_extension("SPV_AMD_gpu_shader_half_float");
            let second = match x.row().opcode {
                g::INTERPOLATE_AT_SAMPLE => is(x.operand_shape(v::glsl::InterpolateAtSample::SAMPLE)?, U32),
                g::INTERPOLATE_AT_OFFSET => {
                    let offset = x.operand_shape(v::glsl::InterpolateAtOffset::OFFSET)?;
                    is(offset, PAIR) || half && is(offset, (TypeKind::Float, 16, 2))
                }
                _ => true,
            };
            Some(floats && (result.width == 32 || half) && fits && second)
        }),
    ),
    rule(
        "SPV-glsl-interpolate-model",
        "GLSL.std.450",
        "interpolation is allowed only in fragment shaders",
        Check::ExtBySignature(set::GLSL, INTERPOLATIONS, |x| {
            Some(x.models().is_subset(Models::of(&[m::FRAGMENT])))
        }),
    ),
    rule(
        "SPV-reflection-operand",
        "NonSemantic.ClspvReflection",
        "an operand is not the string, constant or instruction that the parameter requires",
        Check::Ext(set::CLSPV_REFLECTION, &[], has_reflection_operands),
    ),
];

fn is(shape: Shape, (kind, width, count): Numbers) -> bool {
    let scalar = count == 1 && shape.kind == kind;
    let vector = count > 1 && shape.kind == TypeKind::Vector && shape.element == kind && shape.count == count;
    (scalar || vector) && shape.width == width
}

/// Returns whether each operand of a clspv reflection instruction references an entity of the required type.
fn has_reflection_operands(x: &OpSubject<'_>) -> Option<bool> {
    let row = x.row();
    let own_set = row.set;
    let def = x.ctx().registry().op(x.def());
    let mut all_fit = true;
    params::walk(x.ctx(), x.body(), x.op, def, &mut |number, item| {
        let OpComponent::Attr(attr) = item else { return };
        let fits = match row.params[number].name {
            "sym_name" | "type" | "variable" => true,
            "kernel" if row.opcode == n::KERNEL => true,
            "kernel" | "decl" => is_instruction(x.facts, attr, own_set, n::KERNEL),
            "arg_info" => is_instruction(x.facts, attr, own_set, n::ARGUMENT_INFO),
            "name" | "type_name" | "attributes" | "data" | "format_string" => is_string(x.facts, attr),
            _ => is_u32(x.facts, attr),
        };
        all_fit &= fits;
    });
    Some(all_fit)
}

/// Returns the module-level op that an attribute references, or `None` if the attribute is not a defined symbol.
fn definition(facts: &Facts<'_>, attr: Attribute) -> Option<Op> {
    facts.symbols.get(facts.ctx.attr_symbol(attr)?)
}

fn is_instruction(facts: &Facts<'_>, attr: Attribute, set: u16, number: u32) -> bool {
    definition(facts, attr).is_some_and(|op| {
        let row = facts.ctx.registry().op(facts.body.def(op)).row;
        row.set == set && row.opcode == number
    })
}

fn is_string(facts: &Facts<'_>, attr: Attribute) -> bool {
    let is_op = definition(facts, attr).is_some_and(|op| facts.body.def(op) == v::StringOp::ID);
    is_op || facts.ctx.attr_str(attr).is_some()
}

fn is_u32(facts: &Facts<'_>, attr: Attribute) -> bool {
    let ctx = facts.ctx;
    let constant = match definition(facts, attr) {
        Some(op) => v::GlobalConstant::cast(facts.body, op).and_then(|it| Some((it.value()?, it.ty(ctx)?))),
        None => attributes::typed_constant(ctx, attr),
    };
    let Some((value, ty)) = constant else { return false };
    let unsigned = match ctx.type_data(ty) {
        TypeData::Integer { width, signedness } => *width == 32 && *signedness != Signedness::Signed,
        _ => false,
    };
    unsigned && matches!(ctx.attr_data(attributes::bare(ctx, value)), AttrData::Integer { .. })
}
