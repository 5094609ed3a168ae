//! A cache of the texts of dictionary entries: functions have equal attributes.

use crate::printer::Printer;
use rustc_hash::FxHashMap;
use spv_ir::{AttrData, Attribute};

/// Entries that are kept, at most.
const MOST: usize = 1 << 12;
/// Bytes of the text of one, at most.
const LONGEST: usize = 1 << 10;

/// Entries that were printed, with the key that each attribute had last.
#[derive(Default)]
pub(crate) struct AttrTexts {
    texts: FxHashMap<Attribute, (Box<str>, Box<[u8]>)>,
}

impl Printer<'_> {
    /// Prints the entry of a dictionary, `key = attribute`: copies it where it was printed before, otherwise as `print` does.
    pub(crate) fn print_pair_like_before(
        &mut self,
        key: &str,
        attr: Attribute,
        print: impl FnOnce(&mut Self),
    ) {
        // Others are as fast to print.
        let is_large = matches!(
            self.ctx.attr_data(attr),
            AttrData::Dict(_) | AttrData::Array(_) | AttrData::Dense { .. } | AttrData::Param { .. }
        );
        if !is_large || self.types.defining {
            return print(self);
        }
        if let Some((of, text)) = self.attr_texts.texts.get(&attr)
            && **of == *key
        {
            return self.out.extend_from_slice(text);
        }
        let (start, keyed) = (self.out.len(), self.types.keyed);
        print(self);
        let text = &self.out[start..];
        if self.types.keyed == keyed && text.len() <= LONGEST && self.attr_texts.texts.len() < MOST {
            self.attr_texts.texts.insert(attr, (key.into(), text.into()));
        }
    }
}
