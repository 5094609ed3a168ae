//! Tests of folds and patterns for memory, pointers and block arguments
//!
//! The interpreter executes whole functions before and after `canonicalize` with random arguments and memory, in both
//! control-flow forms.

use super::Random;
use spv_opt::passes::{Pipeline, Registry};
use spv_opt::passes::{RunOptions, run as run_pipeline};
use spv_opt::{Context, Module};
use spv_tests::interp::{Machine, Outcome, Run};
use spv_tests::programs::passes::refined;
use spv_tests::{forms, interp};
use std::sync::Arc;

/// A function, with strings that must occur in its MLIR text after the pass (`has`), and strings that must not
/// (`lacks`).
struct Case {
    name: &'static str,
    text: &'static str,
    has: &'static [&'static str],
    lacks: &'static [&'static str],
}

const GLOBALS: &str = r#"
spv.GlobalVariable @b bind(0, 0) : !spv.ptr<!spv.struct<(!spv.array<4 x !spv.struct<(i32 [0], vector<2xi32> [8])>, stride=16> [0], i32 [64]), Block>, StorageBuffer>
spv.GlobalVariable @p : !spv.ptr<!spv.array<4 x !spv.array<4 x i32>>, Private>
"#;

const CASES: &[Case] = &[
    Case {
        name: "a chain of a chain",
        text: r#"spv.func @f(%i: i32, %j: i32) -> i32 "None" {
            %three = spv.Constant 3 : i32
            %m = spv.BitwiseAnd %i, %three : i32
            %n = spv.BitwiseAnd %j, %three : i32
            %p = spv.mlir.addressof @p : !spv.ptr<!spv.array<4 x !spv.array<4 x i32>>, Private>
            %0 = spv.AccessChain %p[%m] : !spv.ptr<!spv.array<4 x !spv.array<4 x i32>>, Private>, i32
            %1 = spv.InBoundsAccessChain %0[%n] : !spv.ptr<!spv.array<4 x i32>, Private>, i32
            spv.Store "Private" %1, %i : i32
            %2 = spv.InBoundsAccessChain %p[%n] : !spv.ptr<!spv.array<4 x !spv.array<4 x i32>>, Private>, i32
            %3 = spv.InBoundsAccessChain %2[%m] : !spv.ptr<!spv.array<4 x i32>, Private>, i32
            %4 = spv.Load "Private" %3 : i32
            %5 = spv.InBoundsAccessChain %p[%m] : !spv.ptr<!spv.array<4 x !spv.array<4 x i32>>, Private>, i32
            %6 = spv.AccessChain %5[%n] : !spv.ptr<!spv.array<4 x i32>, Private>, i32
            %7 = spv.Load "Private" %6 : i32
            %8 = spv.AccessChain %p[] : !spv.ptr<!spv.array<4 x !spv.array<4 x i32>>, Private>
            %9 = spv.AccessChain %8[%m] : !spv.ptr<!spv.array<4 x !spv.array<4 x i32>>, Private>, i32
            %10 = spv.AccessChain %9[%m] : !spv.ptr<!spv.array<4 x i32>, Private>, i32
            spv.Store "Private" %10, %4 : i32
            spv.ReturnValue %7 : i32
        }"#,
        has: &[
            "spv.InBoundsAccessChain %p[%n, %m]",
            "spv.AccessChain %p[%m, %m]",
            "spv.AccessChain %p[%m, %n]",
        ],
        lacks: &["AccessChain %p[%m] ", "AccessChain %p[]"],
    },
    Case {
        name: "accesses through a cast to Generic",
        text: r#"spv.func @f(%i: i32, %j: i32) -> i32 "None" {
            %three = spv.Constant 3 : i32
            %m = spv.BitwiseAnd %i, %three : i32
            %v = spv.Variable : !spv.ptr<!spv.array<4 x i32>, Function>
            %g = spv.PtrCastToGeneric %v : !spv.ptr<!spv.array<4 x i32>, Function> to !spv.ptr<!spv.array<4 x i32>, Generic>
            %0 = spv.AccessChain %g[%m] : !spv.ptr<!spv.array<4 x i32>, Generic>, i32
            spv.Store "Generic" %0, %i : i32
            %1 = spv.Load "Generic" %0 : i32
            %6 = spv.IMul %1, %j : i32
            spv.Store "Generic" %0, %6 : i32
            %2 = spv.GenericCastToPtr %g : !spv.ptr<!spv.array<4 x i32>, Generic> to !spv.ptr<!spv.array<4 x i32>, Function>
            %3 = spv.AccessChain %2[%m] : !spv.ptr<!spv.array<4 x i32>, Function>, i32
            %4 = spv.Load "Function" %3 : i32
            %5 = spv.ISub %4, %1 : i32
            spv.ReturnValue %5 : i32
        }"#,
        has: &["spv.Store \"Function\"", "spv.Load \"Function\""],
        lacks: &["Generic"],
    },
    Case {
        name: "a store of an undefined value",
        text: r#"spv.func @f(%i: i32) -> i32 "None" {
            %v = spv.Variable : !spv.ptr<i32, Function>
            spv.Store "Function" %v, %i : i32
            %u = spv.Undef : i32
            spv.Store "Function" %v, %u : i32
            %0 = spv.Load "Function" %v : i32
            spv.ReturnValue %0 : i32
        }"#,
        has: &["spv.Store \"Function\" %v, %i"],
        lacks: &["spv.Undef"],
    },
    Case {
        name: "a selection that chooses what to store",
        text: r#"spv.func @f(%c: i1, %i: i32, %j: i32) -> i32 "None" {
            %v = spv.Variable : !spv.ptr<i32, Function>
            spv.mlir.selection {
                spv.BranchConditional %c, ^yes, ^no
            ^yes:
                spv.Store "Function" %v, %i : i32
                spv.Branch ^merge
            ^no:
                spv.Store "Function" %v, %j : i32
                spv.Branch ^merge
            ^merge:
                spv.mlir.merge
            }
            %0 = spv.Load "Function" %v : i32
            spv.ReturnValue %0 : i32
        }"#,
        has: &["spv.Select %c, %i, %j"],
        lacks: &["spv.mlir.selection"],
    },
    Case {
        name: "the part of a load",
        text: r#"spv.func @f(%i: i32) -> i32 "None" {
            %b = spv.mlir.addressof @b : !spv.ptr<!spv.struct<(!spv.array<4 x !spv.struct<(i32 [0], vector<2xi32> [8])>, stride=16> [0], i32 [64]), Block>, StorageBuffer>
            %one = spv.Constant 1 : i32
            %p = spv.AccessChain %b[%one] : !spv.ptr<!spv.struct<(!spv.array<4 x !spv.struct<(i32 [0], vector<2xi32> [8])>, stride=16> [0], i32 [64]), Block>, StorageBuffer>, i32
            %0 = spv.Load "StorageBuffer" %b : !spv.struct<(!spv.array<4 x !spv.struct<(i32 [0], vector<2xi32> [8])>, stride=16> [0], i32 [64]), Block>
            spv.Store "StorageBuffer" %p, %i : i32
            %1 = spv.CompositeExtract %0[0 : i32, 3 : i32, 1 : i32, 1 : i32] : !spv.struct<(!spv.array<4 x !spv.struct<(i32 [0], vector<2xi32> [8])>, stride=16> [0], i32 [64]), Block>
            %2 = spv.Load "StorageBuffer" %b ["Aligned", 16] : !spv.struct<(!spv.array<4 x !spv.struct<(i32 [0], vector<2xi32> [8])>, stride=16> [0], i32 [64]), Block>
            %3 = spv.CompositeExtract %2[0 : i32, 2 : i32, 1 : i32] : !spv.struct<(!spv.array<4 x !spv.struct<(i32 [0], vector<2xi32> [8])>, stride=16> [0], i32 [64]), Block>
            %4 = spv.CompositeExtract %3[0 : i32] : vector<2xi32>
            %5 = spv.CompositeExtract %3[1 : i32] : vector<2xi32>
            %6 = spv.IMul %4, %5 : i32
            %7 = spv.Load "StorageBuffer" %b : !spv.struct<(!spv.array<4 x !spv.struct<(i32 [0], vector<2xi32> [8])>, stride=16> [0], i32 [64]), Block>
            %8 = spv.CompositeExtract %7[1 : i32] : !spv.struct<(!spv.array<4 x !spv.struct<(i32 [0], vector<2xi32> [8])>, stride=16> [0], i32 [64]), Block>
            %9 = spv.IAdd %6, %8 : i32
            %10 = spv.BitwiseXor %9, %1 : i32
            spv.ReturnValue %10 : i32
        }"#,
        has: &["[\"Aligned\", 8] : vector<2xi32>"],
        lacks: &["16] : !spv.struct", "spv.CompositeExtract %0"],
    },
    Case {
        name: "a pointer that is itself",
        text: r#"spv.func @f(%i: i32) -> i1 "None" {
            %b = spv.mlir.addressof @b : !spv.ptr<!spv.struct<(!spv.array<4 x !spv.struct<(i32 [0], vector<2xi32> [8])>, stride=16> [0], i32 [64]), Block>, StorageBuffer>
            %one = spv.Constant 1 : i32
            %p = spv.AccessChain %b[%one] : !spv.ptr<!spv.struct<(!spv.array<4 x !spv.struct<(i32 [0], vector<2xi32> [8])>, stride=16> [0], i32 [64]), Block>, StorageBuffer>, i32
            %0 = spv.PtrEqual %p, %p : !spv.ptr<i32, StorageBuffer>
            %1 = spv.PtrNotEqual %p, %p : !spv.ptr<i32, StorageBuffer>
            %2 = spv.LogicalNotEqual %0, %1 : i1
            spv.ReturnValue %2 : i1
        }"#,
        has: &["spv.Constant true"],
        lacks: &["spv.Ptr"],
    },
    Case {
        name: "results and arguments that are one value",
        text: r#"spv.func @f(%c: i1, %i: i32, %j: i32) -> i32 "None" {
            %zero = spv.Constant 0 : i32
            %one = spv.Constant 1 : i32
            %r:2 = spv.mlir.selection phis(0, 1) -> (i32, i32) {
                %five = spv.Constant 5 : i32
                spv.BranchConditional %c, ^yes, ^no
            ^yes:
                %n = spv.IAdd %i, %j : i32
                spv.Branch ^merge(%i, %five : i32, i32)
            ^no:
                %same = spv.Constant 5 : i32
                spv.Branch ^merge(%i, %same : i32, i32)
            ^merge(%x: i32, %y: i32):
                spv.mlir.merge %x, %y : i32, i32
            }
            %sum = spv.mlir.loop -> i32 {
                spv.Branch ^header(%zero, %zero, %r#0, %zero : i32, i32, i32, i32)
            ^header(%k: i32, %l: i32, %kept: i32, %total: i32):
                %more = spv.ULessThan %k, %r#1 : i32
                spv.BranchConditional %more, ^body, ^merge(%total : i32)
            ^body:
                %0 = spv.IMul %l, %kept : i32
                %1 = spv.IAdd %total, %0 : i32
                spv.Branch ^next
            ^next:
                %2 = spv.IAdd %k, %one : i32
                spv.Branch ^header(%2, %2, %kept, %1 : i32, i32, i32, i32)
            ^merge(%result: i32):
                spv.mlir.merge %result : i32
            }
            spv.ReturnValue %sum : i32
        }"#,
        has: &[
            "spv.Branch ^header(%zero, %zero : i32, i32)",
            "spv.ULessThan %k, %cst5_i32",
            "spv.IMul %k, %i",
        ],
        lacks: &["-> (i32, i32) {", "%kept", "%l", "%five"],
    },
];

fn module(ctx: &Arc<Context>, text: &str) -> Module {
    let text = format!(
        "spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage, VariablePointers], []> {{\n{GLOBALS}\n{text}\n}}"
    );
    let module = spv_opt::parse(ctx, &text).unwrap_or_else(|e| panic!("{}", e.list[0].message));
    spv_opt::verify(&module).unwrap_or_else(|e| panic!("{}", e.list[0].message));
    module
}

fn run(module: &Module, seed: u64) -> Run {
    let mut machine = Machine::new(module).expect("there is a spv.module");
    machine.given = true;
    let mut random = Random(seed);
    machine.run("f", &mut |shape| interp::Value::Bits(random.scalar(shape)))
}

#[test]
fn memory_pointers_and_arguments_of_blocks() {
    let registry = Registry::new();
    let pipeline = Pipeline::parse(&registry, "canonicalize").expect("it is registered");
    for case in CASES {
        for lowered in [false, true] {
            let ctx = spv_opt::context();
            let before = &mut module(&ctx, case.text);
            let after = &mut module(&ctx, case.text);
            if lowered {
                forms::lower(before).expect("it can be lowered");
                forms::lower(after).expect("it can be lowered");
            }
            run_pipeline(&pipeline, after, &RunOptions::default())
                .unwrap_or_else(|e| panic!("{}", e.errors.list[0].message));
            let text = spv_opt::print(after);
            if !lowered {
                for part in case.has {
                    assert!(text.contains(part), "{}: no {part} in\n{text}", case.name);
                }
            }
            for part in case.lacks {
                assert!(!text.contains(part), "{}: {part} in\n{text}", case.name);
            }
            let mut returned = 0;
            for seed in 0..200 {
                let (old, new) = (run(before, seed), run(after, seed));
                returned += u32::from(matches!(old.outcome, Outcome::Returned(_)));
                assert!(
                    refined(&old, &new),
                    "{} with seed {seed}: {old:?} became {new:?}\n{text}",
                    case.name
                );
            }
            assert!(returned > 100, "{}: {returned} runs return", case.name);
        }
    }
}
