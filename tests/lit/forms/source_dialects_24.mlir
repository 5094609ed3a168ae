// RUN: spv-opt %s --verify-roundtrip | FileCheck %s --check-prefix=OURS
// RUN: spv-opt %s --mlir-compat=22 | FileCheck %s --check-prefix=OURS
// RUN: spv-opt %s | spv-opt --mlir-compat=24 - | FileCheck %s
// Our own text has attributes where LLVM 24 has syntax. The parser accepts both.
func.func @f(%v: vector<4xf32>, %b: memref<16xf32>, %i: index) -> vector<2xf32> {
  // OURS: vector.extract_strided_slice %{{.*}} {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  // CHECK: vector.extract_strided_slice %{{.*}} offsets = [1], sizes = [2], strides = [1] : vector<4xf32> to vector<2xf32>
  %0 = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  // OURS: vector.load %{{.*}}[%{{.*}}] {alignment = 16 : i64} : memref<16xf32>, vector<4xf32>
  // CHECK: vector.load %{{.*}}[%{{.*}}] alignment = 16 : memref<16xf32>, vector<4xf32>
  %1 = vector.load %b[%i] {alignment = 16 : i64} : memref<16xf32>, vector<4xf32>
  // OURS: memref.alloc() {alignment = 64 : i64} : memref<32xf32>
  // CHECK: memref.alloc() alignment = 64 : memref<32xf32>
  %2 = memref.alloc() {alignment = 64 : i64} : memref<32xf32>
  return %0 : vector<2xf32>
}
