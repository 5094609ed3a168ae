//@ covers: and, or and conditional expressions whose parts have effects
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

uint calls = 0u;
bool test(uint x) { calls = calls * 3u + (x & 7u); return (x & 1u) != 0u; }

void main() {
    uint a = words[ID], b = words[ID + 1u], c = words[ID + 2u];
    uint r = 0u;
    if (test(a) && test(b) || test(c)) r = 1u;
    if (!(test(b) || test(c >> 1)) && test(a >> 2)) r += 2u;
    uint x = test(a >> 3) ? (calls += 5u) : (test(b >> 3) ? (calls ^= 9u) : calls--);
    PUT(0u, r);
    PUT(1u, calls);
    PUT(2u, x);
    while (test(calls) && calls < 100000u) r += 10u;
    PUT(3u, r + calls);
}
