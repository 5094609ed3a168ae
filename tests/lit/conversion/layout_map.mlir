// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.1 -O | FileCheck %s

// A layout map that is a sum of products is offset and strides.

// CHECK: spv.GlobalVariable @main_arg_0 {{.*}}!spv.array<30 x f32, stride=4>
// CHECK: %[[EIGHT:.*]] = spv.Constant 8 : i32
// CHECK: spv.IMul %{{.*}}, %[[EIGHT]] : i32
gpu.module @kernels {
  gpu.func @main(%x: memref<4x6xf32, affine_map<(d0, d1) -> (d0 * 8 + d1)>>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4]>} {
    %i = gpu.global_id x
    %c2 = arith.constant 2 : index
    %v = memref.load %x[%i, %c2] : memref<4x6xf32, affine_map<(d0, d1) -> (d0 * 8 + d1)>>
    memref.store %v, %x[%c2, %i] : memref<4x6xf32, affine_map<(d0, d1) -> (d0 * 8 + d1)>>
    gpu.return
  }
}
