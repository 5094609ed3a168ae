//! Test case reduction: deletes instructions or lines of a mutant as long as the failure remains the same

use super::code::Code;
use super::examine::{Checks, Choice, Finding, examine};
use super::{Mutant, rng};
use crate::tools::{to_bytes, to_words};
use std::ops::Range;

/// A mutant as a list of deletable units: instructions or lines.
enum Pieces {
    Instructions(Code),
    Lines(Vec<String>, fn(String) -> Mutant),
}

impl Pieces {
    fn new(mutant: &Mutant) -> Option<Pieces> {
        let lines = |text: &str| text.lines().map(str::to_owned).collect();
        Some(match mutant {
            Mutant::Binary(bytes) => Pieces::Instructions(Code::new(&to_words(bytes).ok()?)?),
            Mutant::Text(text) => Pieces::Lines(lines(text), Mutant::Text),
            Mutant::Assembly(text) => Pieces::Lines(lines(text), Mutant::Assembly),
        })
    }

    fn len(&self) -> usize {
        match self {
            Pieces::Instructions(code) => code.list.len(),
            Pieces::Lines(lines, _) => lines.len(),
        }
    }

    /// Returns the mutant without the units in the range `gone`.
    fn without(&self, gone: Range<usize>) -> Mutant {
        let stays = |at: &usize| !gone.contains(at);
        match self {
            Pieces::Instructions(code) => {
                let list = (0..code.list.len()).filter(stays).map(|at| code.list[at].clone());
                Mutant::Binary(to_bytes(&Code::of(code.header, list.collect()).words()))
            }
            Pieces::Lines(lines, make) => {
                let kept = (0..lines.len()).filter(stays).map(|at| format!("{}\n", lines[at]));
                make(kept.collect())
            }
        }
    }
}

/// Returns the smallest mutant found whose failure is in the same class as `found`. Runs at most `tries` checks.
pub fn reduce(mutant: &Mutant, found: &Finding, checks: &Checks, mut tries: usize) -> Mutant {
    let choice = found.pipeline.clone().map_or(Choice::Drawn(0), Choice::Only);
    let checks = Checks { passes: Vec::new(), pipelines: Vec::new(), choice, ..*checks };
    let class = found.class();
    let mut best = mutant.clone();
    let Some(mut pieces) = Pieces::new(mutant) else { return best };
    let mut size = pieces.len().next_power_of_two() / 2;
    while size > 0 {
        let mut at = 0;
        while at < pieces.len() {
            if tries == 0 {
                return best;
            }
            tries -= 1;
            let smaller = pieces.without(at..at + size);
            let (_, findings) = examine(&smaller, &[], &checks, &mut rng(0, 0));
            match Pieces::new(&smaller) {
                Some(fewer) if findings.iter().any(|f| f.class() == class) => {
                    (pieces, best) = (fewer, smaller)
                }
                _ => at += size,
            }
        }
        size /= 2;
    }
    best
}
