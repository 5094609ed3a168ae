// RUN: spv-opt %s --canonicalize | FileCheck %s

// Ops that equal one of their operands.

// CHECK-LABEL: func.func @integers
// CHECK-NEXT: %[[S:.*]] = arith.subi %x, %y : i32
// CHECK-NEXT: func.return %x, %x, %[[S]] : i32, i32, i32
func.func @integers(%x: i32, %y: i32) -> (i32, i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ones = arith.constant -1 : i32
  %0 = arith.addi %x, %zero : i32
  %1 = arith.muli %one, %0 : i32
  %2 = arith.andi %1, %ones : i32
  %3 = arith.shli %2, %zero : i32
  %4 = arith.divsi %3, %one : i32
  %5 = arith.maxsi %4, %4 : i32
  %c = arith.constant true
  %6 = arith.select %c, %x, %y : i32
  %7 = arith.subi %x, %y : i32
  return %5, %6, %7 : i32, i32, i32
}

// CHECK-LABEL: func.func @floats
// CHECK: %[[Z:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[S:.*]] = arith.addf %x, %[[Z]] : f32
// CHECK-NEXT: func.return %x, %[[S]] : f32, f32
func.func @floats(%x: f32) -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  %one = arith.constant 1.0 : f32
  %0 = arith.addf %x, %minus : f32
  %1 = arith.mulf %0, %one : f32
  %2 = arith.negf %1 : f32
  %3 = arith.negf %2 : f32
  // The sum of negative and positive zero is positive.
  %4 = arith.addf %x, %zero : f32
  return %3, %4 : f32, f32
}
