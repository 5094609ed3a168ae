//! Cache of inferred result types
//!
//! Front ends build similar ops repeatedly.

use smallvec::SmallVec;
use spv_ir::dialect::OpDefId;
use spv_ir::{Type, Value};

/// Number of cache entries. Op definitions whose ids are the same modulo this number share a cache entry.
const ENTRIES: usize = 8;

/// A cached inference of a result type. The result type depends on the op definition, the type of the first operand,
/// all other operands and the attribute slots. The other operands include constants that select struct members.
struct CachedInference {
    def: OpDefId,
    first: Type,
    rest: SmallVec<[Value; 4]>,
    slots: SmallVec<[u32; 4]>,
    ty: Type,
}

/// A direct-mapped cache of the most recent inferences, indexed by op definition.
#[derive(Default)]
pub(super) struct TypeCache([Option<CachedInference>; ENTRIES]);

impl TypeCache {
    pub fn get(&self, def: OpDefId, first: Type, rest: &[Value], slots: &[u32]) -> Option<Type> {
        let entry = self.0[usize::from(def.0) % ENTRIES].as_ref()?;
        let same = entry.def == def && entry.first == first && entry.rest[..] == *rest;
        (same && entry.slots[..] == *slots).then_some(entry.ty)
    }

    pub fn set(&mut self, def: OpDefId, first: Type, rest: &[Value], slots: &[u32], ty: Type) {
        let (rest, slots) = (rest.into(), slots.into());
        self.0[usize::from(def.0) % ENTRIES] = Some(CachedInference { def, first, rest, slots, ty });
    }
}
