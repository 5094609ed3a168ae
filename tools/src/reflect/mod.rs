//! Reflection: extracts the interface of a module for clients of graphics and compute APIs
//!
//! The result consists of plain structs, which the feature `serde` serializes to JSON. [`Reflection::types`] lists all
//! types, which refer to each other by index. Sizes and offsets are in bytes.

mod constants;
mod decorations;
mod entry_points;
mod text;
mod types;
mod variables;

use crate::module_ref::ModuleRef;
use crate::references::is_non_semantic;
use constants::Definitions;
pub use constants::{ConstantValue, GraphConstant, SpecConstant};
use decorations::Decorations;
pub use decorations::{Decoration, DecorationOperand};
pub use entry_points::{EntryPoint, GraphEntryPoint, Mode};
use rustc_hash::FxHashSet;
use spv_dialect::fold::global_constants::GlobalConstants;
use spv_dialect::fold::module_facts;
use spv_dialect::spv::{self, Capability, StorageClass};
use spv_dialect::vce::Vce;
use spv_ir::symbols::{SymbolReferences, SymbolTable, name_of};
use spv_ir::{Context, Diagnostics, Module, Op, walk};
use types::Types;
pub use types::{Length, MatrixLayout, Member, TypeInfo, TypeKind, TypeNumber};
pub use variables::{Binding, DescriptorType, InterfaceVariable, Variable};

/// The interface of a module: entry points, resources, interface variables, specialization constants.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Reflection {
    /// SPIR-V version, for example `1.5`; empty if the MLIR module specifies none.
    pub version: String,
    /// Name of the addressing model in the specification.
    pub addressing_model: String,
    /// Name of the memory model in the specification.
    pub memory_model: String,
    /// Names of the declared capabilities.
    pub capabilities: Vec<String>,
    /// Names of the declared extensions.
    pub extensions: Vec<String>,
    /// Entry points in module order.
    pub entry_points: Vec<EntryPoint>,
    /// Graph entry points in module order.
    pub graph_entry_points: Vec<GraphEntryPoint>,
    /// Resources, sorted by descriptor set and binding.
    pub bindings: Vec<Binding>,
    /// Variables in storage class PushConstant.
    pub push_constants: Vec<Variable>,
    /// Variables in storage class Input.
    pub inputs: Vec<InterfaceVariable>,
    /// Variables in storage class Output.
    pub outputs: Vec<InterfaceVariable>,
    /// Variables in other storage classes: private and workgroup memory, ray tracing payloads.
    pub variables: Vec<Variable>,
    /// Specialization constants (OpSpecConstant, OpSpecConstantTrue, OpSpecConstantFalse).
    pub spec_constants: Vec<SpecConstant>,
    /// Graph constants (OpGraphConstantARM), whose data the client supplies.
    pub graph_constants: Vec<GraphConstant>,
    /// Types that the other fields refer to by index, including component types.
    pub types: Vec<TypeInfo>,
}

/// Reflects the only `spv.module` of a verified module.
///
/// # Errors
/// The module does not have exactly one `spv.module`.
pub fn reflect(module: &Module) -> Result<Reflection, Diagnostics> {
    let module = ModuleRef::only(module)?;
    let (ctx, body) = (module.ctx, module.body);
    let symbols = SymbolTable::new(ctx, body);
    let facts = module_facts(ctx, module.outer, module.op);
    let constants = GlobalConstants::by_default(ctx, body, facts);
    let definitions = Definitions { ctx, module: body, symbols: &symbols, constants };
    let mut types = Types::new(&definitions);
    let entry_points = entry_points::entry_points(module, &definitions);
    let used = used_ops(module, &symbols, &entry_points);
    let used_by = |op: Op| numbers(used.iter().map(|ops| ops.contains(&op)));

    let header = module.outer;
    let vce = header.slot_attr(module.op, spv::Module::VCE_TRIPLE).and_then(|vce| Vce::new(ctx, vce));
    let mut reflection = Reflection {
        version: vce.as_ref().map_or_else(String::new, |vce| version(vce.version)),
        addressing_model: spv::AddressingModel(header.slot(module.op, spv::Module::ADDRESSING_MODEL))
            .to_string(),
        memory_model: spv::MemoryModel(header.slot(module.op, spv::Module::MEMORY_MODEL)).to_string(),
        graph_entry_points: entry_points::graph_entry_points(module, &mut types),
        ..Reflection::default()
    };
    if let Some(vce) = vce {
        reflection.capabilities = vce.capabilities.iter().map(|c| Capability(*c).to_string()).collect();
        reflection.extensions = vce.extensions.iter().map(|name| (*name).to_owned()).collect();
    }
    for op in walk::top_ops(body) {
        let Some(symbol) = name_of(ctx, body, op) else { continue };
        let name = variables::name(ctx, symbol, body.attrs(op));
        if spv::SpecConstant::cast(body, op).is_some() {
            let symbol = symbol.to_owned();
            let constant = spec_constant(ctx, &definitions, &mut types, op, name, symbol, used_by(op));
            reflection.spec_constants.extend(constant);
            continue;
        }
        if let Some(constant) = spv::GraphConstantARM::cast(body, op) {
            let Some(ty) = constant.ty(ctx).map(|ty| types.number(ty)) else { continue };
            let (symbol, id) = (symbol.to_owned(), constant.graph_constant_id());
            reflection.graph_constants.push(GraphConstant { name, symbol, graph_constant_id: id, ty });
            continue;
        }
        let Some((ty, class)) = variables::contents(ctx, body, op) else { continue };
        let decorations = Decorations::new(ctx, body.attrs(op));
        let variable = Variable {
            name,
            symbol: symbol.to_owned(),
            storage_class: class.to_string(),
            ty: types.number(ty),
            decorations: Vec::new(),
            used_by: used_by(op),
        };
        let interface_of =
            || numbers(entry_points.iter().map(|entry| entry.interface.iter().any(|name| name == symbol)));
        match class {
            StorageClass::UniformConstant | StorageClass::Uniform | StorageClass::StorageBuffer => {
                reflection.bindings.push(variables::binding(&mut types, (ty, class), variable, decorations));
            }
            StorageClass::Input => {
                let variable = variables::interface_variable(variable, decorations, interface_of());
                reflection.inputs.push(variable);
            }
            StorageClass::Output => {
                let variable = variables::interface_variable(variable, decorations, interface_of());
                reflection.outputs.push(variable);
            }
            StorageClass::PushConstant => {
                reflection.push_constants.push(Variable { decorations: decorations.rest(), ..variable });
            }
            _ => reflection.variables.push(Variable { decorations: decorations.rest(), ..variable }),
        }
    }
    reflection.bindings.sort_by_key(|binding| (binding.set, binding.binding));
    reflection.entry_points = entry_points;
    reflection.types = types.finish();
    Ok(reflection)
}

/// Describes a specialization constant. Returns `None` if its value or type is unknown.
fn spec_constant(
    ctx: &Context,
    definitions: &Definitions<'_>,
    types: &mut Types<'_>,
    op: Op,
    name: String,
    symbol: String,
    used_by: Vec<usize>,
) -> Option<SpecConstant> {
    let constant = definitions.constant(op)?;
    let (default_value, default_bits) = ConstantValue::new(ctx, constant.value?);
    let (spec_id, ty) = (constant.spec_id, types.number(constant.ty?));
    Some(SpecConstant { name, symbol, spec_id, ty, default_value, default_bits, used_by })
}

/// Formats the version word of a SPIR-V header as `MAJOR.MINOR`.
fn version(word: u32) -> String {
    format!("{}.{}", word >> 16 & 0xFF, word >> 8 & 0xFF)
}

/// Returns the indices of the `true` items.
fn numbers(list: impl Iterator<Item = bool>) -> Vec<usize> {
    list.enumerate().filter(|(_, is)| *is).map(|(index, _)| index).collect()
}

/// Returns the module-level ops that are reachable from each entry point.
fn used_ops(module: ModuleRef<'_>, symbols: &SymbolTable, entries: &[EntryPoint]) -> Vec<FxHashSet<Op>> {
    let references = SymbolReferences::new(module.ctx, module.body);
    let reachable = |entry: &EntryPoint| {
        // Debug information does not count as a use of the ops that it describes.
        let roots = entry_points::roots(module, entry);
        references.reachable(symbols, roots, |op| !is_non_semantic(module, op))
    };
    entries.iter().map(reachable).collect()
}
