//! Components that few ops have: successors, regions or a body, attributes. They follow the slots of the op, in this
//! order, so that other ops take no room for them.

use crate::attrs::Attribute;
use crate::body::{Body, OpData};
use crate::entity::Op;

/// Two words: the first successor and how many there are, which may be none.
pub(crate) const FLAG_SUCCESSORS: u8 = 4;
/// A word: the first region, or the number of the nested body of an isolated op.
pub(crate) const FLAG_REGIONS: u8 = 8;
/// A word: the attributes.
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

/// The flags of an op that has these.
#[inline]
pub(crate) fn flags(successors: bool, regions: bool, attrs: bool) -> u8 {
    let flag = |has: bool, flag: u8| if has { flag } else { 0 };
    flag(successors, FLAG_SUCCESSORS) | flag(regions, FLAG_REGIONS) | flag(attrs, FLAG_ATTRS)
}

impl Body {
    /// The first successor of an op, and how many there are.
    #[inline]
    pub(crate) fn successor_range(&self, data: &OpData) -> (u32, u32) {
        if data.flags & FLAG_SUCCESSORS == 0 {
            return (0, 0);
        }
        let at = data.slots_after();
        (self.slots[at], self.slots[at + 1])
    }

    /// The first region of an op, or the number of its body.
    #[inline]
    pub(crate) fn first_region(&self, data: &OpData) -> usize {
        if data.flags & FLAG_REGIONS == 0 {
            return 0;
        }
        self.slots[data.successors_after()] as usize
    }

    /// The attributes of an op.
    #[inline]
    pub(crate) fn attrs_of(&self, data: &OpData) -> Option<Attribute> {
        if data.flags & FLAG_ATTRS == 0 {
            return None;
        }
        Attribute::from_raw(self.slots[data.regions_after()])
    }

    /// Sets the successors of an op.
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

    /// Sets the attributes of an op.
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

    /// Moves slots and all to where there is room for more.
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

/// Appends to the slots of an op what the flags say it has besides.
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
