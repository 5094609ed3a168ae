//! Instruction groups and memory predicates shared by several passes

use crate::pass::SpvModule;
use spv_dialect::effects::has_volatile_members;
pub(crate) use spv_dialect::effects::is_volatile_or_coherent;
use spv_dialect::fold::Facts;
use spv_dialect::generated::opcodes;
use spv_dialect::generated::values::memory_access;
pub(crate) use spv_dialect::generated::values::storage_class as storage;
use spv_dialect::spv;
pub(crate) use spv_dialect::structure::NO_MERGE;
use spv_dialect::types;
use spv_ir::dialect::{ABSENT, OpDefId, Traits};
use spv_ir::replace::inner_types;
use spv_ir::rewrite::constant_of;
use spv_ir::{AttrData, Attribute, Body, Context, Ident, Op, Type, TypeData, Value, walk};

/// Attribute key of a symbol's linkage: the name under which other modules refer to it, and the linkage type.
pub(crate) const LINKAGE_ATTRIBUTES: &str = "linkage_attributes";

/// Properties of an OpSwitch without cases or merge instruction.
pub(crate) const SWITCH: [u32; 5] = [0, 0, ABSENT, ABSENT, 0];

/// Integer division and remainder instructions.
pub(crate) const INTEGER_DIVISIONS: [u32; 5] =
    [opcodes::U_DIV, opcodes::S_DIV, opcodes::U_MOD, opcodes::S_REM, opcodes::S_MOD];

/// Returns whether an op with this definition belongs to the leading ops of an entry block: constants, symbol
/// references, variables and undefs.
pub(crate) fn leads(def: OpDefId) -> bool {
    let first =
        [spv::Constant::ID, spv::AddressOf::ID, spv::ReferenceOf::ID, spv::Variable::ID, spv::Undef::ID];
    first.contains(&def)
}

/// Returns the module-level ops with the definition `def`, in order.
pub(crate) fn ops_of(module: &SpvModule<'_>, def: OpDefId) -> Vec<Op> {
    walk::top_ops(module.body).filter(|&op| module.body.def(op) == def).collect()
}

/// Returns the value type and storage class of a global variable, or `None` for other ops.
pub(crate) fn variable_type(ctx: &Context, body: &Body, op: Op) -> Option<(Type, u32)> {
    let (ty, class) = spv::GlobalVariable::cast(body, op)?.contents(ctx)?;
    Some((ty, class.0))
}

/// Iterates over the `spv.mlir.addressof` ops in a function that refer to the variable `name`.
pub(crate) fn addresses(ctx: &Context, body: &Body, name: Ident) -> impl Iterator<Item = Op> {
    let is_address = move |&op: &Op| {
        spv::AddressOf::cast(body, op).is_some_and(|address| address.variable(ctx) == Some(name))
    };
    walk::ops(body).filter(is_address)
}

/// Returns a value and its copies by OpCopyObject. Each copy follows its operand.
pub(crate) fn with_copies(body: &Body, value: Value) -> Vec<Value> {
    let (mut values, mut at) = (vec![value], 0);
    while let Some(&value) = values.get(at) {
        at += 1;
        let copies = body.uses(value).filter_map(|(user, _)| spv::CopyObject::cast(body, user));
        values.extend(copies.map(|copy| copy.result()));
    }
    values
}

/// Returns whether an op is an OpAccessChain or OpInBoundsAccessChain of a typed pointer.
pub(crate) fn is_chain(body: &Body, op: Op) -> bool {
    [spv::AccessChain::ID, spv::InBoundsAccessChain::ID].contains(&body.def(op))
}

/// Returns whether the memory operands of an access, if any, are only an alignment or a nontemporal hint.
pub(crate) fn is_simple_access(body: &Body, op: Op) -> bool {
    match body.slot(op, spv::Load::MEMORY_ACCESS) {
        ABSENT => true,
        mask => mask & !(memory_access::ALIGNED | memory_access::NONTEMPORAL) == 0,
    }
}

/// Returns whether memory of a type is volatile or coherent because of decorations on struct members.
pub(crate) fn is_volatile_or_coherent_type(ctx: &Context, facts: Facts, ty: Type) -> bool {
    !facts.contains(Facts::NO_VOLATILE_MEMBERS)
        && matches!(ctx.type_data(ty), TypeData::Param { .. } | TypeData::Named { .. })
        && inner_types(ctx, ty).into_iter().any(|ty| has_volatile_members(ctx, ty))
}

/// Returns whether a function variable is volatile or coherent, so that accesses to it must not be changed.
pub(crate) fn is_volatile_or_coherent_variable(ctx: &Context, facts: Facts, body: &Body, op: Op) -> bool {
    let pointee = types::pointer(ctx, body.value_type(body.result(op, 0)));
    is_volatile_or_coherent(ctx, body.attrs(op))
        || pointee.is_some_and(|(pointee, _)| is_volatile_or_coherent_type(ctx, facts, pointee))
}

/// Returns whether a non-semantic instruction elsewhere refers to an op by `#spv.local`, so that the op must not be
/// erased.
pub(crate) fn is_referred(ctx: &Context, body: &Body, op: Op) -> bool {
    body.attrs(op).is_some() && ctx.dict_get(body.attrs(op), "local_id").is_some()
}

/// Returns the bits of an integer constant with at most 64 bits, or `None` for other values.
pub(crate) fn integer(ctx: &Context, body: &Body, value: Value) -> Option<u64> {
    let attr = constant_of(ctx, body, value)?;
    match ctx.attr_data(attr) {
        AttrData::Integer { value, .. } => Some(*value),
        _ if is_null(ctx, attr) => {
            matches!(ctx.type_data(body.value_type(value)), TypeData::Integer { .. }).then_some(0)
        }
        _ => None,
    }
}

/// Returns the value of a Boolean constant, or `None` for other values.
pub(crate) fn boolean(ctx: &Context, body: &Body, value: Value) -> Option<bool> {
    let attr = constant_of(ctx, body, value)?;
    match ctx.attr_data(attr) {
        AttrData::Bool(value) => Some(*value),
        _ if is_null(ctx, attr) => (body.value_type(value) == ctx.common().i1).then_some(false),
        _ => None,
    }
}

/// Returns whether a constant attribute is `#spv.null`.
pub(crate) fn is_null(ctx: &Context, attr: Attribute) -> bool {
    use spv_dialect::attributes::{AttrKind, view};
    matches!(view(ctx, attr), Some((AttrKind::Null, _)))
}

/// Returns whether phis and selects of a type are valid. Excludes most pointers in logical addressing, and all opaque
/// types.
pub(crate) fn may_flow(ctx: &Context, ty: Type) -> bool {
    match ctx.type_data(ty) {
        TypeData::Integer { .. } | TypeData::Float(_) | TypeData::Vector { .. } => true,
        _ => match types::view(ctx, ty) {
            Some((opcodes::TYPE_FLOAT, _)) => true,
            Some((opcodes::TYPE_POINTER, _)) => {
                use storage::*;
                let class = types::pointer(ctx, ty).map(|(_, class)| class);
                matches!(class, Some(PHYSICAL_STORAGE_BUFFER | CROSS_WORKGROUP | GENERIC))
            }
            Some((opcodes::TYPE_ARRAY | opcodes::TYPE_MATRIX, [_, element, ..])) => {
                ctx.attr_type(*element).is_some_and(|element| may_flow(ctx, element))
            }
            Some((opcodes::TYPE_COOPERATIVE_MATRIX_KHR | opcodes::TYPE_COOPERATIVE_MATRIX_NV, _)) => true,
            Some((opcodes::TYPE_STRUCT, _)) => types::structure(ctx, ty).is_some_and(|s| {
                s.members.iter().all(|&m| ctx.attr_type(m).is_some_and(|member| may_flow(ctx, member)))
            }),
            _ => false,
        },
    }
}

/// Returns whether an op is a terminator that leaves the function or ends the invocation.
pub(crate) fn leaves(ctx: &Context, body: &Body, op: Op) -> bool {
    let traits = ctx.registry().op(body.def(op)).traits;
    traits.contains(Traits::TERMINATOR | Traits::ABORTS)
}
