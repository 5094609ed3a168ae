//@ covers: rounds of a hash: rotations, products, exclusive ors
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

uint rotl(uint x, uint r) { return (x << r) | (x >> (32u - r)); }

uint xxh32(uint seed) {
    uint v[4] = uint[4](seed + 0x9e3779b1u + 0x85ebca77u, seed + 0x85ebca77u, seed, seed - 0x9e3779b1u);
    for (uint i = 0u; i < 16u; i++) v[i & 3u] = rotl(v[i & 3u] + words[(ID * 3u + i) & 1023u] * 0x85ebca77u, 13u) * 0x9e3779b1u;
    uint h = rotl(v[0], 1u) + rotl(v[1], 7u) + rotl(v[2], 12u) + rotl(v[3], 18u) + 64u;
    h ^= h >> 15; h *= 0x85ebca77u; h ^= h >> 13; h *= 0xc2b2ae3du;
    return h ^ (h >> 16);
}

void main() {
    PUT(0u, xxh32(ID));
    PUT(1u, xxh32(words[ID]));
}
