// RUN: spv-opt %s --canonicalize | FileCheck %s
// Chains that begin with a step over elements still do.
!array = type !spv.array<4 x f32>
spv.module Physical64 OpenCL requires #spv.vce<v1.2, [Kernel, Addresses, Linkage], []> {
  // CHECK-LABEL: spv.func @f
  spv.func @f(%p: !spv.ptr<!array, CrossWorkgroup>, %i: i32, %j: i32) -> f32 "None" {
    %0 = spv.PtrAccessChain %p[%i] : !spv.ptr<!array, CrossWorkgroup>, i32
    %1 = spv.AccessChain %0[%j] : !spv.ptr<!array, CrossWorkgroup>, i32
    // CHECK: %[[A:.*]] = spv.PtrAccessChain %p[%i, %j]
    // CHECK-NEXT: spv.Load "CrossWorkgroup" %[[A]]
    %2 = spv.Load "CrossWorkgroup" %1 : f32
    %3 = spv.InBoundsPtrAccessChain %p[%j] : !spv.ptr<!array, CrossWorkgroup>, i32
    %4 = spv.InBoundsAccessChain %3[%i] : !spv.ptr<!array, CrossWorkgroup>, i32
    // CHECK: %[[B:.*]] = spv.InBoundsPtrAccessChain %p[%j, %i]
    // CHECK-NEXT: spv.Load "CrossWorkgroup" %[[B]]
    %5 = spv.Load "CrossWorkgroup" %4 : f32
    %6 = spv.InBoundsPtrAccessChain %p[%j] : !spv.ptr<!array, CrossWorkgroup>, i32
    %7 = spv.AccessChain %6[%j] : !spv.ptr<!array, CrossWorkgroup>, i32
    // CHECK: spv.PtrAccessChain %p[%j, %j]
    %8 = spv.Load "CrossWorkgroup" %7 : f32
    %9 = spv.FAdd %2, %5 : f32
    %10 = spv.FAdd %9, %8 : f32
    spv.ReturnValue %10 : f32
  }
}
