// RUN: spv-opt %s --verify-diagnostics
// A composite has a type even where it has no constituents.
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
  // expected-error @+1 {{'spv.SpecConstantComposite' op requires attribute 'type'}}
  "spv.SpecConstantComposite"() {constituents = [], sym_name = "empty"} : () -> ()
}
