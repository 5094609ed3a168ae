//! Mutants of valid modules: changed where they have structure, so that most of them get past the first
//! check of a reader, and what the library makes of them. Deterministic: a seed gives the same mutant
//! everywhere.

mod binary;
mod check;
mod flow;
mod text;

pub use check::{Failure, Outcome, Stage, check_binary, check_flow, check_text};

use crate::r#gen::Rng;
use crate::tools;
use std::path::PathBuf;

/// A valid module from which mutants are derived.
pub struct Seed {
    /// Where it came from.
    pub name: String,
    /// Its words.
    pub words: Vec<u32>,
    /// Its text.
    pub text: String,
}

/// A mutant.
pub enum Mutant {
    /// A binary.
    Binary(Vec<u8>),
    /// A text.
    Text(String),
}

/// Modules up to this many words are taken nine times in ten.
const SMALL: usize = 700;

/// The seeds of mutants: the modules of the own corpus and of `SPV_CORPUS` with at most `limit` words,
/// by size.
///
/// # Panics
/// Where a module of the corpus can't be read.
pub fn seeds(limit: usize) -> Vec<Seed> {
    let own = tools::own_corpus().into_iter().map(|m| m.path);
    let paths: Vec<PathBuf> = own.chain(tools::shared_corpus().into_iter().flatten()).collect();
    let mut list: Vec<Seed> = paths
        .iter()
        .filter_map(|path| {
            let words = tools::read_words(path);
            if words.len() > limit {
                return None;
            }
            let module = spv_opt::import(&spv_opt::context(), &words).ok()?;
            Some(Seed { name: path.display().to_string(), words, text: spv_opt::print(&module) })
        })
        .collect();
    list.sort_by_key(|seed| seed.words.len());
    list
}

fn rng(seed: u64, index: u64) -> Rng {
    let mut rng = Rng::new(seed.wrapping_mul(0x100_0000_01B3).wrapping_add(index).wrapping_add(1));
    // Neighbouring seeds begin alike.
    for _ in 0..4 {
        rng.bits();
    }
    rng
}

/// Mutant number `index` of a run; even ones are binaries, odd ones texts.
///
/// # Panics
/// Where there are no seeds.
pub fn mutant(seeds: &[Seed], seed: u64, index: u64) -> Mutant {
    let mut rng = rng(seed, index);
    let small = seeds.partition_point(|s| s.words.len() <= SMALL);
    let range = if small > 0 && rng.chance(90) { small } else { seeds.len() };
    let chosen = &seeds[rng.below(range)];
    if index.is_multiple_of(2) {
        Mutant::Binary(binary::mutate(&chosen.words, &mut rng))
    } else {
        Mutant::Text(text::mutate(&chosen.text, &mut rng))
    }
}

/// Mutant number `index` of a run of mutants of control flow alone.
///
/// # Panics
/// Where no function of the seeds declares a construct.
pub fn flow_mutant(seeds: &[Seed], seed: u64, index: u64) -> Vec<u32> {
    let mut rng = rng(seed, index);
    for _ in 0..10_000 {
        if let Some(words) = flow::mutate(&seeds[rng.below(seeds.len())].words, &mut rng) {
            return words;
        }
    }
    panic!("no seed has a function that declares a construct");
}

/// Checks a mutant: see [`check_binary`] and [`check_text`].
///
/// # Errors
/// The step that failed.
pub fn check(mutant: &Mutant) -> Result<Outcome, Failure> {
    match mutant {
        Mutant::Binary(bytes) => check_binary(bytes),
        Mutant::Text(text) => check_text(text),
    }
}
