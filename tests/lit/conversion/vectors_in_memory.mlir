// RUN: spv-opt %s --split-input-file --convert-to-spirv=target=vulkan1.1 --verify-diagnostics | FileCheck %s

// Elements of memory that are several numbers: complex numbers are vectors of their two parts.

// CHECK: spv.GlobalVariable @product_arg_0 bind(0, 0) : !spv.ptr<!spv.struct<(!spv.array<64 x vector<2xf32>, stride=8> [0]), Block>, StorageBuffer>
// CHECK: spv.Load "StorageBuffer" {{.*}} : vector<2xf32>
// CHECK: spv.Store "StorageBuffer" {{.*}} : vector<2xf32>
gpu.module @m {
  gpu.func @product(%x: memref<64xcomplex<f32>>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<64xcomplex<f32>>
    %b = complex.mul %a, %a : complex<f32>
    memref.store %b, %x[%i] : memref<64xcomplex<f32>>
    gpu.return
  }
}

// -----

// Numbers that the target does not have in memory would lie elsewhere than the host has them.

gpu.module @m {
  // expected-error @+2 {{failed to legalize operation 'gpu.func'}}
  // expected-note @+1 {{argument #0: vectors of 16-bit numbers in memory require a capability that the target lacks}}
  gpu.func @halves(%x: memref<64xvector<2xf16>>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+2 {{failed to legalize operation 'gpu.func'}}
  // expected-note @+1 {{argument #0: vectors of 16-bit numbers in memory require a capability that the target lacks}}
  gpu.func @complex_halves(%x: memref<64xcomplex<f16>>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+2 {{failed to legalize operation 'gpu.func'}}
  // expected-note @+1 {{argument #0: vectors of 8-bit numbers in memory require a capability that the target lacks}}
  gpu.func @bytes(%x: memref<64xvector<4xi8>>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    gpu.return
  }
}
