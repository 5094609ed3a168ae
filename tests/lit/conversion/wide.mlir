// RUN: spv-opt %s --split-input-file --convert-to-spirv=target=vulkan1.1 --verify-diagnostics | FileCheck %s

// Without Int64 an integer of 64 bits is two words.

// CHECK-LABEL: spv.func @sum(%a: vector<2xi32>, %b: vector<2xi32>) -> vector<2xi32>
// CHECK: spv.ULessThan
// CHECK: spv.CompositeConstruct
func.func @sum(%a: i64, %b: i64) -> i64 {
  %0 = arith.addi %a, %b : i64
  return %0 : i64
}

// -----

// An op that has no such form is refused, never applied to the words.

func.func @absolute(%a: i64) -> i64 {
  // expected-error @+1 {{failed to legalize operation 'math.absi'}}
  %0 = math.absi %a : i64
  return %0 : i64
}

// -----

func.func @float(%a: i64) -> f32 {
  // expected-error @+1 {{failed to legalize operation 'arith.sitofp'}}
  %0 = arith.sitofp %a : i64 to f32
  return %0 : f32
}

// -----

// Sizes that no type says and the host does not pass.

func.func @unknown(%m: memref<?x?xf32>, %i: index) -> f32 {
  // expected-error @+1 {{failed to legalize operation 'memref.load'}}
  %0 = memref.load %m[%i, %i] : memref<?x?xf32>
  return %0 : f32
}
