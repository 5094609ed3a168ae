//! Unique symbols and struct keys derived from debug names.

use rustc_hash::FxHashMap;
use spv_ir::names::{base_name, has_suffix};

/// A generator of unique spellings.
#[derive(Default)]
pub struct Spellings {
    /// The next suffix to try for each spelling.
    used: FxHashMap<String, u32>,
}

impl Spellings {
    /// Returns a unique spelling: the name, the name with a suffix, or `_$N` if there is no name.
    pub fn make(&mut self, name: Option<&str>) -> String {
        let name = name.unwrap_or("");
        let bare = !name.is_empty() && !has_suffix(name);
        if bare && !self.used.contains_key(name) {
            self.used.insert(name.to_owned(), 0);
            return name.to_owned();
        }
        let base = if name.is_empty() { "_" } else { name };
        let mut number = self.used.get(base).copied().unwrap_or(0);
        let spelling = loop {
            let spelling = format!("{base}${number}");
            number += 1;
            if !self.used.contains_key(&spelling) {
                break spelling;
            }
        };
        self.used.insert(base.to_owned(), number);
        self.used.insert(spelling.clone(), 0);
        spelling
    }
}

/// Returns the debug name that a spelling represents.
pub fn name_of(spelling: &str) -> Option<&str> {
    let base = base_name(spelling);
    let nameless = base.len() != spelling.len() && base == "_";
    (!nameless).then_some(base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_are_unique_and_read_back() {
        let mut s = Spellings::default();
        let cases = [Some("a"), Some("a"), None, Some(""), Some("_"), Some("a$1"), Some("a$1")];
        let made: Vec<String> = cases.iter().map(|c| s.make(*c)).collect();
        assert_eq!(made, ["a", "a$0", "_$0", "_$1", "_$2", "a$1$0", "a$1$1"]);
        assert_eq!(name_of("a$0"), Some("a"));
        assert_eq!(name_of("_$1"), None);
        assert_eq!(name_of("a$1$0"), Some("a$1"));
    }
}
