//! Tests of the example kernel language: its kernel runs on the installed Vulkan driver, and its compiler rejects
//! invalid sources

#[path = "../../../spv-opt/examples/kernel_language.rs"]
mod kernel_language;

use spv_tests::tools::Peer;
use spv_tests_vulkan::inputs::SLOTS;
use spv_tests_vulkan::workers::{self, Worker};
use spv_tests_vulkan::{Job, PUSH_SIZE, Valid};

const SOURCE: &str = include_str!("../../../spv-opt/examples/histogram.kernel");

/// Number of invocations, which form two workgroups.
const COUNT: usize = 128;

/// Value of a specialization constant, chosen to differ from the default.
const BUCKETS: u32 = 7;
const ROUNDS: u32 = 5;

fn collatz(mut n: u32) -> u32 {
    let mut steps = 0;
    while n > 1 && steps < 100 {
        n = if n.is_multiple_of(2) { n / 2 } else { 3 * n + 1 };
        steps += 1;
    }
    steps
}

fn mix(x: u32, round: u32) -> u32 {
    match (x ^ round) % 4 {
        0 => x.wrapping_mul(31).wrapping_add(round),
        1 => x ^ (x >> 3),
        2 => (x << 5).wrapping_sub(x),
        _ => x.wrapping_add(1),
    }
}

/// Returns the expected samples (key, then bits of the weight) and the expected counts.
fn expected(words: &[u32], weights: &[f32]) -> (Vec<u32>, Vec<u32>) {
    let (mut samples, mut counts) = (Vec::new(), vec![0; BUCKETS as usize]);
    for (i, &word) in words.iter().enumerate() {
        let mut hash = word;
        for round in (1..=ROUNDS).filter(|&round| round != 3 || word % 2 != 0) {
            hash = mix(hash, round);
        }
        let group = &words[i / 64 * 64..][..64];
        let sum: u32 = group.iter().map(|word| collatz(word % 1000)).sum();
        samples
            .extend([hash.wrapping_add(sum), (weights[i].max(0.0).sqrt() + (word % 100) as f32).to_bits()]);
        counts[(word % BUCKETS) as usize] += 1;
    }
    (samples, counts)
}

fn bytes(words: impl IntoIterator<Item = u32>) -> Vec<u8> {
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

#[test]
fn kernel_computes_what_the_model_does() {
    if Peer::SpirvVal.find().is_none() || !workers::available() {
        return;
    }
    let ctx = spv_opt::context();
    let mut module = kernel_language::compile(&ctx, "histogram.kernel", SOURCE).expect("the source is right");
    let built = spv_opt::export(&module).expect("the module is verified");
    kernel_language::optimize(&mut module).expect("the module is verified");
    let optimized = spv_opt::export(&module).expect("the module is verified");
    assert!(optimized.len() < built.len(), "{} to {} words", built.len(), optimized.len());

    let words: Vec<u32> = (0..COUNT as u32).map(|i| i.wrapping_mul(0x9E37_79B9) >> (i % 20)).collect();
    let weights: Vec<f32> =
        (0..COUNT).map(|i| (i as f32 - 8.0).powi(2) * if i % 3 == 0 { -1.0 } else { 1.0 }).collect();
    let (samples, counts) = expected(&words, &weights);
    let input = vec![bytes(words), Vec::new(), bytes(weights.iter().map(|w| w.to_bits()))];
    let mut worker = Worker::open(&SLOTS).expect("there is a device");
    for (what, words) in [("as built", built), ("optimized", optimized)] {
        let module = Valid::check(words).unwrap_or_else(|message| panic!("{what}: {message}"));
        let specialization = &[(0, BUCKETS), (1, ROUNDS)];
        let job = Job { module: &module, specialization, groups: [2, 1, 1], push: [0; PUSH_SIZE] };
        let output = worker.run(what, &job, std::slice::from_ref(&input)).expect("the kernel runs");
        assert_eq!(output[0][1][..COUNT * 8], bytes(samples.clone()), "samples, {what}");
        assert_eq!(output[0][4][..counts.len() * 4], bytes(counts.clone()), "counts, {what}");
    }
}

#[test]
fn wrong_sources_get_their_errors() {
    let ctx = spv_opt::context();
    let messages =
        |source: &str| kernel_language::compile(&ctx, "a.kernel", source).err().expect("the source is wrong");
    assert_eq!(messages("fn f("), "a.kernel:1:6: expected a name, found the end of the file");
    assert_eq!(
        messages("buffer data: [u32];\nfn f() -> u32 {\n  data[1.0] = 2;\n  break;\n  return data + 1;\n}"),
        "a.kernel:3:8: expected u32, found f32\n\
         a.kernel:4:3: not in a loop\n\
         a.kernel:5:10: an array is no value: take an element"
    );
    assert_eq!(
        messages("fn f() -> u32 { f(); }"),
        "a.kernel:1:17: unknown function `f`: declare it before its use\na.kernel:1:1: `f` ends without a `return`"
    );
}
