module {
  spv.module Logical GLSL450 {
    spv.func @blocks(%arg0: !spv.ptr<i32, StorageBuffer>, %arg1: i32, %arg2: vector<4xi32>) "None" {
      %0 = spv.SubgroupBlockReadINTEL "StorageBuffer" %arg0 : i32
      %1 = spv.SubgroupBlockReadINTEL "StorageBuffer" %arg0 : vector<4xi32>
      spv.SubgroupBlockWriteINTEL "StorageBuffer" %arg0, %arg1 : i32
      spv.SubgroupBlockWriteINTEL "StorageBuffer" %arg0, %arg2 : vector<4xi32>
      spv.Return
    }
  }
}
