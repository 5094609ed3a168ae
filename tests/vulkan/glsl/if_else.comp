//@ covers: nested selections with and without else
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    uint a = words[ID], b = words[ID + 64u], r = 1u;
    if (a < 20u) {
        if (b < 20u) {
            r = a + b;
        } else if (b > 0x80000000u) {
            r = a * b;
            if ((a & 1u) != 0u) r ^= 0x55u;
        } else {
            r = b - a;
        }
        r += 3u;
    } else {
        if ((b & 1u) == 0u) r = a ^ b;
        PUT(1u, r + 7u);
        if (a == b) return;
    }
    if (r > 1000u) r = r % 1000u;
    PUT(0u, r);
}
