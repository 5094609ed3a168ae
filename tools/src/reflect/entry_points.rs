//! Entry points and their execution modes in a reflection

use super::constants::Definitions;
use super::types::{Length, TypeNumber, Types};
use crate::module_ref::ModuleRef;
use crate::workgroups::{has_workgroups, is_workgroup_size};
use spv_dialect::spv::{self, ExecutionMode};
use spv_dialect::types::view;
use spv_ir::symbols::name_of;
use spv_ir::{Attribute, Ident, Op, walk};

/// An entry point (OpEntryPoint).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct EntryPoint {
    /// Name by which clients select the entry point.
    pub name: String,
    /// Name of the execution model in the specification.
    pub execution_model: String,
    /// Symbol of the function in MLIR assembly.
    pub function: String,
    /// Execution modes in module order.
    pub execution_modes: Vec<Mode>,
    /// Workgroup size in x, y and z, if the execution model has workgroups. The constant decorated with WorkgroupSize
    /// takes precedence over LocalSize and LocalSizeId.
    pub workgroup_size: Option<[Length; 3]>,
    /// Symbols of the interface variables.
    pub interface: Vec<String>,
}

/// An entry point of a graph (OpGraphEntryPointARM).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GraphEntryPoint {
    /// Name by which clients select the entry point.
    pub name: String,
    /// Symbol of the graph in MLIR assembly.
    pub graph: String,
    /// Symbols of the interface variables: one per input, then one per output.
    pub interface: Vec<String>,
    /// Types of the graph inputs, as indices into [`Reflection::types`](super::Reflection::types).
    pub inputs: Vec<TypeNumber>,
    /// Types of the graph outputs, as indices into [`Reflection::types`](super::Reflection::types).
    pub outputs: Vec<TypeNumber>,
}

/// An execution mode of an entry point.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Mode {
    /// Name of the execution mode in the specification.
    pub name: String,
    /// Operands of the execution mode. An operand that is not an integer constant has no value.
    pub operands: Vec<Length>,
}

/// Returns the entry points of a module, in module order.
pub(super) fn entry_points(module: ModuleRef<'_>, definitions: &Definitions<'_>) -> Vec<EntryPoint> {
    let (ctx, body) = (module.ctx, module.body);
    let built_in_size = workgroup_size_constant(module, definitions);
    let of = |entry: spv::EntryPoint<'_>| {
        let function = entry.fn_(ctx)?;
        let execution_modes: Vec<(ExecutionMode, Vec<Length>)> = modes_of(module, definitions, function);
        let local_size = execution_modes.iter().find_map(|(mode, operands)| {
            let is_size = [ExecutionMode::LocalSize, ExecutionMode::LocalSizeId].contains(mode);
            <[Length; 3]>::try_from(operands.clone()).ok().filter(|_| is_size)
        });
        let model = entry.execution_model();
        let name = entry.name(ctx).unwrap_or_else(|| ctx.str(function));
        let describe =
            |(mode, operands): (ExecutionMode, Vec<Length>)| Mode { name: mode.to_string(), operands };
        Some(EntryPoint {
            name: name.to_owned(),
            execution_model: model.to_string(),
            function: ctx.str(function).to_owned(),
            workgroup_size: match &local_size {
                Some(_) => built_in_size.clone().or(local_size),
                None => built_in_size.clone().filter(|_| has_workgroups(model)),
            },
            execution_modes: execution_modes.into_iter().map(describe).collect(),
            interface: entry.interface(ctx).map(|name| ctx.str(name).to_owned()).collect(),
        })
    };
    walk::top_ops(body).filter_map(|op| spv::EntryPoint::cast(body, op).and_then(of)).collect()
}

/// Returns the graph entry points of a module, in module order.
pub(super) fn graph_entry_points(module: ModuleRef<'_>, types: &mut Types<'_>) -> Vec<GraphEntryPoint> {
    let (ctx, body) = (module.ctx, module.body);
    let symbols = types.definitions.symbols;
    let mut of = |entry: spv::GraphEntryPointARM<'_>| {
        let graph = entry.graph(ctx)?;
        let op = spv::GraphARM::cast(body, symbols.get(graph)?)?;
        // The operands of OpTypeGraphARM are the number of inputs, then the types of inputs and outputs.
        let [_, inputs, list @ ..] = view(ctx, op.graph_type(ctx)?)?.1 else { return None };
        let (inputs, outputs) = list.split_at_checked(usize::try_from(ctx.attr_u64(*inputs)?).ok()?)?;
        let mut number = |ty: &Attribute| ctx.attr_type(*ty).map(|ty| types.number(ty));
        Some(GraphEntryPoint {
            name: entry.name(ctx)?.to_owned(),
            graph: ctx.str(graph).to_owned(),
            interface: entry.interface(ctx).map(|name| ctx.str(name).to_owned()).collect(),
            inputs: inputs.iter().map(&mut number).collect::<Option<_>>()?,
            outputs: outputs.iter().map(&mut number).collect::<Option<_>>()?,
        })
    };
    walk::top_ops(body).filter_map(|op| spv::GraphEntryPointARM::cast(body, op).and_then(&mut of)).collect()
}

/// Returns the execution modes of a function with their operands.
fn modes_of(
    module: ModuleRef<'_>,
    definitions: &Definitions<'_>,
    function: Ident,
) -> Vec<(ExecutionMode, Vec<Length>)> {
    let (ctx, body) = (module.ctx, module.body);
    let mut list = Vec::new();
    for op in walk::top_ops(body) {
        let parts = if let Some(mode) = spv::ExecutionModeOp::cast(body, op) {
            (mode.fn_(ctx), mode.execution_mode(), mode.execution_mode_operands())
        } else if let Some(mode) = spv::ExecutionModeId::cast(body, op) {
            (mode.fn_(ctx), mode.execution_mode(), mode.execution_mode_operands())
        } else {
            continue;
        };
        let (of, mode, operands) = parts;
        if of == Some(function) {
            list.push((mode, lengths(definitions, operands)));
        }
    }
    list
}

fn lengths(definitions: &Definitions<'_>, list: Option<Attribute>) -> Vec<Length> {
    let list = list.and_then(|list| definitions.ctx.attr_array(list)).unwrap_or(&[]);
    list.iter().map(|&attr| Length::new(definitions, attr)).collect()
}

/// Returns the components of the constant decorated with the built-in WorkgroupSize, or `None` if there is no such
/// constant.
fn workgroup_size_constant(module: ModuleRef<'_>, definitions: &Definitions<'_>) -> Option<[Length; 3]> {
    let op = walk::top_ops(module.body).find(|&op| is_workgroup_size(module, op))?;
    let constant = definitions.constant(op)?;
    Length::elements(definitions, constant.value?, constant.ty?)?.try_into().ok()
}

/// Returns the ops that an entry point references directly: its function, its OpExecutionModeId instructions and the
/// WorkgroupSize constant.
pub(super) fn roots(module: ModuleRef<'_>, entry: &EntryPoint) -> Vec<Op> {
    let (ctx, body) = (module.ctx, module.body);
    let function = Some(ctx.ident(&entry.function));
    let is_root = |op: &Op| {
        let is_mode = spv::ExecutionModeId::cast(body, *op).is_some_and(|mode| mode.fn_(ctx) == function);
        let is_function = name_of(ctx, body, *op) == Some(&*entry.function);
        is_mode || is_function || (entry.workgroup_size.is_some() && is_workgroup_size(module, *op))
    };
    walk::top_ops(body).filter(is_root).collect()
}
