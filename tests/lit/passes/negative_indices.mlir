// RUN: spv-opt %s --mem2reg | FileCheck %s
// RUN: spv-opt %s --mem2reg --canonicalize | FileCheck %s
// RUN: spv-opt %s --mem2reg --canonicalize | FileCheck --check-prefix=LOOP %s
// RUN: spv-opt %s --mem2reg --emit=spvasm | FileCheck --check-prefix=CFG %s
// RUN: spv-opt %s --inline | FileCheck --check-prefix=INLINE %s
// A logical pointer has no negative constant index: where one comes of a variable or an argument, it is of the unsigned
// type (`i32`), with the same bits.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  // CHECK-LABEL: spv.func @f
  // CHECK:       %[[I:.*]] = spv.Constant -2 : i32
  // CHECK:       spv.AccessChain %{{.*}}[%[[I]]] : !spv.ptr<!spv.array<4 x f32>, Private>, i32
  // CHECK-NEXT:  spv.Load
  spv.GlobalVariable @a : !spv.ptr<!spv.array<4 x f32>, Private>
  spv.func @f() -> f32 "None" {
    %c = spv.Constant -2 : si32
    %a = spv.mlir.addressof @a : !spv.ptr<!spv.array<4 x f32>, Private>
    %v = spv.Variable : !spv.ptr<si32, Function>
    spv.Store "Function" %v, %c : si32
    %i = spv.Load "Function" %v : si32
    %p = spv.AccessChain %a[%i] : !spv.ptr<!spv.array<4 x f32>, Private>, si32
    %x = spv.Load "Private" %p : f32
    spv.ReturnValue %x : f32
  }
  spv.func @at(%i: si32) -> f32 "None" {
    %a = spv.mlir.addressof @a : !spv.ptr<!spv.array<4 x f32>, Private>
    %p = spv.AccessChain %a[%i] : !spv.ptr<!spv.array<4 x f32>, Private>, si32
    %x = spv.Load "Private" %p : f32
    spv.ReturnValue %x : f32
  }
  // INLINE-LABEL: spv.func @g
  // INLINE:       %[[I:.*]] = spv.Constant -1 : i32
  // INLINE:       spv.AccessChain %{{.*}}[%[[I]]] : !spv.ptr<!spv.array<4 x f32>, Private>, i32
  spv.func @g() -> f32 "None" {
    %c = spv.Constant -1 : si32
    %x = spv.FunctionCall @at(%c) : (si32) -> f32
    spv.ReturnValue %x : f32
  }
  // Constants need not be at the top.
  // INLINE-LABEL: spv.func @later
  // INLINE:       %[[I:.*]] = spv.Constant -3 : i32
  // INLINE:       spv.AccessChain %{{.*}}[%[[I]]] : !spv.ptr<!spv.array<4 x f32>, Private>, i32
  spv.func @later(%p: !spv.ptr<f32, Function>, %x: f32) -> f32 "None" {
    spv.Store "Function" %p, %x : f32
    %c = spv.Constant -3 : si32
    %y = spv.FunctionCall @at(%c) : (si32) -> f32
    spv.ReturnValue %y : f32
  }
  // A constant may be one of several of the same value.
  // INLINE-LABEL: spv.func @distinct
  // INLINE:       %[[I:.*]] = spv.Constant -4 : i32
  // INLINE:       spv.AccessChain %{{.*}}[%[[I]]] : !spv.ptr<!spv.array<4 x f32>, Private>, i32
  spv.func @distinct() -> f32 "None" {
    %c = spv.Constant #spv.distinct<1, -4 : si32>
    %y = spv.FunctionCall @at(%c) : (si32) -> f32
    spv.ReturnValue %y : f32
  }
  // An index may come out of a construct.
  // LOOP-LABEL: spv.func @looped
  // LOOP:       %[[I:.*]] = spv.Constant -5 : i32
  // LOOP:       spv.AccessChain %{{.*}}[%[[I]]] : !spv.ptr<!spv.array<4 x f32>, Private>, i32
  // CFG:        %[[P:.*]] = OpPhi %int %int_n5
  // CFG:        OpAccessChain %_ptr_Private_float %a %[[P]]
  spv.func @looped(%c: i1) -> f32 "None" {
    %a = spv.mlir.addressof @a : !spv.ptr<!spv.array<4 x f32>, Private>
    %v = spv.Variable : !spv.ptr<si32, Function>
    spv.mlir.loop {
      spv.Branch ^header
    ^header:
      spv.Branch ^body
    ^body:
      %i = spv.Constant -5 : si32
      spv.Store "Function" %v, %i : si32
      spv.BranchConditional %c, ^continue, ^merge
    ^continue:
      spv.Branch ^header
    ^merge:
      spv.mlir.merge
    }
    %i = spv.Load "Function" %v : si32
    %p = spv.AccessChain %a[%i] : !spv.ptr<!spv.array<4 x f32>, Private>, si32
    %x = spv.Load "Private" %p : f32
    spv.ReturnValue %x : f32
  }
  // A constant may have a name.
  // CHECK-LABEL: spv.func @named
  // CHECK:       %[[I:.*]] = spv.Constant -6 : i32
  // CHECK:       spv.AccessChain %{{.*}}[%[[I]]] : !spv.ptr<!spv.array<4 x f32>, Private>, i32
  spv.GlobalConstant @n = -6 : si32
  spv.func @named() -> f32 "None" {
    %a = spv.mlir.addressof @a : !spv.ptr<!spv.array<4 x f32>, Private>
    %n = spv.mlir.referenceof @n : si32
    %v = spv.Variable : !spv.ptr<si32, Function>
    spv.Store "Function" %v, %n : si32
    %i = spv.Load "Function" %v : si32
    %p = spv.AccessChain %a[%i] : !spv.ptr<!spv.array<4 x f32>, Private>, si32
    %x = spv.Load "Private" %p : f32
    spv.ReturnValue %x : f32
  }
  // CFG-LABEL: %named_looped = OpFunction
  // CFG:        %[[P:.*]] = OpPhi %int %n
  // CFG:        OpAccessChain %_ptr_Private_float %a %[[P]]
  spv.func @named_looped(%c: i1) -> f32 "None" {
    %a = spv.mlir.addressof @a : !spv.ptr<!spv.array<4 x f32>, Private>
    %n = spv.mlir.referenceof @n : si32
    %v = spv.Variable : !spv.ptr<si32, Function>
    spv.mlir.loop {
      spv.Branch ^header
    ^header:
      spv.Branch ^body
    ^body:
      spv.Store "Function" %v, %n : si32
      spv.BranchConditional %c, ^continue, ^merge
    ^continue:
      spv.Branch ^header
    ^merge:
      spv.mlir.merge
    }
    %i = spv.Load "Function" %v : si32
    %p = spv.AccessChain %a[%i] : !spv.ptr<!spv.array<4 x f32>, Private>, si32
    %x = spv.Load "Private" %p : f32
    spv.ReturnValue %x : f32
  }
}
