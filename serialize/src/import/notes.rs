//! Word offsets of the names and decorations of each id

use super::id_table::IdTable;

/// A list of word offsets, optimized for at most one element. Interpreted with [`LIST`].
#[derive(Clone, Copy, Debug, Default)]
struct OffsetList(u32);

/// Flag in [`OffsetList`] for the index of a list head, counted from 1. Without the flag, the list is the only offset,
/// or 0 if empty.
const LIST: u32 = 1 << 31;

/// An element of a linked list of offsets. The most recently added element comes first.
#[derive(Clone, Copy, Debug)]
struct Link {
    offset: u32,
    next: OffsetList,
}

/// The word offsets of the names and decorations of a single id.
#[derive(Clone, Copy, Debug, Default)]
struct Note {
    id: u32,
    names: OffsetList,
    decorations: OffsetList,
}

/// The word offsets of the names and decorations of all ids.
pub struct IdAnnotations {
    /// For each id, the index of its element in `list`, counted from 1; 0 if none.
    numbers: IdTable<u32>,
    list: Vec<Note>,
    links: Vec<Link>,
}

/// Whether an annotation is a name or a decoration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnotationKind {
    Name,
    Decoration,
}

impl IdAnnotations {
    /// Constructs an empty table for ids below `bound`. Reserves memory for `expected` annotated ids, because growing
    /// would copy the list.
    pub fn new(bound: usize, expected: usize) -> IdAnnotations {
        let numbers = IdTable::new(bound, expected);
        IdAnnotations { numbers, list: Vec::with_capacity(expected), links: Vec::new() }
    }

    /// Appends an instruction's offset to the names or decorations of an id.
    pub fn add(&mut self, id: u32, offset: usize, noted: AnnotationKind) {
        let Some(number) = self.numbers.entry(id) else { return };
        if *number == 0 {
            self.list.push(Note { id, ..Note::default() });
            *number = self.list.len() as u32;
        }
        let note = &mut self.list[*number as usize - 1];
        let list = match noted {
            AnnotationKind::Name => &mut note.names,
            AnnotationKind::Decoration => &mut note.decorations,
        };
        let offset = offset as u32;
        if list.0 == 0 && offset < LIST {
            *list = OffsetList(offset);
            return;
        }
        self.links.push(Link { offset, next: *list });
        *list = OffsetList(LIST | self.links.len() as u32);
    }

    #[inline]
    fn of(&self, id: u32) -> Note {
        self.note(self.number(id))
    }

    /// Returns the names and decorations at an index counted from 1; empty for index 0.
    #[inline]
    fn note(&self, number: u32) -> Note {
        (number as usize).checked_sub(1).map_or(Note::default(), |at| self.list[at])
    }

    fn offsets(&self, mut list: OffsetList) -> Vec<usize> {
        let mut offsets = Vec::new();
        while list.0 & LIST != 0 {
            let link = self.links[(list.0 & !LIST) as usize - 1];
            offsets.push(link.offset as usize);
            list = link.next;
        }
        if list.0 != 0 {
            offsets.push(list.0 as usize);
        }
        offsets.reverse();
        offsets
    }

    /// Returns an iterator over the ids with names or decorations, in the order of their annotation indices.
    pub fn ids(&self) -> impl Iterator<Item = u32> + '_ {
        self.list.iter().map(|note| note.id)
    }

    /// Returns whether an id has neither names nor decorations.
    #[inline]
    pub fn is_plain(&self, id: u32) -> bool {
        self.numbers.get(id) == 0
    }

    /// Returns the word offsets of an id's names.
    pub fn names(&self, id: u32) -> Vec<usize> {
        self.offsets(self.of(id).names)
    }

    /// Returns the word offsets of an id's decorations.
    pub fn decorations(&self, id: u32) -> Vec<usize> {
        self.offsets(self.of(id).decorations)
    }

    /// Returns whether an id has at least one name.
    pub fn has_name(&self, id: u32) -> bool {
        self.of(id).names.0 != 0
    }

    /// Returns whether an id has at least one decoration.
    pub fn is_decorated(&self, id: u32) -> bool {
        self.of(id).decorations.0 != 0
    }

    /// Returns the annotation index of an id, counted from 1, or 0 if it has neither names nor decorations.
    #[inline]
    pub fn number(&self, id: u32) -> u32 {
        self.numbers.get(id)
    }

    /// Returns the word offsets of an id's name and decoration, each if present. Returns `None` if the id has several
    /// names or decorations.
    #[inline]
    pub fn single(&self, id: u32) -> Option<(Option<usize>, Option<usize>)> {
        self.single_of(self.number(id))
    }

    /// Implements [`Self::single`] for the id with the given annotation index.
    #[inline]
    pub fn single_of(&self, number: u32) -> Option<(Option<usize>, Option<usize>)> {
        let note = self.note(number);
        let only = |list: OffsetList| (list.0 != 0).then_some(list.0 as usize);
        ((note.names.0 | note.decorations.0) & LIST == 0).then(|| (only(note.names), only(note.decorations)))
    }

    /// Returns the word offset of the first name or decoration whose id satisfies `is`, and that id. Returns `None` if
    /// there is no such annotation.
    pub fn first(&self, is: impl Fn(u32) -> bool) -> Option<(usize, u32)> {
        let firsts = self.list.iter().filter(|note| is(note.id)).flat_map(|note| {
            let all = [note.names, note.decorations].map(|list| self.offsets(list).first().copied());
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
        let mut notes = IdAnnotations::new(4, 0);
        for (id, offset, noted) in [
            (1, 7, AnnotationKind::Name),
            (1, 9, AnnotationKind::Decoration),
            (2, 11, AnnotationKind::Decoration),
            (2, 13, AnnotationKind::Decoration),
            (2, 17, AnnotationKind::Decoration),
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
