// Non-semantic instructions that refer to a block or value which a pass erases are erased, too, and what refers to them. Where
// another op has the value of one, it is undefined.
// RUN: spv-opt %s --canonicalize --dce | FileCheck %s
// RUN: spv-opt %s --canonicalize --dce --emit=spirv -o %t.spv
// CHECK: spv.ExtInst @kept "NonSemantic.Mine", 1, #spv.local<@f, 0>
// CHECK-NOT: spv.ExtInst @gone
// CHECK-NOT: spv.ExtInst @after
// CHECK-NOT: spv.ExtInst @read
// CHECK-NOT: spv.ExtInst @far
// CHECK: spv.func @value
// CHECK-NEXT: %[[UNDEF:.*]] = spv.Undef {module_scope = 0 : i32} : f32
// CHECK-NEXT: spv.ReturnValue %[[UNDEF]]
// CHECK: spv.func @f
// CHECK-NOT: spv.ExtInst
// CHECK: spv.Return
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> attributes {ext_inst_imports = ["NonSemantic.Mine"]} {
  spv.ExtInst @kept "NonSemantic.Mine", 1, #spv.local<@f, 0>
  spv.ExtInst @gone "NonSemantic.Mine", 1, #spv.local<@f, 1>
  spv.ExtInst @after "NonSemantic.Mine", 2, @gone
  spv.ExtInst @read "NonSemantic.Mine", 1, #spv.local<@f, 1> : f32
  spv.ExtInst @far "NonSemantic.Mine", 2, #spv.local<@f, 3>
  spv.func @value() -> f32 "None" {
    spv.ExtInst "NonSemantic.Mine", 4, #spv.local<@f, 2>
    spv.ExtInst "NonSemantic.Mine", 5, @far
    %0 = spv.mlir.referenceof @read : f32
    spv.ReturnValue %0 : f32
  }
  spv.func @f(%a: i32, %c: i1) "None" {
  ^bb0 {local_id = 0 : i32}:
    spv.mlir.selection {
      spv.BranchConditional %c, ^bb1, ^bb2
    ^bb1 {local_id = 1 : i32}:
      spv.Branch ^bb2
    ^bb2:
      spv.mlir.merge
    }
    spv.ExtInst "NonSemantic.Mine", 3, #spv.local<@f, 1>
    spv.ExtInst "NonSemantic.Mine", 3, @after
    spv.ExtInst "NonSemantic.Mine", 3, #spv.local<@f, 1> {local_id = 2 : i32}
    spv.ExtInst "NonSemantic.Mine", 3, #spv.local<@f, 2> {local_id = 3 : i32}
    spv.Return
  }
}
