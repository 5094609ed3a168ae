//! Uniformity (divergence): which values are the same for all invocations that execute their definition together, over
//! both control-flow forms.
//!
//! Optimistic: a value is uniform until one of its operands is divergent, or it is a source of divergence (`sources`).
//! Where paths meet that a divergent branch separated, parameters are divergent (sync dependence, as in LLVM's divergence
//! analysis). A branch separates the nodes between it and its immediate post-dominator; these are approximated by an
//! interval of the reverse post-order, so that the time is almost linear.
//!
//! For cost models: memory is taken to hold what it held for the invocations that read it together.

mod solver;
mod sources;

use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::control::flow::Flow;
use spv_dialect::spv;
use spv_ir::{Body, Context, Ident, SymbolTable, Value, walk};

/// The uniform values of a body.
pub struct Uniformity {
    /// By value.
    divergent: Vec<bool>,
}

impl Uniformity {
    /// Analyzes a function of a module with these symbols. `flow` is the graph of the function.
    pub fn new(ctx: &Context, module: &Body, symbols: &SymbolTable, body: &Body, flow: &Flow) -> Uniformity {
        let globals = Globals { ctx, module, symbols, uniform: FxHashMap::default() };
        Uniformity { divergent: solver::solve(globals, body, flow, false) }
    }

    /// As [`Self::new`], of an entry point: its parameters are the arguments of a kernel, the same for all invocations.
    pub fn of_entry_point(
        ctx: &Context,
        module: &Body,
        symbols: &SymbolTable,
        body: &Body,
        flow: &Flow,
    ) -> Uniformity {
        let globals = Globals { ctx, module, symbols, uniform: FxHashMap::default() };
        Uniformity { divergent: solver::solve(globals, body, flow, true) }
    }

    /// Returns whether invocations may execute a node without others that executed the entry, by node: it lies between a
    /// divergent branch and the node where the paths of that branch meet.
    pub fn divergent_nodes(&self, body: &Body, flow: &Flow) -> Vec<bool> {
        let joins = solver::post_dominators(flow);
        let mut divergent = vec![false; flow.nodes.len()];
        for (&node, join) in flow.order.iter().zip(joins) {
            let Some(end) = flow.nodes[node as usize].end else { continue };
            let condition = body.own_operands(end).next();
            if !solver::is_branch(body, end) || condition.is_none_or(|value| self.is_uniform(value)) {
                continue;
            }
            let join = flow.order.get(join as usize).copied();
            let mut seen = vec![false; flow.nodes.len()];
            let mut work: Vec<u32> = flow.outgoing(node).iter().map(|edge| edge.to).collect();
            while let Some(at) = work.pop() {
                if Some(at) != join && !std::mem::replace(&mut seen[at as usize], true) {
                    divergent[at as usize] = true;
                    work.extend(flow.outgoing(at).iter().map(|edge| edge.to));
                }
            }
        }
        divergent
    }

    /// Whether a value is the same for all invocations that execute its definition together.
    pub fn is_uniform(&self, value: Value) -> bool {
        self.divergent.get(value.index()) == Some(&false)
    }
}

/// The functions that entry points of a module name.
pub fn entry_points(ctx: &Context, module: &Body) -> FxHashSet<Ident> {
    let entries = walk::top_ops(module).filter(|&op| module.def(op) == spv::EntryPoint::ID);
    entries.filter_map(|op| ctx.attr_symbol(module.slot_attr(op, spv::EntryPoint::FN)?)).collect()
}

/// The global variables of a module, as sources of divergence.
struct Globals<'a> {
    ctx: &'a Context,
    module: &'a Body,
    symbols: &'a SymbolTable,
    /// Whether a variable of storage class `Input` holds the same for a subgroup.
    uniform: FxHashMap<Ident, bool>,
}
