//! Removal of the decoration `Block` from structs, because LLVM's serializer adds it

use spv_opt::Module;
use spv_opt::dialect::types::structure;
use spv_opt::ir::Context;
use spv_opt::ir::replace::replace_types;

/// Attribute name of the decoration `Block`.
const BLOCK: &str = "block";

/// Returns whether any struct type in the context is decorated with `Block`.
pub fn any(ctx: &Context) -> bool {
    ctx.types().any(|ty| {
        let decorations = structure(ctx, ty).and_then(|parts| parts.decorations);
        ctx.dict_get(decorations, BLOCK).is_some()
    })
}

/// Removes the decoration `Block` from all struct types in a module. Export adds it again.
pub fn remove(module: &mut Module) {
    let ctx = module.ctx.clone();
    replace_types(&ctx, &mut module.body, &mut |ty, _| {
        let decorations = structure(&ctx, ty)?.decorations;
        ctx.dict_get(decorations, BLOCK)?;
        let (def, params) = ctx.type_params(ty)?;
        let mut params = params.to_vec();
        params[0] = ctx.dict_without(decorations, BLOCK).unwrap_or_else(|| ctx.unit_attr());
        Some(ctx.param_type(def, &params, 0))
    });
}
