//! Resources and runs, as data.

use crate::Valid;

/// The resource at a binding of descriptor set 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A storage buffer.
    Storage,
    /// A uniform buffer.
    Uniform,
    /// A storage image of one `u32` for each texel.
    ImageU32,
    /// A storage image of four `f32` for each texel.
    ImageF32x4,
    /// An image of four normalized bytes for each texel, with a sampler: linear, clamped to the edge.
    Sampled,
}

/// A resource: its number in a list of them is its binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What it is.
    pub kind: Kind,
    /// Bytes. Images are square.
    pub size: usize,
}

impl Kind {
    /// Bytes of a texel; 0 for buffers.
    pub fn texel(self) -> usize {
        match self {
            Kind::Storage | Kind::Uniform => 0,
            Kind::ImageU32 | Kind::Sampled => 4,
            Kind::ImageF32x4 => 16,
        }
    }
}

impl Slot {
    /// Width and height of an image.
    pub fn side(&self) -> u32 {
        let texels = self.size / self.kind.texel().max(1);
        texels.isqrt() as u32
    }
}

/// Bytes of push constants.
pub const PUSH_SIZE: usize = 64;

/// A shader with what it runs with.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// The module; its entry point is `main`.
    pub module: &'a Valid,
    /// Values of spec constants: SpecId and bits. Of 32 bits (a bool is one, too).
    pub specialization: &'a [(u32, u32)],
    /// Workgroups.
    pub groups: [u32; 3],
    /// Push constants.
    pub push: [u8; PUSH_SIZE],
}
