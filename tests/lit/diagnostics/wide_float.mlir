// RUN: spv-opt %s --split-input-file --verify-diagnostics
// The value of a constant has the constant's type, also where MLIR has no name for it.
spv.module Physical32 OpenCL requires #spv.vce<v1.0, [Kernel, Linkage, Addresses], []> {
  spv.func @f() "None" {
    // expected-error @+1 {{result type ('!spv.float<458752>') does not match value type ('f32')}}
    %0 = "spv.Constant"() {value = 1.0 : f32} : () -> !spv.float<458752>
    spv.Return
  }
}

// -----

spv.module Physical32 OpenCL requires #spv.vce<v1.0, [Kernel, Linkage, Addresses], []> {
  // expected-error @+1 {{result type ('!spv.float<24>') does not match value type ('f16')}}
  "spv.SpecConstant"() {sym_name = "a", type = !spv.float<24>, default_value = 1.0 : f16} : () -> ()
}
