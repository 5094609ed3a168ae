//@ covers: loops that are left by flags
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    bool found = false, odd = false;
    uint at = 0u, sum = 0u;
    for (uint i = 0u; i < 6u && !found; i++)
        for (uint j = 0u; j < 6u && !found; j++)
            for (uint k = 0u; k < 3u; k++) {
                uint w = words[(ID + i * 18u + j * 3u + k) & 1023u];
                odd = odd != ((w & 1u) != 0u);
                sum += w & 63u;
                if (odd && (w & 31u) == 17u) { found = true; at = i * 100u + j * 10u + k; break; }
            }
    PUT(0u, at);
    PUT(1u, sum);
    PUT(2u, uint(found) + uint(odd) * 2u);
}
