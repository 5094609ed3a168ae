//! Module-level shapes with large numbers of names, types, decorations, constants, variables and functions

use super::{Asm, Shape, line};

pub(super) static SHAPES: &[Shape] = &[
    Shape::new("names-distinct", |n| named_values(n, |i| format!("v{i}"))),
    Shape::new("names-equal", |n| named_values(n, |_| "same".into())),
    Shape::new("names-numbered", |n| {
        named_values(n, |i| if i % 2 == 0 { "a".into() } else { format!("a${}", i / 2) })
    }),
    Shape::new("block-names-equal", named_blocks),
    Shape::new("globals-distinct", |n| globals(n, |i| format!("g{i}"))),
    Shape::new("globals-equal", |n| globals(n, |_| "same".into())),
    Shape::new("globals-nameless", |n| globals(n, |_| String::new())),
    Shape::new("globals-one-use-each", private_uses),
    Shape::new("interface", interface),
    Shape::new("functions-distinct", |n| functions(n, |i| format!("f{i}"))),
    Shape::new("functions-equal", |n| functions(n, |_| "same".into())),
    Shape::new("functions-star", |n| calls(n, false)),
    Shape::new("functions-chain", |n| calls(n, true)),
    Shape::new("calls-of-one", calls_of_one),
    Shape::new("entry-points", entry_points),
    Shape::new("structs-distinct", |n| structs(n, "S", |i| format!("%c{i}"), |_, _| ())),
    Shape::new("structs-equal", |n| structs(n, "", |_| "%c1".into(), |_, _| ())),
    Shape::new("structs-equal-names", |n| structs(n, "S", |_| "%c1".into(), |_, _| ())),
    Shape::new("structs-distinct-names", |n| structs(n, "S#", |_| "%c1".into(), |_, _| ())),
    Shape::new("structs-member-names", |n| {
        structs(n, "", |_| "%c1".into(), |asm, i| line!(asm.names, "OpMemberName %s{i} 0 \"m{i}\""))
    }),
    Shape::new("structs-equal-decorations", |n| {
        structs(n, "", |_| "%c1".into(), |asm, i| line!(asm.annotations, "{}", offsets(i, 4)))
    }),
    Shape::new("structs-distinct-decorations", |n| {
        structs(n, "", |_| "%c1".into(), |asm, i| line!(asm.annotations, "{}", offsets(i, 4 * i + 4)))
    }),
    Shape::new("structs-unused", |n| {
        let mut asm = Asm::new();
        for i in 0..n {
            line!(asm.names, "OpName %s{i} \"S\"");
            line!(asm.globals, "%s{i} = OpTypeStruct %int");
        }
        asm.words()
    }),
    Shape::new("structs-unused-members", unused_members),
    Shape::new("structs-recursive", |n| linked(n, true)),
    Shape::new("structs-rings", |n| linked(n, false)),
    Shape::of_nested_structs("structs-nested", nested_structs),
    Shape::new("struct-members", struct_members),
    Shape::new("arrays-equal", |n| arrays(n, |_| 4)),
    Shape::new("arrays-distinct", |n| arrays(n, |i| 4 * (i + 1))),
    Shape::new("pointers-equal", pointers),
    Shape::new("function-types", function_types),
    Shape::new("decorations", decorations),
    Shape::new("decorations-of-one", decorations_of_one),
    Shape::new("group-of-many", |n| groups(1, n)),
    Shape::new("groups", |n| groups(n, 1)),
    Shape::new("member-group", member_group),
    Shape::new("constants", constants),
    Shape::new("constants-composite", composite_constants),
    Shape::new("constants-large", large_constant),
    Shape::of_nested_structs("constants-nested", nested_constants),
    Shape::new("constants-named", named_constants),
    Shape::new("spec-constants", spec_constants),
    Shape::new("spec-constant-ops", spec_constant_ops),
    Shape::new("strings", strings),
    Shape::new("lines", lines),
    Shape::new("files", files),
    Shape::new("execution-modes", execution_modes),
    Shape::new("extensions", extensions),
];

fn named_values(n: usize, name: impl Fn(usize) -> String) -> Vec<u32> {
    Asm::new().function(&format!("%v{}", n - 1), |asm| {
        let mut last = "%y".to_string();
        for i in 0..n {
            line!(asm.names, "OpName %v{i} \"{}\"", name(i));
            line!(asm.functions, "%v{i} = OpIAdd %int {last} %x");
            last = format!("%v{i}");
        }
    })
}

fn named_blocks(n: usize) -> Vec<u32> {
    Asm::new().function("%x", |asm| {
        for i in 0..n {
            line!(asm.names, "OpName %b{i} \"same\"");
            line!(asm.functions, "OpBranch %b{i}\n%b{i} = OpLabel");
        }
    })
}

fn globals(n: usize, name: impl Fn(usize) -> String) -> Vec<u32> {
    Asm::new().function("%x", |asm| {
        for i in 0..n {
            let name = name(i);
            if !name.is_empty() {
                line!(asm.names, "OpName %g{i} \"{name}\"");
            }
            line!(asm.globals, "%g{i} = OpVariable %private Private");
            line!(asm.functions, "OpStore %g{i} %x");
        }
    })
}

/// Creates private variables. Each is used by a single function.
fn private_uses(n: usize) -> Vec<u32> {
    let mut asm = Asm::new();
    for i in 0..n {
        line!(asm.globals, "%g{i} = OpVariable %private Private %c1");
        line!(asm.functions, "%f{i} = OpFunction %void None %to_void\n%b{i} = OpLabel");
        line!(asm.functions, "%l{i} = OpLoad %int %g{i}\nOpStore %g{i} %l{i}\nOpReturn\nOpFunctionEnd");
        line!(asm.entry, "OpEntryPoint GLCompute %f{i} \"e{i}\"");
        line!(asm.modes, "OpExecutionMode %f{i} LocalSize 1 1 1");
    }
    asm.words()
}

fn interface(n: usize) -> Vec<u32> {
    let mut asm = Asm::new();
    let list: String = (0..n).map(|i| format!(" %g{i}")).collect();
    line!(asm.entry, "OpEntryPoint Vertex %f \"main\"{list}");
    line!(asm.functions, "%f = OpFunction %void None %to_void\n%entry = OpLabel");
    for i in 0..n {
        line!(asm.annotations, "OpDecorate %g{i} Location {i}");
        line!(asm.globals, "%g{i} = OpVariable %input Input");
        if i % 2 == 0 {
            line!(asm.functions, "%l{i} = OpLoad %int %g{i}");
        }
    }
    line!(asm.functions, "OpReturn\nOpFunctionEnd");
    asm.words()
}

fn functions(n: usize, name: impl Fn(usize) -> String) -> Vec<u32> {
    let mut asm = Asm::new();
    for i in 0..n {
        line!(asm.names, "OpName %f{i} \"{}\"", name(i));
        line!(asm.annotations, "OpDecorate %f{i} LinkageAttributes \"f{i}\" Export");
        line!(
            asm.functions,
            "%f{i} = OpFunction %void None %to_void\n%b{i} = OpLabel\nOpReturn\nOpFunctionEnd"
        );
    }
    asm.words()
}

/// Creates functions in a call chain. If `chain` is not set, one function calls all others.
fn calls(n: usize, chain: bool) -> Vec<u32> {
    let mut asm = Asm::new();
    line!(asm.annotations, "OpDecorate %f{n} LinkageAttributes \"f\" Export");
    line!(asm.globals, "%g = OpVariable %private Private");
    for i in 0..n {
        line!(asm.functions, "%f{i} = OpFunction %void None %to_void\n%b{i} = OpLabel");
        line!(asm.functions, "%l{i} = OpLoad %int %g\n%a{i} = OpIAdd %int %l{i} %c1\nOpStore %g %a{i}");
        if chain && i > 0 {
            line!(asm.functions, "%r{i} = OpFunctionCall %void %f{}", i - 1);
        }
        line!(asm.functions, "OpReturn\nOpFunctionEnd");
    }
    line!(asm.functions, "%f{n} = OpFunction %void None %to_void\n%b{n} = OpLabel");
    for i in if chain { n - 1..n } else { 0..n } {
        line!(asm.functions, "%s{i} = OpFunctionCall %void %f{i}");
    }
    line!(asm.functions, "OpReturn\nOpFunctionEnd");
    asm.words()
}

fn calls_of_one(n: usize) -> Vec<u32> {
    let mut asm = Asm::new();
    line!(asm.functions, "%h = OpFunction %int None %to_i32\n%a = OpFunctionParameter %int");
    line!(asm.functions, "%b = OpFunctionParameter %int\n%in = OpLabel\n%r = OpIMul %int %a %b");
    line!(asm.functions, "OpReturnValue %r\nOpFunctionEnd");
    asm.function(&format!("%v{}", n - 1), |asm| {
        let mut last = "%y".to_string();
        for i in 0..n {
            line!(asm.functions, "%v{i} = OpFunctionCall %int %h {last} %x");
            last = format!("%v{i}");
        }
    })
}

fn entry_points(n: usize) -> Vec<u32> {
    let mut asm = Asm::new();
    for i in 0..n {
        line!(asm.entry, "OpEntryPoint GLCompute %f \"e{i}\"");
    }
    line!(asm.modes, "OpExecutionMode %f LocalSize 1 1 1");
    line!(asm.functions, "%f = OpFunction %void None %to_void\n%entry = OpLabel\nOpReturn\nOpFunctionEnd");
    asm.words()
}

/// Creates structs with an `i32` and an array, and a variable of each struct type. `#` in `name` stands for the
/// struct's index.
fn structs(
    n: usize,
    name: &str,
    length: impl Fn(usize) -> String,
    write: impl Fn(&mut Asm, usize),
) -> Vec<u32> {
    let mut asm = Asm::new();
    let mut known = std::collections::BTreeSet::new();
    for i in 0..n {
        if !name.is_empty() {
            line!(asm.names, "OpName %s{i} \"{}\"", name.replace('#', &i.to_string()));
        }
        write(&mut asm, i);
        let length = length(i);
        if known.insert(length.clone()) {
            if i > 3 {
                line!(asm.globals, "{length} = OpConstant %int {i}");
            }
            if i != 0 || length != "%c0" {
                line!(asm.globals, "%a_{} = OpTypeArray %int {length}", &length[1..]);
            } else {
                line!(asm.globals, "%a_c0 = OpTypeArray %float %c1");
            }
        }
        line!(asm.globals, "%s{i} = OpTypeStruct %int %a_{}", &length[1..]);
        line!(asm.globals, "%p{i} = OpTypePointer Private %s{i}\n%g{i} = OpVariable %p{i} Private");
    }
    asm.words()
}

/// Creates identically named uniform buffer structs with a variable each. One member of each variable is loaded.
fn unused_members(n: usize) -> Vec<u32> {
    Asm::new().function("%x", |asm| {
        line!(asm.globals, "%uniform = OpTypePointer Uniform %int");
        for i in 0..n {
            line!(asm.names, "OpName %s{i} \"S\"");
            line!(asm.annotations, "OpDecorate %s{i} Block\nOpDecorate %a{i} ArrayStride 16");
            line!(asm.annotations, "{}", offsets(i, 16));
            line!(asm.globals, "%l{i} = OpConstant %int {}\n%a{i} = OpTypeArray %int %l{i}", i + 4);
            line!(asm.globals, "%s{i} = OpTypeStruct %int %a{i}\n%p{i} = OpTypePointer Uniform %s{i}");
            line!(asm.globals, "%g{i} = OpVariable %p{i} Uniform");
            line!(asm.functions, "%e{i} = OpAccessChain %uniform %g{i} %c1 %c0\n%v{i} = OpLoad %int %e{i}");
        }
    })
}

/// Returns the offset decorations of a struct with two members. `second` is the byte offset of the second member.
fn offsets(i: usize, second: usize) -> String {
    format!("OpMemberDecorate %s{i} 0 Offset 0\nOpMemberDecorate %s{i} 1 Offset {second}")
}

/// Number of structs in a ring.
const RING: usize = 64;

/// Creates structs that contain a pointer: to the next struct in a ring, or to the struct itself if `itself` is set.
fn linked(n: usize, itself: bool) -> Vec<u32> {
    let mut asm = Asm::new();
    for i in 0..n {
        let next = if itself { i } else { (i / RING * RING + (i + 1) % RING).min(n - 1) };
        line!(asm.names, "OpName %s{i} \"Node\"");
        line!(asm.annotations, "OpMemberDecorate %s{i} 0 Offset 0\nOpMemberDecorate %s{i} 1 Offset 8");
        line!(asm.globals, "OpTypeForwardPointer %p{next} PhysicalStorageBuffer");
        line!(asm.globals, "%s{i} = OpTypeStruct %p{next} %int");
    }
    for i in 0..n {
        line!(asm.globals, "%p{i} = OpTypePointer PhysicalStorageBuffer %s{i}");
        line!(asm.globals, "%q{i} = OpTypePointer Private %p{i}\n%g{i} = OpVariable %q{i} Private");
    }
    asm.words()
}

fn nested_structs(n: usize) -> Vec<u32> {
    let mut asm = Asm::new();
    line!(asm.globals, "%s0 = OpTypeStruct %int");
    for i in 1..n {
        line!(asm.names, "OpName %s{i} \"S\"");
        line!(asm.globals, "%s{i} = OpTypeStruct %s{}", i - 1);
    }
    line!(asm.globals, "%p = OpTypePointer Private %s{}\n%g = OpVariable %p Private", n - 1);
    asm.words()
}

fn struct_members(n: usize) -> Vec<u32> {
    let mut asm = Asm::new();
    let list = " %int".repeat(n);
    line!(
        asm.globals,
        "%s = OpTypeStruct{list}\n%p = OpTypePointer Uniform %s\n%q = OpTypePointer Uniform %int"
    );
    line!(asm.globals, "%g = OpVariable %p Uniform");
    line!(asm.names, "OpName %s \"S\"");
    line!(asm.annotations, "OpDecorate %s Block");
    line!(asm.annotations, "OpDecorate %g DescriptorSet 0\nOpDecorate %g Binding 0");
    asm.function("%x", |asm| {
        for i in 0..n {
            line!(asm.names, "OpMemberName %s {i} \"m{i}\"");
            line!(asm.annotations, "OpMemberDecorate %s {i} Offset {}", 4 * i);
            if i > 3 {
                line!(asm.globals, "%c{i} = OpConstant %int {i}");
            }
            if i % 2 == 0 {
                line!(asm.functions, "%a{i} = OpAccessChain %q %g %c{i}\n%l{i} = OpLoad %int %a{i}");
            }
        }
    })
}

fn arrays(n: usize, stride: impl Fn(usize) -> usize) -> Vec<u32> {
    let mut asm = Asm::new();
    for i in 0..n {
        line!(asm.names, "OpName %a{i} \"A\"");
        line!(asm.annotations, "OpDecorate %a{i} ArrayStride {}", stride(i));
        line!(asm.globals, "%a{i} = OpTypeArray %int %c2\n%p{i} = OpTypePointer Private %a{i}");
        line!(asm.globals, "%g{i} = OpVariable %p{i} Private");
    }
    asm.words()
}

fn pointers(n: usize) -> Vec<u32> {
    let mut asm = Asm::new();
    for i in 0..n {
        line!(asm.names, "OpName %p{i} \"pointer\"");
        line!(asm.globals, "%p{i} = OpTypePointer Private %int\n%g{i} = OpVariable %p{i} Private");
    }
    asm.words()
}

fn function_types(n: usize) -> Vec<u32> {
    let mut asm = Asm::new();
    for i in 0..n {
        line!(asm.globals, "%s{i} = OpTypeStruct %int\n%t{i} = OpTypeFunction %void %s{i}");
        line!(asm.functions, "%f{i} = OpFunction %void None %t{i}\n%a{i} = OpFunctionParameter %s{i}");
        line!(asm.functions, "%b{i} = OpLabel\nOpReturn\nOpFunctionEnd");
    }
    asm.words()
}

fn decorations(n: usize) -> Vec<u32> {
    Asm::new().function(&format!("%v{}", n - 1), |asm| {
        let mut last = "%y".to_string();
        for i in 0..n {
            line!(asm.annotations, "OpDecorate %v{i} RelaxedPrecision\nOpDecorate %v{i} NoSignedWrap");
            line!(asm.functions, "%v{i} = OpIAdd %int {last} %x");
            last = format!("%v{i}");
        }
    })
}

fn decorations_of_one(n: usize) -> Vec<u32> {
    Asm::new().function("%v", |asm| {
        for i in 0..n {
            line!(asm.annotations, "OpDecorateString %v UserSemantic \"s{i}\"");
        }
        line!(asm.functions, "%v = OpIAdd %int %y %x");
    })
}

/// Creates many decoration groups with one decoration each, and `targets` variables per group.
fn groups(n: usize, targets: usize) -> Vec<u32> {
    let mut asm = Asm::new();
    for i in 0..n {
        line!(asm.names, "OpName %d{i} \"group\"");
        line!(asm.annotations, "OpDecorate %d{i} RelaxedPrecision\n%d{i} = OpDecorationGroup");
        let list: String = (0..targets).map(|t| format!(" %g{i}_{t}")).collect();
        line!(asm.annotations, "OpGroupDecorate %d{i}{list}");
        for t in 0..targets {
            line!(asm.globals, "%g{i}_{t} = OpVariable %private Private");
        }
    }
    asm.words()
}

fn member_group(n: usize) -> Vec<u32> {
    let mut asm = Asm::new();
    line!(asm.annotations, "OpDecorate %d Volatile\n%d = OpDecorationGroup");
    let list: String = (0..n).map(|t| format!(" %s {t}")).collect();
    line!(asm.annotations, "OpGroupMemberDecorate %d{list}");
    line!(asm.globals, "%s = OpTypeStruct{}", " %int".repeat(n));
    line!(asm.globals, "%p = OpTypePointer Private %s\n%g = OpVariable %p Private");
    asm.words()
}

fn constants(n: usize) -> Vec<u32> {
    Asm::new().function(&format!("%v{}", n - 1), |asm| {
        let mut last = "%y".to_string();
        for i in 0..n {
            line!(asm.globals, "%k{i} = OpConstant %int {}", i + 4);
            line!(asm.functions, "%m{i} = OpIMul %int %x %k{i}\n%v{i} = OpIAdd %int {last} %m{i}");
            last = format!("%v{i}");
        }
    })
}

fn composite_constants(n: usize) -> Vec<u32> {
    let mut asm = Asm::new();
    line!(
        asm.globals,
        "%v2 = OpTypeVector %int 2\n%p = OpTypePointer Private %v2\n%g = OpVariable %p Private"
    );
    asm.function("%x", |asm| {
        for i in 0..n {
            line!(
                asm.globals,
                "%k{i} = OpConstant %int {}\n%cc{i} = OpConstantComposite %v2 %k{i} %c1",
                i + 4
            );
            line!(asm.functions, "OpStore %g %cc{i}");
        }
    })
}

/// Creates an array constant with many elements. Each element is extracted once.
fn large_constant(n: usize) -> Vec<u32> {
    let mut asm = Asm::new();
    line!(asm.globals, "%length = OpConstant %int {n}\n%array = OpTypeArray %int %length");
    line!(asm.globals, "%pa = OpTypePointer Private %array");
    asm.function(&format!("%v{}", n - 1), |asm| {
        let mut last = "%y".to_string();
        let mut list = String::new();
        for i in 0..n {
            line!(asm.globals, "%k{i} = OpConstant %int {}", i + 4);
            list += &format!(" %k{i}");
            line!(
                asm.functions,
                "%e{i} = OpCompositeExtract %int %large {i}\n%m{i} = OpBitwiseXor %int %e{i} %x"
            );
            line!(asm.functions, "%v{i} = OpIAdd %int {last} %m{i}");
            last = format!("%v{i}");
        }
        line!(asm.globals, "%large = OpConstantComposite %array{list}\n%g = OpVariable %pa Private %large");
    })
}

fn nested_constants(n: usize) -> Vec<u32> {
    let mut asm = Asm::new();
    line!(asm.globals, "%s0 = OpTypeStruct %int\n%k0 = OpConstantComposite %s0 %c1");
    for i in 1..n {
        line!(asm.globals, "%s{i} = OpTypeStruct %s{0}\n%k{i} = OpConstantComposite %s{i} %k{0}", i - 1);
    }
    line!(asm.globals, "%p = OpTypePointer Private %s{0}\n%g = OpVariable %p Private %k{0}", n - 1);
    asm.words()
}

fn named_constants(n: usize) -> Vec<u32> {
    Asm::new().function("%x", |asm| {
        line!(asm.globals, "%g = OpVariable %private Private");
        for i in 0..n {
            line!(asm.names, "OpName %k{i} \"same\"");
            line!(asm.globals, "%k{i} = OpConstant %int {}", i + 4);
            line!(asm.functions, "OpStore %g %k{i}");
        }
    })
}

fn spec_constants(n: usize) -> Vec<u32> {
    Asm::new().function("%x", |asm| {
        line!(asm.globals, "%g = OpVariable %private Private");
        for i in 0..n {
            line!(asm.annotations, "OpDecorate %k{i} SpecId {i}");
            line!(asm.globals, "%k{i} = OpSpecConstant %int {i}");
            line!(asm.functions, "OpStore %g %k{i}");
        }
    })
}

fn spec_constant_ops(n: usize) -> Vec<u32> {
    Asm::new().function(&format!("%k{}", n - 1), |asm| {
        line!(asm.globals, "%k0 = OpSpecConstant %int 1");
        for i in 1..n {
            line!(asm.globals, "%k{i} = OpSpecConstantOp %int IAdd %k{} %c1", i - 1);
        }
    })
}

fn strings(n: usize) -> Vec<u32> {
    let mut asm = Asm::new();
    for i in 0..n {
        line!(asm.strings, "%string{i} = OpString \"text {i}\"");
    }
    asm.words()
}

fn lines(n: usize) -> Vec<u32> {
    let mut asm = Asm::new();
    line!(asm.strings, "%file = OpString \"a.frag\"");
    asm.function(&format!("%v{}", n - 1), |asm| {
        let mut last = "%y".to_string();
        for i in 0..n {
            line!(asm.functions, "OpLine %file {i} 1\n%v{i} = OpIAdd %int {last} %x");
            last = format!("%v{i}");
        }
    })
}

fn files(n: usize) -> Vec<u32> {
    Asm::new().function(&format!("%v{}", n - 1), |asm| {
        let mut last = "%y".to_string();
        for i in 0..n {
            line!(asm.strings, "%file{i} = OpString \"a{i}.frag\"");
            line!(asm.functions, "OpLine %file{i} 1 1\n%v{i} = OpIAdd %int {last} %x");
            last = format!("%v{i}");
        }
    })
}

fn execution_modes(n: usize) -> Vec<u32> {
    let mut asm = Asm::new();
    for i in 0..n {
        line!(asm.entry, "OpEntryPoint GLCompute %f{i} \"e{i}\"");
        line!(
            asm.functions,
            "%f{i} = OpFunction %void None %to_void\n%b{i} = OpLabel\nOpReturn\nOpFunctionEnd"
        );
    }
    for i in 0..n {
        line!(asm.modes, "OpExecutionMode %f{i} LocalSize 1 1 1\nOpExecutionMode %f{i} LocalSizeHint 1 1 1");
    }
    asm.words()
}

fn extensions(n: usize) -> Vec<u32> {
    let mut asm = Asm::new();
    for i in 0..n {
        line!(asm.strings, "OpSourceExtension \"EXT_{i}\"");
    }
    asm.words()
}
