// Terminators, returned types, and types of ops of the source dialects, which are verified like in MLIR.
// RUN: spv-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'func.return' op has 0 operands, but enclosing function (@f) returns 1}}
func.func @f() -> i32 { return }

// -----

// expected-error @+1 {{'func.return' op has 1 operands, but enclosing function (@f) returns 0}}
func.func @f() { %0 = arith.constant 1 : i32  return %0 : i32 }

// -----

// expected-error @+1 {{'func.return' op type of return operand 0 ('i64') doesn't match function result type ('i32') in function @f}}
func.func @f() -> i32 { %0 = arith.constant 1 : i64  return %0 : i64 }

// -----

// expected-error @+1 {{'func.return' op has 1 operands, but enclosing function (@f) returns 2}}
func.func @f() -> (i32, i32) { %0 = arith.constant 1 : i32  return %0 : i32 }

// -----

// expected-error @+1 {{'func.return' op expects parent op to be one of 'func.func, builtin.func'}}
gpu.module @m { gpu.func @f() kernel { func.return } }

// -----

// expected-error @+1 {{'gpu.return' op has 0 operands, but enclosing function (@f) returns 1}}
gpu.module @m { gpu.func @f(%a: i32) -> i32 { gpu.return } }

// -----

// expected-error @+1 {{'gpu.func' op expected void return type for kernel function}}
gpu.module @m { gpu.func @f(%a: i32) -> i32 kernel { gpu.return %a : i32 } }

// -----

// expected-error @+1 {{'complex.create' op result #0 must be complex type with floating-point elements}}
func.func @f(%a: i32) { %0 = complex.create %a, %a : complex<i32>  return }

// -----

// expected-error @+1 {{'vector.shuffle' op mask length mismatch}}
func.func @f(%a: vector<4xf32>) { %0 = "vector.shuffle"(%a, %a) {mask = array<i64: 0, 1>} : (vector<4xf32>, vector<4xf32>) -> vector<3xf32>  return }

// -----

// expected-error @+1 {{'vector.insert_strided_slice' op failed to verify that source and result have same element type}}
func.func @f(%a: vector<4xf32>, %b: vector<2xf64>) { %0 = "vector.insert_strided_slice"(%b, %a) {offsets = [0], strides = [1]} : (vector<2xf64>, vector<4xf32>) -> vector<4xf32>  return }

// -----

// expected-error @+1 {{'vector.to_elements' op the results must be the elements of the source: one per element, of its type}}
func.func @f(%a: vector<4xf32>) { %0:3 = "vector.to_elements"(%a) : (vector<4xf32>) -> (f32, f32, f32)  return }

// -----

// expected-error @+1 {{'vector.interleave' op failed to verify that type of 'result' is double the width of the inputs}}
func.func @f(%a: vector<4xf32>) { %0 = "vector.interleave"(%a, %a) : (vector<4xf32>, vector<4xf32>) -> vector<6xf32>  return }

// -----

// expected-error @+1 {{'memref.atomic_rmw' op with kind 'addi' expects an integer type}}
func.func @f(%m: memref<4xf32>, %i: index, %v: f32) { %0 = memref.atomic_rmw addi %v, %m[%i] : (f32, memref<4xf32>) -> f32  return }

// -----

// expected-error @+1 {{'memref.atomic_rmw' op with kind 'addf' expects a floating-point type}}
func.func @f(%m: memref<4xi32>, %i: index, %v: i32) { %0 = memref.atomic_rmw addf %v, %m[%i] : (i32, memref<4xi32>) -> i32  return }

// -----

// expected-error @+1 {{'arith.select' op expected condition type to have the same shape as the result type, expected 'i32', but got 'vector<3xi1>'}}
func.func @f(%a: vector<3xi1>, %b: i32) { %0 = arith.select %a, %b, %b : vector<3xi1>, i32  return }

// -----

// expected-error @+1 {{'index.castu' op operand type 'i32' and result type 'i64' are cast incompatible}}
func.func @f(%a: i32) { %0 = index.castu %a : i32 to i64  return }

// -----

// expected-error @+1 {{'scf.for' op failed to verify that the type of step follows from lowerBound}}
func.func @f(%a: index, %b: i32) { "scf.for"(%a, %a, %b) ({ ^bb0(%i: index): "scf.yield"() : () -> () }) : (index, index, i32) -> ()  return }

// -----

// expected-error @+1 {{'scf.for' op expected induction variable to be same type as bounds and step}}
func.func @f(%a: index) { "scf.for"(%a, %a, %a) ({ ^bb0(%i: i32): "scf.yield"() : () -> () }) : (index, index, index) -> ()  return }

// -----

// expected-error @+1 {{'scf.while' op passes (i64) from scf.condition to region #1, which needs (i32)}}
func.func @f(%a: i1, %b: i64) { %0 = scf.while : () -> i32 { scf.condition(%a) %b : i64 } do { ^bb0(%x: i32): scf.yield } return }

// -----

// expected-error @+1 {{'scf.index_switch' op has duplicate case value: 0}}
func.func @f(%a: index) { scf.index_switch %a case 0 { scf.yield } case 0 { scf.yield } default { scf.yield } return }

// -----

// expected-error @+1 {{'gpu.all_reduce' op `and` reduction operation is not compatible with type 'f32'}}
func.func @f(%a: f32) { %0 = gpu.all_reduce and %a {} : (f32) -> (f32)  return }

// -----

// expected-error @+1 {{'gpu.all_reduce' op expected either an op attribute or a non-empty body}}
func.func @f(%a: f32) { %0 = gpu.all_reduce %a {} : (f32) -> (f32)  return }

// -----

// expected-error @+1 {{'gpu.subgroup_reduce' op `and` reduction operation is not compatible with type 'f32'}}
func.func @f(%a: f32) { %0 = gpu.subgroup_reduce and %a : (f32) -> (f32)  return }

// -----

// expected-error @+1 {{'gpu.return' op expects parent op 'gpu.func'}}
func.func @f() { gpu.barrier  gpu.return }

// -----

// expected-error @+1 {{'gpu.terminator' op expects parent op 'gpu.launch'}}
func.func @f() { gpu.terminator }

// -----

// expected-error @+1 {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.parallel, scf.while'}}
func.func @f(%a: i32) { scf.yield }

// -----

// expected-error @+1 {{'func.return' op expects parent op to be one of 'func.func, builtin.func'}}
func.func @f(%a: i1) { scf.if %a { return } return }

// -----

// expected-error @+1 {{'func.return' op expects parent op to be one of 'func.func, builtin.func'}}
func.func @f(%a: i1) { scf.if %a { func.return } return }

// -----

// expected-error @+1 {{'gpu.return' op expects parent op 'gpu.func'}}
gpu.module @m { func.func @x() { gpu.return } }

// -----

// expected-error @+1 {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.parallel, scf.while'}}
gpu.module @m { gpu.func @f() kernel { scf.yield } }

// -----

// expected-error @+1 {{'memref.global' op type should be static shaped memref}}
memref.global "private" @g : memref<?xf32> = uninitialized

// -----

// expected-error @+1 {{'memref.collapse_shape' op expanded rank (2) inconsistent with number of reassociation indices (1)}}
func.func @f(%m: memref<4x4xf32>) { %0 = memref.collapse_shape %m [[0]] : memref<4x4xf32> into memref<4xf32>  return }

// -----

// expected-error @+1 {{'memref.expand_shape' op collapsed dim size (4) must equal reassociation group size (6)}}
func.func @f(%m: memref<4xf32>) { %0 = memref.expand_shape %m [[0, 1]] output_shape [2, 3] : memref<4xf32> into memref<2x3xf32>  return }

// -----

// expected-error @+1 {{'memref.reinterpret_cast' op expected result type with size = 2 instead of 3 in dim = 0}}
func.func @f(%m: memref<4xf32>) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [2], strides: [1] : memref<4xf32> to memref<3xf32>  return }
