//@ covers: volatile and coherent memory, restrict, memory barriers
#version 460
#extension GL_GOOGLE_include_directive : require
#define LOCAL 64
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly restrict buffer In { uint words[1024]; };
layout(std430, binding = 1) coherent buffer Out { uint results[4096]; };
layout(std430, binding = 4) volatile buffer Scratch { uint scratch[1024]; };

void main() {
    uint id = gl_LocalInvocationIndex;
    scratch[id] = words[id];
    scratch[id] = words[id] * 2u;
    uint twice = scratch[id] + scratch[id];
    memoryBarrierBuffer();
    barrier();
    uint other = scratch[63u - id];
    results[id * 2u] = twice;
    memoryBarrier();
    results[id * 2u + 1u] = results[id * 2u] ^ other;
}
