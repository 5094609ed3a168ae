// RUN: spv-opt %s --split-input-file --verify-diagnostics
// The control of a construct stands where the construct is declared.
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
  spv.func @f() "None" {
    // expected-error @+1 {{'spv.Branch' op has a 'selection_control', but declares no selection}}
    "spv.Branch"()[^bb1] {merge = 0 : i32, selection_control = 0 : i32} : () -> ()
  ^bb1:
    spv.Return
  }
}

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
  spv.func @f(%c: i1) "None" {
    // expected-error @+1 {{'spv.BranchConditional' op has a 'loop_control', but declares no loop}}
    "spv.BranchConditional"(%c)[^bb1, ^bb2, ^bb2] {merge = 1 : i32, selection_control = 0 : i32, loop_control = 0 : i32} : (i1) -> ()
  ^bb1:
    spv.Branch ^bb2
  ^bb2:
    spv.Return
  }
}
