//! Copying of memory elements that are passed to calls (`fix-func-call-param`)

use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::support::spirv::{is_chain, storage};
use spv_build::spv;
use spv_dialect::types;
use spv_ir::{Diagnostics, InsertPoint, Op, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Passes a copy instead of an access chain into a function variable: without \
                  VariablePointers, a pointer argument must be a variable or a parameter. The copy is \
                  stored back after the call.",
    before: "%p = spv.AccessChain %v[%i] : !spv.ptr<!spv.array<4 x f32>, Function>, i32\n\
             spv.FunctionCall @f(%p) : (!spv.ptr<f32, Function>) -> ()",
    after: "%copy = spv.Variable : !spv.ptr<f32, Function>\n%p = spv.AccessChain %v[%i] : ...\n\
            %0 = spv.Load \"Function\" %p : f32\nspv.Store \"Function\" %copy, %0 : f32\n\
            spv.FunctionCall @f(%copy) : (!spv.ptr<f32, Function>) -> ()\n%1 = spv.Load \"Function\" %copy : f32\n\
            spv.Store \"Function\" %p, %1 : f32",
    statistics: &[("arguments", "Arguments copied")],
    ..PassInfo::new(
        "fix-func-call-param",
        "Copy variable elements that are passed to calls",
        ControlFlow::Any,
        |_| Ok(Work::function(run)),
    )
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let (ctx, body) = (function.ctx, &mut *function.body);
    let calls: Vec<Op> = walk::ops(body).filter(|&op| body.def(op) == spv::FunctionCall::ID).collect();
    let Some(entry) = body.first_block(body.root()) else { return Ok(()) };
    let mut count = 0;
    for call in calls {
        for index in 0..body.operand_count(call) {
            let pointer = body.operand(call, index);
            let Some((_, storage::FUNCTION)) = types::pointer(ctx, body.value_type(pointer)) else {
                continue;
            };
            if !body.defining_op(pointer).is_some_and(|op| is_chain(body, op)) {
                continue;
            }
            let loc = body.loc(call);
            let ty = body.value_type(pointer);
            let mut builder = spv::Builder::at_start(ctx, body, entry);
            let copy = builder.variable(ty);
            let after = InsertPoint::after(&builder, call);
            builder.loc = loc;
            for (at, from, to) in [(InsertPoint::Before(call), pointer, copy), (after, copy, pointer)] {
                builder.set_insertion_point(at);
                let value = builder.load(from);
                builder.store(to, value);
            }
            builder.ir().set_operand(call, index, copy);
            builder.finish()?;
            count += 1;
        }
    }
    function.count(0, count);
    Ok(())
}
