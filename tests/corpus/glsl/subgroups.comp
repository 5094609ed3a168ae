//@ covers: every class of subgroup operation: basic, vote, arithmetic, ballot, shuffle, relative, clustered, quad, partitioned, rotate-free
//@ debug: g
#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_NV_shader_subgroup_partitioned : require

layout(local_size_x = 128) in;
layout(binding = 0) buffer Data { vec4 f[1024]; ivec4 i[1024]; uvec4 u[1024]; dvec2 d[256]; } data;

void main() {
    uint id = gl_GlobalInvocationID.x;
    vec4 f = data.f[id];
    ivec4 i = data.i[id];
    uvec4 u = data.u[id];
    if (subgroupElect())
        data.u[gl_SubgroupID] = uvec4(gl_SubgroupSize, gl_NumSubgroups, gl_SubgroupInvocationID, 0u);
    subgroupBarrier();
    subgroupMemoryBarrier();
    subgroupMemoryBarrierShared();
    bool vote = subgroupAll(f.x > 0.0) || subgroupAny(i.x == 3) || subgroupAllEqual(u.xy);
    f += subgroupAdd(f) + subgroupMul(f) + subgroupMin(f) + subgroupMax(f);
    i += subgroupAdd(i) ^ subgroupMin(i) ^ subgroupMax(i) ^ subgroupAnd(i) ^ subgroupOr(i) ^ subgroupXor(i);
    f.xyz += subgroupInclusiveAdd(f.xyz) + subgroupExclusiveMul(f.zyx);
    u += subgroupInclusiveMax(u) | subgroupExclusiveMin(u);
    uvec4 ballot = subgroupBallot(vote);
    u.x += subgroupBallotBitCount(ballot) + subgroupBallotInclusiveBitCount(ballot) + subgroupBallotExclusiveBitCount(ballot);
    u.y += subgroupBallotFindLSB(ballot) + subgroupBallotFindMSB(ballot);
    if (subgroupInverseBallot(ballot) && subgroupBallotBitExtract(ballot, 5u))
        f = subgroupBroadcast(f, 3u) + subgroupBroadcastFirst(f);
    f += subgroupShuffle(f, 1u) + subgroupShuffleXor(f, 2u) + subgroupShuffleUp(f, 1u) + subgroupShuffleDown(f, 4u);
    i += subgroupClusteredAdd(i, 8u) + subgroupClusteredXor(i, 4u);
    f += subgroupClusteredMax(f, 16u);
    f += subgroupQuadBroadcast(f, 3u) + subgroupQuadSwapHorizontal(f) + subgroupQuadSwapVertical(f) + subgroupQuadSwapDiagonal(f);
    uvec4 part = subgroupPartitionNV(i.x);
    f += subgroupPartitionedAddNV(f, part) + subgroupPartitionedInclusiveMulNV(f, part) + subgroupPartitionedExclusiveMaxNV(f, part);
    data.d[id & 255u] = subgroupAdd(data.d[id & 255u]);
    u += gl_SubgroupEqMask | gl_SubgroupGeMask | gl_SubgroupGtMask | gl_SubgroupLeMask | gl_SubgroupLtMask;
    data.f[id] = f;
    data.i[id] = i;
    data.u[id] = u;
}
