//! Map from constants to indices or ids

use rustc_hash::FxHashMap;
use spv_ir::{Attribute, Type};

/// A map from constants (type and attribute) to indices or ids. Most attributes occur with one type only, so `first`
/// is indexed by attribute.
#[derive(Default)]
pub struct ConstantMap {
    first: Vec<(Option<Type>, u32)>,
    /// Entries of attributes that occur with several types, except for the first type of each.
    others: FxHashMap<(Type, Attribute), u32>,
}

impl ConstantMap {
    /// Returns the index or id of a constant, if it has one.
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
