//@ covers: matrix times matrix, vector and scalar
//@ out: f32
//@ ulps: 64
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    uint n = ID;
    mat3 a = mat3(floats[n], floats[n + 1u], floats[n + 2u], floats[n + 3u], floats[n + 4u], floats[n + 5u],
                  floats[n + 6u], floats[n + 7u], floats[n + 8u]);
    mat3 b = mat3(2.0);
    b[1] = vec3(floats[n + 9u], 0.5, -1.0);
    mat3 c = a * b + b - a * 0.25;
    vec3 v = c * vec3(1.0, 2.0, floats[n + 10u]);
    vec3 w = v * a;
    PUTF(0u, c[0].x);
    PUTF(1u, c[1][2]);
    PUTF(2u, c[n % 3u].y);
    PUTF(3u, v.x);
    PUTF(4u, v.y + v.z);
    PUTF(5u, w.z);
    PUTF(6u, matrixCompMult(a, b)[1].x);
    PUTF(7u, outerProduct(v, w)[2][0]);
}
