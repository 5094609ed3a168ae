//@ covers: stores and loads that may meet in one buffer
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    uint base = 2048u + ID * 8u, i = words[ID] & 7u, j = words[ID + 1u] & 7u;
    for (uint k = 0u; k < 8u; k++) results[base + k] = k * 11u;
    results[base + i] = 1000u;
    uint a = results[base + j];
    results[base + j] = a + 5u;
    uint b = results[base + i];
    results[base + i] = b;
    results[base + j] += results[base + i] * 3u;
    uint local[4] = uint[4](1u, 2u, 3u, 4u);
    local[i & 3u] = 50u;
    uint c = local[j & 3u];
    local[j & 3u] = c * 2u;
    local[1] += local[i & 3u];
    PUT(0u, a); PUT(1u, b); PUT(2u, results[base + j]);
    PUT(3u, c + local[1] * 100u);
}
