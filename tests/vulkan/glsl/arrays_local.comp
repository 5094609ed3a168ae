//@ covers: local arrays, with computed indices
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    uint a[8], hist[4] = uint[4](0u, 0u, 0u, 0u);
    for (uint i = 0u; i < 8u; i++) a[i] = words[ID + i];
    for (uint i = 0u; i < 8u; i++) hist[a[i] & 3u]++;
    for (int i = 1; i < 8; i++) {
        uint x = a[i];
        int j = i - 1;
        while (j >= 0 && a[j] > x) { a[j + 1] = a[j]; j--; }
        a[j + 1] = x;
    }
    uint b[8] = a;
    b[words[ID] & 7u] = 99u;
    PUT(0u, a[0]);
    PUT(1u, a[7]);
    PUT(2u, a[4] ^ a[3]);
    PUT(3u, hist[0] | hist[1] << 8 | hist[2] << 16 | hist[3] << 24);
    PUT(4u, b[words[ID + 1u] & 7u]);
    PUT(5u, a == b ? 1 : 2);
}
