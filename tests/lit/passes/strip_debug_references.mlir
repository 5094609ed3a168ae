// Debug information that something else refers to stays, as long as it does, and instructions of a debug-info set that the tables
// do not know go with it. The numbers of imports are those of the imports that are left. What locations refer to is kept.
// RUN: spv-opt %s --strip-debug --emit=spirv -o %t.spv
// RUN: spv-opt %s --strip-debug | FileCheck %s
// RUN: spv-opt %s --symbol-dce | FileCheck %s --check-prefix=DCE
// CHECK: ext_inst_imports = ["NonSemantic.Mine", "NonSemantic.Mine"]
// CHECK: spv.DebugInfo.DebugInfoNone @
// CHECK-NOT: spv.DebugInfo
// CHECK-NOT: "NonSemantic.Shader.DebugInfo.100"
// CHECK: spv.ExtInst @{{.*}} "NonSemantic.Mine", 2, @{{.*}} {import = 1 : i32}
// DCE: spv.SpecConstant @line
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> attributes {ext_inst_imports = ["NonSemantic.Shader.DebugInfo.100", "NonSemantic.Mine", "NonSemantic.Mine"]} {
  spv.String @file "a.frag"
  spv.SpecConstant @line = 3 : i32
  spv.DebugInfo.DebugInfoNone @none
  spv.DebugInfo.DebugSource @source @file
  spv.ExtInst @lacking "NonSemantic.Shader.DebugInfo.100", 1, @source
  spv.ExtInst @mine "NonSemantic.Mine", 2, @none {import = 2 : i32}
  spv.func @f() "None" attributes {linkage_attributes = ["f", "Export"]} {
    spv.Return loc(fused<#spv.debug_line<@source, @line, @line, 0 : i32, 0 : i32>>[])
  }
}
