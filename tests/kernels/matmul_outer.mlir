//@ covers: a product of 4 by 4 as a sum of outer products
//@ ulp: 64
//@ absolute: 0.0001
gpu.module @kernels {
  gpu.func @main(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %p = vector.load %a[%i, %c0] : memref<16x16xf32>, vector<16xf32>
    %q = vector.load %b[%i, %c0] : memref<16x16xf32>, vector<16xf32>
    %x = vector.shape_cast %p : vector<16xf32> to vector<4x4xf32>
    %y = vector.shape_cast %q : vector<16xf32> to vector<4x4xf32>
    %t = vector.transpose %x, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
    %zero = arith.constant dense<0.0> : vector<4x4xf32>
    %l0 = vector.extract %t[0] : vector<4xf32> from vector<4x4xf32>
    %r0 = vector.extract %y[0] : vector<4xf32> from vector<4x4xf32>
    %s0 = vector.outerproduct %l0, %r0, %zero {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
    %l1 = vector.extract %t[1] : vector<4xf32> from vector<4x4xf32>
    %r1 = vector.extract %y[1] : vector<4xf32> from vector<4x4xf32>
    %s1 = vector.outerproduct %l1, %r1, %s0 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
    %l2 = vector.extract %t[2] : vector<4xf32> from vector<4x4xf32>
    %r2 = vector.extract %y[2] : vector<4xf32> from vector<4x4xf32>
    %s2 = vector.outerproduct %l2, %r2, %s1 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
    %l3 = vector.extract %t[3] : vector<4xf32> from vector<4x4xf32>
    %r3 = vector.extract %y[3] : vector<4xf32> from vector<4x4xf32>
    %s3 = vector.outerproduct %l3, %r3, %s2 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
    %r = vector.shape_cast %s3 : vector<4x4xf32> to vector<16xf32>
    vector.store %r, %c[%i, %c0] : memref<16x16xf32>, vector<16xf32>
    gpu.return
  }
}
