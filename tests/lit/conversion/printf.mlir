// RUN: spv-opt %s --convert-to-spirv=target=opencl2.0 | FileCheck %s
// RUN: spv-opt %s --convert-to-spirv=target=opencl2.0 --target-env=opencl2.0 --emit=none
// RUN: not spv-opt %s --convert-to-spirv=target=vulkan1.1 2>&1 | FileCheck %s --check-prefix=VULKAN
// The format of gpu.printf is a constant array that ends in a zero.

// VULKAN: failed to legalize operation 'gpu.printf'
// VULKAN: pattern 'printf': only OpenCL targets have printf

// CHECK-DAG: spv.GlobalVariable @[[FIRST:__printf__0]] initializer({{.*}}dense<[72, 105, 10, 0]>{{.*}}) {constant} : !spv.ptr<!spv.array<4 x i8>, UniformConstant>
// CHECK-DAG: spv.GlobalVariable @[[SECOND:__printf__1]] initializer({{.*}}dense<[37, 100, 32, 37, 102, 0]>{{.*}}) {constant} : !spv.ptr<!spv.array<6 x i8>, UniformConstant>
gpu.module @kernels {
  // CHECK-LABEL: spv.func @greet
  // CHECK: %[[A:.*]] = spv.mlir.addressof @[[FIRST]]
  // CHECK: %[[S:.*]] = spv.AccessChain %[[A]][%{{.*}}]
  // CHECK: spv.OCL.printf %[[S]] : !spv.ptr<i8, UniformConstant> -> i32
  gpu.func @greet() kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
    gpu.printf "Hi\n"
    gpu.return
  }
  // CHECK-LABEL: spv.func @show
  // CHECK: spv.mlir.addressof @[[SECOND]]
  // CHECK: spv.OCL.printf %{{.*}}, %{{.*}}, %{{.*}} : !spv.ptr<i8, UniformConstant>, i32, f32 -> i32
  gpu.func @show(%a: i32, %b: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
    gpu.printf "%d %f", %a, %b : i32, f32
    gpu.return
  }
}
