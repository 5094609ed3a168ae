// RUN: not spv-opt %s --convert-to-spirv=target=opencl3.0 2>&1 | FileCheck %s
// RUN: spv-opt %s --convert-to-spirv=target=opencl3.0+Float16 | FileCheck %s --check-prefix=HALF

// Kernels have halves only where the device does.
// CHECK: 'f16' requires the capability Float16, which the target lacks: append '+Float16' to the target's name if the device supports it
// HALF: spv.FConvert %{{.*}} : f32 to f16
gpu.module @m {
  gpu.func @k(%a: memref<64xf16>, %b: memref<64xf32>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16, 1, 1]>} {
    %i = gpu.global_id x
    %x = memref.load %b[%i] : memref<64xf32>
    %h = arith.truncf %x : f32 to f16
    memref.store %h, %a[%i] : memref<64xf16>
    gpu.return
  }
}
