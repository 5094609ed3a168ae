//! Constant operand legalization (`legalize-constant-operands`)
//!
//! Replaces constant operands that SPIR-V forbids but that constant propagation may produce.

use crate::options::IF_CHANGED;
use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::support::spirv::storage;
use crate::support::values::Undefs;
use rustc_hash::FxHashMap;
use spv_dialect::attributes;
use spv_dialect::control::lowering::LoweringPlan;
use spv_dialect::fold::Facts;
use spv_dialect::generated::opcodes;
use spv_dialect::generated::values::{memory_semantics as sem, scope};
use spv_dialect::spv;
use spv_dialect::types;
use spv_ir::dialect::{OpDefId, OpRow, ParamKind, Registry};
use spv_ir::params::{self, OpComponent};
use spv_ir::symbols::name_of;
use spv_ir::{
    AttrData, Attribute, Body, Builder, Context, Diagnostics, Ident, InsertPoint, NewOp, Op, Signedness,
    Type, TypeData, Value, ValueDef, walk,
};
use std::cell::OnceCell;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces constant operands that would make the module invalid: negative indices of logical access \
                  chains, negative sizes of copies, and, in kernels, invalid scopes and memory semantics. Erases \
                  copies of zero bytes. Passes that propagate constants may produce such operands.",
    before: "%i = spv.Constant -1 : i32\n%p = spv.AccessChain %v[%i] : !spv.ptr<!spv.array<4 x i32>, Function>, i32",
    after: "%i = spv.Constant 4294967295 : i32\n%p = spv.AccessChain %v[%i] : !spv.ptr<!spv.array<4 x i32>, Function>, i32",
    options: &[IF_CHANGED],
    ..PassInfo::new(
        "legalize-constant-operands",
        "Replace constant operands that are invalid",
        ControlFlow::Any,
        |_| Ok(Work::function(run)),
    )
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let Function { ctx, module, symbols, facts, .. } = *function;
    legalize(ctx, function.body, facts, &|name| named_integer(ctx, module, symbols.get(name)?));
    Ok(())
}

/// Values of a module's integer constants that have a name or decorations, keyed by symbol.
pub(crate) type GlobalIntegers = FxHashMap<Ident, Attribute>;

/// Collects the integer constants of an `spv.module` that have a symbol, given the module's body.
pub(crate) fn global_integers(ctx: &Context, module: &Body) -> GlobalIntegers {
    let integers = walk::top_ops(module).filter_map(|op| {
        let value = named_integer(ctx, module, op)?;
        Some((ctx.ident(name_of(ctx, module, op)?), value))
    });
    integers.collect()
}

/// Returns the value of a module-level integer constant, or `None` for other ops.
fn named_integer(ctx: &Context, module: &Body, op: Op) -> Option<Attribute> {
    spv::GlobalConstant::cast(module, op)?;
    let value = module.slot_attr(op, spv::GlobalConstant::VALUE)?;
    attributes::integer(ctx, value).map(|_| value)
}

/// Function that returns the value of a module-level integer constant, given its symbol.
type NamedIntegers<'a> = &'a dyn Fn(Ident) -> Option<Attribute>;

/// Replaces constant operands that would make the module invalid.
///
/// A negative constant index of a logical access chain becomes the unsigned constant with the same bits. Both are out
/// of bounds, but a negative index is invalid even if the chain never executes (SPIR-V specification, section 2.16.1).
/// Copy sizes are treated the same way, and a copy of zero bytes is erased. In kernels, scopes and memory semantics
/// need not be constant, so invalid constants become undef.
pub(crate) fn legalize(ctx: &Context, body: &mut Body, facts: Facts, globals: NamedIntegers<'_>) {
    let has_indices = !facts.contains(Facts::OPENCL);
    let (mut negative, mut copies, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
    let constants = Constants { ctx, body, globals, plan: OnceCell::new() };
    for op in walk::ops(body) {
        let id = body.def(op);
        if has_indices && (id == spv::Constant::ID || id == spv::ReferenceOf::ID) {
            negative.extend(constants.given_by(op).and_then(|v| unsigned(ctx, v)).map(|v| (op, v)));
        } else if id == spv::CopyMemorySized::ID {
            let size = constants.value(body.operand(op, spv::CopyMemorySized::SIZE));
            copies.extend(size.map(|size| (op, size)));
        } else if !has_indices {
            wrong.extend(wrong_operands(&constants, op).into_iter().map(|operand| (op, operand)));
        }
    }
    for (op, value) in negative {
        replace_indices(ctx, body, op, value);
    }
    let mut undefined = Undefs::new(ctx);
    for (op, operand) in wrong {
        let ty = body.value_type(body.operand(op, operand));
        let undefined = undefined.get(body, ty);
        Builder::new(body).set_operand(op, operand, undefined);
    }
    for (copy, size) in copies {
        if attributes::integer(ctx, size) == Some(0) {
            Builder::new(body).erase(copy);
        } else if let Some(value) = unsigned(ctx, size) {
            let size = constant(body, copy, value);
            Builder::new(body).set_operand(copy, spv::CopyMemorySized::SIZE, size);
        }
    }
}

/// Returns the operand indices of invalid constant scopes and invalid constant memory semantics. An op with an operand
/// like this has undefined behavior.
fn wrong_operands(constants: &Constants<'_>, op: Op) -> Vec<usize> {
    let Constants { ctx, body, .. } = *constants;
    let def = ctx.registry().op(body.def(op));
    let params = def.row.params;
    if !params.iter().any(|param| matches!(param.kind, ParamKind::ConstEnum(_))) {
        return Vec::new();
    }
    let (mut found, mut operand, mut semantics) = (Vec::new(), 0, 0);
    params::walk(ctx, body, op, def, &mut |number, item| {
        let ParamKind::ConstEnum(kind) = params[number].kind else {
            operand += usize::from(matches!(item, OpComponent::Value(_)));
            return;
        };
        let given = match item {
            OpComponent::Const(_, value) => Some(u64::from(value)),
            OpComponent::Value(value) => {
                constants.value(value).and_then(|value| attributes::integer(ctx, value))
            }
            _ => None,
        };
        let given = given.map(|value| u32::try_from(value).unwrap_or(u32::MAX));
        let name = params[number].name;
        let is_wrong = |value: u32| match kind.bits {
            true => are_wrong_semantics(body.def(op), value, (name == "unequal").then_some(semantics)),
            false => kind.by_value(value).is_none() || is_wrong_scope(def.row, name, value),
        };
        if matches!(item, OpComponent::Value(_)) {
            found.extend(given.filter(|value| is_wrong(*value)).map(|_| operand));
            operand += 1;
        }
        semantics = given.unwrap_or(0);
    });
    found
}

/// Returns whether a scope is invalid as the parameter `parameter` of an op in a kernel.
fn is_wrong_scope(op: &OpRow, parameter: &str, value: u32) -> bool {
    if parameter == "memory" {
        return value == scope::QUEUE_FAMILY;
    }
    // SPIR-V specification, section 3.52.24: only some scopes are valid for group operations.
    let is_subgroup = value == scope::SUBGROUP;
    let may_be_workgroup = op.opcode == opcodes::GROUP_NON_UNIFORM_ROTATE_KHR;
    op.name.starts_with("spv.GroupNonUniform")
        && !(is_subgroup || may_be_workgroup && value == scope::WORKGROUP)
}

/// Returns whether memory semantics are invalid for an op in a kernel (SPIR-V specification, section 3.25). For the
/// `unequal` operand of a compare-exchange, `equal` is the value of its `equal` operand.
fn are_wrong_semantics(op: OpDefId, bits: u32, equal: Option<u32>) -> bool {
    const ORDERS: u32 = sem::ACQUIRE | sem::RELEASE | sem::ACQUIRE_RELEASE | sem::SEQUENTIALLY_CONSISTENT;
    const OTHERS: u32 =
        sem::UNIFORM_MEMORY | sem::OUTPUT_MEMORY | sem::MAKE_AVAILABLE | sem::MAKE_VISIBLE | sem::VOLATILE;
    let excluded = match op {
        spv::AtomicStore::ID | spv::AtomicFlagClear::ID => sem::ACQUIRE | sem::ACQUIRE_RELEASE,
        _ if op == spv::AtomicLoad::ID || equal.is_some() => sem::RELEASE | sem::ACQUIRE_RELEASE,
        _ => 0,
    };
    let is_stronger = |equal: u32| {
        bits & sem::SEQUENTIALLY_CONSISTENT & !equal != 0 || bits & sem::ACQUIRE != 0 && equal & ORDERS == 0
    };
    bits & (excluded | OTHERS) != 0 || (bits & ORDERS).count_ones() > 1 || equal.is_some_and(is_stronger)
}

/// Finds the values of a body that are constants in the binary.
struct Constants<'a> {
    ctx: &'a Context,
    body: &'a Body,
    globals: NamedIntegers<'a>,
    plan: OnceCell<LoweringPlan>,
}

impl Constants<'_> {
    /// Returns the constant that a value always equals, if the value is a constant, a block argument or a construct
    /// result.
    fn value(&self, value: Value) -> Option<Attribute> {
        let may_represent = match self.body.value_def(value) {
            ValueDef::Result(op, _) => self.body.region_count(op) > 0,
            ValueDef::Argument(..) => true,
            ValueDef::Forward => return None,
        };
        let represented =
            || self.plan.get_or_init(|| LoweringPlan::of(self.ctx, self.body)).represented(value);
        let value = if may_represent { represented()? } else { value };
        self.given_by(self.body.defining_op(value)?)
    }

    /// Returns the value of a constant op, or of a reference to a module-level integer constant. Returns `None` for
    /// other ops.
    fn given_by(&self, op: Op) -> Option<Attribute> {
        match spv::ReferenceOf::cast(self.body, op) {
            Some(reference) => (self.globals)(reference.spec_const(self.ctx)?),
            None => {
                spv::Constant::cast(self.body, op).and_then(|_| self.body.slot_attr(op, spv::Constant::VALUE))
            }
        }
    }
}

/// Returns a negative integer as the unsigned integer with the same bits, and its type. Returns `None` for other
/// values.
fn unsigned(ctx: &Context, value: Attribute) -> Option<(Attribute, Type)> {
    // Constants are rarely negative, so create the unsigned type only if needed.
    if !attributes::is_negative(ctx, value) {
        return None;
    }
    let AttrData::Integer { value, ty } = *ctx.attr_data(attributes::bare(ctx, value)) else { return None };
    let TypeData::Integer { width, .. } = *ctx.type_data(ty) else { return None };
    let ty = ctx.int_type(width, Signedness::Signless);
    Some((ctx.int_attr(value, ty), ty))
}

/// Replaces the result of an op with another constant if it is used as an access chain index. Follows the result
/// through the construct results that it is merged into.
fn replace_indices(ctx: &Context, body: &mut Body, op: Op, value: (Attribute, Type)) {
    let result = body.result(op, 0);
    let (mut values, mut indices) = (vec![result], Vec::new());
    while let Some(value) = values.pop() {
        for (user, operand) in body.uses(value) {
            if body.def(user) == spv::Merge::ID {
                let owner = body.parent(user).and_then(|block| body.block_owner(block));
                values.extend(owner.and_then(|owner| body.results(owner).nth(operand)));
            } else if is_index(ctx, ctx.registry(), body, user, operand) {
                indices.push((user, operand, value == result));
            }
        }
    }
    let mut beside = None;
    for (user, operand, is_direct) in indices {
        let index = match is_direct {
            true => *beside.get_or_insert_with(|| constant(body, op, value)),
            // The value may be nested in the construct and not visible to the user.
            false => constant(body, user, value),
        };
        Builder::new(body).set_operand(user, operand, index);
    }
}

/// Creates a constant before the op `before`. Returns its value.
fn constant(body: &mut Body, before: Op, (value, ty): (Attribute, Type)) -> Value {
    let mut builder = Builder::at(body, InsertPoint::Before(before));
    let new = NewOp { slots: &[value.raw()], results: &[ty], ..NewOp::new(spv::Constant::ID) };
    builder.value(new)
}

/// Returns whether an operand is an index of an access chain whose result is a logical pointer.
fn is_index(ctx: &Context, registry: &Registry, body: &Body, user: Op, operand: usize) -> bool {
    let row = registry.op(body.def(user)).row;
    let chain = types::ACCESS_CHAINS.iter().find(|chain| row.set == 0 && chain.0 == row.opcode);
    let class = || types::pointer(ctx, body.value_type(body.result(user, 0))).map(|(_, class)| class);
    chain.is_some_and(|chain| operand >= chain.1) && class() != Some(storage::PHYSICAL_STORAGE_BUFFER)
}
