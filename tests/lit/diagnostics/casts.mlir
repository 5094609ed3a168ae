// RUN: spv-opt %s --split-input-file --verify-diagnostics

// Casts keep the shape, and give elements of another kind or width.

func.func @same_width(%a: f16) {
  // expected-error @+1 {{'arith.extf' op operand type and result type are cast incompatible}}
  %0 = arith.extf %a : f16 to bf16
  return
}

// -----

func.func @wider(%a: i16) {
  // expected-error @+1 {{'arith.trunci' op operand type and result type are cast incompatible}}
  %0 = arith.trunci %a : i16 to i32
  return
}

// -----

func.func @other_shape(%a: vector<4xi8>) {
  // expected-error @+1 {{'arith.extsi' op operand type and result type are cast incompatible}}
  %0 = arith.extsi %a : vector<4xi8> to vector<3xi32>
  return
}

// -----

func.func @no_float(%a: i8) {
  // expected-error @+1 {{'arith.sitofp' op operand type and result type are cast incompatible}}
  %0 = arith.sitofp %a : i8 to i32
  return
}

// -----

func.func @no_index(%a: i8) {
  // expected-error @+1 {{'arith.index_cast' op operand type and result type are cast incompatible}}
  %0 = arith.index_cast %a : i8 to i32
  return
}

// -----

func.func @bits(%a: vector<2xf32>) {
  // expected-error @+1 {{'arith.bitcast' op operand type and result type are cast incompatible}}
  %0 = arith.bitcast %a : vector<2xf32> to vector<2xi64>
  return
}
