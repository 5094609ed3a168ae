// RUN: spv-opt %s --type-untyped-variables | FileCheck %s
// RUN: spv-opt %s -O | FileCheck %s --check-prefix=OPT
!S = type !spv.struct<(i32, !spv.array<4 x f32>)>
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage, UntypedPointersKHR], [SPV_KHR_untyped_pointers]> {
  // A chain of chains, all with the types that the variable states.
  // CHECK-LABEL: spv.func @typed
  // CHECK:      %v = spv.Variable : !spv.ptr<!spv.struct<(i32, !spv.array<4 x f32>)>, Function>
  // CHECK-NEXT: %a = spv.AccessChain %v[%c1]
  // CHECK-NEXT: %e = spv.InBoundsAccessChain %a[%i]
  // CHECK-NEXT: spv.Store "Function" %e, %x : f32
  // CHECK-NEXT: spv.Load "Function" %e : f32
  // OPT-LABEL: spv.func @typed
  // OPT-NEXT: spv.ReturnValue %x : f32
  spv.func @typed(%i: i32, %x: f32) -> f32 "None" attributes {linkage_attributes = ["typed", "Export"]} {
    %c1 = spv.Constant 1 : i32
    %v = spv.UntypedVariableKHR "Function", !S : !spv.untyped_ptr<Function>
    %a = spv.UntypedAccessChainKHR !S, %v, %c1 : !spv.untyped_ptr<Function>, i32 -> !spv.untyped_ptr<Function>
    %e = spv.UntypedInBoundsAccessChainKHR !spv.array<4 x f32>, %a, %i : !spv.untyped_ptr<Function>, i32 -> !spv.untyped_ptr<Function>
    spv.Store "Function" %e, %x : f32
    %r = spv.Load "Function" %e : f32
    spv.ReturnValue %r : f32
  }
  // A load of another type keeps the variable untyped.
  // CHECK-LABEL: spv.func @other
  // CHECK: spv.UntypedVariableKHR
  spv.func @other(%x: f32) -> i32 "None" {
    %v = spv.UntypedVariableKHR "Function", f32 : !spv.untyped_ptr<Function>
    spv.Store "Function" %v, %x : f32
    %r = spv.Load "Function" %v : i32
    spv.ReturnValue %r : i32
  }
}
