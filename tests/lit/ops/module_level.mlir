// RUN: spv-opt %s --verify-roundtrip | FileCheck %s
// RUN: spv-opt %s -o %t.spv && spv-opt %t.spv --emit=spvasm | FileCheck %s --check-prefix=ASM
// ASM: OpExecutionMode %main LocalSize 8 8 1
// ASM: OpSource GLSL 450
// ASM: OpDecorate %g NonWritable
spv.module @m Logical GLSL450 requires #spv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
  spv.Source "GLSL", 450
  spv.GlobalVariable @g bind(0, 0) {non_writable} : !spv.ptr<!spv.struct<(i32 [0]), Block>, StorageBuffer>
  spv.func @main() "None" {
    spv.Return
  }
  spv.EntryPoint "GLCompute" @main name("start"), @g
  spv.ExecutionMode @main "LocalSize", 8, 8, 1
}

// CHECK: module {
// CHECK-NEXT:   spv.module @m Logical GLSL450 requires #spv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
// CHECK-NEXT:     spv.Source "GLSL", 450
// CHECK-NEXT:     spv.GlobalVariable @g bind(0, 0) {non_writable} : !spv.ptr<!spv.struct<(i32 [0]), Block>, StorageBuffer>
// CHECK-NEXT:     spv.func @main() "None" {
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.EntryPoint "GLCompute" @main name("start"), @g
// CHECK-NEXT:     spv.ExecutionMode @main "LocalSize", 8, 8, 1
// CHECK-NEXT:   }
// CHECK-NEXT: }

