//! Value shapes: long operation chains, many uses of one value, memory accesses

use super::{Asm, Shape, line};

pub(super) static SHAPES: &[Shape] = &[
    Shape::new("add", |n| chain(n, |_| "OpIAdd %int # %x".into())),
    Shape::new("add-constants", |n| chain(n, |_| "OpIAdd %int # %c1".into())),
    Shape::new("add-alternating", |n| {
        chain(n, |i| if i % 2 == 0 { "OpIAdd %int # %x".into() } else { "OpISub %int %x #".into() })
    }),
    Shape::new("multiply", |n| chain(n, |_| "OpIMul %int # %x".into())),
    Shape::new("not", |n| chain(n, |_| "OpNot %int #".into())),
    Shape::new("negate", |n| chain(n, |_| "OpSNegate %int #".into())),
    Shape::new("copy", |n| chain(n, |_| "OpCopyObject %int #".into())),
    Shape::new("shift", |n| chain(n, |_| "OpShiftLeftLogical %int # %c1".into())),
    Shape::new("divide", |n| chain(n, |_| "OpUDiv %int # %c2".into())),
    Shape::new("minimum", |n| chain(n, |_| "OpExtInst %int %glsl UMin # %x".into())),
    Shape::new("select", |n| chain(n, |_| "OpSelect %int %true # %x".into())),
    Shape::new("square", |n| chain(n, |_| "OpIAdd %int # #".into())),
    Shape::new("uses-of-one", |n| chain(n, |_| "OpIMul %int %x %y".into())),
    Shape::new("users-of-one", |n| chain(n, |i| format!("OpBitFieldInsert %int %x %y %c{} #", i % 4))),
    Shape::new("inserts", inserts),
    Shape::new("inserts-in-turn", inserts_in_turn),
    Shape::new("construct-extract", construct_extract),
    Shape::new("construct-large", construct_large),
    Shape::new("shuffles", shuffles),
    Shape::new("access-chains", |n| access_chains(n, false)),
    Shape::of_nested_structs("access-chain-of-chain", |n| access_chains(n, true)),
    Shape::new("pointer-chain", pointer_chain),
    Shape::new("stores", |n| accesses(n, |i| format!("OpStore %v %{}", if i % 2 == 0 { 'x' } else { 'y' }))),
    Shape::new("loads", |n| accesses(n, |i| format!("%l{i} = OpLoad %int %v"))),
    Shape::new("loads-stores", |n| {
        accesses(n, |i| format!("%l{i} = OpLoad %int %v\n%a{i} = OpIAdd %int %l{i} %x\nOpStore %v %a{i}"))
    }),
    Shape::new("variables", variables),
    Shape::new("variables-of-structs", variables_of_structs),
    Shape::new("variable-of-members", variable_of_members),
    Shape::new("array-elements", |n| elements(n, true)),
    Shape::new("array-elements-unknown", |n| elements(n, false)),
    Shape::new("private-in-one", private_in_one),
    Shape::new("barriers", barriers),
    Shape::new("undefined", |n| {
        chain(n, |i| match i % 2 {
            0 => "OpUndef %int".into(),
            _ => "OpIAdd %int # %x".into(),
        })
    }),
];

/// Creates a chain of operations, each on the previous result. `#` in the string that `op` returns stands for that
/// result.
fn chain(n: usize, op: impl Fn(usize) -> String) -> Vec<u32> {
    Asm::new().function(&format!("%v{}", n - 1), |asm| {
        let mut last = "%y".to_string();
        for i in 0..n {
            line!(asm.functions, "%v{i} = {}", op(i).replace('#', &last));
            last = format!("%v{i}");
        }
    })
}

/// Creates a chain of insertions into a vector.
fn inserts(n: usize) -> Vec<u32> {
    Asm::new().function("%x", |asm| {
        line!(asm.globals, "%iv = OpTypeVector %int 4\n%u = OpUndef %iv");
        line!(asm.globals, "%pv = OpTypePointer Private %iv\n%g = OpVariable %pv Private");
        let mut last = "%u".to_string();
        for i in 0..n {
            line!(
                asm.functions,
                "%v{i} = OpCompositeInsert %iv %{} {last} {}",
                if i % 3 == 0 { 'x' } else { 'y' },
                i % 4
            );
            last = format!("%v{i}");
        }
        line!(asm.functions, "OpStore %g {last}");
    })
}

/// Creates a chain of insertions into all members of a large struct, in order.
fn inserts_in_turn(n: usize) -> Vec<u32> {
    Asm::new().function("%x", |asm| {
        line!(asm.globals, "%s = OpTypeStruct{}\n%u = OpUndef %s", " %int".repeat(n));
        line!(asm.globals, "%ps = OpTypePointer Private %s\n%g = OpVariable %ps Private");
        let mut last = "%u".to_string();
        for i in 0..n {
            line!(asm.functions, "%v{i} = OpCompositeInsert %s %x {last} {i}");
            last = format!("%v{i}");
        }
        line!(asm.functions, "OpStore %g {last}");
    })
}

fn construct_extract(n: usize) -> Vec<u32> {
    Asm::new().function(&format!("%e{}", n - 1), |asm| {
        line!(asm.globals, "%iv = OpTypeVector %int 2");
        let mut last = "%y".to_string();
        for i in 0..n {
            line!(asm.functions, "%v{i} = OpCompositeConstruct %iv {last} %x");
            line!(asm.functions, "%e{i} = OpCompositeExtract %int %v{i} {}", i % 2);
            last = format!("%e{i}");
        }
    })
}

/// Creates a large struct value and extractions of all its members.
fn construct_large(n: usize) -> Vec<u32> {
    Asm::new().function(&format!("%a{}", n - 1), |asm| {
        line!(asm.globals, "%s = OpTypeStruct{}", " %int".repeat(n));
        line!(asm.globals, "%ps = OpTypePointer Private %s\n%g = OpVariable %ps Private");
        line!(
            asm.functions,
            "%v = OpCompositeConstruct %s{}\nOpStore %g %v",
            (0..n).map(|i| [" %x", " %y"][i % 2]).collect::<String>()
        );
        line!(asm.functions, "%w = OpLoad %s %g");
        let mut last = "%y".to_string();
        for i in 0..n {
            line!(asm.functions, "%e{i} = OpCompositeExtract %int %w {i}\n%a{i} = OpIAdd %int %e{i} {last}");
            last = format!("%a{i}");
        }
    })
}

fn shuffles(n: usize) -> Vec<u32> {
    Asm::new().function("%x", |asm| {
        line!(asm.globals, "%iv = OpTypeVector %int 2\n%pv = OpTypePointer Private %iv");
        line!(asm.globals, "%g = OpVariable %pv Private");
        line!(asm.functions, "%first = OpCompositeConstruct %iv %x %y");
        let mut last = "%first".to_string();
        for i in 0..n {
            line!(asm.functions, "%v{i} = OpVectorShuffle %iv {last} {last} {} 2", i % 2);
            last = format!("%v{i}");
        }
        line!(asm.functions, "OpStore %g {last}");
    })
}

/// Creates access chains, each based on the previous chain: into one array or, if `nested` is set, into nested structs.
fn access_chains(n: usize, nested: bool) -> Vec<u32> {
    Asm::new().function("%x", |asm| {
        if nested {
            line!(asm.globals, "%s0 = OpTypeStruct %int\n%p0 = OpTypePointer Function %s0");
            for i in 1..n {
                line!(asm.globals, "%s{i} = OpTypeStruct %s{0}\n%p{i} = OpTypePointer Function %s{i}", i - 1);
            }
            line!(asm.functions, "%a{} = OpVariable %p{0} Function", n - 1);
            for i in (1..n).rev() {
                line!(asm.functions, "%a{0} = OpAccessChain %p{0} %a{i} %c0", i - 1);
            }
            line!(asm.functions, "%a = OpAccessChain %local %a0 %c0\nOpStore %a %x");
        } else {
            line!(asm.globals, "%length = OpConstant %int {n}\n%array = OpTypeArray %int %length");
            line!(asm.globals, "%pa = OpTypePointer Private %array\n%g = OpVariable %pa Private");
            for i in 0..n {
                line!(asm.functions, "%i{i} = OpIAdd %int %x %y\n%a{i} = OpAccessChain %private %g %i{i}");
                line!(asm.functions, "%l{i} = OpLoad %int %a{i}");
            }
        }
    })
}

fn pointer_chain(n: usize) -> Vec<u32> {
    Asm::new().function("%x", |asm| {
        line!(asm.globals, "%pw = OpTypePointer CrossWorkgroup %int\n%g = OpVariable %pw CrossWorkgroup");
        let mut last = "%g".to_string();
        for i in 0..n {
            line!(asm.functions, "%a{i} = OpInBoundsPtrAccessChain %pw {last} %x");
            last = format!("%a{i}");
        }
        line!(asm.functions, "OpStore {last} %x");
    })
}

/// Creates `n` accesses to one variable. `access` returns the assembly of each.
fn accesses(n: usize, access: impl Fn(usize) -> String) -> Vec<u32> {
    Asm::new().function("%l", |asm| {
        line!(asm.functions, "%v = OpVariable %local Function");
        for i in 0..n {
            line!(asm.functions, "{}", access(i));
        }
        line!(asm.functions, "%l = OpLoad %int %v");
    })
}

fn variables(n: usize) -> Vec<u32> {
    Asm::new().function(&format!("%a{}", n - 1), |asm| {
        for i in 0..n {
            line!(asm.functions, "%v{i} = OpVariable %local Function");
        }
        let mut last = "%y".to_string();
        for i in 0..n {
            line!(
                asm.functions,
                "OpStore %v{i} {last}\n%l{i} = OpLoad %int %v{i}\n%a{i} = OpIAdd %int %l{i} %x"
            );
            last = format!("%a{i}");
        }
    })
}

fn variables_of_structs(n: usize) -> Vec<u32> {
    Asm::new().function(&format!("%l{}", n - 1), |asm| {
        line!(asm.globals, "%s = OpTypeStruct %int %int\n%ps = OpTypePointer Function %s");
        for i in 0..n {
            line!(asm.functions, "%v{i} = OpVariable %ps Function");
        }
        let mut last = "%y".to_string();
        for i in 0..n {
            line!(asm.functions, "%a{i} = OpAccessChain %local %v{i} %c1\nOpStore %a{i} {last}");
            line!(asm.functions, "%l{i} = OpLoad %int %a{i}");
            last = format!("%l{i}");
        }
    })
}

fn variable_of_members(n: usize) -> Vec<u32> {
    Asm::new().function("%x", |asm| {
        line!(asm.globals, "%s = OpTypeStruct{}\n%ps = OpTypePointer Function %s", " %int".repeat(n));
        line!(asm.functions, "%v = OpVariable %ps Function");
        for i in 0..n {
            if i > 3 {
                line!(asm.globals, "%c{i} = OpConstant %int {i}");
            }
            line!(asm.functions, "%a{i} = OpAccessChain %local %v %c{i}\nOpStore %a{i} %x");
        }
        for i in 0..n {
            line!(asm.functions, "%l{i} = OpLoad %int %a{i}");
        }
        line!(asm.functions, "%all = OpLoad %s %v");
    })
}

/// Creates stores and loads of array elements. If `constant` is set, the indices are constants.
fn elements(n: usize, constant: bool) -> Vec<u32> {
    Asm::new().function("%x", |asm| {
        line!(asm.globals, "%length = OpConstant %int {n}\n%array = OpTypeArray %int %length");
        line!(asm.globals, "%pa = OpTypePointer Private %array\n%g = OpVariable %pa Private");
        for i in 0..n {
            if constant {
                line!(asm.globals, "%i{i} = OpConstant %int {i}");
            } else {
                line!(asm.functions, "%i{i} = OpBitFieldInsert %int %x %y %c{} %c{}", i % 4, i / 4 % 4);
            }
            line!(asm.functions, "%a{i} = OpAccessChain %private %g %i{i}\nOpStore %a{i} %x");
        }
        for i in 0..n {
            line!(asm.functions, "%l{i} = OpLoad %int %a{i}");
        }
    })
}

fn private_in_one(n: usize) -> Vec<u32> {
    let mut asm = Asm::new();
    line!(asm.entry, "OpEntryPoint GLCompute %f \"main\"");
    line!(asm.modes, "OpExecutionMode %f LocalSize 1 1 1");
    line!(asm.functions, "%f = OpFunction %void None %to_void\n%entry = OpLabel");
    for i in 0..n {
        line!(asm.globals, "%g{i} = OpVariable %private Private %c1");
        line!(asm.functions, "%l{i} = OpLoad %int %g{i}\n%a{i} = OpIAdd %int %l{i} %c1\nOpStore %g{i} %a{i}");
    }
    line!(asm.functions, "OpReturn\nOpFunctionEnd");
    asm.words()
}

/// Creates accesses to workgroup variables, separated by barriers.
fn barriers(n: usize) -> Vec<u32> {
    Asm::new().function("%x", |asm| {
        line!(asm.globals, "%shared = OpTypePointer Workgroup %int\n%c264 = OpConstant %int 264");
        for i in 0..n {
            line!(asm.globals, "%g{i} = OpVariable %shared Workgroup");
            line!(
                asm.functions,
                "OpStore %g{i} %x\nOpControlBarrier %c2 %c2 %c264\n%l{i} = OpLoad %int %g{i}"
            );
        }
    })
}
