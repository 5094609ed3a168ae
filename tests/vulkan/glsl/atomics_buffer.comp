//@ covers: atomics on buffers whose result does not depend on the order
//@ groups: 2
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
layout(std430, binding = 4) buffer Counters { uint sum; uint low; uint high; uint ands; uint ors; uint xors; int ilow; int ihigh; uint hist[16]; uint last; };

void main() {
    uint w = words[ID];
    uint before = atomicAdd(sum, w);
    atomicMin(low, ~w);
    atomicMax(high, w);
    atomicAnd(ands, w);
    atomicOr(ors, w & 0xff00u);
    atomicXor(xors, w * 7u);
    atomicMin(ilow, int(w));
    atomicMax(ihigh, int(w));
    atomicAdd(hist[w & 15u], 1u);
    if (ID == 5u) atomicExchange(last, w + 1u);
    atomicCompSwap(hist[(w >> 4) & 15u], 0xffffffffu, before);
    PUT(0u, w ^ (before == 0xffffffffu ? 0u : 1u));
    PUT(1u, uint(before <= 0xffffffffu) + ID);
}
