//! Matching of module-level definitions that are not related by their uses
//!
//! The definitions are named but unused types, constants that only these types use, and unused symbols. They are
//! matched by a structural hash, which is refined to a fixpoint.

use std::collections::VecDeque;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::module::{Class, Fact, Module};
use super::op;
use super::read::Operand;
use super::relate::Relation;

type Colours = FxHashMap<u32, u64>;

/// Relates the remaining definitions of both modules. Returns the definitions that lack a required counterpart, each
/// with its module and position. Also returns the mismatches of related definitions.
pub(crate) fn relate(relation: &mut Relation) -> (Vec<(Origin, usize)>, Vec<super::relate::Mismatch>) {
    let (a, b) = (relation.a, relation.b);
    let (met_a, met_b) = relation.met();
    let left_a = left_over(a, &met_a);
    let left_b = left_over(b, &met_b);
    if left_a.is_empty() && left_b.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let (colours_a, colours_b) = colours(relation);
    let mut candidates: FxHashMap<u64, VecDeque<usize>> = FxHashMap::default();
    for &at in &left_b {
        candidates.entry(colour(b, &colours_b, at)).or_default().push_back(at);
    }
    let copies = |module: &Module, colours: &Colours| {
        let mut copies: FxHashMap<u64, usize> = FxHashMap::default();
        for &at in &module.globals {
            *copies.entry(colour(module, colours, at)).or_default() += 1;
        }
        copies
    };
    let (copies_a, copies_b) = (copies(a, &colours_a), copies(b, &colours_b));
    // Returns whether a definition duplicates one that the output preserves.
    let merged = |at: usize| {
        let class = a.inst(at).result.and_then(|id| a.class(id));
        class == Some(Class::Structural) && copies_b.contains_key(&colour(a, &colours_a, at))
    };
    let (mut lost, mut mismatches) = (Vec::new(), Vec::new());
    // Users are processed before their operands, because they determine the counterparts of the operands.
    for &at in left_a.iter().rev() {
        let list = candidates.get_mut(&colour(a, &colours_a, at));
        let image = a.inst(at).result.and_then(|x| relation.image(x));
        let fits = |other: &usize| match (image, b.inst(*other).result) {
            (Some(image), y) => y == Some(image),
            (None, y) => !y.is_some_and(|y| relation.is_image(y)),
        };
        let other = list.and_then(|list| list.remove(list.iter().rposition(fits)?));
        match other {
            Some(other) => {
                let ids = a.inst(at).result.zip(b.inst(other).result);
                mismatches.extend(ids.and_then(|(x, y)| relation.relate(x, y).err()));
            }
            None if image.is_some() => {}
            None if a.may_vanish(at) || merged(at) => {}
            None => lost.push((Origin::Input, at)),
        }
    }
    lost.reverse();
    // The output must not have more unused copies of a definition than the input.
    let mut made: Vec<usize> = candidates
        .into_iter()
        .filter(|(colour, _)| copies_a.get(colour) < copies_b.get(colour))
        .flat_map(|(_, ats)| ats)
        .collect();
    made.sort_unstable();
    lost.extend(made.into_iter().map(|at| (Origin::Output, at)));
    (lost, mismatches)
}

/// The module to which a definition belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The input module.
    Input,
    /// The output module.
    Output,
}

fn left_over(module: &Module, met: &FxHashSet<u32>) -> Vec<usize> {
    let counted_apart = |opcode| matches!(opcode, op::STRING | op::EXT_INST_IMPORT);
    let globals = module.globals.iter().copied();
    globals
        .filter(|&at| {
            let inst = module.inst(at);
            !counted_apart(inst.opcode) && !inst.result.is_some_and(|id| met.contains(&id))
        })
        .collect()
}

fn colour(module: &Module, colours: &Colours, at: usize) -> u64 {
    module.inst(at).result.and_then(|id| colours.get(&id)).copied().unwrap_or(0)
}

/// Returns the colors of all module-level ids of both modules. Ids that already correspond have a unique color, which
/// is the same in both modules.
fn colours(relation: &Relation) -> (Colours, Colours) {
    let (a, b) = (relation.a, relation.b);
    let mut fixed: (Colours, Colours) = Default::default();
    for function in &a.functions {
        fix(relation, a.inst(function.head).result, &mut fixed);
    }
    for &at in &a.globals {
        fix(relation, a.inst(at).result, &mut fixed);
    }
    let (mut now_a, mut now_b) = (fixed.0.clone(), fixed.1.clone());
    let mut kinds = 0;
    loop {
        now_a = refine(a, &fixed.0, &now_a);
        now_b = refine(b, &fixed.1, &now_b);
        let distinct: FxHashSet<u64> = now_a.values().chain(now_b.values()).copied().collect();
        if distinct.len() <= kinds {
            return (now_a, now_b);
        }
        kinds = distinct.len();
    }
}

fn fix(relation: &Relation, id: Option<u32>, fixed: &mut (Colours, Colours)) {
    if let Some((x, y)) = id.and_then(|x| Some((x, relation.image(x)?))) {
        let colour = hash(|hasher| (u64::MAX, x).hash(hasher));
        fixed.0.insert(x, colour);
        fixed.1.insert(y, colour);
    }
}

fn refine(module: &Module, fixed: &Colours, before: &Colours) -> Colours {
    let mut after = fixed.clone();
    for &at in &module.globals {
        let inst = module.inst(at);
        let Some(id) = inst.result.filter(|id| !fixed.contains_key(id)) else {
            continue;
        };
        let colour = hash(|hasher| {
            inst.opcode.hash(hasher);
            inst.result_type.and_then(|id| before.get(&id)).hash(hasher);
            for operand in &inst.operands {
                hash_operand(operand, before, hasher);
            }
            // Annotations with the same key may be in any order, so the hashes of their references are summed.
            let sum = module.facts(id).iter().map(|fact| hash_fact(fact, before));
            sum.fold(0u64, u64::wrapping_add).hash(hasher);
        });
        after.insert(id, colour);
    }
    after
}

fn hash_fact(fact: &Fact, colours: &Colours) -> u64 {
    hash(|hasher| {
        fact.key.hash(hasher);
        for operand in &fact.refs {
            hash_operand(operand, colours, hasher);
        }
    })
}

fn hash_operand(operand: &Operand, colours: &Colours, hasher: &mut FxHasher) {
    match operand {
        Operand::Id(id) => colours.get(id).hash(hasher),
        Operand::Opaque(_) => {}
        literal => literal.hash(hasher),
    }
}

fn hash(write: impl FnOnce(&mut FxHasher)) -> u64 {
    let mut hasher = FxHasher::default();
    write(&mut hasher);
    hasher.finish()
}
