// RUN: spv-opt %s --cse | FileCheck %s
// What stands for two ops has the flags that both have; ops that differ in other decorations are two.
spv.module Physical64 OpenCL requires #spv.vce<v1.4, [Kernel, Addresses, Linkage, Int8, ShaderNonUniform, Shader], []> {
  // CHECK-LABEL: spv.func @wrap
  // CHECK:       %[[A:.*]] = spv.IAdd %{{.*}}, %{{.*}} {no_signed_wrap} : i32
  // CHECK-NEXT:  spv.IMul %[[A]], %[[A]] : i32
  spv.func @wrap(%a: i32, %b: i32) -> i32 "None" {
    %0 = spv.IAdd %a, %b {no_signed_wrap, no_unsigned_wrap} : i32
    %1 = spv.IAdd %b, %a {no_signed_wrap} : i32
    %2 = spv.IMul %0, %1 : i32
    spv.ReturnValue %2 : i32
  }

  // CHECK-LABEL: spv.func @precision
  // CHECK:       %[[A:.*]] = spv.IAdd %{{.*}}, %{{.*}} : i32
  // CHECK-NEXT:  spv.IMul %[[A]], %[[A]] : i32
  spv.func @precision(%a: i32, %b: i32) -> i32 "None" {
    %0 = spv.IAdd %a, %b {relaxed_precision} : i32
    %1 = spv.IAdd %a, %b : i32
    %2 = spv.IMul %0, %1 : i32
    spv.ReturnValue %2 : i32
  }

  // CHECK-LABEL: spv.func @fast_math
  // CHECK:       %[[A:.*]] = spv.FAdd %{{.*}}, %{{.*}} {fp_fast_math_mode = "NotInf"} : f32
  // CHECK-NEXT:  spv.FMul %[[A]], %[[A]] : f32
  spv.func @fast_math(%a: f32, %b: f32) -> f32 "None" {
    %0 = spv.FAdd %a, %b {fp_fast_math_mode = "NotNaN|NotInf"} : f32
    %1 = spv.FAdd %a, %b {fp_fast_math_mode = "NotInf|NSZ"} : f32
    %2 = spv.FMul %0, %1 : f32
    spv.ReturnValue %2 : f32
  }

  // CHECK-LABEL: spv.func @fast_math_and_none
  // CHECK:       %[[A:.*]] = spv.FAdd %{{.*}}, %{{.*}} {fp_fast_math_mode = "None"} : f32
  // CHECK-NEXT:  spv.FMul %[[A]], %[[A]] : f32
  spv.func @fast_math_and_none(%a: f32, %b: f32) -> f32 "None" {
    %0 = spv.FAdd %a, %b {fp_fast_math_mode = "NotNaN"} : f32
    %1 = spv.FAdd %a, %b : f32
    %2 = spv.FMul %0, %1 : f32
    spv.ReturnValue %2 : f32
  }

  // CHECK-LABEL: spv.func @apart
  // CHECK:       %[[A:.*]] = spv.IAdd %{{.*}}, %{{.*}} {non_uniform} : i32
  // CHECK-NEXT:  %[[B:.*]] = spv.IAdd %{{.*}}, %{{.*}} : i32
  // CHECK-NEXT:  spv.IMul %[[A]], %[[B]] : i32
  // CHECK-NEXT:  %[[C:.*]] = spv.FAdd %{{.*}}, %{{.*}} {no_contraction} : f32
  // CHECK-NEXT:  %[[D:.*]] = spv.FAdd %{{.*}}, %{{.*}} : f32
  // CHECK-NEXT:  spv.FMul %[[C]], %[[D]] : f32
  spv.func @apart(%a: i32, %b: i32, %x: f32, %y: f32) -> f32 "None" {
    %0 = spv.IAdd %a, %b {non_uniform} : i32
    %1 = spv.IAdd %a, %b : i32
    %2 = spv.IMul %0, %1 : i32
    %3 = spv.FAdd %x, %y {no_contraction} : f32
    %4 = spv.FAdd %x, %y : f32
    %5 = spv.FMul %3, %4 : f32
    %6 = spv.ConvertSToF %2 : i32 to f32
    %7 = spv.FMul %5, %6 : f32
    spv.ReturnValue %7 : f32
  }
}
