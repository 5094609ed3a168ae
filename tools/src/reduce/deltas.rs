//! Reduction deltas, from coarse to fine, with the functions that find their targets

use super::null::{has_null, is_constant};
use super::target::Reduction;
use crate::module_ref::ModuleRef;
use rustc_hash::FxHashSet;
use spv_dialect::attributes::{self, AttrKind};
use spv_dialect::generated::opcodes;
use spv_dialect::vce::Vce;
use spv_dialect::{spv, types};
use spv_ir::dialect::Traits;
use spv_ir::symbols::SymbolUses;
use spv_ir::{Attribute, Body, Op, Type, TypeData, walk};

/// A kind of reduction, with the function that finds where it applies.
pub(super) struct Delta {
    /// Name of the constructs that the delta removes, for progress messages.
    pub name: &'static str,
    /// A function that finds the reductions of this kind in a module, in order.
    pub find: fn(ModuleRef<'_>) -> Vec<Reduction>,
    /// Pass pipeline that runs after the reduction to clean up; may be empty.
    pub cleanup: &'static str,
    /// Whether a module of the same or larger size counts as progress. Set only if the number of targets strictly
    /// decreases.
    pub keeps_size: bool,
}

impl Delta {
    const fn new(name: &'static str, find: fn(ModuleRef<'_>) -> Vec<Reduction>) -> Delta {
        Delta { name, find, cleanup: "", keeps_size: false }
    }
}

/// All deltas, in the order of application.
pub(super) static DELTAS: &[Delta] = &[
    Delta::new("debug information", |_| passes(&["strip-nonsemantic", "strip-debug"])),
    Delta { cleanup: "symbol-dce", ..Delta::new("entry points", entry_points) },
    Delta::new("unused symbols", |_| passes(&["symbol-dce"])),
    Delta { cleanup: "symbol-dce", ..Delta::new("functions", bodies) },
    Delta::new("constructs", constructs),
    Delta { cleanup: "simplify-cfg", ..Delta::new("branches", conditions) },
    Delta::new("blocks", terminators),
    Delta::new("operations", ops),
    Delta::new("dead code", |_| passes(SIMPLIFICATIONS)),
    Delta::new("chains of operations", forwards),
    Delta::new("operands", operands),
    Delta::new("constants", constants),
    Delta::new("parameters", parameters),
    Delta::new("interfaces", interfaces),
    Delta::new("definitions", globals),
    Delta { keeps_size: true, ..Delta::new("arrays", arrays) },
    Delta::new("decorations", attributes),
    Delta::new("declarations", |_| passes(DECLARATIONS)),
    Delta::new("members", members),
    Delta::new("decorations of types", type_attributes),
    Delta::new("capabilities", capabilities),
];

/// Passes that simplify functions.
const SIMPLIFICATIONS: &[&str] = &["dce", "simplify-cfg", "mem2reg", "canonicalize", "cse", "sroa"];

/// Passes that simplify declarations.
const DECLARATIONS: &[&str] = &[UNUSED_MEMBERS, "freeze-spec-const", "spirv-update-vce", "symbol-dce"];

const UNUSED_MEMBERS: &str = "remove-unused-members{interface=true push-constants=true other-classes=true}";

fn passes(names: &'static [&'static str]) -> Vec<Reduction> {
    names.iter().map(|name| Reduction::Pass(name)).collect()
}

/// Returns the functions that have a body.
fn functions(module: ModuleRef<'_>) -> impl Iterator<Item = (Op, &Body)> {
    let defined = |op: Op| {
        let body = module.body.nested(op)?;
        body.first_block(body.root()).and_then(|entry| body.first_op(entry))?;
        (module.body.def(op) == spv::Func::ID).then_some((op, body))
    };
    walk::top_ops(module.body).filter_map(defined)
}

/// Finds entry points and execution modes.
fn entry_points(module: ModuleRef<'_>) -> Vec<Reduction> {
    let kinds = [spv::EntryPoint::ID, spv::ExecutionModeOp::ID, spv::ExecutionModeId::ID];
    let ops = walk::top_ops(module.body).filter(|&op| kinds.contains(&module.body.def(op)));
    ops.map(Reduction::Global).collect()
}

/// Finds function bodies with more than two ops.
fn bodies(module: ModuleRef<'_>) -> Vec<Reduction> {
    let is_long = |body: &Body| walk::ops(body).nth(2).is_some();
    functions(module).filter(|(_, body)| is_long(body)).map(|(op, _)| Reduction::Body(op)).collect()
}

/// Returns whether each result of an op is unused or can be replaced with a null constant.
fn is_replaceable(module: ModuleRef<'_>, body: &Body, op: Op) -> bool {
    body.results(op).all(|value| has_null(module.ctx, body.value_type(value)) || !body.has_uses(value))
}

fn constructs(module: ModuleRef<'_>) -> Vec<Reduction> {
    let mut targets = Vec::new();
    for (function, body) in functions(module) {
        let constructs = walk::ops(body).filter(|&op| body.region_count(op) > 0);
        let constructs = constructs.filter(|&op| is_replaceable(module, body, op));
        targets.extend(constructs.map(|op| Reduction::Op(function, op)));
    }
    targets
}

/// Finds branches with a non-constant condition. Lists one reduction per boolean constant that can replace the
/// condition.
fn conditions(module: ModuleRef<'_>) -> Vec<Reduction> {
    let mut targets = Vec::new();
    for (function, body) in functions(module) {
        let branches = walk::ops(body).filter(|&op| {
            let is_branch = [spv::BranchConditional::ID, spv::Switch::ID].contains(&body.def(op));
            is_branch && body.own_operands(op).next().is_some_and(|value| !is_constant(body, value))
        });
        for op in branches {
            targets.push(Reduction::Condition(function, op, false));
            if body.def(op) == spv::BranchConditional::ID {
                targets.push(Reduction::Condition(function, op, true));
            }
        }
    }
    targets
}

/// Finds terminators other than returns.
fn terminators(module: ModuleRef<'_>) -> Vec<Reduction> {
    let mut targets = Vec::new();
    for (function, body) in functions(module) {
        let ends = walk::blocks(body).filter_map(|block| body.last_op(block));
        let others = ends.filter(|&op| ![spv::Return::ID, spv::ReturnValue::ID].contains(&body.def(op)));
        targets.extend(others.map(|op| Reduction::Return(function, op)));
    }
    targets
}

/// Finds unused function parameters, last one first, so that earlier indices remain valid.
fn parameters(module: ModuleRef<'_>) -> Vec<Reduction> {
    let mut targets = Vec::new();
    for (function, body) in functions(module) {
        let arguments = body.first_block(body.root()).map_or(&[][..], |entry| body.args(entry));
        let unused = (0..arguments.len()).rev().filter(|&i| !body.has_uses(arguments[i]));
        targets.extend(unused.map(|i| Reduction::Parameter(function, i)));
    }
    targets
}

/// Finds ops in reverse order within each function, so that users are removed before definitions.
fn ops(module: ModuleRef<'_>) -> Vec<Reduction> {
    let mut targets = Vec::new();
    for (function, body) in functions(module) {
        let is_target = |op: &Op| {
            let traits = module.ctx.registry().op(body.def(*op)).traits;
            let is_unused = body.results(*op).all(|value| !body.has_uses(value));
            let is_constant = body.def(*op) == spv::Constant::ID;
            !traits.contains(Traits::TERMINATOR)
                && body.region_count(*op) == 0
                && (is_unused || (!is_constant && is_replaceable(module, body, *op)))
        };
        let found: Vec<Op> = walk::ops(body).filter(is_target).collect();
        targets.extend(found.into_iter().rev().map(|op| Reduction::Op(function, op)));
    }
    targets
}

/// Finds ops whose only result has the type of an operand.
fn forwards(module: ModuleRef<'_>) -> Vec<Reduction> {
    let mut targets = Vec::new();
    for (function, body) in functions(module) {
        for op in walk::ops(body).filter(|&op| body.result_count(op) == 1 && body.region_count(op) == 0) {
            let ty = body.value_type(body.result(op, 0));
            let found = body.own_operands(op).position(|operand| body.value_type(operand) == ty);
            targets.extend(found.map(|index| Reduction::Forward(function, op, index)));
        }
    }
    targets
}

/// Finds non-constant operands, including successor arguments.
fn operands(module: ModuleRef<'_>) -> Vec<Reduction> {
    let mut targets = Vec::new();
    for (function, body) in functions(module) {
        for op in walk::ops(body) {
            let is_target = |(_, value): &(usize, spv_ir::Value)| {
                !is_constant(body, *value) && has_null(module.ctx, body.value_type(*value))
            };
            let found = body.operands(op).enumerate().filter(is_target);
            targets.extend(found.map(|(index, _)| Reduction::Operand(function, op, index)));
        }
    }
    targets
}

/// Finds non-null constants in functions. Skips integers, because some operands, such as indices of struct members,
/// must be constants with a specific value.
fn constants(module: ModuleRef<'_>) -> Vec<Reduction> {
    let ctx = module.ctx;
    let mut targets = Vec::new();
    for (function, body) in functions(module) {
        let is_target = |op: &Op| {
            let value = spv::Constant::cast(body, *op).and_then(|constant| constant.value());
            let kind = value.and_then(|value| attributes::view(ctx, value)).map(|(kind, _)| kind);
            let is_integer =
                |value| matches!(ctx.type_data(body.value_type(value)), TypeData::Integer { .. });
            let literal = body.results(*op).any(is_integer);
            value.is_some() && !literal && kind != Some(AttrKind::Null) && is_replaceable(module, body, *op)
        };
        targets.extend(walk::ops(body).filter(is_target).map(|op| Reduction::Constant(function, op)));
    }
    targets
}

fn interfaces(module: ModuleRef<'_>) -> Vec<Reduction> {
    let entries = walk::top_ops(module.body).filter_map(|op| spv::EntryPoint::cast(module.body, op));
    let variables = |entry: spv::EntryPoint<'_>| -> Vec<Reduction> {
        entry.interface(module.ctx).map(|name| Reduction::Interface(entry.op(), name)).collect()
    };
    entries.flat_map(variables).collect()
}

/// Finds unreferenced module-level ops.
fn globals(module: ModuleRef<'_>) -> Vec<Reduction> {
    let (ctx, body) = (module.ctx, module.body);
    let uses = SymbolUses::new(ctx, body);
    let is_unused = |op: &Op| {
        let name = spv_ir::symbols::name_of(ctx, body, *op).map(|name| ctx.ident(name));
        name.is_none_or(|name| uses.users(name).iter().all(|user| user.top == *op))
    };
    walk::top_ops(body).filter(is_unused).map(Reduction::Global).collect()
}

fn capabilities(module: ModuleRef<'_>) -> Vec<Reduction> {
    let vce = module.outer.slot_attr(module.op, spv::Module::VCE_TRIPLE);
    let vce = vce.and_then(|vce| Vce::new(module.ctx, vce));
    let mut targets = vec![Reduction::Pass("spirv-update-vce")];
    if let Some(vce) = vce {
        targets.extend(vce.capabilities.iter().map(|capability| Reduction::Capability(*capability)));
        targets.extend(vce.extensions.iter().map(|name| Reduction::Extension(module.ctx.ident(name))));
    }
    targets
}

/// Finds array types with more than one element.
fn arrays(module: ModuleRef<'_>) -> Vec<Reduction> {
    let ctx = module.ctx;
    let is_long = |ty: &Type| match types::view(ctx, *ty) {
        Some((opcodes::TYPE_ARRAY, [_, _, length])) => ctx.attr_u64(*length).is_some_and(|length| length > 1),
        _ => false,
    };
    all_types(module).into_iter().filter(is_long).map(Reduction::Array).collect()
}

/// Returns the types of a module in order of their first use.
fn all_types(module: ModuleRef<'_>) -> Vec<Type> {
    let ctx = module.ctx;
    let mut found = Vec::new();
    let bodies = walk::bodies(module.body).map(|at| at.body);
    for body in bodies {
        for op in walk::ops(body) {
            for ty in spv_ir::replace::referenced_types(ctx, body, op) {
                found.extend(spv_ir::replace::inner_types(ctx, ty));
            }
        }
    }
    let mut seen = FxHashSet::default();
    found.retain(|ty| seen.insert(*ty));
    found
}

/// Finds the members of structs with several members. Lists the last member first, so that earlier indices remain
/// valid.
fn members(module: ModuleRef<'_>) -> Vec<Reduction> {
    let mut targets = Vec::new();
    for ty in all_types(module) {
        let count = types::structure(module.ctx, ty).map_or(0, |parts| parts.members.len());
        if count > 1 {
            targets.extend((0..count).rev().map(|index| Reduction::Member(ty, index)));
        }
    }
    targets
}

/// Finds the decorations of types and members.
fn type_attributes(module: ModuleRef<'_>) -> Vec<Reduction> {
    let ctx = module.ctx;
    let mut targets = Vec::new();
    for ty in all_types(module) {
        let keys = |dict: Option<Attribute>| ctx.dict(dict).iter().map(|(key, _)| *key);
        let parts = types::structure(ctx, ty);
        let own = match &parts {
            Some(parts) => parts.decorations,
            None => types::view(ctx, ty).and_then(|(_, params)| params.first().copied()),
        };
        targets.extend(keys(own).map(|key| Reduction::TypeAttribute(ty, None, key)));
        for (index, &dict) in parts.iter().flat_map(|parts| parts.member_decorations.iter().enumerate()) {
            targets.extend(keys(Some(dict)).map(|key| Reduction::TypeAttribute(ty, Some(index), key)));
        }
    }
    targets
}

/// Finds discardable attributes, such as decorations, on all ops.
fn attributes(module: ModuleRef<'_>) -> Vec<Reduction> {
    let ctx = module.ctx;
    let mut targets = Vec::new();
    let of_module = ctx.dict(module.outer.attrs(module.op)).iter();
    targets.extend(of_module.map(|(key, _)| Reduction::ModuleAttribute(*key)));
    let mut of = |function: Option<Op>, body: &Body, op: Op| {
        let keys = ctx.dict(body.attrs(op)).iter().map(|(key, _)| *key);
        targets.extend(keys.map(|key| Reduction::Attribute(function, op, key)));
    };
    walk::top_ops(module.body).for_each(|op| of(None, module.body, op));
    for (function, body) in functions(module) {
        walk::ops(body).for_each(|op| of(Some(function), body, op));
    }
    targets
}
