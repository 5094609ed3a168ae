//! Hash maps with an undo log

use rustc_hash::{FxBuildHasher, FxHashMap};
use std::borrow::Borrow;
use std::hash::Hash;

/// A hash map whose changes can be undone. A walk uses it to restore the bindings of the enclosing scope when it leaves
/// a scope.
#[derive(Clone, Debug)]
pub struct ScopedMap<K, V> {
    map: FxHashMap<K, V>,
    /// Each key that was set, with its previous value.
    log: Vec<(K, Option<V>)>,
}

/// A saved state of a [`ScopedMap`], to which [`ScopedMap::undo`] returns. The default is the state at the last commit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checkpoint(usize);

impl<K, V> Default for ScopedMap<K, V> {
    fn default() -> Self {
        ScopedMap { map: FxHashMap::default(), log: Vec::new() }
    }
}

impl<K: Copy + Eq + Hash, V> ScopedMap<K, V> {
    /// Creates an empty map with space for `count` entries.
    pub fn with_capacity(count: usize) -> Self {
        let map = FxHashMap::with_capacity_and_hasher(count, FxBuildHasher);
        ScopedMap { map, log: Vec::with_capacity(count) }
    }

    /// Returns whether the map has no entries.
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// Returns the value of a key, if present.
    pub fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.map.get(key)
    }

    /// Returns the values of all keys in arbitrary order.
    pub fn values(&self) -> impl Iterator<Item = &V> + Clone {
        self.map.values()
    }

    /// Sets the value of a key. Returns the previous value, if any.
    pub fn insert(&mut self, key: K, value: V) -> Option<&V> {
        let old = self.map.insert(key, value);
        self.log.push((key, old));
        self.log.last().and_then(|(_, old)| old.as_ref())
    }

    /// Returns the current state as an argument for [`Self::undo`].
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint(self.log.len())
    }

    /// Undoes all changes since `checkpoint` was created.
    pub fn undo(&mut self, checkpoint: Checkpoint) {
        for (key, old) in self.log.drain(checkpoint.0..).rev() {
            match old {
                Some(value) => self.map.insert(key, value),
                None => self.map.remove(&key),
            };
        }
    }

    /// Commits all changes, which can then no longer be undone. Invalidates existing checkpoints.
    pub fn commit(&mut self) {
        self.log.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_restore_the_entries_around_them() {
        let mut map = ScopedMap::default();
        assert_eq!(map.insert(1, 'a'), None);
        let outer = map.checkpoint();
        assert_eq!(map.insert(1, 'b'), Some(&'a'));
        map.insert(2, 'c');
        let inner = map.checkpoint();
        map.insert(1, 'd');
        map.undo(inner);
        assert_eq!((map.get(&1), map.get(&2)), (Some(&'b'), Some(&'c')));
        map.undo(outer);
        assert_eq!((map.get(&1), map.get(&2)), (Some(&'a'), None));
        map.commit();
        map.undo(map.checkpoint());
        assert_eq!(map.get(&1), Some(&'a'));
        map.insert(2, 'b');
        map.undo(Checkpoint::default());
        assert_eq!((map.get(&1), map.get(&2)), (Some(&'a'), None));
    }
}
