// RUN: spv-opt %s --split-input-file --verify-diagnostics --mlir-compat=14 --emit=none
// RUN: spv-opt %s --split-input-file --emit=none
// What the specification allows, and LLVM 14 does not.
spv.func @bitcast(%a: i32) "None" {
  // expected-error @+1 {{result type must be different from operand type}}
  %0 = spv.Bitcast %a : i32 to i32
  spv.Return
}

// -----

spv.func @to_pointer(%a: i64) "None" {
  // expected-error @+1 {{unhandled bit cast conversion from non-pointer type to pointer type}}
  %0 = spv.Bitcast %a : i64 to !spv.ptr<i32, PhysicalStorageBuffer>
  spv.Return
}

// -----

spv.func @brain_floats(%a: bf16) "None" {
  // expected-error @+1 {{operand #0 must be 16/32/64-bit float or vector of 16/32/64-bit float values}}
  %0 = spv.FAdd %a, %a : bf16
  spv.Return
}

// -----

spv.func @broadcast(%a: f32, %id: i32) "None" {
  // expected-error @+1 {{id must be the result of a constant op}}
  %0 = spv.GroupNonUniformBroadcast Subgroup %a, %id : f32, i32
  spv.Return
}

// -----

spv.func @unreachable() "None" {
  // expected-error @+1 {{cannot be used in reachable block}}
  spv.Unreachable
}
