// A cluster size is a power of two; 0 is let pass, as spirv-val does.
// RUN: not spv-opt %s 2>&1 | FileCheck %s --implicit-check-not=error:
spv.module Logical GLSL450 {
  spv.func @f(%x: i32) "None" {
    %0 = spv.Constant 0 : i32
    %1 = spv.GroupNonUniformIAdd "Subgroup" "ClusteredReduce" %x cluster_size(%0) : i32
    %3 = spv.Constant 3 : i32
    // CHECK: error: {{.*}}cluster size operand must be a power of two
    %4 = spv.GroupNonUniformIAdd "Subgroup" "ClusteredReduce" %x cluster_size(%3) : i32
    spv.Return
  }
}
