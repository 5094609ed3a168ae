// RUN: spv-opt %s --emit=spvasm | FileCheck %s
// RUN: spv-opt %s --target-env=vulkan1.2 -o %t.spv
// RUN: spv-opt %t.spv | FileCheck %s --check-prefix=READ
// RUN: sed 's/attributes {}/attributes {undecorated_buffers}/' %s > %t.mlir
// RUN: spv-opt %t.mlir --emit=spvasm | FileCheck %s --check-prefix=KEPT
// RUN: spv-opt %t.mlir -o %t.kept.spv
// RUN: spv-opt %t.kept.spv | FileCheck %s --check-prefix=KEPT-TEXT
// RUN: spv-opt %t.kept.spv | spv-opt - -o %t.again.spv
// RUN: spv-opt %t.kept.spv -o %t.direct.spv
// RUN: cmp %t.again.spv %t.direct.spv
// RUN: cmp %t.kept.spv %t.direct.spv
// RUN: spv-opt link %t.kept.spv -o %t.linked.spv
// RUN: spv-opt %t.linked.spv | FileCheck %s --check-prefix=KEPT-TEXT
// RUN: spv-opt link %t.kept.spv -o %t.linked.mlir
// RUN: spv-opt %t.linked.mlir --emit=spvasm | FileCheck %s --check-prefix=KEPT

// Structs that pointers to physical storage refer to are buffers as well. A struct that another contains stays, as Block
// must not be nested. The pointers need no variable: parameters and members have them.

// CHECK: OpDecorate %[[PUSHED:.*]] Block
// CHECK: OpDecorate %Node Block
// CHECK: OpDecorate %[[OUTER:.*]] Block
// CHECK-NOT: Block
// CHECK: %[[PUSHED]] = OpTypeStruct %_ptr_PhysicalStorageBuffer_Node
// CHECK: %[[INNER:.*]] = OpTypeStruct %float %float
// CHECK: %[[OUTER]] = OpTypeStruct %[[INNER]] %v4float

// READ: !Node = type {{.*}} Block>
// READ: @pushed : {{.*}}, Block>, PushConstant>
// READ: vector<4xf32> [16]), Block>, PhysicalStorageBuffer>
// KEPT-NOT: Block{{$}}
// KEPT-TEXT: attributes {{.*}}undecorated_buffers

!Node = !spv.struct<Node, (si32 [0], !spv.ptr<!spv.struct<Node>, PhysicalStorageBuffer> [8])>
!inner = !spv.struct<(f32 [0], f32 [4])>
!outer = !spv.struct<(!inner [0], vector<4xf32> [16])>

spv.module PhysicalStorageBuffer64 GLSL450 requires #spv.vce<v1.5, [Shader, PhysicalStorageBufferAddresses], [SPV_KHR_physical_storage_buffer]> attributes {} {
  spv.GlobalVariable @pushed : !spv.ptr<!spv.struct<(!spv.ptr<!Node, PhysicalStorageBuffer> [0])>, PushConstant>
  spv.func @read(%from: !spv.ptr<!outer, PhysicalStorageBuffer> {aliased}) -> f32 "None" {
    %c0 = spv.Constant 0 : si32
    %c1 = spv.Constant 1 : si32
    %part = spv.AccessChain %from[%c0] : !spv.ptr<!outer, PhysicalStorageBuffer>, si32 -> !spv.ptr<!inner, PhysicalStorageBuffer>
    %at = spv.AccessChain %part[%c1] : !spv.ptr<!inner, PhysicalStorageBuffer>, si32 -> !spv.ptr<f32, PhysicalStorageBuffer>
    %read = spv.Load "PhysicalStorageBuffer" %at ["Aligned", 4] : f32
    spv.ReturnValue %read : f32
  }
  spv.func @main() "None" {
    spv.Return
  }
  spv.EntryPoint "GLCompute" @main
  spv.ExecutionMode @main "LocalSize", 1, 1, 1
}
