//! Modules that are safe to pass to a driver

use spv_tests::tools;

/// A module that spirv-val accepts for Vulkan. Drivers require valid modules, because they do not check them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valid {
    words: Vec<u32>,
}

impl Valid {
    /// Validates a module with spirv-val for Vulkan 1.3, and wraps it.
    ///
    /// # Errors
    /// Returns spirv-val's message, or a message that spirv-val is not installed.
    pub fn check(words: Vec<u32>) -> Result<Valid, String> {
        tools::spirv_val(&words, "vulkan1.3")?;
        Ok(Valid { words })
    }

    /// Returns the words of the module.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Returns the enumerant values of the declared capabilities.
    pub fn capabilities(&self) -> Vec<u32> {
        // OpCapability instructions directly follow the header. Each has two words.
        let words = self.words.get(5..).unwrap_or_default();
        words.chunks_exact(2).take_while(|pair| pair[0] == 0x0002_0011).map(|pair| pair[1]).collect()
    }
}
