// RUN: spv-opt split %s -o %t.parts | FileCheck %s --check-prefix=LIST
// RUN: spv-opt split --json %s -o %t.json | FileCheck %s --check-prefix=JSON
// RUN: spv-opt %t.parts/main.Fragment.spv | FileCheck %s --check-prefix=FRAGMENT
// RUN: spv-opt %t.parts/main.GLCompute.spv | FileCheck %s --check-prefix=COMPUTE
// RUN: spv-opt %t.parts/a_b-2.GLCompute.spv | FileCheck %s --check-prefix=SECOND

spv.module Logical GLSL450 requires #spv.vce<v1.3, [Float64, Int64, Linkage, Shader], [SPV_KHR_16bit_storage]> {
  spv.EntryPoint "Fragment" @frag name("main"), @color, @unused_input, @unused_output
  spv.EntryPoint "GLCompute" @comp name("main"), @id
  spv.EntryPoint "GLCompute" @comp name("a/b")
  spv.EntryPoint "GLCompute" @comp name("a:b")
  spv.ExecutionMode @frag "OriginUpperLeft"
  spv.ExecutionMode @comp "LocalSize", 8, 1, 1
  spv.GlobalConstant @size = dense<2> : vector<3xi32> {built_in = "WorkgroupSize"}
  spv.GlobalVariable @color {location = 0 : i32} : !spv.ptr<f32, Output>
  spv.GlobalVariable @unused_input {location = 0 : i32} : !spv.ptr<f32, Input>
  spv.GlobalVariable @unused_output {location = 1 : i32} : !spv.ptr<f32, Output>
  spv.GlobalVariable @id built_in("GlobalInvocationId") : !spv.ptr<vector<3xi32>, Input>
  spv.func @frag() "None" {
    %0 = spv.Constant 1.0 : f32
    %1 = spv.mlir.addressof @color : !spv.ptr<f32, Output>
    spv.Store "Output" %1, %0 : f32
    spv.Return
  }
  spv.func @comp() "None" {
    %0 = spv.FunctionCall @shared() : () -> f64
    spv.Return
  }
  spv.func @shared() -> f64 "None" attributes {linkage_attributes = ["shared", "Export"]} {
    %0 = spv.Constant 1.0 : f64
    spv.ReturnValue %0 : f64
  }
  spv.func @exported() -> i64 "None" attributes {linkage_attributes = ["exported", "Export"]} {
    %0 = spv.Constant 1 : i64
    spv.ReturnValue %0 : i64
  }
}

// LIST:      main.Fragment.spv
// LIST-NEXT: main.GLCompute.spv
// LIST-NEXT: a_b.GLCompute.spv
// LIST-NEXT: a_b-2.GLCompute.spv

// FRAGMENT:      spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader], []>
// FRAGMENT-NEXT: spv.EntryPoint "Fragment" @frag name("main"), @color, @unused_output
// FRAGMENT-NEXT: spv.ExecutionMode @frag "OriginUpperLeft"
// FRAGMENT-NEXT: spv.GlobalVariable @color
// FRAGMENT-NEXT: spv.GlobalVariable @unused_output
// FRAGMENT-NEXT: spv.func @frag()
// FRAGMENT-NOT:  spv.func

// COMPUTE:      spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Float64], []>
// COMPUTE-NEXT: spv.EntryPoint "GLCompute" @comp name("main"){{$}}
// COMPUTE-NEXT: spv.ExecutionMode @comp "LocalSize", 8, 1, 1
// COMPUTE-NEXT: spv.GlobalConstant @size = dense<2> : vector<3xi32> {built_in = "WorkgroupSize"}
// COMPUTE-NEXT: spv.func @comp()
// COMPUTE:      spv.func @shared() -> f64 "None" {
// COMPUTE-NOT:  spv.func

// SECOND: spv.EntryPoint "GLCompute" @comp name("a:b")

// JSON:      "path": "{{.*}}main.Fragment.spv",
// JSON-NEXT: "name": "main",
// JSON-NEXT: "execution_model": "Fragment",
// JSON-NEXT: "bytes": {{[0-9]+}}
