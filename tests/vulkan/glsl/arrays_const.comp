//@ covers: constant tables
//@ out: u32 u32 f32 u32
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
const uint PRIMES[8] = uint[8](2u, 3u, 5u, 7u, 11u, 13u, 17u, 19u);
const vec2 OFFSETS[3] = vec2[3](vec2(0.5, 1.0), vec2(-2.0, 4.0), vec2(8.0, 0.25));
const ivec2 STEPS[2][2] = ivec2[2][2](ivec2[2](ivec2(1, 2), ivec2(3, 4)), ivec2[2](ivec2(5, 6), ivec2(7, 8)));

void main() {
    uint p = 1u;
    for (uint i = 0u; i < 8u; i += 2u) p = p * PRIMES[i] + PRIMES[(words[ID] + i) & 7u];
    results[ID * 4u] = p;
    results[ID * 4u + 1u] = PRIMES[3] * words[ID + 1u] + PRIMES.length();
    results[ID * 4u + 2u] = floatBitsToUint(OFFSETS[words[ID] % 3u].y * OFFSETS[1].x + floats[ID]);
    ivec2 s = STEPS[words[ID] & 1u][words[ID + 1u] & 1u] + STEPS[1][0];
    results[ID * 4u + 3u] = uint(s.x * s.y);
}
