// RUN: spv-opt %s --factor-access-chains | FileCheck %s
// Chains of one base: the common part is computed once where that takes fewer words.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @v : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>
  // Chains that share two indices, in both arms and behind: the common part is computed before, equal ones once.
  spv.func @shared(%c: i1, %i: i32, %j: i32) "None" {
    %p = spv.mlir.addressof @v : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c2 = spv.Constant 2 : i32
    %c3 = spv.Constant 3 : i32
    %one = spv.Constant 1.0 : f32
    spv.mlir.selection {
      spv.BranchConditional %c, ^then, ^else
    ^then:
      %a = spv.AccessChain %p[%i, %j, %c0] : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>, i32, i32, i32
      spv.Store "Private" %a, %one : f32
      %d = spv.AccessChain %p[%i, %j, %c1] : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>, i32, i32, i32
      spv.Store "Private" %d, %one : f32
      spv.Branch ^merge
    ^else:
      %e = spv.AccessChain %p[%i, %j, %c2] : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>, i32, i32, i32
      spv.Store "Private" %e, %one : f32
      %f = spv.AccessChain %p[%i, %j, %c3] : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>, i32, i32, i32
      spv.Store "Private" %f, %one : f32
      spv.Branch ^merge
    ^merge:
      spv.mlir.merge
    }
    %g = spv.AccessChain %p[%i, %j, %c0] : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>, i32, i32, i32
    spv.Store "Private" %g, %one : f32
    %k = spv.InBoundsAccessChain %p[%i, %j, %j] : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>, i32, i32, i32
    spv.Store "Private" %k, %one : f32
    %l = spv.InBoundsAccessChain %p[%i, %j, %i] : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>, i32, i32, i32
    spv.Store "Private" %l, %one : f32
    %h = spv.AccessChain %p[%i, %j, %c1] : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>, i32, i32, i32
    spv.Store "Private" %h, %one : f32
    spv.Return
  }
  // Two that share two indices take fewer words as they are. One that is there is gone on from.
  spv.func @few(%i: i32, %j: i32) "None" {
    %p = spv.mlir.addressof @v : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %one = spv.Constant 1.0 : f32
    %a = spv.AccessChain %p[%i, %j, %c0] : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>, i32, i32, i32
    spv.Store "Private" %a, %one : f32
    %b = spv.AccessChain %p[%i, %j, %c1] : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>, i32, i32, i32
    spv.Store "Private" %b, %one : f32
    %w = spv.AccessChain %p[%j] : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>, i32
    %x = spv.Load "Private" %w : !spv.array<4 x vector<4xf32>>
    spv.Store "Private" %w, %x : !spv.array<4 x vector<4xf32>>
    %d = spv.AccessChain %p[%j, %i] : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>, i32, i32
    %y = spv.Load "Private" %d : vector<4xf32>
    spv.Store "Private" %d, %y : vector<4xf32>
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @v : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>
// CHECK-NEXT:     spv.func @shared(%c: i1, %i: i32, %j: i32) "None" {
// CHECK-NEXT:       %p = spv.mlir.addressof @v : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>
// CHECK-NEXT:       %c0 = spv.Constant 0 : i32
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       %c2 = spv.Constant 2 : i32
// CHECK-NEXT:       %c3 = spv.Constant 3 : i32
// CHECK-NEXT:       %one = spv.Constant 1.000000e+00 : f32
// CHECK-NEXT:       %0 = spv.AccessChain %p[%i, %j] : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>, i32, i32
// CHECK-NEXT:       %a = spv.AccessChain %0[%c0] : !spv.ptr<vector<4xf32>, Private>, i32
// CHECK-NEXT:       %d = spv.AccessChain %0[%c1] : !spv.ptr<vector<4xf32>, Private>, i32
// CHECK-NEXT:       spv.mlir.selection {
// CHECK-NEXT:         spv.BranchConditional %c, ^then, ^else
// CHECK-NEXT:       ^then:  // pred: ^bb0
// CHECK-NEXT:         spv.Store "Private" %a, %one : f32
// CHECK-NEXT:         spv.Store "Private" %d, %one : f32
// CHECK-NEXT:         spv.Branch ^merge
// CHECK-NEXT:       ^else:  // pred: ^bb0
// CHECK-NEXT:         %e = spv.AccessChain %0[%c2] : !spv.ptr<vector<4xf32>, Private>, i32
// CHECK-NEXT:         spv.Store "Private" %e, %one : f32
// CHECK-NEXT:         %f = spv.AccessChain %0[%c3] : !spv.ptr<vector<4xf32>, Private>, i32
// CHECK-NEXT:         spv.Store "Private" %f, %one : f32
// CHECK-NEXT:         spv.Branch ^merge
// CHECK-NEXT:       ^merge:  // 2 preds: ^then, ^else
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.Store "Private" %a, %one : f32
// CHECK-NEXT:       %k = spv.InBoundsAccessChain %0[%j] : !spv.ptr<vector<4xf32>, Private>, i32
// CHECK-NEXT:       spv.Store "Private" %k, %one : f32
// CHECK-NEXT:       %l = spv.InBoundsAccessChain %0[%i] : !spv.ptr<vector<4xf32>, Private>, i32
// CHECK-NEXT:       spv.Store "Private" %l, %one : f32
// CHECK-NEXT:       spv.Store "Private" %d, %one : f32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @few(%i: i32, %j: i32) "None" {
// CHECK-NEXT:       %p = spv.mlir.addressof @v : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>
// CHECK-NEXT:       %c0 = spv.Constant 0 : i32
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       %one = spv.Constant 1.000000e+00 : f32
// CHECK-NEXT:       %a = spv.AccessChain %p[%i, %j, %c0] : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>, i32, i32, i32
// CHECK-NEXT:       spv.Store "Private" %a, %one : f32
// CHECK-NEXT:       %b = spv.AccessChain %p[%i, %j, %c1] : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>, i32, i32, i32
// CHECK-NEXT:       spv.Store "Private" %b, %one : f32
// CHECK-NEXT:       %w = spv.AccessChain %p[%j] : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>, i32
// CHECK-NEXT:       %x = spv.Load "Private" %w : !spv.array<4 x vector<4xf32>>
// CHECK-NEXT:       spv.Store "Private" %w, %x : !spv.array<4 x vector<4xf32>>
// CHECK-NEXT:       %d = spv.AccessChain %w[%i] : !spv.ptr<!spv.array<4 x vector<4xf32>>, Private>, i32
// CHECK-NEXT:       %y = spv.Load "Private" %d : vector<4xf32>
// CHECK-NEXT:       spv.Store "Private" %d, %y : vector<4xf32>
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
