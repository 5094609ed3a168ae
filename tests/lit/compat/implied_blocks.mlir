// RUN: spv-opt %s --emit=spvasm | FileCheck %s
// RUN: spv-opt %s --mlir-compat=19 --emit=spvasm | FileCheck %s
// RUN: spv-opt %s --mlir-compat=19 --target-env=vulkan1.1 -o %t.spv
// RUN: spv-opt %t.spv | FileCheck %s --check-prefix=READ
// RUN: spv-opt %s | FileCheck %s --check-prefix=TEXT
// RUN: sed 's/requires #spirv.vce<v1.3, \[Shader, RuntimeDescriptorArray\], \[\(.*\)\]>/& attributes {undecorated_buffers}/' %s > %t.mlir
// RUN: spv-opt %t.mlir --emit=spvasm | FileCheck %s --check-prefix=KEPT
// RUN: spv-opt %t.mlir -o %t.kept.spv
// RUN: spv-opt %t.kept.spv | FileCheck %s --check-prefix=KEPT-TEXT
// RUN: spv-opt %t.kept.spv | spv-opt - -o %t.again.spv
// RUN: spv-opt %t.kept.spv -o %t.direct.spv
// RUN: cmp %t.again.spv %t.direct.spv

// MLIR's text leaves Block to the export. Structs with BufferBlock stay, and those of variables that are no buffers.
// A binary without Block stays so.

// CHECK-DAG: OpDecorate %[[BUFFER:.*]] Block
// CHECK-DAG: OpDecorate %[[PUSHED:.*]] Block
// CHECK-DAG: OpDecorate %[[ELEMENT:.*]] Block
// CHECK-DAG: OpDecorate %[[OLD:.*]] BufferBlock
// CHECK-DAG: %[[BUFFER]] = OpTypeStruct %_runtimearr_float
// CHECK-DAG: %[[PUSHED]] = OpTypeStruct %float %float
// CHECK-DAG: %[[ELEMENT]] = OpTypeStruct %v4float
// CHECK-NOT: Block

// READ-NOT: undecorated_buffers
// READ: Block>, StorageBuffer>
// TEXT-NOT: Block>, StorageBuffer>
// KEPT-NOT: Block{{$}}
// KEPT: OpDecorate %{{.*}} BufferBlock
// KEPT-NOT: Block{{$}}
// KEPT-TEXT: attributes {{.*}}undecorated_buffers

spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader, RuntimeDescriptorArray], [SPV_EXT_descriptor_indexing]> {
  spirv.GlobalVariable @buffer bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
  spirv.GlobalVariable @pushed : !spirv.ptr<!spirv.struct<(f32 [0], f32 [4])>, PushConstant>
  spirv.GlobalVariable @array bind(0, 1) : !spirv.ptr<!spirv.rtarray<!spirv.struct<(vector<4xf32> [0])>>, Uniform>
  spirv.GlobalVariable @old bind(0, 2) : !spirv.ptr<!spirv.struct<(i32 [0]), BufferBlock>, Uniform>
  spirv.GlobalVariable @shared : !spirv.ptr<!spirv.struct<(i32, i32)>, Workgroup>
  spirv.func @main() "None" {
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @main
  spirv.ExecutionMode @main "LocalSize", 1, 1, 1
}
