//! Where the names and decorations of each id are.

/// Offsets of instructions: mostly none or one.
#[derive(Clone, Copy, Debug, Default)]
struct Places(u32);

/// Marks [`Places`] that are the head of a list, from 1. Without it they are the only offset, or none where they are 0:
/// the header is there.
const LIST: u32 = 1 << 31;

/// An element of a list, latest first.
#[derive(Clone, Copy, Debug)]
struct Link {
    offset: u32,
    next: Places,
}

/// What is noted of an id.
#[derive(Clone, Copy, Debug, Default)]
struct Note {
    id: u32,
    names: Places,
    decorations: Places,
}

/// See the module documentation.
pub struct Notes {
    /// By id the number of its note, from 1; 0 where there is none.
    numbers: Vec<u32>,
    list: Vec<Note>,
    links: Vec<Link>,
}

/// A name or a decoration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noted {
    Name,
    Decoration,
}

impl Notes {
    /// Of ids below `bound` nothing is noted yet. There is room for what is noted of every fourth, as a list that grows is
    /// copied.
    pub fn new(bound: usize) -> Notes {
        Notes { numbers: vec![0; bound], list: Vec::with_capacity(bound / 4), links: Vec::new() }
    }

    /// Notes an instruction after those of its kind that were noted of the id.
    pub fn add(&mut self, id: u32, offset: usize, noted: Noted) {
        let number = &mut self.numbers[id as usize];
        if *number == 0 {
            self.list.push(Note { id, ..Note::default() });
            *number = self.list.len() as u32;
        }
        let note = &mut self.list[*number as usize - 1];
        let places = match noted {
            Noted::Name => &mut note.names,
            Noted::Decoration => &mut note.decorations,
        };
        let offset = offset as u32;
        if places.0 == 0 && offset < LIST {
            *places = Places(offset);
            return;
        }
        self.links.push(Link { offset, next: *places });
        *places = Places(LIST | self.links.len() as u32);
    }

    #[inline]
    fn of(&self, id: u32) -> Note {
        self.note(self.number(id))
    }

    /// The note of this number.
    #[inline]
    fn note(&self, number: u32) -> Note {
        (number as usize).checked_sub(1).map_or(Note::default(), |at| self.list[at])
    }

    fn offsets(&self, mut places: Places) -> Vec<usize> {
        let mut offsets = Vec::new();
        while places.0 & LIST != 0 {
            let link = self.links[(places.0 & !LIST) as usize - 1];
            offsets.push(link.offset as usize);
            places = link.next;
        }
        if places.0 != 0 {
            offsets.push(places.0 as usize);
        }
        offsets.reverse();
        offsets
    }

    /// The ids of which something is noted, in order of their numbers, from 1.
    pub fn ids(&self) -> impl Iterator<Item = u32> + '_ {
        self.list.iter().map(|note| note.id)
    }

    /// Whether an id has neither names nor decorations.
    #[inline]
    pub fn is_plain(&self, id: u32) -> bool {
        self.numbers[id as usize] == 0
    }

    /// Offsets of the names of an id.
    pub fn names(&self, id: u32) -> Vec<usize> {
        self.offsets(self.of(id).names)
    }

    /// Offsets of the decorations of an id.
    pub fn decorations(&self, id: u32) -> Vec<usize> {
        self.offsets(self.of(id).decorations)
    }

    /// Whether an id has a name.
    pub fn has_name(&self, id: u32) -> bool {
        self.of(id).names.0 != 0
    }

    /// Whether an id has decorations.
    pub fn is_decorated(&self, id: u32) -> bool {
        self.of(id).decorations.0 != 0
    }

    /// The number of an id's note, 0 without one.
    #[inline]
    pub fn number(&self, id: u32) -> u32 {
        self.numbers[id as usize]
    }

    /// Offsets of the name and the decoration of an id that has one of each at most.
    #[inline]
    pub fn single(&self, id: u32) -> Option<(Option<usize>, Option<usize>)> {
        self.single_of(self.number(id))
    }

    /// As [`Self::single`], of the id whose note has this number.
    #[inline]
    pub fn single_of(&self, number: u32) -> Option<(Option<usize>, Option<usize>)> {
        let note = self.note(number);
        let only = |places: Places| (places.0 != 0).then_some(places.0 as usize);
        ((note.names.0 | note.decorations.0) & LIST == 0).then(|| (only(note.names), only(note.decorations)))
    }

    /// The first instruction of those noted of certain ids, and the id.
    pub fn first(&self, is: impl Fn(u32) -> bool) -> Option<(usize, u32)> {
        let firsts = self.list.iter().filter(|note| is(note.id)).flat_map(|note| {
            let all = [note.names, note.decorations].map(|places| self.offsets(places).first().copied());
            all.into_iter().flatten().map(|offset| (offset, note.id))
        });
        firsts.min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_kept_in_order() {
        let mut notes = Notes::new(4);
        for (id, offset, noted) in [
            (1, 7, Noted::Name),
            (1, 9, Noted::Decoration),
            (2, 11, Noted::Decoration),
            (2, 13, Noted::Decoration),
            (2, 17, Noted::Decoration),
        ] {
            notes.add(id, offset, noted);
        }
        assert_eq!(notes.single(1), Some((Some(7), Some(9))));
        assert_eq!((notes.single(2), notes.decorations(2)), (None, vec![11, 13, 17]));
        assert_eq!(
            (notes.single(3), notes.is_plain(3), notes.is_plain(2)),
            (Some((None, None)), true, false)
        );
        assert_eq!((notes.has_name(2), notes.has_name(1), notes.is_decorated(3)), (false, true, false));
        assert_eq!((notes.first(|_| true), notes.first(|id| id == 2)), (Some((7, 1)), Some((11, 2))));
    }
}
