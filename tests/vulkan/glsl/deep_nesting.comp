//@ covers: constructs that nest ten deep
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    uint w = words[ID], r = 0u;
    for (uint a = 0u; a < 2u; a++) {
        if ((w & 1u) != 0u) {
            for (uint b = 0u; b < 3u; b++) {
                switch ((w >> b) & 3u) {
                case 0u:
                    if (b == 1u) {
                        uint c = 0u;
                        do {
                            if ((w >> c & 1u) != 0u) {
                                for (uint d = c; d < 4u; d++) {
                                    if (d == 2u) { if (a == 1u) break; else continue; }
                                    r = r * 3u + d + a;
                                }
                                if (r > 5000u) break;
                            } else { r += 17u; }
                            c++;
                        } while (c < 4u);
                    } else r ^= b;
                    break;
                case 2u:
                    if (a == 0u) continue;
                    r += 100u;
                default:
                    r++;
                }
                if (r > 9000u) return;
            }
        } else {
            while ((w & 2u) == 0u && r < 20u) { r += 3u; if (r == 12u) break; }
        }
        PUT(a, r);
    }
    PUT(2u, r);
}
