//@ covers: subgroup reductions and scans
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
    uint w = words[ID];
    PUT(0u, subgroupAdd(w));
    PUT(1u, subgroupMax(w) - subgroupMin(w));
    PUT(2u, subgroupInclusiveAdd(w));
    PUT(3u, subgroupExclusiveAdd(w));
    PUT(4u, subgroupXor(w) ^ subgroupAnd(w | 1u) ^ subgroupOr(w));
    uint r = 0u;
    if ((w & 1u) != 0u) r = subgroupAdd(1u); else r = subgroupAdd(100u);
    PUT(5u, r);
    PUT(6u, subgroupAdd(5u) + subgroupAdd(w & 1u) + subgroupAdd(w & 1u));
}
