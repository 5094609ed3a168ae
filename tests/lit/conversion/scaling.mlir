// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.2 | FileCheck %s
// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.2+Int8+StorageBuffer8BitAccess -o %t.spv
// RUN: spv-opt %s --convert-to-spirv=target=opencl3.0 -o %t.spv
// RUN: spv-opt %s --mlir-compat=22 | FileCheck %s --check-prefix=TEXT
// Scales are powers of two.
gpu.module @m {
  // CHECK-LABEL: spv.func @kernel
  gpu.func @kernel(%x: memref<64xf8E4M3FN>, %s: memref<64xf8E8M0FNU>, %y: memref<64xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<64xf8E4M3FN>
    %b = memref.load %s[%i] : memref<64xf8E8M0FNU>
    // TEXT: arith.scaling_extf %{{.*}}, %{{.*}} : f8E4M3FN, f8E8M0FNU to f32
    // CHECK: spv.FMul
    %c = arith.scaling_extf %a, %b : f8E4M3FN, f8E8M0FNU to f32
    memref.store %c, %y[%i] : memref<64xf32>
    // TEXT: arith.scaling_truncf %{{.*}}, %{{.*}} to_nearest_even fastmath<nnan> : f32, f8E8M0FNU to f8E4M3FN
    // CHECK: spv.FDiv
    %d = arith.scaling_truncf %c, %b to_nearest_even fastmath<nnan> : f32, f8E8M0FNU to f8E4M3FN
    memref.store %d, %x[%i] : memref<64xf8E4M3FN>
    %v = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : vector<6xf32>
    %w = arith.constant dense<2.0> : vector<6xf8E8M0FNU>
    %n = arith.scaling_truncf %v, %w : vector<6xf32>, vector<6xf8E8M0FNU> to vector<6xf4E2M1FN>
    %o = arith.extf %n : vector<6xf4E2M1FN> to vector<6xf32>
    vector.store %o, %y[%i] : memref<64xf32>, vector<6xf32>
    gpu.return
  }
}
