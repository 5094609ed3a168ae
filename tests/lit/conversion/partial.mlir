// RUN: spv-opt %s --split-input-file --convert-cf-to-spirv | FileCheck %s --check-prefix=CF
// RUN: spv-opt %s --split-input-file --convert-complex-to-spirv | FileCheck %s --check-prefix=COMPLEX
// RUN: spv-opt %s --split-input-file --convert-memref-to-spirv | FileCheck %s --check-prefix=MEMREF
// RUN: spv-opt %s --split-input-file --convert-arith-to-spirv | FileCheck %s --check-prefix=ARITH
// RUN: spv-opt %s --split-input-file --convert-tensor-to-spirv | FileCheck %s --check-prefix=TENSOR
// RUN: spv-opt %s --split-input-file --convert-func-to-spirv | FileCheck %s --check-prefix=FUNC

// The arguments of blocks that are branched to are converted, though the function stays.

// CF-LABEL: @loop
// CF: spv.Branch ^bb1(%{{.*}} : i32)
// CF: ^bb1(%[[I:.*]]: i32):
// CF: builtin.unrealized_conversion_cast %[[I]] : i32 to index
// CF: spv.BranchConditional %{{.*}}, ^bb1(%{{.*}} : i32), ^bb2
func.func @loop(%a: index) {
  cf.br ^bb1(%a : index)
^bb1(%i: index):
  %c = arith.cmpi slt, %i, %a : index
  cf.cond_br %c, ^bb1(%i : index), ^bb2
^bb2:
  return
}

// -----

// COMPLEX-LABEL: @conjugate
// COMPLEX: %[[Z:.*]] = builtin.unrealized_conversion_cast %z : complex<f32> to vector<2xf32>
// COMPLEX: %[[RE:.*]] = spv.CompositeExtract %[[Z]][0 : i32]
// COMPLEX: %[[IM:.*]] = spv.CompositeExtract %[[Z]][1 : i32]
// COMPLEX: %[[N:.*]] = spv.FNegate %[[IM]] : f32
// COMPLEX: spv.CompositeConstruct %[[RE]], %[[N]]
func.func @conjugate(%z: complex<f32>) -> complex<f32> {
  %0 = complex.conj %z : complex<f32>
  return %0 : complex<f32>
}

// -----

// A memref whose memory space is no storage class stays; a view that is passed on becomes a pointer of its own.

// MEMREF-LABEL: @numeric
// MEMREF-DAG: %[[P:.*]] = builtin.unrealized_conversion_cast %m
// MEMREF-DAG: %[[I:.*]] = builtin.unrealized_conversion_cast %i : index to i32
// MEMREF: memref.alloca() : memref<4xf32, 6>
// MEMREF: %[[V:.*]] = spv.InBoundsPtrAccessChain %[[P]][%[[I]]]
// MEMREF: builtin.unrealized_conversion_cast %[[V]]
module attributes {spv.target_env = #spv.target_env<#spv.vce<v1.0, [Kernel, Addresses], []>, {}>} {
  func.func @numeric(%m: memref<?xf32, "CrossWorkgroup">, %i: index) -> memref<?xf32, strided<[1], offset: ?>, "CrossWorkgroup"> {
    %a = memref.alloca() : memref<4xf32, 6>
    %0 = memref.reinterpret_cast %m to offset: [%i], sizes: [10], strides: [1] : memref<?xf32, "CrossWorkgroup"> to memref<?xf32, strided<[1], offset: ?>, "CrossWorkgroup">
    return %0 : memref<?xf32, strided<[1], offset: ?>, "CrossWorkgroup">
  }
}

// -----

// Without NaN an ordered comparison is true; f16 is computed in f32 and rounded; least integer: no absolute value is taken.

// ARITH-LABEL: @floats
// ARITH: %[[H:.*]] = builtin.unrealized_conversion_cast %h : f16 to f32
// ARITH: spv.Constant true
// ARITH: %[[S:.*]] = spv.FAdd %[[H]], %[[H]] : f32
// ARITH: spv.GLSL.PackHalf2x16
// ARITH: spv.GLSL.UnpackHalf2x16
// ARITH-NOT: SAbs
// ARITH: spv.SDiv
// ARITH: spv.IMul
// ARITH: spv.ISub
func.func @floats(%a: f32, %h: f16, %n: i32) -> (i1, f16, i32) {
  %0 = arith.cmpf ord, %a, %a fastmath<nnan> : f32
  %1 = arith.addf %h, %h : f16
  %2 = arith.remsi %n, %n : i32
  return %0, %1, %2 : i1, f16, i32
}

// -----

// TENSOR-LABEL: @table
// TENSOR: %[[C:.*]] = spv.Constant dense<[1, 2, 3, 4]> : tensor<4xi32> : !spv.array<4 x i32>
// TENSOR: %[[V:.*]] = spv.Variable : !spv.ptr<!spv.array<4 x i32>, Function>
// TENSOR: spv.Store "Function" %[[V]], %[[C]]
// TENSOR: spv.AccessChain %[[V]]
func.func @table(%i: index, %j: index) -> i32 {
  %t = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %0 = tensor.extract %t[%i, %j] : tensor<2x2xi32>
  return %0 : i32
}

// -----

// A function that has no counterpart stays.

// FUNC-LABEL: func.func @two
// FUNC-LABEL: spv.func @one
func.func @two(%a: f32) -> (f32, f32) {
  return %a, %a : f32, f32
}
func.func @one(%a: f32) -> f32 {
  return %a : f32
}
