//@ covers: bit fields, counts, reversal, lowest and highest bit
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    uint a = words[ID], b = words[ID + 64u];
    int c = int(b);
    int at = int(a & 15u), n = int(b & 15u);
    PUT(0u, bitfieldExtract(a, at, n));
    PUT(1u, bitfieldExtract(c, at, n));
    PUT(2u, bitfieldInsert(a, b, at, n));
    PUT(3u, bitfieldReverse(a) ^ bitfieldReverse(uint(c + 1)));
    PUT(4u, bitCount(a) * 100 + bitCount(c));
    PUT(5u, findLSB(a) * 100 + findMSB(b));
    PUT(6u, findMSB(c) + findLSB(c) * 64);
    uvec4 v = bitfieldExtract(uvec4(a, b, a ^ b, ~a), 4, 8);
    PUT(7u, v.x | v.y << 8 | v.z << 16 | v.w << 24);
}
