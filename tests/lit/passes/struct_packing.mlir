// RUN: spv-opt %s --pass-pipeline='struct-packing{struct=U rules=std430}' | FileCheck %s
// RUN: spv-opt %s --pass-pipeline='struct-packing{struct=U rules=scalar}' | FileCheck %s --check-prefix=SCALAR
// RUN: not spv-opt %s --pass-pipeline='struct-packing{struct=V}' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// The types around it have the new type, and their own offsets.
// CHECK-DAG: !spv.struct<U{{.*}}, (f32 [0], vector<3xf32> [16], f32 [28])>
// CHECK-DAG: !spv.struct<Outer{{.*}}, (!U{{.*}} [0], f32 [128]), Block>
// SCALAR-DAG: !spv.struct<U{{.*}}, (f32 [0], vector<3xf32> [4], f32 [16])>
// SCALAR-DAG: !spv.struct<Outer{{.*}}, (!U{{.*}} [0], f32 [128]), Block>
// UNKNOWN: no struct type is named 'V'
!U = type !spv.struct<U, (f32 [0], vector<3xf32> [16], f32 [64])>
!Outer = type !spv.struct<Outer, (!U [0], f32 [128]), Block>
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @u bind(0, 0) : !spv.ptr<!Outer, Uniform>
}
