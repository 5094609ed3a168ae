// RUN: spv-opt %s --split-input-file --verify-diagnostics
// The lengths of the groups of operands in the generic form fit the operands.
func.func @total(%a: index) {
  // expected-error @+1 {{operand count (6) does not match with the total size (7) specified in attribute 'operandSegmentSizes'}}
  "gpu.launch"(%a, %a, %a, %a, %a, %a) ({
  ^bb0(%bx: index, %by: index, %bz: index, %tx: index, %ty: index, %tz: index, %gx: index, %gy: index, %gz: index, %dx: index, %dy: index, %dz: index):
    "gpu.terminator"() : () -> ()
  }) {operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1>} : (index, index, index, index, index, index) -> ()
  return
}

// -----

func.func @number(%a: index) {
  // expected-error @+1 {{'operandSegmentSizes' attribute for specifying operand segments must have 11 elements, but got 7}}
  "gpu.launch"(%a, %a, %a, %a, %a, %a) ({
  ^bb0(%bx: index, %by: index, %bz: index, %tx: index, %ty: index, %tz: index, %gx: index, %gy: index, %gz: index, %dx: index, %dy: index, %dz: index):
    "gpu.terminator"() : () -> ()
  }) {operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1>} : (index, index, index, index, index, index) -> ()
  return
}

// -----

func.func @group(%a: index) {
  // expected-error @+1 {{operand group starting at #1 requires 1 element, but found 2}}
  "gpu.launch"(%a, %a, %a, %a, %a, %a) ({
  ^bb0(%bx: index, %by: index, %bz: index, %tx: index, %ty: index, %tz: index, %gx: index, %gy: index, %gz: index, %dx: index, %dy: index, %dz: index):
    "gpu.terminator"() : () -> ()
  }) {operandSegmentSizes = array<i32: 0, 1, 2, 0, 1, 1, 1, 0, 0, 0, 0>} : (index, index, index, index, index, index) -> ()
  return
}
