//! Map from the words of a binary to the assembly text that produced them

use crate::assemble::{NEWEST_VERSION, read};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A map from the words of a binary to positions in its assembly text, for messages about the binary.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// For each token that produces words, in order: the offset of its first word, and its byte range in the text.
    pub(crate) words: Vec<(usize, Range<usize>)>,
    /// Names of the ids that are not numeric in the text.
    pub(crate) names: FxHashMap<u32, String>,
    /// Byte offsets of the line starts.
    lines: Vec<usize>,
}

impl Places {
    /// Constructs the map for assembly text that [`super::assemble`] accepts.
    pub fn new(text: &str) -> Places {
        let starts = text.bytes().zip(1..).filter(|(byte, _)| *byte == b'\n').map(|(_, after)| after);
        let mut places = Places { lines: [0].into_iter().chain(starts).collect(), ..Places::default() };
        // Invalid text has no binary, so the map remains empty.
        _ = read(text, NEWEST_VERSION, Some(&mut places));
        places
    }

    /// Returns the byte range of the text that produced the word at word offset `offset`. Returns `None` for words
    /// before the first instruction.
    pub fn of_word(&self, offset: usize) -> Option<Range<usize>> {
        let after = self.words.partition_point(|(first, _)| *first <= offset);
        self.words.get(after.checked_sub(1)?).map(|(_, bytes)| bytes.clone())
    }

    /// Rewords a message in terms of the assembly text. Replaces ids with their names, and `at word 37` with the line
    /// number.
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

/// Replaces each occurrence of `front` and the number after it with `other(number)`. Leaves both unchanged if `other`
/// returns `None`.
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
