//! Localization of sampled images (`localize-sampled-images`): duplicates OpSampledImage in the blocks of its uses

use crate::options::IF_CHANGED;
use crate::pass::{ControlFlow, Function, PassInfo, Work};
use rustc_hash::FxHashMap;
use spv_dialect::control::separates;
use spv_dialect::spv;
use spv_ir::{Block, Body, Builder, Diagnostics, InsertPoint, Op, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Duplicates OpSampledImage before uses in another block of the binary, where SPIR-V forbids the use.",
    before: "%0 = spv.SampledImage %t, %s : !image, !spv.sampler -> !sampled\nspv.Branch ^bb1\n^bb1:\n  \
             %1 = spv.ImageSampleExplicitLod %0, %x [\"Lod\", %z] : ...",
    after: "spv.Branch ^bb1\n^bb1:\n  %0 = spv.SampledImage %t, %s : !image, !spv.sampler -> !sampled\n  \
            %1 = spv.ImageSampleExplicitLod %0, %x [\"Lod\", %z] : ...",
    options: &[IF_CHANGED],
    ..PassInfo::new(
        "localize-sampled-images",
        "Duplicate sampled images in the blocks that use them",
        ControlFlow::Any,
        |_| Ok(Work::function(run)),
    )
};

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    legalize(function.body);
    Ok(())
}

/// Duplicates OpSampledImage ops whose use has moved to another block of the binary, for example after inlining a
/// call. The specification of OpSampledImage requires the definition and use to be in the same block.
pub(crate) fn legalize(body: &mut Body) {
    let mut places = Places::default();
    let images: Vec<Op> = walk::ops(body).filter(|&op| body.def(op) == spv::SampledImage::ID).collect();
    let mut apart: Vec<(Op, Op, usize)> = Vec::new();
    for op in images {
        let uses = body.uses(body.result(op, 0)).map(|(user, operand)| (op, user, operand));
        // A terminator that uses the value only forwards it.
        let ends = |user| body.parent(user).and_then(|block| body.last_op(block)) == Some(user);
        apart.extend(uses.filter(|&(op, user, _)| !ends(user) && !places.are_one_block(body, op, user)));
    }
    // Use lists usually begin with the last use. Visit uses in program order, so that subsequent uses share a copy.
    apart.reverse();
    let mut copies: FxHashMap<(Op, Option<Block>), Op> = FxHashMap::default();
    for &(op, user, operand) in &apart {
        let block = body.parent(user);
        let known = copies.get(&(op, block)).copied();
        let known = known.filter(|&copy| places.are_one_block(body, copy, user));
        let copy = known.unwrap_or_else(|| Builder::at(body, InsertPoint::Before(user)).repeat(op));
        copies.insert((op, block), copy);
        let image = body.result(copy, 0);
        Builder::new(body).set_operand(user, operand, image);
    }
    apart.dedup_by_key(|(op, ..)| *op);
    for (op, ..) in apart {
        if body.uses(body.result(op, 0)).next().is_none() {
            Builder::new(body).erase(op);
        }
    }
}

/// Cache of the constructs in each queried block.
#[derive(Default)]
struct Places(FxHashMap<Block, Vec<Op>>);

impl Places {
    /// Returns whether the op `last` follows the op `first` in the same block of the binary.
    fn are_one_block(&mut self, body: &Body, first: Op, last: Op) -> bool {
        let Some(block) = body.parent(first).filter(|&block| body.parent(last) == Some(block)) else {
            return false;
        };
        let find = || body.ops(block).filter(|&op| body.region_count(op) > 0).collect();
        let constructs = self.0.entry(block).or_insert_with(find);
        body.is_before(first, last) && !separates(constructs, body, first, last)
    }
}
