// RUN: spv-opt %s --split-input-file --verify-diagnostics
// REQUIRES: mlir-opt-14
// RUN: sed -e '/ours alone/,$d' %s | mlir-opt-14 - --split-input-file --verify-diagnostics

// expected-error @+1 {{invalid memref element type}}
func private @f(memref<4xnone>)

// -----

// expected-error @+1 {{invalid memref element type}}
func private @f(memref<4xtensor<4xf32>>)

// -----

// expected-error @+1 {{invalid tensor element type}}
func private @f(tensor<4xmemref<4xf32>>)

// -----

// expected-error @+1 {{multiple memory spaces specified in memref type}}
func private @f(memref<4xf32, 1, 2>)

// -----

// expected-error @+1 {{unsupported memory space Attribute}}
func private @f(memref<4xf32, 1.0>)

// -----

// expected-error @+1 {{cannot apply encoding to unranked tensor}}
func private @f(tensor<*xf32, 1>)

// -----

// expected-error @+1 {{expected ',' or '>' in memref type}}
func private @f(memref<4xf32)

// -----

// expected-error @+1 {{invalid dimension}}
func private @f(memref<99999999999999999999xf32>)

// -----

func @f() {
  // expected-error @+1 {{'arith.constant' op value must be an integer, float, or elements attribute}}
  %0 = arith.constant "a"
  return
}

// -----

func @f() {
  // expected-error @+1 {{'arith.constant' op integer return type must be signless}}
  %0 = arith.constant 1 : si32
  return
}

// -----

func @f() {
  // expected-error @+1 {{'arith.constant' op requires attribute 'value'}}
  %0 = "arith.constant"() : () -> i32
  return
}

// -----

func @f() {
  // expected-error @+1 {{'arith.constant' op failed to verify that result and attribute have the same type}}
  %0 = "arith.constant"() {value = 1 : i32} : () -> f32
  return
}

// -----

spv.module Logical GLSL450 {
  spv.func @f() -> i32 "None" {
    // expected-error @+1 {{functions in 'spv.module' can only contain spv.* ops}}
    %0 = arith.constant 1 : i32
    spv.ReturnValue %0 : i32
  }
}

// -----

// expected-error @+1 {{unsupported memory space Attribute}}
func private @f(memref<4x4xf32, strided<[4, 1]>, affine_map<(i, j) -> (j, i)>>)

// -----

spv.module Logical GLSL450 {
  // expected-error @+1 {{'spv.func' op 'memref<4xf32>' has no binary form}}
  spv.func @f(%a: memref<4xf32>) "None" {
    spv.Return
  }
  spv.func @g() "None" {
    // expected-error @+1 {{functions in 'spv.module' can only contain spv.* ops}}
    return
  }
}

// -----

spv.module Logical GLSL450 {
  // expected-error @+1 {{cannot use 'memref<4xf32>' to compose SPIR-V types}}
  spv.GlobalVariable @v : !spv.ptr<memref<4xf32>, Private>
}

// -----

// expected-error @+1 {{expected '<', found `)`}}
func private @f(memref)

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  "spv.func"() ({
    // expected-error @+1 {{functions in 'spv.module' can only contain spv.* ops}}
    "gpu.terminator"() : () -> ()
  }) {function_control = "None", sym_name = "f", type = () -> ()} : () -> ()
}

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, PoisonFreezeKHR], [SPV_KHR_poison_freeze]> {
  // expected-error @+1 {{must define a symbol, not a value, in a module-like op's block}}
  %0 = spv.PoisonKHR : i32
  spv.PoisonKHR @poison : i32
}

// -----

// expected-error @+1 {{'builtin.module' op attribute 'sym_name' failed to satisfy constraint: string attribute}}
"builtin.module"() ({
}) {sym_name = 5 : i32} : () -> ()
