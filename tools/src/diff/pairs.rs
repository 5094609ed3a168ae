//! Pairs the definitions of two modules

use super::items::Item;
use super::names::Names;
use rustc_hash::FxHashMap;
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Indices of a definition in the first module, the second, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub a: Option<usize>,
    pub b: Option<usize>,
}

/// Maximum number of candidates to compare with each unpaired definition.
const COMPARED: usize = 64;

/// Returns the paired definitions, in the order of the first module, and the paired symbol and type names.
pub(super) fn pairs(a: &[Item], b: &[Item]) -> (Vec<Pair>, Names) {
    let mut partner: Vec<Option<usize>> = vec![None; a.len()];
    let mut taken = vec![false; b.len()];
    // Definitions with a non-unique key are distinguished only by a numeric suffix, so the key cannot pair them.
    let (keys_a, keys_b) = (unique_keys(a), unique_keys(b));
    for (key, &i) in &keys_a {
        if let Some(&j) = keys_b.get(key) {
            partner[i] = Some(j);
            taken[j] = true;
        }
    }
    by_structure(a, b, &mut partner, &mut taken);
    by_similarity(a, b, &mut partner, &mut taken);
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

/// Returns the index of each definition whose key is unique, by key.
fn unique_keys(items: &[Item]) -> FxHashMap<&str, usize> {
    let mut counts: FxHashMap<&str, (usize, usize)> = FxHashMap::default();
    for (i, key) in items.iter().enumerate().filter_map(|(i, item)| Some((i, item.key.as_deref()?))) {
        let entry = counts.entry(key).or_insert((i, 0));
        entry.1 += 1;
    }
    counts.into_iter().filter(|(_, (_, count))| *count == 1).map(|(key, (i, _))| (key, i)).collect()
}

/// Pairs definitions that have the same structure, in order.
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

/// Pairs similar definitions with the same key. At least half of their lines must be the same except for numbered
/// names. Single-line definitions need only have the same op.
fn by_similarity(a: &[Item], b: &[Item], partner: &mut [Option<usize>], taken: &mut [bool]) {
    for i in 0..a.len() {
        if partner[i].is_some() {
            continue;
        }
        let free = (0..b.len()).filter(|&j| !taken[j] && b[j].key == a[i].key).take(COMPARED);
        let alike = free.filter_map(|j| Some((likeness(&a[i], &b[j])?, j)));
        // If several candidates are equally similar, the first wins.
        let best = alike.max_by_key(|&(likeness, j)| (likeness, std::cmp::Reverse(j)));
        if let Some((_, j)) = best {
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

/// Returns the pairs in the order of the first module. A definition that is only in the second follows its predecessor
/// there.
fn in_order(partner: Vec<Option<usize>>, taken: &[bool]) -> Vec<Pair> {
    // Unpaired definitions of the second module, by one plus the index of the paired definition before them; 0 if none.
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
