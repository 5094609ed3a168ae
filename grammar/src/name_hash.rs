//! Compile-time hash tables of names, with open addressing
//!
//! An element of the hash table is 0 if free, or else one plus the index of a name. Tables are constants, so a
//! process builds none at startup.

/// Inserts the index of a name that the hash table does not contain yet. The table must have a free element.
pub const fn add(table: &mut [u16], name: &str, index: usize) {
    let mut slot = hash(name) % table.len();
    while table[slot] != 0 {
        slot = (slot + 1) % table.len();
    }
    table[slot] = index as u16 + 1;
}

/// Returns the index of the name with the given hash; `None` if no name matches. `is_name` returns whether an index
/// denotes the name. The table size must be a power of two.
pub fn find(table: &[u16], hash: usize, mut is_name: impl FnMut(usize) -> bool) -> Option<usize> {
    let mut slot = hash;
    loop {
        let index = usize::from(table[slot & (table.len() - 1)]).checked_sub(1)?;
        if is_name(index) {
            return Some(index);
        }
        slot += 1;
    }
}

/// Computes the hash of a name.
pub const fn hash(name: &str) -> usize {
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
