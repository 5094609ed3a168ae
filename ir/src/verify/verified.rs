//! Record of a successful verification

use crate::attrs::Attribute;
use crate::handles::OpDefId;

/// The state of a valid body at its last verification (see [`crate::verify::note_verified`]).
#[derive(Clone, Debug)]
pub(crate) struct Verified {
    /// Epoch of the body.
    pub epoch: u64,
    /// Definition, discardable attributes and slots of the op that owns the body.
    pub owner: (OpDefId, Option<Attribute>, Box<[u32]>),
}
