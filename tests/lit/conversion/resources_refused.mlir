// A constant of a resource without bytes, or with others than its type asks for, is not converted.
// RUN: not spv-opt %s --mlir-compat=19 --split-input-file --convert-arith-to-spirv 2>&1 | FileCheck %s

// CHECK: error: failed to legalize operation 'arith.constant'
// CHECK: could not find resource blob
func.func @absent() {
  %0 = arith.constant dense_resource<absent> : tensor<5xf32>
  return
}

// -----

// CHECK: error: failed to legalize operation 'arith.constant'
// CHECK: resource is not a valid buffer
func.func @short() {
  %0 = arith.constant dense_resource<a> : tensor<5xf32>
  return
}
{-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
