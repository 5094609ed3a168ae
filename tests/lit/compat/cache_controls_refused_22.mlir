// RUN: spv-opt %s --mlir-compat=22 --split-input-file --verify-diagnostics --emit=none
// Invalid cache controls in LLVM's form.

spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [CacheControlsINTEL, Shader, Linkage], [SPV_INTEL_cache_controls]> {
  spirv.func @f() "None" {
    // expected-error @+1 {{expecting array attribute of CacheControlLoadINTEL for CacheControlLoadINTEL}}
    %0 = spirv.Variable {cache_control_load_intel = #spirv.cache_control_load_intel<cache_level = 0, load_cache_control = Uncached>} : !spirv.ptr<f32, Function>
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [CacheControlsINTEL, Shader, Linkage], [SPV_INTEL_cache_controls]> {
  spirv.func @f() "None" {
    // expected-error @+1 {{expecting non-empty array attribute of CacheControlStoreINTEL for CacheControlStoreINTEL}}
    %0 = spirv.Variable {cache_control_store_intel = []} : !spirv.ptr<f32, Function>
    spirv.Return
  }
}
