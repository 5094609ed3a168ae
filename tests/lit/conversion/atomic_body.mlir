// RUN: spv-opt %s --split-input-file --verify-diagnostics --convert-to-spirv=target=vulkan1.1 | FileCheck %s

// What the body computes of the word is tried until no one else has changed it in between.

gpu.module @m {
  // CHECK-LABEL: spv.func @clamped
  // CHECK: spv.AtomicLoad
  // CHECK: spv.mlir.loop
  // CHECK: %[[NEW:.*]] = spv.GLSL.SMin %{{.*}}, %{{.*}} : i32
  // CHECK: %[[FOUND:.*]] = spv.AtomicCompareExchange {{.*}}, %[[NEW]], %[[OLD:.*]] :
  // CHECK: spv.INotEqual %[[FOUND]], %[[OLD]]
  gpu.func @clamped(%x: memref<4xi32>, %n: i32) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %c0 = arith.constant 0 : index
    %limit = arith.constant 100 : i32
    %0 = memref.generic_atomic_rmw %x[%c0] : memref<4xi32> {
    ^bb0(%old: i32):
      %sum = arith.addi %old, %n : i32
      %new = arith.minsi %sum, %limit : i32
      memref.atomic_yield %new : i32
    }
    gpu.return
  }
}

// -----

// Memory of floats that are changed so consists of words.

gpu.module @m {
  // CHECK-LABEL: spv.GlobalVariable @scaled_arg_0
  // CHECK-SAME: !spv.array<4 x i32, stride=4>
  // CHECK: spv.Bitcast
  // CHECK: spv.FMul
  // CHECK: spv.AtomicCompareExchange
  gpu.func @scaled(%x: memref<4xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %c0 = arith.constant 0 : index
    %half = arith.constant 0.5 : f32
    %0 = memref.generic_atomic_rmw %x[%c0] : memref<4xf32> {
    ^bb0(%old: f32):
      %new = arith.mulf %old, %half : f32
      memref.atomic_yield %new : f32
    }
    gpu.return
  }
}

// -----

// Without 64-bit integers there are none to be changed atomically.

gpu.module @m {
  gpu.func @wide(%x: memref<4xi64>, %n: i64) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %c0 = arith.constant 0 : index
    // expected-error @+2 {{failed to legalize operation 'memref.atomic_rmw'}}
    // expected-note @+1 {{pattern 'atomic': a 64-bit atomic update requires the capabilities Int64 and Int64Atomics, which the target lacks}}
    %0 = memref.atomic_rmw addi %n, %x[%c0] : (i64, memref<4xi64>) -> i64
    gpu.return
  }
}
