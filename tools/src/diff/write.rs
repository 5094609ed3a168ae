//! Computes the differing lines of two definitions

use super::items::Item;
use super::names::{Names, is_name, renamed, tokens};
use super::{Hunk, Line};
use rustc_hash::FxHashSet;
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Number of context lines around a difference.
const CONTEXT: usize = 3;

/// Returns the difference between two definitions. If one of them is `None`, all lines of the other differ. Returns
/// `None` if the definitions are the same.
pub(super) fn hunk(a: Option<&Item>, b: Option<&Item>, names: &Names) -> Option<Hunk> {
    let (old, new) = match (a, b) {
        (Some(a), Some(b)) => (a.lines.clone(), rewritten(a, b, names)),
        (Some(a), None) => (a.lines.clone(), Vec::new()),
        (None, Some(b)) => (Vec::new(), b.lines.iter().map(|line| global(line, names)).collect()),
        (None, None) => return None,
    };
    if old == new {
        return None;
    }
    let title = old.first().or(new.first()).cloned().unwrap_or_default();
    Some(Hunk { title: title.trim_end_matches(" {").to_owned(), lines: lines(&old, &new) })
}

/// Replaces symbol and type names of the second module with the paired names of the first.
fn global(line: &str, names: &Names) -> String {
    renamed(line, &|token| names.get(token).filter(|_| is_name(token)).map(str::to_owned))
}

/// Returns the lines of the second definition with the paired names of the first.
fn rewritten(a: &Item, b: &Item, names: &Names) -> Vec<String> {
    let is_local = |name: &str| name.starts_with(['%', '^']);
    let mut locals = Names::default();
    for op in capture_diff_slices(Algorithm::Myers, &a.structure, &b.structure) {
        if let DiffOp::Equal { old_index, new_index, len } = op {
            for k in 0..len {
                locals.pair_lines(&a.lines[old_index + k], &b.lines[new_index + k], is_local);
            }
        }
    }
    let of_a: FxHashSet<&str> =
        a.lines.iter().flat_map(|line| tokens(line)).filter(|token| is_local(token)).collect();
    let map = |token: &str| {
        if !is_name(token) {
            return None;
        }
        if !is_local(token) {
            return names.get(token).map(str::to_owned);
        }
        match locals.get(token) {
            Some(name) => Some(name.to_owned()),
            // An apostrophe marks a name that belongs to a different value in the first module.
            None if of_a.contains(token) => Some(format!("{token}'")),
            None => None,
        }
    };
    b.lines.iter().map(|line| renamed(line, &map)).collect()
}

fn lines(old: &[String], new: &[String]) -> Vec<Line> {
    let mut all = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, old, new) {
        let (tag, old_range, new_range) = op.as_tag_tuple();
        if tag == similar::DiffTag::Equal {
            all.extend(old[old_range].iter().cloned().map(Line::Both));
        } else {
            all.extend(old[old_range].iter().cloned().map(Line::Removed));
            all.extend(new[new_range].iter().cloned().map(Line::Added));
        }
    }
    let differs: Vec<usize> =
        all.iter().enumerate().filter(|(_, line)| !matches!(line, Line::Both(_))).map(|(i, _)| i).collect();
    let is_near = |i: usize| {
        let next = differs.partition_point(|&at| at + CONTEXT < i);
        differs.get(next).is_some_and(|&at| at <= i + CONTEXT)
    };
    let mut list = Vec::new();
    for (i, line) in all.into_iter().enumerate() {
        match (is_near(i), list.last_mut()) {
            (true, _) => list.push(line),
            (false, Some(Line::Skipped(count))) => *count += 1,
            (false, _) => list.push(Line::Skipped(1)),
        }
    }
    list
}
