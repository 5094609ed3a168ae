module {
  spv.module Logical GLSL450 {
    spv.func @sync(%arg0: !spv.ptr<i32, Workgroup>, %arg1: i32, %arg2: f32, %arg3: !spv.ptr<f32, StorageBuffer>, %arg4: i1, %arg5: vector<3xi32>) "None" {
      %cst16_i32 = spv.Constant 16 : i32
      spv.ControlBarrier Workgroup, Device, "Acquire|UniformMemory"
      spv.MemoryBarrier Device, "Acquire|UniformMemory"
      spv.MemoryBarrier Device, "None"
      %0 = spv.AtomicAnd "Device" "AcquireRelease|WorkgroupMemory" %arg0, %arg1 : !spv.ptr<i32, Workgroup>
      %1 = spv.AtomicOr "Device" "AcquireRelease|WorkgroupMemory" %arg0, %arg1 : !spv.ptr<i32, Workgroup>
      %2 = spv.AtomicXor "Device" "AcquireRelease|WorkgroupMemory" %arg0, %arg1 : !spv.ptr<i32, Workgroup>
      %3 = spv.AtomicIAdd "Device" "AcquireRelease|WorkgroupMemory" %arg0, %arg1 : !spv.ptr<i32, Workgroup>
      %4 = spv.AtomicISub "Device" "AcquireRelease|WorkgroupMemory" %arg0, %arg1 : !spv.ptr<i32, Workgroup>
      %5 = spv.AtomicSMax "Device" "AcquireRelease|WorkgroupMemory" %arg0, %arg1 : !spv.ptr<i32, Workgroup>
      %6 = spv.AtomicSMin "Device" "AcquireRelease|WorkgroupMemory" %arg0, %arg1 : !spv.ptr<i32, Workgroup>
      %7 = spv.AtomicUMax "Device" "AcquireRelease|WorkgroupMemory" %arg0, %arg1 : !spv.ptr<i32, Workgroup>
      %8 = spv.AtomicUMin "Device" "AcquireRelease|WorkgroupMemory" %arg0, %arg1 : !spv.ptr<i32, Workgroup>
      %9 = spv.AtomicIIncrement "Workgroup" "None" %arg0 : !spv.ptr<i32, Workgroup>
      %10 = spv.AtomicIDecrement "Workgroup" "None" %arg0 : !spv.ptr<i32, Workgroup>
      %11 = spv.AtomicExchange "Workgroup" "Release" %arg0, %arg1 : !spv.ptr<i32, Workgroup>
      %12 = spv.AtomicCompareExchange "Workgroup" "Release" "Acquire" %arg0, %arg1, %arg1 : !spv.ptr<i32, Workgroup>
      %13 = spv.AtomicCompareExchangeWeak "Workgroup" "Release" "Acquire" %arg0, %arg1, %arg1 : !spv.ptr<i32, Workgroup>
      %14 = spv.AtomicFAddEXT "Device" "None" %arg3, %arg2 : !spv.ptr<f32, StorageBuffer>
      %15 = spv.GroupBroadcast Workgroup %arg2, %arg1 : f32, i32
      %16 = spv.GroupBroadcast Workgroup %arg2, %arg5 : f32, vector<3xi32>
      %17 = spv.GroupNonUniformBallot Workgroup %arg4 : vector<4xi32>
      %18 = spv.GroupNonUniformBroadcast Workgroup %arg2, %cst16_i32 : f32, i32
      %19 = spv.GroupNonUniformElect Workgroup : i1
      %20 = spv.SubgroupBallotKHR %arg4 : vector<4xi32>
      %21 = spv.GroupNonUniformFAdd "Workgroup" "Reduce" %arg2 : f32
      %22 = spv.GroupNonUniformFMax "Workgroup" "Reduce" %arg2 : f32
      %23 = spv.GroupNonUniformFMin "Workgroup" "Reduce" %arg2 : f32
      %24 = spv.GroupNonUniformFMul "Workgroup" "Reduce" %arg2 : f32
      %25 = spv.GroupNonUniformIAdd "Subgroup" "InclusiveScan" %arg1 : i32
      %26 = spv.GroupNonUniformIMul "Subgroup" "InclusiveScan" %arg1 : i32
      %27 = spv.GroupNonUniformSMax "Subgroup" "InclusiveScan" %arg1 : i32
      %28 = spv.GroupNonUniformSMin "Subgroup" "InclusiveScan" %arg1 : i32
      %29 = spv.GroupNonUniformUMax "Subgroup" "InclusiveScan" %arg1 : i32
      %30 = spv.GroupNonUniformUMin "Subgroup" "InclusiveScan" %arg1 : i32
      %31 = spv.GroupNonUniformFMax "Subgroup" "ClusteredReduce" %arg2 cluster_size(%cst16_i32) : f32
      spv.Return
    }
    spv.func @coop(%arg0: !spv.ptr<i32, StorageBuffer>, %arg1: i32, %arg2: i1, %arg3: !spv.coopmatrix<16x8xi32, Workgroup>, %arg4: !spv.coopmatrix<8x16xi32, Subgroup>, %arg5: !spv.coopmatrix<16x4xi32, Subgroup>, %arg6: !spv.coopmatrix<8x4xi32, Subgroup>) "None" {
      %0 = spv.CooperativeMatrixLengthNV : !spv.coopmatrix<16x8xi32, Workgroup>
      %1 = spv.CooperativeMatrixLoadNV %arg0, %arg1, %arg2 : !spv.ptr<i32, StorageBuffer> as !spv.coopmatrix<16x8xi32, Workgroup>
      %2 = spv.CooperativeMatrixLoadNV %arg0, %arg1, %arg2 ["Volatile"] : !spv.ptr<i32, StorageBuffer> as !spv.coopmatrix<16x8xi32, Workgroup>
      %3 = spv.CooperativeMatrixMulAddNV %arg4, %arg5, %arg6 : !spv.coopmatrix<8x16xi32, Subgroup>, !spv.coopmatrix<16x4xi32, Subgroup> -> !spv.coopmatrix<8x4xi32, Subgroup>
      spv.CooperativeMatrixStoreNV %arg0, %arg3, %arg1, %arg2 : !spv.ptr<i32, StorageBuffer>, !spv.coopmatrix<16x8xi32, Workgroup>
      spv.CooperativeMatrixStoreNV %arg0, %arg3, %arg1, %arg2 ["Volatile"] : !spv.ptr<i32, StorageBuffer>, !spv.coopmatrix<16x8xi32, Workgroup>
      spv.Return
    }
  }
}
