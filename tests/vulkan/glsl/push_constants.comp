//@ covers: push constants: scalars, vectors, computed indices
//@ out: u32 u32 f32 f32
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
layout(push_constant) uniform Push { uint count; int list[7]; vec4 scale; float rest[4]; };

void main() {
    uint s = 0u;
    for (uint i = 0u; i < count; i++) s = s * 3u + words[(ID + i) & 1023u] % 10u;
    results[ID * 4u] = s;
    results[ID * 4u + 1u] = uint(list[words[ID] % 7u] * list[2]);
    results[ID * 4u + 2u] = floatBitsToUint(scale[words[ID] & 3u] + scale.w);
    results[ID * 4u + 3u] = floatBitsToUint(rest[words[ID + 1u] & 3u] * floats[ID]);
}
