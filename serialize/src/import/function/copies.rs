//! Function-local copies of module-level values
//!
//! Constants are registered as originals before any function is read. Other values are registered when a function first
//! references them.
//!
//! Functions reference module-level values in any order, but their copies must be in declaration order. A bit set
//! indexed by declaration order sorts the copies.

use super::scratch::{LocalId, ORIGINAL};
use crate::import::Importer;
use crate::import::id_table::IdTable;
use crate::import::ids::bits_of;
use spv_dialect::spv;
use spv_ir::dialect::OpDefId;
use spv_ir::{Body, Builder, Location, Op, Type, Value};

/// Data for creating copies of a module-level value; the type is in [`LocalId`]. Stored separately from the IR
/// entities, which are scattered in memory.
#[derive(Clone, Copy)]
struct Original {
    slot: u32,
    /// The most recently created copy.
    copy: Option<Op>,
    def: OpDefId,
    /// Whether any function has copied the value.
    copied: bool,
}

/// The copies of module-level values in the current function.
pub(super) struct Copies {
    /// Data for copying each module-level value, indexed by [`crate::import::ids::Ids::place`].
    originals: Vec<Original>,
    /// Bit set of the indices in `originals` whose values are copied in the current function.
    places: Vec<u64>,
    /// Bit set of the nonzero words of `places`.
    used: Vec<u64>,
    /// Copies of values that are not in `originals`, with the word offset of the value's definition.
    /// [`Self::sorted`] adds the copies of values in `originals`.
    list: Vec<(u32, Op)>,
}

impl Copies {
    pub(super) fn new(importer: &Importer<'_>) -> Copies {
        let def = spv::Constant::ID;
        let none = Original { slot: 0, copy: None, def, copied: false };
        let mut originals = vec![none; importer.ids.outside.len()];
        for constant in &importer.constants {
            if let Some(place) = constant.place {
                originals[place as usize] = Original { slot: constant.attr.raw(), ..none };
            }
        }
        let words = originals.len().div_ceil(64);
        Copies { originals, places: vec![0; words], used: vec![0; words.div_ceil(64)], list: Vec::new() }
    }

    /// Removes the copies of the previous function.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        // Bits remain set only after an error, because sorting clears them.
        if self.used.iter().any(|used| *used != 0) {
            self.places.fill(0);
            self.used.fill(0);
        }
    }

    /// Registers a value that has just been copied for the first time. Returns the [`LocalId::place`] that enables
    /// further copies.
    pub(super) fn state(&mut self, place: u32, def: OpDefId, slot: u32) -> u32 {
        self.originals[place as usize] = Original { slot, copy: None, def, copied: true };
        ORIGINAL | place
    }

    /// Creates this function's copy of a registered module-level value. Returns `None` if `id` is not registered.
    /// `insert_localized` moves the op into declaration order.
    #[inline(never)]
    pub(super) fn copy(
        &mut self,
        importer: &Importer<'_>,
        body: &mut Body,
        (locals, epoch): (&mut IdTable<LocalId>, u32),
        id: u32,
    ) -> Option<(Value, Type)> {
        let local = locals.get(id);
        let ty = local.ty.filter(|_| local.place & ORIGINAL != 0)?;
        let place = local.place & !ORIGINAL;
        let original = &mut self.originals[place as usize];
        if !std::mem::replace(&mut original.copied, true) {
            importer.ids.mark_used(id);
        }
        let mut b = Builder::new(body);
        let slots = [original.slot];
        let (op, value) = b.append_here(None, original.def, Location::UNKNOWN, &[], &slots, Some(ty), None);
        let value = value?;
        original.copy = Some(op);
        self.set_used(place);
        if let Some(entry) = locals.entry(id) {
            *entry = LocalId { epoch, value: Some(value), ..local };
        }
        Some((value, ty))
    }

    #[inline(always)]
    fn set_used(&mut self, place: u32) {
        let place = place as usize;
        self.places[place / 64] |= 1 << (place % 64);
        self.used[place / 4096] |= 1 << (place / 64 % 64);
    }

    /// Records a copy. `place` is the index of the original, if it is registered; `offset` is the word offset of its
    /// definition.
    pub(super) fn add(&mut self, place: Option<u32>, offset: u32, op: Op) {
        match place {
            Some(place) => {
                self.originals[place as usize].copy = Some(op);
                self.set_used(place);
            }
            None => self.list.push((offset, op)),
        }
    }

    /// Returns all copies in declaration order, with the word offsets of their originals. `offsets` is indexed by
    /// original.
    pub(super) fn sorted(&mut self, offsets: &[u32]) -> &[(u32, Op)] {
        for (high, used) in self.used.iter_mut().enumerate() {
            for middle in bits_of(std::mem::take(used)) {
                let word = high * 64 + middle;
                for low in bits_of(std::mem::take(&mut self.places[word])) {
                    let place = word * 64 + low;
                    if let Some(op) = self.originals[place].copy {
                        self.list.push((offsets[place], op));
                    }
                }
            }
        }
        &self.list
    }

    /// Returns the copies that [`Self::sorted`] has collected.
    pub(super) fn list(&self) -> &[(u32, Op)] {
        &self.list
    }
}
