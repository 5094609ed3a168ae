// RUN: spv-opt %s --symbol-dce | FileCheck %s

// The description of a function does not keep it. DebugInfoNone stands for an erased function.
// CHECK: spv.OpenCLDebugInfo.DebugInfoNone @[[NONE:.*]]
// CHECK: spv.OpenCLDebugInfo.DebugFunction {{.*}}, @[[NONE]]
// CHECK: spv.OpenCLDebugInfo.DebugFunction {{.*}}, @used
// CHECK-NOT: spv.func @unused
// CHECK: spv.func @used
spv.module Physical64 OpenCL requires #spv.vce<v1.3, [Addresses, Linkage, Kernel], []> attributes {ext_inst_imports = ["OpenCL.DebugInfo.100"]} {
  spv.String @file "kernel.cl"
  spv.String @int "int"
  spv.String @name "f"
  spv.OpenCLDebugInfo.DebugSource @source @file
  spv.OpenCLDebugInfo.DebugCompilationUnit @unit 65536, 4, @source, "OpenCL_C"
  spv.OpenCLDebugInfo.DebugTypeBasic @int_type @int, 32 : i32, "Signed"
  spv.OpenCLDebugInfo.DebugTypeFunction @f_type "FlagIsPublic", @int_type, @int_type
  spv.OpenCLDebugInfo.DebugFunction @unused_info @name, @f_type, @source, 1, 1, @unit, @name, "FlagIsDefinition", 1, @unused
  spv.OpenCLDebugInfo.DebugFunction @used_info @name, @f_type, @source, 2, 1, @unit, @name, "FlagIsDefinition", 2, @used
  spv.func @unused(%x: i32) -> i32 "None" {
    spv.ReturnValue %x : i32
  }
  spv.func @used(%x: i32) -> i32 "None" attributes {linkage_attributes = ["used", "Export"]} {
    spv.ReturnValue %x : i32
  }
}
