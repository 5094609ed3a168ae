//! Compile-time hash table of a dialect's op names

use super::OpDef;
use spv_grammar::{name_hash, same};

/// Builds [`Dialect::op_names`](super::Dialect::op_names), a hash table in the format of [`name_hash`], at compile
/// time.
///
/// The values are op indices, followed by alias indices that start at the number of ops. An alias that is also an op
/// name is omitted.
///
/// # Panics
/// Panics if two ops have the same name. Also panics unless `N` is a power of two that leaves a quarter of the table
/// free.
pub const fn name_table<const N: usize>(ops: &[OpDef], aliases: &[(&str, &str)]) -> [u16; N] {
    let count = ops.len() + aliases.len();
    assert!(N.is_power_of_two() && count <= N / 4 * 3, "a table of names of the wrong size");
    let mut places = [0; N];
    let mut number = 0;
    while number < count {
        let name = name(ops, aliases, number);
        if !contains(&places, ops, aliases, name) {
            name_hash::add(&mut places, name, number);
        } else {
            assert!(number >= ops.len(), "two ops of one name");
        }
        number += 1;
    }
    places
}

const fn contains(places: &[u16], ops: &[OpDef], aliases: &[(&str, &str)], name: &str) -> bool {
    let mut place = name_hash::hash(name) % places.len();
    while places[place] != 0 {
        if same(name, self::name(ops, aliases, places[place] as usize - 1)) {
            return true;
        }
        place = (place + 1) % places.len();
    }
    false
}

/// Returns the op name or alias for a value of the hash table that [`name_table`] builds.
pub(super) const fn name<'n>(ops: &[OpDef], aliases: &[(&'n str, &str)], number: usize) -> &'n str {
    if number < ops.len() { ops[number].row.name } else { aliases[number - ops.len()].0 }
}
