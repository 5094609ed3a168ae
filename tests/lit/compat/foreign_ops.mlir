// What conversions to the dialect leave: casts, ops and attributes of other dialects, vectors of several dimensions.
// RUN: spv-opt %s --mlir-compat=14 --allow-unregistered-dialect --verify-roundtrip | FileCheck %s
// RUN: spv-opt %s --mlir-compat=14 --allow-unregistered-dialect --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// GENERIC: "gpu.other"() {memory = 1 : i32, operation = #gpu<"add">} : () -> ()

module {
  // CHECK-LABEL: func @casts(
  func @casts(%arg0: memref<4xf32>, %arg1: index) -> i32 {
    // CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg1 : index to i32
    %0 = builtin.unrealized_conversion_cast %arg1 : index to i32
    // CHECK-NEXT: %1:2 = builtin.unrealized_conversion_cast %0, %arg0 : i32, memref<4xf32> to f32, !spv.ptr<f32, StorageBuffer> {note}
    %1:2 = "builtin.unrealized_conversion_cast"(%0, %arg0) {note} : (i32, memref<4xf32>) -> (f32, !spv.ptr<f32, StorageBuffer>)
    // CHECK-NEXT: %2 = builtin.unrealized_conversion_cast to i32
    %2 = builtin.unrealized_conversion_cast to i32
    return %2 : i32
  }
  // CHECK-LABEL: func @vectors(%arg0: vector<2x4xf32>, %arg1: vector<f32>)
  func @vectors(%arg0: vector<2x4xf32>, %arg1: vector<f32>) -> vector<2x4xf32> {
    return %arg0 : vector<2x4xf32>
  }
  // CHECK: "gpu.module"()
  "gpu.module"() ({
    // CHECK-NEXT: func @inside
    func @inside() {
      // CHECK-NEXT: "gpu.block_id"() {dimension = #gpu<"dim x">} : () -> index
      %0 = "gpu.block_id"() {dimension = #gpu<"dim x">} : () -> index
      // CHECK-NEXT: "gpu.other"() {memory = 1 : i32, operation = #gpu<"add">} : () -> ()
      "gpu.other"() {memory = 1 : i32, operation = #gpu<"add">} : () -> ()
      return
    }
    "gpu.module_end"() : () -> ()
  }) {sym_name = "kernels"} : () -> ()
}
