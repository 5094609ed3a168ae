//@ covers: NV cooperative matrix: types with scope, rows and columns as constants and spec constants, load/store/mul-add, length, element access, function parameters
//@ env: spv1.6
#version 460
#extension GL_NV_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require
#pragma use_vulkan_memory_model
layout(local_size_x = 32) in;
layout(constant_id = 0) const uint kRows = 16;
layout(constant_id = 1) const uint kDepth = 8;
const uint kHalf = kDepth * 2u;
layout(binding = 0) coherent buffer A { float16_t a[]; };
layout(binding = 1) buffer B { uvec4 b[]; };
layout(binding = 2) buffer C { float c[]; };
fcoopmatNV<32, gl_ScopeSubgroup, kRows, 16> scaled(fcoopmatNV<32, gl_ScopeSubgroup, kRows, 16> m, float s) { return m * s; }
void main() {
    fcoopmatNV<16, gl_ScopeSubgroup, kRows, kHalf> ma;
    fcoopmatNV<16, gl_ScopeSubgroup, kHalf, 16> mb = fcoopmatNV<16, gl_ScopeSubgroup, kHalf, 16>(0.0hf);
    fcoopmatNV<32, gl_ScopeSubgroup, kRows, 16> mc = fcoopmatNV<32, gl_ScopeSubgroup, kRows, 16>(0.0);
    for (uint k = 0u; k < 4u; ++k) {
        coopMatLoadNV(ma, a, k * 256u, 64u, false);
        coopMatLoadNV(mb, b, k * 32u, 8u, true);
        mc = coopMatMulAddNV(ma, mb, mc);
    }
    for (int i = 0; i < mc.length(); ++i)
        mc[i] = max(mc[i], 0.0);
    fcoopmatNV<16, gl_ScopeSubgroup, kRows, 16> narrow = fcoopmatNV<16, gl_ScopeSubgroup, kRows, 16>(scaled(-mc, 2.0));
    coopMatStoreNV(mc + fcoopmatNV<32, gl_ScopeSubgroup, kRows, 16>(narrow), c, 0u, 64u, false);
}
