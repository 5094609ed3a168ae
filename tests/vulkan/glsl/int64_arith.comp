//@ covers: every operator of int64_t
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#include "io.glsl"

int64_t wide(uint n) { return int64_t(words[n]) << 32 | int64_t(words[n + 1u]); }

void put(uint n, int64_t x) { results[ID * 8u + n] = uint(x); results[ID * 8u + n + 1u] = uint(x >> 32); }

void main() {
    int64_t a = wide(ID * 2u), b = wide(ID * 3u + 100u), c = int64_t(words[ID + 500u] >> 4 | 1u);
    uint s = words[ID + 192u] & 63u;
    put(0u, a * b + c);
    put(2u, a / c - (b & int64_t(0xfffffffffl)) % c);
    put(4u, (a << s) ^ (b >> s) ^ ~a);
    int64_t d = a < b ? a - b : b - a;
    d += a == c ? int64_t(5) : int64_t(7) * b;
    put(6u, d + a * int64_t(16) + b / int64_t(4));
}
