module {
  spv.module Logical GLSL450 {
    spv.func @copies(%arg0: !spv.ptr<f32, Function>, %arg1: !spv.ptr<f32, Workgroup>) "None" {
      spv.CopyMemory "Function" %arg0, "Workgroup" %arg1 : f32
      spv.CopyMemory "Function" %arg0, "Workgroup" %arg1 ["Volatile"], ["Volatile"] : f32
      spv.CopyMemory "Function" %arg0, "Workgroup" %arg1 ["Aligned", 4], ["Aligned", 8] : f32
      spv.Return
    }
  }
}
