// RUN: spv-opt %s --split-input-file --verify-diagnostics --convert-to-spirv

// What cannot be lowered names the op, the patterns that were tried, and why each did not apply.

gpu.module @m {
  gpu.func @f(%x: memref<8xf32>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %v = arith.constant dense<3> : vector<2xi32>
    // expected-error @+2 {{failed to legalize operation 'math.ipowi'}}
    // expected-note @+1 {{pattern 'integer power': the op is supported on numbers only}}
    %w = math.ipowi %v, %v : vector<2xi32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%x: memref<8xf32>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %c0 = arith.constant 0 : index
    %v = memref.load %x[%c0] : memref<8xf32>
    // expected-error @+2 {{failed to legalize operation 'arith.extf'}}
    // expected-note @+1 {{pattern 'float extension': 'f64' requires the capability Float64, which the target lacks}}
    %w = arith.extf %v : f32 to f64
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+2 {{failed to legalize operation 'gpu.func'}}
  // expected-note @+1 {{pattern 'function': a kernel requires the attribute 'spv.entry_point_abi' with its workgroup size}}
  gpu.func @f() kernel {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+2 {{failed to legalize operation 'gpu.func'}}
  // expected-note @+1 {{pattern 'function': argument #0: it is converted to 5 values, but one is required}}
  gpu.func @f(%x: vector<5xf32>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{'spv.func' op requires 'spv.GroupNonUniformFAdd', but the target lacks the capability GroupNonUniformArithmetic}}
  gpu.func @f(%x: memref<8xf32>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %c0 = arith.constant 0 : index
    %v = memref.load %x[%c0] : memref<8xf32>
    %w = gpu.subgroup_reduce add %v : (f32) -> f32
    memref.store %w, %x[%c0] : memref<8xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%x: memref<8xf32>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %c0 = arith.constant 0 : index
    %z = arith.constant 0.0 : f32
    // expected-error @+2 {{failed to legalize operation 'vector.transfer_read'}}
    // expected-note @+1 {{pattern 'elementwise load': a transfer can be lowered only if 'in_bounds' is true for all dimensions}}
    %v = vector.transfer_read %x[%c0], %z : memref<8xf32>, vector<4xf32>
    vector.transfer_write %v, %x[%c0] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%x: memref<8xf32>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %c0 = arith.constant 0 : index
    %v = arith.constant dense<0.0> : vector<4xf32>
    %m = arith.constant dense<true> : vector<4xi1>
    // expected-error @+2 {{failed to legalize operation 'vector.transfer_write'}}
    // expected-note @+1 {{pattern 'elementwise store': a transfer with a mask cannot be lowered}}
    vector.transfer_write %v, %x[%c0], %m {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+2 {{failed to legalize operation 'gpu.func'}}
  // expected-note @+1 {{the layout of a memref must be strided}}
  gpu.func @f(%x: memref<8xf32, affine_map<(d0) -> (d0 mod 4)>>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    gpu.return
  }
}
