// Passes on the whole module are shown and timed, too.
// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.1 --mlir-print-ir-before-all --mlir-print-ir-after-all --emit=none 2>&1 | FileCheck %s
// RUN: spv-opt %s --convert-to-spirv --mlir-print-ir-after-failure --emit=none 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.1 --mlir-timing --emit=none 2>&1 | FileCheck %s --check-prefix=TIMING
// CHECK: // -----// IR Dump Before convert-to-spirv //----- //
// CHECK: arith.addi
// CHECK: // -----// IR Dump After convert-to-spirv //----- //
// CHECK: spv.IAdd
// NONE-NOT: IR Dump
// TIMING: {{0\.0*[1-9].*}} convert-to-spirv
func.func @sum(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  return %0 : i32
}
