//@ covers: atomics of 64 bits
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_atomic_int64 : require
#include "io.glsl"
layout(std430, binding = 4) buffer Counters { uint64_t sum; int64_t low; uint64_t bits; };

void main() {
    uint64_t w = uint64_t(words[ID]) << 20 | uint64_t(words[ID + 1u]);
    atomicAdd(sum, w);
    atomicMin(low, -int64_t(w));
    atomicOr(bits, w << 8);
    PUT(0u, uint(w >> 10));
    PUT(1u, ID);
}
