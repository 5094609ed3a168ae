memref.global "private" constant @table : memref<4xi32> = dense<[1, 2, 3, 4]>
memref.global @unset : memref<2x2xf32> = uninitialized
memref.global "public" @outside : memref<2xf32> {alignment = 64 : i64}
func.func @f(%m: memref<4x?xf32>, %s: memref<?xi32, strided<[?], offset: ?>>, %u: memref<*xf32>, %n: index, %x: f32, %b: memref<2048xi8>, %w: memref<8xf32, 3>) {
  %c0 = arith.constant 0 : index
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc(%n, %n) {alignment = 16 : i64} : memref<?x?xf32>
  %2 = memref.alloca(%n) : memref<?xi1>
  %3 = memref.load %m[%c0, %n] : memref<4x?xf32>
  %4 = memref.load %s[%n] : memref<?xi32, strided<[?], offset: ?>>
  memref.store %3, %m[%c0, %c0] {nontemporal = true} : memref<4x?xf32>
  %5 = memref.dim %m, %c0 : memref<4x?xf32>
  %6 = memref.dim %u, %n : memref<*xf32>
  %7 = memref.rank %u : memref<*xf32>
  %8 = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  memref.copy %0, %0 : memref<4xf32> to memref<4xf32>
  %9 = memref.atomic_rmw addf %x, %0[%n] : (f32, memref<4xf32>) -> f32
  %10 = memref.atomic_rmw assign %x, %0[%n] : (f32, memref<4xf32>) -> f32
  %11 = memref.generic_atomic_rmw %0[%n] : memref<4xf32> {
  ^bb0(%old: f32):
    %new = arith.addf %old, %x : f32
    memref.atomic_yield %new : f32
  }
  memref.assume_alignment %m, 16 : memref<4x?xf32>
  %12 = memref.get_global @table : memref<4xi32>
  %13 = memref.subview %m[0, 1] [2, 2] [1, 1] : memref<4x?xf32> to memref<2x2xf32, strided<[?, 1], offset: 1>>
  %14 = memref.subview %m[%n, %n] [%n, 2] [1, %n] : memref<4x?xf32> to memref<?x2xf32, strided<[?, ?], offset: ?>>
  %15 = memref.reinterpret_cast %u to offset: [0], sizes: [4, %n], strides: [%n, 1] : memref<*xf32> to memref<4x?xf32, strided<[?, 1]>>
  %16 = memref.memory_space_cast %w : memref<8xf32, 3> to memref<8xf32>
  %17 = memref.view %b[%n][] : memref<2048xi8> to memref<64x4xf32>
  %18 = memref.view %b[%n][%n] : memref<2048xi8> to memref<?x4xf32>
  %19 = memref.extract_aligned_pointer_as_index %0 : memref<4xf32> -> index
  memref.prefetch %0[%n], read, locality<3>, data : memref<4xf32>
  memref.prefetch %0[%n], write, locality<0>, instr : memref<4xf32>
  %20 = memref.realloc %0 : memref<4xf32> to memref<8xf32>
  %21 = memref.realloc %0(%n) : memref<4xf32> to memref<?xf32>
  memref.alloca_scope {
    %a = memref.alloca() : memref<4xf32>
  }
  %22 = memref.alloca_scope -> (i32) {
    %a = arith.constant 1 : i32
    memref.alloca_scope.return %a : i32
  }
  memref.dealloc %0 : memref<4xf32>
  return
}
func.func @metadata(%m: memref<4x8xf32, strided<[8, 1], offset: 2>>, %one: memref<4xf32>, %none: memref<f32>) -> (index, index, index) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<4x8xf32, strided<[8, 1], offset: 2>> -> memref<f32>, index, index, index, index, index
  %base_0, %offset_0, %sizes_0, %strides_0 = memref.extract_strided_metadata %one : memref<4xf32> -> memref<f32>, index, index, index
  %base_1, %offset_1 = memref.extract_strided_metadata %none : memref<f32> -> memref<f32>, index
  return %sizes#1, %strides#0, %sizes_0 : index, index, index
}
