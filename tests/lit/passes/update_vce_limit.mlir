// The option `max-version` limits the version: an extension replaces it, or an op that needs more is an error.
// RUN: spv-opt %s --spirv-update-vce=max-version=1.2 | FileCheck %s
// RUN: not spv-opt %s --spirv-update-vce=max-version=1.7 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not spv-opt %s --spirv-update-vce='trim max-version=1.2' 2>&1 | FileCheck %s --check-prefix=TRIM
// RUN: sed -e 's/spv.Return$/%e = spv.GroupNonUniformElect "Subgroup" : i1 spv.Return/' %s > %t.mlir
// RUN: not spv-opt %t.mlir --spirv-update-vce=max-version=1.2 2>&1 | FileCheck %s --check-prefix=NEEDS
// CHECK: requires #spv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]>
// CHECK: spv.EntryPoint "GLCompute" @main{{$}}
// WRONG: the value '1.7' of option 'max-version' is not a version from 1.0 to 1.6
// TRIM: option 'trim' keeps the version: omit it, or 'max-version'
// NEEDS: error: 'spv.GroupNonUniformElect' requires min version v1.3 but target environment allows up to v1.2
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, GroupNonUniform], []> {
  spv.EntryPoint "GLCompute" @main, @data
  spv.ExecutionMode @main "LocalSize", 1, 1, 1
  spv.GlobalVariable @data bind(0, 0) : !spv.ptr<!spv.struct<(i32 [0]), Block>, StorageBuffer>
  spv.func @main() "None" {
    spv.Return
  }
}
