//@ covers: every operator of half floats, and vectors of them
//@ out: f32
//@ ulps: 32768
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#include "io.glsl"

void main() {
    float16_t a = float16_t(floats[ID]), b = float16_t(floats[ID + 64u]), c = float16_t(floats[ID + 128u]);
    PUTF(0u, float(a + b));
    PUTF(1u, float(a * b));
    PUTF(2u, float(a - c));
    PUTF(3u, float(c / (b * b + 1.0hf)));
    PUTF(4u, float(-a + 0.5hf));
    PUTF(5u, a < b ? float(min(a, c)) : float(max(b, c)));
    f16vec4 v = f16vec4(a, b, c, 1.5hf);
    v = v.zyxw * 2.0hf - v;
    PUTF(6u, float(v.x));
    PUTF(7u, float(v.y + v.w));
}
