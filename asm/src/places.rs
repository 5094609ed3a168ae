//! Where the words of a binary are in the assembly that it was assembled from.

use crate::assemble::{VERSION, read};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Where in an assembly the words of its binary are: for messages about the binary.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// Offset of the first word of each token that makes any, and the token's bytes; in order.
    pub(crate) words: Vec<(usize, Range<usize>)>,
    /// What ids are called that are no numbers in the text.
    pub(crate) names: FxHashMap<u32, String>,
    /// Where lines start.
    lines: Vec<usize>,
}

impl Places {
    /// The places of an assembly that [`super::assemble`] takes.
    pub fn new(text: &str) -> Places {
        let starts = text.bytes().zip(1..).filter(|(byte, _)| *byte == b'\n').map(|(_, after)| after);
        let mut places = Places { lines: [0].into_iter().chain(starts).collect(), ..Places::default() };
        // Of one that it does not take there is no binary to speak of.
        _ = read(text, VERSION, Some(&mut places));
        places
    }

    /// The bytes of the text that made the word at `offset` of the binary.
    pub fn of_word(&self, offset: usize) -> Option<Range<usize>> {
        let after = self.words.partition_point(|(first, _)| *first <= offset);
        self.words.get(after.checked_sub(1)?).map(|(_, bytes)| bytes.clone())
    }

    /// A message that speaks of the text: ids have their names, and `at word 37` is the line where that is.
    pub fn reworded(&self, message: &str) -> String {
        let named = replace_numbers(message, "%", |id| {
            self.names.get(&u32::try_from(id).ok()?).map(|name| format!("%{name}"))
        });
        replace_numbers(&named, "at word ", |word| {
            let start = self.of_word(word)?.start;
            Some(format!("in line {}", self.lines.partition_point(|line| *line <= start)))
        })
    }
}

/// Puts something else in place of numbers and the word before them.
fn replace_numbers(text: &str, front: &str, other: impl Fn(usize) -> Option<String>) -> String {
    let mut parts = text.split(front);
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (digits, after) = part.split_at(part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len()));
        match digits.parse().ok().and_then(&other) {
            Some(other) => out += &other,
            None => out.extend([front, digits]),
        }
        out += after;
    }
    out
}
