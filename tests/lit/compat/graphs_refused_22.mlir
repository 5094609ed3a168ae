// RUN: spv-opt %s --mlir-compat=22 --split-input-file --verify-diagnostics --emit=none
// Invalid graphs in LLVM's form.

// expected-error @+1 {{empty block: expect at least a terminator}}
spirv.ARM.Graph @empty(%a: !spirv.arm.tensor<1xi16>) -> !spirv.arm.tensor<1xi16> {
}

// -----

// expected-error @+1 {{'spirv.ARM.Graph' op there should be at least one result}}
spirv.ARM.Graph @nothing(%a: !spirv.arm.tensor<1xi16>) {
  spirv.ARM.GraphOutputs %a : !spirv.arm.tensor<1xi16>
}

// -----

// expected-error @+1 {{'spirv.ARM.Graph' op type of argument #0 must be a TensorArmType, but got 'i8'}}
spirv.ARM.Graph @argument(%a: i8) -> !spirv.arm.tensor<1xi16> {
}

// -----

spirv.ARM.Graph @type(%a: !spirv.arm.tensor<1xi16>) -> !spirv.arm.tensor<2x3xi16> {
  // expected-error @+1 {{type of return operand 0 ('!spirv.arm.tensor<1xi16>') doesn't match graph result type ('!spirv.arm.tensor<2x3xi16>')}}
  spirv.ARM.GraphOutputs %a : !spirv.arm.tensor<1xi16>
}

// -----

spirv.ARM.Graph @count(%a: !spirv.arm.tensor<1xi16>) -> !spirv.arm.tensor<1xi16> {
  // expected-error @+1 {{is returning 2 value(s) but enclosing spirv.ARM.Graph requires 1 result(s)}}
  spirv.ARM.GraphOutputs %a, %a : !spirv.arm.tensor<1xi16>, !spirv.arm.tensor<1xi16>
}

// -----

spirv.ARM.Graph @constant() -> !spirv.arm.tensor<1xi16> {
  // expected-error @+1 {{'spirv.ARM.GraphConstant' op requires attribute 'graph_constant_id'}}
  %0 = spirv.ARM.GraphConstant : !spirv.arm.tensor<1xi16>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1xi16>
}

// -----

// expected-error @+1 {{op must appear in a spirv.ARM.Graph op's block}}
%0 = spirv.ARM.GraphConstant {graph_constant_id = 42 : i32} : !spirv.arm.tensor<1xi16>
