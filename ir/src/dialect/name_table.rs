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
    let mut table = [0; N];
    let mut index = 0;
    while index < count {
        let name = name(ops, aliases, index);
        if !contains(&table, ops, aliases, name) {
            name_hash::add(&mut table, name, index);
        } else {
            assert!(index >= ops.len(), "two ops of one name");
        }
        index += 1;
    }
    table
}

const fn contains(table: &[u16], ops: &[OpDef], aliases: &[(&str, &str)], name: &str) -> bool {
    let mut slot = name_hash::hash(name) % table.len();
    while table[slot] != 0 {
        if same(name, self::name(ops, aliases, table[slot] as usize - 1)) {
            return true;
        }
        slot = (slot + 1) % table.len();
    }
    false
}

/// Returns the op name or alias for a value of the hash table that [`name_table`] builds.
pub(super) const fn name<'n>(ops: &[OpDef], aliases: &[(&'n str, &str)], index: usize) -> &'n str {
    if index < ops.len() { ops[index].row.name } else { aliases[index - ops.len()].0 }
}
