// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.2 | FileCheck %s --check-prefix=EMULATED
// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.2 -o %t.spv
// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.2+StorageBuffer16BitAccess | FileCheck %s --check-prefix=SHORT
// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.2+BFloat16TypeKHR+StorageBuffer16BitAccess+SPV_KHR_bfloat16 | FileCheck %s --check-prefix=NATIVE
// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.2+BFloat16TypeKHR+StorageBuffer16BitAccess+SPV_KHR_bfloat16 -o %t.spv
// RUN: spv-opt %s --convert-to-spirv=target=opencl2.2 | FileCheck %s --check-prefix=KERNEL
// RUN: not spv-opt %s --convert-to-spirv="target=vulkan1.2 emulate-unsupported-float-types=false" 2>&1 | FileCheck %s --check-prefix=REFUSED
// Without the capability, `bf16` values are 32-bit floats, rounded to nearest even. Memory holds 16 bits for each.
// REFUSED: 'bf16' requires the capability BFloat16TypeKHR
gpu.module @m {
  // EMULATED-LABEL: spv.func @sum
  // EMULATED: spv.IsNan
  // EMULATED: spv.AtomicOr
  // SHORT-LABEL: spv.func @sum
  // SHORT: spv.Load "StorageBuffer" %{{.*}} : i16
  // SHORT: spv.Store "StorageBuffer" %{{.*}}, %{{.*}} : i16
  // NATIVE-LABEL: spv.func @sum
  // NATIVE: spv.Load "StorageBuffer" %{{.*}} : bf16
  // NATIVE: spv.FConvert %{{.*}} : bf16 to f32
  // NATIVE: spv.FAdd %{{.*}}, %{{.*}} : f32
  // NATIVE: spv.FConvert %{{.*}} : f32 to bf16
  // KERNEL-LABEL: spv.func @sum
  // KERNEL: spv.Load "CrossWorkgroup" %{{.*}} : i16
  gpu.func @sum(%x: memref<64xbf16>, %y: memref<64xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<64xbf16>
    %c = arith.constant 1.5 : bf16
    %s = arith.addf %a, %c : bf16
    %e = arith.extf %s : bf16 to f32
    memref.store %e, %y[%i] : memref<64xf32>
    %f = memref.load %y[%i] : memref<64xf32>
    %t = arith.truncf %f : f32 to bf16
    memref.store %t, %x[%i] : memref<64xbf16>
    gpu.return
  }
}
