// RUN: spv-opt %s --canonicalize | FileCheck %s
// Accesses through a cast to Generic use the original pointer.
!array = type !spv.array<4 x i32>
spv.module Physical64 OpenCL requires #spv.vce<v1.2, [Kernel, Addresses, Linkage, GenericPointer], []> {
  // CHECK-LABEL: spv.func @accesses
  // CHECK-NOT: Generic
  // CHECK: spv.Load "CrossWorkgroup" %p : i32
  // CHECK-NEXT: spv.AtomicIAdd "Device" "None" %p, %{{.*}} : !spv.ptr<i32, CrossWorkgroup>
  // CHECK-NEXT: spv.Store "CrossWorkgroup" %p, %{{.*}} ["Aligned", 4] : i32
  spv.func @accesses(%p: !spv.ptr<i32, CrossWorkgroup>) "None" attributes {linkage_attributes = ["accesses", "Export"]} {
    %g = spv.PtrCastToGeneric %p : !spv.ptr<i32, CrossWorkgroup> to !spv.ptr<i32, Generic>
    %0 = spv.Load "Generic" %g : i32
    %1 = spv.AtomicIAdd "Device" "None" %g, %0 : !spv.ptr<i32, Generic>
    spv.Store "Generic" %g, %1 ["Aligned", 4] : i32
    spv.Return
  }

  // A chain of accesses does, too. The chain that a call uses stays Generic.
  // CHECK-LABEL: spv.func @chains
  // CHECK: %[[G:.*]] = spv.PtrCastToGeneric %p
  // CHECK: %[[A:.*]] = spv.PtrAccessChain %p[%i, %j] : !spv.ptr<!spv.array<4 x i32>, CrossWorkgroup>, i32, i32
  // CHECK-NEXT: spv.Load "CrossWorkgroup" %[[A]] : i32
  // CHECK-NEXT: %[[B:.*]] = spv.AccessChain %[[G]][%i] : !spv.ptr<!spv.array<4 x i32>, Generic>, i32
  // CHECK-NEXT: spv.FunctionCall @use(%[[B]])
  // CHECK-NEXT: %[[C:.*]] = spv.AccessChain %p[%j]
  // CHECK-NEXT: spv.Store "CrossWorkgroup" %[[C]]
  // CHECK-NEXT: spv.Store "CrossWorkgroup" %[[C]]
  spv.func @chains(%p: !spv.ptr<!array, CrossWorkgroup>, %i: i32, %j: i32) "None" attributes {linkage_attributes = ["chains", "Export"]} {
    %g = spv.PtrCastToGeneric %p : !spv.ptr<!array, CrossWorkgroup> to !spv.ptr<!array, Generic>
    %0 = spv.PtrAccessChain %g[%i] : !spv.ptr<!array, Generic>, i32
    %1 = spv.AccessChain %0[%j] : !spv.ptr<!array, Generic>, i32
    %2 = spv.Load "Generic" %1 : i32
    %3 = spv.AccessChain %g[%i] : !spv.ptr<!array, Generic>, i32
    spv.FunctionCall @use(%3) : (!spv.ptr<i32, Generic>) -> none
    %4 = spv.AccessChain %g[%j] : !spv.ptr<!array, Generic>, i32
    %5 = spv.GenericCastToPtr %4 : !spv.ptr<i32, Generic> to !spv.ptr<i32, CrossWorkgroup>
    spv.Store "Generic" %4, %2 : i32
    spv.Store "CrossWorkgroup" %5, %2 : i32
    spv.Return
  }
  spv.func @use(%p: !spv.ptr<i32, Generic>) "None" attributes {linkage_attributes = ["use", "Import"]}
}
