// RUN: spv-opt %s --private-to-local | FileCheck %s --check-prefix=LOCAL
// RUN: spv-opt %s --remove-unused-interface-variables --symbol-dce | FileCheck %s --check-prefix=UNUSED

// The description of a global variable keeps it neither alive nor global. DebugInfoNone stands for an erased variable.
// LOCAL-NOT: spv.GlobalVariable @state
// LOCAL: spv.DebugInfo.DebugInfoNone @[[NONE:.*]]
// LOCAL: spv.DebugInfo.DebugGlobalVariable {{.*}}, @[[NONE]], 8 : i32
// LOCAL: spv.DebugInfo.DebugGlobalVariable {{.*}}, @unused, 8 : i32
// LOCAL: spv.Variable
// UNUSED: spv.EntryPoint "GLCompute" @main, @state{{$}}
// UNUSED-NOT: spv.GlobalVariable @unused
// UNUSED: spv.GlobalVariable @state
// UNUSED: spv.DebugInfo.DebugGlobalVariable {{.*}}, @state, 8 : i32
// UNUSED: spv.DebugInfo.DebugInfoNone @[[NONE:.*]]
// UNUSED: spv.DebugInfo.DebugGlobalVariable {{.*}}, @[[NONE]], 8 : i32
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader], []> attributes {ext_inst_imports = ["NonSemantic.Shader.DebugInfo.100"]} {
  spv.EntryPoint "GLCompute" @main, @state, @unused
  spv.ExecutionMode @main "LocalSize", 1, 1, 1
  spv.String @file "a.comp"
  spv.String @int "int"
  spv.String @name "state"
  spv.DebugInfo.DebugSource @source @file
  spv.DebugInfo.DebugCompilationUnit @unit 1 : i32, 4 : i32, @source, 2 : i32
  spv.DebugInfo.DebugTypeBasic @int_type @int, 32 : i32, 4 : i32, 0 : i32
  spv.GlobalVariable @state : !spv.ptr<i32, Private>
  spv.DebugInfo.DebugGlobalVariable @state_info @name, @int_type, @source, 1 : i32, 1 : i32, @unit, @name, @state, 8 : i32
  spv.GlobalVariable @unused : !spv.ptr<i32, Private>
  spv.DebugInfo.DebugGlobalVariable @unused_info @name, @int_type, @source, 2 : i32, 1 : i32, @unit, @name, @unused, 8 : i32
  spv.func @main() "None" {
    %s = spv.mlir.addressof @state : !spv.ptr<i32, Private>
    %one = spv.Constant 1 : i32
    spv.Store "Private" %s, %one : i32
    %x = spv.Load "Private" %s : i32
    %y = spv.IAdd %x, %one : i32
    spv.Store "Private" %s, %y : i32
    spv.Return
  }
}
