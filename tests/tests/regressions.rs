//! Minimized inputs of fixed defects.

use spv_opt::serialize::import::{ImportOptions, import_with};

/// Builds a module of a header and these instructions.
fn module(bound: u32, instructions: &[&[u32]]) -> Vec<u32> {
    let mut words = vec![0x0723_0203, 0x0001_0600, 0, bound, 0];
    for instruction in instructions {
        let (opcode, operands) = instruction.split_first().expect("an opcode");
        words.push((instruction.len() as u32) << 16 | opcode);
        words.extend(operands);
    }
    words
}

/// Returns the first error message for a module.
fn complaint(words: &[u32]) -> String {
    let result = spv_opt::import(&spv_opt::context(), words);
    result.map(|_| ()).expect_err("it is wrong").list[0].message.clone()
}

const SHADER: &[u32] = &[17, 1];
const MEMORY_MODEL: &[u32] = &[14, 0, 1];

/// Covers a panic: the set's id was looked up before it was checked.
#[test]
fn extended_instruction_of_a_set_beyond_the_bound() {
    let words = module(
        6,
        &[
            SHADER,
            MEMORY_MODEL,
            &[19, 1],
            &[33, 2, 1],
            &[54, 1, 3, 0, 2],
            &[248, 4],
            &[12, 1, 5, 0x0200_0000, 1],
            &[253],
            &[56],
        ],
    );
    assert!(complaint(&words).contains("bound"), "{}", complaint(&words));
}

/// Covers a failed assertion: the value represents an absent value in the IR.
#[test]
fn memory_model_of_all_ones() {
    for (addressing, memory) in [(0, u32::MAX), (u32::MAX, 1)] {
        let words = module(1, &[SHADER, &[14, addressing, memory]]);
        assert!(complaint(&words).contains("0xFFFFFFFF"), "{}", complaint(&words));
    }
}

/// Covers a panic: a non-semantic instruction refers to a value whose type is beyond the bound.
#[test]
fn non_semantic_use_of_a_value_of_an_impossible_type() {
    // "NonSemantic.X"
    let name = [0x536E_6F4E, 0x6E61_6D65, 0x2E63_6974, 0x58];
    let import: Vec<u32> = [&[11, 1][..], &name].concat();
    let words = module(
        8,
        &[
            SHADER,
            &import,
            MEMORY_MODEL,
            &[19, 2],
            &[33, 3, 2],
            &[54, 2, 4, 0, 3],
            &[248, 5],
            &[1, 0x0200_0000, 6],
            &[12, 2, 7, 1, 1, 6],
            &[253],
            &[56],
        ],
    );
    assert!(complaint(&words).contains("bound"), "{}", complaint(&words));
}

/// Covers unbounded memory: each instruction multiplied the decorations of the group.
#[test]
fn decoration_group_applied_to_itself() {
    let twice: &[u32] = &[74, 1, 1, 1, 1];
    let mut list: Vec<&[u32]> = vec![SHADER, MEMORY_MODEL, &[71, 1, 0], &[73, 1]];
    list.resize(40, twice);
    assert!(complaint(&module(2, &list)).contains("itself a decoration group"));
}

/// Covers unbounded memory: a group with many decorations has many targets.
#[test]
fn decoration_group_of_many_for_many() {
    let many = 3000;
    let mut list: Vec<&[u32]> = vec![SHADER, MEMORY_MODEL];
    list.resize(many, &[71, 1, 0]);
    let targets: Vec<u32> = [74, 1].into_iter().chain([2].into_iter().cycle().take(many)).collect();
    list.extend([&[73, 1], &targets[..]]);
    assert!(complaint(&module(3, &list)).contains("result from groups"));
}

/// Covers leaked scopes: numbered arguments of a function stayed defined. The same name in the next function was
/// rejected as a redefinition, or its use panicked.
#[test]
fn numbered_arguments_of_the_function_before() {
    let text = |name: &str| {
        format!(
            "spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {{
  spv.func @a(%1: i32) -> i32 \"None\" {{
    spv.ReturnValue %1 : i32
  }}
  spv.func @b(%{name}: i32) -> i32 \"None\" {{
    spv.ReturnValue %1 : i32
  }}
}}"
        )
    };
    let messages = |text: &str| match spv_opt::parse(&spv_opt::context(), text) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.list.into_iter().map(|d| d.message).collect(),
    };
    assert_eq!(messages(&text("1")), [""; 0]);
    assert_eq!(messages(&text("2")), ["use of undeclared SSA value name `%1`"]);
}

/// Covers a text that did not read back: the suggested name `%5x_addr` starts with a digit.
#[test]
fn variable_named_by_a_digit() {
    let text = "spv.module Logical GLSL450 {\n\
                spv.GlobalVariable @\"5x\" : !spv.ptr<f32, Private>\n\
                spv.func @f() \"None\" {\n\
                %0 = spv.mlir.addressof @\"5x\" : !spv.ptr<f32, Private>\n\
                %1 = spv.Load \"Private\" %0 : f32\n\
                spv.Return\n}\n}\n";
    let module = spv_opt::parse(&spv_opt::context(), text).expect("valid text");
    let printed = spv_opt::print(&module);
    let again = spv_opt::parse(&spv_opt::context(), &printed).map(|m| spv_opt::print(&m));
    assert_eq!(again.ok().as_ref(), Some(&printed), "{printed}");
}

/// Covers an added OpPhi without operands: a value of the loop is used after its unreachable merge block.
#[test]
fn a_value_behind_a_merge_block_that_is_not_reached() {
    let text = "spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
      spv.func @f(%v : i32) -> i32 \"None\" {
        %r = spv.mlir.loop -> i32 {
          spv.Branch ^header
        ^header:
          %x = spv.IAdd %v, %v : i32
          spv.Branch ^body
        ^body:
          spv.ReturnValue %v : i32
        ^next:
          spv.Branch ^header
        ^merge:
          spv.mlir.merge %x : i32
        }
        spv.ReturnValue %r : i32
      }
    }";
    let ctx = spv_opt::context();
    let module = spv_opt::parse(&ctx, text).expect("the text is right");
    spv_opt::verify(&module).expect("the module is valid");
    let words = spv_opt::export(&module).expect("it has a binary form");
    let mut opcodes = Vec::new();
    let mut at = 5;
    while at < words.len() {
        opcodes.push(words[at] & 0xFFFF);
        at += (words[at] >> 16) as usize;
    }
    assert!(!opcodes.contains(&245), "an OpPhi in {opcodes:?}");
    let read = spv_opt::import(&spv_opt::context(), &words).expect("what was written is valid");
    assert!(spv_opt::print(&read).contains("spv.mlir.merge %"), "{}", spv_opt::print(&read));
    assert_eq!(spv_opt::export(&read).expect("it is valid"), words);
}

/// Covers an overflow: the verifier added and multiplied the lengths of invalid vectors.
#[test]
fn arithmetic_on_lengths_of_impossible_vectors() {
    let words = module(
        10,
        &[
            SHADER,
            MEMORY_MODEL,
            &[19, 1],
            &[22, 2, 32],
            &[23, 3, 2, 0xFFFF_FFFF],
            &[33, 4, 1],
            &[54, 1, 5, 0, 4],
            &[248, 6],
            &[1, 3, 7],
            &[79, 3, 8, 7, 7, 0],
            &[124, 3, 9, 7],
            &[253],
            &[56],
        ],
    );
    if let Ok(module) = spv_opt::import(&spv_opt::context(), &words) {
        assert!(spv_opt::verify(&module).is_err());
    }
}

/// Covers a lost text: an OpSourceContinued without a preceding instruction.
#[test]
fn continuation_of_nothing() {
    let words = module(1, &[SHADER, MEMORY_MODEL, &[2, 0x41]]);
    assert_eq!(complaint(&words), "expected to continue an OpSource immediately before it");
}

/// Returns the text of a module, and its binary after a round trip through the text.
fn through_text(words: &[u32]) -> (String, Vec<u32>) {
    let text = spv_opt::print(&spv_opt::import(&spv_opt::context(), words).expect("the module is right"));
    let read = spv_opt::parse(&spv_opt::context(), &text).unwrap_or_else(|e| panic!("{e:?}: {text}"));
    assert_eq!(spv_opt::print(&read), text);
    let words = spv_opt::export(&read).expect("it has a binary form");
    (text, words)
}

fn through_binary(words: &[u32]) -> Vec<u32> {
    spv_opt::export(&spv_opt::import(&spv_opt::context(), words).expect("the module is right"))
        .expect("it has a binary form")
}

/// Builds a module with `%1 = OpTypeVoid`, `%2 = OpTypeFloat 32`, `%3 = OpTypeFunction %2 %2`, then these instructions.
fn with_types(bound: u32, instructions: &[&[u32]]) -> Vec<u32> {
    let start: [&[u32]; 5] = [SHADER, &[17, 5], MEMORY_MODEL, &[19, 1], &[22, 2, 32]];
    let ty: [&[u32]; 1] = [&[33, 3, 2, 2]];
    module(bound, &[&start[..], &ty[..], instructions].concat())
}

/// Covers lost names: only the first name of values, arguments and blocks was kept.
#[test]
fn several_names_of_what_is_in_a_function() {
    let names = |id: u32| [vec![5, id, 0x61], vec![5, id, 0x62], vec![5, id, 0x2062]];
    let list: Vec<Vec<u32>> = [5, 6, 7].into_iter().flat_map(names).collect();
    let mut instructions: Vec<&[u32]> = vec![SHADER, &[17, 5], MEMORY_MODEL];
    instructions.extend(list.iter().map(|name| &name[..]));
    instructions.extend::<[&[u32]; 8]>([
        &[22, 2, 32],
        &[33, 3, 2, 2],
        &[54, 2, 4, 0, 3],
        &[55, 2, 5],
        &[248, 6],
        &[129, 2, 7, 5, 5],
        &[254, 7],
        &[56],
    ]);
    let words = through_binary(&module(8, &instructions));
    let (text, again) = through_text(&words);
    assert_eq!(text.matches("op_name = [\"a\", \"b\", \"b \"]").count(), 3, "{text}");
    assert_eq!(again, words);
}

/// Covers lost bytes of the version word. The second module is now rejected.
#[test]
fn version_with_other_bytes() {
    for version in [0x0701_0400, 0x0001_0401] {
        let mut words = module(1, &[SHADER, MEMORY_MODEL]);
        words[1] = version;
        assert!(complaint(&words).starts_with(&format!("malformed version 0x{version:08X}")));
    }
}

/// Covers an invalid export: the operand was kept as a number, and then read as an id. Operands of OpDecorate may be
/// ids.
#[test]
fn decoration_in_an_instruction_for_others() {
    let literal = module(9, &[SHADER, MEMORY_MODEL, &[332, 1, 30, 8], &[22, 1, 32]]);
    assert_eq!(complaint(&literal), "Location takes literals: use OpDecorate");
    let id = module(9, &[SHADER, MEMORY_MODEL, &[71, 1, 27, 2], &[21, 1, 32, 0], &[43, 1, 2, 3]]);
    let (_, again) = through_text(&id);
    assert!(again.windows(4).any(|words| words == [4 << 16 | 71, 1, 27, 2]), "{again:x?}");
    let too_many = module(9, &[SHADER, MEMORY_MODEL, &[71, 1, 30, 2, 3], &[21, 1, 32, 0]]);
    assert_eq!(complaint(&too_many), "1 word too many: the operands end before word 4");
}

/// Covers mixed endings: a graph was ended by OpFunctionEnd, or a function by OpGraphEndARM.
#[test]
fn function_that_ends_as_a_graph() {
    let words = with_types(6, &[&[54, 2, 4, 0, 3], &[4186]]);
    assert!(complaint(&words).contains("mismatched end"), "{}", complaint(&words));
}

/// Covers a text that did not read back: the parser did not recognize such a float type.
#[test]
fn matrix_of_floats_without_a_name() {
    let words = module(
        8,
        &[SHADER, MEMORY_MODEL, &[22, 1, 24], &[23, 2, 1, 4], &[24, 3, 2, 2], &[32, 4, 6, 3], &[59, 4, 5, 6]],
    );
    let (text, again) = through_text(&words);
    assert!(text.contains("!spv.matrix<2 x vector<4x!spv.float<24>>>"), "{text}");
    assert_eq!(again, through_binary(&words));
}

/// Covers unstable ids: string ids were not assigned at their first reference.
#[test]
fn string_that_is_mentioned_ahead() {
    let words = module(4, &[SHADER, MEMORY_MODEL, &[7, 1, 0x61], &[3, 2, 450, 2], &[7, 2, 0x62]]);
    let once = through_binary(&words);
    assert_eq!(through_binary(&once), once);
}

/// Covers lost names: repeated declarations of a builtin type are one type, and only the last kept its names.
#[test]
fn names_of_a_type_that_is_declared_twice() {
    let words =
        module(3, &[SHADER, MEMORY_MODEL, &[5, 1, 0x61], &[5, 2, 0x62], &[21, 1, 32, 0], &[21, 2, 32, 0]]);
    let once = through_binary(&words);
    let names = once.windows(3).filter(|w| w[0] == 3 << 16 | 5).map(|w| w[2]);
    assert_eq!(names.collect::<Vec<_>>(), [0x61, 0x62]);
}

/// Covers a stack overflow.
#[test]
fn a_constant_of_a_million_brackets() {
    let text = format!("%0 = spv.Constant {}", "[".repeat(1_000_000));
    let outcome = spv_opt::parse(&spv_opt::context(), &text).map(|_| ());
    let errors = outcome.expect_err("it is wrong");
    assert_eq!(errors.list[0].message, "nested deeper than 1100 levels");
}

/// Covers a stack overflow or unbounded memory while printing aliases of aliases.
#[test]
fn aliases_of_aliases() {
    let chain = |count: usize, first: &str, link: &dyn Fn(usize) -> String, last: &str| {
        let links: String = (0..count).map(link).collect();
        let text = format!("{first}\n{links}{}", last.replace('N', &count.to_string()));
        spv_opt::parse(&spv_opt::context(), &text).map(|module| spv_opt::print(&module))
    };
    let refused = [
        chain(600, "#a0 = 1", &|i| format!("#a{} = [#a{i}]\n", i + 1), "module attributes {x = #aN} {}"),
        chain(
            30,
            "#a0 = 1",
            &|i| format!("#a{} = [#a{i}, #a{i}]\n", i + 1),
            "module attributes {x = #aN} {}",
        ),
        chain(
            600,
            "#l0 = loc(unknown)",
            &|i| format!("#l{} = loc(fused[#l{i}])\n", i + 1),
            "module {} loc(#lN)",
        ),
        chain(
            30,
            "#l0 = loc(\"a\":1:1)",
            &|i| format!("#l{} = loc(fused[#l{i}, #l{i}])\n", i + 1),
            "module {} loc(#lN)",
        ),
    ];
    for outcome in refused {
        let errors = outcome.expect_err("it is wrong");
        assert!(errors.list[0].message.contains("expands to more than"), "{}", errors.list[0].message);
    }
    let read = [
        chain(
            30,
            "!a0 = type i32",
            &|i| format!("!a{} = type (!a{i}, !a{i}) -> ()\n", i + 1),
            "module attributes {x = !aN} {}",
        ),
        chain(
            50_000,
            "!a0 = type i32",
            &|i| format!("!a{} = type vector<2x!a{i}>\n", i + 1),
            "module attributes {x = !aN} {}",
        ),
        chain(
            50_000,
            "!a0 = type i32",
            &|i| format!("!a{} = type () -> !a{i}\n", i + 1),
            "module attributes {x = !aN} {}",
        ),
    ];
    for outcome in read {
        let text = outcome.expect("it is read");
        assert!(text.len() < 2 << 20, "{} bytes", text.len());
        let again = spv_opt::parse(&spv_opt::context(), &text).expect("what is printed is read");
        assert!(spv_opt::print(&again) == text);
    }
}

/// Covers an unstable binary: forward pointer declarations determined which structs were nominal.
#[test]
fn recursive_structs_that_nothing_tells_of() {
    let text = "OpCapability Shader
        OpCapability Linkage
        OpCapability PhysicalStorageBufferAddresses
        OpExtension \"SPV_KHR_physical_storage_buffer\"
        OpMemoryModel PhysicalStorageBuffer64 GLSL450
        OpDecorate %a Block
        OpDecorate %b Block
        OpDecorate %c Block
        OpMemberDecorate %a 0 Offset 0
        OpMemberDecorate %b 0 Offset 0
        OpMemberDecorate %b 1 Offset 8
        OpMemberDecorate %c 0 Offset 0
        OpTypeForwardPointer %to_c PhysicalStorageBuffer
        OpTypeForwardPointer %to_a PhysicalStorageBuffer
        %void = OpTypeVoid
        %c = OpTypeStruct %to_c
        %to_c = OpTypePointer PhysicalStorageBuffer %c
        %b = OpTypeStruct %to_a %to_c
        %to_b = OpTypePointer PhysicalStorageBuffer %b
        %a = OpTypeStruct %to_b
        %to_a = OpTypePointer PhysicalStorageBuffer %a
        %type = OpTypeFunction %void %to_b
        %f = OpFunction %void None %type
        %p = OpFunctionParameter %to_b
        %entry = OpLabel
        OpReturn
        OpFunctionEnd";
    let words = spv_opt::asm::assemble(text).expect("it can be assembled");
    let import = |words: &[u32]| spv_opt::import(&spv_opt::context(), words).expect("it is valid");
    let first = spv_opt::export(&import(&words)).expect("it has a binary form");
    let again = import(&first);
    assert_eq!(spv_opt::export(&again).expect("it has a binary form"), first);
    let text = spv_opt::print(&again);
    let read = spv_opt::parse(&spv_opt::context(), &text).expect("it reads back");
    assert_eq!(spv_opt::export(&read).expect("it has a binary form"), first);
    assert_eq!(text.matches(" = type !spv.struct<_$").count(), 3, "{text}");
}

/// Covers a lost second name: `unit` means that the spelling is the name.
#[test]
fn a_name_that_is_no_spelling_beside_one_that_is() {
    let text = "module {
  spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
    spv.func @f(%arg0: i1, %arg1: i32) -> i32 \"None\" {
      %0, %phi = spv.mlir.selection -> (i32, i32) attributes {op_name = [\"\\05\", unit]} {
        spv.BranchConditional %arg0, ^bb1, ^bb2(%arg1, %arg1 : i32, i32)
      ^bb1:  // pred: ^bb0
        %2 = spv.IAdd %arg1, %arg1 : i32
        spv.Branch ^bb2(%2, %2 : i32, i32)
      ^bb2(%3: i32, %4: i32):  // 2 preds: ^bb0, ^bb1
        spv.mlir.merge %3, %4 : i32, i32
      }
      %1 = spv.IAdd %0, %phi : i32
      spv.ReturnValue %1 : i32
    }
  }
}
";
    let module = spv_opt::parse(&spv_opt::context(), text).unwrap_or_else(|e| panic!("{:?}", e.list));
    assert_eq!(spv_opt::print(&module), text);
}

/// Covers a rejected module: clang writes an invalid storage class for pointers without a known class.
#[test]
fn debug_pointer_without_storage_class() {
    let mut import = vec![11, 1];
    let name = b"OpenCL.DebugInfo.100\0\0\0\0";
    import.extend(name.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])));
    let words = module(
        5,
        &[
            &[17, 6],
            &[17, 4],
            &import,
            &[14, 2, 2],
            &[19, 2],
            &[12, 2, 3, 1, 0],
            &[12, 2, 4, 1, 3, 3, u32::MAX, 0],
        ],
    );
    let module = spv_opt::import(&spv_opt::context(), &words).unwrap_or_else(|e| panic!("{:?}", e.list));
    spv_opt::verify(&module).unwrap_or_else(|e| panic!("{:?}", e.list));
    let output = spv_opt::export(&module).expect("it has a binary form");
    assert!(output.contains(&u32::MAX));
    let assembly = spv_opt::asm::disassemble(&output);
    let again = spv_opt::asm::assemble(&assembly).unwrap_or_else(|e| panic!("{:?}", e.list));
    assert_eq!(again, output, "{assembly}");
    let text = spv_opt::print(&module);
    let read = spv_opt::parse(&spv_opt::context(), &text).unwrap_or_else(|e| panic!("{text}\n{:?}", e.list));
    spv_opt::verify(&read).unwrap_or_else(|e| panic!("{:?}", e.list));
    assert_eq!(spv_opt::export(&read).expect("it has a binary form"), output);
}

/// Covers a rejected module: glslang splits long sources at bytes, not at characters.
#[test]
fn source_continued_within_a_character() {
    // "a.c", and "aéb" in three parts.
    let words = module(
        2,
        &[
            SHADER,
            MEMORY_MODEL,
            &[7, 1, 0x0063_2E61],
            &[3, 2, 450, 1, 0x0000_C361],
            &[2, 0x0000_62A9],
            &[2, 0],
        ],
    );
    let module = spv_opt::import(&spv_opt::context(), &words).unwrap_or_else(|e| panic!("{:?}", e.list));
    let text = spv_opt::print(&module);
    assert!(text.contains(r#""a\C3\A9b""#), "{text}");
    let cut_off = [&words[..words.len() - 4], &[2 << 16 | 2, 0x62]].concat();
    let module = spv_opt::import(&spv_opt::context(), &cut_off).unwrap_or_else(|e| panic!("{:?}", e.list));
    let text = spv_opt::print(&module);
    assert!(text.contains(r#""a\C3b""#), "{text}");
}

/// Covers a rejected module: spirv-val does not require UTF-8. Import requires it only with `utf8`.
#[test]
fn strings_of_any_bytes() {
    let words = module(2, &[SHADER, MEMORY_MODEL, &[7, 1, 0x00FF_C3A9]]);
    keeps_bytes(&words);
    let options = ImportOptions { utf8: true, ..ImportOptions::default() };
    let error = import_with(&spv_opt::context(), &words, &options).map(drop).expect_err("it is no UTF-8");
    assert!(error.to_string().contains("string is not UTF-8: byte 0xA9 at position 0"), "{error}");
}

/// Checks round trips through binary, text and assembly.
fn keeps_bytes(words: &[u32]) {
    let source = |words: &[u32]| {
        let list = spv_opt::asm::instructions::instructions(words);
        list.into_iter().find(|i| i.opcode == 3 || i.opcode == 7).map(|i| i.words)
    };
    let module = spv_opt::import(&spv_opt::context(), words).unwrap_or_else(|e| panic!("{:?}", e.list));
    let output = spv_opt::export(&module).expect("it has a binary form");
    let read = spv_opt::parse(&spv_opt::context(), &spv_opt::print(&module))
        .unwrap_or_else(|e| panic!("{:?}", e.list));
    let again = spv_opt::export(&read).expect("it has a binary form");
    let assembly = spv_opt::asm::disassemble(&output);
    let assembled = spv_opt::asm::assemble(&assembly).unwrap_or_else(|e| panic!("{:?}", e.list));
    assert_eq!((again, assembled), (output.clone(), output.clone()), "{assembly}");
    assert_eq!(
        source(&output).map(|words| words[1..].to_vec()),
        source(words).map(|words| words[1..].to_vec())
    );
}

/// Covers an added OpPhi without operands: an unreachable continue target uses a value that a construct defines.
#[test]
fn unreached_continue_target_uses_what_a_selection_defines() {
    let assembly = "
        OpCapability Shader
        OpCapability Linkage
        OpMemoryModel Logical GLSL450
        %void = OpTypeVoid
        %fn = OpTypeFunction %void
        %bool = OpTypeBool
        %int = OpTypeInt 32 0
        %true = OpConstantTrue %bool
        %one = OpConstant %int 1
        %main = OpFunction %void None %fn
        %entry = OpLabel
        OpBranch %header
        %header = OpLabel
        OpLoopMerge %merge %continue None
        OpBranchConditional %true %merge %body
        %body = OpLabel
        OpSelectionMerge %join None
        OpBranchConditional %true %then %join
        %then = OpLabel
        %copy = OpCopyObject %int %one
        OpBranch %join
        %join = OpLabel
        OpBranch %merge
        %continue = OpLabel
        %sum = OpIAdd %int %copy %copy
        OpBranch %header
        %merge = OpLabel
        OpReturn
        OpFunctionEnd";
    let words = spv_opt::asm::assemble(assembly).unwrap_or_else(|e| panic!("{:?}", e.list));
    let module = spv_opt::import(&spv_opt::context(), &words).unwrap_or_else(|e| panic!("{:?}", e.list));
    spv_opt::verify(&module).unwrap_or_else(|e| panic!("{:?}", e.list));
    let output = spv_opt::export(&module).expect("it has a binary form");
    let text = spv_opt::asm::disassemble(&output);
    assert!(!text.contains("OpPhi"), "{text}");
}

/// Covers a panic, or a confusion of ids: the decoration of a type names a constant of a function.
#[test]
fn decoration_that_names_a_constant_of_a_function() {
    let words = module(
        9,
        &[
            SHADER,
            MEMORY_MODEL,
            // UniformId, whose scope is the constant in the function.
            &[332, 3, 27, 6],
            &[19, 1],
            &[33, 2, 1],
            &[21, 7, 32, 0],
            &[30, 3, 7],
            &[54, 1, 4, 0, 2],
            &[248, 5],
            &[43, 7, 6, 4],
            &[253],
            &[56],
        ],
    );
    assert!(complaint(&words).contains("this instruction is not allowed here"), "{}", complaint(&words));
    let recoded = spv_opt::recode(&spv_opt::context(), &words).expect_err("it is wrong");
    assert_eq!(recoded.list[0].message, complaint(&words));
}

/// Covers quadratic text. Each further name of a member repeated the struct, which LLVM 14's form writes out. 64,000
/// names took gigabytes, and caused a panic.
#[test]
fn further_names_of_members_say_their_struct_once() {
    const COUNT: u32 = 2_000;
    let members: Vec<u32> = [30, 2].into_iter().chain((0..COUNT).map(|_| 1)).collect();
    let names: Vec<[u32; 4]> = (0..2 * COUNT).map(|i| [6, 2, i % COUNT, 0x0078 + i / COUNT]).collect();
    let mut list: Vec<&[u32]> = vec![SHADER, &[17, 5], MEMORY_MODEL];
    list.extend(names.iter().map(|name| &name[..]));
    list.extend([&[21, 1, 32, 0][..], &members, &[32, 3, 6, 2], &[59, 3, 4, 6]]);
    let words = module(5, &list);
    let ctx = spv_opt::context();
    let module = spv_opt::import(&ctx, &words).expect("it is valid");
    let exported = spv_opt::export(&module).expect("it is valid");
    assert_eq!(exported.len(), words.len());
    let strict =
        spv_opt::printer::Options { compat: Some(&spv_opt::dialect::llvm::LLVM14), ..Default::default() };
    let local = spv_opt::printer::Options { local_scope: true, ..Default::default() };
    for options in [strict, local] {
        let text = spv_opt::printer::print(&module, &options);
        assert!(text.len() < 200_000, "{}", text.len());
    }
    let text = spv_opt::print(&module);
    let read = spv_opt::parse(&spv_opt::context(), &text).expect("our own text is read");
    assert_eq!(spv_opt::export(&read).expect("it is valid"), exported);
}

/// Covers wrong text: the constants of an entry block that heads a loop were placed inside the loop. Their uses after
/// the loop were printed as undefined names.
#[test]
fn entry_block_that_heads_a_loop() {
    let text = r#"
OpCapability Shader
OpCapability Linkage
OpMemoryModel Logical GLSL450
%void = OpTypeVoid
%fn = OpTypeFunction %void
%int = OpTypeInt 32 0
%ptr = OpTypePointer Private %int
%one = OpConstant %int 1
%v = OpVariable %ptr Private
%f = OpFunction %void None %fn
%header = OpLabel
OpLoopMerge %merge %continue None
OpBranch %body
%body = OpLabel
OpBranch %merge
%continue = OpLabel
OpBranch %header
%merge = OpLabel
OpStore %v %one
OpReturn
OpFunctionEnd
"#;
    let words = spv_opt::asm::assemble(text).expect("it is assembly");
    let module =
        spv_opt::import(&spv_opt::context(), &words).expect("import asks for no more than definitions");
    let errors = spv_opt::verify(&module).expect_err("no valid function branches to its entry");
    assert_eq!(errors.list[0].message, "'spv.func' op entry block of region may not have predecessors");
    let again = spv_opt::parse(&spv_opt::context(), &spv_opt::print(&module)).expect("our own text is read");
    assert_eq!(spv_opt::print(&again), spv_opt::print(&module));
    let error = spv_opt::recode(&spv_opt::context(), &words).expect_err("it is no valid function");
    assert!(error.list[0].message.ends_with("entry block of region may not have predecessors"), "{error:?}");
}

/// Covers shared structs: the second module of a context got the members of a struct of the first module with the same
/// name.
#[test]
fn structs_of_one_name_in_modules_of_one_context() {
    let module = |members: &str| {
        format!(
            "OpCapability Shader\nOpCapability Linkage\nOpCapability PhysicalStorageBufferAddresses
OpExtension \"SPV_KHR_physical_storage_buffer\"
OpMemoryModel PhysicalStorageBuffer64 GLSL450
OpName %s \"S\"\nOpName %t \"S\"\nOpName %list \"List\"
OpMemberDecorate %list 0 Offset 0\nOpMemberDecorate %list 1 Offset 16
OpTypeForwardPointer %next PhysicalStorageBuffer
%uint = OpTypeInt 32 0\n%float = OpTypeFloat 32
%s = OpTypeStruct {members}\n%t = OpTypeStruct {members}
%list = OpTypeStruct %float %next
%next = OpTypePointer PhysicalStorageBuffer %list
%ps = OpTypePointer Private %s\n%pt = OpTypePointer Private %t\n%pl = OpTypePointer Private %next
%a = OpVariable %ps Private\n%b = OpVariable %pt Private\n%c = OpVariable %pl Private\n"
        )
    };
    let shared = spv_opt::context();
    for members in ["%uint", "%float", "%uint %float", "%float", "%uint"] {
        let words = spv_opt::asm::assemble(&module(members)).expect("it is assembly");
        let through = |ctx| {
            let module = spv_opt::import(&ctx, &words).expect("it is valid");
            spv_opt::verify(&module).expect("it is valid");
            let read = spv_opt::parse(&ctx, &spv_opt::print(&module)).expect("its text is read");
            let words = spv_opt::export(&module).expect("it has a binary form");
            assert_eq!(spv_opt::export(&read).expect("it has a binary form"), words);
            words
        };
        assert_eq!(through(shared.clone()), through(spv_opt::context()), "{members}");
    }
}

/// Covers a wrong section: alias scopes were exported among the types, which the specification forbids.
#[test]
fn alias_scopes_are_annotations() {
    let assembly = r#"
        OpCapability Kernel
        OpCapability Addresses
        OpCapability Linkage
        OpCapability MemoryAccessAliasingINTEL
        OpExtension "SPV_INTEL_memory_access_aliasing"
        OpMemoryModel Physical64 OpenCL
        %domain = OpAliasDomainDeclINTEL
        %scope = OpAliasScopeDeclINTEL %domain
        %list = OpAliasScopeListDeclINTEL %scope
        %int = OpTypeInt 32 0"#;
    let words = spv_opt::asm::assemble(assembly).expect("it is assembly");
    let module = spv_opt::import(&spv_opt::context(), &words).expect("it is valid");
    let exported = spv_opt::export(&module).expect("imports are exported");
    let strict = ImportOptions { strict: true, ..ImportOptions::default() };
    for words in [words, exported] {
        import_with(&spv_opt::context(), &words, &strict).expect("each instruction is where it belongs");
    }
}

/// Covers a missing check: continuation instructions were written and accepted without their capability.
#[test]
fn continued_instructions_need_a_capability() {
    const LENGTH: usize = 65_533;
    let constant = |capabilities: &str| {
        let items = vec!["1 : i32"; LENGTH].join(", ");
        let text = format!(
            "spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage{capabilities}], []> {{\n  \
             spv.GlobalConstant @c = [{items}] : !spv.array<{LENGTH} x i32>\n}}\n"
        );
        let module = spv_opt::parse(&spv_opt::context(), &text).expect("it is a module");
        spv_opt::export(&module).map(drop).map_err(|errors| errors.list[0].message.clone())
    };
    assert_eq!(constant(", LongCompositesINTEL"), Ok(()));
    let message = constant("").expect_err("it needs the capability");
    assert!(message.contains("declare capability LongCompositesINTEL"), "{message}");

    let words = module(
        5,
        &[SHADER, MEMORY_MODEL, &[21, 1, 32, 0], &[43, 1, 2, 7], &[30, 3, 1], &[6090, 1], &[1, 3, 4]],
    );
    let options = ImportOptions { strict: true, ..ImportOptions::default() };
    let refused = import_with(&spv_opt::context(), &words, &options).map(drop);
    let message = refused.expect_err("it needs the capability").list[0].message.clone();
    assert!(message.contains("requires capability LongCompositesINTEL"), "{message}");
}

/// Covers a missing forward declaration. Export wrote OpTypeForwardPointer only for pointers in structs. The validator
/// then counted the struct of bytes as a part of the pointer's type, and rejected OpBitcast.
#[test]
fn pointers_to_physical_storage_are_declared_ahead() {
    let module = |name: &str, declarations: &str| {
        format!(
            "OpCapability Shader
OpCapability PhysicalStorageBufferAddresses
OpCapability StorageBuffer8BitAccess
OpExtension \"SPV_KHR_8bit_storage\"
OpMemoryModel PhysicalStorageBuffer64 GLSL450
OpEntryPoint GLCompute %main \"main\"
OpExecutionMode %main LocalSize 1 1 1
{name}
OpDecorate %bytes ArrayStride 1
OpDecorate %s Block
OpMemberDecorate %s 0 Offset 0
OpDecorate %variable AliasedPointer
%void = OpTypeVoid
%type = OpTypeFunction %void
%u8 = OpTypeInt 8 0
%bytes = OpTypeRuntimeArray %u8
{declarations}
%p = OpTypePointer PhysicalStorageBuffer %s
%to_p = OpTypePointer Function %p
%uint = OpTypeInt 32 0
%pair = OpTypeVector %uint 2
%zero = OpConstantNull %pair
%main = OpFunction %void None %type
%entry = OpLabel
%variable = OpVariable %to_p Function
%address = OpBitcast %p %zero
OpStore %variable %address
OpReturn
OpFunctionEnd"
        )
    };
    let forward = "OpTypeForwardPointer %p PhysicalStorageBuffer";
    let structure = "%s = OpTypeStruct %bytes";
    for name in ["", "OpName %s \"S\""] {
        for order in [[forward, structure], [structure, forward]] {
            let text = module(name, &order.join("\n"));
            let words = spv_opt::asm::assemble(&text).expect("it can be assembled");
            let module = spv_opt::import(&spv_opt::context(), &words).expect("it is valid");
            let first = spv_opt::export(&module).expect("it has a binary form");
            let assembly = spv_opt::asm::disassemble(&first);
            assert_eq!(assembly.matches("OpTypeForwardPointer").count(), 1, "{assembly}");
            let read = spv_opt::parse(&spv_opt::context(), &spv_opt::print(&module)).expect("it reads back");
            assert_eq!(spv_opt::export(&read).expect("it has a binary form"), first);
            assert_eq!(spv_opt::recode(&spv_opt::context(), &first).expect("it is valid"), first);
        }
    }
}

/// Covers a wrong order: non-semantic instructions after a graph or function declaration were written before it.
#[test]
fn non_semantic_instructions_stay_behind_what_they_follow() {
    let text = "OpCapability Shader
OpCapability Linkage
OpCapability TensorsARM
OpCapability GraphARM
OpCapability VulkanMemoryModel
OpExtension \"SPV_ARM_tensors\"
OpExtension \"SPV_ARM_graph\"
OpExtension \"SPV_KHR_vulkan_memory_model\"
OpExtension \"SPV_KHR_non_semantic_info\"
%graphs = OpExtInstImport \"NonSemantic.Graph.DebugInfo.1\"
%unknown = OpExtInstImport \"NonSemantic.Unknown\"
%tosa = OpExtInstImport \"TOSA.001000.1\"
OpMemoryModel Logical Vulkan
%name = OpString \"k.mlir:1:1\"
OpDecorate %declared LinkageAttributes \"f\" Import
OpDecorate %in Binding 0
OpDecorate %in DescriptorSet 0
OpDecorate %out Binding 1
OpDecorate %out DescriptorSet 0
%float = OpTypeFloat 32
%uint = OpTypeInt 32 0
%void = OpTypeVoid
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%u4 = OpConstant %uint 4
%array = OpTypeArray %uint %u1
%shape = OpConstantComposite %array %u4
%tensor = OpTypeTensorARM %float %u1 %shape
%pointer = OpTypePointer UniformConstant %tensor
%in = OpVariable %pointer UniformConstant
%out = OpVariable %pointer UniformConstant
%graph = OpTypeGraphARM 1 %tensor %tensor
%type = OpTypeFunction %void
%declared = OpFunction %void None %type
OpFunctionEnd
%n1 = OpExtInst %void %unknown 1 %declared
%defined = OpFunction %void None %type
%entry = OpLabel
OpReturn
OpFunctionEnd
%n2 = OpExtInst %void %unknown 2 %entry
OpGraphEntryPointARM %g \"g\" %in %out
%g = OpGraphARM %graph
%x = OpGraphInputARM %tensor %u0
%y = OpExtInst %tensor %tosa CEIL %x
OpGraphSetOutputARM %y %u0
OpGraphEndARM
%n3 = OpExtInst %void %graphs DebugTensor %x %name
%n4 = OpExtInst %void %graphs DebugGraph %g %name
OpGraphEntryPointARM %h \"h\" %in %out
%h = OpGraphARM %graph
%z = OpGraphInputARM %tensor %u0
OpGraphSetOutputARM %z %u0
OpGraphEndARM
%n5 = OpExtInst %void %graphs DebugOperation %n4 %name %y
%n6 = OpExtInst %void %unknown 3 %h";
    let words = spv_opt::asm::assemble(text).expect("it can be assembled");
    let module = spv_opt::import(&spv_opt::context(), &words).expect("it is valid");
    let first = spv_opt::export(&module).expect("it has a binary form");
    let order = |words: &[u32]| {
        let names = ["OpFunctionEnd", "OpGraphEndARM", "OpExtInst "];
        let text = spv_opt::asm::disassemble(words);
        let of_line = |line: &str| names.iter().copied().find(|name| line.contains(name));
        text.lines().filter_map(of_line).map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(order(&first), order(&words));
    let read = spv_opt::parse(&spv_opt::context(), &spv_opt::print(&module)).expect("it reads back");
    assert_eq!(spv_opt::export(&read).expect("it has a binary form"), first);
}

/// Covers a rejected module: an unknown terminator was not recognized as the end of its block.
#[test]
fn terminators_of_a_newer_grammar_are_carried() {
    use spv_opt::dialect::dialect::DIALECT;
    use spv_opt::ir::dialect::{Dialect, OpDef, Registry, Traits};
    let text = "OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint Fragment %main \"main\"
        OpExecutionMode %main OriginUpperLeft
        %void = OpTypeVoid
        %bool = OpTypeBool
        %type = OpTypeFunction %void
        %true = OpConstantTrue %bool
        %main = OpFunction %void None %type
        %entry = OpLabel
        OpSelectionMerge %merge None
        OpBranchConditional %true %then %else
        %then = OpLabel
        OpTerminateInvocation
        %else = OpLabel
        OpBranch %merge
        %merge = OpLabel
        OpTerminateInvocation
        OpFunctionEnd";
    let words = spv_opt::asm::assemble(text).expect("it can be assembled");
    let usual = spv_opt::import(&spv_opt::context(), &words).expect("it is valid");
    let mut ops = DIALECT.ops.to_vec();
    for def in ops.iter_mut().filter(|def| def.row.name == "spv.TerminateInvocation") {
        *def = OpDef { traits: Traits::MAY_TERMINATE, ..OpDef::new(def.row) };
    }
    let registry = Registry::new(vec![Dialect { ops: ops.leak(), ..DIALECT }]);
    let context = || std::sync::Arc::new(spv_opt::Context::new(registry.clone()));
    let module = spv_opt::import(&context(), &words).expect("it is valid");
    spv_opt::verify(&module).expect("it is valid");
    let expected = spv_opt::export(&usual).expect("it has a binary form");
    assert_eq!(spv_opt::export(&module).expect("it has a binary form"), expected);
    let read = spv_opt::parse(&context(), &spv_opt::print(&module)).expect("it reads back");
    assert_eq!(spv_opt::export(&read).expect("it has a binary form"), expected);
    assert_eq!(spv_opt::recode(&context(), &words).expect("it is valid"), expected);
    // No known op has this form.
    let unknown =
        DIALECT.ops.iter().filter(|def| def.traits.contains(Traits::MAY_TERMINATE)).map(|def| def.row.name);
    assert_eq!(unknown.collect::<Vec<_>>(), Vec::<&str>::new());
}

/// Covers a check that streaming conversion skipped. It verified each function before its op had a body, and so never
/// compared the types of the parameters with the function type.
#[test]
fn parameters_have_the_types_of_the_function_type() {
    let text = "OpCapability Shader\nOpCapability Linkage\nOpMemoryModel Logical GLSL450\n%void = OpTypeVoid\n\
                %int = OpTypeInt 32 0\n%float = OpTypeFloat 32\n%type = OpTypeFunction %void %int\n\
                %f = OpFunction %void None %type\n%x = OpFunctionParameter %float\n%entry = OpLabel\nOpReturn\nOpFunctionEnd\n";
    let words = spv_opt::asm::assemble(text).expect("the syntax is valid");
    let errors = spv_opt::recode(&spv_opt::context(), &words).expect_err("the types differ");
    assert!(errors.to_string().contains("type of entry block argument #0 must match"), "{errors}");
}
