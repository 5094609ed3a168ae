//@ covers: min, max, clamp, mix, step, smoothstep, sign, rounding
//@ out: f32
//@ ulps: 8
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    float a = floats[ID], b = floats[ID + 64u], c = floats[ID + 128u];
    PUTF(0u, min(a, b) + max(b, c));
    PUTF(1u, clamp(a, -2.0, 3.0) * sign(b));
    PUTF(2u, mix(a, b, 0.25) + step(b, c));
    PUTF(3u, smoothstep(-8.0, 8.0, c));
    PUTF(4u, floor(a) + ceil(b) + trunc(c));
    PUTF(5u, fract(a) + roundEven(b * 2.0));
    vec3 v = clamp(vec3(a, b, c), vec3(-1.0, -2.0, -3.0), vec3(4.0, 5.0, 6.0));
    PUTF(6u, v.x + v.y * 2.0 + v.z * 4.0 + abs(a));
    PUTF(7u, float(isnan(a)) + float(isinf(a / 0.0)) * 2.0 + fma(a, b, c));
}
