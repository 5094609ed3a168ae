module {
  spv.module Logical GLSL450 {
    spv.func @copies(%arg0: !spv.ptr<f32, Function>, %arg1: !spv.ptr<f32, Workgroup>) "None" {
      spv.CopyMemory "Function" %arg0, "Workgroup" %arg1 : f32
      spv.CopyMemory "Function" %arg0, "Workgroup" %arg1 ["Volatile"] : f32
      spv.CopyMemory "Function" %arg0, "Workgroup" %arg1 ["Aligned", 4] : f32
      spv.CopyMemory "Function" %arg0, "Workgroup" %arg1 ["Aligned", 4], ["Aligned", 8] : f32
      spv.Return
    }
    spv.func @blocks(%arg0: !spv.ptr<i32, StorageBuffer>, %arg1: i32, %arg2: vector<4xi32>) "None" {
      %0 = spv.SubgroupBlockReadINTEL "StorageBuffer" %arg0 : i32
      %1 = spv.SubgroupBlockReadINTEL "StorageBuffer" %arg0 : vector<4xi32>
      spv.SubgroupBlockWriteINTEL "StorageBuffer" %arg0, %arg1 : i32
      spv.SubgroupBlockWriteINTEL "StorageBuffer" %arg0, %arg2 : vector<4xi32>
      spv.Return
    }
    spv.func @matrices(%arg0: !spv.ptr<i32, StorageBuffer>, %arg1: i32, %arg2: i1) "None" {
      %0 = spv.CooperativeMatrixLoadNV %arg0, %arg1, %arg2 ["Volatile|Aligned", 4] : !spv.ptr<i32, StorageBuffer> as !spv.coopmatrix<16x8xi32, Workgroup>
      spv.Return
    }
  }
}
