//! Common representation of plain and predicated loads and stores

use crate::support::spirv::is_simple_access;
use spv_dialect::spv::{Load, PredicatedLoadINTEL, PredicatedStoreINTEL, Store};
use spv_ir::{Body, Op, Value};

/// A load or store, plain or predicated.
#[derive(Clone, Copy)]
pub(crate) struct Access {
    pub pointer: Value,
    /// The stored value; `None` for a load.
    pub object: Option<Value>,
    /// The condition under which the access happens; `None` for an unconditional access.
    pub predicate: Option<Value>,
    /// The result of a predicated load if its predicate is false; `None` for other accesses.
    pub default: Option<Value>,
}

impl Access {
    pub(crate) fn new(body: &Body, op: Op) -> Option<Access> {
        let access = |pointer, object, predicate, default| Access { pointer, object, predicate, default };
        if let Some(load) = Load::cast(body, op) {
            Some(access(load.pointer(), None, None, None))
        } else if let Some(store) = Store::cast(body, op) {
            Some(access(store.pointer(), Some(store.object()), None, None))
        } else if let Some(load) = PredicatedLoadINTEL::cast(body, op) {
            Some(access(load.pointer(), None, Some(load.predicate()), Some(load.default_value())))
        } else {
            let store = PredicatedStoreINTEL::cast(body, op)?;
            Some(access(store.pointer(), Some(store.object()), Some(store.predicate()), None))
        }
    }

    /// Returns the access like [`Self::new`], but only if its memory operands are at most an alignment and a
    /// nontemporal hint. Otherwise returns `None`.
    pub(crate) fn simple(body: &Body, op: Op) -> Option<Access> {
        Access::new(body, op).filter(|_| is_simple_access(body, op))
    }

    pub(crate) fn is_load(&self) -> bool {
        self.object.is_none()
    }
}
