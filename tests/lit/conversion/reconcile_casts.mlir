// RUN: spv-opt %s --reconcile-unrealized-casts | FileCheck %s
// RUN: spv-opt %s --pass-pipeline='builtin.module(reconcile-unrealized-casts)' | FileCheck %s

// CHECK-LABEL: func.func @chains
// CHECK-NEXT: %[[PARTS:.*]]:2 = builtin.unrealized_conversion_cast %a : i64 to i32, i32
// CHECK-NEXT: %[[KEPT:.*]] = builtin.unrealized_conversion_cast %[[PARTS]]#0, %c : i32, i32 to i64
// CHECK-NEXT: %[[FIRST:.*]] = arith.addi %[[KEPT]], %a : i64
// CHECK-NEXT: %[[SECOND:.*]] = arith.addi %a, %[[FIRST]] : i64
// CHECK-NEXT: %[[THIRD:.*]] = arith.addi %a, %[[SECOND]] : i64
// CHECK-NEXT: return %[[THIRD]], %b : i64, index
func.func @chains(%a: i64, %b: index, %c: i32) -> (i64, index) {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i64
  %2 = builtin.unrealized_conversion_cast %b : index to i32
  %3 = builtin.unrealized_conversion_cast %2 : i32 to i64
  %4 = builtin.unrealized_conversion_cast %3 : i64 to index
  %5 = builtin.unrealized_conversion_cast %c : i32 to f32
  %6:2 = builtin.unrealized_conversion_cast %a : i64 to i32, i32
  %7 = builtin.unrealized_conversion_cast %6#0, %6#1 : i32, i32 to i64
  %8 = builtin.unrealized_conversion_cast %6#0, %c : i32, i32 to i64
  %9 = builtin.unrealized_conversion_cast %a : i64 to i64
  %10 = arith.addi %8, %9 : i64
  %11 = arith.addi %7, %10 : i64
  %12 = arith.addi %1, %11 : i64
  return %12, %4 : i64, index
}

// Casts in unreachable code may form a cycle.

// CHECK-LABEL: func.func @cycle
func.func @cycle() {
  return
^bb1:
  %0 = builtin.unrealized_conversion_cast %1 : i32 to i64
  %1 = builtin.unrealized_conversion_cast %0 : i64 to i32
  %2 = builtin.unrealized_conversion_cast %2 : i32 to i32
  cf.br ^bb1
}

// The functions of a nested module, between passes of two dialects.

// CHECK-LABEL: gpu.func @kernel
// CHECK-NOT: unrealized_conversion_cast
gpu.module @m {
  gpu.func @kernel(%x: i32) {
    %0 = builtin.unrealized_conversion_cast %x : i32 to index
    %1 = builtin.unrealized_conversion_cast %0 : index to i32
    %2 = arith.addi %1, %1 : i32
    gpu.return
  }
}
