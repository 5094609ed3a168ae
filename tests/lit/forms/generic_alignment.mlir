// The decoration Alignment of a load is no alignment of LLVM 14's generic form where the memory access is an array or a name, or absent.
// A function without a region is a declaration like any other.
// RUN: spv-opt %s --emit=generic | spv-opt - --emit=generic | FileCheck %s
// RUN: spv-opt %s --emit=generic | spv-opt - | FileCheck %s --check-prefix=TEXT
// CHECK: "spv.Load"(%{{.*}}) {alignment = 8 : i32, memory_access = ["Aligned", 4 : i32]}
// CHECK: "spv.Load"(%{{.*}}) {alignment = 8 : i32}
// CHECK: "spv.Load"(%{{.*}}) {alignment = 8 : i32, memory_access = "Volatile"}
// CHECK: "spv.func"() ({
// CHECK-NEXT: ^bb0:
// CHECK-NEXT: }) {function_control = "None", sym_name = "g"
// TEXT: spv.Load "Function" %{{.*}} ["Aligned", 4] {alignment = 8 : i32} : i32
// TEXT: spv.Load "Function" %{{.*}} {alignment = 8 : i32} : i32
// TEXT: spv.Load "Function" %{{.*}} ["Volatile"] {alignment = 8 : i32} : i32
// TEXT: spv.func @g() "None"
// Numbers of an enumerant are of type i32, also where that is not said.
// TEXT: spv.Load "Function" %{{.*}} ["Aligned", 8] : i32
// CHECK: "builtin.func"() ({
// CHECK-NEXT: }) {sym_name = "h", type = (i32) -> ()}
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f(%p: !spv.ptr<i32, Function>) "None" {
    %a = spv.Load "Function" %p ["Aligned", 4] {alignment = 8 : i32} : i32
    %b = spv.Load "Function" %p {alignment = 8 : i32} : i32
    %c = spv.Load "Function" %p ["Volatile"] {alignment = 8 : i32} : i32
    spv.Return
  }
  "spv.func"() {function_control = "None", sym_name = "g", type = () -> ()} : () -> ()
}
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f(%p: !spv.ptr<i32, Function>) "None" {
    %a = "spv.Load"(%p) {memory_access = ["Aligned", 8]} : (!spv.ptr<i32, Function>) -> i32
    spv.Return
  }
}
func @h(%a: i32) {
}
