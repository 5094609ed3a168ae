//! Modules that a driver may be given.

use spv_tests::tools;

/// A module that spirv-val has accepted for Vulkan: drivers do not check what they are given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valid {
    words: Vec<u32>,
}

impl Valid {
    /// Has spirv-val judge a module, in Vulkan 1.3.
    ///
    /// # Errors
    /// What spirv-val has against it, or that it is not installed.
    pub fn check(words: Vec<u32>) -> Result<Valid, String> {
        tools::spirv_val(&words, "vulkan1.3")?;
        Ok(Valid { words })
    }

    /// The module.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// The capabilities that it declares, by number.
    pub fn capabilities(&self) -> Vec<u32> {
        // OpCapability has two words; its instructions follow the header.
        let words = self.words.get(5..).unwrap_or_default();
        words.chunks_exact(2).take_while(|pair| pair[0] == 0x0002_0011).map(|pair| pair[1]).collect()
    }
}
