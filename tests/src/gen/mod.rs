//! Generators of benchmark inputs: a binary shader module and an MLIR text module
//!
//! Both are deterministic: the same arguments and seeds yield the same bytes on every machine. They emit SPIR-V words
//! and MLIR text directly, without using the code that is measured.

mod body;
mod flow;
mod module;
mod ops;
mod shader;
mod text;
mod text_func;
mod text_ops;
pub(crate) mod words;

pub use shader::{ShaderOptions, generate_shader};
pub use text::{TextOptions, generate_text};

use std::collections::HashMap;

/// A small deterministic random number generator (xorshift64*).
#[derive(Debug, Clone)]
pub struct Rng(u64);

impl Rng {
    /// Constructs a generator. All seeds are allowed, including 0.
    pub fn new(seed: u64) -> Self {
        Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Returns 32 random bits.
    pub fn bits(&mut self) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) as u32
    }

    /// Returns a random number below `n`, which must not be 0.
    pub fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.bits()) * n as u64) >> 32) as usize
    }

    /// Returns a random number from `low` to `high`, inclusive.
    pub fn range(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// Returns `true` with a probability of `percent`.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Returns a random element of `items`, which must not be empty.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Parses command-line options `--name value` and `-o value`. An option that `known` does not contain is an error.
pub fn read_options(known: &[&str]) -> Result<HashMap<String, String>, String> {
    let mut options = HashMap::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let name = arg.trim_start_matches('-');
        if !arg.starts_with('-') || !known.contains(&name) {
            return Err(format!("unknown argument `{arg}`; known: {}", known.join(", ")));
        }
        let value = args.next().ok_or_else(|| format!("`{arg}` needs a value"))?;
        options.insert(name.to_string(), value);
    }
    Ok(options)
}

/// Returns the numeric value of the option `name`, or `default` if the option is absent.
pub fn number(options: &HashMap<String, String>, name: &str, default: u64) -> Result<u64, String> {
    match options.get(name) {
        None => Ok(default),
        Some(text) => text.parse().map_err(|_| format!("`--{name}` needs a number, not `{text}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_is_deterministic_and_of_the_asked_size() {
        let options = ShaderOptions { size: 100_000, functions: 40, seed: 7 };
        let (first, _) = generate_shader(&options);
        let (second, _) = generate_shader(&options);
        assert!(first == second);
        assert_eq!(first[..4], [0x03, 0x02, 0x23, 0x07]);
        assert!((90_000..110_000).contains(&first.len()), "{} bytes", first.len());
    }

    #[test]
    fn text_is_deterministic() {
        let options = TextOptions { functions: 50, seed: 7, nesting: 4 };
        let (first, ops) = generate_text(&options);
        assert_eq!((first.clone(), ops), generate_text(&options));
        assert!(first.starts_with("module {\n  spv.module Logical GLSL450 "));
        assert_eq!(first.matches("  spv.func ").count(), 51);
    }
}
