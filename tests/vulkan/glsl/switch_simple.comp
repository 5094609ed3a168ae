//@ covers: switches: cases, default, several labels
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    uint r = 100u;
    switch (words[ID] & 7u) {
    case 0u: r = ID; break;
    case 1u:
    case 5u: r = words[ID + 1u]; break;
    case 3u: r += 5u; break;
    default: r = 7u; break;
    }
    PUT(0u, r);
    int s = int(words[ID]) % 3;
    switch (s) {
    case -2: s = 40; break;
    case -1: s = 50; break;
    case 2: s = words[ID + 2u] > 8u ? 1 : 2; break;
    }
    PUT(1u, s);
}
