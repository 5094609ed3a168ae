//@ covers: every operator of doubles, and vectors of them
//@ out: f64
//@ ulps: 8
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
layout(std430, binding = 3) buffer Doubles { double doubles[512]; };

void put(uint n, double x) {
    uvec2 bits = unpackDouble2x32(x);
    results[ID * 8u + n * 2u] = bits.x;
    results[ID * 8u + n * 2u + 1u] = bits.y;
}

void main() {
    double a = doubles[ID], b = doubles[ID + 64u], c = doubles[ID + 128u];
    put(0u, a + b * c);
    put(1u, a / b - c);
    put(2u, a < b ? -a * 0.5LF : b - c * 3.0LF);
    dvec3 v = dvec3(a, b, c);
    v = v.yzx * 2.0LF + v;
    put(3u, v.x + v.y * v.z);
    doubles[ID + 256u] = dot(v, dvec3(1.0LF, 2.0LF, 0.25LF));
}
