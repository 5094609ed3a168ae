//! Uniformity (divergence) analysis, for CFG form and region form
//!
//! A value is uniform if it is the same for all invocations that execute its definition together. The analysis is
//! optimistic: a value is uniform unless an operand is divergent or it is a source of divergence (`sources`). Block
//! arguments and construct results are divergent where paths of a divergent branch meet (sync dependence, as in LLVM's
//! divergence analysis). A divergent branch affects the flow-graph nodes between it and its immediate postdominator. An
//! interval in reverse postorder approximates these nodes, which makes the analysis almost linear.
//!
//! The analysis is intended for cost models. It assumes that invocations that read memory together read the same
//! contents.

mod solver;
mod sources;

use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::control::flow::Flow;
use spv_dialect::spv;
use spv_ir::{Body, Context, Ident, SymbolTable, Value, walk};

/// The classification of a body's values as uniform or divergent.
pub struct Uniformity {
    /// Whether each value is divergent, indexed by value.
    divergent: Vec<bool>,
}

impl Uniformity {
    /// Analyzes a function. `module` and `symbols` belong to the enclosing module, and `flow` is the flow graph of the
    /// function.
    pub fn new(ctx: &Context, module: &Body, symbols: &SymbolTable, body: &Body, flow: &Flow) -> Uniformity {
        let globals = Globals { ctx, module, symbols, uniform: FxHashMap::default() };
        Uniformity { divergent: solver::solve(globals, body, flow, false) }
    }

    /// Analyzes an entry point like [`Self::new`]. The parameters of an entry point are kernel arguments, which are
    /// uniform.
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

    /// Returns for each flow-graph node whether only some of the invocations that entered the function may execute it.
    /// This is true for nodes between a divergent branch and the node where its paths meet.
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

    /// Returns whether a value is the same for all invocations that execute its definition together.
    pub fn is_uniform(&self, value: Value) -> bool {
        self.divergent.get(value.index()) == Some(&false)
    }
}

/// Returns the symbols of the functions that are entry points of a module.
pub fn entry_points(ctx: &Context, module: &Body) -> FxHashSet<Ident> {
    let entries = walk::top_ops(module).filter(|&op| module.def(op) == spv::EntryPoint::ID);
    entries.filter_map(|op| ctx.attr_symbol(module.slot_attr(op, spv::EntryPoint::FN)?)).collect()
}

/// The global variables of a module, which may be sources of divergence.
struct Globals<'a> {
    ctx: &'a Context,
    module: &'a Body,
    symbols: &'a SymbolTable,
    /// Whether each variable of storage class Input is uniform in a subgroup.
    uniform: FxHashMap<Ident, bool>,
}
