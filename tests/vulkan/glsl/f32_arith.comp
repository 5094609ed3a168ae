//@ covers: every operator of float; comparisons
//@ out: f32 f32 f32 f32 f32 f32 u32 f32
//@ ulps: 4
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    float a = floats[ID], b = floats[ID + 64u], c = floats[ID + 128u];
    PUTF(0u, a + b * c);
    PUTF(1u, a / b - c);
    PUTF(2u, -a * (b - 2.0) + 0.5);
    PUTF(3u, a * 1.0 + b * 0.25 - c / 4.0);
    PUTF(4u, (a + 1.0) - 1.0);
    PUTF(5u, mod(a, abs(b) + 1.0));
    PUT(6u, (a < b ? 1u : 0u) | (a >= c ? 2u : 0u) | (a == b ? 4u : 0u) | (b != c ? 8u : 0u) | (!(a < c) ? 16u : 0u));
    a *= b; b += c; c -= 3.0; a++;
    PUTF(7u, a / (b * b + 1.0) + c);
}
