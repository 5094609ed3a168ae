//@ covers: every operator of int8_t, and vectors of it
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#include "io.glsl"

void main() {
    int8_t a = int8_t(words[ID]), b = int8_t(words[ID + 64u]);
    int8_t c = (int8_t(words[ID + 128u]) & int8_t(0x3f)) | int8_t(1);
    int8_t s = int8_t(words[ID + 192u] & 7u);
    PUT(0u, a + b);
    PUT(1u, a * b - c);
    PUT(2u, a / c + (b & int8_t(0x3f)) % c);
    PUT(3u, (a << s) ^ (b >> s));
    PUT(4u, (a < b ? 1u : 0u) | (a >= c ? 2u : 0u) | (a != b ? 4u : 0u));
    int8_t x = int8_t(a * int8_t(3) + int8_t(100)), y = int8_t(~x | c);
    PUT(5u, x);
    PUT(6u, y);
    i8vec4 v = i8vec4(a, b, c, s); v = v.wzyx * i8vec4(c) + v;
    PUT(7u, uint(v.x) ^ uint(v.y) << 8 ^ uint(v.z) << 16);
}
