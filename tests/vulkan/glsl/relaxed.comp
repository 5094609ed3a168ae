//@ covers: RelaxedPrecision
//@ out: f32 u32
//@ ulps: 16
#version 460
#extension GL_GOOGLE_include_directive : require
precision mediump float;
#include "io.glsl"

void main() {
    mediump float a = floats[ID], b = floats[ID + 64u];
    mediump vec2 v = vec2(a, b) * 2.0 + 1.0;
    lowp int n = int(words[ID] & 63u);
    mediump float r = v.x * v.y;
    for (lowp int i = 0; i < 3; i++) r = r * 0.5 + a;
    results[ID * 2u] = floatBitsToUint(r);
    results[ID * 2u + 1u] = uint(n * 3 + 1);
}
