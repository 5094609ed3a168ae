//@ covers: rules of floats that are not exact
//@ out: f32
//@ ulps: 4096
//@ also: canonicalize{fast-math},contract-fma{fast-math}
//@ also: O{fast-math}
//@ also: O3{fast-math}
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    float a = abs(floats[ID]) + 0.5, b = abs(floats[ID + 64u]) + 0.5, c = abs(floats[ID + 128u]) + 0.5;
    vec3 v = vec3(a, b, c);
    mat3 m = mat3(v, v.yzx + 1.0, v.zxy + 2.0);
    PUTF(0u, pow(a, 3.0) + pow(b, 0.5) + pow(c, 7.0) * 0.0 + (a + 3.0) + 0.25);
    PUTF(1u, (a / b) / c + a / (b / c) + a / 3.0);
    PUTF(2u, a / sqrt(b) + b * inversesqrt(b) + sqrt(c * c));
    PUTF(3u, dot(v / length(v) + v * (1.0 / length(v)), normalize(normalize(v))));
    PUTF(4u, dot((m * m) * v, v * (m * m)) * 0.001);
    PUTF(5u, dot(((v * a) * b) * vec3(2.0), v * c + v * b));
    PUTF(6u, exp(log(a)) + log2(exp2(b)) + mix(a, c, 1.0) + (a * 2.0) * 1.5);
    PUTF(7u, (a * 0.7) * b + (m * 2.0 * v).x + a * b + c);
}
