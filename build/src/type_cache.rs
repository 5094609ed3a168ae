//! A cache of inferred result types: what front ends build repeats.

use smallvec::SmallVec;
use spv_ir::dialect::OpDefId;
use spv_ir::{Type, Value};

/// Definitions whose numbers differ by a multiple of this share an entry.
const ENTRIES: usize = 8;

/// An op whose result type was inferred. The type follows from that of the first operand, from the other operands, which
/// have types too and may be constants that choose members, and from the slots.
struct Entry {
    def: OpDefId,
    first: Type,
    rest: SmallVec<[Value; 4]>,
    slots: SmallVec<[u32; 4]>,
    ty: Type,
}

/// The last ops whose result types were inferred, one for each of some definitions.
#[derive(Default)]
pub(super) struct TypeCache([Option<Entry>; ENTRIES]);

impl TypeCache {
    pub fn get(&self, def: OpDefId, first: Type, rest: &[Value], slots: &[u32]) -> Option<Type> {
        let entry = self.0[usize::from(def.0) % ENTRIES].as_ref()?;
        let same = entry.def == def && entry.first == first && entry.rest[..] == *rest;
        (same && entry.slots[..] == *slots).then_some(entry.ty)
    }

    pub fn set(&mut self, def: OpDefId, first: Type, rest: &[Value], slots: &[u32], ty: Type) {
        let (rest, slots) = (rest.into(), slots.into());
        self.0[usize::from(def.0) % ENTRIES] = Some(Entry { def, first, rest, slots, ty });
    }
}
