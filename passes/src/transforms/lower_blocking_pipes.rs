//! Lowering of blocking pipe instructions to loops (`lower-blocking-pipes`)

use crate::options::IF_LACKING;
use crate::pass::{ControlFlow, Function, PassInfo, Work};
use spv_build::spv::{
    self, FunctionBuilder, ReadPipe, ReadPipeBlockingALTERA, WritePipe, WritePipeBlockingALTERA,
};
use spv_dialect::fold::Facts;
use spv_ir::dialect::OpDefId;
use spv_ir::{Diagnostics, NewOp, Op, Value, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces spv.ReadPipeBlockingALTERA and spv.WritePipeBlockingALTERA with loops that repeat \
                  spv.ReadPipe and spv.WritePipe until they succeed, for targets with Pipes but without \
                  SPV_INTEL_blocking_pipes. The loops terminate only if the other end of the pipe makes \
                  progress meanwhile: single-work-item kernels that run concurrently, or work-items with \
                  independent forward progress. Devices that run the work-items of a group in turn or in \
                  lockstep do not guarantee this. The capability and extension declarations remain; \
                  spirv-update-vce removes them.",
    before: "spv.ReadPipeBlockingALTERA %pipe, %p, %size, %size : !spv.pipe<ReadOnly>, !spv.ptr<i32, Generic>, i32, i32",
    after: "spv.mlir.loop {\n  spv.Branch ^bb1\n^bb1:\n  %0 = spv.ReadPipe %pipe, %p, %size, %size : ... -> i32\n  \
            %1 = spv.INotEqual %0, %zero : i32\n  spv.BranchConditional %1, ^bb2, ^bb4\n^bb2:\n  spv.Branch ^bb3\n\
            ^bb3:\n  spv.Branch ^bb1\n^bb4:\n  spv.mlir.merge\n}",
    options: &[IF_LACKING],
    statistics: &[("lowered", "Blocking instructions replaced")],
    ..PassInfo::new(
        "lower-blocking-pipes",
        "Replace blocking pipe instructions with loops",
        ControlFlow::SpvOnly,
        |options| {
            let if_lacking = options.switch(IF_LACKING.name)?;
            Ok(Work::function(move |function: &mut Function<'_>| {
                match if_lacking && !function.facts.contains(Facts::LACKS_BLOCKING_PIPES) {
                    true => Ok(()),
                    false => run(function),
                }
            }))
        },
    )
};

/// Blocking instructions, each with the non-blocking instruction to repeat. Both instructions have the same operands.
const LOWERED: [(OpDefId, OpDefId); 2] =
    [(ReadPipeBlockingALTERA::ID, ReadPipe::ID), (WritePipeBlockingALTERA::ID, WritePipe::ID)];

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    let (ctx, body) = (function.ctx, &mut *function.body);
    let lowered = |def| LOWERED.iter().find(|row| row.0 == def).map(|row| row.1);
    let ops: Vec<(Op, OpDefId)> =
        walk::ops(body).filter_map(|op| Some((op, lowered(body.def(op))?))).collect();
    let Some(entry) = body.first_block(body.root()).filter(|_| !ops.is_empty()) else { return Ok(()) };
    let mut b = FunctionBuilder::new(spv::Builder::at_start(ctx, body, entry), entry);
    let count = ops.len() as u64;
    for (op, def) in ops {
        b.loc = b.loc(op);
        b.set_insertion_point(spv_ir::InsertPoint::Before(op));
        let operands: Vec<Value> = b.operands(op).collect();
        b.while_(
            &[],
            |b, _| {
                // The status of a pipe instruction is 0 on success and negative on failure.
                let word = b.ctx().common().i32;
                let (loc, attrs) = (b.loc, b.attrs(op));
                let try_ = NewOp { loc, operands: &operands, results: &[word], attrs, ..NewOp::new(def) };
                let try_ = b.ir().create(try_);
                let (status, zero) = (b.result(try_, 0), b.u32(0));
                b.i_not_equal(status, zero)
            },
            |_, _| Vec::new(),
        );
        b.erase(op);
    }
    b.into_builder().finish()?;
    function.count(0, count);
    Ok(())
}
