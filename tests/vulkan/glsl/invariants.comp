//@ covers: loops with invariant code that may not run; division behind a test
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    int n = int(words[ID] & 7u), d = int(words[ID + 1u] % 3u);
    int r = 0;
    for (int i = 0; i < n; i++) {
        if (d != 0) r += 1000 / d + int(words[ID + 2u] & 255u) / d;
        else r -= int(words[ID + 3u] & 15u) * 3;
        r ^= i * (d + 4);
    }
    int s = d == 0 ? -1 : 77 % d;
    int t = (d > 0 && 12 / d > 6) ? 1 : 2;
    PUT(0u, r); PUT(1u, s); PUT(2u, t);
}
