// RUN: spv-opt %s --verify-roundtrip | FileCheck %s
// RUN: spv-opt %s -o %t.spv && spv-opt %t.spv | FileCheck %s --check-prefix=BINARY
// Names are those of the binary; `$N` keeps equal ones apart, `op_name` keeps what no spelling gives back.
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.GlobalVariable @color : !spv.ptr<i32, Private>
  spv.GlobalVariable @color$1 : !spv.ptr<i32, Private>
  spv.GlobalVariable @_$0 : !spv.ptr<f32, Private>
  spv.func @f(%a: i32, %b: i32 {op_name = "arg7"}) -> i32 "None" {
    %sum = spv.IAdd %a, %b : i32
    %sum$1 = spv.IAdd %sum, %b : i32
    %0 = spv.IAdd %sum$1, %b {op_name = "two words"} : i32
    spv.Branch ^exit
  ^exit:
    spv.ReturnValue %0 : i32
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @color : !spv.ptr<i32, Private>
// CHECK-NEXT:     spv.GlobalVariable @color$1 : !spv.ptr<i32, Private>
// CHECK-NEXT:     spv.GlobalVariable @_$0 : !spv.ptr<f32, Private>
// CHECK-NEXT:     spv.func @f(%a: i32, %arg0: i32 {op_name = "arg7"}) -> i32 "None" {
// CHECK-NEXT:       %sum = spv.IAdd %a, %arg0 : i32
// CHECK-NEXT:       %sum$0 = spv.IAdd %sum, %arg0 : i32
// CHECK-NEXT:       %0 = spv.IAdd %sum$0, %arg0 {op_name = "two words"} : i32
// CHECK-NEXT:       spv.Branch ^exit
// CHECK-NEXT:     ^exit:  // pred: ^bb0
// CHECK-NEXT:       spv.ReturnValue %0 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }

// BINARY: module {
// BINARY-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
// BINARY-NEXT:     spv.GlobalVariable @color : !spv.ptr<i32, Private>
// BINARY-NEXT:     spv.GlobalVariable @color$0 : !spv.ptr<i32, Private>
// BINARY-NEXT:     spv.GlobalVariable @_$0 : !spv.ptr<f32, Private>
// BINARY-NEXT:     spv.func @f(%a: i32, %arg0: i32 {op_name = "arg7"}) -> i32 "None" {
// BINARY-NEXT:       %sum = spv.IAdd %a, %arg0 : i32
// BINARY-NEXT:       %sum$0 = spv.IAdd %sum, %arg0 : i32
// BINARY-NEXT:       %0 = spv.IAdd %sum$0, %arg0 {op_name = "two words"} : i32
// BINARY-NEXT:       spv.Branch ^exit
// BINARY-NEXT:     ^exit:  // pred: ^bb0
// BINARY-NEXT:       spv.ReturnValue %0 : i32
// BINARY-NEXT:     }
// BINARY-NEXT:   }
// BINARY-NEXT: }
