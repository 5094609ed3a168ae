//@ covers: every operator of int16_t, and vectors of it
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#include "io.glsl"

void main() {
    int16_t a = int16_t(words[ID]), b = int16_t(words[ID + 64u]);
    int16_t c = (int16_t(words[ID + 128u]) & 0x7fs) | int16_t(1);
    int16_t s = int16_t(words[ID + 192u] & 15u);
    PUT(0u, a + b);
    PUT(1u, a * b - c);
    PUT(2u, a / c + (b & 0x7fs) % c);
    PUT(3u, (a << s) ^ (b >> s));
    PUT(4u, (a < b ? 1u : 0u) | (a >= c ? 2u : 0u) | (a != b ? 4u : 0u));
    int16_t x = int16_t(a * int16_t(3) + int16_t(100)), y = int16_t(~x | c);
    PUT(5u, x);
    PUT(6u, y);
    i16vec4 v = i16vec4(a, b, c, s); v = v.wzyx * i16vec4(c) + v;
    PUT(7u, uint(v.x) ^ uint(v.y) << 8 ^ uint(v.z) << 16);
}
