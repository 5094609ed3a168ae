//! Handles of the entities in a [`crate::body::Body`]
//!
//! A handle takes 4 bytes, even as an `Option`. In debug builds it also carries the tag of its arena, to detect a use
//! in the wrong body.

use crate::body::arena::Id;
use std::num::NonZeroU32;

macro_rules! entity {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name {
            raw: NonZeroU32,
            #[cfg(debug_assertions)]
            tag: u32,
        }

        impl $name {
            /// Returns the position in the arena: dense, from 0, in order of creation.
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

        impl Id for $name {
            #[inline]
            fn new(index: usize, _tag: u32) -> $name {
                let raw = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
                $name {
                    raw: raw.expect("a body holds fewer than 2^32 entities"),
                    #[cfg(debug_assertions)]
                    tag: _tag,
                }
            }

            #[inline]
            fn index(self) -> usize {
                $name::index(self)
            }

            #[inline]
            fn tag(self) -> u32 {
                #[cfg(debug_assertions)]
                return self.tag;
                #[cfg(not(debug_assertions))]
                return 0;
            }
        }
    };
}

entity!(
    /// An operation.
    Op
);
entity!(
    /// A block of operations.
    Block
);
entity!(
    /// A list of blocks, owned by an operation or the root of a body.
    Region
);
entity!(
    /// An SSA value: the result of an operation or the argument of a block.
    Value
);
