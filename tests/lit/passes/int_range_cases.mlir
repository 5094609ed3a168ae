// RUN: spv-opt %s --int-range-optimizations | FileCheck %s
// RUN: spv-opt %s --spv-lower-to-cfg --int-range-optimizations --spv-structurize-regions | FileCheck %s
// RUN: spv-opt %s --int-range-optimizations --simplify-cfg --emit=spirv -o %t.spv && spirv-val %t.spv
// RUN: spv-opt %s --int-range-optimizations --mlir-pass-statistics -o %t.mlir 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: 6 cases
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  // The selector is at most 3.
  // CHECK-LABEL: spv.func @masked
  // CHECK: spv.Switch %{{.*}} : i32, [default: ^{{.*}}, 1: ^{{[a-z0-9]*}}]
  spv.func @masked(%a: i32) -> i32 "None" attributes {linkage_attributes = ["masked", "Export"]} {
    %c1 = spv.Constant 1 : i32
    %c3 = spv.Constant 3 : i32
    %c7 = spv.Constant 7 : i32
    %x = spv.BitwiseAnd %a, %c3 : i32
    %r = spv.mlir.selection -> i32 {
      spv.Switch %x : i32, [default: ^merge(%x : i32), 1: ^one, 9: ^nine, -1: ^nine]
    ^one:
      spv.Branch ^merge(%c7 : i32)
    ^nine:
      spv.Branch ^merge(%c1 : i32)
    ^merge(%y: i32):
      spv.mlir.merge %y : i32
    }
    spv.ReturnValue %r : i32
  }

  // Drivers compute other values than the specification has.
  // CHECK-LABEL: spv.func @modulo
  // CHECK: spv.Switch %{{.*}} : si32, [default: ^{{.*}}, -2: ^{{.*}}, 2: ^{{[a-z0-9]*}}]
  spv.func @modulo(%a: si32) -> si32 "None" attributes {linkage_attributes = ["modulo", "Export"]} {
    %c3 = spv.Constant 3 : si32
    %c7 = spv.Constant 7 : si32
    %x = spv.SMod %a, %c3 : si32
    %r = spv.mlir.selection -> si32 {
      spv.Switch %x : si32, [default: ^merge(%x : si32), -2: ^two, 2: ^two, 3: ^three]
    ^two:
      spv.Branch ^merge(%c3 : si32)
    ^three:
      spv.Branch ^merge(%c7 : si32)
    ^merge(%y: si32):
      spv.mlir.merge %y : si32
    }
    spv.ReturnValue %r : si32
  }

  // What the dropped case did goes, too: others take an unreachable block for one outside of the loop.
  // CHECK-LABEL: spv.func @continued
  // CHECK: spv.Switch %{{.*}} : i32, [default: ^{{[a-z0-9]*}}]
  // CHECK-NOT: spv.mlir.continue
  spv.func @continued(%a: i32, %b: i1) "None" attributes {linkage_attributes = ["continued", "Export"]} {
    %c3 = spv.Constant 3 : i32
    %x = spv.BitwiseAnd %a, %c3 : i32
    spv.mlir.loop {
      spv.Branch ^header
    ^header:
      spv.BranchConditional %b, ^body, ^merge
    ^body:
      spv.mlir.selection {
        spv.Switch %x : i32, [default: ^end, 9: ^nine]
      ^nine:
        spv.mlir.continue
      ^end:
        spv.mlir.merge
      }
      spv.Branch ^continue
    ^continue:
      spv.Branch ^header
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }

  // CHECK-LABEL: spv.func @none_left
  // CHECK: spv.Switch %{{.*}} : i32, [default: ^{{[a-z0-9]*}}]
  spv.func @none_left(%a: i32) -> i32 "None" attributes {linkage_attributes = ["none_left", "Export"]} {
    %c1 = spv.Constant 1 : i32
    %c3 = spv.Constant 3 : i32
    %x = spv.BitwiseAnd %a, %c3 : i32
    %r = spv.mlir.selection -> i32 {
      spv.Switch %x : i32, [default: ^other, 4: ^four]
    ^four:
      spv.Branch ^merge(%c1 : i32)
    ^other:
      spv.Branch ^merge(%c3 : i32)
    ^merge(%y: i32):
      spv.mlir.merge %y : i32
    }
    spv.ReturnValue %r : i32
  }

  // Never executed: the loop is not left, but for the function.
  // CHECK-LABEL: spv.func @unreached
  // CHECK: spv.Switch %{{.*}} : i32, [default: ^{{[a-z0-9]*}}, 9: ^{{[a-z0-9]*}}]
  spv.func @unreached(%a: i32, %b: i1) "None" attributes {linkage_attributes = ["unreached", "Export"]} {
    %c3 = spv.Constant 3 : i32
    spv.mlir.loop {
      spv.Branch ^header
    ^header:
      spv.Branch ^body
    ^body:
      spv.mlir.loop {
        spv.Branch ^inner
      ^inner:
        spv.Branch ^test
      ^test:
        spv.mlir.selection {
          spv.BranchConditional %b, ^leave, ^on
        ^leave:
          spv.Return
        ^on:
          spv.mlir.merge
        }
        spv.Branch ^again
      ^again:
        spv.Branch ^inner
      ^never:
        spv.mlir.merge
      }
      spv.mlir.selection {
        spv.Switch %c3 : i32, [default: ^end, 9: ^nine]
      ^nine:
        spv.mlir.continue
      ^end:
        spv.mlir.merge
      }
      spv.Branch ^continue
    ^continue:
      spv.Branch ^header
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }

  // A conditional branch to the next case needs no merge instruction, one to a block that is no case does.
  // CHECK-LABEL: spv.func @branched_to
  // CHECK: spv.Switch %{{.*}} : i32, [default: ^{{.*}}, 9: ^{{[a-z0-9]*}}]
  spv.func @branched_to(%a: i32, %b: i1) -> i32 "None" attributes {linkage_attributes = ["branched_to", "Export"]} {
    %c1 = spv.Constant 1 : i32
    %c3 = spv.Constant 3 : i32
    %c7 = spv.Constant 7 : i32
    %x = spv.BitwiseAnd %a, %c3 : i32
    %r = spv.mlir.selection -> i32 {
      spv.Switch %x : i32, [default: ^first, 8: ^eight, 9: ^second]
    ^first:
      spv.BranchConditional %b, ^third, ^second
    ^eight:
      spv.Branch ^merge(%c7 : i32)
    ^third:
      spv.Branch ^merge(%c1 : i32)
    ^second:
      spv.Branch ^merge(%c3 : i32)
    ^merge(%y: i32):
      spv.mlir.merge %y : i32
    }
    spv.ReturnValue %r : i32
  }

  // All cases can occur.
  // CHECK-LABEL: spv.func @kept
  // CHECK: spv.Switch %{{.*}} : i32, [default: ^{{.*}}, 0: ^{{.*}}, 3: ^{{.*}}]
  spv.func @kept(%a: i32) -> i32 "None" attributes {linkage_attributes = ["kept", "Export"]} {
    %c1 = spv.Constant 1 : i32
    %c3 = spv.Constant 3 : i32
    %x = spv.BitwiseAnd %a, %c3 : i32
    %r = spv.mlir.selection -> i32 {
      spv.Switch %x : i32, [default: ^merge(%x : i32), 0: ^one, 3: ^one]
    ^one:
      spv.Branch ^merge(%c1 : i32)
    ^merge(%y: i32):
      spv.mlir.merge %y : i32
    }
    spv.ReturnValue %r : i32
  }
}
