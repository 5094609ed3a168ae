//! Entry points of a module: functions, and graphs of SPV_ARM_graph

use crate::module_ref::ModuleRef;
use spv_dialect::spv::{self, ExecutionModel, StorageClass};
use spv_ir::symbols::SymbolTable;
use spv_ir::{Ident, Op, walk};

/// An entry point of a module, whose target is a function or a graph.
pub(super) struct EntryPoint {
    pub op: Op,
    pub name: String,
    /// Symbol of the function or graph.
    pub target: Ident,
    /// Execution model; `None` for a graph.
    pub model: Option<ExecutionModel>,
    /// Interface variables that remain even if unreferenced. The next pipeline stage may read outputs. The inputs and
    /// outputs of a graph are positional, so all remain.
    pub kept_interface: Vec<Op>,
}

impl EntryPoint {
    /// Returns the index of the attribute slot that holds the interface.
    pub fn interface_slot(&self) -> usize {
        if self.model.is_some() { spv::EntryPoint::INTERFACE } else { spv::GraphEntryPointARM::INTERFACE }
    }
}

/// Returns whether an op is an entry point.
pub(super) fn is_entry(module: ModuleRef<'_>, op: Op) -> bool {
    [spv::EntryPoint::ID, spv::GraphEntryPointARM::ID].contains(&module.body.def(op))
}

/// Returns the entry points in module order.
pub(super) fn entries(module: ModuleRef<'_>, symbols: &SymbolTable) -> Vec<EntryPoint> {
    let (ctx, body) = (module.ctx, module.body);
    let is_output = |op: &Op| {
        let contents = spv::GlobalVariable::cast(body, *op).and_then(|variable| variable.contents(ctx));
        contents.is_some_and(|(_, class)| class == StorageClass::Output)
    };
    let of_function = |entry: spv::EntryPoint<'_>| {
        let target = entry.fn_(ctx)?;
        let variables = entry.interface(ctx).filter_map(|name| symbols.get(name));
        Some(EntryPoint {
            op: entry.op(),
            name: entry.name(ctx).unwrap_or_else(|| ctx.str(target)).to_owned(),
            target,
            model: Some(entry.execution_model()),
            kept_interface: variables.filter(is_output).collect(),
        })
    };
    let of_graph = |entry: spv::GraphEntryPointARM<'_>| {
        Some(EntryPoint {
            op: entry.op(),
            name: entry.name(ctx).unwrap_or_default().to_owned(),
            target: entry.graph(ctx)?,
            model: None,
            kept_interface: entry.interface(ctx).filter_map(|name| symbols.get(name)).collect(),
        })
    };
    let entry = |op: Op| {
        let function = spv::EntryPoint::cast(body, op).and_then(of_function);
        function.or_else(|| spv::GraphEntryPointARM::cast(body, op).and_then(of_graph))
    };
    walk::top_ops(body).filter_map(entry).collect()
}
