spv.module Logical GLSL450 requires #spv.vce<v1.3, [Int64, Shader], []> {
  spv.EntryPoint "GLCompute" @main
  spv.ExecutionMode @main "LocalSize", 8, 1, 1
  spv.GlobalVariable @_$0 bind(0, 1) : !spv.ptr<!spv.struct<S, (i32 [0] "x", i32 [4] "y")>, Private>
  spv.GlobalVariable @_$1 : !spv.ptr<i32, Private>
  spv.func @main() "None" {
    %0 = spv.Constant 1 : i32
    %1 = spv.Constant 5 : i32
    %2 = spv.mlir.addressof @_$1 : !spv.ptr<i32, Private>
    %3 = spv.Load "Private" %2 : i32
    %4 = spv.IMul %3, %1 : i32
    %5 = spv.IAdd %4, %0 : i32
    %6 = spv.ISub %5, %3 : i32
    spv.Store "Private" %2, %6 : i32
    spv.Return
  }
  spv.func @added() "None" {
    spv.Return
  }
}
