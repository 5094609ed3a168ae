//@ covers: a storage image of integers: loads, stores, size, atomics
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
layout(binding = 6, r32ui) uniform uimage2D picture;

void main() {
    ivec2 size = imageSize(picture), p = ivec2(ID & 15u, ID >> 4);
    uint a = imageLoad(picture, p).x, b = imageLoad(picture, ivec2(15 - p.x, p.y + 4)).x;
    imageStore(picture, ivec2(p.x, p.y + 8), uvec4(a * 3u + b, 0u, 0u, 0u));
    imageAtomicAdd(picture, ivec2(words[ID] & 15u, 15), a & 0xffu);
    imageAtomicMax(picture, ivec2(words[ID] & 15u, 14), b);
    PUT(0u, a ^ b);
    PUT(1u, size.x * 100 + size.y);
}
