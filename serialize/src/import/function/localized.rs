//! A function's copies of what stands at module scope, in order of declaration.
//!
//! They come in order of mention. What they are copies of is numbered by its place, so a set of bits sorts them.

use crate::import::ids::bits_of;
use spv_ir::Op;

/// See the module documentation.
pub struct Localized {
    /// By place.
    copies: Vec<Option<Op>>,
    /// The places that have copies, by bit.
    places: Vec<u64>,
    /// Which of `places` are not 0, by bit.
    used: Vec<u64>,
    /// Copies of what has no place, with the offsets of their originals; [`Self::sorted`] adds the others.
    list: Vec<(u32, Op)>,
}

impl Localized {
    /// Room for copies of what has so many places.
    pub fn new(places: usize) -> Localized {
        let words = places.div_ceil(64);
        Localized {
            copies: vec![None; places],
            places: vec![0; words],
            used: vec![0; words.div_ceil(64)],
            list: Vec::new(),
        }
    }

    /// Forgets those of the last function.
    pub fn clear(&mut self) {
        self.list.clear();
        // They were sorted, unless something was wrong.
        if self.used.iter().any(|used| *used != 0) {
            self.places.fill(0);
            self.used.fill(0);
        }
    }

    /// Adds the copy of what has this place, if it has one, and stands at this offset.
    #[inline]
    pub fn add(&mut self, place: Option<u32>, offset: u32, op: Op) {
        let place = place.map_or(usize::MAX, |place| place as usize);
        let Some(copy) = self.copies.get_mut(place) else { return self.list.push((offset, op)) };
        *copy = Some(op);
        self.places[place / 64] |= 1 << (place % 64);
        self.used[place / 4096] |= 1 << (place / 64 % 64);
    }

    /// The offsets of what there are copies of, and these; `offsets` are by place.
    pub fn sorted(&mut self, offsets: &[u32]) -> &[(u32, Op)] {
        for (high, used) in self.used.iter_mut().enumerate() {
            for middle in bits_of(std::mem::take(used)) {
                let word = high * 64 + middle;
                for low in bits_of(std::mem::take(&mut self.places[word])) {
                    let place = word * 64 + low;
                    if let Some(op) = self.copies[place] {
                        self.list.push((offsets[place], op));
                    }
                }
            }
        }
        &self.list
    }

    /// What [`Self::sorted`] gave.
    pub fn list(&self) -> &[(u32, Op)] {
        &self.list
    }
}
