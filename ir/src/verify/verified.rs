//! The record of a successful verification

use crate::attrs::Attribute;
use crate::handles::OpDefId;

/// A valid body's state at its verification. See [`crate::verify::note_verified`].
#[derive(Clone, Debug)]
pub(crate) struct Verified {
    /// The epoch of the body.
    pub epoch: u64,
    /// The definition, discardable attributes and slots of the op that owns the body.
    pub owner: (OpDefId, Option<Attribute>, Box<[u32]>),
}
