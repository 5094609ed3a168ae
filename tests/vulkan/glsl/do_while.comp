//@ covers: do-while loops, with break and continue
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    uint x = words[ID], n = 0u, r = 0u;
    do {
        n++;
        if ((x & 3u) == 2u) {
            x = x / 3u + 1u;
            continue;
        }
        r = r * 5u + (x & 7u);
        if (r > 100000u) break;
        x >>= 1;
    } while (x != 0u && n < 40u);
    PUT(0u, r);
    PUT(1u, n);
    uint k = ID & 3u;
    do { k = k * 2u + 1u; } while (k < 50u);
    PUT(2u, k);
}
