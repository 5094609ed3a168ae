//! Conversion of the functions of a module between region form and CFG form

use spv_opt::Module;
use spv_opt::dialect::control::{lower_to_cfg, structurize, structurize_regions};
use spv_opt::dialect::structure::NO_MERGE;
use spv_opt::ir::analysis::declared_count;
use spv_opt::ir::{Body, Builder, Op, walk};

/// Calls `each` with the body of every function definition in the module.
pub fn each_function(module: &mut Module, each: &mut dyn FnMut(&mut Body)) {
    let registry = module.ctx.clone();
    let is_function = |body: &Body| {
        let last = body.first_block(body.root()).and_then(|b| body.last_op(b));
        last.is_some_and(|op| {
            let def = registry.registry().op(body.def(op));
            def.traits.contains(spv_opt::ir::dialect::Traits::TERMINATOR)
        })
    };
    walk::bodies_mut(&mut module.body, &mut |_, _| true, &mut |body| {
        if is_function(body) {
            each(body);
        }
    });
}

/// Lowers all functions to CFG form and returns the number of changed functions.
///
/// # Errors
/// Returns the reason why the first unsupported function cannot be lowered.
pub fn lower(module: &mut Module) -> Result<usize, String> {
    let ctx = module.ctx.clone();
    let mut result = Ok(0);
    each_function(module, &mut |body| match (lower_to_cfg(&ctx, body), &mut result) {
        (Ok(changed), Ok(count)) => *count += usize::from(changed),
        (Err(e), Ok(_)) => result = Err(e.reason.to_owned()),
        _ => {}
    });
    result
}

/// Converts functions to region form if possible, and returns the number of converted functions.
pub fn regions(module: &mut Module) -> usize {
    regions_or_why(module).0
}

/// Converts functions like [`regions`]. Also returns each function definition that remains in CFG form, as its index
/// and the reason.
pub fn regions_or_why(module: &mut Module) -> (usize, Vec<(usize, &'static str)>) {
    let ctx = module.ctx.clone();
    let (mut count, mut reasons, mut number) = (0, Vec::new(), 0);
    each_function(module, &mut |body| {
        match structurize_regions(&ctx, body) {
            Ok(changed) => count += usize::from(changed),
            Err(why) => reasons.push((number, why.reason)),
        }
        number += 1;
    });
    (count, reasons)
}

/// Structurizes all functions and returns the number of changed functions.
///
/// # Errors
/// Returns the reason why the first unsupported function cannot be structurized.
pub fn structured(module: &mut Module) -> Result<usize, String> {
    let ctx = module.ctx.clone();
    let mut result = Ok(0);
    each_function(module, &mut |body| match (structurize(&ctx, body), &mut result) {
        (Ok(changed), Ok(count)) => *count += usize::from(changed),
        (Err(e), Ok(_)) => result = Err(e.reason.to_owned()),
        _ => {}
    });
    result
}

/// Removes all merge instructions from functions in CFG form. Returns the number of removed instructions.
pub fn strip(module: &mut Module) -> usize {
    let ctx = module.ctx.clone();
    let registry = ctx.registry();
    let mut count = 0;
    each_function(module, &mut |body| {
        let ops: Vec<Op> = body.blocks(body.root()).filter_map(|b| body.last_op(b)).collect();
        for op in ops {
            let declared = declared_count(registry, body, op);
            let Some(slot) = registry.layout(body.def(op)).merge else { continue };
            if declared > 0 {
                let keep = body.successor_count(op) - declared;
                let mut b = Builder::new(body);
                b.truncate_successors(op, keep);
                let nothing = NO_MERGE.into_iter().enumerate();
                nothing.for_each(|(i, word)| b.set_slot(op, usize::from(slot) + i, word));
                count += 1;
            }
        }
    });
    count
}
