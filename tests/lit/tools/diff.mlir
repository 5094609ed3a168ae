// RUN: not spv-opt diff %s %S/Inputs/diff_second.mlir | FileCheck %s
// RUN: not spv-opt diff --json %s %S/Inputs/diff_second.mlir -o %t.json
// RUN: FileCheck %s --check-prefix=JSON --input-file %t.json
// RUN: spv-opt diff %s %s
// RUN: spv-opt %s -o %t.spv
// RUN: spv-opt diff %s %t.spv
// RUN: not spv-opt diff %s %S/Inputs/none.mlir 2>&1 | FileCheck %s --check-prefix=NONE

spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader], []> {
  spv.EntryPoint "GLCompute" @main
  spv.ExecutionMode @main "LocalSize", 8, 1, 1
  spv.GlobalVariable @_$0 : !spv.ptr<i32, Private>
  spv.GlobalVariable @_$1 bind(0, 1) : !spv.ptr<!spv.struct<S, (i32 [0] "x")>, Private>
  spv.func @main() "None" {
    %0 = spv.Constant 1 : i32
    %1 = spv.mlir.addressof @_$0 : !spv.ptr<i32, Private>
    %2 = spv.Load "Private" %1 : i32
    %3 = spv.IAdd %2, %0 : i32
    %4 = spv.ISub %3, %2 : i32
    spv.Store "Private" %1, %4 : i32
    spv.Return
  }
  spv.func @removed() "None" {
    spv.Return
  }
}

// CHECK:      @@ !S = type !spv.struct<S, (i32 [0] "x")>
// CHECK-NEXT: -!S = type !spv.struct<S, (i32 [0] "x")>
// CHECK-NEXT: +!S = type !spv.struct<S, (i32 [0] "x", i32 [4] "y")>

// The variables changed places: they are paired by structure.
// CHECK:      @@ spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader], []>
// CHECK-NEXT: -spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader], []> {
// CHECK-NEXT: +spv.module Logical GLSL450 requires #spv.vce<v1.3, [Int64, Shader], []> {
// CHECK-NOT:  spv.GlobalVariable

// CHECK:      @@ spv.func @main() "None"
// CHECK-NEXT: spv.func @main() "None" {
// CHECK-NEXT:  %cst1_i32 = spv.Constant 1 : i32
// CHECK-NEXT: + %cst5_i32 = spv.Constant 5 : i32
// CHECK-NEXT:  %_$0_addr = spv.mlir.addressof @_$0
// CHECK-NEXT:  %0 = spv.Load "Private" %_$0_addr : i32
// CHECK-NEXT: - %1 = spv.IAdd %0, %cst1_i32 : i32
// CHECK-NEXT: + %1' = spv.IMul %0, %cst5_i32 : i32
// CHECK-NEXT: + %1 = spv.IAdd %1', %cst1_i32 : i32
// CHECK-NEXT:  %2 = spv.ISub %1, %0 : i32

// CHECK:      @@ spv.func @added() "None"
// CHECK-NEXT: +spv.func @added() "None" {
// CHECK:      @@ spv.func @removed() "None"
// CHECK-NEXT: -spv.func @removed() "None" {

// NONE: spv-opt: error: cannot read {{.*}}none.mlir

// JSON:      "hunks": [
// JSON:      "title": "!S = type !spv.struct<S, (i32 [0] \"x\")>",
// JSON-NEXT: "lines": [
// JSON-NEXT: {
// JSON-NEXT: "removed": "!S = type !spv.struct<S, (i32 [0] \"x\")>"
// JSON-NEXT: },
// JSON-NEXT: {
// JSON-NEXT: "added":
