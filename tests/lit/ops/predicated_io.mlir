// RUN: spv-opt %s | spv-opt | FileCheck %s
// RUN: spv-opt %s --emit=spvasm | FileCheck %s --check-prefix=ASM

// SPV_INTEL_predicated_io: loads and stores with a predicate.

// CHECK-LABEL: spv.func @accesses
// CHECK: spv.PredicatedLoadINTEL %{{.*}}, %{{.*}}, %{{.*}} ["Aligned", 4] : !spv.ptr<i32, CrossWorkgroup>, i1 -> i32
// CHECK: spv.PredicatedStoreINTEL %{{.*}}, %{{.*}}, %{{.*}} : !spv.ptr<i32, CrossWorkgroup>, i32, i1
// CHECK: spv.PredicatedLoadINTEL %{{.*}}, %{{.*}}, %{{.*}} : !spv.ptr<vector<4xf32>, CrossWorkgroup>, i1 -> vector<4xf32>
// ASM: OpPredicatedLoadINTEL %{{.*}} %{{.*}} %{{.*}} %{{.*}} Aligned 4
// ASM: OpPredicatedStoreINTEL %{{.*}} %{{.*}} %{{.*}}{{$}}
spv.module Physical64 OpenCL requires #spv.vce<v1.6, [Kernel, Addresses, Linkage, PredicatedIOINTEL], [SPV_INTEL_predicated_io]> {
  spv.func @accesses(%p: !spv.ptr<i32, CrossWorkgroup>, %q: i1, %d: i32, %v: !spv.ptr<vector<4xf32>, CrossWorkgroup>, %w: vector<4xf32>) "None" {
    %0 = spv.PredicatedLoadINTEL %p, %q, %d ["Aligned", 4] : !spv.ptr<i32, CrossWorkgroup>, i1 -> i32
    spv.PredicatedStoreINTEL %p, %0, %q : !spv.ptr<i32, CrossWorkgroup>, i32, i1
    %1 = spv.PredicatedLoadINTEL %v, %q, %w : !spv.ptr<vector<4xf32>, CrossWorkgroup>, i1 -> vector<4xf32>
    spv.Return
  }
}
