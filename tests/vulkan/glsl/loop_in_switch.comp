//@ covers: loops in switches, in loops
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    uint r = 0u;
    for (uint round = 0u; round < 3u; round++) {
        switch ((words[ID] + round) % 4u) {
        case 0u:
            for (uint i = 0u; i < 5u; i++) {
                if (words[ID + i] == 3u) break;
                r += words[ID + i] & 15u;
            }
            break;
        case 1u: {
            uint x = words[ID + 9u];
            while (x > 10u) {
                x /= 3u;
                if (x == 27u) { r += 1000u; break; }
            }
            r = r * 3u + x;
        }
        case 2u:
            do { r++; } while (r % 7u != 0u);
            break;
        default:
            r ^= 0xf0u;
        }
    }
    PUT(0u, r);
    PUT(1u, r * ID);
}
