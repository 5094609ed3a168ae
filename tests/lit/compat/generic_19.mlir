// The generic form of LLVM 19: properties, enumerants by name, numbers that are unique in the text.
// RUN: spv-opt %s --mlir-compat=19 --mlir-print-op-generic | FileCheck %s
// RUN: spv-opt %s --mlir-compat=19 --mlir-print-op-generic | spv-opt --mlir-compat=19 | FileCheck --check-prefix=CUSTOM %s

// CHECK:      "func.func"() <{arg_attrs = [{}, {test.a = 1 : i32}], function_type = (i32, i1) -> i32, sym_name = "f"}> ({
// CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[C:.*]]: i1):
// CHECK-NEXT:   %[[SUM:.*]] = "arith.addi"(%[[A]], %[[A]]) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
// CHECK-NEXT:   "arith.cmpi"(%[[A]], %[[SUM]]) <{predicate = 2 : i64}> : (i32, i32) -> i1
// CHECK-NEXT:   "cf.switch"(%[[A]], %[[A]], %[[A]], %[[A]])[^bb1, ^bb2, ^bb1] <{case_operand_segments = array<i32: 1, 1>, case_values = dense<[1, 2]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 1, 2>}>
// CHECK:      }) {test.b} : () -> ()
// CUSTOM:      func.func @f(%arg0: i32, %arg1: i1 {test.a = 1 : i32}) -> i32 attributes {test.b} {
// CUSTOM-NEXT:   %0 = arith.addi %arg0, %arg0 overflow<nsw, nuw> : i32
// CUSTOM-NEXT:   arith.cmpi slt, %arg0, %0 : i32
// CUSTOM-NEXT:   cf.switch %arg0 : i32, [
// CUSTOM-NEXT:     default: ^bb1(%arg0 : i32),
// CUSTOM-NEXT:     1: ^bb2(%arg0 : i32),
// CUSTOM-NEXT:     2: ^bb1(%arg0 : i32)
// CUSTOM-NEXT:   ]
func.func @f(%a: i32, %c: i1 {test.a = 1 : i32}) -> i32 attributes {test.b} {
  %0 = arith.addi %a, %a overflow<nsw, nuw> : i32
  %1 = arith.cmpi slt, %a, %0 : i32
  cf.switch %a : i32, [
    default: ^bb1(%a : i32),
    1: ^bb2(%a : i32),
    2: ^bb1(%a : i32)
  ]
^bb1(%b: i32):
  return %b : i32
^bb2(%d: i32):
  return %d : i32
}

// CHECK:      "func.func"() <{function_type = (vector<4xf32>, memref<4xf32>) -> f32, sym_name = "g"}> ({
// CHECK:        "vector.extract"(%{{.*}}) <{static_position = array<i64: 2>}> : (vector<4xf32>) -> f32
// CHECK-NEXT:   "vector.reduction"(%{{.*}}) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<4xf32>) -> f32
// CUSTOM: vector.extract %arg0[2] : f32 from vector<4xf32>
// CUSTOM: vector.reduction <add>, %arg0 : vector<4xf32> into f32
func.func @g(%v: vector<4xf32>, %m: memref<4xf32>) -> f32 {
  %0 = vector.extract %v[2] : f32 from vector<4xf32>
  %1 = vector.reduction <add>, %v : vector<4xf32> into f32
  return %1 : f32
}

// CHECK:      "gpu.module"() <{sym_name = "kernels"}> ({
// CHECK-NEXT:   "gpu.func"() <{function_type = () -> ()}> ({
// CHECK-NEXT:     "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
// CHECK-NEXT:     "gpu.return"() : () -> ()
// CHECK-NEXT:   }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
// CHECK-NEXT:   "gpu.module_end"() : () -> ()
// CHECK-NEXT: }) : () -> ()
// CUSTOM:      gpu.module @kernels {
// CUSTOM-NEXT:   gpu.func @k() kernel {
// CUSTOM-NEXT:     %thread_id_x = gpu.thread_id  x
// CUSTOM-NEXT:     gpu.return
// CUSTOM-NEXT:   }
// CUSTOM-NEXT: }
gpu.module @kernels {
  gpu.func @k() kernel {
    %0 = gpu.thread_id x
    gpu.return
  }
}

// CHECK:      "spirv.module"() <{addressing_model = #spirv.addressing_model<Logical>, memory_model = #spirv.memory_model<GLSL450>}> ({
// CHECK-NEXT:   "spirv.GlobalVariable"() <{binding = 1 : i32, descriptor_set = 0 : i32, sym_name = "v", type = !spirv.ptr<!spirv.struct<(f32 [0])>, StorageBuffer>}> : () -> ()
// CHECK-NEXT:   "spirv.func"() <{function_control = #spirv.function_control<None>, function_type = (i32) -> (), sym_name = "s"}> ({
// CHECK-NEXT:   ^bb0(%[[A:.*]]: i32):
// CHECK-NEXT:     %[[P:.*]] = "spirv.Variable"() <{storage_class = #spirv.storage_class<Function>}> : () -> !spirv.ptr<i32, Function>
// CHECK-NEXT:     "spirv.Store"(%[[P]], %[[A]]) <{alignment = 4 : i32, memory_access = #spirv.memory_access<Aligned>}> : (!spirv.ptr<i32, Function>, i32) -> ()
// CHECK-NEXT:     "spirv.MemoryBarrier"() <{memory_scope = #spirv.scope<Device>, memory_semantics = #spirv.memory_semantics<Acquire|UniformMemory>}> : () -> ()
// CUSTOM: spirv.GlobalVariable @v bind(0, 1) : !spirv.ptr<!spirv.struct<(f32 [0])>, StorageBuffer>
// CUSTOM: spirv.Store "Function" %0, %arg0 ["Aligned", 4] : i32
// CUSTOM: spirv.MemoryBarrier <Device>, <Acquire|UniformMemory>
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @v bind(0, 1) : !spirv.ptr<!spirv.struct<(f32 [0])>, StorageBuffer>
  spirv.func @s(%a: i32) "None" {
    %p = spirv.Variable : !spirv.ptr<i32, Function>
    spirv.Store "Function" %p, %a ["Aligned", 4] : i32
    spirv.MemoryBarrier <Device>, <Acquire|UniformMemory>
    spirv.Return
  }
}
