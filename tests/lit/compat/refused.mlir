// RUN: spv-opt %s --split-input-file --verify-diagnostics --mlir-compat=14 --emit=none
// What LLVM 14 has no text for is an error that names the op; it is not written some other way.
spv.func @op(%a: i32) -> i32 "None" {
  // expected-error @+1 {{'spv.CopyObject' op does not exist in LLVM 14}}
  %0 = spv.CopyObject %a : i32
  spv.ReturnValue %0 : i32
}

// -----

spv.func @results(%c: i1, %a: i32) -> i32 "None" {
  // expected-error @+1 {{'spv.mlir.selection' op has results, which LLVM 14 does not support on constructs}}
  %0 = spv.mlir.selection -> i32 {
    spv.BranchConditional %c, ^then, ^end(%a : i32)
  ^then:
    %1 = spv.IAdd %a, %a : i32
    spv.Branch ^end(%1 : i32)
  ^end(%2: i32):
    spv.mlir.merge %2 : i32
  }
  spv.ReturnValue %0 : i32
}

// -----

spv.func @exit(%c: i1) "None" {
  spv.mlir.loop {
    spv.Branch ^header
  ^header:
    spv.BranchConditional %c, ^body, ^end
  ^body:
    spv.mlir.selection {
      spv.BranchConditional %c, ^stop, ^go_on
    ^stop:
      // expected-error @+1 {{'spv.mlir.break' op does not exist in LLVM 14}}
      spv.mlir.break
    ^go_on:
      spv.mlir.merge
    }
    spv.Branch ^continue
  ^continue:
    spv.Branch ^header
  ^end:
    spv.mlir.merge
  }
  spv.Return
}

// -----

spv.func @merge(%c: i1) "None" {
  // expected-error @+1 {{'spv.BranchConditional' op declares a merge block}}
  spv.BranchConditional %c, ^then, ^end selection_merge(^end)
^then:
  spv.Branch ^end
^end:
  spv.Return
}

// -----

spv.module Logical GLSL450 {
  // expected-error @+1 {{'spv.GlobalVariable' op has a type that does not exist in LLVM 14: `!spv.sampler`}}
  spv.GlobalVariable @s : !spv.ptr<!spv.sampler, UniformConstant>
}

// -----

spv.func @null() "None" {
  // expected-error @+1 {{'spv.Constant' op has an attribute that does not exist in LLVM 14: `#spv.null`}}
  %0 = spv.Constant #spv.null : i32
  spv.Return
}

// -----

spv.func @controls(%c: i1) "None" {
  // expected-error @+1 {{'spv.mlir.loop' op has a control with several flags or with operands}}
  spv.mlir.loop control(PartialCount, 3) {
    spv.Branch ^header
  ^header:
    spv.BranchConditional %c, ^body, ^merge
  ^body:
    spv.Branch ^header
  ^merge:
    spv.mlir.merge
  }
  // expected-error @+1 {{'spv.mlir.selection' op has a control with several flags or with operands}}
  spv.mlir.selection control("Flatten|DontFlatten") {
    spv.BranchConditional %c, ^then, ^merge
  ^then:
    spv.Branch ^merge
  ^merge:
    spv.mlir.merge
  }
  spv.Return
}
