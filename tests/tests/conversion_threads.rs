//! Tests of lowering with several threads
//!
//! Neither MLIR text nor errors depend on the number of threads, and a failed lowering leaves the module unchanged.

use spv_opt::ir::{Executor, Inline, Threads};
use spv_opt::parser::{self, ParseOptions};
use spv_opt::passes::{Pipeline, RunOptions, run};
use spv_opt::printer::{self, Options};
use spv_opt::{Context, Module, context, pass_registry};
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Returns the number of workgroup-memory allocations in the kernel with index `kernel`.
fn allocations(kernel: usize) -> usize {
    if kernel.is_multiple_of(3) { 2 } else { 1 }
}

/// Returns MLIR text with modules of kernels. Each kernel has its own workgroup memory and constants. `extra` contains
/// ops to add: kernel index and MLIR text.
fn text(modules: usize, kernels: usize, extra: &[(usize, &str)]) -> String {
    let memory = "memref<64xf32, #spv.storage_class<StorageBuffer>>";
    let shared = "memref<16xf32, #spv.storage_class<Workgroup>>";
    let mut text =
        "module attributes {gpu.container_module, spv.target_env = #spv.target_env<#spv.vce<v1.3, [Shader], \
         [SPV_KHR_storage_buffer_storage_class]>, {}>} {\n"
            .to_owned();
    for number in 0..modules * kernels {
        if number % kernels == 0 {
            _ = writeln!(text, "  gpu.module @kernels{} {{", number / kernels);
        }
        let more = extra.iter().find(|(kernel, _)| *kernel == number).map_or("", |(_, more)| more);
        _ = writeln!(text, "    gpu.func @kernel{number}(%a: {memory}) workgroup(%own: {shared}) kernel");
        _ = writeln!(
            text,
            "      attributes {{spv.entry_point_abi = {{local_size = dense<[8, 1, 1]> : vector<3xi32>}}}} {{"
        );
        _ = writeln!(text, "      %x = gpu.thread_id x\n      %c = arith.constant {number}.5 : f32");
        for i in 0..allocations(number) {
            _ = writeln!(
                text,
                "      %m{i} = memref.alloc() : {shared}\n      memref.store %c, %m{i}[%x] : {shared}"
            );
        }
        _ = writeln!(text, "      memref.store %c, %own[%x] : {shared}\n      {more}");
        _ = writeln!(text, "      memref.store %c, %a[%x] : {memory}\n      gpu.return\n    }}");
        if number % kernels == kernels - 1 {
            text += "  }\n";
        }
    }
    text + "}\n"
}

fn read(text: &str, executor: &dyn Executor) -> Module {
    let ctx: Arc<Context> = context();
    parser::parse_with(text, &ParseOptions::default(), ctx, executor).expect("the text is right")
}

fn print(module: &Module, executor: &dyn Executor) -> String {
    let mut out = Vec::new();
    printer::print_with(module, &Options::default(), executor, &mut out).expect("it is written");
    String::from_utf8(out).expect("it is text")
}

/// Returns the MLIR text of a module after a pass, and the pass's error message, if any.
fn lowered(text: &str, pass: &str, executor: &dyn Executor) -> (String, Option<String>) {
    let mut module = read(text, executor);
    let pipeline = Pipeline::parse(&pass_registry(), pass).expect("a pipeline");
    let outcome = run(&pipeline, &mut module, &RunOptions { executor, ..RunOptions::default() });
    (print(&module, executor), outcome.err().map(|failure| failure.to_string()))
}

fn threads(count: usize) -> Threads {
    Threads(NonZeroUsize::new(count).expect("not zero"))
}

const PASSES: [&str; 2] = ["convert-gpu-to-spirv", "convert-to-spirv"];

#[test]
fn text_does_not_depend_on_threads() {
    for (modules, kernels) in [(1, 150), (6, 40), (60, 2)] {
        let text = text(modules, kernels, &[]);
        for pass in PASSES {
            let one = lowered(&text, pass, &Inline);
            assert_eq!(one.1, None, "{pass}");
            // The names of allocations are numbered in order within each module.
            let counts =
                (0..modules).map(|module| (0..kernels).map(|k| allocations(module * kernels + k)).sum());
            let most: usize = counts.max().unwrap_or(0);
            let names = |number: usize| one.0.matches(&format!(" @__workgroup_mem__{number} ")).count() > 0;
            assert!(names(0) && names(most - 1) && !names(most), "{pass}: {most}");
            for count in [1, 2, 4] {
                assert!(lowered(&text, pass, &threads(count)) == one, "{pass}, {count} threads");
            }
        }
    }
}

#[test]
fn failure_leaves_the_module_alone_and_is_the_first() {
    // Two kernels contain an op that cannot be lowered. The error concerns the first of these kernels.
    let wrong = "gpu.printf \"no\"";
    for (modules, kernels) in [(1, 150), (6, 40)] {
        let text = text(modules, kernels, &[(77, wrong), (121, wrong), (30, wrong)]);
        let before = print(&read(&text, &Inline), &Inline);
        for pass in PASSES {
            let one = lowered(&text, pass, &Inline);
            let error = one.1.as_deref().expect("it fails");
            assert!(error.contains("failed to legalize operation 'gpu.printf'"), "{error}");
            assert_eq!(error.matches("failed to legalize").count(), 1, "{error}");
            assert_eq!(one.0, before, "{pass}");
            for count in [1, 2, 4] {
                assert!(lowered(&text, pass, &threads(count)) == one, "{pass}, {count} threads");
            }
        }
    }
}
