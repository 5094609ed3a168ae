// RUN: spv-opt %s | FileCheck %s
// RUN: spv-opt %s | spv-opt | FileCheck %s
// A key in quotes is the key without: other namespaces of a dialect are read as its own.
// CHECK: x = {spv.bar = {spv.y = 3 : i32}, spv.entry_point_abi = 1 : i32, spv.foo = 2 : i32}
module attributes {x = {"spirv.entry_point_abi" = 1 : i32, spirv.foo = 2 : i32, "spirv.bar" = {spirv.y = 3 : i32}}} {
}
