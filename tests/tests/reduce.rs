//! `reduce`: the result still passes its test, is small, valid, and the same with any number of threads.

use spv_opt::dialect::generated::opcodes as op;
use spv_opt::ir::Threads;
use spv_opt::serialize::instructions::instructions;
use spv_opt::tools::reduce::{ReduceError, ReduceOptions, reduce};
use spv_tests::tools::{self, Peer};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

fn has(words: &[u32], opcode: u32) -> bool {
    instructions(words).iter().any(|instruction| instruction.opcode == opcode)
}

fn reduced(words: &[u32], opcode: u32, candidates: usize) -> (Vec<u32>, usize) {
    let module = spv_opt::import(&spv_opt::context(), words).expect("it is valid");
    let threads = Threads(NonZeroUsize::new(candidates).expect("not zero"));
    let options = ReduceOptions { executor: &threads, candidates, ..Default::default() };
    let tests = AtomicUsize::new(0);
    let test = |words: &[u32]| {
        tests.fetch_add(1, Ordering::Relaxed);
        has(words, opcode)
    };
    let words = reduce(module, &test, &options).expect("the whole passes");
    (words, tests.into_inner())
}

/// Modules of our corpus, an instruction that is looked for, and how many instructions are left at most.
const CASES: &[(&str, u32, usize)] = &[
    ("mandelbrot.spv", op::F_ADD, 18),
    ("loops.spv", op::LOOP_MERGE, 32),
    ("pbr.spv", op::F_DIV, 16),
    ("particles.spv", op::ATOMIC_I_ADD, 40),
    ("switches.spv", op::SWITCH, 40),
];

#[test]
fn small_valid_and_deterministic() {
    let judge = Peer::SpirvVal.find().is_some();
    let corpus = tools::own_corpus();
    for &(file, opcode, most) in CASES {
        let module = corpus.iter().find(|module| module.path.ends_with(file)).expect(file);
        let words = tools::read_words(&module.path);
        if !has(&words, opcode) {
            panic!("{file} lacks the instruction");
        }
        let (one, tests) = reduced(&words, opcode, 1);
        let left = instructions(&one).len();
        println!("{file}: {} of {} instructions left, {tests} tests", left, instructions(&words).len());
        assert!(has(&one, opcode), "{file}");
        if judge {
            tools::spirv_val(&one, "spv1.6").unwrap_or_else(|error| panic!("{file}: {error}"));
        }
        assert!(
            left <= most,
            "{file}: {left} instructions are left:\n{}",
            spv_opt::serialize::asm::disassemble(&one)
        );
        let (three, _) = reduced(&words, opcode, 3);
        assert_eq!(one, three, "{file}: the result depends on the number of threads");
    }
}

#[test]
fn a_test_that_refuses_the_whole_is_an_error() {
    let words = tools::read_words(&tools::own_corpus()[0].path);
    let module = spv_opt::import(&spv_opt::context(), &words).expect("it is valid");
    let result = reduce(module, &|_| false, &ReduceOptions::default());
    assert!(matches!(result, Err(ReduceError::NotInteresting)));
}
