// RUN: spv-opt %s --mlir-compat=19 --no-implicit-module --test-spirv-roundtrip | FileCheck %s
// RUN: spv-opt %s --mlir-compat=19 --no-implicit-module --emit=spvasm | FileCheck %s --check-prefix=ASM

// The decoration of a function parameter is one of the binary.

// CHECK: spirv.func @f(%{{.*}}: i32, %{{.*}}: !spirv.ptr<i32, PhysicalStorageBuffer> {spirv.decoration = #spirv.decoration<Restrict>}) "None"
// ASM: OpDecorate %{{.*}} Restrict
spirv.module PhysicalStorageBuffer64 GLSL450 requires #spirv.vce<v1.0, [Shader, PhysicalStorageBufferAddresses], [SPV_KHR_physical_storage_buffer]> {
  spirv.func @f(%a: i32, %b: !spirv.ptr<i32, PhysicalStorageBuffer> {spirv.decoration = #spirv.decoration<Restrict>}) "None" {
    spirv.Return
  }
}
