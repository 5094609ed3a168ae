//! Pairs the definitions of two modules.

use super::items::Item;
use super::names::Names;
use rustc_hash::FxHashMap;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A definition in the first module, the second, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub a: Option<usize>,
    pub b: Option<usize>,
}

/// Maximum number of candidates to compare with an unpaired definition.
const COMPARED: usize = 64;

/// Returns the pairs, in the order of the first module, and the matching symbol and type names.
pub(super) fn pairs(a: &[Item], b: &[Item]) -> (Vec<Pair>, Names) {
    let mut partner: Vec<Option<usize>> = vec![None; a.len()];
    let mut taken = vec![false; b.len()];
    // Only unique names count: if definitions share a name, a meaningless number distinguishes them.
    let (keys_a, keys_b) = (unique_keys(a), unique_keys(b));
    for (key, &i) in &keys_a {
        if let Some(&j) = keys_b.get(key) {
            partner[i] = Some(j);
            taken[j] = true;
        }
    }
    by_entry_points(a, b, &mut partner, &mut taken);
    by_structure(a, b, &mut partner, &mut taken);
    by_similarity(a, b, &mut partner, &mut taken);
    by_position(a, b, &mut partner, &mut taken);
    let mut names = Names::default();
    for (i, j) in partner.iter().enumerate().filter_map(|(i, j)| Some((i, (*j)?))) {
        if let (Some(of_a), Some(of_b)) = (&a[i].name, &b[j].name) {
            names.pair(of_a, of_b);
        }
        let lines = a[i].lines.iter().zip(&b[j].lines);
        for (line_a, line_b) in lines.filter(|_| a[i].structure == b[j].structure) {
            names.pair_lines(line_a, line_b, |name| name.starts_with('<'));
        }
    }
    (in_order(partner, &taken), names)
}

/// Returns the definitions with a unique key.
fn unique_keys(items: &[Item]) -> FxHashMap<&str, usize> {
    let mut counts: FxHashMap<&str, (usize, usize)> = FxHashMap::default();
    for (i, key) in items.iter().enumerate().filter_map(|(i, item)| Some((i, item.key.as_deref()?))) {
        let entry = counts.entry(key).or_insert((i, 0));
        entry.1 += 1;
    }
    counts.into_iter().filter(|(_, (_, count))| *count == 1).map(|(key, (i, _))| (key, i)).collect()
}

/// Pairs the functions of paired entry points.
fn by_entry_points(a: &[Item], b: &[Item], partner: &mut [Option<usize>], taken: &mut [bool]) {
    let functions = |items: &[Item]| -> FxHashMap<String, usize> {
        let functions = items.iter().enumerate().filter(|(_, item)| item.is_function());
        functions.filter_map(|(i, item)| Some((item.name.clone()?, i))).collect()
    };
    let (functions_a, functions_b) = (functions(a), functions(b));
    for i in 0..a.len() {
        if let Some(j) = partner[i]
            && let (Some(of_a), Some(of_b)) = (&a[i].entry, &b[j].entry)
            && let (Some(&of_a), Some(&of_b)) = (functions_a.get(of_a), functions_b.get(of_b))
            && partner[of_a].is_none()
            && !taken[of_b]
        {
            partner[of_a] = Some(of_b);
            taken[of_b] = true;
        }
    }
}

/// Pairs definitions of equal structure, in order.
fn by_structure(a: &[Item], b: &[Item], partner: &mut [Option<usize>], taken: &mut [bool]) {
    let left: Vec<usize> = (0..a.len()).filter(|&i| partner[i].is_none()).collect();
    let right: Vec<usize> = (0..b.len()).filter(|&j| !taken[j]).collect();
    let of = |items: &[Item], list: &[usize]| -> Vec<Vec<String>> {
        list.iter().map(|&i| items[i].structure.clone()).collect()
    };
    for op in capture_diff_slices(Algorithm::Myers, &of(a, &left), &of(b, &right)) {
        if let DiffOp::Equal { old_index, new_index, len } = op {
            for k in 0..len {
                partner[left[old_index + k]] = Some(right[new_index + k]);
                taken[right[new_index + k]] = true;
            }
        }
    }
}

/// Pairs similar definitions with equal keys, the most similar first. At least half of their lines must be equal except
/// for numbered names. Single-line definitions need only be of the same op.
fn by_similarity(a: &[Item], b: &[Item], partner: &mut [Option<usize>], taken: &mut [bool]) {
    let mut alike = Vec::new();
    for i in (0..a.len()).filter(|&i| partner[i].is_none()) {
        let free = (0..b.len()).filter(|&j| !taken[j] && b[j].key == a[i].key).take(COMPARED);
        alike.extend(free.filter_map(|j| Some((likeness(&a[i], &b[j])?, i, j))));
    }
    // The first of equally similar candidates wins.
    alike.sort_by_key(|&(likeness, i, j)| (Reverse(likeness), i, j));
    for (_, i, j) in alike {
        if partner[i].is_none() && !taken[j] {
            partner[i] = Some(j);
            taken[j] = true;
        }
    }
}

/// Pairs the remaining unnamed functions that follow the same pair of functions. Functions of equal type are paired in
/// order. The others are paired in order if there are equally many.
fn by_position(a: &[Item], b: &[Item], partner: &mut [Option<usize>], taken: &mut [bool]) {
    let mut gaps: BTreeMap<Option<usize>, [Vec<usize>; 2]> = BTreeMap::new();
    let mut last = None;
    for i in (0..a.len()).filter(|&i| a[i].is_function()) {
        match partner[i] {
            Some(j) => last = Some(j),
            None if a[i].key.is_none() => gaps.entry(last).or_default()[0].push(i),
            None => {}
        }
    }
    last = None;
    for j in (0..b.len()).filter(|&j| b[j].is_function()) {
        match taken[j] {
            true => last = Some(j),
            false if b[j].key.is_none() => gaps.entry(last).or_default()[1].push(j),
            false => {}
        }
    }
    for [left, right] in gaps.into_values() {
        let heads = |items: &[Item], list: &[usize]| -> Vec<Option<String>> {
            list.iter().map(|&i| items[i].structure.first().cloned()).collect()
        };
        let mut found: Vec<(usize, usize)> = Vec::new();
        for op in capture_diff_slices(Algorithm::Myers, &heads(a, &left), &heads(b, &right)) {
            if let DiffOp::Equal { old_index, new_index, len } = op {
                found.extend((0..len).map(|k| (left[old_index + k], right[new_index + k])));
            }
        }
        let rest_a: Vec<usize> =
            left.into_iter().filter(|i| !found.iter().any(|(of_a, _)| of_a == i)).collect();
        let rest_b: Vec<usize> =
            right.into_iter().filter(|j| !found.iter().any(|(_, of_b)| of_b == j)).collect();
        if rest_a.len() == rest_b.len() {
            found.extend(rest_a.into_iter().zip(rest_b));
        }
        for (i, j) in found {
            partner[i] = Some(j);
            taken[j] = true;
        }
    }
}

/// Returns the similarity of two definitions in percent, or `None` if they are not similar.
fn likeness(a: &Item, b: &Item) -> Option<usize> {
    let word = |item: &Item| item.structure.first()?.split([' ', '<', '(']).next().map(str::to_owned);
    if word(a) != word(b) {
        return None;
    }
    let mut counts: FxHashMap<&str, isize> = FxHashMap::default();
    a.structure.iter().for_each(|line| *counts.entry(line).or_default() += 1);
    let mut common = 0;
    for line in &b.structure {
        let count = counts.entry(line).or_default();
        *count -= 1;
        common += usize::from(*count >= 0);
    }
    let percent = 200 * common / (a.structure.len() + b.structure.len());
    (percent >= 50 || a.lines.len() == 1 && b.lines.len() == 1).then_some(percent)
}

/// Returns the pairs in the order of the first module. A definition only in the second follows its predecessor there.
fn in_order(partner: Vec<Option<usize>>, taken: &[bool]) -> Vec<Pair> {
    // Unpaired definitions of the second module, by number of the paired definition before them; 0 for none.
    let mut after: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    let mut last = 0;
    for (j, taken) in taken.iter().enumerate() {
        if *taken {
            last = j + 1;
        } else {
            after.entry(last).or_default().push(j);
        }
    }
    let mut list = Vec::new();
    let mut add = |list: &mut Vec<Pair>, key: usize| {
        let added = after.remove(&key).unwrap_or_default();
        list.extend(added.into_iter().map(|j| Pair { a: None, b: Some(j) }));
    };
    add(&mut list, 0);
    for (i, j) in partner.into_iter().enumerate() {
        list.push(Pair { a: Some(i), b: j });
        if let Some(j) = j {
            add(&mut list, j + 1);
        }
    }
    list
}
