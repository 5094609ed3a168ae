// RUN: spv-opt %s --split-input-file --verify-diagnostics
// Arguments of the body of a kernel, too, are those of its type.
// The text of these ops has no form without blocks, unlike that of a function, of the second region of scf.if, and of a
// reduction by name.
func.func private @declared(f32)
func.func @f(%b: i1, %x: f32) {
  "scf.if"(%b) ({
    "scf.yield"() : () -> ()
  }, {}) : (i1) -> ()
  %sum = gpu.all_reduce add %x {} : (f32) -> f32
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'scf.for' op region #0 must have a block}}
  "scf.for"(%i, %i, %i) ({}) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%b: i1) {
  // expected-error @+1 {{'scf.if' op region #0 must have a block}}
  "scf.if"(%b) ({}, {}) : (i1) -> ()
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'gpu.launch' op region #0 must have a block}}
  "gpu.launch"(%i, %i, %i, %i, %i, %i) ({}) {operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>} : (index, index, index, index, index, index) -> ()
  return
}

// -----

"gpu.module"() ({
  // expected-error @+1 {{'gpu.func' op expected body with at least one block}}
  "gpu.func"() ({
  }) {function_type = (f32) -> (), gpu.kernel, sym_name = "f"} : () -> ()
}) {sym_name = "m"} : () -> ()

// -----

"gpu.module"() ({
  // expected-error @+1 {{'gpu.func' op expected at least 1 arguments to body region}}
  "gpu.func"() ({
    "gpu.return"() : () -> ()
  }) {function_type = (f32) -> (), gpu.kernel, sym_name = "f"} : () -> ()
}) {sym_name = "m"} : () -> ()

// -----

"gpu.module"() ({
  // expected-error @+1 {{'gpu.func' op type of body region argument #0 must match the function signature}}
  "gpu.func"() ({
  ^bb0(%x: i32):
    "gpu.return"() : () -> ()
  }) {function_type = (f32) -> (), gpu.kernel, sym_name = "f"} : () -> ()
}) {sym_name = "m"} : () -> ()

// -----

gpu.module @m {
  // expected-error @+1 {{'gpu.func' op empty block: expect at least a terminator}}
  gpu.func @f(%x: f32) kernel {
  }
}
