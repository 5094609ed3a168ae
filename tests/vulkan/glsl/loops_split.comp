//@ covers: loops whose iterations passes divide: trip counts that factors do not divide, tests at the end, continues, breaks, conditions on the first and last iterations
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "io.glsl"

void main() {
    uint x = words[ID], r = x;
    [[unroll]] for (int i = 0; i < 7; i++) r = r * 5u + uint(i);
    PUT(0u, r);
    // The counter and its next value are used after the loop.
    int k = 0;
    do {
        r ^= words[ID + uint(k)] << k;
        k += 3;
    } while (k < 22);
    PUT(1u, r + uint(k) * 1000u);
    for (uint i = 11u; i > 0u; i--) {
        if (((x >> i) & 1u) == 0u) continue;
        r = r * 3u + i;
        if (r % 5u == 1u) continue;
        r += 7u;
    }
    PUT(2u, r);
    // The first two and the last three iterations differ.
    int j = 0;
    do {
        if (j < 2) r += 100u; else r ^= uint(j);
        if (j >= 8) r *= 3u; else r -= x;
        j++;
    } while (j < 11);
    PUT(3u, r);
    for (int i = 0; i < 13; i++) {
        r = r * 7u + uint(i);
        if ((r & 31u) == 9u) break;
    }
    PUT(4u, r);
    // Nested loops whose trip counts are no multiples of each other.
    uint sum = 0u;
    for (int i = 0; i < 5; i++) {
        uint inner = x;
        for (int n = 0; n < 3; n++) inner = inner * 9u + uint(n * i);
        if (i == 4) sum += inner; else sum ^= inner;
    }
    PUT(5u, sum);
    uint a[8], b[8];
    uint count = 1u + (x & 7u);
    for (uint i = 0u; i < count; i++) { a[i] = x * i; b[i] = x ^ i; }
    for (uint i = 0u; i < count; i++) sum += a[i] * 3u;
    for (uint i = 0u; i < count; i++) sum = sum * 5u + b[i];
    PUT(6u, sum);
    PUT(7u, r ^ sum);
}
