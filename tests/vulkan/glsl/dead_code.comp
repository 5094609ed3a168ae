//@ covers: branches that are never taken, code that nothing needs, constants in conditions
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
const bool DEBUG = false;
const int MODE = 2;

uint unused(uint x) { return x * 99u; }

void main() {
    uint r = words[ID], waste = 0u;
    if (DEBUG) { r = unused(r); PUT(5u, r); }
    for (int i = 0; i < 0; i++) r += 5u;
    for (int i = 0; i < 10; i++) waste += r * uint(i);
    switch (MODE) {
    case 0: r = 0u; break;
    case 2: r = r * 3u + 1u; break;
    default: r = 9u;
    }
    if (true || r > 5u) r ^= 0x10u; else r = 0u;
    uint kept = r;
    r = r + 0u * waste;
    while (false) r++;
    do { r += 2u; } while (false);
    PUT(0u, r);
    PUT(1u, kept);
    return;
    PUT(0u, 0u);
}
