//! A filter for hashes that occur at least twice.

/// Hashes that are remembered at a time.
const PLACES: usize = 1 << 12;

/// Tells a second occurrence from the first, in fixed room: parts of hashes are remembered, each until another
/// takes its place. The answer is a heuristic, which may cost time but must not affect results.
#[derive(Clone, Debug, Default)]
pub struct SeenOnceFilter {
    /// Empty, or [`PLACES`].
    marks: Vec<u32>,
}

impl SeenOnceFilter {
    /// Whether something of this hash was met, as far as is remembered; it is remembered now.
    pub fn meet(&mut self, hash: u64) -> bool {
        if self.marks.is_empty() {
            self.marks.resize(PLACES, 0);
        }
        let (place, mark) = (hash as usize % PLACES, (hash >> 32) as u32);
        std::mem::replace(&mut self.marks[place], mark) == mark
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_time_counts() {
        let mut twice = SeenOnceFilter::default();
        let (a, b) = (7 << 32 | 5, 8 << 32 | 5);
        assert_eq!(
            [a, a, a, b, a, b + 1].map(|hash| twice.meet(hash)),
            [false, true, true, false, false, false]
        );
    }
}
