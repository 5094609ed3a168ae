//@ covers: every operator of uint
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    uint a = uint(words[ID]), b = uint(words[ID + 64u]), c = uint(words[ID + 128u] | 1u) & uint(0x7fff);
    uint s = words[ID + 192u] & 31u;
    uint sum = a + b * c - (a - c);
    uint quotient = a / c, rest = (a & uint(0x7fffff)) % c;
    PUT(0u, sum);
    PUT(1u, quotient ^ rest);
    PUT(2u, (a << s) | (b >> s));
    PUT(3u, ~a & -b);
    PUT(4u, (a < b ? 1u : 0u) | (a <= c ? 2u : 0u) | (a > b ? 4u : 0u) | (a >= c ? 8u : 0u) | (a == b ? 16u : 0u));
    PUT(5u, a * uint(8) + b * uint(7) - b * uint(3) + uint(0) * c);
    PUT(6u, a / uint(4) + b / uint(3) + (a & uint(0xffff)) % uint(8));
    a += b; b -= c; c ^= a; a <<= 3; b >>= 2; c |= uint(16);
    PUT(7u, a++ + --b - c--);
}
