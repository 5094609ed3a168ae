//! Growing tables whose elements are named by 4-byte ids, one kind of id for each kind of element.
//!
//! Debug builds give each arena a tag, which its ids carry: an id used in another arena is caught at once.
//! Release builds check nothing but the bounds.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};
#[cfg(debug_assertions)]
use std::sync::atomic::{AtomicU32, Ordering};

#[cfg(debug_assertions)]
static NEXT_TAG: AtomicU32 = AtomicU32::new(1);

/// A handle of an element of an arena.
pub(crate) trait Id: Copy {
    /// The id of the element at `index` of the arena with this tag. (Release builds have no tags.)
    fn new(index: usize, tag: u32) -> Self;
    /// The element's place.
    fn index(self) -> usize;
    /// The tag of the arena; 0 in release builds.
    fn tag(self) -> u32;
}

/// See the module documentation.
#[derive(Debug)]
pub(crate) struct Arena<T, I> {
    items: Vec<T>,
    #[cfg(debug_assertions)]
    tag: u32,
    ids: PhantomData<fn() -> I>,
}

impl<T, I: Id> Arena<T, I> {
    /// An empty arena with room for `capacity` elements.
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

    /// Number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// The id that the next element will have.
    #[inline]
    pub fn next_id(&self) -> I {
        I::new(self.items.len(), self.tag())
    }

    /// Whether an id is one of this arena. Release builds tell by its number alone.
    #[inline]
    pub fn contains(&self, id: I) -> bool {
        id.tag() == self.tag() && id.index() < self.items.len()
    }

    /// The id of the element at `index`.
    #[inline]
    pub fn id(&self, index: usize) -> I {
        I::new(index, self.tag())
    }

    /// Adds an element.
    #[inline]
    pub fn alloc(&mut self, item: T) -> I {
        let id = self.next_id();
        self.items.push(item);
        id
    }

    /// Adds the element whose id [`Self::next_id`] returned.
    #[inline]
    pub fn put(&mut self, item: T) {
        self.items.push(item);
    }

    /// Takes out all elements, and keeps the memory. No id holds any more.
    pub fn clear(&mut self) {
        self.items.clear();
        #[cfg(debug_assertions)]
        {
            self.tag = NEXT_TAG.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Makes room for so many more elements.
    pub fn reserve(&mut self, count: usize) {
        self.items.reserve(count);
    }

    /// All elements in order.
    #[inline]
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// The ids of all elements in order.
    pub fn ids(&self) -> impl Iterator<Item = I> + '_ {
        (0..self.items.len()).map(|index| I::new(index, self.tag()))
    }

    /// Releases memory where much more is reserved than needed.
    pub fn shrink(&mut self) {
        shrink(&mut self.items);
    }
}

/// Gives memory back where much more is reserved than needed. By a copy: allocators that are asked for a smaller block
/// tend to give the same one.
pub(crate) fn shrink<T>(list: &mut Vec<T>) {
    if list.capacity() - list.len() > list.len() / 16 + 4 {
        let mut fitting = Vec::with_capacity(list.len());
        fitting.append(list);
        *list = fitting;
    }
}

impl<T: Clone, I> Clone for Arena<T, I> {
    /// A copy in which the same ids hold.
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
