// A C array of the binary, named after the output file.
// RUN: mkdir -p %t && spv-opt %s -o %t/2nd-shader.h && FileCheck %s < %t/2nd-shader.h
// RUN: spv-opt --emit=c - < %s | FileCheck %s --check-prefix=STDIN
// CHECK: #include <stdint.h>
// CHECK: static const uint32_t _2nd_shader[{{[0-9]+}}] = {
// CHECK-NEXT: 0x07230203, 0x00010000,
// CHECK: };
// STDIN: static const uint32_t shader[
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
}
