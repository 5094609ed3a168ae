//@ covers: loops whose values change places: Fibonacci, rotation, reversal
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    uint a = 0u, b = 1u, n = words[ID] & 31u;
    for (uint i = 0u; i < n; i++) { uint t = a + b; a = b; b = t; }
    PUT(0u, a);
    uint x = words[ID + 1u], y = words[ID + 2u], z = words[ID + 3u];
    for (uint i = 0u; i < (n & 7u); i++) { uint t = x; x = y; y = z; z = t ^ i; }
    PUT(1u, x);
    PUT(2u, y);
    PUT(3u, z);
    uint r = 0u, v = words[ID + 4u], last = 0u;
    while (v != 0u) { last = r; r = r * 10u + v % 10u; v /= 10u; }
    PUT(4u, r);
    PUT(5u, last);
}
