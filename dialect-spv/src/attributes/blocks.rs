//! Implicit Block decorations of buffer structs

use crate::generated::opcodes as op;
use crate::generated::values::{addressing_model, memory_model, storage_class as class};
use crate::spv;
use crate::types::{pointer, structure, view};
use rustc_hash::FxHashSet;
use spv_ir::replace::{types_within, with_components};
use spv_ir::{Attribute, Body, Context, Op, Type, walk};

/// Key of the module attribute that disables implicit Block decorations. The importer sets it if the original binary
/// has buffer structs without Block or BufferBlock.
pub const UNDECORATED_BUFFERS: &str = "undecorated_buffers";

/// Returns the structs that the exporter must decorate with Block: buffer structs with neither Block nor BufferBlock.
/// MLIR leaves this decoration to its serializer.
pub fn implied(ctx: &Context, parent: &Body, module: Op) -> Vec<Type> {
    let Some(body) = parent.nested(module) else { return Vec::new() };
    let is_kept = ctx.dict_get(parent.attrs(module), UNDECORATED_BUFFERS).is_some();
    if is_kept || parent.slot(module, spv::Module::MEMORY_MODEL) == memory_model::OPEN_CL {
        return Vec::new();
    }
    let mut found = structs_of_variables(ctx, body);
    if parent.slot(module, spv::Module::ADDRESSING_MODEL) == addressing_model::PHYSICAL_STORAGE_BUFFER64 {
        let types = with_components(ctx, types_within(ctx, parent, module, body));
        // A struct with Block must not be nested in another struct.
        let nested: FxHashSet<Type> = types.iter().flat_map(|&ty| elements(ctx, ty)).collect();
        found.extend(
            types.iter().filter_map(|&ty| struct_at_address(ctx, ty)).filter(|ty| !nested.contains(ty)),
        );
    }
    let mut seen = FxHashSet::default();
    found.retain(|&ty| !is_decorated(ctx, ty) && seen.insert(ty));
    found
}

/// Returns whether a binary has buffer structs with neither Block nor BufferBlock. `types` are the types that the
/// binary declares.
pub fn has_undecorated(ctx: &Context, body: &Body, memory: u32, types: impl Iterator<Item = Type>) -> bool {
    let addressed = types.filter_map(|ty| struct_at_address(ctx, ty));
    let mut structs = structs_of_variables(ctx, body).into_iter().chain(addressed);
    memory != memory_model::OPEN_CL && structs.any(|ty| !is_decorated(ctx, ty))
}

/// Returns the struct types of all buffer variables and of all variables that are arrays of buffers.
fn structs_of_variables(ctx: &Context, body: &Body) -> Vec<Type> {
    let variables = walk::top_ops(body).filter_map(|op| spv::GlobalVariable::cast(body, op));
    variables.filter_map(|variable| struct_of_variable(ctx, variable.ty(ctx)?)).collect()
}

fn struct_of_variable(ctx: &Context, ty: Type) -> Option<Type> {
    let (mut ty, class) = pointer(ctx, ty)?;
    if !matches!(class, class::STORAGE_BUFFER | class::UNIFORM | class::PUSH_CONSTANT) {
        return None;
    }
    while let Some((op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY, [_, element, ..])) = view(ctx, ty) {
        ty = ctx.attr_type(*element)?;
    }
    structure(ctx, ty).map(|_| ty)
}

/// Returns the pointee struct of a PhysicalStorageBuffer pointer, or `None` for other types. Variables never have this
/// storage class, so their types do not reveal these structs.
fn struct_at_address(ctx: &Context, ty: Type) -> Option<Type> {
    let (pointee, class) = pointer(ctx, ty)?;
    (class == class::PHYSICAL_STORAGE_BUFFER && structure(ctx, pointee).is_some()).then_some(pointee)
}

/// Returns the member types of a struct or the element type of an array. Returns an empty list for other types.
fn elements(ctx: &Context, ty: Type) -> Vec<Type> {
    let list = match view(ctx, ty) {
        Some((op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY, [_, element, ..])) => std::slice::from_ref(element),
        _ => structure(ctx, ty).map_or(&[][..], |parts| parts.members),
    };
    list.iter().filter_map(|&element| ctx.attr_type(element)).collect()
}

fn is_decorated(ctx: &Context, ty: Type) -> bool {
    is_block(ctx, structure(ctx, ty).and_then(|parts| parts.decorations))
}

/// Returns whether a dictionary of decorations contains Block or BufferBlock.
pub fn is_block(ctx: &Context, decorations: Option<Attribute>) -> bool {
    ["block", "buffer_block"].iter().any(|key| ctx.dict_get(decorations, key).is_some())
}
