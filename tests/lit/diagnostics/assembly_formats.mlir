// RUN: spv-opt %s --split-input-file --verify-diagnostics

func.func @operand_before_the_next_op(%a: i32) {
  // expected-error @+2 {{custom op 'arith.addi' expected 2 operands: expected ','}}
  // expected-note @+1 {{expected form: `arith.addi %lhs, %rhs (overflow <IntegerOverflowFlags>)? : type of the result`}}
  %b = arith.addi %a
  %c = arith.addi %a, %a : i32
  return
}

// -----

func.func @no_operand(%a: i32) {
  // expected-error @+2 {{custom op 'arith.sitofp' invalid operand: expected SSA operand}}
  // expected-note @+1 {{expected form: `arith.sitofp %in : type of %in to type of the result`}}
  %b = arith.sitofp
  %c = arith.addi %a, %a : i32
  return
}

// -----

func.func @empty_flags(%a: f32) {
  // expected-error @+2 {{custom op 'math.sqrt' expected valid keyword, found `>`}}
  // expected-note @+1 {{expected form: `math.sqrt %operand (fastmath <FastMathFlags>)? : type of the result`}}
  %b = math.sqrt %a fastmath<> : f32
  return
}

// -----

func.func @unknown_enumerant(%a: i32) {
  // expected-error @+1 {{expected one of the values of 'CmpIPredicate', found 'less'}}
  %b = arith.cmpi less, %a, %a : i32
  return
}

// -----

func.func @operand_types(%a: tensor<4xf32>, %i: tensor<2x1xindex>) {
  // expected-error @+1 {{custom op 'tensor.gather' 2 operands present, but expected 1}}
  %b = tensor.gather %a[%i] gather_dims([0]) : (tensor<4xf32>) -> tensor<2x1xf32>
  return
}
