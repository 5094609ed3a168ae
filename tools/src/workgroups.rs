//! Workgroups: execution models that have them, and the WorkgroupSize constant

use crate::module_ref::ModuleRef;
use spv_dialect::spv::{BuiltIn, ExecutionModel};
use spv_ir::Op;

/// Returns whether invocations of an execution model are grouped in workgroups.
pub(crate) fn has_workgroups(model: ExecutionModel) -> bool {
    use ExecutionModel as M;
    [M::GLCompute, M::Kernel, M::TaskNV, M::MeshNV, M::TaskEXT, M::MeshEXT].contains(&model)
}

/// Returns whether an op is decorated with the built-in WorkgroupSize.
pub(crate) fn is_workgroup_size(module: ModuleRef<'_>, op: Op) -> bool {
    let built_in = module.ctx.dict_get(module.body.attrs(op), "built_in");
    built_in.and_then(|name| module.ctx.attr_str(name)) == Some(&*BuiltIn::WorkgroupSize.to_string())
}
