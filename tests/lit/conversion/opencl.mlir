// RUN: spv-opt %s --convert-to-spirv | FileCheck %s
// RUN: spv-opt %s --convert-to-spirv -o %t.spv
// RUN: spv-opt %s --convert-to-spirv=use-64bit-index=false | FileCheck %s --check-prefix=NARROW
// RUN: sed 's/, Int64//' %s | spv-opt --convert-to-spirv | FileCheck %s --check-prefix=NARROW
// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.1 | FileCheck %s --check-prefix=VULKAN

// The target environment of the module decides, unless the option does: pointers are arguments of a kernel for OpenCL,
// and buffers in Vulkan. Kernels have addresses of 64 bits if the target has Int64.

// CHECK: spv.module @k Physical64 OpenCL requires #spv.vce<v1.0, [Int64, Kernel, Addresses], []>
// CHECK: spv.GlobalVariable @__builtin__GlobalInvocationId__ built_in("GlobalInvocationId") : !spv.ptr<vector<3xi64>, Input>
// CHECK: spv.func @main(%x: !spv.ptr<!spv.array<64 x f32>, CrossWorkgroup>, %n: i32) "None"
// CHECK: spv.OCL.exp %{{.*}} : f32
// CHECK: spv.EntryPoint "Kernel" @main
// CHECK: spv.ExecutionMode @main "LocalSize", 8, 1, 1

// NARROW: spv.module @k Physical32 OpenCL requires #spv.vce<v1.0, [Kernel, Addresses], []>

// VULKAN: spv.module @k Logical GLSL450
// VULKAN: spv.GlobalVariable @main_arg_0 bind(0, 0) : !spv.ptr<!spv.struct<(!spv.array<64 x f32, stride=4> [0]), Block>, StorageBuffer>
// VULKAN: spv.GLSL.Exp %{{.*}} : f32
// VULKAN: spv.EntryPoint "GLCompute" @main
gpu.module @k attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.2, [Kernel, Addresses, Int64], []>, #spirv.resource_limits<>>} {
  gpu.func @main(%x: memref<64xf32>, %n: i32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %i = gpu.global_id x
    %v = memref.load %x[%i] : memref<64xf32>
    %w = math.exp %v : f32
    memref.store %w, %x[%i] : memref<64xf32>
    gpu.return
  }
}
