//@ covers: ballots and votes
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
    uvec4 b = subgroupBallot((w & 1u) != 0u);
    PUT(0u, b.x);
    PUT(1u, subgroupBallotBitCount(b));
    PUT(2u, subgroupAny(w > 30u) ? 1 : 0);
    PUT(3u, subgroupAll(w > 0u) ? 1 : 0);
    PUT(4u, subgroupBroadcastFirst(w));
    PUT(5u, subgroupElect() ? 7u : 9u);
    if ((w & 2u) != 0u) {
        PUT(6u, subgroupBallot(true).x);
    } else {
        PUT(6u, subgroupBallot((w & 4u) != 0u).x);
    }
    PUT(7u, subgroupAllEqual(w >> 31) ? 1 : 2);
}
