//@ covers: loops without a condition, left from the middle
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    uint x = words[ID], i = 0u, r = 0u;
    for (;;) {
        x ^= x << 13; x ^= x >> 17; x ^= x << 5;
        if (++i > 10u) break;
        for (;;) {
            r += x & 255u;
            if (r > 300u) { r -= 299u; break; }
            if ((r & 1u) != 0u) { r++; break; }
            r += i;
        }
        if ((x & 15u) == 0u) break;
    }
    PUT(0u, r);
    PUT(1u, i);
    PUT(2u, x);
}
