// RUN: spv-opt %s --mlir-elide-elementsattrs-if-larger=4 | FileCheck %s
// RUN: spv-opt %s -mlir-elide-elementsattrs-if-larger 4 | FileCheck %s
// CHECK: dense<[1, 2, 3, 4]> : vector<4xi32>
// CHECK: opaque<"{{.*}}", "0xDEADBEEF"> : tensor<5xi32>
func @f() {
  %0 = spv.Constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %1 = spv.Constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32> : !spv.array<5 x i32>
  spv.Return
}
