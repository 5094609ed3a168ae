// RUN: spv-opt %s --verify-roundtrip | FileCheck %s
// RUN: spv-opt %s --emit=spirv -o - | spv-opt - | FileCheck %s
// RUN: spv-opt %s --spv-lower-to-cfg --spv-structurize --canonicalize | FileCheck %s --check-prefix=CASES
// The literals of a switch have the width of its selector, which may be above 64 bits.
// CHECK: spv.Switch %{{.*}} : i100, [default: ^{{.*}}, 55340232221128654848: ^{{.*}}, -1: ^
// CASES: spv.Switch %{{.*}} : i100, [default: ^{{.*}}, 55340232221128654848: ^{{.*}}, -1: ^
spv.module Physical64 OpenCL requires #spv.vce<v1.4, [Kernel, Addresses, Linkage, ArbitraryPrecisionIntegersALTERA], [SPV_ALTERA_arbitrary_precision_integers]> {
  spv.func @f(%x: i100, %y: i32) -> i32 "None" {
    spv.Switch %x : i100, [default: ^default, 55340232221128654848: ^first, -1: ^second]
  ^first:
    %product = spv.IMul %y, %y : i32
    spv.ReturnValue %product : i32
  ^second:
    %sum = spv.IAdd %y, %y : i32
    spv.ReturnValue %sum : i32
  ^default:
    spv.ReturnValue %y : i32
  }
}
