//@ covers: calls by value, nested, of several callers
//@ out: u32 u32 f32 u32
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

uint square(uint x) { return x * x; }
uint poly(uint x) { return square(x) * 3u + square(x + 1u) - x; }
uint twice(uint x) { x = poly(x); x += poly(x >> 16); return x; }
float blend(float a, float b, bool c) { if (c) return a * 2.0; return b * 0.5; }
uvec2 pair(uint a) { return uvec2(twice(a), square(a ^ 5u)); }

void main() {
    uvec2 p = pair(words[ID]);
    results[ID * 4u] = p.x;
    results[ID * 4u + 1u] = p.y + twice(ID);
    results[ID * 4u + 2u] = floatBitsToUint(blend(floats[ID], floats[ID + 1u], (p.x & 1u) != 0u));
    results[ID * 4u + 3u] = square(square(words[ID + 1u]));
}
