//@ covers: atomics in shared memory, a queue
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
shared uint count, total;
shared int lowest;
shared uint slots[64];

void main() {
    uint l = gl_LocalInvocationIndex;
    if (l == 0u) { count = 0u; total = 0u; lowest = 1000; }
    slots[l] = 0u;
    barrier();
    uint w = words[l];
    if ((w & 1u) != 0u) {
        uint at = atomicAdd(count, 1u);
        slots[at] = 1u;
        atomicMin(lowest, int(l));
    } else {
        atomicAdd(total, w);
    }
    barrier();
    PUT(0u, count * 1000u + total);
    PUT(1u, lowest);
    PUT(2u, slots[l] + l * 2u);
}
