//! If-conversion of selections to predicated accesses (`if-convert-predicated`)

use super::simplify_cfg::select::{TwoWay, is_cheap};
use crate::options::OptionInfo;
use crate::pass::{ControlFlow, Function, FunctionPass, PassInfo, Work};
use crate::support::access::Access;
use crate::support::memory::Memory;
use crate::support::spirv::{is_referred, is_simple_access};
use crate::support::values::Constants;
use crate::uniformity::{Uniformity, entry_points};
use rustc_hash::FxHashSet;
use spv_dialect::control::flow::Flow;
use spv_dialect::control::structurize;
use spv_dialect::fold::Facts;
use spv_dialect::fold::constant::zero;
use spv_dialect::fold::decorations::speculate;
use spv_dialect::generated::values::{memory_access, storage_class};
use spv_dialect::spv;
use spv_dialect::spv::{LogicalAnd, LogicalNot, PredicatedLoadINTEL, PredicatedStoreINTEL};
use spv_dialect::types;
use spv_ir::dialect::{ABSENT, OpDefId};
use spv_ir::rewrite::{has_one_use, is_debug_info};
use spv_ir::{
    Attribute, Body, Builder, Context, Diagnostics, InsertPoint, NewOp, Op, Type, TypeData, Value, symbols,
    walk,
};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces a selection whose arms hold only speculatable operations and plain accesses with \
                  straight-line code: the operations are speculated, the accesses are predicated by the \
                  condition (SPV_INTEL_predicated_io), and the results are selected. Accesses in nested \
                  selections are predicated by the conjunction of the conditions. Only accesses of numeric \
                  scalars and vectors are converted. Their memory operands must be None, Nontemporal, or \
                  Aligned to at least the size of the value, and their addresses must not depend on values \
                  loaded in the arm. The memory operands are dropped, because consumers do not accept them \
                  on predicated accesses. Selections with DontFlatten are kept. Without `always`, only \
                  modules that declare PredicatedIOINTEL are changed, and only if the target supports it. \
                  With `always`, functions are structurized first, because kernels often declare no \
                  constructs. With `keep-uniform`, selections with a uniform condition are kept: a driver \
                  skips an arm that no invocation takes, but executes predicated accesses.",
    before: "spv.mlir.selection {\n  spv.BranchConditional %c, ^bb1, ^bb2\n^bb1:\n  spv.Store \"CrossWorkgroup\" %p, \
             %x : i32\n  spv.Branch ^bb2\n^bb2:\n  spv.mlir.merge\n}",
    after: "spv.PredicatedStoreINTEL %p, %x, %c : !spv.ptr<i32, CrossWorkgroup>, i32, i1",
    options: &[
        OptionInfo { name: "max-ops", default: "16", help: "maximum number of operations in both arms" },
        OptionInfo { name: "max-loads", default: "4", help: "maximum number of loads in both arms" },
        OptionInfo { name: "max-stores", default: "4", help: "maximum number of stores in both arms" },
        OptionInfo {
            name: "always",
            default: "false",
            help: "also change modules that do not declare PredicatedIOINTEL; spirv-update-vce then adds it",
        },
        OptionInfo {
            name: "keep-uniform",
            default: "false",
            help: "keep selections whose condition is uniform",
        },
    ],
    statistics: &[("selections", "Selections converted"), ("accesses", "Accesses predicated")],
    ..PassInfo::new(
        "if-convert-predicated",
        "Convert selections to predicated accesses",
        ControlFlow::SpvOnly,
        |options| {
            Ok(Work::function(IfConvert {
                max_ops: options.value("max-ops")?,
                max_loads: options.value("max-loads")?,
                max_stores: options.value("max-stores")?,
                always: options.switch("always")?,
                keep_uniform: options.switch("keep-uniform")?,
            }))
        },
    )
};

struct IfConvert {
    max_ops: usize,
    max_loads: usize,
    max_stores: usize,
    always: bool,
    keep_uniform: bool,
}

impl FunctionPass for IfConvert {
    fn run(&self, function: &mut Function<'_>) -> Result<(), Diagnostics> {
        let (ctx, facts) = (function.ctx, function.facts);
        let declared = facts.contains(Facts::PREDICATED_IO) && !facts.contains(Facts::LACKS_PREDICATED_IO);
        if !self.always && !declared {
            return Ok(());
        }
        let (module, table) = (function.module, function.symbols);
        let mut memory = Memory::new(ctx, facts, module, table);
        let body = &mut *function.body;
        if self.always {
            // Ignore failures: a function that cannot be structurized is left unchanged.
            _ = structurize(ctx, body);
        }
        let is_selection = |op: &Op| body.def(*op) == spv::Selection::ID;
        // Convert inner selections first, because their replacements may be in an arm of an outer selection.
        let mut selections: Vec<Op> = walk::ops_post(body).filter(is_selection).collect();
        if self.keep_uniform && !selections.is_empty() {
            let name = symbols::name_of(ctx, module, function.op).map(|name| ctx.ident(name));
            let is_entry_point = name.is_some_and(|name| entry_points(ctx, module).contains(&name));
            let analyze = if is_entry_point { Uniformity::of_entry_point } else { Uniformity::new };
            let uniformity = analyze(ctx, module, table, body, &Flow::new(ctx, body));
            let keeps =
                |op: Op| TwoWay::new(ctx, body, op).is_none_or(|plan| uniformity.is_uniform(plan.condition));
            selections.retain(|&op| !keeps(op));
        }
        let mut constants = Constants::default();
        let (mut converted, mut accesses) = (0, 0);
        for op in selections {
            if let Some(plan) = self.plan(&mut memory, facts, body, op) {
                accesses += convert(ctx, &mut constants, body, op, plan);
                converted += 1;
            }
        }
        function.count(0, converted);
        function.count(1, accesses);
        Ok(())
    }
}

impl IfConvert {
    /// Returns the arms and the merge block of a selection, or `None` if it must not be converted.
    fn plan(&self, memory: &mut Memory<'_>, facts: Facts, body: &Body, op: Op) -> Option<TwoWay> {
        let ctx = memory.ctx;
        let plan = TwoWay::new(ctx, body, op)?;
        let (mut ops, mut loads, mut stores) = (0, 0, 0);
        let mut loaded: FxHashSet<Value> = FxHashSet::default();
        for op in plan.arms.iter().flat_map(|arm| arm.ops(body)).filter(|&op| !is_debug_info(ctx, body, op)) {
            ops += 1;
            let depends = body.operands(op).any(|value| loaded.contains(&value));
            let Some(access) = Access::new(body, op) else {
                if !is_cheap(ctx, body, op) {
                    return None;
                }
                loaded.extend(body.results(op).filter(|_| depends));
                continue;
            };
            let place = memory.place(body, access.pointer);
            let fits = memory_operands(ctx, body, op, access.pointer).is_some()
                && !is_referred(ctx, body, op)
                && !loaded.contains(&access.pointer)
                && place.is_some_and(|place| !memory.is_volatile_or_coherent(body, &place));
            let ty = match access.object {
                Some(object) => {
                    stores += 1;
                    body.value_type(object)
                }
                None => {
                    loads += 1;
                    let result = body.result(op, 0);
                    loaded.insert(result);
                    body.value_type(result)
                }
            };
            if !fits || !is_number(ctx, ty) || !facts.has_constants(ctx, ty) {
                return None;
            }
        }
        let few = ops <= self.max_ops && loads <= self.max_loads && stores <= self.max_stores;
        (few && loads + stores > 0).then_some(plan)
    }
}

/// Returns the memory operand properties of the predicated access. Drops hints, and drops an alignment that is the
/// default for the value type. Returns `None` if an operand is needed that no consumer of predicated accesses supports.
fn memory_operands(ctx: &Context, body: &Body, op: Op, pointer: Value) -> Option<[u32; 2]> {
    const NONE: [u32; 2] = [ABSENT, 0];
    if !is_simple_access(body, op) {
        return None;
    }
    let &[mask, operands] = body.slots(op) else { return Some(NONE) };
    if mask == ABSENT || mask & memory_access::ALIGNED == 0 {
        return Some(NONE);
    }
    let (pointee, class) = types::pointer(ctx, body.value_type(pointer))?;
    if class == storage_class::PHYSICAL_STORAGE_BUFFER {
        // Accesses to PhysicalStorageBuffer memory must specify their alignment.
        return Some([memory_access::ALIGNED, operands]);
    }
    let alignment = ctx.attr_array(Attribute::from_raw(operands)?)?.first().and_then(|a| ctx.attr_u64(*a))?;
    (alignment >= natural_alignment(ctx, pointee)?).then_some(NONE)
}

/// Returns the alignment in bytes that OpenCL requires of a scalar or vector, which is its size. A vector of three
/// components has the size of four. Returns `None` for other types.
fn natural_alignment(ctx: &Context, ty: Type) -> Option<u64> {
    let (element, count) = match ctx.type_data(ty) {
        TypeData::Vector { dims, element } => (*element, *dims.first()?),
        _ => (ty, 1),
    };
    Some(u64::from(types::scalar_width(ctx, element)?) / 8 * count.next_power_of_two())
}

/// Returns whether a type is a numeric scalar or vector.
fn is_number(ctx: &Context, ty: Type) -> bool {
    let scalar = |ty: Type| match ctx.type_data(ty) {
        TypeData::Integer { width, .. } => *width > 1,
        TypeData::Float(_) => true,
        _ => false,
    };
    match ctx.type_data(ty) {
        TypeData::Vector { element, .. } => scalar(*element),
        _ => scalar(ty),
    }
}

/// Converts a selection. Returns the number of accesses that became predicated.
fn convert(
    ctx: &Context,
    constants: &mut Constants,
    body: &mut Body,
    selection: Op,
    mut plan: TwoWay,
) -> u64 {
    let (at, loc) = (InsertPoint::Before(selection), body.loc(selection));
    let bool = |body: &mut Body, def: OpDefId, operands: &[Value]| {
        let mut b = Builder::at(body, at);
        b.value(NewOp { loc, operands, results: &[ctx.common().i1], ..NewOp::new(def) })
    };
    let arm_ops: [Vec<Op>; 2] = [0, 1].map(|number: usize| plan.arms[number].ops(body).collect());
    let inside: FxHashSet<Op> = arm_ops.iter().flatten().copied().collect();
    let mut accesses = 0;
    let mut negated = None;
    for (number, ops) in arm_ops.into_iter().enumerate() {
        for op in ops {
            if is_debug_info(ctx, body, op) {
                // Debug information from one arm is wrong for invocations that execute the other arm.
                Builder::new(body).erase(op);
                continue;
            }
            let Some(access) = Access::new(body, op) else {
                speculate(ctx, &mut Builder::new(body), op, at);
                continue;
            };
            accesses += 1;
            let own = match number {
                0 => plan.condition,
                _ => *negated.get_or_insert_with(|| bool(body, LogicalNot::ID, &[plan.condition])),
            };
            let predicate = match access.predicate {
                Some(inner) => bool(body, LogicalAnd::ID, &[own, inner]),
                None => own,
            };
            let slots = memory_operands(ctx, body, op, access.pointer).expect("the plan has checked them");
            let (attrs, loc) = (body.attrs(op), body.loc(op));
            let Some(object) = access.object else {
                // A loaded value that is only forwarded as a block argument needs no select. Its default is the value
                // that the other arm forwards.
                let old = body.result(op, 0);
                let passed = lone_argument(ctx, body, old, &plan.arms[number].passed).filter(|&index| {
                    let other = plan.arms[1 - number].passed[index];
                    access.default.is_none() && body.defining_op(other).is_none_or(|op| !inside.contains(&op))
                });
                let default = match (access.default, passed) {
                    (Some(default), _) => default,
                    (None, Some(index)) => plan.arms[1 - number].passed[index],
                    (None, None) => {
                        let ty = body.value_type(old);
                        let zero = zero(ctx, ty).expect("numbers have a zero");
                        constants.get(body, ty, zero)
                    }
                };
                let operands = [access.pointer, predicate, default];
                let value = predicated_load(&mut Builder::at(body, at), op, &operands, &slots);
                for arm in &mut plan.arms {
                    arm.passed.iter_mut().filter(|passed| **passed == old).for_each(|passed| *passed = value);
                }
                if let Some(index) = passed {
                    plan.arms[1 - number].passed[index] = value;
                }
                continue;
            };
            let operands = [access.pointer, object, predicate];
            let new = NewOp {
                loc,
                operands: &operands,
                slots: &slots,
                attrs,
                ..NewOp::new(PredicatedStoreINTEL::ID)
            };
            Builder::at(body, at).create(new);
        }
    }
    plan.select_results(ctx, &mut Builder::new(body), selection);
    accesses
}

/// Creates a predicated load at the builder's position in place of the load `access`. Returns the loaded value.
fn predicated_load(b: &mut Builder<'_>, access: Op, operands: &[Value], slots: &[u32]) -> Value {
    let old = b.result(access, 0);
    let (ty, name) = (b.value_type(old), b.value_name(old));
    let (attrs, loc) = (b.attrs(access), b.loc(access));
    let def = PredicatedLoadINTEL::ID;
    let value = b.value(NewOp { loc, operands, slots, results: &[ty], attrs, ..NewOp::new(def) });
    b.set_value_name(old, None);
    b.set_value_name(value, name);
    b.replace_all_uses(old, value);
    value
}

/// Returns the index of the block argument to which a value is forwarded, or `None` if the value has other uses.
fn lone_argument(ctx: &Context, body: &Body, value: Value, passed: &[Value]) -> Option<usize> {
    let index = passed.iter().position(|&passed| passed == value)?;
    has_one_use(ctx, body, value).then_some(index)
}
