//@ covers: every operator of uint8_t, and vectors of it
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#include "io.glsl"

void main() {
    uint8_t a = uint8_t(words[ID]), b = uint8_t(words[ID + 64u]);
    uint8_t c = (uint8_t(words[ID + 128u]) & uint8_t(0x3f)) | uint8_t(1);
    uint8_t s = uint8_t(words[ID + 192u] & 7u);
    PUT(0u, a + b);
    PUT(1u, a * b - c);
    PUT(2u, a / c + (b & uint8_t(0x3f)) % c);
    PUT(3u, (a << s) ^ (b >> s));
    PUT(4u, (a < b ? 1u : 0u) | (a >= c ? 2u : 0u) | (a != b ? 4u : 0u));
    uint8_t x = uint8_t(a * uint8_t(3) + uint8_t(100)), y = uint8_t(~x | c);
    PUT(5u, x);
    PUT(6u, y);
    u8vec4 v = u8vec4(a, b, c, s); v = v.wzyx * u8vec4(c) + v;
    PUT(7u, uint(v.x) ^ uint(v.y) << 8 ^ uint(v.z) << 16);
}
