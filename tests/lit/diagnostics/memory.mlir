// RUN: spv-opt %s --split-input-file --verify-diagnostics
// Pointers and what they lead to.

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{'spv.Load' op operand #0 must be any SPIR-V pointer type, but got 'i32'}}
  %0 = spv.Load "Function" %i : f32
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{'spv.Store' op mismatch in result type and pointer type: 'i32' and '!spv.ptr<f32, Function>'}}
  spv.Store "Function" %p, %i : i32
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{'spv.AccessChain' op cannot extract from non-composite type 'f32' with index 0: expected a pointer to composite type, but provided '!spv.ptr<f32, Function>'}}
  %0 = spv.AccessChain %p[%i] : !spv.ptr<f32, Function>, i32
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{'spv.Variable' op can only be used to model function-level variables. Use spv.GlobalVariable for module-level variables}}
  %0 = spv.Variable : !spv.ptr<f32, Private>
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{expected ',' and the parameter `aligned` of `Aligned`}}
  %0 = spv.Load "Function" %p ["Aligned"] : f32
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{custom op 'spv.Load' invalid storage_class attribute specification: "Functon"}}
  %0 = spv.Load "Functon" %p : f32
  spv.Return
}

// -----

// A list of aliases is no value.
spv.func @f(%p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{expected a symbol `@name`, found `%p`}}
  %0 = spv.Load "Function" %p ["AliasScopeINTELMask", %p] : f32
  spv.Return
}

// -----

spv.func @f(%p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{operands and attributes do not fit `spv.Load`}}
  %0 = "spv.Load"(%p, %p) {memory_access = ["AliasScopeINTELMask", operand]} : (!spv.ptr<f32, Function>, !spv.ptr<f32, Function>) -> f32
  spv.Return
}

// -----

// What is one word has no other type.
spv.func @f(%v: vector<3xf32>) "None" {
  // expected-error @+1 {{a 32-bit literal operand must have the type i32}}
  %0 = spv.CompositeExtract %v[0 : i64] : vector<3xf32>
  spv.Return
}

// -----

// The second one of equal constants, and one with a name.
spv.module Logical GLSL450 {
  spv.GlobalConstant @one = 1 : i32
  spv.func @f(%p: !spv.ptr<!spv.struct<(f32, i32)>, Function>) "None" {
    %0 = spv.Constant #spv.distinct<1, 1 : i32>
    // expected-error @+1 {{'spv.AccessChain' op invalid result type: expected '!spv.ptr<i32, Function>', but provided '!spv.ptr<f32, Function>'}}
    %1 = spv.AccessChain %p[%0] : !spv.ptr<!spv.struct<(f32, i32)>, Function>, i32 -> !spv.ptr<f32, Function>
    %2 = spv.mlir.referenceof @one : i32
    // expected-error @+1 {{'spv.AccessChain' op invalid result type: expected '!spv.ptr<i32, Function>', but provided '!spv.ptr<f32, Function>'}}
    %3 = spv.AccessChain %p[%2] : !spv.ptr<!spv.struct<(f32, i32)>, Function>, i32 -> !spv.ptr<f32, Function>
    spv.Return
  }
}

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.SpecConstant @n spec_id(1) = 1 : i32
  spv.func @member_by_specialization(%p: !spv.ptr<!spv.struct<(i32, i32)>, Function>) -> i32 "None" {
    %n = spv.mlir.referenceof @n : i32
    // expected-error @+1 {{index must be an integer spv.Constant to access element of spv.struct, but provided spv.mlir.referenceof}}
    %q = spv.AccessChain %p[%n] : !spv.ptr<!spv.struct<(i32, i32)>, Function>, i32 -> !spv.ptr<i32, Function>
    %v = spv.Load "Function" %q : i32
    spv.ReturnValue %v : i32
  }
}

// -----

spv.func @float_index(%p: !spv.ptr<!spv.struct<(f32, f32)>, Function>) "None" {
  %c = spv.Constant 1.0 : f32
  // expected-error @+1 {{indexes must be integers, but got 'f32'}}
  %q = spv.AccessChain %p[%c] : !spv.ptr<!spv.struct<(f32, f32)>, Function>, f32 -> !spv.ptr<f32, Function>
  spv.Return
}

// -----

spv.func @storage_classes(%p: !spv.ptr<f32, Function>, %x: f32) "None" {
  // expected-error @+1 {{the storage class is "Uniform", but the pointer's is "Function"}}
  %0 = spv.Load "Uniform" %p : f32
  // expected-error @+1 {{the storage class is "Private", but the pointer's is "Function"}}
  spv.Store "Private" %p, %x : f32
  // expected-error @+1 {{the storage class is "Input", but the pointer's is "Function"}}
  spv.CopyMemory "Function" %p, "Input" %p : f32
  spv.Return
}

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
  // expected-error @+1 {{expected an integer of at most 32 bits that is not negative}}
  spv.GlobalVariable @v bind(-1, 0) : !spv.ptr<!spv.struct<(f32 [0]), Block>, Uniform>
  // expected-error @+1 {{expected an integer of at most 32 bits that is not negative}}
  spv.SpecConstant @c spec_id(-4) = 1 : i32
}
