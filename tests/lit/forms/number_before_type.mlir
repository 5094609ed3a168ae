// RUN: spv-opt %s --no-verify --verify-roundtrip | FileCheck %s
// A number that may be left out, and the type of an instruction behind it, which only debug information that is not
// valid has: the type is not the number's.
spv.module Physical64 OpenCL {
  spv.String @a "a"
  spv.OpenCLDebugInfo.DebugLocalVariable @one @a, @a, @a, 1, 15, @a, "FlagIsLocal", 1 : i32
  spv.OpenCLDebugInfo.DebugLocalVariable @two @a, @a, @a, 1, 15, @a, "FlagIsLocal", 2 : !spv.event
  spv.OpenCLDebugInfo.DebugLocalVariable @none @a, @a, @a, 1, 15, @a, "FlagIsLocal" : i32
}

// CHECK:      DebugLocalVariable @one @a, @a, @a, 1, 15, @a, "FlagIsLocal", 1 : i32
// CHECK-NEXT: DebugLocalVariable @two @a, @a, @a, 1, 15, @a, "FlagIsLocal", 2 : !spv.event
// CHECK-NEXT: DebugLocalVariable @none @a, @a, @a, 1, 15, @a, "FlagIsLocal" : i32
