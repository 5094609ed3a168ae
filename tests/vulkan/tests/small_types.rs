//! Tests of `legalize-small-types` on the installed Vulkan driver
//!
//! Shaders with 8-bit and 16-bit types run before the pass, and after the pass on a device without features for these
//! types.

use spv_tests::programs::passes::optimize;
use spv_tests::tools::Peer;
use spv_tests_vulkan::inputs::{SLOTS, contents, push};
use spv_tests_vulkan::outputs::Judge;
use spv_tests_vulkan::shaders::{self, Shader};
use spv_tests_vulkan::{Device, Error, Features, Job, Valid, workers};

/// Capabilities for small types: Int16, Int8, Float16, and those for 16-bit and 8-bit storage.
const SMALL: [u32; 9] = [9, 22, 39, 4433, 4434, 4435, 4448, 4449, 4450];

/// Options of the pass: types whose arithmetic is legalized, and bit widths whose storage is legalized.
const OPTIONS: [&str; 6] = [
    "arithmetic=i8+i16+f16 storage=8+16 pad",
    "arithmetic=i8+i16+f16 storage=none",
    "arithmetic=none storage=8+16 pad",
    "arithmetic=i8 storage=16 pad",
    "arithmetic=i16+f16 storage=8 pad",
    "arithmetic=f16 storage=8+16 pad",
];

const SEEDS: [u64; 3] = [1, 2, 3];

/// Additional tolerance for floats, in units in the last place. Conversions to 16 bits round to nearest in the pass and
/// toward zero in lavapipe. Vulkan allows both, and subtraction amplifies the error.
const TOLERANCE: u64 = 32;

fn execute(device: &mut Device, shader: &Shader, module: &Valid) -> Result<Vec<Vec<Vec<u8>>>, Error> {
    let mut outputs = Vec::new();
    for seed in SEEDS {
        let job = Job { module, specialization: &[], groups: shader.groups, push: push(seed) };
        outputs.extend(device.run(&job, &[contents(seed)])?);
    }
    Ok(outputs)
}

fn legalized(options: &str, shader: &Shader) -> Valid {
    let text = format!(
        "builtin.module(spv.module(legalize-small-types{{{options}}},canonicalize,cse,spirv-update-vce))"
    );
    let module =
        optimize(&text, shader.module.words()).unwrap_or_else(|why| panic!("{}: {why}", shader.name));
    let words = spv_opt::export(&module).expect("the module has a binary");
    Valid::check(words).unwrap_or_else(|why| panic!("{}: {options}: {why}", shader.name))
}

#[test]
fn shaders_run_without_small_types() {
    if Peer::SpirvVal.find().is_none() || !workers::available() {
        return;
    }
    let mut full = Device::open(&SLOTS).expect("there is a device");
    let mut masked = Device::open_with(&SLOTS, Features::without_small_types).expect("there is a device");
    let mut count = 0;
    for source in shaders::sources().expect("the shaders are part of this crate") {
        let shader = Shader::read(&source).expect("the shader is valid");
        let is_small = |module: &Valid| module.capabilities().iter().any(|c| SMALL.contains(c));
        if !is_small(&shader.module) {
            continue;
        }
        let expected = match execute(&mut full, &shader, &shader.module) {
            Err(Error::Capability(_)) => continue,
            expected => expected.unwrap_or_else(|error| panic!("{}: {error}", shader.name)),
        };
        assert!(execute(&mut masked, &shader, &shader.module).is_err(), "{}: not masked", shader.name);
        let judge = Judge { ulps: shader.judge.ulps * TOLERANCE, ..shader.judge.clone() };
        for (number, options) in OPTIONS.iter().enumerate() {
            let module = legalized(options, &shader);
            let device = if number == 0 { &mut masked } else { &mut full };
            assert!(number > 0 || !is_small(&module), "{}: has small types still", shader.name);
            let found = execute(device, &shader, &module);
            let found = found.unwrap_or_else(|error| panic!("{}: {options}: {error}", shader.name));
            for (seed, (a, b)) in SEEDS.iter().zip(expected.iter().zip(&found)) {
                let difference = judge.difference(a, b);
                assert_eq!(difference, None, "{}: {options}: seed {seed}", shader.name);
            }
        }
        count += 1;
    }
    println!("{count} shaders");
    assert!(count >= 10, "{count} shaders");
}

/// Number of invocations of the shader with atomic operations, in workgroups of 64 invocations.
const INVOCATIONS: usize = 128;
/// Number of array elements (cells) that each operation modifies.
const CELLS: usize = 4;

/// An atomic operation whose final result does not depend on the order of invocations: name and reference
/// implementation. Each operation starts from 0 in its own cells.
type Atomic = (&'static str, Apply);
/// Reference implementation of an atomic operation. Its arguments are the bits of the cell, the bits of the operand,
/// and their width in bits.
type Apply = fn(u64, u64, u32) -> u64;
const ATOMICS: [Atomic; 11] = [
    ("AtomicIAdd SCOPE %p, %v", |cell, v, _| cell.wrapping_add(v)),
    ("AtomicISub SCOPE %p, %v", |cell, v, _| cell.wrapping_sub(v)),
    ("AtomicAnd SCOPE %p, %v", |cell, v, _| cell & v),
    ("AtomicOr SCOPE %p, %v", |cell, v, _| cell | v),
    ("AtomicXor SCOPE %p, %v", |cell, v, _| cell ^ v),
    ("AtomicSMin SCOPE %p, %v", |cell, v, width| if sign(v, width) < sign(cell, width) { v } else { cell }),
    ("AtomicSMax SCOPE %p, %v", |cell, v, width| if sign(v, width) > sign(cell, width) { v } else { cell }),
    ("AtomicUMax SCOPE %p, %v", |cell, v, _| cell.max(v)),
    ("AtomicIIncrement SCOPE %p", |cell, _, _| cell.wrapping_add(1)),
    ("AtomicIDecrement SCOPE %p", |cell, _, _| cell.wrapping_sub(1)),
    ("AtomicCompareExchange SCOPE \"None\" %p, %seven, %zero", |_, _, _| 7),
];

fn sign(bits: u64, width: u32) -> i64 {
    (bits << (64 - width)) as i64 >> (64 - width)
}

/// Returns a shader that applies all of [`ATOMICS`] to cells of type `ty`. The operands are the words of the first
/// buffer.
///
/// The cells are in the fifth buffer and in workgroup memory. At the end, the first invocation of each workgroup copies
/// the workgroup's cells to the second buffer. The second buffer also contains the values that invocations read from a
/// cell that all of them increment, as words.
fn atomics(ty: &str, bytes: usize) -> String {
    let count = ATOMICS.len() * CELLS + CELLS;
    let block = format!("!spv.struct<(!spv.array<{count} x {ty}, stride={bytes}> [0]), Block>");
    let words = "!spv.struct<(!spv.rtarray<i32, stride=4> [0]), Block>";
    let shared = format!("!spv.array<{count} x {ty}>");
    let scope = "\"Device\" \"None\"";
    let mut text = format!(
        "spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Int8, Int16], []> {{
  spv.GlobalVariable @in bind(0, 0) : !spv.ptr<{words}, StorageBuffer>
  spv.GlobalVariable @out bind(0, 1) : !spv.ptr<{words}, StorageBuffer>
  spv.GlobalVariable @cells bind(0, 4) : !spv.ptr<{block}, StorageBuffer>
  spv.GlobalVariable @shared : !spv.ptr<{shared}, Workgroup>
  spv.GlobalVariable @id built_in(\"GlobalInvocationId\") : !spv.ptr<vector<3xi32>, Input>
  spv.GlobalVariable @local built_in(\"LocalInvocationId\") : !spv.ptr<vector<3xi32>, Input>
  spv.EntryPoint \"GLCompute\" @main, @in, @out, @cells, @shared, @id, @local
  spv.ExecutionMode @main \"LocalSize\", 64, 1, 1
  spv.func @main() \"None\" {{
    %in = spv.mlir.addressof @in : !spv.ptr<{words}, StorageBuffer>
    %out = spv.mlir.addressof @out : !spv.ptr<{words}, StorageBuffer>
    %cells = spv.mlir.addressof @cells : !spv.ptr<{block}, StorageBuffer>
    %shared = spv.mlir.addressof @shared : !spv.ptr<{shared}, Workgroup>
    %idp = spv.mlir.addressof @id : !spv.ptr<vector<3xi32>, Input>
    %idv = spv.Load \"Input\" %idp : vector<3xi32>
    %id = spv.CompositeExtract %idv[0 : i32] : vector<3xi32>
    %localp = spv.mlir.addressof @local : !spv.ptr<vector<3xi32>, Input>
    %localv = spv.Load \"Input\" %localp : vector<3xi32>
    %local = spv.CompositeExtract %localv[0 : i32] : vector<3xi32>
    %c0 = spv.Constant 0 : i32
    %c3 = spv.Constant 3 : i32
    %c64 = spv.Constant 64 : i32
    %count = spv.Constant {count} : i32
    %zero = spv.Constant 0 : {ty}
    %seven = spv.Constant 7 : {ty}
    %wp = spv.AccessChain %in[%c0, %id] : !spv.ptr<{words}, StorageBuffer>, i32, i32
    %w = spv.Load \"StorageBuffer\" %wp : i32
    %v = spv.SConvert %w : i32 to {ty}
    %cell = spv.BitwiseAnd %id, %c3 : i32
    %is_first = spv.ULessThan %local, %count : i32
    spv.mlir.selection {{
      spv.BranchConditional %is_first, ^bb1, ^bb2
    ^bb1:
      %sp = spv.AccessChain %shared[%local] : !spv.ptr<{shared}, Workgroup>, i32
      spv.Store \"Workgroup\" %sp, %zero : {ty}
      spv.Branch ^bb2
    ^bb2:
      spv.mlir.merge
    }}
    spv.ControlBarrier \"Workgroup\", \"Workgroup\", \"AcquireRelease|WorkgroupMemory\"
"
    );
    for (number, (op, _)) in ATOMICS.iter().enumerate() {
        let first = number * CELLS;
        let op = op.replace("SCOPE", scope);
        text += &format!("    %f{number} = spv.Constant {first} : i32\n");
        text += &format!("    %i{number} = spv.IAdd %cell, %f{number} : i32\n");
        let on = |name: &str| op.replace("%p", &format!("%{name}{number}"));
        text += &format!(
            "    %p{number} = spv.AccessChain %cells[%c0, %i{number}] : !spv.ptr<{block}, StorageBuffer>, i32, i32\n"
        );
        text += &format!("    %o{number} = spv.{} : !spv.ptr<{ty}, StorageBuffer>\n", on("p"));
        text += &format!(
            "    %q{number} = spv.AccessChain %shared[%i{number}] : !spv.ptr<{shared}, Workgroup>, i32\n"
        );
        text += &format!("    %r{number} = spv.{} : !spv.ptr<{ty}, Workgroup>\n", on("q"));
    }
    text += &format!(
        "    %next = spv.Constant {} : i32
    %last = spv.AccessChain %cells[%c0, %next] : !spv.ptr<{block}, StorageBuffer>, i32, i32
    %ticket = spv.AtomicIIncrement {scope} %last : !spv.ptr<{ty}, StorageBuffer>
    %wide = spv.UConvert %ticket : {ty} to i32
    %tp = spv.AccessChain %out[%c0, %id] : !spv.ptr<{words}, StorageBuffer>, i32, i32
    spv.Store \"StorageBuffer\" %tp, %wide : i32
",
        ATOMICS.len() * CELLS
    );
    text += &format!(
        "    spv.ControlBarrier \"Workgroup\", \"Workgroup\", \"AcquireRelease|WorkgroupMemory\"
    spv.mlir.selection {{
      spv.BranchConditional %is_first, ^bb1, ^bb2
    ^bb1:
      %sq = spv.AccessChain %shared[%local] : !spv.ptr<{shared}, Workgroup>, i32
      %sx = spv.AtomicLoad \"Workgroup\" \"None\" %sq : !spv.ptr<{ty}, Workgroup>
      %sw = spv.UConvert %sx : {ty} to i32
      %all = spv.Constant {INVOCATIONS} : i32
      %place = spv.IAdd %id, %all : i32
      %op = spv.AccessChain %out[%c0, %place] : !spv.ptr<{words}, StorageBuffer>, i32, i32
      spv.Store \"StorageBuffer\" %op, %sw : i32
      spv.Branch ^bb2
    ^bb2:
      spv.mlir.merge
    }}
    spv.Return
  }}
}}
"
    );
    text
}

/// Compares atomic operations on bytes and `f16` with a reference implementation. Devices do not support these
/// operations, so the lowered shader changes cells in the same word concurrently.
#[test]
fn atomics_on_parts_of_words() {
    if Peer::SpirvVal.find().is_none() || !workers::available() {
        return;
    }
    let mut masked = Device::open_with(&SLOTS, Features::without_small_types).expect("there is a device");
    for (ty, bytes) in [("i8", 1), ("i16", 2)] {
        let text = atomics(ty, bytes);
        let module = spv_opt::parse(&spv_opt::context(), &text).unwrap_or_else(|e| panic!("{text}\n{e:?}"));
        let words = spv_opt::export(&module).expect("the module has a binary");
        let pipeline = "builtin.module(spv.module(legalize-small-types{arithmetic=i8+i16 storage=8+16},canonicalize,cse,spirv-update-vce))";
        let module = optimize(pipeline, &words).unwrap_or_else(|why| panic!("{ty}: {why}"));
        let module = Valid::check(spv_opt::export(&module).expect("it has a binary")).expect("it is valid");
        for seed in SEEDS {
            let given = contents(seed);
            let job = Job { module: &module, specialization: &[], groups: [2, 1, 1], push: push(seed) };
            let found = masked.run(&job, std::slice::from_ref(&given)).expect("it runs");
            let word = |buffer: &[u8], at: usize| {
                u64::from(u32::from_le_bytes(buffer[4 * at..4 * at + 4].try_into().expect("four bytes")))
            };
            let width = 8 * bytes as u32;
            let mask = (1 << width) - 1;
            let expected = |apply: Apply, cell: usize, invocations: std::ops::Range<usize>| {
                let operands = invocations.filter(|i| i % CELLS == cell).map(|i| word(&given[0], i) & mask);
                operands.fold(0, |old, v| apply(old, v, width) & mask)
            };
            for (number, &(name, apply)) in ATOMICS.iter().enumerate() {
                for cell in 0..CELLS {
                    let index = number * CELLS + cell;
                    let at = index * bytes;
                    let cells = &found[0][4];
                    let there = (0..bytes).fold(0, |all, i| all | u64::from(cells[at + i]) << (8 * i));
                    assert_eq!(there, expected(apply, cell, 0..INVOCATIONS), "{ty}, seed {seed}: {name}");
                    for group in 0..2 {
                        let of_group = 64 * group..64 * (group + 1);
                        let there = word(&found[0][1], INVOCATIONS + 64 * group + index);
                        assert_eq!(
                            there,
                            expected(apply, cell, of_group),
                            "{ty}, seed {seed}: shared {name}"
                        );
                    }
                }
            }
            let mut tickets: Vec<u64> = (0..INVOCATIONS).map(|i| word(&found[0][1], i)).collect();
            tickets.sort_unstable();
            assert_eq!(tickets, (0..INVOCATIONS as u64).collect::<Vec<_>>(), "{ty}, seed {seed}");
        }
    }
}
