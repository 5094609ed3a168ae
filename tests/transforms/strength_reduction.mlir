// RUN: strength-reduction
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @f(%a: i32, %v: vector<2xi32>) -> i32 "None" {
    %c8 = spv.Constant 8 : i32
    %c7 = spv.Constant 7 : i32
    %cv = spv.Constant dense<4> : vector<2xi32>
    %0 = spv.IMul %c8, %a : i32
    %1 = spv.UDiv %0, %c8 : i32
    %2 = spv.UMod %1, %c8 : i32
    %3 = spv.IMul %2, %c7 : i32
    %4 = spv.SDiv %3, %c8 : i32
    %5 = spv.UDiv %v, %cv : vector<2xi32>
    %6 = spv.CompositeExtract %5[0 : i32] : vector<2xi32>
    %7 = spv.IAdd %4, %6 : i32
    spv.ReturnValue %7 : i32
  }
}
