// RUN: spv-opt %s --replace-invalid-opcode | FileCheck %s
// RUN: sed 's/"Vertex"/"Fragment"/' %s | spv-opt - --replace-invalid-opcode | FileCheck %s --check-prefix=KEPT

spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  spv.EntryPoint "Vertex" @main, @in, @out
  spv.GlobalVariable @in {location = 0 : i32} : !spv.ptr<f32, Input>
  spv.GlobalVariable @out {location = 0 : i32} : !spv.ptr<f32, Output>
  // CHECK-LABEL: spv.func @main
  // CHECK: %[[N:.*]] = spv.Constant #spv.null : f32
  // CHECK-NOT: spv.DPdx
  // CHECK-NOT: spv.ControlBarrier
  // CHECK: spv.Store "Output" %{{.*}}, %[[N]] : f32
  // KEPT: spv.DPdx
  // KEPT-NOT: spv.ControlBarrier
  spv.func @main() "None" {
    %in = spv.mlir.addressof @in : !spv.ptr<f32, Input>
    %out = spv.mlir.addressof @out : !spv.ptr<f32, Output>
    %x = spv.Load "Input" %in : f32
    %d = spv.DPdx %x : f32
    spv.ControlBarrier "Workgroup", "Workgroup", "None"
    spv.Store "Output" %out, %d : f32
    spv.Return
  }
}
