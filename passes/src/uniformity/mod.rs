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
