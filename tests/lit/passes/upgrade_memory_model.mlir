// RUN: spv-opt %s --upgrade-memory-model | FileCheck %s
// RUN: sed 's/Logical GLSL450/Logical Simple/' %s | spv-opt - --upgrade-memory-model --no-verify | FileCheck %s --check-prefix=OTHER
// CHECK: !spv.struct<Marked{{.*}}, (i32 [0], f32 [4]), Block>
// CHECK: spv.module Logical Vulkan requires #spv.vce<v1.3, [{{.*}}VulkanMemoryModel{{.*}}], [{{.*}}SPV_KHR_vulkan_memory_model]>
// OTHER: spv.module Logical Simple
// OTHER: {coherent}
!Plain = type !spv.struct<Plain, (i32 [0], f32 [4]), Block>
!Marked = type !spv.struct<Marked, (i32 [0, Volatile], f32 [4]), Block>
!image = type !spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba32f>
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Tessellation], [SPV_KHR_storage_buffer_storage_class]> {
  spv.EntryPoint "GLCompute" @main
  spv.ExecutionMode @main "LocalSize", 1, 1, 1
  // CHECK: spv.GlobalVariable @coherent bind(0, 0) : !spv.ptr
  spv.GlobalVariable @coherent bind(0, 0) {coherent} : !spv.ptr<!Plain, StorageBuffer>
  spv.GlobalVariable @marked bind(0, 1) : !spv.ptr<!Marked, StorageBuffer>
  // CHECK: spv.GlobalVariable @image bind(0, 2) : !spv.ptr
  spv.GlobalVariable @image bind(0, 2) {coherent, volatile} : !spv.ptr<!image, UniformConstant>
  spv.GlobalVariable @shared : !spv.ptr<i32, Workgroup>
  spv.GlobalVariable @own : !spv.ptr<i32, Private>
  spv.func @main() "None" {
    %coherent = spv.mlir.addressof @coherent : !spv.ptr<!Plain, StorageBuffer>
    %marked = spv.mlir.addressof @marked : !spv.ptr<!Marked, StorageBuffer>
    %image = spv.mlir.addressof @image : !spv.ptr<!image, UniformConstant>
    %shared = spv.mlir.addressof @shared : !spv.ptr<i32, Workgroup>
    %own = spv.mlir.addressof @own : !spv.ptr<i32, Private>
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %at = spv.Constant dense<0> : vector<2xi32>
    %p = spv.AccessChain %coherent[%c0] : !spv.ptr<!Plain, StorageBuffer>, i32
    %q = spv.AccessChain %marked[%c0] : !spv.ptr<!Marked, StorageBuffer>, i32
    %r = spv.AccessChain %marked[%c1] : !spv.ptr<!Marked, StorageBuffer>, i32
    // CHECK: spv.Load "StorageBuffer" %p ["Aligned|MakePointerVisible|NonPrivatePointer", 4, "QueueFamily"] : i32
    %0 = spv.Load "StorageBuffer" %p ["Aligned", 4] : i32
    // Only one member is volatile.
    // CHECK: spv.Load "StorageBuffer" %q ["Volatile"] : i32
    %1 = spv.Load "StorageBuffer" %q : i32
    // CHECK: spv.Load "StorageBuffer" %r : f32
    %2 = spv.Load "StorageBuffer" %r : f32
    // CHECK: spv.Store "StorageBuffer" %p, %{{.*}} ["MakePointerAvailable|NonPrivatePointer", "QueueFamily"] : i32
    spv.Store "StorageBuffer" %p, %1 : i32
    // CHECK: spv.Store "Workgroup" %shared, %{{.*}} ["MakePointerAvailable|NonPrivatePointer", "Workgroup"] : i32
    spv.Store "Workgroup" %shared, %0 : i32
    // Copies before version 1.4 have one mask for both sides.
    // CHECK: spv.CopyMemory "StorageBuffer" %p, "Workgroup" %shared ["MakePointerAvailable|MakePointerVisible|NonPrivatePointer", "QueueFamily", "Workgroup"]
    spv.CopyMemory "StorageBuffer" %p, "Workgroup" %shared : i32
    // CHECK: spv.Store "Private" %own, %{{.*}} : i32
    spv.Store "Private" %own, %0 : i32
    // CHECK: spv.ImageRead %{{.*}}, %{{.*}} ["MakeTexelVisible|NonPrivateTexel|VolatileTexel"{{.*}}"QueueFamily"
    %3 = spv.Load "UniformConstant" %image : !image
    %4 = spv.ImageRead %3, %at : !image, vector<2xi32> -> vector<4xf32>
    // CHECK: spv.AtomicIAdd "QueueFamily" "Volatile" %q
    %5 = spv.AtomicIAdd "Device" "None" %q, %c1 : !spv.ptr<i32, StorageBuffer>
    // CHECK: spv.MemoryBarrier QueueFamily, "AcquireRelease|UniformMemory"
    spv.MemoryBarrier Device, "AcquireRelease|UniformMemory"
    spv.Return
  }
}
