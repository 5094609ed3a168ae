// RUN: spv-opt %s --convert-to-untyped | FileCheck %s
!Block = type !spv.struct<Block, (i32 [0], !spv.rtarray<i32, stride=4> [4]), Block>
// CHECK: requires #spv.vce<v1.5, [{{.*}}UntypedPointersKHR{{.*}}], [{{.*}}SPV_KHR_untyped_pointers{{.*}}]>
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader], []> {
  spv.EntryPoint "GLCompute" @main, @b, @v
  spv.ExecutionMode @main "LocalSize", 1, 1, 1
  // CHECK: spv.UntypedVariableKHR @b "StorageBuffer", !Block {binding = 0 : i32, descriptor_set = 0 : i32} : !spv.untyped_ptr<StorageBuffer>
  spv.GlobalVariable @b bind(0, 0) : !spv.ptr<!Block, StorageBuffer>
  // CHECK: spv.GlobalVariable @v : !spv.ptr<i32, Private>
  spv.GlobalVariable @v : !spv.ptr<i32, Private>
  spv.func @main() "None" {
    // CHECK: %[[B:.*]] = spv.mlir.addressof @b : !spv.untyped_ptr<StorageBuffer>
    %b = spv.mlir.addressof @b : !spv.ptr<!Block, StorageBuffer>
    %v = spv.mlir.addressof @v : !spv.ptr<i32, Private>
    %c0 = spv.Constant 0 : i32
    // CHECK: spv.UntypedArrayLengthKHR {{.*}}!Block
    %n = spv.ArrayLength %b, 1 : !spv.ptr<!Block, StorageBuffer>
    // CHECK: %p = spv.UntypedAccessChainKHR {{.*}}!Block
    %p = spv.AccessChain %b[%c0] : !spv.ptr<!Block, StorageBuffer>, i32
    // CHECK: spv.Load {{.*}}%p {{.*}}i32
    %0 = spv.Load "StorageBuffer" %p : i32
    // CHECK: %[[COPY:.*]] = spv.Load "Private" %{{.*}} : i32
    // CHECK: spv.Store {{.*}}%p, %[[COPY]]
    spv.CopyMemory "StorageBuffer" %p, "Private" %v : i32
    spv.Return
  }
}
