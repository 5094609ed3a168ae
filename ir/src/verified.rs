//! What is known of a body since it was verified.

use crate::attrs::Attribute;
use crate::handles::OpDefId;

/// A body without errors: see [`crate::verify::note_verified`].
#[derive(Clone, Debug)]
pub(crate) struct Verified {
    /// That of the body.
    pub epoch: u64,
    /// Definition, discardable attributes and slots of its op.
    pub owner: (OpDefId, Option<Attribute>, Box<[u32]>),
}
