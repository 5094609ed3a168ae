//@ covers: conversions between integers and floats of all widths
//@ out: f32 f32 u32 u32 f32 f32 u32 u32
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#include "io.glsl"

void main() {
    int a = int(words[ID]); uint b = words[ID + 64u];
    float f = floats[ID];
    PUTF(0u, float(a) + float(b & 0xffffu));
    PUTF(1u, float(b) * 0.5);
    PUT(2u, int(f));
    PUT(3u, uint(abs(f) * 100.0));
    PUTF(4u, float(float16_t(f)) + float(int16_t(a)));
    PUTF(5u, float(double(f) * 3.0LF) + float(int64_t(a) * 1000l));
    PUT(6u, int(int8_t(clamp(f, -100.0, 100.0))) + int(int64_t(double(f) * 1000.0LF)));
    PUT(7u, uint(uint16_t(abs(f))) + uint(bool(a)) + uint(f > 1.0) * 2u);
}
