//! Inputs and expected results of random programs, and comparison with a device's results

use super::{Batch, Elem, INPUTS};
use crate::on_cpu;
use half::f16;

/// Maximum difference between floats, in units in the last place (ULP).
const ULP: u64 = 1;

/// Returns the contents of the input buffers. Integers have all magnitudes. Floats are multiples of 1/4 that 16-bit
/// floats represent exactly.
pub fn input() -> Vec<Vec<u8>> {
    let noise = |seed: u64, i: usize| {
        let mut x = (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(seed << 32);
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x ^ (x >> 27)
    };
    let bytes = |elem: Elem| {
        let number = |i: usize| -> u64 {
            let x = noise(u64::from(elem.bits()), i);
            let quarters = ((x >> 8) & 0x1ff) as f32 / 4.0 - 64.0;
            match elem {
                Elem::F32 => quarters.to_bits().into(),
                Elem::F16 => f16::from_f32(quarters).to_bits().into(),
                // Every second integer is small, and may be negative.
                _ if i.is_multiple_of(2) => (x % 16).wrapping_sub(6),
                _ => x,
            }
        };
        (0..INPUTS).flat_map(|i| number(i).to_le_bytes()[..elem.bits() as usize / 8].to_vec()).collect()
    };
    Elem::IN_BUFFERS.map(bytes).to_vec()
}

/// Returns the contents of the result buffers according to LLVM's code for the CPU.
///
/// # Errors
/// Returns the error of LLVM's tools.
pub fn expected(batch: &Batch, input: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, String> {
    let bytes = on_cpu::run(&batch.program(input))?;
    let mut rest = &bytes[..];
    Elem::IN_BUFFERS
        .map(|elem| {
            let (part, others) =
                rest.split_at_checked(batch.size(elem)).ok_or("the CPU's results are too short")?;
            rest = others;
            Ok(part.to_vec())
        })
        .into_iter()
        .collect()
}

/// Describes the first difference between the result buffers `found` and `want`, or returns `None`.
pub fn difference(batch: &Batch, found: &[Vec<u8>], want: &[Vec<u8>]) -> Option<String> {
    for (elem, (found, want)) in Elem::IN_BUFFERS.iter().zip(found.iter().zip(want)) {
        let bytes = elem.bits() as usize / 8;
        let number = |buffer: &[u8]| buffer.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte));
        for (at, (a, b)) in found.chunks(bytes).zip(want.chunks(bytes)).enumerate() {
            let (a, b) = (number(a), number(b));
            if a != b && !(elem.is_float() && are_close(a, b, elem.bits())) {
                let (invocation, program, result) = batch.place(at);
                return Some(format!(
                    "program {program}, invocation {invocation}: result {result} of {} is {a:#x}, on the CPU {b:#x}",
                    elem.name()
                ));
            }
        }
    }
    None
}

fn are_close(a: u64, b: u64, bits: u32) -> bool {
    let (sign, infinity) = if bits == 16 { (1 << 15, 0x7c00) } else { (1 << 31, 0x7f80_0000) };
    let (x, y) = (a & (sign - 1), b & (sign - 1));
    match (x > infinity, y > infinity) {
        (false, false) => (x == 0 && y == 0) || (a & sign == b & sign && x.abs_diff(y) <= ULP),
        (a_is_nan, b_is_nan) => a_is_nan == b_is_nan,
    }
}
