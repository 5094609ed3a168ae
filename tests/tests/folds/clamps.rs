//! Exhaustive test of patterns for the comparison of a clamp with a constant
//!
//! The comparison may depend on four bytes. The clamped value is represented by the set of all results of the clamp.

use super::exhaustive::{EDGES, FEW, Rule, Trial, whole};
use super::judge::{Judge, UNDEFINED};
use super::parallel;
use super::shapes::{Leaf, Sample, Shape, samples};
use super::values::attr;
use spv_opt::dialect::generated::opcodes::{glsl, set};
use spv_opt::ir::dialect::Traits;
use spv_opt::ir::rewrite::Folded;
use spv_opt::ir::{Attribute, Context, Signedness};
use std::collections::BTreeSet;

/// A set of byte values, as a bit set.
type Set = [u64; 4];

fn insert(set: &mut Set, value: u64) {
    set[value as usize / 64] |= 1 << (value % 64);
}

fn union(a: Set, b: Set) -> Set {
    [0, 1, 2, 3].map(|i| a[i] | b[i])
}

fn overlap(a: &Set, b: &Set) -> bool {
    (0..4).any(|i| a[i] & b[i] != 0)
}

/// Returns the results of a clamp with the given bounds, over all operand values for which it is defined.
fn results(ctx: &Context, judge: &mut Judge<'_>, clamp: &Sample, low: u64, high: u64) -> Set {
    let shape = Shape { root: clamp, inner: vec![None; 3], leaves: (0..3).map(Leaf::Argument).collect() };
    let expression = shape.build(ctx);
    let all = judge.result(&expression.place, &[(0..256).collect(), vec![low], vec![high]]);
    let mut set = Set::default();
    all.into_iter().filter(|&value| value != UNDEFINED).for_each(|value| insert(&mut set, value));
    set
}

/// Whether the lower bound is constant, and whether the upper bound is constant, in each variant.
const VARIANTS: [[bool; 2]; 3] = [[true, true], [true, false], [false, true]];

#[test]
fn comparisons_of_clamps_exhaustively() {
    let ctx = spv_opt::context();
    let byte = ctx.int_type(8, Signedness::Signless);
    let list = samples(&ctx);
    let is_clamp = |sample: &&Sample| {
        sample.def.row.set == set::GLSL && [glsl::U_CLAMP, glsl::S_CLAMP].contains(&sample.def.row.opcode)
    };
    let clamps: Vec<&Sample> = list.iter().filter(is_clamp).filter(|s| s.operands[0] == byte).collect();
    assert_eq!(clamps.len(), 2);
    // Results of each clamp by its bounds. One of the two bounds has only a few values.
    let all: Vec<u64> = if whole() { (0..256).collect() } else { EDGES.to_vec() };
    let bounds: &[u64] = &FEW;
    let sets = parallel::each(
        2 * 256,
        || Judge::new(&ctx),
        |judge, number| {
            let clamp = clamps[number / 256];
            let low = number as u64 % 256;
            let mut sets = vec![None; 256];
            if !all.contains(&low) {
                return sets;
            }
            let highs = if bounds.contains(&low) { &all[..] } else { bounds };
            for &high in highs {
                sets[high as usize] = Some(results(&ctx, judge, clamp, low, high));
            }
            sets
        },
    );
    let compares: Vec<(&Sample, usize, bool)> = list
        .iter()
        .filter(|sample| sample.operands == [byte, byte] && sample.def.traits.contains(Traits::COMPARISON))
        .flat_map(|sample| [0, 1].map(|clamp| (sample, clamp)))
        .flat_map(|(sample, clamp)| [(sample, clamp, true), (sample, clamp, false)])
        .collect();
    let bytes: Vec<Attribute> = (0..256).map(|bits| attr(&ctx, byte, &[bits])).collect();
    let found = parallel::each(
        compares.len(),
        || Judge::new(&ctx),
        |judge, number| {
            let (root, clamp, first) = compares[number];
            let sets = &sets[clamp * 256..][..256];
            let inner = if first { vec![Some(clamps[clamp]), None] } else { vec![None, Some(clamps[clamp])] };
            let truths = truths(&ctx, judge, root, first);
            let mut found = BTreeSet::new();
            for rule in Rule::of(root).into_iter().filter(|rule| matches!(rule, Rule::Fold(_))) {
                for constant in VARIANTS {
                    let bound = |i: usize| if constant[i] { Leaf::Constant } else { Leaf::Argument(1) };
                    let mut leaves = vec![Leaf::Argument(0), bound(0), bound(1)];
                    leaves.insert(if first { 3 } else { 0 }, Leaf::Constant);
                    let shape = Shape { root, inner: inner.clone(), leaves };
                    let mut trial = Trial::new(&ctx, shape.build(&ctx), rule);
                    // The constant is the first or second operand of the comparison.
                    let (compared, low) =
                        if first { (trial.expression.constants.len() - 1, 0) } else { (0, 1) };
                    let mut check = |trial: &mut Trial<'_>, set: Set, what: &[u64]| {
                        for third in 0..256 {
                            trial.set(compared, bytes[third]);
                            let Some(made) = trial.apply() else { continue };
                            let truth = made.folded().expect("it is a fold");
                            let Folded::Constant(attr) = truth else { panic!("{shape} became {truth:?}") };
                            let truth = judge.constant(root.result, attr)[0] as usize;
                            found.insert((rule.name(root), constant));
                            assert!(
                                !overlap(&set, &truths[third][1 - truth]),
                                "{shape} with {what:?} and {third} became {truth}"
                            );
                        }
                    };
                    match constant {
                        [true, true] => {
                            for (a, list) in sets.iter().enumerate() {
                                trial.set(low, bytes[a]);
                                for (b, set) in list.iter().enumerate() {
                                    let Some(set) = *set else { continue };
                                    trial.set(low + 1, bytes[b]);
                                    check(&mut trial, set, &[a as u64, b as u64]);
                                }
                            }
                        }
                        [lower, _] => {
                            for one in 0..256 {
                                trial.set(low, bytes[one]);
                                let of = |other: usize| {
                                    if lower { sets[one][other] } else { sets[other][one] }
                                };
                                let set = (0..256).filter_map(of).fold(Set::default(), union);
                                check(&mut trial, set, &[one as u64]);
                            }
                        }
                    }
                }
            }
            found
        },
    );
    let found: BTreeSet<_> = found.into_iter().flatten().collect();
    // Rules apply to each ordered comparison, in all variants of constant bounds.
    assert_eq!(found.len(), 8 * VARIANTS.len(), "{found:#?}");
}

/// Returns, for each constant, the value set for which the comparison is false and the one for which it is true.
fn truths(ctx: &Context, judge: &mut Judge<'_>, root: &Sample, first: bool) -> Vec<[Set; 2]> {
    let leaves = vec![Leaf::Argument(0), Leaf::Argument(1)];
    let expression = Shape { root, inner: vec![None; 2], leaves }.build(ctx);
    let all: Vec<u64> = (0..256).collect();
    let of = |third: u64| {
        let inputs = if first { [all.clone(), vec![third]] } else { [vec![third], all.clone()] };
        let mut sets = [Set::default(); 2];
        for (value, truth) in judge.result(&expression.place, &inputs).into_iter().enumerate() {
            insert(&mut sets[truth as usize], value as u64);
        }
        sets
    };
    (0..256).map(of).collect()
}
