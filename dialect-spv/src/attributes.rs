//! The attributes of the dialect, and what constants and locations are composed of.
//!
//! # Constants
//!
//! `spv.Constant`, `spv.GlobalConstant`, array lengths and ids of constants at module scope hold a
//! *constant attribute*:
//!
//! | attribute | instruction |
//! |---|---|
//! | integer, float, bool of a type | OpConstant, OpConstantTrue, OpConstantFalse |
//! | `dense<...> : vector` | OpConstantComposite of plain scalars |
//! | `dense<...> : tensor` | nested OpConstantComposite of plain scalars, for arrays |
//! | array | OpConstantComposite; the elements are constant attributes or symbol references |
//! | `#spv.null` | OpConstantNull |
//! | `#spv.replicate<c>` | OpConstantCompositeReplicateEXT |
//! | words | OpConstantDataKHR |
//! | `#spv.undef<n>` | the n-th module-scope OpUndef of the type |
//! | `#spv.distinct<n, c>` | the n-th further declaration (from 1) of a constant equal to `c` |
//!
//! Where the type of a constant does not follow from its place and the attribute does not carry it
//! (all but integers, floats, bools and dense vectors), `#spv.const<c : type>` adds it.
//!
//! # Locations
//!
//! OpLine is a file location. DebugLine is `fused<#spv.debug_line<...>>[]`; a DebugScope wraps the
//! line: `fused<#spv.scope<...>>[line]`. Where OpLine and DebugLine are both in force the parts are
//! both.

use crate::types::sign_bit;
use spv_ir::builtin::FIRST_DIALECT_ATTR;
use spv_ir::dialect::{ParamDef, ParamDefId, Registry};
use spv_ir::{AttrData, Attribute, Context, Type};

/// The numbers of the attribute definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Kind {
    /// `#spv.vce<v1.3, [Shader], [SPV_x]>`: version (i32), capabilities (words), extensions (array of
    /// strings).
    Vce,
    /// `#spv.null`
    Null,
    /// `#spv.replicate<c>`: the constant.
    Replicate,
    /// `#spv.undef<n>`: i32.
    Undef,
    /// `#spv.distinct<n, c>`: i32, constant.
    Distinct,
    /// `#spv.const<c : type>`: constant, type.
    Const,
    /// `#spv.scope<@scope, @inlined_at>`: symbol, symbol or `unit`.
    Scope,
    /// `#spv.debug_line<@source, 1, 2, 3, 4>`: symbol, then start line, end line, start column, end
    /// column: `i32` integers, or constants, where the ids are not plain `u32` constants.
    DebugLine,
    /// `#spv.local<@f, 3>`: symbol, i32: the op, argument or block in function `@f` that carries the
    /// attribute `local_id = 3`. Non-semantic instructions name labels, void results and values of
    /// other functions so.
    Local,
    /// `#spv.import<n>`: i32: the import of this number, from 0. Non-semantic instructions may name imports.
    Import,
    /// `#spv.decoration_group<n, {...}>`: i32, dictionary: a decoration group that non-semantic instructions name, its number
    /// among those, and its decorations.
    Group,
    /// `#spv.target_env<#spv.vce<...>, vendor:type:id, {limits}>`: vce, string or `unit`, dictionary.
    TargetEnv,
    /// `#spv.interface_var_abi<(0, 1), StorageBuffer>`: set, binding, storage class or `unit`.
    InterfaceVarAbi,
    /// `#spv.resource_limits<subgroup_size = 32>`: dictionary.
    ResourceLimits,
}

/// Every kind with its name, by number.
pub const ATTRS: [(Kind, &str); 14] = [
    (Kind::Vce, "spv.vce"),
    (Kind::Null, "spv.null"),
    (Kind::Replicate, "spv.replicate"),
    (Kind::Undef, "spv.undef"),
    (Kind::Distinct, "spv.distinct"),
    (Kind::Const, "spv.const"),
    (Kind::Scope, "spv.scope"),
    (Kind::DebugLine, "spv.debug_line"),
    (Kind::Local, "spv.local"),
    (Kind::Import, "spv.import"),
    (Kind::Group, "spv.decoration_group"),
    (Kind::TargetEnv, "spv.target_env"),
    (Kind::InterfaceVarAbi, "spv.interface_var_abi"),
    (Kind::ResourceLimits, "spv.resource_limits"),
];

const _: () = {
    let mut i = 0;
    while i < ATTRS.len() {
        assert!(ATTRS[i].0 as usize == i, "the kinds are listed in the order of their numbers");
        i += 1;
    }
};

/// The registry's definition of a kind.
pub fn attr_def(registry: &Registry, kind: Kind) -> Option<ParamDefId> {
    let id = ParamDefId(FIRST_DIALECT_ATTR.0 + kind as u16);
    let is_wanted = |def: &ParamDef| def.name == ATTRS[kind as usize].1;
    registry.attrs().get(usize::from(id.0)).is_some_and(is_wanted).then_some(id)
}

/// An attribute of a kind. `None` if the dialect is not registered.
pub fn make(ctx: &Context, kind: Kind, params: &[Attribute]) -> Option<Attribute> {
    Some(ctx.param_attr(attr_def(ctx.registry(), kind)?, params))
}

/// Kind and parameters of an attribute of the dialect.
pub fn view(ctx: &Context, attr: Attribute) -> Option<(Kind, &[Attribute])> {
    match ctx.attr_data(attr) {
        AttrData::Param { def, params } => {
            let code = ctx.registry().attr_def(*def).code;
            let (kind, _) = ATTRS.get(code as usize)?;
            Some((*kind, params))
        }
        _ => None,
    }
}

/// The constant in `#spv.distinct` and `#spv.const`: neither changes the value.
pub fn bare(ctx: &Context, mut attr: Attribute) -> Attribute {
    while let Some((Kind::Distinct, &[_, inner]) | (Kind::Const, &[inner, _])) = view(ctx, attr) {
        attr = inner;
    }
    attr
}

/// Whether a constant is a negative number of a signed type.
pub fn is_negative(ctx: &Context, attr: Attribute) -> bool {
    let AttrData::Integer { value, ty } = *ctx.attr_data(bare(ctx, attr)) else { return false };
    sign_bit(ctx, ty).is_some_and(|bit| value >> bit & 1 != 0)
}

/// The integer that a constant is; 0 for `#spv.null`.
pub fn integer(ctx: &Context, attr: Attribute) -> Option<u64> {
    let attr = bare(ctx, attr);
    match ctx.attr_data(attr) {
        AttrData::Integer { value, .. } => Some(*value),
        AttrData::Param { .. } => matches!(view(ctx, attr), Some((Kind::Null, _))).then_some(0),
        _ => None,
    }
}

/// Splits a module-scope constant reference into constant and type; `None` where it carries none.
pub fn typed_constant(ctx: &Context, attr: Attribute) -> Option<(Attribute, Type)> {
    if let Some(ty) = ctx.constant_type(attr) {
        return Some((attr, ty));
    }
    match view(ctx, attr)? {
        (Kind::Const, [value, ty]) => Some((*value, ctx.attr_type(*ty)?)),
        (Kind::Distinct, [_, value]) => typed_constant(ctx, *value).map(|(_, ty)| (attr, ty)),
        _ => None,
    }
}
