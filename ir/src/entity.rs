//! Handles of the things that a [`crate::body::Body`] owns: 4 bytes each, `Option` included.
//!
//! Debug builds add the owning arena's tag to each id, so that an id used in the wrong body is
//! caught at once.

use id_arena::ArenaBehavior;
use std::num::NonZeroU32;
#[cfg(debug_assertions)]
use std::sync::atomic::{AtomicU32, Ordering};

#[cfg(debug_assertions)]
static NEXT_TAG: AtomicU32 = AtomicU32::new(1);

macro_rules! entity {
    ($(#[$doc:meta])* $name:ident, $behavior:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name {
            raw: NonZeroU32,
            #[cfg(debug_assertions)]
            tag: u32,
        }

        impl $name {
            /// Position in the arena: dense, from 0, in order of creation.
            #[inline]
            pub fn index(self) -> usize {
                self.raw.get() as usize - 1
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}{}", stringify!($name), self.index())
            }
        }

        /// Makes and reads the 4-byte ids for `id_arena`.
        #[derive(Clone, Copy, Debug)]
        pub struct $behavior;

        impl ArenaBehavior for $behavior {
            type Id = $name;

            #[inline]
            fn new_id(_arena: u32, index: usize) -> $name {
                let raw = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
                $name {
                    raw: raw.expect("a body holds fewer than 2^32 entities"),
                    #[cfg(debug_assertions)]
                    tag: _arena,
                }
            }

            #[inline]
            fn index(id: $name) -> usize {
                id.index()
            }

            #[inline]
            fn arena_id(_id: $name) -> u32 {
                #[cfg(debug_assertions)]
                return _id.tag;
                #[cfg(not(debug_assertions))]
                return 0;
            }

            #[inline]
            fn new_arena_id() -> u32 {
                #[cfg(debug_assertions)]
                return NEXT_TAG.fetch_add(1, Ordering::Relaxed);
                #[cfg(not(debug_assertions))]
                return 0;
            }
        }
    };
}

entity!(
    /// An operation.
    Op,
    OpBehavior
);
entity!(
    /// A block of operations.
    Block,
    BlockBehavior
);
entity!(
    /// A list of blocks, owned by an operation or the root of a body.
    Region,
    RegionBehavior
);
entity!(
    /// An SSA value: the result of an operation or the argument of a block.
    Value,
    ValueBehavior
);
