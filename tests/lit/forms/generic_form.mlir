// RUN: spv-opt %s --emit=generic | FileCheck %s
// RUN: spv-opt %s --emit=generic | spv-opt - --mlir-print-op-generic | FileCheck %s
// The generic form of each kind of op, and that it reads back.
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.GlobalVariable @g bind(0, 1) : !spv.ptr<!spv.struct<(i32 [0])>, Uniform>
  spv.func @f(%a: i32, %c: i1) -> i32 "Inline" {
    %c0 = spv.Constant 0 : i32
    %p = spv.mlir.addressof @g : !spv.ptr<!spv.struct<(i32 [0])>, Uniform>
    %q = spv.AccessChain %p[%c0] : !spv.ptr<!spv.struct<(i32 [0])>, Uniform>, i32
    %v = spv.Load "Uniform" %q ["Aligned", 4] : i32
    spv.BranchConditional %c [1, 2], ^b(%v : i32), ^b(%a : i32)
  ^b(%x: i32):
    spv.ReturnValue %x : i32
  }
}

// CHECK: "builtin.module"() ({
// CHECK-NEXT:   "spv.module"() ({
// CHECK-NEXT:     "spv.GlobalVariable"() {binding = 1 : i32, descriptor_set = 0 : i32, sym_name = "g", type = !spv.ptr<!spv.struct<(i32 [0])>, Uniform>} : () -> ()
// CHECK-NEXT:     "spv.func"() ({
// CHECK-NEXT:     ^bb0(%a: i32, %c: i1):
// CHECK-NEXT:       %c0 = "spv.Constant"() {value = 0 : i32} : () -> i32
// CHECK-NEXT:       %p = "spv.mlir.addressof"() {variable = @g} : () -> !spv.ptr<!spv.struct<(i32 [0])>, Uniform>
// CHECK-NEXT:       %q = "spv.AccessChain"(%p, %c0) : (!spv.ptr<!spv.struct<(i32 [0])>, Uniform>, i32) -> !spv.ptr<i32, Uniform>
// CHECK-NEXT:       %v = "spv.Load"(%q) {memory_access = ["Aligned", 4 : i32]} : (!spv.ptr<i32, Uniform>) -> i32
// CHECK-NEXT:       "spv.BranchConditional"(%c)[^b(%v : i32), ^b(%a : i32)] {branch_weights = [1 : i32, 2 : i32], merge = 0 : i32} : (i1) -> ()
// CHECK-NEXT:     ^b(%x: i32):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT:       "spv.ReturnValue"(%x) : (i32) -> ()
// CHECK-NEXT:     }) {function_control = "Inline", sym_name = "f", type = (i32, i1) -> i32} : () -> ()
// CHECK-NEXT:   }) {addressing_model = "Logical", memory_model = "GLSL450", vce_triple = #spv.vce<v1.0, [Shader, Linkage], []>} : () -> ()
// CHECK-NEXT: }) : () -> ()
