//! Descriptions of resources and of shader runs

use crate::Valid;

/// The kind of a resource in descriptor set 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A storage buffer.
    Storage,
    /// A uniform buffer.
    Uniform,
    /// A storage image with one `u32` per texel.
    ImageU32,
    /// A storage image with four `f32` per texel.
    ImageF32x4,
    /// A sampled image with four normalized bytes per texel. The sampler filters linearly and clamps coordinates to the
    /// edge.
    Sampled,
}

/// The description of a device resource. Its binding is its index in the list of resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Kind of the resource.
    pub kind: Kind,
    /// Size of the resource in bytes. Images are square.
    pub size: usize,
}

impl Kind {
    /// Returns the size of a texel in bytes, or 0 for buffers.
    pub fn texel(self) -> usize {
        match self {
            Kind::Storage | Kind::Uniform => 0,
            Kind::ImageU32 | Kind::Sampled => 4,
            Kind::ImageF32x4 => 16,
        }
    }
}

impl Slot {
    /// Returns the width and height of an image, in texels.
    pub fn side(&self) -> u32 {
        let texels = self.size / self.kind.texel().max(1);
        texels.isqrt() as u32
    }
}

/// Size of the push constants in bytes.
pub const PUSH_SIZE: usize = 64;

/// A compute shader with the parameters of a run.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// The shader module, whose entry point is `main`.
    pub module: &'a Valid,
    /// Values of 32-bit specialization constants (including Booleans): SpecId and bit pattern.
    pub specialization: &'a [(u32, u32)],
    /// Number of workgroups in x, y and z.
    pub groups: [u32; 3],
    /// Contents of the push constants.
    pub push: [u8; PUSH_SIZE],
}
