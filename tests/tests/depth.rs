//! Constructs nested deeply, on a small stack: nothing may recurse over them.

use spv_tests::programs::check;
use spv_tests::programs::shapes;
use spv_tests::{forms, tools};

/// Runs on a thread whose stack holds a few hundred frames at most.
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
    spv_opt::verify(&module).expect("it is sound");
    let output = spv_opt::export(&module).expect("it has a binary form");
    assert!(output.len() <= words.len(), "{} words became {}", words.len(), output.len());
    let text = spv_opt::print(&module);
    let read = spv_opt::parse(&spv_opt::context(), &text).expect("it reads back");
    assert!(spv_opt::export(&read).expect("it has a binary form") == output, "another binary through text");
    forms::lower(&mut module).expect("it can be lowered");
    spv_opt::verify(&module).expect("it is sound");
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

#[test]
fn a_long_function() {
    let words = shapes::chain(5_000);
    on_small_stack(|| through(&words));
}

/// What is tested here is valid.
#[test]
fn shapes_are_valid() {
    if tools::Peer::SpirvVal.find().is_none() {
        return;
    }
    for words in [shapes::chain(100), shapes::nest(50)] {
        assert_eq!(tools::spirv_val(&words, "spv1.5"), Ok(()));
    }
}
