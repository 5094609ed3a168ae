// RUN: spv-opt %s --no-verify | FileCheck %s
// What has too few operands for its segments is printed, too, as far as that goes.
// CHECK: gpu.launch
func.func @total(%a: index) {
  "gpu.launch"(%a, %a, %a, %a, %a, %a) ({
  ^bb0(%bx: index, %by: index, %bz: index, %tx: index, %ty: index, %tz: index, %gx: index, %gy: index, %gz: index, %dx: index, %dy: index, %dz: index):
    "gpu.terminator"() : () -> ()
  }) {operandSegmentSizes = array<i32: 0, 3, 1, 1, 1, 1, 1, 0, 0, 0, 1>} : (index, index, index, index, index, index) -> ()
  return
}
