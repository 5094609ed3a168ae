// --function prints or draws only some functions: by symbol, or by the name of an entry point.
// RUN: spv-opt %s --function=shade | FileCheck %s --check-prefix=SHADE
// RUN: spv-opt %s --function=main --function helper | FileCheck %s --check-prefix=BOTH
// RUN: spv-opt %s --function=helper --emit=generic | FileCheck %s --check-prefix=GENERIC
// RUN: spv-opt %s --function=helper --view-cfg | FileCheck %s --check-prefix=CFG
// RUN: not spv-opt %s --function=helpr 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not spv-opt %s --function=nothing 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not spv-opt %s --function=helper --emit=spirv 2>&1 | FileCheck %s --check-prefix=BINARY
// SHADE-NOT: helper
// SHADE: spv.func @shade
// SHADE-NOT: helper
// BOTH: spv.func @helper
// BOTH: spv.func @shade
// GENERIC: "spv.func"() ({
// GENERIC: sym_name = "helper"
// CFG: @helper
// CFG-NOT: @shade
// WRONG: error: there is no function 'helpr': did you mean 'helper'?
// NONE: error: there is no function 'nothing': 'spv-opt stat FILE' lists the functions
// BINARY: error: --function prints functions as MLIR text only: remove it, or use --emit=text
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  spv.EntryPoint "Fragment" @shade name("main")
  spv.ExecutionMode @shade "OriginUpperLeft"
  spv.func @helper(%x: f32) -> f32 "None" {
    spv.ReturnValue %x : f32
  }
  spv.func @shade() "None" {
    spv.Return
  }
}
