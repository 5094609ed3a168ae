//! Types of the `spv` dialect
//!
//! The dialect has one type definition per OpType instruction that no builtin type represents. The first parameter of a
//! type is its decorations: a dictionary, or `unit` if it has none. The operands of the OpType instruction follow in
//! the order of the binary, each as one attribute:
//!
//! - types are type attributes;
//! - literals and enumerants are `i32` integers;
//! - strings are strings;
//! - ids of constants are typed constants or symbol references.
//!
//! A struct type has other parameters after its decorations:
//!
//! - an array of member types;
//! - the member decorations: an array with a dictionary or `unit` per member, or `unit` if no member has decorations;
//! - the member names: an array with a string or `unit` per member, or `unit` if no member has a name.
//!
//! The remaining types are builtin types: OpTypeVoid (`none`), OpTypeBool (`i1`), OpTypeInt (`iN` unsigned, `siN`
//! signed), OpTypeFloat (the float formats), OpTypeVector and OpTypeFunction. `uiN` is exported as unsigned.

mod image;
pub mod layout;
pub mod narrow_integers;

pub use image::Image;

use crate::generated::opcodes as op;
use crate::generated::ops::{CORE, SHAPES};
use crate::table::core_index;
use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};
use spv_ir::builtin::FIRST_DIALECT_TYPE;
use spv_ir::dialect::{ParamDef, ParamDefId, Registry};
use spv_ir::{Attribute, Context, FloatKind, Signedness, Type, TypeData};

/// Access chain opcodes, each with the number of operands before the indices.
pub const ACCESS_CHAINS: &[(u32, usize)] = &[
    (op::ACCESS_CHAIN, 1),
    (op::IN_BOUNDS_ACCESS_CHAIN, 1),
    (op::PTR_ACCESS_CHAIN, 2),
    (op::IN_BOUNDS_PTR_ACCESS_CHAIN, 2),
    (op::UNTYPED_ACCESS_CHAIN_KHR, 1),
    (op::UNTYPED_IN_BOUNDS_ACCESS_CHAIN_KHR, 1),
    (op::UNTYPED_PTR_ACCESS_CHAIN_KHR, 2),
    (op::UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR, 2),
];

/// Opcode and name of each dialect type, in registration order.
pub static TYPES: [(u32, &str); COUNT] = named(NAMED);

/// Returns the opcode and name of each dialect type. The types in `stated` come first, with the given name. All further
/// types of the grammar have the name of their instruction.
pub const fn named(stated: &[(u32, &'static str)]) -> [(u32, &'static str); COUNT] {
    let mut types = [(0, ""); COUNT];
    let mut i = 0;
    while i < stated.len() {
        types[i] = stated[i];
        i += 1;
    }
    let mut row = 0;
    while row < CORE.len() {
        if declares_dialect_type(row) && !is_stated(stated, CORE[row].opcode) {
            types[i] = (CORE[row].opcode, CORE[row].name);
            i += 1;
        }
        row += 1;
    }
    types
}

/// OpType instructions that are represented by builtin types only.
const BUILTIN: [u32; 5] = [op::TYPE_VOID, op::TYPE_BOOL, op::TYPE_INT, op::TYPE_VECTOR, op::TYPE_FUNCTION];

/// Returns whether a string begins with a prefix. Usable in constant expressions.
pub(crate) const fn starts_with(text: &str, prefix: &str) -> bool {
    let (text, prefix) = (text.as_bytes(), prefix.as_bytes());
    let mut i = 0;
    while i < prefix.len() {
        if i == text.len() || text[i] != prefix[i] {
            return false;
        }
        i += 1;
    }
    true
}

const fn is_stated(stated: &[(u32, &str)], opcode: u32) -> bool {
    let mut i = 0;
    while i < stated.len() {
        if stated[i].0 == opcode {
            return true;
        }
        i += 1;
    }
    false
}

/// Returns whether the grammar entry at index `row` declares a dialect type. OpTypeFloat declares both dialect and
/// builtin types.
const fn declares_dialect_type(row: usize) -> bool {
    let mut builtin = false;
    let mut i = 0;
    while i < BUILTIN.len() {
        builtin |= BUILTIN[i] == CORE[row].opcode;
        i += 1;
    }
    let shape = &SHAPES[row];
    !builtin && shape.result_id && !shape.result_type && starts_with(CORE[row].name, "spv.Type")
}

/// Number of dialect types.
const COUNT: usize = {
    let (mut count, mut row) = (0, 0);
    while row < CORE.len() {
        count += declares_dialect_type(row) as usize;
        row += 1;
    }
    count
};

/// Note that explains values of type `none`.
pub const NONE_NOTE: &str = "constructors of types return 'none' for invalid arguments, such as 'float' for 12 bits and \
                             a struct with an unknown decoration";

/// Opcode and name of the types whose name is not derived from the instruction.
pub const NAMED: &[(u32, &str)] = &[
    (op::TYPE_FLOAT, "spv.float"),
    (op::TYPE_MATRIX, "spv.matrix"),
    (op::TYPE_IMAGE, "spv.image"),
    (op::TYPE_SAMPLER, "spv.sampler"),
    (op::TYPE_SAMPLED_IMAGE, "spv.sampled_image"),
    (op::TYPE_ARRAY, "spv.array"),
    (op::TYPE_RUNTIME_ARRAY, "spv.rtarray"),
    (op::TYPE_STRUCT, "spv.struct"),
    (op::TYPE_OPAQUE, "spv.opaque"),
    (op::TYPE_POINTER, "spv.ptr"),
    (op::TYPE_EVENT, "spv.event"),
    (op::TYPE_DEVICE_EVENT, "spv.device_event"),
    (op::TYPE_RESERVE_ID, "spv.reserve_id"),
    (op::TYPE_QUEUE, "spv.queue"),
    (op::TYPE_PIPE, "spv.pipe"),
    (op::TYPE_PIPE_STORAGE, "spv.pipe_storage"),
    (op::TYPE_NAMED_BARRIER, "spv.named_barrier"),
    (op::TYPE_TENSOR_ARM, "spv.tensor_arm"),
    (op::TYPE_GRAPH_ARM, "spv.graph_arm"),
    (op::TYPE_UNTYPED_POINTER_KHR, "spv.untyped_ptr"),
    (op::TYPE_COOPERATIVE_MATRIX_KHR, "spv.coopmatrix_khr"),
    (op::TYPE_RAY_QUERY_KHR, "spv.ray_query"),
    (op::TYPE_NODE_PAYLOAD_ARRAY_AMDX, "spv.node_payload_array"),
    (op::TYPE_BUFFER_EXT, "spv.buffer"),
    (op::TYPE_HIT_OBJECT_NV, "spv.hit_object_nv"),
    (op::TYPE_VECTOR_ID_EXT, "spv.vector_id"),
    (op::TYPE_HIT_OBJECT_EXT, "spv.hit_object"),
    (op::TYPE_ACCELERATION_STRUCTURE_KHR, "spv.acceleration_structure"),
    (op::TYPE_COOPERATIVE_MATRIX_NV, "spv.coopmatrix"),
    (op::TYPE_TENSOR_LAYOUT_NV, "spv.tensor_layout"),
    (op::TYPE_TENSOR_VIEW_NV, "spv.tensor_view"),
    (op::TYPE_VME_IMAGE_INTEL, "spv.vme_image"),
    (op::TYPE_AVC_IME_PAYLOAD_INTEL, "spv.avc_ime_payload"),
    (op::TYPE_AVC_REF_PAYLOAD_INTEL, "spv.avc_ref_payload"),
    (op::TYPE_AVC_SIC_PAYLOAD_INTEL, "spv.avc_sic_payload"),
    (op::TYPE_AVC_MCE_PAYLOAD_INTEL, "spv.avc_mce_payload"),
    (op::TYPE_AVC_MCE_RESULT_INTEL, "spv.avc_mce_result"),
    (op::TYPE_AVC_IME_RESULT_INTEL, "spv.avc_ime_result"),
    (
        op::TYPE_AVC_IME_RESULT_SINGLE_REFERENCE_STREAMOUT_INTEL,
        "spv.avc_ime_result_single_reference_streamout",
    ),
    (op::TYPE_AVC_IME_RESULT_DUAL_REFERENCE_STREAMOUT_INTEL, "spv.avc_ime_result_dual_reference_streamout"),
    (op::TYPE_AVC_IME_SINGLE_REFERENCE_STREAMIN_INTEL, "spv.avc_ime_single_reference_streamin"),
    (op::TYPE_AVC_IME_DUAL_REFERENCE_STREAMIN_INTEL, "spv.avc_ime_dual_reference_streamin"),
    (op::TYPE_AVC_REF_RESULT_INTEL, "spv.avc_ref_result"),
    (op::TYPE_AVC_SIC_RESULT_INTEL, "spv.avc_sic_result"),
    (op::TYPE_BUFFER_SURFACE_INTEL, "spv.buffer_surface"),
    (op::TYPE_TASK_SEQUENCE_ALTERA, "spv.task_sequence"),
];

/// Returns whether an instruction declares a type in [`TYPES`].
pub const fn is_dialect_type(opcode: u32) -> bool {
    match core_index(opcode) {
        Some(index) => TYPE_NUMBERS[index] != 0,
        None => false,
    }
}

/// Returns the registered definition for an OpType opcode, or `None` if the opcode declares no dialect type.
pub fn type_def(registry: &Registry, opcode: u32) -> Option<ParamDefId> {
    let is_wanted = |def: &ParamDef| def.code == opcode && def.name.starts_with("spv.");
    let number = FIRST_DIALECT_TYPE.0 + TYPE_NUMBERS[core_index(opcode)?].checked_sub(1)?;
    if registry.types().get(usize::from(number)).is_some_and(is_wanted) {
        return Some(ParamDefId(number));
    }
    // A program may register further type definitions, or register them in another order.
    registry.types().iter().position(is_wanted).map(|number| ParamDefId(number as u16))
}

/// One plus the index in [`TYPES`] of each core instruction's type, in the order of [`CORE`]. The value is 0 if the
/// instruction declares no dialect type.
static TYPE_NUMBERS: [u16; CORE.len()] = {
    let mut numbers = [0; CORE.len()];
    let mut i = 0;
    while i < TYPES.len() {
        if let Some(index) = core_index(TYPES[i].0) {
            numbers[index] = i as u16 + 1;
        }
        i += 1;
    }
    numbers
};

/// Returns whether a builtin type cannot be encoded in a binary or used inside a dialect type.
pub fn is_builtin_only(ctx: &Context, ty: Type) -> bool {
    match ctx.type_data(ty) {
        TypeData::Index | TypeData::Tensor { .. } => true,
        TypeData::Float(kind) => float_encoding(*kind).is_none(),
        TypeData::Vector { dims, element } => {
            let is_number = matches!(ctx.type_data(*element), TypeData::Index | TypeData::Float(_));
            dims.len() != 1 || is_number && is_builtin_only(ctx, *element)
        }
        TypeData::Param { def, .. } => ctx.registry().type_def(*def).is_builtin(),
        _ => false,
    }
}

/// Returns the `Floating Point Encoding` operand of OpTypeFloat for a float format. The inner `None` means that the
/// format needs no operand. The outer `None` means that SPIR-V lacks the format.
pub fn float_encoding(kind: FloatKind) -> Option<Option<u32>> {
    use crate::generated::values::fp_encoding;
    Some(match kind {
        FloatKind::F16 | FloatKind::F32 | FloatKind::F64 => None,
        FloatKind::BF16 => Some(fp_encoding::B_FLOAT16_KHR),
        FloatKind::F8E4M3FN => Some(fp_encoding::FLOAT8E4M3_EXT),
        FloatKind::F8E5M2 => Some(fp_encoding::FLOAT8E5M2_EXT),
        _ => return None,
    })
}

/// Returns the OpType opcode and the parameters of a dialect type, or `None` for other types.
pub fn view(ctx: &Context, ty: Type) -> Option<(u32, &[Attribute])> {
    let (def, params) = ctx.type_params(ty)?;
    Some((ctx.registry().type_def(def).code, params))
}

/// Returns the pointee type and the storage class of a pointer type, or `None` for other types.
pub fn pointer(ctx: &Context, ty: Type) -> Option<(Type, u32)> {
    match view(ctx, ty)? {
        (op::TYPE_POINTER, [_, storage, pointee]) => {
            Some((ctx.attr_type(*pointee)?, ctx.attr_u64(*storage)? as u32))
        }
        _ => None,
    }
}

/// Returns the bit index of the sign in a signed integer type of at most 64 bits. Returns `None` for other types.
pub fn sign_bit(ctx: &Context, ty: Type) -> Option<u32> {
    match *ctx.type_data(ty) {
        TypeData::Integer { width: width @ 1..=64, signedness: Signedness::Signed } => Some(width - 1),
        _ => None,
    }
}

/// Creates a structural (unnamed) type from its OpType opcode, decorations and operands. Returns `None` if the dialect
/// is not registered or does not contain the type.
pub fn make(
    ctx: &Context,
    opcode: u32,
    decorations: Option<Attribute>,
    operands: &[Attribute],
) -> Option<Type> {
    let def = type_def(ctx.registry(), opcode)?;
    let mut params: SmallVec<[Attribute; 4]> = smallvec![decorations.unwrap_or_else(|| ctx.unit_attr())];
    params.extend_from_slice(operands);
    Some(ctx.param_type(def, &params, 0))
}

/// Returns a type with the same definition and name but other parameters.
pub fn with_params(ctx: &Context, ty: Type, params: &[Attribute]) -> Type {
    match ctx.type_data(ty) {
        TypeData::Param { def, distinct, .. } => ctx.param_type(*def, params, *distinct),
        // The parameters of a named type cannot be changed, so this creates a new type.
        TypeData::Named { .. } => ctx.named_with_params(ty, params),
        _ => ty,
    }
}

/// Creates the type `!spv.ptr<pointee, storage>` without decorations.
pub fn make_pointer(ctx: &Context, pointee: Type, storage: u32) -> Option<Type> {
    make(ctx, op::TYPE_POINTER, None, &[ctx.i32_attr(storage), ctx.type_attr(pointee)])
}

/// Returns the element type of a composite: a struct member, array element, matrix column or vector component.
/// Returns `None` if there is no such element.
pub fn element(ctx: &Context, composite: Type, index: u64) -> Option<Type> {
    if let TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } = ctx.type_data(composite) {
        return Some(*element);
    }
    match view(ctx, composite)? {
        (op::TYPE_STRUCT, params) => {
            let members = ctx.attr_array(*params.get(1)?)?;
            ctx.attr_type(*members.get(usize::try_from(index).ok()?)?)
        }
        (
            op::TYPE_ARRAY
            | op::TYPE_RUNTIME_ARRAY
            | op::TYPE_MATRIX
            | op::TYPE_NODE_PAYLOAD_ARRAY_AMDX
            | op::TYPE_COOPERATIVE_MATRIX_KHR
            | op::TYPE_COOPERATIVE_MATRIX_NV
            | op::TYPE_VECTOR_ID_EXT,
            [_, element, ..],
        ) => ctx.attr_type(*element),
        // The elements of a tensor with a rank above 1 are tensors of the next lower rank.
        (op::TYPE_TENSOR_ARM, [_, element, rank, ..]) if ctx.attr_u64(*rank) == Some(1) => {
            ctx.attr_type(*element)
        }
        _ => None,
    }
}

/// Returns whether two types differ at most in names, struct decorations and array decorations. Two different offsets
/// of the same member count as a difference.
pub fn differ_in_decorations_only(ctx: &Context, a: Type, b: Type) -> bool {
    let mut seen = FxHashSet::default();
    let mut open = vec![(a, b)];
    while let Some((a, b)) = open.pop() {
        if a == b || !seen.insert((a, b)) {
            continue;
        }
        match (view(ctx, a), view(ctx, b)) {
            (Some((op::TYPE_STRUCT, _)), Some((op::TYPE_STRUCT, _))) => {
                let (Some(a), Some(b)) = (structure(ctx, a), structure(ctx, b)) else { return false };
                if a.members.len() != b.members.len() || have_two_offsets(ctx, &a, &b) {
                    return false;
                }
                let members = |s: Struct<'_>| s.members.iter().filter_map(|m| ctx.attr_type(*m)).collect();
                let (a, b): (Vec<Type>, Vec<Type>) = (members(a), members(b));
                open.extend(a.into_iter().zip(b));
            }
            (Some((code @ (op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY), a)), Some((other, b)))
                if code == other && a[2..] == b[2..] =>
            {
                let (Some(a), Some(b)) = (ctx.attr_type(a[1]), ctx.attr_type(b[1])) else { return false };
                open.push((a, b));
            }
            _ => return false,
        }
    }
    true
}

/// Returns whether a member has different offsets in two structs.
fn have_two_offsets(ctx: &Context, a: &Struct<'_>, b: &Struct<'_>) -> bool {
    let offset = |dict: &Attribute| ctx.dict_get(Some(*dict), "offset");
    let pairs = a.member_decorations.iter().zip(b.member_decorations);
    pairs.map(|(a, b)| (offset(a), offset(b))).any(|(a, b)| a.is_some() && b.is_some() && a != b)
}

/// The parameters of a struct type.
#[derive(Clone, Copy, Debug)]
pub struct Struct<'c> {
    /// Decorations of the struct itself, as a dictionary.
    pub decorations: Option<Attribute>,
    /// Member types, as type attributes.
    pub members: &'c [Attribute],
    /// Dictionary or `unit` for each member; empty if no member has decorations.
    pub member_decorations: &'c [Attribute],
    /// Name or `unit` for each member; empty if no member has a name.
    pub member_names: &'c [Attribute],
}

/// Returns the parameters of a struct type. Returns `None` for other types, and for a named struct without a body.
pub fn structure(ctx: &Context, ty: Type) -> Option<Struct<'_>> {
    match view(ctx, ty)? {
        (op::TYPE_STRUCT, [decorations, members, infos, names]) => Some(Struct {
            decorations: Some(*decorations).filter(|d| !ctx.dict(Some(*d)).is_empty()),
            members: ctx.attr_array(*members)?,
            member_decorations: ctx.attr_array(*infos).unwrap_or(&[]),
            member_names: ctx.attr_array(*names).unwrap_or(&[]),
        }),
        _ => None,
    }
}

/// Builds the parameter list of a struct type from the decorations, and the type, decorations and name of each member.
pub fn struct_params(
    ctx: &Context,
    decorations: Option<Attribute>,
    members: &[Type],
    member_decorations: &[Option<Attribute>],
    member_names: &[Option<&str>],
) -> [Attribute; 4] {
    let unit = ctx.unit_attr();
    let members: Vec<_> = members.iter().map(|&t| ctx.type_attr(t)).collect();
    let infos: Vec<_> = member_decorations.iter().map(|d| d.unwrap_or(unit)).collect();
    let names: Vec<_> = member_names.iter().map(|n| n.map_or(unit, |n| ctx.string_attr(n))).collect();
    let parts = Struct { decorations, members: &members, member_decorations: &infos, member_names: &names };
    parts.params(ctx)
}

impl Struct<'_> {
    /// Returns the parameter list of the struct type.
    pub fn params(&self, ctx: &Context) -> [Attribute; 4] {
        let unit = ctx.unit_attr();
        let list = |items: &[Attribute]| match items.iter().any(|&item| item != unit) {
            true => ctx.array_attr(items),
            false => unit,
        };
        [
            self.decorations.unwrap_or(unit),
            ctx.array_attr(self.members),
            list(self.member_decorations),
            list(self.member_names),
        ]
    }
}

/// Returns the members of a struct, with each member type replaced with `new(type)`.
pub fn replaced_members(ctx: &Context, members: &[Attribute], new: &dyn Fn(Type) -> Type) -> Vec<Attribute> {
    members.iter().map(|&member| ctx.attr_type(member).map_or(member, |ty| ctx.type_attr(new(ty)))).collect()
}

/// Returns the width in bits of an integer, float or bool type, or of a dialect float type. Returns `None` for other
/// types.
pub fn scalar_width(ctx: &Context, ty: Type) -> Option<u32> {
    match ctx.type_data(ty) {
        TypeData::Integer { width, .. } => Some(*width),
        TypeData::Float(kind) => Some(kind.width()),
        _ => match view(ctx, ty)? {
            (op::TYPE_FLOAT, [_, width, ..]) => u32::try_from(ctx.attr_u64(*width)?).ok(),
            _ => None,
        },
    }
}
