//@ covers: switches in loops: break, continue and return out of them
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

uint walk(uint seed) {
    uint state = 0u, acc = seed;
    for (uint i = 0u; i < 24u; i++) {
        uint c = (seed >> i) & 3u;
        switch (state) {
        case 0u:
            if (c == 3u) { state = 2u; continue; }
            state = 1u;
            break;
        case 1u:
            acc = acc * 31u + c;
            if (c == 0u) { state = 0u; break; }
            if (acc % 11u == 0u) return acc + 1000u;
            continue;
        case 2u:
            acc ^= i << c;
            state = c;
        default:
            acc += 3u;
            if (state == 3u) state = 0u;
        }
        acc = (acc << 1) | (acc >> 31);
    }
    return acc;
}

void main() {
    PUT(0u, walk(words[ID]));
    PUT(1u, walk(words[ID + 64u] * 2654435761u));
    PUT(2u, walk(ID));
}
