// RUN: rm -rf %t && mkdir %t
// RUN: spv-opt %s --mlir-compat=22 --no-implicit-module --serialize-spirv --split-input-file --spirv-save-validation-files-with-prefix=%t/part -o %t/all
// RUN: spv-opt %t/part0.spv | FileCheck %s --check-prefix=FIRST
// RUN: spv-opt %t/part1.spv | FileCheck %s --check-prefix=SECOND
// RUN: not spv-opt %s --serialize-spirv --split-input-file --spirv-save-validation-files-with-prefix=%t/none/part -o %t/all 2>&1 | FileCheck %s --check-prefix=LACKS
// FIRST: spv.func @first
// SECOND: spv.func @second
// LACKS: cannot write validation file
spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader, Linkage], []> {
  spirv.func @first() "None" { spirv.Return }
}

// -----

spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader, Linkage], []> {
  spirv.func @second() "None" { spirv.Return }
}
