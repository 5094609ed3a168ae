//! Hash tables of op names, built at compile time so that a process has none to build.

use super::{OpDef, same};

/// Builds [`Dialect::op_names`](super::Dialect::op_names): a hash table with open addressing. Each place holds 0 or one more
/// than the number of a name: that of an op, or the number of ops plus that of an alias. An alias that is also the name of
/// an op gets no place.
///
/// # Panics
/// If two ops have one name, or unless `N` is a power of two that leaves a quarter of the places free.
pub const fn name_table<const N: usize>(ops: &[OpDef], aliases: &[(&str, &str)]) -> [u16; N] {
    let count = ops.len() + aliases.len();
    assert!(N.is_power_of_two() && count <= N / 4 * 3, "a table of names of the wrong size");
    let mut places = [0; N];
    let mut number = 0;
    while number < count {
        let name = name(ops, aliases, number);
        let mut place = hash(name) % N;
        let mut is_new = true;
        while places[place] != 0 {
            if same(name, self::name(ops, aliases, places[place] as usize - 1)) {
                assert!(number >= ops.len(), "two ops of one name");
                is_new = false;
            }
            place = (place + 1) % N;
        }
        if is_new {
            places[place] = number as u16 + 1;
        }
        number += 1;
    }
    places
}

/// Finds the number of a name in a table, by its hash.
pub(super) fn find(places: &[u16], hash: usize, mut is_name: impl FnMut(usize) -> bool) -> Option<usize> {
    let mut place = hash;
    loop {
        let number = usize::from(places[place & (places.len() - 1)]).checked_sub(1)?;
        if is_name(number) {
            return Some(number);
        }
        place += 1;
    }
}

/// The name of a number, as [`name_table`] counts them.
pub(super) const fn name<'n>(ops: &[OpDef], aliases: &[(&'n str, &str)], number: usize) -> &'n str {
    if number < ops.len() { ops[number].row.name } else { aliases[number - ops.len()].0 }
}

/// A hash of a name.
pub(super) const fn hash(name: &str) -> usize {
    let mut rest = name.as_bytes();
    let mut hash = rest.len() as u64;
    while let Some((chunk, tail)) = rest.split_first_chunk() {
        hash = mix(hash, u64::from_le_bytes(*chunk));
        rest = tail;
    }
    let mut last = 0;
    while let Some((byte, tail)) = rest.split_first() {
        last = last << 8 | *byte as u64;
        rest = tail;
    }
    (mix(hash, last) >> 32) as usize
}

const fn mix(hash: u64, word: u64) -> u64 {
    // The multiplier of FxHash.
    (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95)
}
