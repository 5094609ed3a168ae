//! Regression tests for control flow and unreachable blocks

/// Guards against an OpPhi without operands, which was added if a value of a loop is used after the loop's unreachable
/// merge block.
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

/// Guards against an OpPhi without operands, which was added if an unreachable continue target uses a value that a
/// selection defines.
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

/// Guards against invalid MLIR text: if the entry block becomes a loop, its constants were placed inside the loop. Uses
/// after the loop were printed as undefined names.
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
