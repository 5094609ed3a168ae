// RUN: spv-opt %s --remove-duplicates | FileCheck %s
// Equal strings, execution modes, nameless constants and entries of an interface become one; what has another name stays.
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  spv.GlobalVariable @color {location = 0 : i32} : !spv.ptr<f32, Output>
  spv.String @_$1 "a"
  spv.String @_$2 "a"
  spv.String @_$3 "b"
  spv.func @main() "None" {
    spv.Return
  }
  spv.EntryPoint "Fragment" @main, @color, @color
  spv.ExecutionMode @main "OriginUpperLeft"
  spv.ExecutionMode @main "OriginUpperLeft"
  spv.ExecutionMode @main "EarlyFragmentTests"
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
// CHECK-NEXT:     spv.GlobalVariable @color {location = 0 : i32} : !spv.ptr<f32, Output>
// CHECK-NEXT:     spv.String @_$1 "a"
// CHECK-NEXT:     spv.String @_$3 "b"
// CHECK-NEXT:     spv.func @main() "None" {
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.EntryPoint "Fragment" @main, @color
// CHECK-NEXT:     spv.ExecutionMode @main "OriginUpperLeft"
// CHECK-NEXT:     spv.ExecutionMode @main "EarlyFragmentTests"
// CHECK-NEXT:   }
// CHECK-NEXT: }
