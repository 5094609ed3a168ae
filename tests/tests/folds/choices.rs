//! Exhaustive test of patterns for an op on a constant and a select between two constants
//!
//! All values of the three constants are tested. The values of the first constant are the lanes of a vector.

use super::Place;
use super::exhaustive::{FEW, Rule, Trial, Worker, whole};
use super::judge::Judge;
use super::parallel;
use super::shapes::{Expression, Leaf, Sample, Shape, samples};
use super::values::attr;
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::ir::dialect::Traits;
use spv_opt::ir::{Attribute, Builder, Context, NewOp, Signedness};
use std::collections::BTreeSet;

/// Maximum number of vector lanes.
const LANES: usize = 64;

/// Returns the expression `root(select(x0, c0, c1), c2)`. If `first` is false, the operands of `root` are swapped.
fn shape<'a>(samples: &'a [Sample], root: &'a Sample, first: bool) -> Shape<'a> {
    let is_choice = |sample: &&Sample| {
        (sample.def.row.set, sample.def.row.opcode) == (0, op::SELECT) && sample.result == root.operands[0]
    };
    let choice = samples.iter().find(is_choice).expect("there are choices of bytes");
    let (inner, leaves) = if first {
        (vec![Some(choice), None], [Leaf::Argument(0), Leaf::Constant, Leaf::Constant, Leaf::Constant])
    } else {
        (vec![None, Some(choice)], [Leaf::Constant, Leaf::Argument(0), Leaf::Constant, Leaf::Constant])
    };
    Shape { root, inner, leaves: leaves.to_vec() }
}

/// Builds the expression of [`shape`] for vectors.
fn expression(ctx: &Context, root: &Sample, first: bool) -> Expression {
    let vector = |ty| ctx.vector_type(LANES as u64, ty);
    let (byte, bit) = (vector(root.operands[0]), vector(ctx.common().i1));
    let result = vector(root.result);
    let mut place = Place::new();
    let condition = Builder::new(&mut place.body).add_arg(place.block, bit);
    let constants = [0; 3].map(|_| place.constant(ctx, byte, attr(ctx, byte, &[0; LANES])));
    let select = ctx.registry().op_by_code(0, op::SELECT).expect("it is registered");
    let operands = [condition, constants[0], constants[1]];
    let choice = place.add(NewOp { operands: &operands, results: &[byte], ..NewOp::new(select) });
    let choice = place.body.result(choice, 0);
    let operands = if first { [choice, constants[2]] } else { [constants[2], choice] };
    let last = place.add(NewOp { operands: &operands, results: &[result], ..NewOp::new(root.id) });
    let value = place.body.result(last, 0);
    let sink = ctx.registry().op_by_name("spv.mlir.merge").expect("it is registered");
    place.add(NewOp { operands: &[value], ..NewOp::new(sink) });
    let made = constants.map(|value| (place.body.defining_op(value).expect("an op makes it"), byte));
    Expression { place, root: last, constants: made.to_vec() }
}

/// Returns all values of the first constant in groups that fit into a vector. For comparisons, a group contains only
/// values for which the comparison with `constant` has the same result.
fn groups(judge: &mut Judge<'_>, ctx: &Context, root: &Sample, first: bool, constant: u64) -> Vec<Vec<u64>> {
    let all: Vec<u64> = (0..256).collect();
    if !root.def.traits.contains(Traits::COMPARISON) {
        return all.chunks(LANES).map(<[u64]>::to_vec).collect();
    }
    let mut place = Place::new();
    let ty = root.operands[0];
    let value = Builder::new(&mut place.body).add_arg(place.block, ty);
    let other = place.constant(ctx, ty, attr(ctx, ty, &[constant]));
    let operands = if first { [value, other] } else { [other, value] };
    let last = place.add(NewOp { operands: &operands, results: &[root.result], ..NewOp::new(root.id) });
    let truth = place.body.result(last, 0);
    let sink = ctx.registry().op_by_name("spv.mlir.merge").expect("it is registered");
    place.add(NewOp { operands: &[truth], ..NewOp::new(sink) });
    let truths = judge.result(&place, std::slice::from_ref(&all));
    let (yes, no): (Vec<u64>, Vec<u64>) = all.iter().partition(|&&value| truths[value as usize] == 1);
    let full = |list: &[u64]| {
        let last = *list.last().expect("a chunk is not empty");
        let mut list = list.to_vec();
        list.resize(LANES, last);
        list
    };
    yes.chunks(LANES).chain(no.chunks(LANES)).map(full).collect()
}

#[test]
fn choices_of_constants_exhaustively() {
    let ctx = spv_opt::context();
    let byte = ctx.int_type(8, Signedness::Signless);
    let vector = ctx.vector_type(LANES as u64, byte);
    let list = samples(&ctx);
    let mut worker = Worker::new(&ctx);
    let roots: Vec<(&Sample, bool, Rule)> = list
        .iter()
        .filter(|sample| sample.operands == [byte, byte])
        .flat_map(|sample| [(sample, true), (sample, false)])
        .flat_map(|(sample, first)| Rule::of(sample).into_iter().map(move |rule| (sample, first, rule)))
        .filter(|&(sample, first, rule)| worker.finds(&shape(&list, sample, first), rule))
        .collect();
    let splats: Vec<Attribute> = (0..256).map(|bits| attr(&ctx, vector, &[bits; LANES])).collect();
    let second: Vec<u64> = if whole() { (0..256).collect() } else { FEW.to_vec() };
    let found = parallel::each(
        roots.len(),
        || Judge::new(&ctx),
        |judge, number| {
            let (root, first, rule) = roots[number];
            let mut trial = Trial::new(&ctx, expression(&ctx, root, first), rule);
            let mut applied = 0;
            for third in 0..256 {
                trial.set(2, splats[third as usize]);
                for group in groups(judge, &ctx, root, first, third) {
                    trial.set(0, attr(&ctx, vector, &group));
                    for &other in &second {
                        trial.set(1, splats[other as usize]);
                        let Some(made) = trial.apply() else { continue };
                        applied += 1;
                        for condition in [0, 1] {
                            if let Some((row, before, after)) =
                                trial.difference(judge, &made, &[vec![condition]])
                            {
                                let values = [condition, group[row], other, third];
                                let rule = rule.name(root);
                                panic!(
                                    "{rule} (choice first: {first}) of {values:?}: {before} became {after}"
                                );
                            }
                        }
                    }
                }
            }
            (applied > 0).then(|| rule.name(root))
        },
    );
    let found: BTreeSet<String> = found.into_iter().flatten().collect();
    assert!(found.len() > 30, "only {found:#?}");
}
