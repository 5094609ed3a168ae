//! Spelling suggestions for unknown names

use crate::EnumDef;

/// Maximum length in bytes of an unknown name. No suggestions are made for longer names.
const LONGEST: usize = 64;

/// Returns the known name most similar to an unknown name. Returns `None` if no known name is close enough for a
/// misspelling.
///
/// Allows one edit per four characters, at least one and at most three. Ignores case. A swap of two adjacent
/// characters is a single edit.
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

/// Returns the known op name most similar to an unknown one. Prefers the same name in another instruction set, such as
/// `spv.OCL.u_sub_sat` for `spv.USubSat`. A name without a dialect may belong to any dialect, and may have the prefix `Op`
/// of SPIR-V.
pub fn suggest_op<'n>(name: &str, known: impl Iterator<Item = &'n str> + Clone) -> Option<&'n str> {
    let last = |name: &str| {
        let last = name.rsplit('.').next().unwrap_or(name).bytes();
        last.filter(|byte| *byte != b'_').map(|byte| byte.to_ascii_lowercase()).collect::<Vec<u8>>()
    };
    let space = name.split_once('.').map(|(space, _)| space);
    let own = last(if space.is_none() { name.strip_prefix("Op").unwrap_or(name) } else { name });
    let is_same = |known: &&str| {
        let is_near = space.is_none_or(|space| known.split('.').next() == Some(space));
        is_near && last(known) == own
    };
    known.clone().find(is_same).or_else(|| suggest(name, known))
}

/// Returns advice about the unknown enumerant name `wrong`: the most similar name, or all names if there are few.
pub fn suggest_enumerant(def: &EnumDef, wrong: &str) -> Option<String> {
    /// Maximum number of valid names to list.
    const FEW: usize = 12;
    let names = || def.names.iter().map(|(name, _)| *name);
    match suggest(wrong, names()) {
        Some(best) => Some(format!("did you mean `{best}`?")),
        None if def.names.len() <= FEW => {
            Some(format!("expected one of {}", names().collect::<Vec<&str>>().join(", ")))
        }
        None => None,
    }
}

/// Returns the optimal string alignment distance: the number of insertions, deletions, substitutions and swaps of
/// adjacent bytes.
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

    #[test]
    fn ops_of_other_instruction_sets() {
        let best = |name| suggest_op(name, ["spv.OCL.u_sub_sat", "spv.FAdd", "arith.divf"].into_iter());
        assert_eq!(best("spv.USubSat"), Some("spv.OCL.u_sub_sat"));
        assert_eq!(best("spv.fadd"), Some("spv.FAdd"));
        assert_eq!(best("spv.FAd"), Some("spv.FAdd"));
        assert_eq!(best("spv.DivF"), None);
        assert_eq!(best("FAdd"), Some("spv.FAdd"));
        assert_eq!(best("OpFAdd"), Some("spv.FAdd"));
        assert_eq!(best("spirv.FAdd"), Some("spv.FAdd"));
    }
}
