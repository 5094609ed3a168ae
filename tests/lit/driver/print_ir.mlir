// RUN: spv-opt %s --cse --mlir-print-ir-before=cse --emit=none 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: spv-opt %s -cse -mlir-print-ir-before-all -emit=none 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: spv-opt %s -cse -print-ir-before-all -emit=none 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: spv-opt %s --cse --mlir-print-ir-after=cse --emit=none 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: spv-opt %s --cse --mlir-print-ir-after-all --emit=none 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: spv-opt %s --cse --sink --mlir-print-ir-after-all --mlir-print-ir-after-change --emit=none 2>&1 | FileCheck %s --check-prefix=CHANGE
// RUN: not spv-opt %s --canonicalize=max-visits=0 --mlir-print-ir-after-failure --emit=none 2>&1 | FileCheck %s --check-prefix=FAILURE
// BEFORE: // -----// IR Dump Before CSE //----- //
// BEFORE-COUNT-2: spv.IAdd
// AFTER: // -----// IR Dump After CSE //----- //
// AFTER: spv.IAdd
// AFTER-NOT: spv.IAdd
// ALL: // -----// IR Dump After CSE //----- //
// ALL: // -----// IR Dump After legalize-constant-operands //----- //
// ALL: // -----// IR Dump After localize-sampled-images //----- //
// ALL: // -----// IR Dump After order-blocks //----- //
// ALL: // -----// IR Dump After strip-dangling-nonsemantic //----- //
// ALL-NOT: IR Dump
// CHANGE: // -----// IR Dump After CSE //----- //
// CHANGE-NOT: IR Dump
// FAILURE: // -----// IR Dump After Canonicalizer Failed //----- //
// FAILURE: error: {{.*}}
// FAILURE: note: in pass 'canonicalize'
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f(%a: i32) -> i32 "None" {
    %0 = spv.IAdd %a, %a : i32
    %1 = spv.IAdd %a, %a : i32
    %2 = spv.IMul %0, %1 : i32
    spv.ReturnValue %2 : i32
  }
}
