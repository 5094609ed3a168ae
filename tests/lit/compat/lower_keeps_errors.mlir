// RUN: not spv-opt %s --mlir-compat=14 --mlir-compat-lower 2>&1 | FileCheck %s
// RUN: not spv-opt %s --mlir-compat-lower 2>&1 | FileCheck %s --check-prefix=ALONE
// Ops that LLVM 14 lacks remain errors that name them.
// CHECK: error: 'spv.CopyObject' op does not exist in LLVM 14
// CHECK-NOT: Switch
// ALONE: --mlir-compat <VERSION>
spv.func @op(%a: i32) -> i32 "None" {
  %0 = spv.CopyObject %a : i32
  spv.Switch %a : i32, [default: ^default]
^default:
  spv.ReturnValue %0 : i32
}
