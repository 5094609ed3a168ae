//! Initial contents of the shaders' resources; see `README.md` in the directory of the shaders for the convention

use crate::{Kind, PUSH_SIZE, Slot};

/// The resources of all shaders. The binding of a resource is its index in this list.
pub const SLOTS: [Slot; 9] = [
    // Input buffer of 32-bit integers.
    Slot { kind: Kind::Storage, size: 4096 },
    // Output buffer, whose initial contents are irrelevant.
    Slot { kind: Kind::Storage, size: 16384 },
    // Input buffer of 32-bit floats.
    Slot { kind: Kind::Storage, size: 4096 },
    // Input buffer of 64-bit floats.
    Slot { kind: Kind::Storage, size: 4096 },
    // Buffer of counters with initial value zero.
    Slot { kind: Kind::Storage, size: 4096 },
    Slot { kind: Kind::Uniform, size: 256 },
    Slot { kind: Kind::ImageU32, size: 16 * 16 * 4 },
    Slot { kind: Kind::ImageF32x4, size: 16 * 16 * 16 },
    Slot { kind: Kind::Sampled, size: 16 * 16 * 4 },
];

/// Binding index of the output buffer.
pub const OUT: usize = 1;

/// A splitmix64 random number generator.
pub struct Random(pub u64);

impl Random {
    /// Returns 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// Returns a random integer. Half of the integers are small.
    fn integer(&mut self) -> u32 {
        let bits = self.word();
        match bits & 3 {
            0 | 1 => (bits >> 32) as u32 % 40,
            2 => u32::MAX - (bits >> 32) as u32 % 16,
            _ => (bits >> 32) as u32,
        }
    }

    /// Returns a nonzero float between -16 and 16. Half of the time, it has few significant digits.
    fn float(&mut self) -> f64 {
        let bits = self.word();
        let size = match bits & 1 {
            0 => ((bits >> 32) % 64 + 1) as f64 / 4.0,
            _ => ((bits >> 11) % (1 << 24) + 1) as f64 / f64::from(1 << 20),
        };
        if bits & 2 == 0 { size } else { -size }
    }
}

/// Returns the contents of all resources for a seed, by binding index.
pub fn contents(seed: u64) -> Vec<Vec<u8>> {
    let mut random = Random(seed);
    SLOTS.iter().enumerate().map(|(binding, slot)| filled(&mut random, binding, *slot)).collect()
}

fn filled(random: &mut Random, binding: usize, slot: Slot) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(slot.size);
    while bytes.len() < slot.size {
        match (binding, slot.kind) {
            (OUT, _) => bytes.extend(0xA5A5_A5A5_u32.to_le_bytes()),
            (2, _) | (_, Kind::ImageF32x4) => bytes.extend((random.float() as f32).to_le_bytes()),
            (3, _) => bytes.extend(random.float().to_le_bytes()),
            (4, _) => bytes.extend([0; 4]),
            // The first half of the uniform buffer contains integers, and the second half floats.
            (_, Kind::Uniform) if bytes.len() >= slot.size / 2 => {
                bytes.extend((random.float() as f32).to_le_bytes());
            }
            (_, Kind::Sampled) => bytes.extend((random.word() as u32).to_le_bytes()),
            _ => bytes.extend(random.integer().to_le_bytes()),
        }
    }
    bytes
}

/// Returns push constants for a seed: eight small integers, then eight floats.
pub fn push(seed: u64) -> [u8; PUSH_SIZE] {
    let mut random = Random(!seed);
    let mut bytes = [0; PUSH_SIZE];
    for (i, word) in bytes.chunks_exact_mut(4).enumerate() {
        let value = if i < 8 { random.word() as u32 % 24 + 1 } else { (random.float() as f32).to_bits() };
        word.copy_from_slice(&value.to_le_bytes());
    }
    bytes
}
