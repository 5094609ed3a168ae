// RUN: spv-opt %s --split-input-file --verify-diagnostics

func.func @load(%m: memref<4x4xf32>, %i: index) {
  // expected-error @+1 {{'memref.load' op incorrect number of indices, expected 2 but got 1}}
  %0 = memref.load %m[%i] : memref<4x4xf32>
  return
}

// -----

func.func @store(%m: memref<?xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{'memref.store' op incorrect number of indices, expected 1 but got 2}}
  memref.store %x, %m[%i, %i] : memref<?xf32>
  return
}

// -----

func.func @vector(%m: memref<?xf32>, %i: index) {
  // expected-error @+1 {{'vector.load' op incorrect number of indices, expected 1 but got 2}}
  %0 = vector.load %m[%i, %i] : memref<?xf32>, vector<4xf32>
  return
}

// -----

func.func @element(%m: memref<?xf32>) {
  // expected-error @+1 {{'memref.cast' op operand type 'memref<?xf32>' and result type 'memref<?xi32>' are cast incompatible}}
  %0 = memref.cast %m : memref<?xf32> to memref<?xi32>
  return
}

// -----

func.func @rank(%m: memref<?xf32>) {
  // expected-error @+1 {{are cast incompatible}}
  %0 = memref.cast %m : memref<?xf32> to memref<4x4xf32>
  return
}

// -----

func.func @size(%m: memref<4xf32>) {
  // expected-error @+1 {{are cast incompatible}}
  %0 = memref.cast %m : memref<4xf32> to memref<5xf32>
  return
}

// -----

func.func @known(%m: memref<?x4xf32>) {
  %0 = memref.cast %m : memref<?x4xf32> to memref<8x?xf32>
  return
}

// -----

func.func @subview(%m: memref<?xf32>) {
  // expected-error @+3 {{'memref.subview' op expected 1 offset values, got 2}}
  // expected-error @+2 {{'memref.subview' op expected 1 size values, got 2}}
  // expected-error @+1 {{'memref.subview' op expected 1 stride values, got 2}}
  %0 = memref.subview %m[0, 0] [1, 1] [1, 1] : memref<?xf32> to memref<?xf32>
  return
}

// -----

func.func @alloc(%n: index) {
  // expected-error @+1 {{'memref.alloc' op dimension operand count does not equal memref dynamic dimension count}}
  %0 = memref.alloc(%n) : memref<4xf32>
  return
}

// -----

func.func @alloca() {
  // expected-error @+1 {{'memref.alloca' op dimension operand count does not equal memref dynamic dimension count}}
  %0 = memref.alloca() : memref<?xf32>
  return
}
