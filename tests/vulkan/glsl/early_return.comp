//@ covers: early returns of functions and of main, out of nests
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

int find(uint wanted) {
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 4; j++) {
            uint w = words[(ID + uint(i * 4 + j)) & 1023u];
            if (w == wanted) return i * 4 + j;
            if (w == 0xffffffffu) {
                if (j == 0) return -2;
                break;
            }
        }
    }
    return -1;
}

uint kind(uint x) {
    if (x < 10u) return 1u;
    if (x < 40u) { if ((x & 1u) != 0u) return 2u; return 3u; }
    switch (x & 3u) {
    case 0u: return 4u;
    case 1u: break;
    default: return x >> 20;
    }
    return 5u;
}

void main() {
    PUT(0u, find(words[ID + 100u]));
    PUT(1u, kind(words[ID]));
    if (words[ID] > 100u) return;
    PUT(2u, find(7u));
    for (;;) {
        if (ID > 40u) return;
        break;
    }
    PUT(3u, kind(words[ID + 5u]) * 10u);
}
