func.func @floats(%a: f32, %b: vector<4xf32>, %c: vector<4xf32>) {
  %0 = spirv.GL.Cos %a : f32 {relaxed_precision}
  %1 = spirv.GL.FAbs %b : vector<4xf32> {mark, relaxed_precision}
  %2 = spirv.GL.FMax %a, %a {relaxed_precision} : f32
  %3 = spirv.GL.FClamp %a, %a, %a {relaxed_precision} : f32
  %4 = spirv.CL.floor %a : f32 {mark}
  %5 = spirv.CL.fmax %a, %a {mark} : f32
  %6 = spirv.FOrdEqual %a, %a : f32 {relaxed_precision}
  %7 = spirv.FUnordLessThan %b, %c : vector<4xf32> {relaxed_precision}
  %8 = spirv.IsNan %a : f32 {mark}
  %9 = spirv.Ordered %a, %a : f32 {mark}
  %10 = spirv.FNegate %a {relaxed_precision} : f32
  %11 = spirv.FAdd %a, %a {relaxed_precision} : f32
  %12 = spirv.VectorShuffle {relaxed_precision} [0 : i32, 5 : i32] %b, %c : vector<4xf32>, vector<4xf32> -> vector<2xf32>
  %13 = spirv.VectorTimesScalar %b, %a {relaxed_precision} : (vector<4xf32>, f32) -> vector<4xf32>
  %14 = spirv.CompositeConstruct %a, %a {relaxed_precision} : (f32, f32) -> vector<2xf32>
  return
}
func.func @integers(%a: i32, %b: vector<4xi32>, %c: i1) {
  %0 = spirv.BitCount %a : i32 {mark}
  %1 = spirv.BitReverse %b : vector<4xi32> {mark}
  %2 = spirv.Not %a : i32 {mark}
  %3 = spirv.BitwiseAnd %a, %a {mark} : i32
  %4 = spirv.IEqual %a, %a : i32 {mark}
  %5 = spirv.ULessThanEqual %b, %b : vector<4xi32> {mark}
  %6 = spirv.LogicalAnd %c, %c : i1 {mark}
  %7 = spirv.LogicalNotEqual %c, %c : i1 {mark}
  %8 = spirv.LogicalNot %c : i1 {mark}
  %9 = spirv.GL.SAbs %a : i32 {relaxed_precision}
  return
}
