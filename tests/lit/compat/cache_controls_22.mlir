// RUN: spv-opt %s --mlir-compat=22 --test-spirv-roundtrip --no-implicit-module | FileCheck %s
// RUN: spv-opt %s --mlir-compat=22 --serialize-spirv --no-implicit-module -o %t
// RUN: spv-opt %t | FileCheck %s --check-prefix=OURS
// LLVM has one attribute for all cache controls of one kind. In SPIR-V each level is a decoration.

spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [CacheControlsINTEL, Shader, Linkage], [SPV_INTEL_cache_controls]> {
  spirv.func @f() "None" {
    // CHECK: spirv.Variable {cache_control_load_intel = [#spirv.cache_control_load_intel<cache_level = 0, load_cache_control = Uncached>, #spirv.cache_control_load_intel<cache_level = 2, load_cache_control = InvalidateAfterR>]} : !spirv.ptr<f32, Function>
    // OURS: spv.Variable {cache_control_load_intel = [0 : i32, "UncachedINTEL"], decorations = {{\[\[}}"OpDecorate", "CacheControlLoadINTEL", 2 : i32, "InvalidateAfterReadINTEL"{{\]\]}}}
    %0 = spirv.Variable {cache_control_load_intel = [#spirv.cache_control_load_intel<cache_level = 0, load_cache_control = Uncached>, #spirv.cache_control_load_intel<cache_level = 2, load_cache_control = InvalidateAfterR>]} : !spirv.ptr<f32, Function>
    // CHECK: spirv.Variable {cache_control_store_intel = [#spirv.cache_control_store_intel<cache_level = 1, store_cache_control = WriteBack>]} : !spirv.ptr<f32, Function>
    // OURS: spv.Variable {cache_control_store_intel = [1 : i32, "WriteBackINTEL"]}
    %1 = spirv.Variable {cache_control_store_intel = [#spirv.cache_control_store_intel<cache_level = 1, store_cache_control = WriteBack>]} : !spirv.ptr<f32, Function>
    spirv.Return
  }
}
