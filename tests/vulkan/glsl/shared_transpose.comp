//@ covers: a tile in shared memory, read across; vectors in shared memory
//@ out: f32
//@ ulps: 16
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
shared vec4 tile[8][9];
shared mat2 products[8];

void main() {
    uint l = gl_LocalInvocationIndex, x = l & 7u, y = l >> 3;
    tile[y][x] = vec4(floats[l], floats[l + 64u], floats[l + 128u], floats[l + 192u]);
    if (l < 8u) products[l] = mat2(floats[l], 1.0, 2.0, floats[l + 8u]);
    barrier();
    vec4 v = tile[x][y];
    tile[y][8].x = 3.0;
    barrier();
    v.xy = products[x] * v.xy;
    PUTF(0u, v.x + tile[7u - y][8].x);
    PUTF(1u, v.y);
    PUTF(2u, v.z - v.w);
    PUTF(3u, products[y][1][x & 1u]);
}
