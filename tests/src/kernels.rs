//! Kernels in MLIR's source dialects with reference implementations

use half::f16;

/// Size of each buffer in bytes.
pub const SIZE: usize = 1 << 14;
/// Number of buffers. Their bindings start at 0.
pub const BUFFERS: usize = 6;

/// A kernel and its reference implementation.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    /// Name of the kernel's file in `tests/kernels`, without the extension.
    pub name: &'static str,
    /// MLIR text of the kernel.
    pub source: &'static str,
    /// Number of workgroups in x, y and z.
    pub groups: [u32; 3],
    /// Function that initializes the buffers.
    pub input: fn(&mut [Vec<u8>]),
    /// Reference implementation: applies the kernel's computation to the buffers.
    pub model: fn(&mut [Vec<u8>]),
    /// Whether a device with only 32-bit types can run the kernel.
    pub poor: bool,
    /// Values of the push constants: dynamic sizes and strides of the kernel's memrefs.
    pub push: &'static [u32],
    /// Maximum difference between floats in units in the last place. If it is 0, buffers are compared byte by byte.
    pub ulp: u32,
}

/// Returns the little-endian words of a buffer.
pub fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect()
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    words(bytes).into_iter().map(f32::from_bits).collect()
}

/// Writes words to the start of a buffer.
pub fn put(buffer: &mut [u8], words: impl IntoIterator<Item = u32>) {
    for (bytes, word) in buffer.as_chunks_mut::<4>().0.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
}

fn put_floats(buffer: &mut [u8], floats: impl IntoIterator<Item = f32>) {
    put(buffer, floats.into_iter().map(f32::to_bits));
}

/// Returns an endless sequence of pseudorandom words.
fn noise(seed: u32) -> impl Iterator<Item = u32> {
    (0..).map(move |i: u32| {
        let mut x = i.wrapping_mul(0x9E37_79B9).wrapping_add(seed.wrapping_mul(0x85EB_CA6B));
        x = (x ^ (x >> 16)).wrapping_mul(0x7FEB_352D);
        x = (x ^ (x >> 15)).wrapping_mul(0x846C_A68B);
        x ^ (x >> 16)
    })
}

/// Returns an endless sequence of pseudorandom floats between -8 and 8.
fn numbers(seed: u32) -> impl Iterator<Item = f32> {
    noise(seed).map(|word| (word >> 8) as f32 / (1u32 << 20) as f32 - 8.0)
}

macro_rules! kernel {
    ($name:literal, $groups:expr, push: $push:expr, poor: $poor:literal, ulp: $ulp:literal, $input:expr, $model:expr $(,)?) => {
        Kernel { push: $push, ..kernel!($name, $groups, poor: $poor, ulp: $ulp, $input, $model) }
    };
    ($name:literal, $groups:expr, poor: $poor:literal, ulp: $ulp:literal, $input:expr, $model:expr $(,)?) => {
        Kernel {
            name: $name,
            source: include_str!(concat!("../kernels/", $name, ".mlir")),
            groups: $groups,
            input: $input,
            model: $model,
            poor: $poor,
            push: &[],
            ulp: $ulp,
        }
    };
}

/// Reads an integer of `bits` bits at element index `at`.
fn get(buffer: &[u8], at: usize, bits: usize) -> u64 {
    let bytes = bits / 8;
    buffer[at * bytes..][..bytes].iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte))
}

fn set(buffer: &mut [u8], at: usize, bits: usize, value: i128) {
    let bytes = bits / 8;
    buffer[at * bytes..][..bytes].copy_from_slice(&value.to_le_bytes()[..bytes]);
}

/// Interprets the low `bits` bits of `value` as a signed integer.
fn signed(value: u64, bits: usize) -> i128 {
    i128::from((value << (64 - bits)) as i64 >> (64 - bits))
}

fn fill_noise(b: &mut [Vec<u8>]) {
    for (seed, buffer) in b.iter_mut().enumerate().take(2) {
        put(buffer, noise(seed as u32 + 7));
    }
}

/// Initializes the buffers with pairs of floats, including zeros, infinities and NaN.
fn fill_special(b: &mut [Vec<u8>]) {
    let special = [0.0, -0.0, 1.5, -1.5, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 3.0e38];
    put_floats(&mut b[0], (0..64).map(|i| special[i / 8]));
    put_floats(&mut b[1], (0..64).map(|i| special[i % 8]));
}

fn divisions(b: &mut [Vec<u8>], bits: usize) {
    let mask = (1i128 << bits) - 1;
    for i in 0..64 {
        let (ua, ub) = (get(&b[0], i, bits), get(&b[1], i, bits));
        let (sa, sb) = (signed(ua, bits), signed(ub, bits));
        let even = (ub & 6) as i128;
        let pick = if sb < 1 { even - 3 } else { even | 1 };
        let d = if pick == -1 { 6 } else { pick };
        let ud = d & mask;
        let ua = i128::from(ua);
        let ub = i128::from(ub);
        let results = [
            sa / d,
            ua / ud,
            sa % d,
            ua % ud,
            sa.div_euclid(d) - i128::from(d < 0 && sa.rem_euclid(d) != 0),
            -((-sa).div_euclid(d) - i128::from(d < 0 && (-sa).rem_euclid(d) != 0)),
            (ua + ud - 1) / ud,
            sa.max(sb),
            ua.max(ub),
            sa.min(sb),
            ua.min(ub),
            i128::from(sa < sb),
        ];
        for (k, result) in results.into_iter().enumerate() {
            set(&mut b[2], i * results.len() + k, bits, result);
        }
    }
}

fn wrapping(b: &mut [Vec<u8>], bits: usize) {
    for i in 0..64 {
        let (ua, ub) = (get(&b[0], i, bits), get(&b[1], i, bits));
        let s = ub as usize & (bits - 1);
        let (a, c) = (i128::from(ua), i128::from(ub));
        let results = [
            a + c,
            a - c,
            (ua.wrapping_mul(ub)).into(),
            (ua << s).into(),
            signed(ua, bits) >> s,
            a >> s,
            i128::from(ua < ub),
            i128::from(ua == ub),
        ];
        for (k, result) in results.into_iter().enumerate() {
            set(&mut b[2], i * results.len() + k, bits, result);
        }
    }
}

fn round_half(value: f32) -> f32 {
    f16::from_f32(value).to_f32()
}

fn half(buffer: &[u8], at: usize) -> f32 {
    f16::from_bits(get(buffer, at, 16) as u16).to_f32()
}

/// Initializes the buffers with `f16` values of all magnitudes whose squares are finite.
fn fill_halves(b: &mut [Vec<u8>]) {
    for (seed, buffer) in b.iter_mut().enumerate().take(2) {
        for (i, word) in noise(seed as u32 + 3).take(1024).enumerate() {
            let exponent = word >> 16 & 0xf;
            set(buffer, i, 16, i128::from((word & 0x83ff) | exponent << 10));
        }
    }
}

fn matmul(b: &mut [Vec<u8>]) {
    let (x, y) = (floats(&b[0]), floats(&b[1]));
    let element = |i: usize| (0..16).fold(0.0, |sum, k| sum + x[i / 16 * 16 + k] * y[k * 16 + i % 16]);
    put_floats(&mut b[2], (0..256).map(element));
}

fn fill_numbers(b: &mut [Vec<u8>]) {
    put_floats(&mut b[0], numbers(1).take(1024));
    put_floats(&mut b[1], numbers(2).take(1024));
}

/// All kernels that have a reference implementation.
pub static KERNELS: &[Kernel] = &[
    kernel!(
        "saxpy", [4, 1, 1], poor: true, ulp: 1,
        |b| {
            put_floats(&mut b[0], [2.5]);
            put_floats(&mut b[1], numbers(1));
            put_floats(&mut b[2], numbers(2));
            put(&mut b[3], [200]);
        },
        |b| {
            let (x, mut y) = (floats(&b[1]), floats(&b[2]));
            (0..200).for_each(|i| y[i] += 2.5 * x[i]);
            put_floats(&mut b[2], y);
        },
    ),
    kernel!("scalar_args", [4, 1, 1], poor: true, ulp: 1,
        |b| {
            put_floats(&mut b[0], numbers(4).take(256));
            put_floats(&mut b[1], [1.25]);
            put(&mut b[2], [7]);
        },
        |b| {
            let x = floats(&b[0]);
            put_floats(&mut b[3], (0..256).map(|i| x[(i + 7) % 256] * 1.25));
        },
    ),
    kernel!("matmul", [1, 16, 1], poor: true, ulp: 64, fill_numbers, matmul),
    kernel!("matmul_tiled", [2, 2, 1], poor: true, ulp: 64, fill_numbers, matmul),
    kernel!("reduce_shared", [4, 1, 1], poor: true, ulp: 0, fill_noise, |b| {
        let x = words(&b[0]);
        put(&mut b[1], x.chunks(64).take(4).map(|part| part.iter().fold(0u32, |sum, word| sum.wrapping_add(*word))));
    }),
    kernel!("scan", [1, 1, 1], poor: true, ulp: 0, fill_noise, |b| {
        let mut sum = 0u32;
        let sums: Vec<u32> = words(&b[0]).iter().take(64).map(|word| {
            sum = sum.wrapping_add(*word);
            sum
        }).collect();
        put(&mut b[1], sums);
    }),
    kernel!("stencil", [4, 1, 1], poor: true, ulp: 4, fill_numbers, |b| {
        let x = floats(&b[0]);
        let at = |i: usize| (x[i.max(1) - 1] + x[(i + 1).min(255)]) * 0.25 + x[i] * 0.5;
        let out: Vec<f32> = (0..256).map(at).collect();
        put_floats(&mut b[1], out);
    }),
    kernel!("softmax", [1, 1, 1], poor: true, ulp: 256, fill_numbers, |b| {
        let x = floats(&b[0]);
        let mut out = Vec::new();
        for row in x.chunks(16).take(64) {
            let top = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let sum: f32 = row.iter().map(|v| (v - top).exp()).sum();
            out.extend(row.iter().map(|v| (v - top).exp() / sum));
        }
        put_floats(&mut b[1], out);
    }),
    kernel!("transpose", [1, 1, 1], poor: true, ulp: 0, fill_noise, |b| {
        let x = words(&b[0]);
        put(&mut b[1], (0..128).map(|i| x[i % 16 * 8 + i / 16]));
    }),
    kernel!("histogram", [4, 1, 1], poor: true, ulp: 0, |b| put(&mut b[0], noise(3)), |b| {
        let mut bins = [0; 16];
        words(&b[0]).iter().take(256).for_each(|word| bins[*word as usize % 16] += 1);
        put(&mut b[1], bins);
    }),
    kernel!("bits", [4, 1, 1], poor: true, ulp: 0,
        |b| {
            fill_noise(b);
            put(&mut b[0], [0, 1, u32::MAX, 1 << 31]);
        },
        |b| {
            let (x, y) = (words(&b[0]), words(&b[1]));
            let of = |i: usize| {
                let (a, n) = (x[i], y[i] % 32);
                [
                    a.leading_zeros(), a.trailing_zeros(), a.count_ones(), a << n, (a as i32 >> n) as u32, a >> n,
                    a ^ y[i], (a as i32).wrapping_abs() as u32,
                ]
            };
            put(&mut b[2], (0..256).flat_map(of));
        },
    ),
    kernel!("divisions_i32", [1, 1, 1], poor: true, ulp: 0, fill_noise, |b| divisions(b, 32)),
    kernel!("divisions_i16", [1, 1, 1], poor: true, ulp: 0, fill_noise, |b| divisions(b, 16)),
    kernel!("divisions_i8", [1, 1, 1], poor: true, ulp: 0, fill_noise, |b| divisions(b, 8)),
    kernel!("divisions_i64", [1, 1, 1], poor: true, ulp: 0, fill_noise, |b| divisions(b, 64)),
    kernel!("wrapping_i16", [1, 1, 1], poor: true, ulp: 0, fill_noise, |b| wrapping(b, 16)),
    kernel!("wrapping_i8", [1, 1, 1], poor: true, ulp: 0, fill_noise, |b| wrapping(b, 8)),
    kernel!("wrapping_i64", [1, 1, 1], poor: true, ulp: 0, fill_noise, |b| wrapping(b, 64)),
    kernel!("extended", [4, 1, 1], poor: true, ulp: 0, fill_noise, |b| {
        let (x, y) = (words(&b[0]), words(&b[1]));
        let of = |i: usize| {
            let (a, c) = (u64::from(x[i]), u64::from(y[i]));
            let (s, t) = (i64::from(x[i] as i32), i64::from(y[i] as i32));
            let (sum, product, unsigned) = (a + c, s * t, a * c);
            [
                sum as u32, (sum >> 32) as u32, product as u32, (product >> 32) as u32, unsigned as u32,
                (unsigned >> 32) as u32,
            ]
        };
        put(&mut b[2], (0..256).flat_map(of));
    }),
    kernel!("collatz", [4, 1, 1], poor: true, ulp: 0, |b| put(&mut b[0], 1..), |b| {
        let steps = |mut n: u32| {
            let mut count = 0;
            while n > 1 && count < 100 {
                n = if n.is_multiple_of(2) { n / 2 } else { n.wrapping_mul(3).wrapping_add(1) };
                count += 1;
            }
            count
        };
        let out: Vec<u32> = words(&b[0]).into_iter().take(256).map(steps).collect();
        put(&mut b[1], out);
    }),
    kernel!("branches", [4, 1, 1], poor: true, ulp: 0, fill_noise, |b| {
        let run = |v: u32| {
            let (mut x, mut left) = (v, v % 2 == 1);
            let mut n = u32::from(!left);
            loop {
                x = if left { x.wrapping_add(10) } else { x ^ n };
                n += 1;
                left = !left;
                if n >= 10 {
                    return x;
                }
            }
        };
        let out: Vec<u32> = words(&b[0]).into_iter().take(256).map(run).collect();
        put(&mut b[1], out);
    }),
    kernel!("switch", [4, 1, 1], poor: true, ulp: 0, fill_noise, |b| {
        let of = |v: u32| match v % 8 {
            0 => v.wrapping_add(7),
            2 => v.wrapping_mul(7),
            5 => 5,
            _ => v ^ 7,
        };
        let out: Vec<u32> = words(&b[0]).into_iter().take(256).map(of).collect();
        put(&mut b[1], out);
    }),
    kernel!("parallel_sum", [1, 1, 1], poor: true, ulp: 0, fill_noise, |b| {
        let x = words(&b[0]);
        let of = |part: &[u32]| {
            [part.iter().fold(0u32, |sum, word| sum.wrapping_add(*word)), part.iter().copied().max().unwrap_or(0)]
        };
        put(&mut b[1], x.chunks(32).take(64).flat_map(of));
    }),
    kernel!("float_compare", [1, 1, 1], poor: true, ulp: 0, fill_special, |b| {
        let (x, y) = (floats(&b[0]), floats(&b[1]));
        let of = |i: usize| {
            let (a, c) = (x[i], y[i]);
            let (less, equal, greater) = (a < c, a == c, a > c);
            let unordered = a.is_nan() || c.is_nan();
            let all = [
                equal, greater, greater || equal, less, less || equal, less || greater, !unordered,
                equal || unordered, greater || unordered, greater || equal || unordered, less || unordered,
                less || equal || unordered, !equal, unordered, false, true,
            ];
            all.into_iter().enumerate().fold(0, |bits, (k, bit)| bits | u32::from(bit) << k)
        };
        put(&mut b[2], (0..64).map(of));
    }),
    kernel!("float_extrema", [1, 1, 1], poor: true, ulp: 1, fill_special, |b| {
        let (x, y) = (floats(&b[0]), floats(&b[1]));
        let of = |i: usize| {
            let (a, c) = (x[i], y[i]);
            let nan = a.is_nan() || c.is_nan();
            let both = |v: f32| if nan { f32::NAN } else { v };
            [both(a.max(c)), both(a.min(c)), a.max(c), a.min(c), a.copysign(c), -a]
        };
        put_floats(&mut b[2], (0..64).flat_map(of));
    }),
    kernel!("vectors", [1, 1, 1], poor: true, ulp: 16, fill_numbers, |b| {
        let (x, y) = (floats(&b[0]), floats(&b[1]));
        let (mut out, mut sums) = (Vec::new(), Vec::new());
        for i in 0..64 {
            let s: Vec<f32> = (0..4).map(|k| x[4 * i + k] * 2.0 + y[4 * i + k]).collect();
            let w = [s[3], s[2], s[1], x[4 * i]];
            out.extend(w);
            sums.push(w[0] + w[1] + w[2] + w[3] + s[1]);
        }
        put_floats(&mut b[2], out);
        put_floats(&mut b[3], sums);
    }),
    kernel!("casts", [1, 1, 1], poor: true, ulp: 1,
        |b| {
            put(&mut b[0], noise(9));
            put_floats(&mut b[1], numbers(2).map(|x| x * 1000.0));
        },
        |b| {
            let (x, y) = (words(&b[0]), floats(&b[1]));
            put_floats(&mut b[2], (0..64).flat_map(|i| [x[i] as i32 as f32, x[i] as f32]));
            put(&mut b[3], (0..64).flat_map(|i| [y[i] as i32 as u32, y[i].to_bits()]));
        },
    ),
    kernel!("narrow_casts", [4, 1, 1], poor: true, ulp: 0, fill_noise, |b| {
        let x = b[0].clone();
        let of = |i: usize| {
            let (s, t) = (x[i].wrapping_add(x[i]), i16::from(x[i] as i8));
            let u = t.wrapping_mul(t) as u16;
            [s as i8 as i32 as u32, s.into(), u as u8 as i8 as i32 as u32, u.into()]
        };
        put(&mut b[1], (0..256).flat_map(of));
    }),
    kernel!("bools", [4, 1, 1], poor: true, ulp: 0,
        |b| {
            for (seed, buffer) in b.iter_mut().enumerate().take(2) {
                buffer.iter_mut().zip(noise(seed as u32)).take(256).for_each(|(byte, word)| *byte = (word % 2) as u8);
            }
        },
        |b| {
            let (x, y) = (b[0].clone(), b[1].clone());
            (0..256).for_each(|i| b[2][i] = x[i] ^ y[i]);
            let of = |i: usize| {
                let (a, c) = (x[i] == 1, y[i] == 1);
                u32::from(a && c) | u32::from(!a && c) << 1 | if a && !c { !3 } else { 0 }
            };
            put(&mut b[3], (0..256).map(of));
        },
    ),
    kernel!("dims", [4, 1, 1], poor: true, ulp: 0, fill_noise, |b| {
        let x = words(&b[0]);
        let rows = SIZE / 16;
        put(&mut b[1], (0..256).map(|i| x[(rows - 1 - i) * 4 + 1].wrapping_add(4)));
    }),
    kernel!("views", [1, 1, 1], poor: true, ulp: 0, fill_numbers, |b| {
        let x = floats(&b[0]);
        // The kernel reads `x` through a memref view: row i / 8 + 4, column 4 + 3 * (i % 8). Rows have 32 elements.
        let of = |i: usize| x[(i / 8 + 2 * 2) * 32 + 4 + 3 * (i % 8)] + x[i];
        put_floats(&mut b[1], (0..64).map(of));
    }),
    kernel!("constants", [1, 1, 1], poor: true, ulp: 0, fill_noise, |b| {
        let x = words(&b[0]);
        put(&mut b[1], (0..64).map(|i| 2 * [7, 11, 13, 17][x[i] as usize % 4]));
    }),
    kernel!("scratch", [1, 1, 1], poor: true, ulp: 0, fill_noise, |b| {
        let x = words(&b[0]);
        put(&mut b[1], (0..64).map(|i| x[i] >> (i % 2)));
    }),
    kernel!("subgroup_sum", [4, 1, 1], poor: true, ulp: 0, |b| put(&mut b[0], noise(3)), |b| {
        let sum = words(&b[0]).iter().take(256).fold(0u32, |sum, word| sum.wrapping_add(*word));
        put(&mut b[1], [sum]);
    }),
    kernel!("long_vectors", [1, 1, 1], poor: true, ulp: 4, fill_numbers, |b| {
        let (x, y) = (floats(&b[0]), floats(&b[1]));
        let (mut out, mut sums) = (Vec::new(), Vec::new());
        for (a, c) in x.chunks(8).zip(y.chunks(8)).take(64) {
            let q: Vec<f32> = (0..8).map(|k| a[k] * (k + 1) as f32 + c[k]).collect();
            let r: Vec<f32> = (0..8).map(|k| if a[k] < c[k] { q[k] } else { a[k] }).collect();
            out.extend([r[7], r[6], r[5], r[4], c[0], c[1], c[2], c[3]]);
            sums.push(a.iter().copied().fold(f32::NEG_INFINITY, f32::max));
            sums.push(q[3..].iter().copied().fold(f32::INFINITY, f32::min));
        }
        put_floats(&mut b[2], out);
        put_floats(&mut b[3], sums);
    }),
    kernel!("matrix_4x4", [1, 1, 1], poor: true, ulp: 1024, fill_numbers, |b| {
        let (x, y) = (floats(&b[0]), floats(&b[1]));
        let (mut out, mut shifted) = (Vec::new(), Vec::new());
        for (a, c) in x.chunks(16).zip(y.chunks(16)).take(64) {
            for (row, column) in (0..16).map(|i| (i / 4, i % 4)) {
                out.push((0..4).fold(0.0, |sum, k| sum + a[row * 4 + k] * c[k * 4 + column]));
                let total = (0..4).fold(0.0, |sum, k| sum + a[k * 4 + column]);
                shifted.push(a[column * 4 + row] - total);
            }
        }
        put_floats(&mut b[2], out);
        put_floats(&mut b[3], shifted);
    }),
    kernel!("vectors_i16", [1, 1, 1], poor: true, ulp: 0, fill_noise, |b| {
        let row = |buffer: &[u8], i: usize| -> Vec<i16> { (0..6).map(|k| get(buffer, i * 6 + k, 16) as i16).collect() };
        for i in 0..64 {
            let (a, c) = (row(&b[0], i), row(&b[1], i));
            let p: Vec<i16> = (0..6).map(|k| a[k].wrapping_mul(c[k])).collect();
            for k in 0..3 {
                set(&mut b[2], i * 6 + 2 * k, 16, (p[k].max(a[k]) >> 2).into());
                set(&mut b[2], i * 6 + 2 * k + 1, 16, c[3 + k].into());
            }
            let results = [
                i128::from(p.iter().fold(0i16, |sum, v| sum.wrapping_add(*v))),
                i128::from(p.iter().copied().min().unwrap_or(0)),
                i128::from(p.iter().map(|v| *v as u16).max().unwrap_or(0)),
                i128::from(a.iter().fold(0, |all, v| all ^ v)),
            ];
            for (k, result) in results.into_iter().enumerate() {
                set(&mut b[3], i * 4 + k, 16, result);
            }
        }
    }),
    kernel!("halves", [1, 1, 1], poor: true, ulp: 0, fill_halves, |b| {
        for i in 0..128 {
            let (a, c) = (half(&b[0], i), half(&b[1], i));
            let (sum, product) = (round_half(a + c), round_half(a * c));
            let results = [
                sum, round_half(a - c), product, round_half(product * round_half(0.3333)), round_half(a * a),
                if -sum < c { -sum } else { c },
            ];
            for (k, result) in results.into_iter().enumerate() {
                set(&mut b[2], i * 6 + k, 16, f16::from_f32(result).to_bits().into());
            }
        }
    }),
    kernel!("half_vectors", [1, 1, 1], poor: true, ulp: 0, fill_halves, |b| {
        for i in 0..64 {
            let products: Vec<f32> =
                (0..8).map(|k| round_half(half(&b[0], i * 8 + k) * half(&b[1], i * 8 + k))).collect();
            let sum = products.iter().copied().reduce(|sum, v| round_half(sum + v)).unwrap_or(0.0);
            set(&mut b[2], i, 16, f16::from_f32(sum).to_bits().into());
            for (k, product) in products.into_iter().enumerate() {
                set(&mut b[3], i * 8 + k, 16, f16::from_f32(product).to_bits().into());
            }
        }
    }),
    kernel!("wide_integers", [1, 1, 1], poor: true, ulp: 0, fill_noise, |b| {
        let x = words(&b[0]);
        for (i, x) in x.into_iter().enumerate().take(64) {
            let (s, u, y) = (i64::from(x as i32), u64::from(x), get(&b[1], i, 64));
            let hash = (0..5).fold(0xCBF2_9CE4_8422_2325_u64, |hash, _| (hash ^ u).wrapping_mul(0x100_0000_01B3));
            let sum = (0..4u64).fold(y, |sum, k| sum.wrapping_add(5 + (k << 32)));
            let d = (i | 7) as i64;
            let results = [
                i128::from(s.max(y as i64)), i128::from(u.min(y)), i128::from(hash), i128::from(sum),
                i128::from((y as i64).div_euclid(d)), i128::from(y.count_ones()),
            ];
            for (k, result) in results.into_iter().enumerate() {
                set(&mut b[2], i * 6 + k, 64, result);
            }
            set(&mut b[3], i * 2, 32, (hash as u32).into());
            set(&mut b[3], i * 2 + 1, 32, (y as i8).into());
        }
    }),
    kernel!("wide_vectors", [1, 1, 1], poor: true, ulp: 0, fill_noise, |b| {
        for i in 0..64 {
            let row = |buffer: &[u8]| -> Vec<i64> { (0..4).map(|k| get(buffer, i * 4 + k, 64) as i64).collect() };
            let (a, c) = (row(&b[0]), row(&b[1]));
            let p: Vec<i64> = a.iter().zip([1, -1, 0x1_0000_0001, 3]).map(|(v, k)| v.wrapping_mul(k)).collect();
            let r: Vec<i64> = (0..4).map(|k| p[k].min(c[k])).collect();
            for (k, result) in [r[3], a[0], r[1], a[2]].into_iter().enumerate() {
                set(&mut b[2], i * 4 + k, 64, result.into());
            }
            let sum = p.iter().fold(0i64, |sum, v| sum.wrapping_add(*v));
            set(&mut b[3], i, 64, sum.into());
        }
    }),
    kernel!("mandelbrot", [1, 1, 1], poor: true, ulp: 65536, |_| {}, |b| {
        let (mut counts, mut ends) = (Vec::new(), Vec::new());
        for (j, i) in (0..256).map(|i| (i / 16, i % 16)) {
            let (re, im) = (i as f32 * 0.125 - 1.5, j as f32 * 0.125 - 1.0);
            let (mut a, mut c, mut n) = (0.0f32, 0.0f32, 0);
            for _ in 0..8 {
                if a * a + c * c <= 4.0 {
                    (a, c) = (a * a - c * c + re, 2.0 * a * c + im);
                    n += 1;
                }
            }
            counts.push(n);
            ends.extend([a, -c]);
        }
        put(&mut b[0], counts);
        put_floats(&mut b[1], ends);
    }),
    kernel!("tensor_table", [1, 1, 1], poor: true, ulp: 0, fill_noise, |b| {
        let x = words(&b[0]);
        put(&mut b[1], (0..64).map(|i| [[2, 3, 5], [7, 11, 13]][x[i] as usize % 2][x[i] as usize % 3]));
    }),
    kernel!("tensor_casts", [1, 1, 1], poor: true, ulp: 0, fill_noise, |b| {
        let (x, mut out) = (words(&b[0]), vec![0; 6 * 64]);
        let (bytes, wide) = ([-1i8, 100, 3, -128], [300u32, 511, 0xFFFF_FFFF, 256]);
        let magnitudes = [1.0f32, 0.1, 3000.7, 5.5e-3];
        for i in 0..64 {
            let at = x[i] as usize % 4;
            let (zero, sign) = (u32::from(bytes[at] as u8), bytes[at] as u32);
            let back = wide[at] & 0xFFFF;
            let chosen = zero.min(back).wrapping_add(wide[at]);
            let half = f16::from_f32(magnitudes[at]).to_f32().to_bits();
            for (row, word) in [zero, sign, back, sign, chosen, half].into_iter().enumerate() {
                out[row * 64 + i] = word;
            }
        }
        put(&mut b[1], out);
    }),
    // LLVM has no CPU equivalent of these atomic operations. Lavapipe 22.3 exits compare-exchange loops too early in
    // workgroups of more than eight invocations.
    kernel!("atomic_mul", [8, 1, 1], poor: true, ulp: 0,
        |b| {
            fill_noise(b);
            put(&mut b[1], [3, 5, 7, 9]);
        },
        |b| {
            let (x, mut out) = (words(&b[0]), words(&b[1]));
            (0..64).for_each(|i| out[i % 4] = out[i % 4].wrapping_mul(x[i]));
            put(&mut b[1], out);
        },
    ),
    kernel!("atomic_max_f32", [8, 1, 1], poor: true, ulp: 0, fill_numbers, |b| {
        let (x, mut out) = (floats(&b[0]), floats(&b[1]));
        (0..64).for_each(|i| out[i % 4] = out[i % 4].max(x[i]));
        put_floats(&mut b[1], out);
    }),
    kernel!("atomic_sum_f16", [8, 1, 1], poor: true, ulp: 0, |b| put(&mut b[0], noise(3)), |b| {
        let x = words(&b[0]);
        for k in 0..4 {
            let sum: u32 = (0..16).map(|i| x[i * 4 + k] & 7).sum();
            set(&mut b[1], k, 16, f16::from_f32(sum as f32).to_bits().into());
        }
    }),
    kernel!("atomic_body", [8, 1, 1], poor: true, ulp: 0,
        |b| {
            fill_noise(b);
            put(&mut b[1], [3, 5, 7, 39]);
            put_floats(&mut b[2], [1.0, -3.0, 0.75, 1024.0]);
            put(&mut b[3], [0x8000_7F80]);
        },
        |b| {
            let (x, mut out, mut halved) = (words(&b[0]), words(&b[1]), floats(&b[2]));
            let mut most = [-128i8, 127, 0, -128];
            for i in 0..64 {
                out[i % 4] = (out[i % 4] + (x[i] & 7)).min(40);
                halved[i % 4] *= 0.5;
                most[i % 4] = most[i % 4].max(x[i] as i8);
            }
            put(&mut b[1], out);
            put_floats(&mut b[2], halved);
            put(&mut b[3], [u32::from_le_bytes(most.map(|byte| byte as u8))]);
        },
    ),
    kernel!("subgroup_words", [1, 1, 1], poor: true, ulp: 0,
        |b| {
            put(&mut b[0], noise(3));
            put(&mut b[2], noise(4));
        },
        |b| {
            // A subgroup has at least four invocations, so the workgroup is a single subgroup.
            let lanes = 4;
            let x: Vec<u64> = (0..lanes).map(|i| get(&b[0], i, 64)).collect();
            let bytes: Vec<i8> = (0..lanes).map(|i| get(&b[2], i, 8) as i8).collect();
            let sum = x.iter().fold(0u64, |sum, v| sum.wrapping_add(*v));
            let least = x.iter().map(|v| *v as i64).min().unwrap_or(0);
            let most = x.iter().copied().max().unwrap_or(0);
            let bits = x.iter().fold(0, |bits, v| bits ^ v);
            for (i, value) in [sum, least as u64, most, bits].into_iter().enumerate() {
                set(&mut b[1], i, 64, value.into());
            }
            set(&mut b[3], 0, 8, bytes.iter().fold(0i8, |sum, v| sum.wrapping_add(*v)).into());
            set(&mut b[3], 1, 8, bytes.iter().copied().min().unwrap_or(0).into());
        },
    ),
    // There are 200 elements, in workgroups of 64 invocations. Each workgroup sums its own elements.
    kernel!("prefix_sum_tail", [4, 1, 1], poor: true, ulp: 0, |b| put(&mut b[0], noise(3)), |b| {
        let x = words(&b[0]);
        let sums = |part: &[u32]| {
            let add = |sum: &mut u32, v: &u32| {
                *sum = sum.wrapping_add(*v);
                Some(*sum)
            };
            part.iter().scan(0, add).collect::<Vec<_>>()
        };
        put(&mut b[1], x[..200].chunks(64).flat_map(sums));
    }),
    kernel!("bitonic_sort", [4, 1, 1], poor: true, ulp: 0, |b| put(&mut b[0], noise(3)), |b| {
        let mut x: Vec<i32> = words(&b[0]).into_iter().take(256).map(|word| word as i32).collect();
        x.chunks_mut(64).for_each(<[i32]>::sort_unstable);
        put(&mut b[0], x.into_iter().map(|v| v as u32));
    }),
    // The input `x` is 18 by 17, the filter `f` is 3 by 5, and the result is 16 by 13.
    kernel!("conv2d_dynamic", [2, 2, 1], push: &[17, 5, 13], poor: true, ulp: 0, fill_noise, |b| {
        let (x, f) = (words(&b[0]), words(&b[1]));
        let mut out = Vec::new();
        for (i, j) in (0..16).flat_map(|i| (0..13).map(move |j| (i, j))) {
            let parts = (0..15).map(|k| x[(i + k / 5) * 17 + j + k % 5].wrapping_mul(f[k]));
            out.push(parts.fold(0u32, u32::wrapping_add));
        }
        put(&mut b[2], out);
    }),
    kernel!("layer_norm_shared", [4, 1, 1], poor: true, ulp: 1024,
        |b| {
            put_floats(&mut b[0], numbers(3));
            put_floats(&mut b[1], numbers(4));
        },
        |b| {
            let (x, gamma) = (floats(&b[0]), floats(&b[1]));
            let sum = |values: &[f32]| {
                let mut values = values.to_vec();
                for half in [32, 16, 8, 4, 2, 1] {
                    (0..half).for_each(|t| values[t] += values[t + half]);
                }
                values[0]
            };
            let mut out = Vec::new();
            for row in x[..256].chunks(64) {
                let mean = sum(row) / 64.0;
                let squares: Vec<f32> = row.iter().map(|v| (v - mean) * (v - mean)).collect();
                let scale = 1.0 / (sum(&squares) / 64.0 + 1.0e-5).sqrt();
                out.extend(row.iter().zip(&gamma).map(|(v, g)| (v - mean) * scale * g));
            }
            put_floats(&mut b[2], out);
        },
    ),
    // In the following kernels, several invocations cooperate.
    kernel!("subgroup_extrema", [1, 1, 1], poor: true, ulp: 0,
        |b| {
            fill_noise(b);
            put(&mut b[1], [1 << 31, u32::MAX, u32::MAX, 0, 0]);
        },
        |b| {
            let x: Vec<u32> = words(&b[0]).into_iter().take(64).collect();
            let most = x.iter().map(|v| *v as i32).max().unwrap_or(0);
            let least = x.iter().copied().min().unwrap_or(0);
            let (all, any) = x.iter().fold((u32::MAX, 0), |(all, any), v| (all & v, any | v));
            put(&mut b[1], [most as u32, least, all, any]);
        },
    ),
    kernel!("shuffle_rotate", [1, 1, 1], poor: true, ulp: 0, fill_noise, |b| {
        let x = words(&b[0]);
        let of = |i: usize| [x[i ^ 1], x[i / 4 * 4 + 3], if i % 4 < 3 { x[i + 1] } else { 1 }];
        put(&mut b[1], (0..64).flat_map(of));
    }),
    // The memref `x` is 12 by 10 by 4. The memref `y` is 12 by 10, starts at offset 5, and has a row stride of 16.
    kernel!("dynamic_shapes", [1, 1, 1], push: &[10, 4, 12, 10, 5, 16], poor: true, ulp: 0, fill_noise, |b| {
        let (x, y) = (words(&b[0]), words(&b[1]));
        let mut out = vec![0; 120];
        for (i, j) in (0..12).flat_map(|i| (0..10).map(move |j| (i, j))) {
            let row = &x[(i * 10 + j) * 4..][..4];
            out[i * 10 + j] = row.iter().fold(y[5 + i * 16 + j], |sum, v| sum.wrapping_add(*v));
        }
        out.extend([x.len() as u32 / 40, 10, 4, 12]);
        put(&mut b[2], out);
    }),
    // The grid consists of four workgroups in x, each of 8 by 4 by 2 invocations.
    kernel!("workgroup_reductions", [4, 1, 1], poor: true, ulp: 64,
        |b| {
            put(&mut b[0], noise(5).map(|word| word | 1));
            put_floats(&mut b[1], numbers(6).map(|x| x + 9.0));
            put(&mut b[2], noise(7));
        },
        |b| {
            let (x, f) = (words(&b[0]), floats(&b[1]));
            let bytes = b[2].clone();
            let (mut out, mut numbers) = (vec![0; 1024], vec![0.0; 512]);
            for group in 0..4 {
                let items: Vec<usize> =
                    (0..64).map(|i| i / 8 * 32 + group * 8 + i % 8).collect();
                let product = items.iter().fold(1u32, |all, i| all.wrapping_mul(x[*i]));
                let common = items.iter().fold(u32::MAX, |all, i| all & x[*i]);
                let bits = items.iter().fold(0, |all, i| all ^ x[*i]);
                let least = items.iter().map(|i| x[*i] as i32).min().unwrap_or(0);
                let sum = items.iter().map(|i| f[*i]).sum();
                let top = items.iter().map(|i| f[*i]).fold(0.0, f32::max);
                let low = items.iter().map(|i| bytes[*i] as i8).min().unwrap_or(0);
                let high = items.iter().map(|i| bytes[*i]).max().unwrap_or(0);
                for i in items {
                    out[4 * i..][..4].copy_from_slice(&[product, common, bits, least as u32]);
                    numbers[2 * i..][..2].copy_from_slice(&[sum, top]);
                    b[5][2 * i..][..2].copy_from_slice(&[low as u8, high]);
                }
            }
            put(&mut b[3], out);
            put_floats(&mut b[4], numbers);
        },
    ),
];

/// Describes the first difference between the buffers `have` and their expected contents `want`. Returns `None` if they
/// agree.
pub fn difference(have: &[Vec<u8>], want: &[Vec<u8>], ulp: u32) -> Option<String> {
    for (number, (have, want)) in have.iter().zip(want).enumerate() {
        for (at, (a, b)) in words(have).into_iter().zip(words(want)).enumerate() {
            let (x, y) = (f32::from_bits(a), f32::from_bits(b));
            let close =
                ulp > 0 && ((x.is_nan() && y.is_nan()) || x == y || (a as i32).abs_diff(b as i32) <= ulp);
            if a != b && !close {
                return Some(format!(
                    "word {at} of buffer {number} is {a:#x} ({x}), but must be {b:#x} ({y})"
                ));
            }
        }
    }
    None
}
