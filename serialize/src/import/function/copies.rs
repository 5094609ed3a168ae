//! A function's copies of module-level values: of constants, and of others that some function has referenced before.
//!
//! They are created in order of first reference, and are in order of declaration. What they are copies of has its place outside of
//! functions, so a set of bits sorts them.

use super::scratch::{Local, ORIGINAL};
use crate::import::Importer;
use crate::import::ids::bits_of;
use spv_dialect::spv;
use spv_ir::dialect::OpDefId;
use spv_ir::{Body, Builder, Location, Op, Type, Value};

/// What the copies of a module-level value are created from; their type is in [`Local`]. All that making one asks for lies
/// together, as functions reference what is far apart.
#[derive(Clone, Copy)]
struct Original {
    slot: u32,
    /// The copy of the function that made one last.
    copy: Option<Op>,
    def: OpDefId,
    /// Whether some function has a copy.
    copied: bool,
}

/// See the module documentation.
pub(super) struct Copies {
    /// By place: see [`crate::import::ids::Ids::place`].
    originals: Vec<Original>,
    /// The places that have copies in the current function, by bit.
    places: Vec<u64>,
    /// Which of `places` are not 0, by bit.
    used: Vec<u64>,
    /// Copies of what has no place, with the offsets of their originals; [`Self::sorted`] adds the others.
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

    /// Forgets the copies of the last function.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        // They were sorted, unless something was wrong.
        if self.used.iter().any(|used| *used != 0) {
            self.places.fill(0);
            self.used.fill(0);
        }
    }

    /// States what copies of what has this place are created from: the first is there. [`Local::place`] of more.
    pub(super) fn state(&mut self, place: u32, def: OpDefId, slot: u32) -> u32 {
        self.originals[place as usize] = Original { slot, copy: None, def, copied: true };
        ORIGINAL | place
    }

    /// Makes the function's copy of an id that it references for the first time, if it is known to be such a value. It is
    /// put into place at the end.
    #[inline(never)]
    pub(super) fn copy(
        &mut self,
        importer: &Importer<'_>,
        body: &mut Body,
        (locals, epoch): (&mut [Local], u32),
        id: u32,
    ) -> Option<(Value, Type)> {
        let local = locals.get_mut(id as usize)?;
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
        (local.epoch, local.value) = (epoch, Some(value));
        Some((value, ty))
    }

    #[inline(always)]
    fn set_used(&mut self, place: u32) {
        let place = place as usize;
        self.places[place / 64] |= 1 << (place % 64);
        self.used[place / 4096] |= 1 << (place / 64 % 64);
    }

    /// Adds the copy of what has this place, if it has one, and is at this offset.
    pub(super) fn add(&mut self, place: Option<u32>, offset: u32, op: Op) {
        match place {
            Some(place) => {
                self.originals[place as usize].copy = Some(op);
                self.set_used(place);
            }
            None => self.list.push((offset, op)),
        }
    }

    /// The offsets of what there are copies of, and these; `offsets` are by place.
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

    /// What [`Self::sorted`] gave.
    pub(super) fn list(&self) -> &[(u32, Op)] {
        &self.list
    }
}
