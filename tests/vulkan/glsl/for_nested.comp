//@ covers: nested loops with break and continue
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    uint sum = 0u, n = words[ID] & 15u, m = words[ID + 1u] & 7u;
    for (uint i = 0u; i < n; i++) {
        if ((i & 3u) == 3u) continue;
        for (uint j = 0u; j <= m; j++) {
            if (j > i) break;
            if (((i ^ j) & 1u) != 0u) continue;
            sum = sum * 3u + i * j + words[(ID + i + j) & 1023u] % 5u;
        }
        sum ^= i;
    }
    PUT(0u, sum);
    PUT(1u, n * m);
}
