//@ covers: every operator of uint16_t, and vectors of it
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#include "io.glsl"

void main() {
    uint16_t a = uint16_t(words[ID]), b = uint16_t(words[ID + 64u]);
    uint16_t c = (uint16_t(words[ID + 128u]) & 0x7fus) | uint16_t(1);
    uint16_t s = uint16_t(words[ID + 192u] & 15u);
    PUT(0u, a + b);
    PUT(1u, a * b - c);
    PUT(2u, a / c + (b & 0x7fus) % c);
    PUT(3u, (a << s) ^ (b >> s));
    PUT(4u, (a < b ? 1u : 0u) | (a >= c ? 2u : 0u) | (a != b ? 4u : 0u));
    uint16_t x = uint16_t(a * uint16_t(3) + uint16_t(100)), y = uint16_t(~x | c);
    PUT(5u, x);
    PUT(6u, y);
    u16vec4 v = u16vec4(a, b, c, s); v = v.wzyx * u16vec4(c) + v;
    PUT(7u, uint(v.x) ^ uint(v.y) << 8 ^ uint(v.z) << 16);
}
