// RUN: spv-opt %s --cse --mlir-timing --emit=none 2>&1 | FileCheck %s --check-prefix=TIMING
// RUN: spv-opt %s -cse -mlir-timing -mlir-disable-threading -emit=none 2>&1 | FileCheck %s --check-prefix=TIMING
// RUN: spv-opt %s --cse --mlir-pass-statistics --emit=none 2>&1 | FileCheck %s --check-prefix=STATISTICS
// RUN: spv-opt %s -cse -pass-statistics -emit=none 2>&1 | FileCheck %s --check-prefix=STATISTICS
// TIMING: ... Execution time report ...
// TIMING: cse
// TIMING: Total
// STATISTICS: ... Pass statistics report ...
// STATISTICS: cse
// STATISTICS-NEXT: (S) 1 replaced
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f(%a: i32) -> i32 "None" {
    %0 = spv.IAdd %a, %a : i32
    %1 = spv.IAdd %a, %a : i32
    %2 = spv.IMul %0, %1 : i32
    spv.ReturnValue %2 : i32
  }
}
