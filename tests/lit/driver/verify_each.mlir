// RUN: spv-opt %s --cse --verify-each | FileCheck %s
// RUN: spv-opt %s -cse -verify-each=0 | FileCheck %s
// RUN: spv-opt %s --cse --verify-each=true | FileCheck %s
// RUN: not spv-opt %s --cse --verify-each=maybe 2>&1 | FileCheck %s --check-prefix=WRONG
// CHECK: spv.module
// WRONG: invalid value 'maybe'
spv.module Logical GLSL450 {
}
