//@ covers: NoContraction: products and sums in the order of the source
//@ out: f32
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    precise float a = floats[ID], b = floats[ID + 64u], c = floats[ID + 128u];
    precise float d = a * b + c, e = a * b - a * c, f = (a + b) + (c - b), g = a * 0.1 + b * 0.1;
    precise vec3 v = vec3(a, b, c) * 3.0 + vec3(c, a, b) * 0.5;
    PUTF(0u, d); PUTF(1u, e); PUTF(2u, f); PUTF(3u, g);
    PUTF(4u, v.x); PUTF(5u, v.y - v.z);
    precise float h = 0.0;
    for (int i = 0; i < 8; i++) h = h * 0.75 + floats[(ID + uint(i)) & 1023u];
    PUTF(6u, h);
    PUTF(7u, -(a - b) + (a - a));
}
