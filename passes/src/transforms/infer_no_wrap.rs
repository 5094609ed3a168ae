//! Inference of no-wrap flags from integer ranges (`infer-no-wrap`)

use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::ranges::{Range, Ranges, never_wraps};
use smallvec::SmallVec;
use spv_dialect::fold::Facts;
use spv_dialect::spv;
use spv_ir::dialect::OpDefId;
use spv_ir::{Builder, Diagnostics, Op, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Decorates spv.IAdd, spv.ISub, spv.IMul, spv.ShiftLeftLogical and spv.SNegate with \
                  no_signed_wrap and no_unsigned_wrap if the ranges of their operands prove that they do \
                  not overflow. Modules before SPIR-V 1.4 without SPV_KHR_no_integer_wrap_decoration are \
                  not changed.",
    before: "%x = spv.UMod %a, %c16 : i32\n%y = spv.IAdd %x, %c1 : i32",
    after: "%x = spv.UMod %a, %c16 : i32\n%y = spv.IAdd %x, %c1 {no_signed_wrap, no_unsigned_wrap} : i32",
    statistics: &[
        ("signed", "Ops decorated with no_signed_wrap"),
        ("unsigned", "Ops decorated with no_unsigned_wrap"),
    ],
    ..PassInfo::new("infer-no-wrap", "Infer wrap flags from integer ranges", ControlFlow::SpvOnly, |_| {
        Ok(Work::function(run))
    })
};

const OPS: [OpDefId; 5] =
    [spv::IAdd::ID, spv::ISub::ID, spv::IMul::ID, spv::ShiftLeftLogical::ID, spv::SNegate::ID];

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    if function.facts.contains(Facts::NO_WRAP_FLAGS) {
        return Ok(());
    }
    let ops: Vec<Op> = walk::ops(function.body).filter(|&op| OPS.contains(&function.body.def(op))).collect();
    if ops.is_empty() {
        return Ok(());
    }
    let mut counts = [0; 2];
    for _ in 0..MOST_ROUNDS {
        let before = counts;
        decorate(function, &ops, &mut counts);
        if counts == before {
            break;
        }
    }
    function.count(0, counts[0]);
    function.count(1, counts[1]);
    Ok(())
}

/// Maximum number of rounds. Each round may tighten the ranges, because values with the new flags cannot wrap.
const MOST_ROUNDS: usize = 4;

/// Adds no-wrap flags to ops according to the current ranges of the body.
fn decorate(function: &mut Function<'_>, ops: &[Op], counts: &mut [u64; 2]) {
    let ctx = function.ctx;
    let ranges = function.analysis::<Ranges>();
    for &op in ops {
        let body = &mut *function.body;
        let operands: Option<SmallVec<[Range; 2]>> =
            body.operands(op).map(|value| ranges.at(op, value)).collect();
        let Some(operands) = operands else { continue };
        let never = never_wraps(ctx.registry().op(body.def(op)).row.opcode, &operands);
        let mut attrs = ctx.dict(body.attrs(op)).to_vec();
        for (index, (holds, key)) in
            [(never.signed, "no_signed_wrap"), (never.unsigned, "no_unsigned_wrap")].into_iter().enumerate()
        {
            if holds && ctx.dict_get(body.attrs(op), key).is_none() {
                attrs.push((ctx.ident(key), ctx.unit_attr()));
                counts[index] += 1;
            }
        }
        if attrs.len() > ctx.dict(body.attrs(op)).len() {
            Builder::new(body).set_attrs(op, Some(ctx.dict_attr(attrs)));
        }
    }
}
