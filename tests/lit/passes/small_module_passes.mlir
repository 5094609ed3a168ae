// Passes that change a number, a flag or a declaration.
// RUN: spv-opt %s "--switch-descriptorset=from=0 to=7" --remove-dont-inline --modify-maximal-reconvergence=mode=add | FileCheck %s
// RUN: spv-opt %s --modify-maximal-reconvergence=mode=add --modify-maximal-reconvergence=mode=remove | FileCheck %s --check-prefix=REMOVED
// RUN: not spv-opt %s --switch-descriptorset=from=x 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not spv-opt %s --modify-maximal-reconvergence=mode=x 2>&1 | FileCheck %s --check-prefix=MODE
// ERROR: the value 'x' of option 'from' is not a non-negative integer
// MODE: the option 'mode' must be 'add' or 'remove'

// CHECK: requires #spv.vce<v1.3, [Shader], [SPV_KHR_maximal_reconvergence]>
// REMOVED: requires #spv.vce<v1.3, [Shader], []>
// REMOVED-NOT: MaximallyReconvergesKHR
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader], []> {
  spv.EntryPoint "GLCompute" @main
  // CHECK: spv.ExecutionMode @main "MaximallyReconvergesKHR"
  // CHECK-NOT: MaximallyReconvergesKHR
  spv.ExecutionMode @main "LocalSize", 1, 1, 1
  // CHECK: @a bind(7, 1)
  spv.GlobalVariable @a bind(0, 1) : !spv.ptr<!spv.sampler, UniformConstant>
  // CHECK: @b bind(1, 1)
  spv.GlobalVariable @b bind(1, 1) : !spv.ptr<!spv.sampler, UniformConstant>
  // CHECK: spv.func @main() "None"
  spv.func @main() "DontInline" {
    spv.Return
  }
}
