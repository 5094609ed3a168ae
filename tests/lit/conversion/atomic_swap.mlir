// RUN: spv-opt %s --split-input-file --convert-to-spirv=target=vulkan1.1 | FileCheck %s

// A change for which there is no instruction is tried until no one else has changed the word in between.

gpu.module @m {
  // CHECK-LABEL: spv.func @product
  // CHECK: spv.AtomicLoad
  // CHECK: spv.mlir.loop
  // CHECK: %[[NEW:.*]] = spv.IMul %[[OLD:[^ ,]*]],
  // CHECK: %[[FOUND:.*]] = spv.AtomicCompareExchange {{.*}}, %[[NEW]], %[[OLD]] :
  // CHECK: spv.INotEqual %[[FOUND]], %[[OLD]]
  gpu.func @product(%x: memref<4xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %c0 = arith.constant 0 : index
    %three = arith.constant 3 : i32
    %0 = memref.atomic_rmw muli %three, %x[%c0] : (i32, memref<4xi32>) -> i32
    gpu.return
  }
}

// -----

// Floats that are changed so are words in memory.

gpu.module @m {
  // CHECK-LABEL: spv.GlobalVariable @f_arg_0
  // CHECK-SAME: !spv.array<4 x i32, stride=4>
  // CHECK: spv.Bitcast
  // CHECK: spv.FAdd
  // CHECK: spv.AtomicCompareExchange
  gpu.func @f(%x: memref<4xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %c0 = arith.constant 0 : index
    %v = arith.constant 3.0 : f32
    %0 = memref.atomic_rmw addf %v, %x[%c0] : (f32, memref<4xf32>) -> f32
    gpu.return
  }
}

// -----

// Blocks that no one reaches, and blocks that are written before those that branch to them.

// CHECK-LABEL: spv.func @order
gpu.module @m {
  func.func @order(%a: i64, %c: i1) -> i64 {
    cf.br ^first(%a : i64)
  ^last(%x: i64):
    %y = arith.addi %x, %x : i64
    return %y : i64
  ^first(%z: i64):
    cf.cond_br %c, ^last(%z : i64), ^first(%z : i64)
  ^never(%w: i64):
    cf.br ^never(%w : i64)
  }
}
