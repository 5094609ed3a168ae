gpu.module @kernels {
  gpu.func @main(%x: memref<?xf32>, %out: memref<?xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c255 = arith.constant 255 : index
    %quarter = arith.constant 0.25 : f32
    %half = arith.constant 0.5 : f32
    %before = arith.subi %i, %c1 : index
    %left = arith.maxsi %before, %c0 : index
    %after = arith.addi %i, %c1 : index
    %right = arith.minsi %after, %c255 : index
    %l = memref.load %x[%left] : memref<?xf32>
    %m = memref.load %x[%i] : memref<?xf32>
    %r = memref.load %x[%right] : memref<?xf32>
    %ends = arith.addf %l, %r : f32
    %a = arith.mulf %ends, %quarter : f32
    %b = arith.mulf %m, %half : f32
    %s = arith.addf %a, %b : f32
    memref.store %s, %out[%i] : memref<?xf32>
    gpu.return
  }
}
