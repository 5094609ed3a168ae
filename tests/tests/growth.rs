//! Regression tests with large regular modules, for passes that took quadratic time or overflowed the stack
//!
//! The growth of running time is measured with `cargo run --release -p spv-tests --bin linearity`.

use spv_tests::growth::shapes;
use spv_tests::programs::passes::optimize;

/// Runs a pipeline on a module of the shape named `shape`, with `size` elements.
fn run(shape: &str, size: usize, pipeline: &str) -> spv_opt::Module {
    let shape = shapes().find(|s| s.name == shape).expect("there is such a shape");
    optimize(pipeline, &(shape.make)(size)).expect("it runs")
}

/// Guards against a stack overflow: dead code elimination recursed from each selection to the preceding one.
#[test]
fn dce_of_selections_with_results() {
    let module = run("selections-with-results", 64_000, "dce");
    spv_opt::export(&module).expect("it has a binary form");
}

/// Guards against quadratic time: each change of a block argument scanned all arguments of the block.
#[test]
fn constants_in_block_arguments() {
    let module = run("block-arguments-constant", 16_000, "sccp,simplify-cfg,dce");
    let text = spv_opt::print(&module);
    assert!(!text.contains("spv.mlir.selection"), "all arguments are constants");
}

/// Guards against quadratic time: each type was compared with all preceding identical types.
#[test]
fn names_of_equal_types() {
    let module = run("structs-equal-names", 16_000, "strip-debug");
    assert_eq!(spv_opt::print(&module).matches("spv.GlobalVariable").count(), 16_000);
}

/// Guards against quadratic time: replacing a struct type to remove unused members tried the keys of all other struct
/// types.
#[test]
fn unused_members_of_equal_names() {
    let module = run("structs-unused-members", 8_000, "remove-unused-members");
    assert!(!spv_opt::print(&module).contains("(i32 [0]"), "the first members are removed");
}

/// Guards against quadratic time: all regions enclosing a value were visited, and writes between two blocks were
/// collected block by block.
#[test]
fn deep_nests() {
    run("loops-nested-with-values", 8_000, "canonicalize,simplify-cfg,licm");
    run("selections-nested-of-stores", 8_000, "store-forward,dse,sink");
}

/// Guards against quadratic time: all blocks of a loop were searched for inner cycles.
#[test]
fn nested_loops_without_declarations() {
    let module = run("loops-nested-undeclared", 16_000, "spv-structurize");
    assert_eq!(spv_opt::print(&module).matches("spv.mlir.loop").count(), 16_000);
}

/// Checks that a module of each shape can be created and optimized with `-O`.
#[test]
fn all_shapes() {
    for shape in shapes() {
        let words = (shape.make)(12);
        let module = optimize("O", &words).unwrap_or_else(|why| panic!("{}: {why}", shape.name));
        spv_opt::export(&module).unwrap_or_else(|e| panic!("{}: {:?}", shape.name, e.list.first()));
    }
}
