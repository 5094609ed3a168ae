//@ covers: matrices of doubles
//@ out: f64
//@ ulps: 64
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
layout(std430, binding = 3) buffer Doubles { double doubles[512]; };
layout(std430, binding = 1) buffer Out64 { double wide[2048]; };

void main() {
    dmat2 a = dmat2(doubles[ID], doubles[ID + 1u], doubles[ID + 2u], doubles[ID + 3u]);
    dmat2x3 b = dmat2x3(a);
    b[1].z = doubles[ID + 4u];
    dmat2x3 c = b * a;
    wide[ID * 4u] = c[0].x;
    wide[ID * 4u + 1u] = c[1].z;
    wide[ID * 4u + 2u] = determinant(a);
    wide[ID * 4u + 3u] = (transpose(c) * c[0]).y;
}
