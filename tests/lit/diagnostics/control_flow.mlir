// RUN: spv-opt %s --split-input-file --verify-diagnostics
// Terminators and constructs.

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{use of value '%i' expects different type than prior uses: 'i1' vs 'i32'}}
  spv.BranchConditional %i, ^a, ^a
^a:
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{'spv.mlir.break' op must be nested in a 'spv.mlir.loop' op}}
  spv.mlir.break
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{'spv.mlir.merge' op expected parent op to be 'spv.mlir.selection' or 'spv.mlir.loop'}}
  spv.mlir.merge
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{'spv.ReturnValue' op returns 1 value but enclosing function requires 0 results}}
  spv.ReturnValue %i : i32
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  spv.mlir.loop continue_blocks(2) {
    spv.Branch ^header
  ^header:
    spv.BranchConditional %b, ^next, ^merge
  ^next:
    spv.Branch ^header
  ^merge:
    spv.mlir.merge
  // expected-error @+1 {{'spv.mlir.loop' op has fewer blocks than the 2 that 'continue_blocks' states}}
  }
  spv.Return
}

// -----

spv.func @f(%b: i1) "None" {
  spv.mlir.loop {
    spv.Branch ^header
  ^header:
    spv.BranchConditional %b, ^body, ^merge
  ^body:
    spv.mlir.selection {
      spv.BranchConditional %b, ^then, ^end
    ^then:
      // expected-error @+1 {{'trampoline' must be 0 or 1}}
      "spv.mlir.break"() {trampoline = 3 : i32} : () -> ()
    ^end:
      spv.mlir.merge
    }
    spv.Branch ^continue
  ^continue:
    spv.Branch ^header
  ^merge:
    spv.mlir.merge
  }
  spv.Return
}
