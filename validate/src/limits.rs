//! Validation of the universal limits (specification, 2.17), which options can change

use super::facts::Facts;
use super::rule::{Check, Rule, rule};
use rustc_hash::FxHashMap;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_ir::{Type, TypeData, walk};

const CHAINS: &[u32] =
    &[op::ACCESS_CHAIN, op::IN_BOUNDS_ACCESS_CHAIN, op::PTR_ACCESS_CHAIN, op::IN_BOUNDS_PTR_ACCESS_CHAIN];

/// Validation rules for the universal limits.
pub const RULES: &[Rule] = &[
    rule("SPV-limit-struct-members", "2.17", "the struct has more members than the limit", {
        Check::Type(&[op::TYPE_STRUCT], |x| {
            let count = types::structure(x.ctx(), x.ty)?.members.len();
            Some(count <= x.facts.env.options.max_struct_members as usize)
        })
    }),
    rule("SPV-limit-struct-depth", "2.17", "the structs are nested deeper than the limit", {
        Check::Type(&[op::TYPE_STRUCT], |x| {
            Some(depth(x.facts, x.ty) <= x.facts.env.options.max_struct_depth)
        })
    }),
    rule(
        "SPV-limit-global-variables",
        "2.17",
        "the module has more variables than the limit",
        Check::Module(|facts| {
            let is_variable = |op: &spv_ir::Op| facts.body.def(*op) == v::GlobalVariable::ID;
            let count = walk::top_ops(facts.body).filter(is_variable).count();
            Some(count <= facts.env.options.max_global_variables as usize)
        }),
    ),
    rule(
        "SPV-limit-local-variables",
        "2.17",
        "the functions have more variables than the limit",
        Check::Module(|facts| {
            let count: usize = facts.functions.values().map(|function| function.variables).sum();
            Some(count <= facts.env.options.max_local_variables as usize)
        }),
    ),
    rule(
        "SPV-limit-function-parameters",
        "2.17",
        "the function type has more parameters than the limit",
        Check::Type(&[op::TYPE_FUNCTION], |x| {
            let TypeData::Function { inputs, .. } = x.ctx().type_data(x.ty) else { return None };
            Some(inputs.len() <= x.facts.env.options.max_function_args as usize)
        }),
    ),
    rule(
        "SPV-limit-switch-cases",
        "2.17",
        "the switch has more cases than the limit",
        Check::Op(&[op::SWITCH], |x| {
            let count = x.body().successor_count(x.op).saturating_sub(1);
            Some(count <= x.facts.env.options.max_switch_branches as usize)
        }),
    ),
    rule(
        "SPV-limit-access-chain-indexes",
        "2.17",
        "the access chain has more indexes than the limit",
        Check::BySignature(CHAINS, |x| {
            let fixed =
                if [op::ACCESS_CHAIN, op::IN_BOUNDS_ACCESS_CHAIN].contains(&x.opcode) { 1 } else { 2 };
            let count = x.operand_count().saturating_sub(fixed);
            Some(count <= x.facts.env.options.max_access_chain_indexes as usize)
        }),
    ),
    rule(
        "SPV-limit-nesting-depth",
        "2.17",
        "the constructs are nested deeper than the limit",
        Check::Op(&[op::SELECTION_MERGE, op::LOOP_MERGE], |x| {
            let (function, _) = x.function()?;
            let depth = x.facts.nesting_depth(function, x.body(), x.op);
            Some(depth <= x.facts.env.options.max_control_flow_nesting_depth)
        }),
    ),
];

/// Returns the nesting depth of a struct, which is one more than that of its most deeply nested member.
fn depth(facts: &Facts<'_>, ty: Type) -> u32 {
    let ctx = facts.ctx;
    let mut known: FxHashMap<Type, u32> = FxHashMap::default();
    let mut open = vec![(ty, false)];
    while let Some((ty, ready)) = open.pop() {
        if known.contains_key(&ty) && !ready {
            continue;
        }
        let members = types::structure(ctx, ty).map_or(&[][..], |parts| parts.members);
        let structs = members.iter().filter_map(|member| ctx.attr_type(*member));
        let structs = structs.filter(|member| types::structure(ctx, *member).is_some());
        if ready {
            let deepest = structs.map(|member| known.get(&member).copied().unwrap_or(0)).max();
            known.insert(ty, 1 + deepest.unwrap_or(0));
        } else {
            // Recursive structs contain themselves only through pointers, not as members.
            known.insert(ty, 0);
            open.push((ty, true));
            open.extend(structs.map(|member| (member, false)));
        }
    }
    known.get(&ty).copied().unwrap_or(0)
}
