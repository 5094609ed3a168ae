// FLAGS: --mlir-compat=14
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.GlobalVariable @color : !spv.ptr<f32, Private>
  spv.func @f(%a: i32, %x: f32, %c: i1) -> i32 "None" {
    %b = spv.mlir.selection -> i32 {
      spv.BranchConditional %c, ^then, ^end(%a : i32)
  ^then:
      spv.Kill
  ^end(%n: i32):
      spv.mlir.merge %n : i32
    }
    spv.ReturnValue %b : i32
  }
}
