//! Facts about memory, keyed by the root of a memory location

use super::memory::{GROUPS, Group, Root};
use spv_ir::analysis::ScopedMap;
use spv_ir::analysis::scoped_map::Checkpoint;

/// A map from memory roots to facts. All facts of a may-alias group can be invalidated in constant time, and changes
/// can be undone.
pub(crate) struct ByRoot<T> {
    /// Each fact with the epoch of its may-alias group. A fact is valid only while the group still has that epoch.
    known: ScopedMap<Root, (u32, T)>,
    /// The epoch of each may-alias group that was invalidated.
    epochs: ScopedMap<Group, u32>,
    /// The most recently assigned epoch.
    last: u32,
}

impl<T: Clone> ByRoot<T> {
    pub(crate) fn new() -> ByRoot<T> {
        ByRoot { known: ScopedMap::default(), epochs: ScopedMap::default(), last: GROUPS as u32 }
    }

    fn epoch(&self, group: Group) -> u32 {
        // May-alias groups never share an epoch, so a fact is only valid for its own group.
        self.epochs.get(&group).copied().unwrap_or(group as u32)
    }

    /// Returns the fact about a root, if it is still valid.
    pub(crate) fn get(&self, group: Group, root: Root) -> Option<&T> {
        let (epoch, fact) = self.known.get(&root)?;
        (*epoch == self.epoch(group)).then_some(fact)
    }

    pub(crate) fn set(&mut self, group: Group, root: Root, fact: T) {
        self.known.insert(root, (self.epoch(group), fact));
    }

    /// Invalidates all facts about the roots in a may-alias group, except the fact about the root `kept`.
    pub(crate) fn forget(&mut self, group: Group, kept: Option<Root>) {
        if self.known.is_empty() {
            return;
        }
        let left = kept.and_then(|root| Some((root, self.get(group, root)?.clone())));
        self.last += 1;
        self.epochs.insert(group, self.last);
        if let Some((root, fact)) = left {
            self.set(group, root, fact);
        }
    }

    /// Discards the undo log, so that all changes are final.
    pub(crate) fn commit(&mut self) {
        self.known.commit();
        self.epochs.commit();
    }

    /// Returns a checkpoint for [`Self::undo`].
    pub(crate) fn checkpoint(&self) -> (Checkpoint, Checkpoint) {
        (self.known.checkpoint(), self.epochs.checkpoint())
    }

    pub(crate) fn undo(&mut self, (known, epochs): (Checkpoint, Checkpoint)) {
        self.known.undo(known);
        self.epochs.undo(epochs);
    }
}
