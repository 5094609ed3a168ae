// RUN: spv-opt %s | FileCheck %s
// RUN: spv-opt %s -o %t.spv && spv-opt %t.spv | FileCheck %s --check-prefix=BINARY
// RUN: spv-opt %s --mlir-print-debuginfo | FileCheck %s --check-prefix=ALL
// RUN: spv-opt %s -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s --check-prefix=LOCAL
// RUN: spv-opt %s --mlir-compat=14 --mlir-print-debuginfo | FileCheck %s --check-prefix=COMPAT
// A location that is stated is an OpLine; one that is not is written only when all are asked for.
// CHECK: spv.IAdd %a, %a : i32 loc("shader.frag":3:7)
// CHECK: spv.ReturnValue %0 : i32{{$}}
// BINARY: spv.IAdd %a, %a : i32 loc("shader.frag":3:7)
// BINARY: spv.ReturnValue %0 : i32{{$}}
// ALL: spv.IAdd %a, %a : i32 loc("shader.frag":3:7)
// ALL: spv.ReturnValue %0 : i32 loc("{{.*}}locations.mlir":[[@LINE+7]]:5)
// COMPAT: spv.IAdd %{{.*}} : i32 loc(#[[LOC:loc[0-9]+]])
// COMPAT: #[[LOC]] = loc("shader.frag":3:7)
// LOCAL: spv.ReturnValue %0 : i32 loc("{{.*}}locations.mlir":[[@LINE+4]]:5)
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f(%a: i32) -> i32 "None" {
    %0 = spv.IAdd %a, %a : i32 loc("shader.frag":3:7)
    spv.ReturnValue %0 : i32
  }
}
