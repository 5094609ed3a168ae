//@ covers: functions with two results: frexp, modf, ldexp
//@ out: f32 u32 f32 f32 f32 u32 f32 f32
//@ ulps: 1
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    float a = floats[ID], b = floats[ID + 64u], whole;
    int e;
    PUTF(0u, frexp(a, e));
    PUT(1u, e);
    PUTF(2u, modf(b, whole));
    PUTF(3u, whole);
    PUTF(4u, ldexp(b, int(words[ID] % 20u) - 10));
    ivec2 es;
    vec2 f = frexp(vec2(a, b) * 3.0, es);
    PUT(5u, es.x * 100 + es.y);
    PUTF(6u, f.x + f.y);
    PUTF(7u, ldexp(f, es).y);
}
