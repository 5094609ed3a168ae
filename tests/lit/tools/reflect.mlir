// RUN: spv-opt reflect %s | FileCheck %s
// RUN: spv-opt reflect --json %s | FileCheck %s --check-prefix=JSON

!light = type !spv.struct<Light, (vector<3xf32> [0] "color", f32 [12] "power")>
!lights = type !spv.struct<Lights, (!spv.matrix<3 x vector<4xf32>> [0, RowMajor, MatrixStride=16] "view", !spv.rtarray<!light, stride=16> [64, NonWritable] "list"), Block>

spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader], []> {
  spv.EntryPoint "GLCompute" @main, @id
  spv.ExecutionMode @main "LocalSize", 8, 1, 1
  spv.EntryPoint "Vertex" @other, @position
  spv.SpecConstant @x spec_id(3) = 16 : i32
  spv.SpecConstant @scale = 2.5 : f32
  spv.GlobalConstant @one = 1 : i32
  spv.SpecConstantComposite @size (@x, @one, @one) {built_in = "WorkgroupSize"} : vector<3xi32>
  spv.GlobalVariable @lights bind(1, 2) : !spv.ptr<!lights, StorageBuffer>
  spv.GlobalVariable @maps bind(0, 5) : !spv.ptr<!spv.array<4 x !spv.sampled_image<!spv.image<f32, Dim2D, IsDepth, Arrayed, SingleSampled, NeedSampler, Unknown>>>, UniformConstant>
  spv.GlobalVariable @id built_in("GlobalInvocationId") : !spv.ptr<vector<3xi32>, Input>
  spv.GlobalVariable @position {location = 1 : i32, component = 2 : i32, flat} : !spv.ptr<f32, Input>
  spv.func @main() "None" {
    %0 = spv.mlir.addressof @lights : !spv.ptr<!lights, StorageBuffer>
    %1 = spv.mlir.referenceof @scale : f32
    spv.FunctionCall @helper() : () -> ()
    spv.Return
  }
  spv.func @other() "None" {
    spv.FunctionCall @helper() : () -> ()
    spv.Return
  }
  spv.func @helper() "None" {
    %0 = spv.mlir.addressof @maps : !spv.ptr<!spv.array<4 x !spv.sampled_image<!spv.image<f32, Dim2D, IsDepth, Arrayed, SingleSampled, NeedSampler, Unknown>>>, UniformConstant>
    spv.Return
  }
}

// CHECK:      SPIR-V 1.3, Logical GLSL450
// CHECK-NEXT: capabilities: Shader
// CHECK-NEXT: entry point 0: GLCompute "main", workgroup 16@x x 1 x 1
// CHECK-NEXT:   LocalSize 8 1 1
// CHECK-NEXT: entry point 1: Vertex "other"
// CHECK-NEXT: set 0 binding 5: CombinedImageSampler [4] maps sampled image Dim2D Unknown
// CHECK-NEXT: set 1 binding 2: StorageBuffer lights struct Lights (64 bytes)
// CHECK-NEXT: 0 view f32x4x3
// CHECK-NEXT: 64 list struct Light (16 bytes)[]
// CHECK-NEXT: input GlobalInvocationId: id u32x3
// CHECK-NEXT: input 1.2: position f32
// CHECK-NEXT: spec constant 3: x u32 = 16
// CHECK-NEXT: spec constant: scale f32 = 2.5

// The sampler array is used by both entry points, through the function that both call.
// JSON:       "name": "maps",
// JSON:       "used_by": [
// JSON-NEXT:    0,
// JSON-NEXT:    1
// JSON-NEXT:  ],
// JSON-NEXT:  "descriptor_type": "combined_image_sampler",
// JSON-NEXT:  "set": 0,
// JSON-NEXT:  "binding": 5,
// JSON:       "readable": true,
// JSON-NEXT:  "writable": false
// A member is read-only, but not the whole buffer.
// JSON:       "name": "lights",
// JSON:       "writable": true
// The size of the workgroup is a specialization constant.
// JSON:       "spec_id": 3,
// JSON:       "default_value": 16,
// JSON:       "used_by": [
// JSON-NEXT:    0
// JSON-NEXT:  ]
// JSON:       "name": "view",
// JSON-NEXT:  "type": {{[0-9]+}},
// JSON-NEXT:  "offset": 0,
// JSON-NEXT:  "size": 64,
// JSON-NEXT:  "matrix_stride": 16,
// JSON-NEXT:  "matrix_layout": "row_major",
