//! Handles of the entities in a [`crate::body::Body`]
//!
//! A handle takes 4 bytes, even as an `Option`: the index of the entity and, in the lower bits, the owner of its body.

use crate::body::arena::Id;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;

/// Number of bits of a handle that hold the owner.
pub(crate) const OWNER_BITS: u32 = 6;

macro_rules! entity {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name(NonZeroU32);

        impl $name {
            /// Returns the position in the arena: dense, from 0, in order of creation.
            #[inline]
            pub fn index(self) -> usize {
                (self.0.get() >> OWNER_BITS) as usize
            }
        }

        /// Hashes the index alone, so that the order of a hash table does not depend on the owner.
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
    /// A list of blocks, owned by an operation or the root of a body.
    Region
);
entity!(
    /// An SSA value: the result of an operation or the argument of a block.
    Value
);
