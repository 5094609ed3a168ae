//! Storage of optional op components: successors, regions or nested body, and attributes
//!
//! The words of these components follow the op's slots in this order, so that ops without them need no extra memory.

use crate::attrs::Attribute;
use crate::body::{Body, OpData};
use crate::entity::Op;

/// Flag for two words in the slot array: the index of the first successor, and the number of successors (possibly 0).
pub(crate) const FLAG_SUCCESSORS: u8 = 4;
/// Flag for a word in the slot array: the index of the first region, or of the nested body if the op is isolated.
pub(crate) const FLAG_REGIONS: u8 = 8;
/// Flag for a word in the slot array: the handle of the attribute dictionary.
pub(crate) const FLAG_ATTRS: u8 = 16;

impl OpData {
    #[inline]
    fn slots_after(&self) -> usize {
        self.slot_start as usize + usize::from(self.slots)
    }

    #[inline]
    fn successors_after(&self) -> usize {
        self.slots_after() + if self.flags & FLAG_SUCCESSORS != 0 { 2 } else { 0 }
    }

    #[inline]
    fn regions_after(&self) -> usize {
        self.successors_after() + usize::from(self.flags & FLAG_REGIONS != 0)
    }
}

/// Returns the flags of an op that has successors, regions (or a nested body) or attributes.
#[inline]
pub(crate) fn flags(successors: bool, regions: bool, attrs: bool) -> u8 {
    let flag = |has: bool, flag: u8| if has { flag } else { 0 };
    flag(successors, FLAG_SUCCESSORS) | flag(regions, FLAG_REGIONS) | flag(attrs, FLAG_ATTRS)
}

impl Body {
    /// Returns the index of an op's first successor, and the number of successors.
    #[inline]
    pub(crate) fn successor_range(&self, data: &OpData) -> (u32, u32) {
        if data.flags & FLAG_SUCCESSORS == 0 {
            return (0, 0);
        }
        let at = data.slots_after();
        (self.slots[at], self.slots[at + 1])
    }

    /// Returns the index of an op's first region, or of its nested body.
    #[inline]
    pub(crate) fn first_region(&self, data: &OpData) -> usize {
        if data.flags & FLAG_REGIONS == 0 {
            return 0;
        }
        self.slots[data.successors_after()] as usize
    }

    /// Returns the attribute dictionary of an op; `None` if empty.
    #[inline]
    pub(crate) fn attrs_of(&self, data: &OpData) -> Option<Attribute> {
        if data.flags & FLAG_ATTRS == 0 {
            return None;
        }
        Attribute::from_raw(self.slots[data.regions_after()])
    }

    /// Sets the index of an op's first successor, and the number of successors.
    pub(crate) fn set_successor_range(&mut self, op: Op, first: u32, count: u32) {
        if self.ops[op].flags & FLAG_SUCCESSORS == 0 {
            if count == 0 {
                return;
            }
            self.make_room(op, FLAG_SUCCESSORS);
        }
        let at = self.ops[op].slots_after();
        self.slots[at..at + 2].copy_from_slice(&[first, count]);
    }

    /// Sets the attribute dictionary of an op.
    pub(crate) fn set_attrs_of(&mut self, op: Op, attrs: Option<Attribute>) {
        if self.ops[op].flags & FLAG_ATTRS == 0 {
            if attrs.is_none() {
                return;
            }
            self.make_room(op, FLAG_ATTRS);
        }
        let at = self.ops[op].regions_after();
        self.slots[at] = attrs.map_or(0, Attribute::raw);
    }

    /// Moves the slots and optional components of an op to the end of the slot array, with space for the components
    /// that `more` selects.
    fn make_room(&mut self, op: Op, more: u8) {
        let data = self.ops[op];
        let start = self.slots.len() as u32;
        let (first, count) = self.successor_range(&data);
        let (region, attrs) = (self.first_region(&data), self.attrs_of(&data));
        self.slots.extend_from_within(data.slot_start as usize..data.slots_after());
        let flags = data.flags | more;
        put(&mut self.slots, flags, (first, count), region as u32, attrs);
        let data = &mut self.ops[op];
        (data.slot_start, data.flags) = (start, flags);
    }
}

/// Appends the optional components whose bits are set in `flags`.
#[inline]
pub(crate) fn put(
    slots: &mut Vec<u32>,
    flags: u8,
    successors: (u32, u32),
    region: u32,
    attrs: Option<Attribute>,
) {
    if flags & FLAG_SUCCESSORS != 0 {
        slots.extend([successors.0, successors.1]);
    }
    if flags & FLAG_REGIONS != 0 {
        slots.push(region);
    }
    if flags & FLAG_ATTRS != 0 {
        slots.push(attrs.map_or(0, Attribute::raw));
    }
}
