//@ covers: the same computations several times, on several ways
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    uint a = words[ID], b = words[ID + 1u];
    uint x = a * b + 3u, y = b * a + 3u, z = x - y + a * b;
    if ((a & 1u) != 0u) { z += a * b; x = (a + b) * 2u; } else { z -= a * b; x = (a + b) * 3u; }
    uint inv = a * 5u + b;
    for (uint i = 0u; i < (b & 7u); i++) {
        uint k = a * 5u + b;
        z = z * 3u + k + (a * 7u ^ i) + inv / 3u;
        if (i == 3u) z += (a + b);
    }
    PUT(0u, x); PUT(1u, z); PUT(2u, (a + b) + (b + a)); PUT(3u, a / 3u + a / 3u + a % 3u);
}
