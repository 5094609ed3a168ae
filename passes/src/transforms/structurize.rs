//! Structurization of arbitrary control flow (`spv-structurize`)

use crate::options::OptionInfo;
use crate::pass::{ControlFlow, Function, PassInfo, SpvModule, Work, has_foreign_control_flow};
use crate::support::control;
use spv_dialect::control::{merge_slot, structurize};
use spv_dialect::spv;
use spv_dialect::structure::{MERGE_NONE, PLAIN_BLOCKS};
use spv_ir::dialect::OpDefId;
use spv_ir::{Body, Builder, Diagnostics, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Gives any control-flow graph the structure that SPIR-V requires of shaders, whether it is \
                  reducible or irreducible, and whether its constructs are declared, partly declared or not \
                  declared. Structured functions are not changed. Operations are neither duplicated nor \
                  reordered, except that pointers and images are rematerialized if they cannot be block \
                  arguments. If one block replaces several, a selector variable distinguishes them. Reports \
                  an error for a function that would grow without bound. With `plain`, changes only functions of kernels \
                  without merge instructions, and only if nothing but branches is added; `spv-lower-to-cfg` with `plain` \
                  removes the merge instructions again.",
    before: "  spv.Branch ^bb1\n^bb1:\n  spv.BranchConditional %c, ^bb1, ^bb2\n^bb2:\n  spv.Return",
    after: "spv.mlir.loop continue_blocks(0) {\n  spv.Branch ^bb1\n^bb1:\n  spv.BranchConditional %c, ^bb1, ^bb2\n^bb2:\n  \
            spv.mlir.merge\n}\nspv.Return",
    options: &[OptionInfo {
        name: "plain",
        default: "false",
        help: "only functions of kernels without merge instructions, for optimization",
    }],
    statistics: &[("structured", "Functions structurized")],
    ..PassInfo::new(
        "spv-structurize",
        "Structurize arbitrary control flow",
        ControlFlow::SpvOnly,
        |options| {
            Ok(match options.switch("plain")? {
                true => Work::module(structurize_plain),
                false => Work::function(run),
            })
        },
    )
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    match structurize(function.ctx, function.body) {
        Ok(changed) => function.count(0, changed.into()),
        Err(e) => return Err(control::error(function, "the function cannot be structured", &e)),
    }
    Ok(())
}

/// Structurizes the kernel functions that have no merge instructions, and marks them. Leaves a function unchanged if
/// structurization would add operations.
fn structurize_plain(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    if !module.is_opencl() {
        return Ok(());
    }
    for op in module.functions() {
        let change = |body: &mut Body| {
            let mut copy = body.clone();
            let is_better = has_plain_branches(body)
                && !has_foreign_control_flow(ctx, body)
                && matches!(structurize(ctx, &mut copy), Ok(true))
                && operations(&copy) <= operations(body);
            if is_better {
                *body = copy;
            }
            is_better
        };
        if module.function_mut(op, change) == Some(true) {
            let mut entries = ctx.dict(module.body.attrs(op)).to_vec();
            entries.push((ctx.ident(PLAIN_BLOCKS), ctx.unit_attr()));
            Builder::new(module.body).set_attrs(op, Some(ctx.dict_attr(entries)));
            module.count(0, 1);
        }
    }
    Ok(())
}

/// Returns whether a body has several blocks, but neither constructs nor merge instructions.
fn has_plain_branches(body: &Body) -> bool {
    let is_plain = |op| {
        body.region_count(op) == 0
            && merge_slot(body.def(op)).is_none_or(|slot| body.slot(op, slot) == MERGE_NONE)
    };
    walk::blocks(body).nth(1).is_some() && walk::ops(body).all(is_plain)
}

/// Returns the number of operations in a body, excluding unconditional branches and constructs.
fn operations(body: &Body) -> usize {
    const FREE: [OpDefId; 7] = [
        spv::Branch::ID,
        spv::Selection::ID,
        spv::Loop::ID,
        spv::Merge::ID,
        spv::Break::ID,
        spv::Continue::ID,
        spv::SwitchBreak::ID,
    ];
    walk::ops(body).filter(|&op| !FREE.contains(&body.def(op))).count()
}
