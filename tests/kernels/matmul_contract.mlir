//@ covers: a product of matrices and a dot product as contractions
gpu.module @kernels {
  gpu.func @main(%a: memref<16x2x4xi32>, %b: memref<16x4x3xi32>, %c: memref<16x2x3xi32>, %d: memref<16xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %x = vector.transfer_read %a[%i, %c0, %c0], %zero {in_bounds = [true, true]} : memref<16x2x4xi32>, vector<2x4xi32>
    %y = vector.transfer_read %b[%i, %c0, %c0], %zero {in_bounds = [true, true]} : memref<16x4x3xi32>, vector<4x3xi32>
    %z = vector.transfer_read %c[%i, %c0, %c0], %zero {in_bounds = [true, true]} : memref<16x2x3xi32>, vector<2x3xi32>
    %p = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %z : vector<2x4xi32>, vector<4x3xi32> into vector<2x3xi32>
    vector.transfer_write %p, %c[%i, %c0, %c0] {in_bounds = [true, true]} : vector<2x3xi32>, memref<16x2x3xi32>
    %r0 = vector.extract %x[0] : vector<4xi32> from vector<2x4xi32>
    %r1 = vector.extract %x[1] : vector<4xi32> from vector<2x4xi32>
    %q = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %r0, %r1, %zero : vector<4xi32>, vector<4xi32> into i32
    memref.store %q, %d[%i] : memref<16xi32>
    gpu.return
  }
}
