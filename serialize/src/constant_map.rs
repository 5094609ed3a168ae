//! Map from constants to indices or ids

use rustc_hash::FxHashMap;
use spv_ir::{Attribute, Type};

/// A map from constants (type and attribute) to indices or ids. `first` is indexed by attribute, because most
/// attributes occur with one type only.
#[derive(Default)]
pub struct ConstantMap {
    first: Vec<(Option<Type>, u32)>,
    /// Constants whose attribute has an entry with a different type in `first`.
    others: FxHashMap<(Type, Attribute), u32>,
}

impl ConstantMap {
    /// Returns the index or id of a constant, or `None` if the constant is not in the map.
    #[inline]
    pub fn get(&self, ty: Type, attr: Attribute) -> Option<u32> {
        match self.first.get(attr.raw() as usize) {
            Some(&(Some(of), number)) if of == ty => Some(number),
            Some((Some(_), _)) => self.others.get(&(ty, attr)).copied(),
            _ => None,
        }
    }

    /// Sets or replaces the index or id of a constant.
    pub fn insert(&mut self, ty: Type, attr: Attribute, number: u32) {
        let at = attr.raw() as usize;
        if self.first.len() <= at {
            self.first.resize(at + at / 2 + 64, (None, 0));
        }
        match &mut self.first[at] {
            (of, known) if of.is_none_or(|of| of == ty) => (*of, *known) = (Some(ty), number),
            _ => _ = self.others.insert((ty, attr), number),
        }
    }
}
