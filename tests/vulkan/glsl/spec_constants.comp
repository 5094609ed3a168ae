//@ covers: specialization constants of every type, in conditions, sizes and cases
//@ spec: 0=3 1=true 2=2.5 3=7
//@ out: u32 u32 f32 u32
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
layout(constant_id = 0) const uint MODE = 1u;
layout(constant_id = 1) const bool EXTRA = false;
layout(constant_id = 2) const float SCALE = 1.5;
layout(constant_id = 3) const int COUNT = 4;
layout(constant_id = 4) const int KEPT = 6;

uint table[COUNT + 1];

void main() {
    for (int i = 0; i <= COUNT; i++) table[i] = words[ID + uint(i)] + uint(i);
    uint r = table[COUNT / 2];
    switch (MODE) {
    case 1u: r += 5u; break;
    case 3u: r *= 3u; break;
    default: r = 0u;
    }
    if (EXTRA) r ^= 0xffu;
    results[ID * 4u] = r;
    results[ID * 4u + 1u] = uint(table.length()) * 100u + uint(KEPT);
    results[ID * 4u + 2u] = floatBitsToUint(floats[ID] * SCALE + (EXTRA ? SCALE : 0.0));
    results[ID * 4u + 3u] = table[words[ID] % uint(COUNT)];
}
