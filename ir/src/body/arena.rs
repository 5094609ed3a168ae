//! Arenas indexed by typed 4-byte ids
//!
//! In debug builds each arena has a tag that its ids carry, to detect the use of an id in the wrong arena. Release
//! builds check only the bounds.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};
#[cfg(debug_assertions)]
use std::sync::atomic::{AtomicU32, Ordering};

#[cfg(debug_assertions)]
static NEXT_TAG: AtomicU32 = AtomicU32::new(1);

/// The id of an arena element.
pub(crate) trait Id: Copy {
    /// Constructs the id of the element at `index` in the arena with this tag. Release builds ignore the tag.
    fn new(index: usize, tag: u32) -> Self;
    /// Returns the index of the element.
    fn index(self) -> usize;
    /// Returns the tag of the arena; 0 in release builds.
    fn tag(self) -> u32;
}

/// An arena of `T` indexed by `I`. See the module documentation.
#[derive(Debug)]
pub(crate) struct Arena<T, I> {
    items: Vec<T>,
    #[cfg(debug_assertions)]
    tag: u32,
    ids: PhantomData<fn() -> I>,
}

impl<T, I: Id> Arena<T, I> {
    /// Creates an empty arena with room for `capacity` elements.
    pub fn with_capacity(capacity: usize) -> Arena<T, I> {
        Arena {
            items: Vec::with_capacity(capacity),
            #[cfg(debug_assertions)]
            tag: NEXT_TAG.fetch_add(1, Ordering::Relaxed),
            ids: PhantomData,
        }
    }

    #[inline]
    fn tag(&self) -> u32 {
        #[cfg(debug_assertions)]
        return self.tag;
        #[cfg(not(debug_assertions))]
        return 0;
    }

    /// Returns the number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns the id that the next element will have.
    #[inline]
    pub fn next_id(&self) -> I {
        I::new(self.items.len(), self.tag())
    }

    /// Returns whether the id belongs to this arena. Release builds check only the index.
    #[inline]
    pub fn contains(&self, id: I) -> bool {
        id.tag() == self.tag() && id.index() < self.items.len()
    }

    /// Returns the id of the element at `index`.
    #[inline]
    pub fn id(&self, index: usize) -> I {
        I::new(index, self.tag())
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

    /// Removes all elements but keeps the memory. Invalidates all ids.
    pub fn clear(&mut self) {
        self.items.clear();
        #[cfg(debug_assertions)]
        {
            self.tag = NEXT_TAG.fetch_add(1, Ordering::Relaxed);
        }
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
        (0..self.items.len()).map(|index| I::new(index, self.tag()))
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

impl<T: Clone, I> Clone for Arena<T, I> {
    /// Returns a copy in which all ids stay valid.
    fn clone(&self) -> Self {
        Arena {
            items: self.items.clone(),
            #[cfg(debug_assertions)]
            tag: self.tag,
            ids: PhantomData,
        }
    }
}

impl<T, I: Id> Index<I> for Arena<T, I> {
    type Output = T;

    #[inline]
    fn index(&self, id: I) -> &T {
        debug_assert_eq!(self.tag(), id.tag(), "an id of another body");
        &self.items[id.index()]
    }
}

impl<T, I: Id> IndexMut<I> for Arena<T, I> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        debug_assert_eq!(self.tag(), id.tag(), "an id of another body");
        &mut self.items[id.index()]
    }
}
