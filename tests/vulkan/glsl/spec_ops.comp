//@ covers: operations on specialization constants, and composites of them
//@ spec: 0=9 1=-5 2=true
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
layout(constant_id = 0) const uint A = 4u;
layout(constant_id = 1) const int B = -3;
layout(constant_id = 2) const bool C = false;
const uint SUM = A * 3u + 7u;
const int REST = (B - 2) / 2;
const bool BOTH = C && A > 5u;
const uint PICK = BOTH ? SUM << 2 : SUM >> 1;
const uvec3 V = uvec3(A, SUM, PICK);

void main() {
    uint list[3] = uint[3](SUM, PICK, 5u);
    PUT(0u, words[ID] + SUM);
    PUT(1u, REST * int(ID));
    PUT(2u, BOTH ? words[ID + 1u] : PICK);
    PUT(3u, V.z + V[words[ID] % 3u]);
    PUT(4u, list[words[ID] % 3u]);
    PUT(5u, ((A ^ 0x55u) | 1u) % 7u + (uint(B) & 0xffu));
    uint r = 0u;
    for (uint i = 0u; i < SUM; i++) { if (i == A) continue; r = r * 5u + i; }
    PUT(6u, r ^ words[ID]);
    PUT(7u, -B * 2 + int(C));
}
