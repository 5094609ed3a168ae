// RUN: spv-opt %s --print-uniformity | FileCheck %s
// RUN: spv-opt %s --print-uniformity | spv-opt | FileCheck %s --check-prefix=BACK
// RUN: spv-opt %s --print-uniformity --print-ranges | FileCheck %s --check-prefix=BOTH

// BACK-NOT: divergent
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, GroupNonUniformVote, GroupNonUniformArithmetic], []> {
  spv.GlobalVariable @group built_in("WorkgroupId") : !spv.ptr<vector<3xi32>, Input>
  spv.GlobalVariable @local built_in("LocalInvocationId") : !spv.ptr<vector<3xi32>, Input>
  spv.GlobalVariable @push : !spv.ptr<!spv.struct<(i32 [0])>, PushConstant>
  // CHECK-LABEL: spv.func @sources
  spv.func @sources() "None" {
    %0 = spv.Constant 0 : i32
    %group = spv.mlir.addressof @group : !spv.ptr<vector<3xi32>, Input>
    %local = spv.mlir.addressof @local : !spv.ptr<vector<3xi32>, Input>
    %push = spv.mlir.addressof @push : !spv.ptr<!spv.struct<(i32 [0])>, PushConstant>
    // CHECK: %g = spv.Load "Input" %group : vector<3xi32>{{$}}
    %g = spv.Load "Input" %group : vector<3xi32>
    // CHECK: %l = spv.Load "Input" %local : vector<3xi32> // divergent
    %l = spv.Load "Input" %local : vector<3xi32>
    // CHECK: spv.IAdd %g, %g : vector<3xi32>{{$}}
    %sum = spv.IAdd %g, %g : vector<3xi32>
    // CHECK: spv.IAdd %g, %l : vector<3xi32> // divergent
    %mixed = spv.IAdd %g, %l : vector<3xi32>
    // BOTH: %x = spv.CompositeExtract %l[0 : i32] : vector<3xi32> // [0, 4294967294] divergent
    %x = spv.CompositeExtract %l[0 : i32] : vector<3xi32>
    // BOTH: spv.BitwiseAnd %x, %{{.*}} : i32 // [0, 7] divergent
    %7 = spv.Constant 7 : i32
    %masked = spv.BitwiseAnd %x, %7 : i32
    %member = spv.AccessChain %push[%0] : !spv.ptr<!spv.struct<(i32 [0])>, PushConstant>, i32
    // CHECK: %p = spv.Load "PushConstant" %{{.*}} : i32{{$}}
    %p = spv.Load "PushConstant" %member : i32
    // CHECK: %c = spv.IEqual %x, %p : i32 // divergent
    %c = spv.IEqual %x, %p : i32
    // CHECK: spv.GroupNonUniformAny Subgroup %c : i1{{$}}
    %any = spv.GroupNonUniformAny Subgroup %c : i1
    // CHECK: spv.GroupNonUniformIAdd "Subgroup" "Reduce" %x : i32{{$}}
    %all = spv.GroupNonUniformIAdd "Subgroup" "Reduce" %x : i32
    // CHECK: spv.GroupNonUniformIAdd "Subgroup" "InclusiveScan" %x : i32 // divergent
    %scan = spv.GroupNonUniformIAdd "Subgroup" "InclusiveScan" %x : i32
    spv.Return
  }

  // Constants that a uniform branch selects are uniform, those that a divergent one selects are not.
  // CHECK-LABEL: spv.func @joins
  spv.func @joins() "None" {
    %0 = spv.Constant 0 : i32
    %1 = spv.Constant 1 : i32
    %group = spv.mlir.addressof @group : !spv.ptr<vector<3xi32>, Input>
    %local = spv.mlir.addressof @local : !spv.ptr<vector<3xi32>, Input>
    %g = spv.Load "Input" %group : vector<3xi32>
    %l = spv.Load "Input" %local : vector<3xi32>
    %gx = spv.CompositeExtract %g[0 : i32] : vector<3xi32>
    %lx = spv.CompositeExtract %l[0 : i32] : vector<3xi32>
    %gc = spv.IEqual %gx, %0 : i32
    %lc = spv.IEqual %lx, %0 : i32
    // CHECK: %a = spv.mlir.selection -> i32 {
    %a = spv.mlir.selection -> i32 {
      spv.BranchConditional %gc, ^then, ^merge(%0 : i32)
    ^then:
      spv.Branch ^merge(%1 : i32)
    ^merge(%v: i32):
      spv.mlir.merge %v : i32
    }
    // CHECK: spv.IAdd %a, %a : i32{{$}}
    %a2 = spv.IAdd %a, %a : i32
    %b = spv.mlir.selection -> i32 {
      spv.BranchConditional %lc, ^then, ^merge(%0 : i32)
    ^then:
      spv.Branch ^merge(%1 : i32)
    ^merge(%v: i32):
      spv.mlir.merge %v : i32
    }
    // CHECK: spv.IAdd %b, %b : i32 // divergent
    %b2 = spv.IAdd %b, %b : i32
    spv.Return
  }

  // A counter is uniform in a loop that invocations leave at different times; after it, it is not.
  // CHECK-LABEL: spv.func @loop
  spv.func @loop() "None" {
    %0 = spv.Constant 0 : i32
    %1 = spv.Constant 1 : i32
    %local = spv.mlir.addressof @local : !spv.ptr<vector<3xi32>, Input>
    %l = spv.Load "Input" %local : vector<3xi32>
    %lx = spv.CompositeExtract %l[0 : i32] : vector<3xi32>
    %n = spv.mlir.loop -> i32 {
      spv.Branch ^header(%0 : i32)
    ^header(%i: i32):
      // CHECK: %i2 = spv.IMul %i, %i : i32{{$}}
      %i2 = spv.IMul %i, %i : i32
      %c = spv.ULessThan %i2, %lx : i32
      spv.BranchConditional %c, ^continue, ^merge(%i : i32)
    ^continue:
      %next = spv.IAdd %i, %1 : i32
      spv.Branch ^header(%next : i32)
    ^merge(%last: i32):
      spv.mlir.merge %last : i32
    }
    // CHECK: spv.IAdd %n, %n : i32 // divergent
    %n2 = spv.IAdd %n, %n : i32
    spv.Return
  }
}
