//! Structs of buffers that export decorates with Block.

use crate::generated::opcodes as op;
use crate::generated::values::{memory_model, storage_class as class};
use crate::spv;
use crate::types::{pointer, structure, view};
use spv_ir::{Body, Context, Op, Type, walk};

/// Key of a module that keeps structs of buffers without Block, because the binary that it was read from has such ones.
pub const UNDECORATED_BUFFERS: &str = "undecorated_buffers";

/// The structs of the buffers of a module that have neither Block nor BufferBlock, each once. MLIR leaves the decoration
/// to its serializer.
pub fn undecorated(ctx: &Context, body: &Body, memory: u32) -> Vec<Type> {
    let mut found = Vec::new();
    if memory == memory_model::OPEN_CL {
        return found;
    }
    for variable in walk::top_ops(body).filter_map(|op| spv::GlobalVariable::cast(body, op)) {
        let buffer = variable.ty(ctx).and_then(|ty| struct_of_buffer(ctx, ty));
        found.extend(buffer.filter(|ty| !is_decorated(ctx, *ty) && !found.contains(ty)));
    }
    found
}

/// The structs that export of a module decorates.
pub fn implied(ctx: &Context, parent: &Body, module: Op) -> Vec<Type> {
    match parent.nested(module) {
        Some(body) if ctx.dict_get(parent.attrs(module), UNDECORATED_BUFFERS).is_none() => {
            undecorated(ctx, body, parent.slot(module, spv::Module::MEMORY_MODEL))
        }
        _ => Vec::new(),
    }
}

/// The struct that a pointer to a buffer, or to an array of buffers, refers to.
fn struct_of_buffer(ctx: &Context, ty: Type) -> Option<Type> {
    let (mut ty, class) = pointer(ctx, ty)?;
    if !matches!(class, class::STORAGE_BUFFER | class::UNIFORM | class::PUSH_CONSTANT) {
        return None;
    }
    while let Some((op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY, [_, element, ..])) = view(ctx, ty) {
        ty = ctx.attr_type(*element)?;
    }
    structure(ctx, ty).map(|_| ty)
}

fn is_decorated(ctx: &Context, ty: Type) -> bool {
    let own = structure(ctx, ty).and_then(|parts| parts.decorations);
    ["block", "buffer_block"].iter().any(|key| ctx.dict_get(own, key).is_some())
}
