// RUN: spv-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{use of undeclared identifier 's0'}}
#a = affine_map<(d0) -> (d0 + s0)>

// -----

// expected-error @+1 {{redefinition of identifier 'd0'}}
#b = affine_map<(d0, d0) -> (d0)>

// -----

// expected-error @+1 {{non-affine expression: at least one of the multiply operands has to be either a constant or symbolic}}
#c = affine_map<(d0, d1) -> (d0 * d1)>

// -----

// expected-error @+1 {{non-affine expression: right operand of mod has to be either a constant or symbolic}}
#d = affine_map<(d0, d1) -> (d0 mod d1)>

// -----

// expected-error @+1 {{expected '==', '>=' or '<=', found `)`}}
#e = affine_set<(d0) : (d0)>

// -----

// expected-error @+1 {{memref layout mismatch between rank and affine map: 2 != 1}}
func.func private @f(memref<4x4xf32, affine_map<(d0) -> (d0)>>)

// -----

func.func @rank(%m: memref<4x4xf32>, %i: index, %p: f32) {
  // expected-error @+1 {{'vector.transfer_read' op requires 2 indices}}
  %0 = vector.transfer_read %m[%i], %p {in_bounds = [true]} : memref<4x4xf32>, vector<4xf32>
  return
}

// -----

func.func @twice(%m: memref<4x4xf32>, %i: index, %p: f32) {
  // expected-error @+1 {{'vector.transfer_read' op requires a projected permutation_map}}
  %0 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d0, d0)>} : memref<4x4xf32>, vector<2x2xf32>
  return
}

// -----

func.func @broadcast(%m: memref<4x4xf32>, %i: index, %v: vector<2xf32>) {
  // expected-error @+1 {{'vector.transfer_write' op requires broadcast dimensions to be in-bounds}}
  vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(d0, d1) -> (0)>} : vector<2xf32>, memref<4x4xf32>
  return
}

// -----

func.func @transpose(%m: memref<4x8xf32>) {
  // expected-error @+1 {{'memref.transpose' op result type is not a permutation of the source type}}
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32>
  return
}

// -----

func.func @contract(%a: vector<2x3xf32>, %b: vector<4x2xf32>, %c: vector<2x2xf32>) {
  // expected-error @+1 {{'vector.contract' op expected dimensions of equal lengths}}
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
    iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3xf32>, vector<4x2xf32> into vector<2x2xf32>
  return
}

// -----

func.func @pad(%t: tensor<4xf32>, %p: f32) {
  // expected-error @+1 {{'tensor.pad' op specified type of dimension 0 is 8, which does not match the inferred 7}}
  %0 = tensor.pad %t low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %p : f32
  } : tensor<4xf32> to tensor<8xf32>
  return
}

// -----

func.func @generate(%n: index, %p: i32) {
  // expected-error @+1 {{'tensor.generate' op expected its body to yield an element of the result}}
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %p : i32
  } : tensor<?xf32>
  return
}
