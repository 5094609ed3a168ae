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

// CHECK-LABEL: spv.func @absolute
// CHECK: spv.SLessThan
// CHECK: spv.ULessThan
// CHECK: spv.Select
func.func @absolute(%a: i64) -> i64 {
  %0 = math.absi %a : i64
  return %0 : i64
}

// -----

// The highest 32 bits, rounded once, times a power of two.

// CHECK-LABEL: spv.func @float
// CHECK: spv.GLSL.FindUMsb
// CHECK: spv.ConvertUToF {{.*}} : i32 to f32
// CHECK: spv.FMul
func.func @float(%a: i64) -> f32 {
  %0 = arith.uitofp %a : i64 to f32
  return %0 : f32
}

// -----

// Two words cannot be changed at once: such an op is refused, never applied to the words.

func.func @atomic(%m: memref<4xi64>, %a: i64, %i: index) -> i64 {
  // expected-error @+1 {{failed to legalize operation 'memref.atomic_rmw'}}
  %0 = memref.atomic_rmw addi %a, %m[%i] : (i64, memref<4xi64>) -> i64
  return %0 : i64
}

// -----

// Sizes that no type says and the host does not pass.

func.func @unknown(%m: memref<?x?xf32>, %i: index) -> f32 {
  // expected-error @+1 {{failed to legalize operation 'memref.load'}}
  %0 = memref.load %m[%i, %i] : memref<?x?xf32>
  return %0 : f32
}
