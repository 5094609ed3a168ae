//! Deeply nested input on a small stack, because no code may recurse over the nesting depth

use spv_tests::programs::check;
use spv_tests::programs::shapes;
use spv_tests::{forms, tools};

/// Runs `work` on a thread with a stack for only a few hundred frames.
fn on_small_stack(work: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 10).spawn_scoped(scope, work);
        thread.expect("a thread can be made").join().expect("it does not panic");
    });
}

fn through(words: &[u32]) {
    let ctx = spv_opt::context();
    let mut module = spv_opt::import(&ctx, words).expect("it is valid");
    assert_eq!(check::forms(&module), [1, 0, 0], "in region form");
    spv_opt::verify(&module).expect("it is valid");
    let output = spv_opt::export(&module).expect("it has a binary form");
    assert!(output.len() <= words.len(), "{} words became {}", words.len(), output.len());
    let text = spv_opt::print(&module);
    let read = spv_opt::parse(&spv_opt::context(), &text).expect("it reads back");
    assert!(spv_opt::export(&read).expect("it has a binary form") == output, "another binary through text");
    forms::lower(&mut module).expect("it can be lowered");
    spv_opt::verify(&module).expect("it is valid");
    assert_eq!(forms::regions(&mut module), 1);
    assert!(spv_opt::print(&module) == text, "another text in region form again");
    let again = spv_opt::import(&spv_opt::context(), &output).and_then(|m| spv_opt::export(&m));
    assert!(again.expect("it is valid") == output, "export(import(export(x))) is not export(x)");
}

#[test]
fn nested_deeply() {
    for depth in [10, 100, 1_000, 10_000] {
        let words = shapes::nest(depth);
        on_small_stack(|| through(&words));
    }
}

/// Checks constructs whose nesting exceeds the parser's limit. They remain in CFG form.
#[test]
fn nested_too_deeply() {
    let words = shapes::nest(20_000);
    let module = spv_opt::import(&spv_opt::context(), &words).expect("it is valid");
    assert_eq!(check::forms(&module), [0, 0, 1], "in CFG form");
    there_and_back(&words);
}

#[test]
fn a_long_function() {
    let words = shapes::chain(5_000);
    on_small_stack(|| through(&words));
}

/// Builds a module with a chain of `depth` instructions and a variable `%3`.
///
/// The module declares `%1 = OpTypeInt 32 0` and `%2 = OpConstant %1 1`. The variable's type is the result of the
/// second-to-last instruction. If `constant` is set, the variable's initializer is the result of the last instruction.
fn chain(depth: u32, constant: bool, link: impl Fn(u32, u32, u32, u32) -> Vec<u32>) -> Vec<u32> {
    let mut words = vec![0x0723_0203, 0x0001_0500, 0, 2 * depth + 6, 0];
    words.extend([2 << 16 | 17, 1, 2 << 16 | 17, 5, 3 << 16 | 14, 0, 1]);
    words.extend([4 << 16 | 21, 1, 32, 0, 4 << 16 | 43, 1, 2, 1]);
    let (mut ty, mut value) = (1, 2);
    for next in 2..depth + 2 {
        words.extend(link(2 * next, ty, 2 * next + 1, value));
        (ty, value) = (2 * next, 2 * next + 1);
    }
    words.extend([4 << 16 | 32, 2 * depth + 5, 6, ty]);
    match constant {
        true => words.extend([5 << 16 | 59, 2 * depth + 5, 3, 6, value]),
        false => words.extend([4 << 16 | 59, 2 * depth + 5, 3, 6]),
    }
    words
}

/// Returns the MLIR text of a module. Checks that binary and MLIR text round trips preserve the module.
fn there_and_back(words: &[u32]) -> String {
    let module = spv_opt::import(&spv_opt::context(), words).expect("it is valid");
    spv_opt::verify(&module).expect("it is valid");
    let output = spv_opt::export(&module).expect("it has a binary form");
    assert!(output.len() <= words.len());
    let text = spv_opt::print(&module);
    let read = spv_opt::parse(&spv_opt::context(), &text).expect("it reads back");
    assert!(spv_opt::export(&read).expect("it has a binary form") == output, "another binary through text");
    assert!(spv_opt::print(&read) == text, "another text");
    text
}

#[test]
fn deep_types() {
    let array = |ty, of, _, _| vec![4 << 16 | 28, ty, of, 2];
    let structure = |ty, of, _, _| vec![3 << 16 | 30, ty, of];
    let pointer = |ty, of, _, _| vec![4 << 16 | 32, ty, 6, of];
    for words in
        [chain(100_000, false, array), chain(100_000, false, structure), chain(100_000, false, pointer)]
    {
        on_small_stack(|| _ = there_and_back(&words));
    }
}

/// Checks that constants are split into symbols if they are nested too deeply to be printed.
#[test]
fn deep_constants() {
    let link = |ty, of, id, value| vec![3 << 16 | 30, ty, of, 4 << 16 | 44, ty, id, value];
    on_small_stack(|| {
        let text = there_and_back(&chain(100_000, true, link));
        assert_eq!(text.matches("spv.GlobalConstant").count(), 100_000 / 513);
    });
}

/// Guards against unbounded memory: each of forty constants contains the previous one twice.
#[test]
fn constants_of_constants() {
    let link = |ty, of, id, value| vec![4 << 16 | 30, ty, of, of, 5 << 16 | 44, ty, id, value, value];
    let text = there_and_back(&chain(40, true, link));
    assert!(text.len() < 20 << 20, "{} bytes", text.len());
}

/// Checks that spirv-val accepts the tested modules.
#[test]
fn shapes_are_valid() {
    if tools::Peer::SpirvVal.find().is_none() {
        return;
    }
    for words in [shapes::chain(100), shapes::nest(50)] {
        assert_eq!(tools::spirv_val(&words, "spv1.5"), Ok(()));
    }
}

/// Builds a function that constructs nested structs. Each struct has the previous struct as `copies` members.
fn constructs(depth: u32, copies: u32) -> Vec<u32> {
    let (ty, value) = (|n: u32| 2 * n + 1, |n: u32| 2 * n + 2);
    let bound = 2 * depth + 6;
    let mut words = vec![0x0723_0203, 0x0001_0500, 0, bound, 0];
    words.extend([2 << 16 | 17, 1, 2 << 16 | 17, 5, 3 << 16 | 14, 0, 1]);
    words.extend([4 << 16 | 21, ty(0), 32, 0, 4 << 16 | 43, ty(0), value(0), 1]);
    for n in 1..=depth {
        words.extend([(2 + copies) << 16 | 30, ty(n)]);
        words.extend((0..copies).map(|_| ty(n - 1)));
    }
    let [function_type, function, label] = [bound - 3, bound - 2, bound - 1];
    words.extend([3 << 16 | 33, function_type, ty(depth)]);
    words.extend([5 << 16 | 54, ty(depth), function, 0, function_type, 2 << 16 | 248, label]);
    for n in 1..=depth {
        words.extend([(3 + copies) << 16 | 80, ty(n), value(n)]);
        words.extend((0..copies).map(|_| value(n - 1)));
    }
    words.extend([2 << 16 | 254, value(depth), 1 << 16 | 56]);
    words
}

/// Checks that folding creates no constants of excessive depth or size.
#[test]
fn constants_that_folds_make() {
    for (depth, copies, folded) in [(50, 1, 50), (5_000, 1, 64), (40, 2, 12)] {
        let words = constructs(depth, copies);
        on_small_stack(|| {
            let mut module = spv_opt::import(&spv_opt::context(), &words).expect("it is valid");
            let registry = spv_opt::passes::Registry::new();
            let pipeline =
                spv_opt::passes::Pipeline::parse(&registry, "canonicalize,sccp").expect("they exist");
            let options = spv_opt::passes::RunOptions::default();
            spv_opt::passes::run(&pipeline, &mut module, &options).expect("it runs");
            let left = spv_opt::print(&module).matches("spv.CompositeConstruct").count();
            assert_eq!(depth as usize - left, folded, "of {depth}");
            spv_opt::export(&module).expect("it has a binary form");
        });
    }
}
