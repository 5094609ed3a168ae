// RUN: spv-opt %s --split-input-file --verify-diagnostics

func @wrong_part() {
  // expected-error @+1 {{does not match value type ('bf16')}}
  %0 = spv.Constant #spv.replicate<2.0 : bf16> : vector<4xf32>
  return
}

// -----

func @parts() {
  %0 = spv.Constant #spv.replicate<2.0 : f32> : vector<4xf32>
  %1 = spv.Constant #spv.replicate<[1 : i32, 2 : i32]> : !spv.array<3 x vector<2xi32>>
  return
}
