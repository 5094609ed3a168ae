// RUN: spv-opt %s --emit=spirv -o %t.spv
// RUN: spv-opt %t.spv | FileCheck %s
// RUN: spv-opt %t.spv --emit=spvasm -o %t.spvasm
// RUN: spv-opt %t.spvasm | FileCheck %s
// RUN: spv-opt %t.spv --emit=generic | spv-opt - | FileCheck %s
// Compilers write the bytes of source files, which are not always UTF-8: they are kept in each format, as is the character
// that stands for one of them within the program.

module {
  spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
    // CHECK: spv.String [[FILE:@.*]] "caf\E9\FF.glsl"
    spv.String @file "caf\E9\FF.glsl"
    // CHECK: spv.Source "GLSL", 450, [[FILE]], "// caf\C3\A9 \F4\8F\BA\80 \C3 \22 \\ \0A"
    spv.Source "GLSL", 450, @file, "// caf\C3\A9 \F4\8F\BA\80 \C3 \22 \\ \0A"
    // CHECK: spv.GlobalVariable @"\FF" : !spv.ptr<f32, Private>
    spv.GlobalVariable @"\FF" : !spv.ptr<f32, Private>
  }
}
