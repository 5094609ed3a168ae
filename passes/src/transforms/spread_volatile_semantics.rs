//! Volatile semantics for built-in variables that change during execution (`spread-volatile-semantics`)

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::spirv::{is_chain, ops_of};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::generated::values::{execution_model as model, memory_access, memory_model};
use spv_dialect::spv;
use spv_ir::dialect::ABSENT;
use spv_ir::symbols::name_of;
use spv_ir::{Body, Builder, Context, Diagnostics, Ident, Op, Value, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Makes built-in variables volatile if they may change during an invocation. In ray \
                  generation, intersection, hit, miss and callable shaders these are subgroup sizes, \
                  indices and masks, and SM and warp ids. From version 1.6 on, HelperInvocation in fragment \
                  shaders is made volatile, too. With the Vulkan memory model the loads become volatile, \
                  otherwise the variable does.",
    before: "spv.GlobalVariable @size built_in(\"SubgroupSize\") : !spv.ptr<i32, Input>",
    after: "spv.GlobalVariable @size built_in(\"SubgroupSize\") {volatile} : !spv.ptr<i32, Input>",
    statistics: &[("variables", "Variables made volatile"), ("loads", "Loads made volatile")],
    ..PassInfo::new(
        "spread-volatile-semantics",
        "Mark built-in variables that may change as volatile",
        ControlFlow::Any,
        |_| Ok(Work::module(run)),
    )
};

/// Built-in variables that may change in a ray tracing shader, because the shader may resume on other hardware.
const OF_RAYS: [&str; 9] = [
    "SMIDNV",
    "WarpIDNV",
    "SubgroupSize",
    "SubgroupLocalInvocationId",
    "SubgroupEqMask",
    "SubgroupGeMask",
    "SubgroupGtMask",
    "SubgroupLeMask",
    "SubgroupLtMask",
];

const RAY_MODELS: [u32; 5] = [
    model::RAY_GENERATION_KHR,
    model::CLOSEST_HIT_KHR,
    model::MISS_KHR,
    model::INTERSECTION_KHR,
    model::CALLABLE_KHR,
];

/// The first SPIR-V version in which HelperInvocation must be volatile.
const FIRST_WITH_VOLATILE_HELPERS: u64 = 0x0001_0600;

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let is_late = module.version().is_some_and(|version| version >= FIRST_WITH_VOLATILE_HELPERS);
    let mut volatile: FxHashMap<Ident, Op> = FxHashMap::default();
    let variables: FxHashMap<Ident, (Op, &str)> = ops_of(module, spv::GlobalVariable::ID)
        .into_iter()
        .filter_map(|op| {
            let built_in = ctx.attr_str(ctx.dict_get(module.body.attrs(op), "built_in")?)?;
            Some((ctx.ident(name_of(ctx, module.body, op)?), (op, built_in)))
        })
        .collect();
    for op in ops_of(module, spv::EntryPoint::ID) {
        let model = module.body.slot(op, spv::EntryPoint::EXECUTION_MODEL);
        let interface = spv::EntryPoint::cast(module.body, op).map(|entry| entry.interface(ctx));
        for name in interface.into_iter().flatten() {
            let Some((variable, built_in)) = variables.get(&name) else { continue };
            let of_rays = RAY_MODELS.contains(&model) && OF_RAYS.contains(built_in);
            let of_helpers = model == model::FRAGMENT && is_late && *built_in == "HelperInvocation";
            if of_rays || of_helpers {
                volatile.insert(name, *variable);
            }
        }
    }
    let is_vulkan = module.outer.slot(module.op, spv::Module::MEMORY_MODEL) == memory_model::VULKAN;
    if is_vulkan {
        let names: FxHashSet<Ident> = volatile.into_keys().collect();
        let mut loads = 0;
        for function in module.functions() {
            loads += module.function_mut(function, |body| make_loads(ctx, body, &names)).unwrap_or(0);
        }
        module.count(1, loads);
        return Ok(());
    }
    let mut count = 0;
    let mut builder = Builder::new(module.body);
    for op in volatile.into_values() {
        if ctx.dict_get(builder.attrs(op), "volatile").is_none() {
            let mut entries = ctx.dict(builder.attrs(op)).to_vec();
            entries.push((ctx.ident("volatile"), ctx.unit_attr()));
            builder.set_attrs(op, Some(ctx.dict_attr(entries)));
            count += 1;
        }
    }
    module.count(0, count);
    Ok(())
}

/// Marks the loads of variables and of their elements as volatile. Returns the number of changed loads.
fn make_loads(ctx: &Context, body: &mut Body, names: &FxHashSet<Ident>) -> u64 {
    let address = |op: Op| {
        let view = spv::AddressOf::cast(body, op)?;
        view.variable(ctx).filter(|name| names.contains(name)).map(|_| view.result())
    };
    let mut pointers: Vec<Value> = walk::ops(body).filter_map(address).collect();
    let mut loads = Vec::new();
    while let Some(pointer) = pointers.pop() {
        for (user, _) in body.uses(pointer) {
            if is_chain(body, user) {
                pointers.push(body.result(user, 0));
            } else if body.def(user) == spv::Load::ID {
                loads.push(user);
            }
        }
    }
    let mut count = 0;
    for load in loads {
        let access = body.slot(load, spv::Load::MEMORY_ACCESS);
        let new = if access == ABSENT { 0 } else { access } | memory_access::VOLATILE;
        if new != access {
            Builder::new(body).set_slot(load, spv::Load::MEMORY_ACCESS, new);
            count += 1;
        }
    }
    count
}
