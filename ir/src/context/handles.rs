//! Handles of interned strings and of dialect definitions

use std::num::NonZeroU32;

/// Handle of an interned string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ident(pub(crate) NonZeroU32);

/// Index of an op definition in the [`crate::dialect::Registry`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OpDefId(pub u16);

/// Index of a type or attribute definition in the [`crate::dialect::Registry`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ParamDefId(pub u16);
