//! Attributes of the `spv` dialect: constants, locations and target environments
//!
//! # Constants
//!
//! The *constant attribute* is the value of `spv.Constant`, `spv.GlobalConstant`, array lengths and constant ids at
//! module scope:
//!
//! | attribute | instruction |
//! |---|---|
//! | integer, float or bool with a type | OpConstant, OpConstantTrue, OpConstantFalse |
//! | `dense<...> : vector` | OpConstantComposite of plain scalars |
//! | `dense<...> : tensor` | nested OpConstantComposite of plain scalars, for arrays |
//! | array | OpConstantComposite; the elements are constant attributes or symbol references |
//! | `#spv.null` | OpConstantNull |
//! | `#spv.replicate<c>` | OpConstantCompositeReplicateEXT |
//! | words attribute | OpConstantDataKHR |
//! | `#spv.undef<n>` | the n-th module-scope OpUndef of the type |
//! | `#spv.distinct<n, c>` | the n-th duplicate declaration (from 1) of the constant `c` |
//!
//! Integers, floats, bools and dense vectors carry their type. `#spv.const<c : type>` adds the type to any other
//! constant, if the context does not imply the type.
//!
//! # Locations
//!
//! OpLine is a file location. DebugLine is `fused<#spv.debug_line<...>>[]`. A DebugScope wraps the line location:
//! `fused<#spv.scope<...>>[line]`. If both OpLine and DebugLine are in effect, the fused location holds both.

pub mod blocks;
pub mod decorations;

use crate::types::sign_bit;
use spv_ir::builtin::FIRST_DIALECT_ATTR;
use spv_ir::dialect::{ParamDef, ParamDefId, Registry};
use spv_ir::{AttrData, Attribute, Context, Type};

/// The attribute kinds of the dialect. The discriminants are the indices of the attribute definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum AttrKind {
    /// `#spv.vce<v1.3, [Shader], [SPV_x]>`. Parameters: version (`i32`), capabilities (words), extensions (array of
    /// strings).
    Vce,
    /// `#spv.null`. No parameters.
    Null,
    /// `#spv.replicate<c>`. Parameter: the constant.
    Replicate,
    /// `#spv.undef<n>`. Parameter: `n` (`i32`).
    Undef,
    /// `#spv.distinct<n, c>`. Parameters: `n` (`i32`), the constant.
    Distinct,
    /// `#spv.const<c : type>`. Parameters: the constant, its type.
    Const,
    /// `#spv.scope<@scope, @inlined_at>`. Parameters: two symbols; the second is `unit` if the code is not inlined.
    Scope,
    /// `#spv.debug_line<@source, 1, 2, 3, 4>`. Parameters: symbol, start line, end line, start column, end column.
    /// Lines and columns are `i32` integers, or constants if their ids are not plain `u32` constants.
    DebugLine,
    /// `#spv.local<@f, 3>`: the op, argument or block in function `@f` with the attribute `local_id = 3`. Parameters:
    /// symbol, `i32`. Non-semantic instructions use `#spv.local` to refer to labels, void results and values of other
    /// functions.
    Local,
    /// `#spv.import<n>`: the n-th extended instruction set import, from 0. Parameter: `n` (`i32`). Non-semantic
    /// instructions may reference imports.
    Import,
    /// `#spv.decoration_group<n, {...}>`: a decoration group that non-semantic instructions reference. Parameters:
    /// index among the referenced groups (`i32`), dictionary of the group's decorations.
    Group,
    /// `#spv.target_env<#spv.vce<...>, vendor:type:id, {limits}>`. Parameters: `#spv.vce`, the device string or `unit`,
    /// a dictionary of limits.
    TargetEnv,
    /// `#spv.interface_var_abi<(0, 1), StorageBuffer>`. Parameters: descriptor set, binding, storage class or `unit`.
    InterfaceVarAbi,
    /// `#spv.resource_limits<subgroup_size = 32>`. Parameter: a dictionary of limits.
    ResourceLimits,
}

/// All attribute kinds and their names, indexed by discriminant.
pub const ATTRS: [(AttrKind, &str); 14] = [
    (AttrKind::Vce, "spv.vce"),
    (AttrKind::Null, "spv.null"),
    (AttrKind::Replicate, "spv.replicate"),
    (AttrKind::Undef, "spv.undef"),
    (AttrKind::Distinct, "spv.distinct"),
    (AttrKind::Const, "spv.const"),
    (AttrKind::Scope, "spv.scope"),
    (AttrKind::DebugLine, "spv.debug_line"),
    (AttrKind::Local, "spv.local"),
    (AttrKind::Import, "spv.import"),
    (AttrKind::Group, "spv.decoration_group"),
    (AttrKind::TargetEnv, "spv.target_env"),
    (AttrKind::InterfaceVarAbi, "spv.interface_var_abi"),
    (AttrKind::ResourceLimits, "spv.resource_limits"),
];

const _: () = {
    let mut i = 0;
    while i < ATTRS.len() {
        assert!(ATTRS[i].0 as usize == i, "the kinds are listed in the order of their numbers");
        i += 1;
    }
};

/// Returns the registered definition of an attribute kind, or `None` if the `spv` dialect is not registered.
pub fn attr_def(registry: &Registry, kind: AttrKind) -> Option<ParamDefId> {
    let id = ParamDefId(FIRST_DIALECT_ATTR.0 + kind as u16);
    let is_wanted = |def: &ParamDef| def.name == ATTRS[kind as usize].1;
    registry.attrs().get(usize::from(id.0)).is_some_and(is_wanted).then_some(id)
}

/// Creates an attribute of the given kind. Returns `None` if the `spv` dialect is not registered.
pub fn make(ctx: &Context, kind: AttrKind, params: &[Attribute]) -> Option<Attribute> {
    Some(ctx.param_attr(attr_def(ctx.registry(), kind)?, params))
}

/// Returns the kind and the parameters of an `spv` attribute, or `None` for other attributes.
pub fn view(ctx: &Context, attr: Attribute) -> Option<(AttrKind, &[Attribute])> {
    match ctx.attr_data(attr) {
        AttrData::Param { def, params } => {
            let code = ctx.registry().attr_def(*def).code;
            let (kind, _) = ATTRS.get(code as usize)?;
            Some((*kind, params))
        }
        _ => None,
    }
}

/// Strips `#spv.distinct` and `#spv.const` wrappers from a constant. Neither changes the value.
pub fn bare(ctx: &Context, mut attr: Attribute) -> Attribute {
    while let Some((AttrKind::Distinct, &[_, inner]) | (AttrKind::Const, &[inner, _])) = view(ctx, attr) {
        attr = inner;
    }
    attr
}

/// Returns whether a constant is a negative value of a signed integer type.
pub fn is_negative(ctx: &Context, attr: Attribute) -> bool {
    let AttrData::Integer { value, ty } = *ctx.attr_data(bare(ctx, attr)) else { return false };
    sign_bit(ctx, ty).is_some_and(|bit| value >> bit & 1 != 0)
}

/// Returns the value of an integer constant, or `None` for other attributes. `#spv.null` is 0.
pub fn integer(ctx: &Context, attr: Attribute) -> Option<u64> {
    let attr = bare(ctx, attr);
    match ctx.attr_data(attr) {
        AttrData::Integer { value, .. } => Some(*value),
        AttrData::Param { .. } => matches!(view(ctx, attr), Some((AttrKind::Null, _))).then_some(0),
        _ => None,
    }
}

/// Splits a module-scope constant reference into its constant and its type. Returns `None` if the attribute does not
/// imply a type.
pub fn typed_constant(ctx: &Context, attr: Attribute) -> Option<(Attribute, Type)> {
    if let Some(ty) = ctx.constant_type(attr) {
        return Some((attr, ty));
    }
    match view(ctx, attr)? {
        (AttrKind::Const, [value, ty]) => Some((*value, ctx.attr_type(*ty)?)),
        (AttrKind::Distinct, [_, value]) => typed_constant(ctx, *value).map(|(_, ty)| (attr, ty)),
        _ => None,
    }
}
