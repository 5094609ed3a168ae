// FLAGS: --diagnostics-format=json --emit=none
spv.module Logical GLSL450 {
  spv.func @f(%a: f32, %b: vector<2xf32>) "None" {
    %0 = spv.VectorTimesScalar %b, %a : (vector<2xf32>, f32) -> vector<3xf32>
    spv.Return
  }
}
