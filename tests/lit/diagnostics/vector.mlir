// Shapes, element types and positions of vector ops.
// RUN: spv-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'vector.broadcast' op failed to verify that source and result have same element type}}
func.func @f(%a: f32) { %0 = vector.broadcast %a : f32 to vector<4xf16>  return }

// -----

// expected-error @+1 {{'vector.broadcast' op dimension mismatch (3 vs. 4)}}
func.func @f(%a: vector<3xf32>) { %0 = vector.broadcast %a : vector<3xf32> to vector<4xf32>  return }

// -----

// expected-error @+1 {{'vector.broadcast' op source rank higher than destination rank}}
func.func @f(%a: vector<2x4xf32>) { %0 = vector.broadcast %a : vector<2x4xf32> to vector<4xf32>  return }

// -----

// expected-error @+1 {{'vector.broadcast' op result #0 must be vector of any type values}}
func.func @f(%a: vector<4xf32>) { %0 = vector.broadcast %a : vector<4xf32> to f32  return }

// -----

// expected-error @+1 {{'vector.extract' op expected position attribute #1 to be a non-negative integer smaller than the corresponding vector dimension or poison (-1)}}
func.func @f(%a: vector<4xf32>) { %0 = vector.extract %a[4] : f32 from vector<4xf32>  return }

// -----

// expected-error @+1 {{'vector.extract' op expected position attribute #1 to be a non-negative integer smaller than the corresponding vector dimension or poison (-1)}}
func.func @f(%a: vector<4xf32>) { %0 = vector.extract %a[-2] : f32 from vector<4xf32>  return }

// -----

// expected-error @+1 {{'vector.extract' op expected position attribute of rank no greater than vector rank}}
func.func @f(%a: vector<4xf32>) { %0 = vector.extract %a[0, 1] : f32 from vector<4xf32>  return }

// -----

// expected-error @+1 {{'vector.extract' op inferred type(s) 'f32' are incompatible with return type(s) of operation 'f64'}}
func.func @f(%a: vector<4xf32>) { %0 = vector.extract %a[0] : f64 from vector<4xf32>  return }

// -----

// expected-error @+1 {{'vector.extract' op inferred type(s) 'vector<4xf32>' are incompatible with return type(s) of operation 'f32'}}
func.func @f(%a: vector<2x4xf32>) { %0 = vector.extract %a[0] : f32 from vector<2x4xf32>  return }

// -----

// expected-error @+1 {{'vector.extract' op inferred type(s) 'vector<4xf32>' are incompatible with return type(s) of operation 'vector<3xf32>'}}
func.func @f(%a: vector<2x4xf32>) { %0 = vector.extract %a[0] : vector<3xf32> from vector<2x4xf32>  return }

// -----

// expected-error @+1 {{'vector.insert' op expected position attribute #1 to be a non-negative integer smaller than the corresponding dest vector dimension or poison (-1)}}
func.func @f(%a: vector<4xf32>, %s: f32) { %0 = vector.insert %s, %a[4] : f32 into vector<4xf32>  return }

// -----

// expected-error @+1 {{'vector.insert' op failed to verify that source and result have same element type}}
func.func @f(%a: vector<4xf32>, %s: f64) { %0 = vector.insert %s, %a[1] : f64 into vector<4xf32>  return }

// -----

// expected-error @+1 {{'vector.insert' op expected position attribute rank to match the dest vector rank}}
func.func @f(%a: vector<2x4xf32>, %s: f32) { %0 = vector.insert %s, %a[1] : f32 into vector<2x4xf32>  return }

// -----

// expected-error @+1 {{'vector.insert' op expected position attribute of rank no greater than dest vector rank}}
func.func @f(%a: vector<4xf32>, %s: f32) { %0 = vector.insert %s, %a[0, 1] : f32 into vector<4xf32>  return }

// -----

// expected-error @+1 {{'vector.shuffle' op mask index #3 out of range}}
func.func @f(%a: vector<4xf32>) { %0 = vector.shuffle %a, %a [0, 1, 8] : vector<4xf32>, vector<4xf32>  return }

// -----

// expected-error @+1 {{'vector.shuffle' op mask index #2 out of range}}
func.func @f(%a: vector<4xf32>) { %0 = vector.shuffle %a, %a [0, -2] : vector<4xf32>, vector<4xf32>  return }

// -----

// expected-error @+1 {{'vector.shuffle' op failed to verify that v2 and result have same element type}}
func.func @f(%a: vector<4xf32>, %b: vector<4xf64>) { %0 = vector.shuffle %a, %b [0, 1] : vector<4xf32>, vector<4xf64>  return }

// -----

// expected-error @+1 {{'vector.shuffle' op dimension mismatch}}
func.func @f(%a: vector<2x4xf32>, %b: vector<2x3xf32>) { %0 = vector.shuffle %a, %b [0, 1] : vector<2x4xf32>, vector<2x3xf32>  return }

// -----

// expected-error @+1 {{'vector.reduction' op failed to verify that source operand and result have same element type}}
func.func @f(%a: vector<4xf32>) { %0 = vector.reduction <add>, %a : vector<4xf32> into f64  return }

// -----

// expected-error @+1 {{'vector.reduction' op unsupported reduction rank: 2}}
func.func @f(%a: vector<2x4xf32>) { %0 = vector.reduction <add>, %a : vector<2x4xf32> into f32  return }

// -----

// expected-error @+1 {{'vector.reduction' op unsupported reduction type 'f32' for kind 'and'}}
func.func @f(%a: vector<4xf32>) { %0 = vector.reduction <and>, %a : vector<4xf32> into f32  return }

// -----

// expected-error @+1 {{'vector.reduction' op unsupported reduction type 'i32' for kind 'minimumf'}}
func.func @f(%a: vector<4xi32>) { %0 = vector.reduction <minimumf>, %a : vector<4xi32> into i32  return }

// -----

// expected-error @+1 {{'vector.extract_strided_slice' op expected sum(offsets, sizes) dimension 0 to be confined to [1, 5)}}
func.func @f(%a: vector<4xf32>) { %0 = vector.extract_strided_slice %a {offsets = [3], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>  return }

// -----

// expected-error @+1 {{'vector.extract_strided_slice' op expected strides to be confined to [1, 2)}}
func.func @f(%a: vector<4xf32>) { %0 = vector.extract_strided_slice %a {offsets = [0], sizes = [2], strides = [2]} : vector<4xf32> to vector<2xf32>  return }

// -----

// expected-error @+1 {{'vector.extract_strided_slice' op expected result type to be 'vector<2xf32>'}}
func.func @f(%a: vector<4xf32>) { %0 = vector.extract_strided_slice %a {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<3xf32>  return }

// -----

// expected-error @+1 {{'vector.insert_strided_slice' op expected sum(offsets, source vector shape) dimension 0 to be confined to [1, 5)}}
func.func @f(%a: vector<4xf32>, %b: vector<2xf32>) { %0 = vector.insert_strided_slice %b, %a {offsets = [3], strides = [1]} : vector<2xf32> into vector<4xf32>  return }

// -----

// expected-error @+1 {{'vector.fma' op operand #0 must be vector of floating-point values}}
func.func @f(%a: vector<4xi32>) { %0 = vector.fma %a, %a, %a : vector<4xi32>  return }

// -----

// expected-error @+1 {{'vector.shape_cast' op has different number of elements at source (4) and result (3)}}
func.func @f(%a: vector<4xf32>) { %0 = vector.shape_cast %a : vector<4xf32> to vector<3xf32>  return }

// -----

// expected-error @+1 {{'vector.shape_cast' op failed to verify that source and result have same element type}}
func.func @f(%a: vector<4xf32>) { %0 = vector.shape_cast %a : vector<4xf32> to vector<2x2xf16>  return }

// -----

// expected-error @+1 {{'vector.bitcast' op source/result bitwidth of the minor 1-D vectors must be equal}}
func.func @f(%a: vector<4xf32>) { %0 = vector.bitcast %a : vector<4xf32> to vector<4xf16>  return }

// -----

// expected-error @+1 {{'vector.from_elements' op number of operands and types do not match: got 2 operands and 3 types}}
func.func @f(%a: f32, %b: f32) { %0 = vector.from_elements %a, %b : vector<3xf32>  return }

// -----

// expected-error @+1 {{'vector.deinterleave' op failed to verify that the results have half the width of the source vector}}
func.func @f(%a: vector<3xf32>) { %0, %1 = vector.deinterleave %a : vector<3xf32> -> vector<1xf32>  return }

// -----

// expected-error @+1 {{'vector.load' op base and result element types should match}}
func.func @f(%m: memref<4xf32>, %i: index) { %0 = vector.load %m[%i] : memref<4xf32>, vector<4xf64>  return }

// -----

// expected-error @+1 {{'vector.store' op base and valueToStore element types should match}}
func.func @f(%m: memref<4xf32>, %i: index, %v: vector<4xi32>) { vector.store %v, %m[%i] : memref<4xf32>, vector<4xi32>  return }

// -----

// expected-error @+1 {{'vector.transpose' op transposition index out of range: 1}}
func.func @f(%a: vector<4xf32>) { %0 = vector.transpose %a, [1] : vector<4xf32> to vector<4xf32>  return }

// -----

// expected-error @+1 {{'vector.transpose' op dimension size mismatch at: 0}}
func.func @f(%a: vector<2x3xf32>) { %0 = vector.transpose %a, [1, 0] : vector<2x3xf32> to vector<2x3xf32>  return }

// -----

// expected-error @+1 {{'vector.step' op result #0 must be vector of index values of ranks 1}}
func.func @f(%a: i32) { %0 = vector.step : vector<4xf32>  return }

// -----

// expected-error @+1 {{'vector.constant_mask' op array attr of size out of bounds of vector result dimension size}}
func.func @f() { %0 = vector.constant_mask [5] : vector<4xi1>  return }

// -----

// The widths of the vectors in bits exceed 64 bits.
// expected-error @+1 {{expected vector length of at most 32 bits}}
func.func @wide_bitcast(%v: vector<4611686018427387904xi64>) {
  // expected-error @+2 {{source/result bitwidth of the minor 1-D vectors must be equal}}
  // expected-error @+1 {{expected vector length of at most 32 bits}}
  %0 = vector.bitcast %v : vector<4611686018427387904xi64> to vector<9223372036854775807xi32>
  return
}
