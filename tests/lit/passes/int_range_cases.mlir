// RUN: spv-opt %s --int-range-optimizations | FileCheck %s
// RUN: spv-opt %s --spv-lower-to-cfg --int-range-optimizations --spv-structurize-regions | FileCheck %s
// RUN: spv-opt %s --int-range-optimizations --simplify-cfg --emit=spirv -o %t.spv && spirv-val %t.spv
// RUN: spv-opt %s --int-range-optimizations --mlir-pass-statistics -o %t.mlir 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: 3 cases
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
