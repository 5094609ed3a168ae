//! Arenas with typed 4-byte ids
//!
//! Each arena has an owner tag, which its ids contain, to detect the use of an id in the wrong arena. Debug builds
//! check the tag on each access. [`Arena::contains`] checks it in all builds.

use crate::entity::OWNER_BITS;
use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::ops::{Index, IndexMut};
use std::sync::atomic::{AtomicU32, Ordering};

/// A tag that distinguishes arenas. Different arenas can have the same tag, because only [`Self::COUNT`] tags exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owner(NonZeroU32);

impl Owner {
    /// Number of different tags.
    pub const COUNT: u32 = (1 << OWNER_BITS) - 1;

    /// Returns the tag for `number`. Numbers that are congruent modulo [`Self::COUNT`] have the same tag.
    pub fn numbered(number: u32) -> Owner {
        Owner(NonZeroU32::MIN.saturating_add(number % Self::COUNT))
    }

    /// Returns the next tag in round-robin order.
    pub fn next() -> Owner {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        Owner::numbered(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// Returns the tag as an integer less than [`Self::COUNT`].
    pub fn number(self) -> u32 {
        self.0.get() - 1
    }

    /// Returns the tag bits of an id's integer representation.
    #[inline]
    fn of(raw: NonZeroU32) -> u32 {
        raw.get() & Owner::COUNT
    }
}

/// The id of an arena element. The low bits contain the arena's owner tag, and the high bits the element's index.
pub(crate) trait Id: Copy {
    /// Returns the id whose integer representation is `raw`.
    fn from_raw(raw: NonZeroU32) -> Self;
    /// Returns the id's integer representation.
    fn raw(self) -> NonZeroU32;

    /// Returns the id of the element `count` positions after this element.
    #[inline]
    fn plus(self, count: usize) -> Self {
        Self::from_raw(self.raw().saturating_add((count as u32) << OWNER_BITS))
    }
}

/// An arena with elements of type `T` and ids of type `I`. See the module documentation.
#[derive(Clone, Debug)]
pub(crate) struct Arena<T, I> {
    items: Vec<T>,
    owner: Owner,
    /// Number of reserved indices, which precede the elements.
    reserved: u32,
    ids: PhantomData<fn() -> I>,
}

/// Maximum number of elements of an arena.
pub(crate) const LIMIT: usize = 1 << (u32::BITS - OWNER_BITS);

impl<T, I: Id> Arena<T, I> {
    /// Creates an empty arena with capacity for `capacity` elements.
    pub fn with_capacity(owner: Owner, capacity: usize) -> Arena<T, I> {
        Arena { items: Vec::with_capacity(capacity), owner, reserved: 0, ids: PhantomData }
    }

    /// Returns the number of elements, including reserved indices.
    #[inline]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns the id that the next element will have.
    #[inline]
    pub fn next_id(&self) -> I {
        assert!(self.items.len() < LIMIT, "a body holds at most {LIMIT} entities of a kind");
        self.id(self.items.len())
    }

    /// Returns whether an id denotes an element of this arena.
    #[inline]
    pub fn contains(&self, id: I) -> bool {
        self.owns(id) && index(id) < self.items.len() && index(id) >= self.reserved as usize
    }

    /// Reserves the first `count` indices of an empty arena. [`Self::contains`] returns false for their ids.
    pub fn reserve_ids(&mut self, count: usize, placeholder: T)
    where
        T: Clone,
    {
        self.items.resize(count, placeholder);
        self.reserved = count as u32;
    }

    /// Returns whether any indices are reserved.
    pub fn has_reserved_ids(&self) -> bool {
        self.reserved > 0
    }

    /// Returns the owner tag that the ids contain.
    pub fn owner(&self) -> Owner {
        self.owner
    }

    #[inline]
    fn owns(&self, id: I) -> bool {
        Owner::of(id.raw()) == self.owner.0.get()
    }

    /// Returns the id of the element at `index`.
    #[inline]
    pub fn id(&self, index: usize) -> I {
        I::from_raw(self.owner.0 | (index as u32) << OWNER_BITS)
    }

    /// Appends an element and returns its id.
    #[inline]
    pub fn alloc(&mut self, item: T) -> I {
        let id = self.next_id();
        self.items.push(item);
        id
    }

    /// Appends an element whose id was obtained from [`Self::next_id`].
    #[inline]
    pub fn put(&mut self, item: T) {
        self.items.push(item);
    }

    /// Removes all elements but retains the memory. Invalidates all ids. Ids of new elements contain the given owner
    /// tag.
    pub fn clear(&mut self, owner: Owner) {
        self.items.clear();
        self.owner = owner;
        self.reserved = 0;
    }

    /// Reserves memory for `count` more elements.
    pub fn reserve(&mut self, count: usize) {
        self.items.reserve(count);
    }

    /// Returns all elements in order.
    #[inline]
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// Returns the ids of all elements in order.
    pub fn ids(&self) -> impl Iterator<Item = I> + '_ {
        (0..self.items.len()).map(|index| self.id(index))
    }

    /// Releases excess memory if the capacity greatly exceeds the length.
    pub fn shrink(&mut self) {
        shrink(&mut self.items);
    }
}

/// Releases excess memory if the capacity greatly exceeds the length. Copies the list, because allocators often do
/// not move a block that they shrink.
pub(crate) fn shrink<T>(list: &mut Vec<T>) {
    if list.capacity() - list.len() > list.len() / 16 + 4 {
        let mut fitting = Vec::with_capacity(list.len());
        fitting.append(list);
        *list = fitting;
    }
}

/// Returns the index of the element with this id.
#[inline]
fn index(id: impl Id) -> usize {
    (id.raw().get() >> OWNER_BITS) as usize
}

impl<T, I: Id> Index<I> for Arena<T, I> {
    type Output = T;

    #[inline]
    fn index(&self, id: I) -> &T {
        debug_assert!(self.owns(id), "an id of another body");
        &self.items[index(id)]
    }
}

impl<T, I: Id> IndexMut<I> for Arena<T, I> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        debug_assert!(self.owns(id), "an id of another body");
        &mut self.items[index(id)]
    }
}
