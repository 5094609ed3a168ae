//@ covers: roots, powers, exponentials, logarithms, trigonometry
//@ out: f32
//@ ulps: 4096
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    float a = floats[ID], b = abs(floats[ID + 64u]), c = floats[ID + 128u] / 16.0;
    PUTF(0u, sqrt(b) + inversesqrt(b));
    PUTF(1u, pow(b, 1.5));
    PUTF(2u, exp(c) + exp2(c * 2.0));
    PUTF(3u, log(b + 2.0) + log2(b + 3.0));
    PUTF(4u, sin(a) + 2.0);
    PUTF(5u, tan(c) + 4.0);
    PUTF(6u, asin(c) + acos(c) + atan(a, b) + 8.0);
    PUTF(7u, sqrt(4.0) + exp2(3.0) * radians(180.0) + sinh(c) + degrees(c));
}
