// RUN: spv-opt %s --split-input-file --verify-diagnostics

// A symbol that an instruction invokes is that of a function: spirv-val does not check it.
spv.module Physical64 OpenCL requires #spv.vce<v1.6, [Kernel, TaskSequenceALTERA], []> {
  // expected-note @+1 {{'@undefined' is a 'spv.GlobalConstant'}}
  spv.GlobalConstant @undefined = #spv.undef<0> : i32
  spv.func @f() "None" {
    %0 = spv.TaskSequenceCreateALTERA @f, 1, 1, 1, 1 : !spv.task_sequence
    // expected-error @+1 {{parameter 'function' must be the symbol of a function}}
    %1 = spv.TaskSequenceCreateALTERA @undefined, 1, 1, 1, 1 : !spv.task_sequence
    spv.Return
  }
}

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.6, [FunctionPointersINTEL], []> {
  // expected-note @+1 {{'@variable' is a 'spv.GlobalVariable'}}
  spv.GlobalVariable @variable : !spv.ptr<i32, Private>
  // expected-error @+1 {{parameter 'function' must be the symbol of a function}}
  spv.ConstantFunctionPointerINTEL @pointer @variable : !spv.ptr<i32, CodeSectionINTEL>
}
