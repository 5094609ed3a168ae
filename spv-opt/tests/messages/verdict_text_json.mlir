// FLAGS: --target-env vulkan1.1 --diagnostics-format=json
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  spv.EntryPoint "GLCompute" @main
  spv.ExecutionMode @main "LocalSize", 1, 1, 1
  spv.GlobalVariable @total : !spv.ptr<i32, Workgroup>
  spv.func @main() "None" {
    %c0 = spv.Constant 0 : i32
    %total_addr = spv.mlir.addressof @total : !spv.ptr<i32, Workgroup>
    %0 = spv.AtomicIAdd "CrossDevice" "None" %total_addr, %c0 : !spv.ptr<i32, Workgroup>
    spv.DemoteToHelperInvocation
    spv.Return
  }
}
