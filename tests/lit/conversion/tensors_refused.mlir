// RUN: spv-opt %s --split-input-file --convert-to-spirv=target=vulkan1.2 --verify-diagnostics

func.func @long(%t: tensor<65xi8>) -> tensor<65xi32> {
  // expected-error @+3 {{failed to legalize operation 'arith.extui'}}
  // expected-note @+2 {{pattern 'elementwise op on a tensor': a tensor of 65 elements exceeds the limit of 64}}
  // expected-note @+1 {{pattern 'zero extension': the op is not supported on tensors}}
  %0 = arith.extui %t : tensor<65xi8> to tensor<65xi32>
  return %0 : tensor<65xi32>
}

// -----

func.func @long_words(%a: tensor<65xi64>) -> tensor<65xi64> {
  // expected-error @+3 {{failed to legalize operation 'arith.addi'}}
  // expected-note @+2 {{pattern 'elementwise op on a tensor': a tensor of 65 elements exceeds the limit of 64}}
  // expected-note @+1 {{pattern 'IAdd': the op is not supported on emulated 64-bit integers}}
  %0 = arith.addi %a, %a : tensor<65xi64>
  return %0 : tensor<65xi64>
}

// -----

func.func @long_floats(%a: tensor<65xf32>) -> tensor<65xf32> {
  // expected-error @+3 {{failed to legalize operation 'math.sqrt'}}
  // expected-note @+2 {{pattern 'elementwise op on a tensor': a tensor of 65 elements exceeds the limit of 64}}
  // expected-note @+1 {{pattern 'Sqrt': the op is not supported on tensors}}
  %0 = math.sqrt %a : tensor<65xf32>
  return %0 : tensor<65xf32>
}

// -----

// expected-error @+2 {{failed to legalize operation 'func.func'}}
// expected-note @+1 {{pattern 'function': argument #0: the elements of a tensor must be numbers}}
func.func @of_vectors(%a: tensor<2xvector<2xi8>>) {
  return
}
