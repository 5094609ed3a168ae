// RUN: spv-opt %s --reduce-load-size | FileCheck %s
// RUN: spv-opt %s --reduce-load-size=threshold=0.1 | FileCheck %s --check-prefix=WHOLE

!inner = !spv.array<4 x f32, stride=16>
!block = !spv.struct<(!inner [0], !inner [64], !inner [128], i32 [192]), Block>
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
  spv.GlobalVariable @b bind(0, 0) : !spv.ptr<!block, Uniform>
  // CHECK-LABEL: spv.func @part
  // WHOLE: spv.Load "Uniform" %b
  spv.func @part() -> f32 "None" {
    %b = spv.mlir.addressof @b : !spv.ptr<!block, Uniform>
    // The element of an element is loaded alone, too.
    // CHECK: %[[P:.*]] = spv.AccessChain %b[%{{.*}}]
    // CHECK: %[[Q:.*]] = spv.AccessChain %[[P]][%{{.*}}]
    // CHECK-NEXT: %[[R:.*]] = spv.Load "Uniform" %[[Q]] : f32
    // CHECK-NEXT: spv.ReturnValue %[[R]] : f32
    %0 = spv.Load "Uniform" %b : !block
    %1 = spv.CompositeExtract %0[1 : i32, 2 : i32] : !block
    spv.ReturnValue %1 : f32
  }
}
