//! Requirements on capabilities, extensions and versions that the grammar lacks
//!
//! Deduction ([`crate::deduce`]) adds these requirements, and validation checks them. Requirements that depend on an
//! op's types or literals are rules with [`Needs`](crate::rule::Check::Needs), which deduction also calls.

use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};
use spv_dialect::attributes::{self, AttrKind};
use spv_dialect::generated::enums::{self, FP_ENCODING};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{
    capability as c, fp_encoding, group_operation, storage_class as storage,
};
use spv_dialect::table::core_row;
use spv_dialect::types;
use spv_ir::dialect::{EnumDef, Enumerant, OpRow};
use spv_ir::subelements::{Subelement, children};
use spv_ir::types::FloatKind;
use spv_ir::{AttrData, Attribute, Body, Context, Op, Type, TypeData};

/// Extensions with the first version that allows them, which the grammar does not specify.
pub(crate) const EXTENSION_VERSIONS: &[(&str, u32)] = &[
    ("SPV_KHR_vulkan_memory_model", 0x0001_0300),
    ("SPV_QCOM_cooperative_matrix_conversion", 0x0001_0300),
    ("SPV_KHR_workgroup_memory_explicit_layout", 0x0001_0400),
    ("SPV_KHR_opacity_micromap", 0x0001_0400),
    ("SPV_EXT_mesh_shader", 0x0001_0400),
    ("SPV_NV_shader_invocation_reorder", 0x0001_0400),
    ("SPV_EXT_shader_invocation_reorder", 0x0001_0400),
    ("SPV_NV_cluster_acceleration_structure", 0x0001_0400),
    ("SPV_NV_linear_swept_spheres", 0x0001_0400),
    ("SPV_QCOM_image_processing", 0x0001_0400),
    ("SPV_QCOM_image_processing2", 0x0001_0400),
];

/// Instructions that SPV_AMD_shader_ballot allows without a capability.
const AMD_BALLOT: [u32; 8] = [
    op::GROUP_I_ADD_NON_UNIFORM_AMD,
    op::GROUP_F_ADD_NON_UNIFORM_AMD,
    op::GROUP_F_MIN_NON_UNIFORM_AMD,
    op::GROUP_U_MIN_NON_UNIFORM_AMD,
    op::GROUP_S_MIN_NON_UNIFORM_AMD,
    op::GROUP_F_MAX_NON_UNIFORM_AMD,
    op::GROUP_U_MAX_NON_UNIFORM_AMD,
    op::GROUP_S_MAX_NON_UNIFORM_AMD,
];
const BALLOT: &[&str] = &["SPV_AMD_shader_ballot"];

/// Returns extensions, each of which allows an instruction without its capability.
pub(crate) fn instead_of_row(row: &OpRow) -> &'static [&'static str] {
    if row.set == 0 && AMD_BALLOT.contains(&row.opcode) { BALLOT } else { &[] }
}

/// Returns extensions, each of which allows an enumerant without its capability.
pub(crate) fn instead_of_enumerant(def: &EnumDef, one: &Enumerant) -> &'static [&'static str] {
    let scans = std::ptr::eq(def, &enums::GROUP_OPERATION) && one.value <= group_operation::EXCLUSIVE_SCAN;
    if scans { BALLOT } else { &[] }
}

/// The requirement of a numeric type. A single capability or extension from any of the three lists suffices.
pub(crate) struct Number {
    /// Capabilities that allow all uses of the type.
    pub capabilities: &'static [u32],
    /// Capabilities that only allow values of the type to be stored and converted.
    pub stored: &'static [u32],
    /// Extensions that allow the type.
    pub extensions: &'static [&'static str],
}

impl Number {
    const fn of(capabilities: &'static [u32]) -> Number {
        Number { capabilities, stored: &[], extensions: &[] }
    }
}

const STORED_8: &[u32] = &[
    c::STORAGE_BUFFER8_BIT_ACCESS,
    c::UNIFORM_AND_STORAGE_BUFFER8_BIT_ACCESS,
    c::STORAGE_PUSH_CONSTANT8,
    c::WORKGROUP_MEMORY_EXPLICIT_LAYOUT8_BIT_ACCESS_KHR,
];
/// Capabilities that allow 16-bit scalars in memory.
pub(crate) const STORED_16: &[u32] = &[
    c::STORAGE_BUFFER16_BIT_ACCESS,
    c::UNIFORM_AND_STORAGE_BUFFER16_BIT_ACCESS,
    c::STORAGE_PUSH_CONSTANT16,
    c::STORAGE_INPUT_OUTPUT16,
    c::WORKGROUP_MEMORY_EXPLICIT_LAYOUT16_BIT_ACCESS_KHR,
];

/// The requirement of 8-bit integer types.
pub(crate) static INT8: Number = Number { capabilities: &[c::INT8], stored: STORED_8, extensions: &[] };
/// The requirement of 16-bit integer types.
pub(crate) static INT16: Number =
    Number { capabilities: &[c::INT16], stored: STORED_16, extensions: &["SPV_AMD_gpu_shader_int16"] };
/// The requirement of the 16-bit IEEE 754 float type.
pub(crate) static FLOAT16: Number = Number {
    capabilities: &[c::FLOAT16],
    stored: &[
        c::STORAGE_BUFFER16_BIT_ACCESS,
        c::UNIFORM_AND_STORAGE_BUFFER16_BIT_ACCESS,
        c::STORAGE_PUSH_CONSTANT16,
        c::STORAGE_INPUT_OUTPUT16,
        c::FLOAT16_BUFFER,
        c::WORKGROUP_MEMORY_EXPLICIT_LAYOUT16_BIT_ACCESS_KHR,
    ],
    extensions: &["SPV_AMD_gpu_shader_half_float", "SPV_AMD_gpu_shader_half_float_fetch"],
};
static INT4: Number = Number::of(&[c::INT4_TYPE_INTEL, c::ARBITRARY_PRECISION_INTEGERS_ALTERA]);
static INT64: Number = Number::of(&[c::INT64]);
static FLOAT64: Number = Number::of(&[c::FLOAT64]);
static OTHER_INT: Number = Number::of(&[c::ARBITRARY_PRECISION_INTEGERS_ALTERA]);

/// Returns the requirement of an integer or IEEE 754 float type. Returns `None` for 32-bit and all other types.
pub(crate) fn number(ctx: &Context, ty: Type) -> Option<&'static Number> {
    match ctx.type_data(ty) {
        TypeData::Integer { .. } if ty == ctx.common().i1 => None,
        TypeData::Integer { width, .. } => match width {
            4 => Some(&INT4),
            8 => Some(&INT8),
            16 => Some(&INT16),
            32 => None,
            64 => Some(&INT64),
            _ => Some(&OTHER_INT),
        },
        TypeData::Float(FloatKind::F16) => Some(&FLOAT16),
        TypeData::Float(FloatKind::F64) => Some(&FLOAT64),
        _ => None,
    }
}

/// Returns capabilities, each of which allows vectors with `count` components. Empty if no capability is required.
pub(crate) fn vector(count: u64) -> &'static [u32] {
    match count {
        2..=4 => &[],
        8 | 16 => &[c::VECTOR16, c::LONG_VECTOR_EXT],
        _ => &[c::LONG_VECTOR_EXT],
    }
}

/// Returns capabilities, each of which allows operands of a type in integer dot products.
pub fn dot_input(ctx: &Context, ty: Type) -> &'static [u32] {
    match ctx.type_data(ty) {
        TypeData::Vector { dims, element } => {
            let bytes = matches!(ctx.type_data(*element), TypeData::Integer { width: 8, .. });
            match bytes && dims[..] == [4] {
                true => &[c::DOT_PRODUCT_INPUT4X8_BIT, c::DOT_PRODUCT_INPUT_ALL],
                false => &[c::DOT_PRODUCT_INPUT_ALL],
            }
        }
        _ => &[c::DOT_PRODUCT_INPUT4X8_BIT_PACKED],
    }
}

/// Integer dot product instructions.
const DOT_PRODUCTS: [u32; 6] =
    [op::S_DOT, op::U_DOT, op::SU_DOT, op::S_DOT_ACC_SAT, op::U_DOT_ACC_SAT, op::SU_DOT_ACC_SAT];

/// Returns the capability that the operand type of an integer dot product requires. Returns `None` for other ops.
pub fn dot_input_of(ctx: &Context, body: &Body, op: Op) -> Option<u32> {
    let row = ctx.registry().op(body.def(op)).row;
    if row.set != 0 || !DOT_PRODUCTS.contains(&row.opcode) {
        return None;
    }
    dot_input(ctx, body.value_type_opt(body.operands(op).next()?)?).first().copied()
}

/// Returns the FPEncoding enumerant of a float type, or `None` for IEEE 754 types.
pub(crate) fn encoding(kind: FloatKind) -> Option<&'static Enumerant> {
    let value = match kind {
        FloatKind::BF16 => fp_encoding::B_FLOAT16_KHR,
        FloatKind::F8E4M3FN => fp_encoding::FLOAT8E4M3_EXT,
        FloatKind::F8E5M2 => fp_encoding::FLOAT8E5M2_EXT,
        _ => return None,
    };
    FP_ENCODING.by_value(value)
}

/// A storage class, with the capabilities that allow 8-bit and 16-bit scalars in it.
pub(crate) struct Stored {
    /// The storage class.
    pub class: u32,
    /// Capabilities that allow 8-bit scalars.
    pub narrow: &'static [u32],
    /// Capabilities that allow 16-bit scalars.
    pub half: &'static [u32],
}

const fn stored(class: u32, narrow: &'static [u32], half: &'static [u32]) -> Stored {
    Stored { class, narrow, half }
}

/// Storage classes that require capabilities for 8-bit and 16-bit scalars. A BufferBlock in Uniform counts as
/// StorageBuffer.
pub(crate) const STORED: &[Stored] = &[
    stored(storage::STORAGE_BUFFER, &[c::STORAGE_BUFFER8_BIT_ACCESS], &[c::STORAGE_BUFFER16_BIT_ACCESS]),
    stored(
        storage::PHYSICAL_STORAGE_BUFFER,
        &[c::STORAGE_BUFFER8_BIT_ACCESS],
        &[c::STORAGE_BUFFER16_BIT_ACCESS],
    ),
    stored(
        storage::UNIFORM,
        &[c::UNIFORM_AND_STORAGE_BUFFER8_BIT_ACCESS],
        &[c::UNIFORM_AND_STORAGE_BUFFER16_BIT_ACCESS],
    ),
    stored(storage::PUSH_CONSTANT, &[c::STORAGE_PUSH_CONSTANT8], &[c::STORAGE_PUSH_CONSTANT16]),
    stored(storage::INPUT, &[], &[c::STORAGE_INPUT_OUTPUT16]),
    stored(storage::OUTPUT, &[], &[c::STORAGE_INPUT_OUTPUT16]),
    stored(
        storage::WORKGROUP,
        &[c::WORKGROUP_MEMORY_EXPLICIT_LAYOUT8_BIT_ACCESS_KHR],
        &[c::WORKGROUP_MEMORY_EXPLICIT_LAYOUT16_BIT_ACCESS_KHR],
    ),
];

/// Returns the capabilities that a storage class requires for 8-bit and 16-bit scalars, or `None` if it requires none.
pub(crate) fn stored_in(class: u32) -> Option<&'static Stored> {
    STORED.iter().find(|row| row.class == class)
}

/// Maximum length of an instruction in words.
const MAX_WORDS: u64 = 0xFFFF;

/// Returns the continuation instruction for `opcode` if `count` members, constituents or operands exceed a single
/// instruction. Otherwise returns `None`.
fn continued(opcode: u32, count: u64) -> Option<&'static OpRow> {
    let (opcode, before) = match opcode {
        op::TYPE_STRUCT => (op::TYPE_STRUCT_CONTINUED_INTEL, 2),
        op::CONSTANT_COMPOSITE => (op::CONSTANT_COMPOSITE_CONTINUED_INTEL, 3),
        op::SPEC_CONSTANT_COMPOSITE => (op::SPEC_CONSTANT_COMPOSITE_CONTINUED_INTEL, 3),
        op::COMPOSITE_CONSTRUCT => (op::COMPOSITE_CONSTRUCT_CONTINUED_INTEL, 3),
        _ => return None,
    };
    if count > MAX_WORDS - before { core_row(opcode) } else { None }
}

/// Returns the continuation instruction for a struct declaration that exceeds a single instruction. Otherwise returns
/// `None`.
pub(crate) fn continued_struct(ctx: &Context, ty: Type) -> Option<&'static OpRow> {
    let members = types::structure(ctx, ty)?.members.len();
    continued(op::TYPE_STRUCT, members as u64)
}

/// Attributes that have been visited, each with whether it is a constant.
pub(crate) type SeenConstants = FxHashSet<(Attribute, bool)>;

/// Calls `each` with the grammar entry of every instruction that the binary needs for an op in addition to the op's
/// own.
///
/// The instructions are constants in the op's attributes, except OpConstant and OpConstantComposite, and
/// continuations of long instructions. Skips attributes in `seen`, and adds newly visited ones to it.
pub(crate) fn further_instructions(
    ctx: &Context,
    body: &Body,
    op: Op,
    seen: &mut SeenConstants,
    each: &mut dyn FnMut(&'static OpRow),
) {
    let def = ctx.registry().op(body.def(op));
    let is_constant =
        [spv_dialect::generated::views::Constant::ID, spv_dialect::generated::views::GlobalConstant::ID]
            .contains(&body.def(op));
    let slots = ctx.registry().layout(body.def(op)).attribute_slots();
    let mut lists = Vec::new();
    for attr in slots.filter_map(|slot| body.slot_attr(op, slot)) {
        let items = ctx.attr_array(attr).filter(|_| !is_constant);
        lists.extend(items.map(|items| items.len() as u64));
        constants(ctx, (attr, is_constant), seen, each);
    }
    if let Some(attrs) = body.attrs(op) {
        constants(ctx, (attrs, false), seen, each);
    }
    if def.row.set == 0
        && let Some(count) = lists.into_iter().chain([body.operand_count(op) as u64]).max()
    {
        continued(def.row.opcode, count).into_iter().for_each(each);
    }
}

/// Visits the instructions that represent constants in an attribute.
fn constants(
    ctx: &Context,
    first: (Attribute, bool),
    seen: &mut SeenConstants,
    each: &mut dyn FnMut(&'static OpRow),
) {
    let mut open: SmallVec<[_; 8]> = smallvec![first];
    let mut row = |opcode: u32| core_row(opcode).into_iter().for_each(&mut *each);
    while let Some((attr, is_constant)) = open.pop() {
        let data = ctx.attr_data(attr);
        let leaf = !matches!(data, AttrData::Array(_) | AttrData::Dict(_) | AttrData::Param { .. });
        if leaf && !is_constant || !seen.insert((attr, is_constant)) {
            continue;
        }
        match (attributes::view(ctx, attr), data) {
            (Some((AttrKind::Const | AttrKind::Distinct | AttrKind::Replicate, params)), _) => {
                if matches!(attributes::view(ctx, attr), Some((AttrKind::Replicate, _))) {
                    row(op::CONSTANT_COMPOSITE_REPLICATE_EXT);
                }
                open.extend(params.iter().map(|&param| (param, true)));
            }
            (None, AttrData::Words(_)) => row(op::CONSTANT_DATA_KHR),
            (None, AttrData::Array(items)) => {
                if let Some(next) =
                    continued(op::CONSTANT_COMPOSITE, items.len() as u64).filter(|_| is_constant)
                {
                    row(next.opcode);
                }
                open.extend(items.iter().map(|&item| (item, is_constant)));
            }
            (None, AttrData::Dense { ty, .. }) => {
                let dims = match ctx.type_data(*ty) {
                    TypeData::Vector { dims, .. } | TypeData::Tensor { dims, .. } => &dims[..],
                    _ => &[],
                };
                let longest = dims.iter().copied().max().unwrap_or(0);
                if let Some(next) = continued(op::CONSTANT_COMPOSITE, longest) {
                    row(next.opcode);
                }
            }
            _ => children(ctx, Subelement::Attr(attr), &mut |part| {
                if let Subelement::Attr(inner) = part {
                    open.push((inner, false));
                }
            }),
        }
    }
}
