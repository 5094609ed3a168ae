//! Arenas indexed by typed 4-byte ids
//!
//! Each arena has an owner that its ids carry, to detect the use of an id in the wrong arena. Access checks the owner
//! in debug builds, [`Arena::contains`] in all builds.

use crate::entity::OWNER_BITS;
use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::ops::{Index, IndexMut};
use std::sync::atomic::{AtomicU32, Ordering};

/// A number that distinguishes arenas. Different arenas can have the same owner, because only [`Self::COUNT`] owners
/// exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owner(NonZeroU32);

impl Owner {
    /// Number of different owners.
    pub const COUNT: u32 = (1 << OWNER_BITS) - 1;

    /// Returns an owner by number. Numbers that are equal modulo [`Self::COUNT`] have the same owner.
    pub fn numbered(number: u32) -> Owner {
        Owner(NonZeroU32::MIN.saturating_add(number % Self::COUNT))
    }

    /// Returns the next owner in turn.
    pub fn next() -> Owner {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        Owner::numbered(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// Returns the number of the owner, less than [`Self::COUNT`].
    pub fn number(self) -> u32 {
        self.0.get() - 1
    }

    /// Returns the owner bits of an id's representation.
    #[inline]
    fn of(raw: NonZeroU32) -> u32 {
        raw.get() & Owner::COUNT
    }
}

/// The id of an arena element. The low bits hold the owner, the other bits the index.
pub(crate) trait Id: Copy {
    /// Returns the id with this representation.
    fn from_raw(raw: NonZeroU32) -> Self;
    /// Returns the id's representation.
    fn raw(self) -> NonZeroU32;

    /// Returns the id `count` elements after this one.
    #[inline]
    fn plus(self, count: usize) -> Self {
        Self::from_raw(self.raw().saturating_add((count as u32) << OWNER_BITS))
    }
}

/// An arena of `T` indexed by `I`. See the module documentation.
#[derive(Clone, Debug)]
pub(crate) struct Arena<T, I> {
    items: Vec<T>,
    owner: Owner,
    /// Number of reserved indices. No element has an index below.
    reserved: u32,
    ids: PhantomData<fn() -> I>,
}

/// Maximum number of elements of an arena.
pub(crate) const LIMIT: usize = 1 << (u32::BITS - OWNER_BITS);

impl<T, I: Id> Arena<T, I> {
    /// Creates an empty arena with room for `capacity` elements.
    pub fn with_capacity(owner: Owner, capacity: usize) -> Arena<T, I> {
        Arena { items: Vec::with_capacity(capacity), owner, reserved: 0, ids: PhantomData }
    }

    /// Returns the number of elements.
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

    /// Returns whether the id belongs to this arena.
    #[inline]
    pub fn contains(&self, id: I) -> bool {
        self.owns(id) && index(id) < self.items.len() && index(id) >= self.reserved as usize
    }

    /// Reserves the first `count` indices of an empty arena. [`Self::contains`] returns `false` for their ids.
    pub fn reserve_ids(&mut self, count: usize, placeholder: T)
    where
        T: Clone,
    {
        self.items.resize(count, placeholder);
        self.reserved = count as u32;
    }

    /// Returns whether indices are reserved.
    pub fn has_reserved_ids(&self) -> bool {
        self.reserved > 0
    }

    /// Returns the owner that the ids carry.
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

    /// Removes all elements but keeps the memory. Invalidates all ids. The ids of new elements have the given owner.
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

    /// Releases memory if the capacity greatly exceeds the length.
    pub fn shrink(&mut self) {
        shrink(&mut self.items);
    }
}

/// Releases memory if the capacity greatly exceeds the length. Copies the list, because allocators tend to return the
/// same block when asked to shrink it.
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
