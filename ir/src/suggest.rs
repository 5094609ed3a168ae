//! What a misspelt name may have been meant to be.

/// Bytes of a name that is compared at most.
const LONGEST: usize = 64;

/// The known name that is most similar to one that is not known, if any is similar enough for a misspelling: of
/// four characters one may be wrong, in all at most three. Case does not count; two neighbours that change places
/// are one mistake.
pub fn suggest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let limit = (name.len() / 4).clamp(1, 3);
    if name.len() > LONGEST {
        return None;
    }
    let lower = name.to_ascii_lowercase();
    let near = known.filter(|k| k.len().abs_diff(name.len()) <= limit);
    let best = near.map(|k| (distance(k.to_ascii_lowercase().as_bytes(), lower.as_bytes()), k)).min()?;
    (best.0 <= limit).then_some(best.1)
}

/// The optimal string alignment distance: bytes to insert, remove, replace, or exchange with a neighbor.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let (mut before, mut last) = (Vec::new(), Vec::from_iter(0..=b.len()));
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut least = (last[j] + usize::from(x != y)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i - 1] == *y && *x == b[j - 1] {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspellings_and_other_names() {
        let best = |name| suggest(name, ["spv.FMul", "spv.FAdd", "cse", "simplify-cfg"].into_iter());
        assert_eq!(best("spv.fmul"), Some("spv.FMul"));
        assert_eq!(best("spv.FMlu"), Some("spv.FMul"));
        assert_eq!(best("csse"), Some("cse"));
        assert_eq!(best("simplifycfg"), Some("simplify-cfg"));
        assert_eq!(best("spv.Return"), None);
        assert_eq!(best(&"x".repeat(100)), None);
    }
}
