//! Handles of the ops, blocks, regions and values in a [`crate::body::Body`]
//!
//! A handle takes 4 bytes, even as an `Option`. The upper bits are the index, and the lower bits are the owner tag of
//! the body.

use crate::body::arena::Id;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;

/// Number of bits of a handle that hold the body's owner tag.
pub(crate) const OWNER_BITS: u32 = 6;

macro_rules! entity {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name(NonZeroU32);

        impl $name {
            /// Returns the index in the body's arena. Indices are consecutive from 0, in order of creation.
            #[inline]
            pub fn index(self) -> usize {
                (self.0.get() >> OWNER_BITS) as usize
            }
        }

        /// Hashes the index alone, so that the order of a hash table does not depend on the owner tag.
        impl Hash for $name {
            #[inline]
            fn hash<H: Hasher>(&self, state: &mut H) {
                (self.0.get() >> OWNER_BITS).hash(state);
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}{}", stringify!($name), self.index())
            }
        }

        impl Id for $name {
            #[inline]
            fn from_raw(raw: NonZeroU32) -> $name {
                $name(raw)
            }

            #[inline]
            fn raw(self) -> NonZeroU32 {
                self.0
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
    /// A list of blocks, owned by an operation or forming the root of a body.
    Region
);
entity!(
    /// An SSA value: the result of an operation, or a block argument.
    Value
);
