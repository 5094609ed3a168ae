//@ covers: shuffles and broadcasts
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_KHR_shader_subgroup_clustered : require
#include "io.glsl"

void main() {
    uint w = words[ID], n = gl_SubgroupSize;
    PUT(0u, subgroupShuffle(w, (gl_SubgroupInvocationID + 1u) % n));
    PUT(1u, subgroupShuffleXor(w, 1u));
    PUT(2u, subgroupBroadcast(w, 2u));
    PUT(3u, subgroupBroadcast(w * 3u, 0u) + w);
    uint r = w;
    for (uint d = 1u; d < 4u; d++) r += subgroupShuffle(r, gl_SubgroupInvocationID ^ 1u) * d;
    PUT(4u, r);
    PUT(5u, n * 100u + gl_SubgroupInvocationID);
    PUT(6u, gl_NumSubgroups + gl_SubgroupID * 8u);
}
