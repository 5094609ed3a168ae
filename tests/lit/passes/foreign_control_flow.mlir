// RUN: spv-opt %s --dce --simplify-cfg --spv-structurize --canonicalize | FileCheck %s
// RUN: spv-opt %s -O | FileCheck %s
// Control flow of other dialects means nothing to passes that read that of SPIR-V: they leave such a function as it is.
// CHECK-LABEL: func.func @loop
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%{{.*}} = %{{.*}}) -> (f32) {
// CHECK: scf.yield
// CHECK-LABEL: func.func @branches
// CHECK: cf.cond_br
// CHECK-LABEL: func.func @kernel
// CHECK: gpu.launch blocks
// CHECK: memref.store
// CHECK: gpu.terminator
func.func @loop(%m: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %zero) -> (f32) {
    %v = memref.load %m[%i] : memref<16xf32>
    %t = arith.addf %s, %v : f32
    scf.yield %t : f32
  }
  memref.store %sum, %m[%c0] : memref<16xf32>
  return
}
func.func @branches(%c: i1, %m: memref<16xf32>, %v: f32, %i: index) {
  cf.cond_br %c, ^a, ^b
^a:
  memref.store %v, %m[%i] : memref<16xf32>
  cf.br ^b
^b:
  return
}
func.func @kernel(%x: memref<256xf32>, %v: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%dx = %c1, %dy = %c1, %dz = %c1) {
    memref.store %v, %x[%tx] : memref<256xf32>
    gpu.terminator
  }
  return
}
