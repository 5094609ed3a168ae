//! Control-flow shapes: long sequences of blocks, deep nesting, and large numbers of arguments, predecessors or cases

use super::{Asm, Shape, line};

pub(super) static SHAPES: &[Shape] = &[
    Shape::new("blocks", blocks),
    Shape::new("block-arguments", |n| block_arguments(n, false)),
    Shape::new("block-arguments-constant", |n| block_arguments(n, true)),
    Shape::new("selections", |n| selections(n, false, true)),
    Shape::new("selections-with-results", |n| selections(n, true, true)),
    Shape::new("selections-undeclared", |n| selections(n, true, false)),
    Shape::new("selections-of-stores", stores_in_selections),
    Shape::new("selections-nested", |n| nested_selections(n, false, true)),
    Shape::new("selections-nested-with-results", |n| nested_selections(n, true, true)),
    Shape::new("selections-nested-undeclared", |n| nested_selections(n, true, false)),
    Shape::new("selections-nested-of-stores", nested_stores),
    Shape::new("loops", |n| loops(n, true)),
    Shape::new("loops-undeclared", |n| loops(n, false)),
    Shape::new("loops-nested", |n| nested_loops(n, false, true)),
    Shape::new("loops-nested-with-values", |n| nested_loops(n, true, true)),
    Shape::new("loops-nested-undeclared", |n| nested_loops(n, false, false)),
    Shape::new("loops-nested-undeclared-with-values", |n| nested_loops(n, true, false)),
    Shape::new("loops-nested-with-invariants", invariants),
    Shape::new("loop-carried", |n| loop_carried(n, false)),
    Shape::new("loop-carried-rotated", |n| loop_carried(n, true)),
    Shape::new("loop-invariants", loop_invariants),
    Shape::new("loop-breaks", |n| loop_breaks(n, true)),
    Shape::new("loop-breaks-undeclared", |n| loop_breaks(n, false)),
    Shape::new("loop-trip-count", loop_trip_count),
    Shape::new("loops-of-two-iterations", counted_loops),
    Shape::new("early-returns", |n| early_returns(n, true)),
    Shape::new("early-returns-undeclared", |n| early_returns(n, false)),
    Shape::new("early-returns-called", early_returns_called),
    Shape::new("switch-one-target", |n| switch(n, Cases::One)),
    Shape::new("switch-distinct", |n| switch(n, Cases::Distinct)),
    Shape::new("switch-falls-through", |n| switch(n, Cases::Through)),
    Shape::new("switch-undeclared", |n| switch(n, Cases::Undeclared)),
    Shape::new("predecessors", predecessors),
    Shape::new("irreducible", irreducible),
    Shape::new("irreducible-nested", nested_irreducible),
    Shape::new("unreachable", |n| unreachable(n, false)),
    Shape::new("unreachable-chain", |n| unreachable(n, true)),
    Shape::new("variables-across", variables_across),
];

/// Emits `%p{i}`, a comparison of `value` for use as a branch condition.
fn condition(asm: &mut Asm, i: usize, value: &str) {
    line!(asm.functions, "%p{i} = OpULessThan %bool {value} %y");
}

fn blocks(n: usize) -> Vec<u32> {
    Asm::new().function("%x", |asm| {
        for i in 0..n {
            line!(asm.functions, "OpBranch %b{i}\n%b{i} = OpLabel");
        }
    })
}

/// Creates a block with many arguments and two predecessors. If `constant` is set, both predecessors forward the same
/// constant.
fn block_arguments(n: usize, constant: bool) -> Vec<u32> {
    Asm::new().function(&format!("%s{}", n - 1), |asm| {
        condition(asm, 0, "%x");
        line!(asm.functions, "OpSelectionMerge %m None\nOpBranchConditional %p0 %t %e");
        for (label, op) in [('t', "OpIAdd"), ('e', "OpISub")] {
            line!(asm.functions, "%{label} = OpLabel");
            for i in 0..n {
                let before = if i == 0 { "%x".into() } else { format!("%{label}{}", i - 1) };
                line!(asm.functions, "%{label}{i} = {op} %int {before} %y");
            }
            line!(asm.functions, "OpBranch %m");
        }
        line!(asm.functions, "%m = OpLabel");
        for i in 0..n {
            match constant {
                true => line!(asm.functions, "%f{i} = OpPhi %int %c1 %t %c1 %e"),
                false => line!(asm.functions, "%f{i} = OpPhi %int %t{i} %t %e{i} %e"),
            }
        }
        let mut last = "%y".to_string();
        for i in 0..n {
            line!(asm.functions, "%s{i} = OpIAdd %int {last} %f{i}");
            last = format!("%s{i}");
        }
    })
}

fn selections(n: usize, results: bool, declared: bool) -> Vec<u32> {
    Asm::new().function(if results { "%last" } else { "%x" }, |asm| {
        line!(asm.globals, "%g = OpVariable %private Private");
        let mut last = "%x".to_string();
        for i in 0..n {
            condition(asm, i, &last);
            if declared {
                line!(asm.functions, "OpSelectionMerge %m{i} None");
            }
            line!(asm.functions, "OpBranchConditional %p{i} %t{i} %e{i}");
            for (label, op) in [('t', "OpIAdd"), ('e', "OpISub")] {
                line!(asm.functions, "%{label}{i} = OpLabel\n%{label}v{i} = {op} %int {last} %y");
                line!(asm.functions, "OpStore %g %{label}v{i}\nOpBranch %m{i}");
            }
            line!(asm.functions, "%m{i} = OpLabel");
            if results {
                line!(asm.functions, "%f{i} = OpPhi %int %tv{i} %t{i} %ev{i} %e{i}");
                last = format!("%f{i}");
            }
        }
        line!(asm.functions, "%last = OpCopyObject %int {last}");
    })
}

/// Creates selections, each of which stores to one of several variables.
fn stores_in_selections(n: usize) -> Vec<u32> {
    Asm::new().function("%last", |asm| {
        (0..8).for_each(|i| line!(asm.functions, "%v{i} = OpVariable %local Function %c0"));
        for i in 0..n {
            condition(asm, i, "%x");
            line!(asm.functions, "OpSelectionMerge %m{i} None\nOpBranchConditional %p{i} %t{i} %m{i}");
            line!(asm.functions, "%t{i} = OpLabel\nOpStore %v{} %x\nOpBranch %m{i}\n%m{i} = OpLabel", i % 8);
        }
        line!(asm.functions, "%last = OpLoad %int %v0");
    })
}

fn nested_selections(n: usize, results: bool, declared: bool) -> Vec<u32> {
    Asm::new().function(if results { "%f0" } else { "%x" }, |asm| {
        line!(asm.globals, "%g = OpVariable %private Private");
        for i in 0..n {
            let before = if i == 0 { "%x".into() } else { format!("%v{}", i - 1) };
            line!(asm.functions, "%v{i} = OpIAdd %int {before} %y");
            condition(asm, i, &format!("%v{i}"));
            if declared {
                line!(asm.functions, "OpSelectionMerge %m{i} None");
            }
            line!(asm.functions, "OpBranchConditional %p{i} %t{i} %m{i}\n%t{i} = OpLabel");
        }
        line!(asm.functions, "OpStore %g %x");
        for i in (0..n).rev() {
            let header = if i == 0 { "%entry".into() } else { format!("%t{}", i - 1) };
            let (inner, from) = match i + 1 == n {
                true => ("%x".into(), format!("%t{i}")),
                false => (format!("%f{}", i + 1), format!("%m{}", i + 1)),
            };
            line!(asm.functions, "OpBranch %m{i}\n%m{i} = OpLabel");
            if results {
                line!(asm.functions, "%f{i} = OpPhi %int %v{i} {header} {inner} {from}");
            }
        }
    })
}

/// Creates nested selections, each with loads and stores of some variables before and after the inner selection.
fn nested_stores(n: usize) -> Vec<u32> {
    Asm::new().function("%x", |asm| {
        (0..8).for_each(|i| line!(asm.functions, "%v{i} = OpVariable %local Function %c0"));
        for i in 0..n {
            condition(asm, i, "%x");
            line!(asm.functions, "%l{i} = OpLoad %int %v{}\nOpStore %v{} %l{i}", i % 8, (i + 1) % 8);
            line!(
                asm.functions,
                "OpSelectionMerge %m{i} None\nOpBranchConditional %p{i} %t{i} %m{i}\n%t{i} = OpLabel"
            );
        }
        for i in (0..n).rev() {
            line!(asm.functions, "OpBranch %m{i}\n%m{i} = OpLabel");
            line!(asm.functions, "%k{i} = OpLoad %int %v{}\nOpStore %v{} %k{i}", i % 8, (i + 3) % 8);
        }
    })
}

/// Creates a sequence of loops, each of which increments a counter. If `declared` is set, they have merge instructions.
fn loops(n: usize, declared: bool) -> Vec<u32> {
    Asm::new().function(&format!("%i{}", n - 1), |asm| {
        let (mut last, mut block) = ("%x".to_string(), "%entry".to_string());
        for i in 0..n {
            line!(
                asm.functions,
                "OpBranch %h{i}\n%h{i} = OpLabel\n%i{i} = OpPhi %int {last} {block} %j{i} %n{i}"
            );
            condition(asm, i, &format!("%i{i}"));
            if declared {
                line!(asm.functions, "OpLoopMerge %m{i} %n{i} None");
            }
            line!(asm.functions, "OpBranchConditional %p{i} %n{i} %m{i}");
            line!(
                asm.functions,
                "%n{i} = OpLabel\n%j{i} = OpIAdd %int %i{i} %c1\nOpBranch %h{i}\n%m{i} = OpLabel"
            );
            (last, block) = (format!("%i{i}"), format!("%m{i}"));
        }
    })
}

fn nested_loops(n: usize, values: bool, declared: bool) -> Vec<u32> {
    Asm::new().function(if values { "%s0" } else { "%x" }, |asm| {
        let (mut last, mut block) = ("%x".to_string(), "%entry".to_string());
        for i in 0..n {
            line!(
                asm.functions,
                "OpBranch %h{i}\n%h{i} = OpLabel\n%i{i} = OpPhi %int %c0 {block} %j{i} %n{i}"
            );
            if values {
                let inner = if i + 1 == n { format!("%v{i}") } else { format!("%s{}", i + 1) };
                line!(asm.functions, "%s{i} = OpPhi %int {last} {block} {inner} %n{i}");
            }
            condition(asm, i, &format!("%i{i}"));
            if declared {
                line!(asm.functions, "OpLoopMerge %m{i} %n{i} None");
            }
            line!(asm.functions, "OpBranchConditional %p{i} %b{i} %m{i}\n%b{i} = OpLabel");
            (last, block) = (format!("%s{i}"), format!("%b{i}"));
        }
        if values {
            line!(asm.functions, "%v{0} = OpIAdd %int %s{0} %y", n - 1);
        }
        for i in (0..n).rev() {
            line!(
                asm.functions,
                "OpBranch %n{i}\n%n{i} = OpLabel\n%j{i} = OpIAdd %int %i{i} %c1\nOpBranch %h{i}"
            );
            line!(asm.functions, "%m{i} = OpLabel");
        }
    })
}

/// Creates nested loops. The innermost loop contains operations that are invariant in all loops.
fn invariants(n: usize) -> Vec<u32> {
    Asm::new().function("%x", |asm| {
        line!(asm.globals, "%g = OpVariable %private Private");
        let mut block = "%entry".to_string();
        for i in 0..n {
            line!(
                asm.functions,
                "OpBranch %h{i}\n%h{i} = OpLabel\n%i{i} = OpPhi %int %c0 {block} %j{i} %n{i}"
            );
            condition(asm, i, &format!("%i{i}"));
            line!(asm.functions, "OpLoopMerge %m{i} %n{i} None");
            line!(asm.functions, "OpBranchConditional %p{i} %b{i} %m{i}\n%b{i} = OpLabel");
            block = format!("%b{i}");
        }
        let mut last = "%y".to_string();
        for i in 0..n {
            line!(asm.functions, "%v{i} = OpIMul %int {last} %x");
            last = format!("%v{i}");
        }
        line!(asm.functions, "OpStore %g {last}");
        for i in (0..n).rev() {
            line!(
                asm.functions,
                "OpBranch %n{i}\n%n{i} = OpLabel\n%j{i} = OpIAdd %int %i{i} %c1\nOpBranch %h{i}"
            );
            line!(asm.functions, "%m{i} = OpLabel");
        }
    })
}

/// Creates a loop that carries many values. If `rotated` is set, each value becomes that of its neighbor in the next
/// iteration.
fn loop_carried(n: usize, rotated: bool) -> Vec<u32> {
    Asm::new().function("%i", |asm| {
        line!(asm.globals, "%g = OpVariable %private Private");
        line!(asm.functions, "OpBranch %h\n%h = OpLabel\n%i = OpPhi %int %c0 %entry %j %n");
        for i in 0..n {
            let start = ["%x", "%y", "%c1"][i % 3];
            match rotated {
                true => line!(asm.functions, "%f{i} = OpPhi %int {start} %entry %f{} %n", (i + 1) % n),
                false => line!(asm.functions, "%f{i} = OpPhi %int {start} %entry %v{i} %n"),
            }
        }
        condition(asm, 0, "%i");
        line!(asm.functions, "OpLoopMerge %m %n None\nOpBranchConditional %p0 %b %m\n%b = OpLabel");
        for i in 0..n {
            line!(asm.functions, "%v{i} = OpIAdd %int %f{i} %f{}", (i + 1) % n);
        }
        line!(asm.functions, "OpBranch %n\n%n = OpLabel\n%j = OpIAdd %int %i %c1\nOpBranch %h\n%m = OpLabel");
        (0..n).for_each(|i| line!(asm.functions, "OpStore %g %f{i}"));
    })
}

fn loop_invariants(n: usize) -> Vec<u32> {
    Asm::new().function("%i", |asm| {
        line!(asm.globals, "%g = OpVariable %private Private");
        line!(asm.functions, "OpBranch %h\n%h = OpLabel\n%i = OpPhi %int %c0 %entry %j %n");
        condition(asm, 0, "%i");
        line!(asm.functions, "OpLoopMerge %m %n None\nOpBranchConditional %p0 %b %m\n%b = OpLabel");
        for i in 0..n {
            line!(
                asm.functions,
                "%v{i} = OpBitFieldInsert %int %x %y %c{} %c1\n%w{i} = OpIAdd %int %v{i} %i",
                i % 4
            );
            line!(asm.functions, "OpStore %g %w{i}");
        }
        line!(asm.functions, "OpBranch %n\n%n = OpLabel\n%j = OpIAdd %int %i %c1\nOpBranch %h\n%m = OpLabel");
    })
}

/// Creates a loop with many exits, each of which forwards a different value. If `declared` is set, the loop has a merge
/// instruction.
fn loop_breaks(n: usize, declared: bool) -> Vec<u32> {
    Asm::new().function("%r", |asm| {
        line!(asm.functions, "OpBranch %h\n%h = OpLabel\n%i = OpPhi %int %c0 %entry %j %n");
        if declared {
            line!(asm.functions, "OpLoopMerge %m %n None");
        }
        line!(asm.functions, "OpBranch %b0");
        let mut passed = String::new();
        for i in 0..n {
            line!(asm.functions, "%b{i} = OpLabel\n%v{i} = OpIMul %int %i %c{}", i % 4);
            condition(asm, i, &format!("%v{i}"));
            let next = if i + 1 == n { "%n".into() } else { format!("%b{}", i + 1) };
            line!(asm.functions, "OpBranchConditional %p{i} {next} %m");
            passed += &format!(" %v{i} %b{i}");
        }
        line!(asm.functions, "%n = OpLabel\n%j = OpIAdd %int %i %c1\nOpBranch %h");
        line!(asm.functions, "%m = OpLabel\n%r = OpPhi %int{passed}");
    })
}

fn loop_trip_count(n: usize) -> Vec<u32> {
    Asm::new().function("%s", |asm| {
        line!(asm.globals, "%count = OpConstant %int {n}");
        line!(asm.functions, "OpBranch %h\n%h = OpLabel\n%i = OpPhi %int %c0 %entry %j %n");
        line!(asm.functions, "%s = OpPhi %int %x %entry %t %n\n%p = OpULessThan %bool %i %count");
        line!(asm.functions, "OpLoopMerge %m %n Unroll\nOpBranchConditional %p %n %m\n%n = OpLabel");
        line!(asm.functions, "%t = OpIMul %int %s %y\n%j = OpIAdd %int %i %c1\nOpBranch %h\n%m = OpLabel");
    })
}

fn counted_loops(n: usize) -> Vec<u32> {
    Asm::new().function(&format!("%s{}", n - 1), |asm| {
        let (mut last, mut block) = ("%x".to_string(), "%entry".to_string());
        for i in 0..n {
            line!(
                asm.functions,
                "OpBranch %h{i}\n%h{i} = OpLabel\n%i{i} = OpPhi %int %c0 {block} %j{i} %n{i}"
            );
            line!(
                asm.functions,
                "%s{i} = OpPhi %int {last} {block} %t{i} %n{i}\n%p{i} = OpULessThan %bool %i{i} %c2"
            );
            line!(asm.functions, "OpLoopMerge %m{i} %n{i} Unroll\nOpBranchConditional %p{i} %n{i} %m{i}");
            line!(
                asm.functions,
                "%n{i} = OpLabel\n%t{i} = OpIMul %int %s{i} %y\n%j{i} = OpIAdd %int %i{i} %c1"
            );
            line!(asm.functions, "OpBranch %h{i}\n%m{i} = OpLabel");
            (last, block) = (format!("%s{i}"), format!("%m{i}"));
        }
    })
}

fn write_returns(asm: &mut Asm, n: usize, declared: bool) {
    for i in 0..n {
        line!(asm.functions, "%v{i} = OpIMul %int %x %c{}", i % 4);
        condition(asm, i, &format!("%v{i}"));
        if declared {
            line!(asm.functions, "OpSelectionMerge %m{i} None");
        }
        line!(asm.functions, "OpBranchConditional %p{i} %t{i} %m{i}");
        line!(asm.functions, "%t{i} = OpLabel\nOpReturnValue %v{i}\n%m{i} = OpLabel");
    }
}

fn early_returns(n: usize, declared: bool) -> Vec<u32> {
    Asm::new().function("%x", |asm| write_returns(asm, n, declared))
}

/// Creates a function with many returns, and a caller.
fn early_returns_called(n: usize) -> Vec<u32> {
    let mut asm = Asm::new();
    asm.begin();
    write_returns(&mut asm, n, true);
    asm.end("%x");
    line!(asm.annotations, "OpDecorate %caller LinkageAttributes \"caller\" Export");
    line!(asm.functions, "%caller = OpFunction %int None %to_i32\n%a = OpFunctionParameter %int");
    line!(asm.functions, "%b = OpFunctionParameter %int\n%first = OpLabel");
    line!(asm.functions, "%r = OpFunctionCall %int %f %a %b\nOpReturnValue %r\nOpFunctionEnd");
    asm.words()
}

/// Variants of a switch's case targets.
enum Cases {
    One,
    Distinct,
    Through,
    Undeclared,
}

fn switch(n: usize, cases: Cases) -> Vec<u32> {
    Asm::new().function("%r", |asm| {
        if !matches!(cases, Cases::Undeclared) {
            line!(asm.functions, "OpSelectionMerge %m None");
        }
        let target = |i: usize| if matches!(cases, Cases::One) { "%b0".into() } else { format!("%b{i}") };
        let list: String = (0..n).map(|i| format!(" {i} {}", target(i))).collect();
        line!(asm.functions, "OpSwitch %x %m{list}");
        let mut passed = " %x %entry".to_string();
        let count = if matches!(cases, Cases::One) { 1 } else { n };
        for i in 0..count {
            line!(asm.functions, "%b{i} = OpLabel\n%v{i} = OpIMul %int %x %c{}", i % 4);
            if matches!(cases, Cases::Through) && i + 1 < count {
                line!(asm.functions, "OpBranch %b{}", i + 1);
            } else {
                line!(asm.functions, "OpBranch %m");
                passed += &format!(" %v{i} %b{i}");
            }
        }
        line!(asm.functions, "%m = OpLabel\n%r = OpPhi %int{passed}");
    })
}

/// Creates chained selections without merge instructions that all branch to the same empty block.
fn predecessors(n: usize) -> Vec<u32> {
    Asm::new().function("%x", |asm| {
        for i in 0..n {
            condition(asm, i, "%x");
            line!(asm.functions, "OpBranchConditional %p{i} %m %b{i}\n%b{i} = OpLabel");
        }
        line!(asm.functions, "OpBranch %m\n%m = OpLabel");
    })
}

/// Creates cycles with two entry blocks.
fn irreducible(n: usize) -> Vec<u32> {
    Asm::new().function("%x", |asm| {
        for i in 0..n {
            condition(asm, i, "%x");
            line!(asm.functions, "OpBranchConditional %p{i} %a{i} %b{i}");
            line!(asm.functions, "%a{i} = OpLabel\nOpBranch %b{i}");
            line!(asm.functions, "%b{i} = OpLabel\nOpBranchConditional %p{i} %a{i} %m{i}\n%m{i} = OpLabel");
        }
    })
}

/// Creates nested cycles with two entry blocks each.
fn nested_irreducible(n: usize) -> Vec<u32> {
    Asm::new().function("%x", |asm| {
        for i in 0..n {
            condition(asm, i, "%x");
            line!(asm.functions, "OpBranchConditional %p{i} %a{i} %b{i}\n%a{i} = OpLabel");
        }
        for i in (0..n).rev() {
            line!(asm.functions, "OpBranch %b{i}\n%b{i} = OpLabel");
            line!(asm.functions, "OpBranchConditional %p{i} %a{i} %m{i}\n%m{i} = OpLabel");
        }
    })
}

fn unreachable(n: usize, chain: bool) -> Vec<u32> {
    Asm::new().function("%x", |asm| {
        line!(asm.functions, "OpBranch %m");
        for i in 0..n {
            let next = if chain && i + 1 < n { format!("%b{}", i + 1) } else { "%m".into() };
            line!(asm.functions, "%b{i} = OpLabel\n%v{i} = OpIAdd %int %x %y\nOpBranch {next}");
        }
        line!(asm.functions, "%m = OpLabel");
    })
}

/// Creates variables that are all stored to in a selection and loaded after the selection.
fn variables_across(n: usize) -> Vec<u32> {
    Asm::new().function(&format!("%s{}", n - 1), |asm| {
        for i in 0..n {
            line!(asm.functions, "%v{i} = OpVariable %local Function %c0");
        }
        condition(asm, 0, "%x");
        line!(asm.functions, "OpSelectionMerge %m None\nOpBranchConditional %p0 %t %m\n%t = OpLabel");
        for i in 0..n {
            line!(asm.functions, "OpStore %v{i} %{}", if i % 2 == 0 { 'x' } else { 'y' });
        }
        line!(asm.functions, "OpBranch %m\n%m = OpLabel");
        let mut last = "%y".to_string();
        for i in 0..n {
            line!(asm.functions, "%l{i} = OpLoad %int %v{i}\n%s{i} = OpIAdd %int {last} %l{i}");
            last = format!("%s{i}");
        }
    })
}
