//@ covers: every operator of int
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    int a = int(words[ID]), b = int(words[ID + 64u]), c = int(words[ID + 128u] | 1u) & int(0x7fff);
    uint s = words[ID + 192u] & 31u;
    int sum = a + b * c - (a - c);
    int quotient = a / c, rest = (a & int(0x7fffff)) % c;
    PUT(0u, sum);
    PUT(1u, quotient ^ rest);
    PUT(2u, (a << s) | (b >> s));
    PUT(3u, ~a & -b);
    PUT(4u, (a < b ? 1u : 0u) | (a <= c ? 2u : 0u) | (a > b ? 4u : 0u) | (a >= c ? 8u : 0u) | (a == b ? 16u : 0u));
    PUT(5u, a * int(8) + b * int(7) - b * int(3) + int(0) * c);
    PUT(6u, a / int(4) + b / int(3) + (a & int(0xffff)) % int(8));
    a += b; b -= c; c ^= a; a <<= 3; b >>= 2; c |= int(16);
    PUT(7u, a++ + --b - c--);
}
