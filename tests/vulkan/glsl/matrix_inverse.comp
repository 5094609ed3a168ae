//@ covers: determinants and inverses
//@ out: f32
//@ ulps: 65536
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    mat3 m = mat3(40.0);
    m[0].yz = vec2(floats[ID], floats[ID + 1u]);
    m[1].xz = vec2(floats[ID + 2u], floats[ID + 3u]);
    m[2].xy = vec2(floats[ID + 4u], floats[ID + 5u]);
    mat3 n = inverse(m);
    PUTF(0u, determinant(m));
    PUTF(1u, n[0].x);
    PUTF(2u, n[1].y);
    PUTF(3u, (n * m)[2].z);
    mat2 p = inverse(mat2(m));
    PUTF(4u, p[0].x);
    PUTF(5u, p[1].y + determinant(p));
    PUTF(6u, determinant(mat4(m)));
    PUTF(7u, 1.0);
}
