//! Removal of non-semantic instructions and source decorations (`strip-nonsemantic`)

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::debug::forget_arg_locations;
use crate::support::decorations::erase_decorations;
use crate::support::erase::{erase_definitions_where, erase_where};
use crate::support::imports::drop_imports;
use spv_dialect::vce::Vce;
use spv_dialect::{sets, spv};
use spv_ir::{Block, Body, Builder, Context, Diagnostics, Location, Op, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Erases the instructions of non-semantic extended sets and their imports, and decorations \
                  that describe the source (UserSemantic, UserTypeGOOGLE, CounterBuffer), together with the \
                  extensions of both.",
    before: "spv.NonSemantic.DebugPrintf %fmt, %x",
    after: "",
    statistics: &[("erased", "Operations erased")],
    ..PassInfo::new("strip-nonsemantic", "Erase non-semantic instructions", ControlFlow::Any, |_| {
        Ok(Work::module(strip_non_semantic))
    })
};

/// Keys of the decorations that describe the source code.
const DECORATIONS: [&str; 3] = ["user_semantic", "user_type_google", "counter_buffer"];
/// Extensions that provide source decorations and OpDecorateString.
const DECORATION_EXTENSIONS: [&str; 3] =
    ["SPV_GOOGLE_hlsl_functionality1", "SPV_GOOGLE_user_type", "SPV_GOOGLE_decorate_string"];

/// Removes the named extensions from those that the module declares.
fn drop_extensions(module: &mut SpvModule<'_>, names: &[&str]) {
    let ctx = module.ctx;
    let Some(mut vce) = module.vce().and_then(|vce| Vce::new(ctx, vce)) else { return };
    let before = vce.extensions.len();
    vce.extensions.retain(|name| !names.contains(name));
    if vce.extensions.len() < before {
        let attr = vce.attr(ctx);
        Builder::new(module.outer).set_slot(module.op, spv::Module::VCE_TRIPLE, attr.raw());
    }
}

fn is_non_semantic(ctx: &Context, body: &Body, op: Op) -> bool {
    let row = ctx.registry().op(body.def(op)).row;
    // Only instructions of non-semantic sets may be missing from the grammar.
    sets::set(row.set).is_some_and(|set| set.non_semantic) || body.def(op) == spv::ExtInst::ID
}

fn strip_non_semantic(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let mut gone = 0;
    for op in module.functions() {
        module.function_mut(op, |body| {
            gone += erase_where(ctx, body, is_non_semantic);
            forget_scopes(ctx, body);
        });
    }
    gone += erase_definitions_where(module, is_non_semantic);
    module.count(0, gone);
    drop_imports(module, |set| set.non_semantic);
    if erase_decorations(module, &DECORATIONS) {
        drop_extensions(module, &DECORATION_EXTENSIONS);
    }
    let imports = ctx.dict_get(module.outer.attrs(module.op), "ext_inst_imports");
    let mut imports = imports.and_then(|list| ctx.attr_array(list)).unwrap_or(&[]).iter();
    if !imports.any(|&name| ctx.attr_str(name).is_some_and(|name| name.starts_with("NonSemantic."))) {
        drop_extensions(module, &["SPV_KHR_non_semantic_info"]);
    }
    Ok(())
}

/// Removes locations that refer to scopes and lines of debug information. Preserves OpLine locations.
fn forget_scopes(ctx: &Context, body: &mut Body) {
    let plain = |loc: Location| {
        matches!(ctx.loc_data(loc), spv_ir::LocData::Unknown | spv_ir::LocData::FileLineCol { .. })
    };
    let ops: Vec<Op> = walk::ops(body).filter(|&op| !plain(body.loc(op))).collect();
    let blocks: Vec<Block> = walk::blocks(body).collect();
    let mut b = Builder::new(body);
    ops.into_iter().for_each(|op| b.set_loc(op, Location::UNKNOWN));
    for block in blocks {
        let mut annotations = b.block_annotations(block);
        if annotations.loc.is_some_and(|loc| !plain(loc)) {
            annotations.loc = None;
            b.set_block_annotations(block, annotations);
        }
        forget_arg_locations(&mut b, block, |loc| !plain(loc));
    }
}
