//@ covers: 64 rounds with constants and four kinds of mixing
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
const uint SHIFTS[16] = uint[16](7u, 12u, 17u, 22u, 5u, 9u, 14u, 20u, 4u, 11u, 16u, 23u, 6u, 10u, 15u, 21u);

void main() {
    uint a = 0x67452301u, b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u;
    for (uint i = 0u; i < 64u; i++) {
        uint f, g;
        if (i < 16u) { f = (b & c) | (~b & d); g = i; }
        else if (i < 32u) { f = (d & b) | (~d & c); g = (5u * i + 1u) % 16u; }
        else if (i < 48u) { f = b ^ c ^ d; g = (3u * i + 5u) % 16u; }
        else { f = c ^ (b | ~d); g = (7u * i) % 16u; }
        uint k = i * 0x9e3779b9u ^ 0xd76aa478u;
        f += a + k + words[(ID * 16u + g) & 1023u];
        uint s = SHIFTS[(i >> 4) * 4u + (i & 3u)];
        a = d; d = c; c = b;
        b += (f << s) | (f >> (32u - s));
    }
    PUT(0u, a); PUT(1u, b); PUT(2u, c); PUT(3u, d);
}
