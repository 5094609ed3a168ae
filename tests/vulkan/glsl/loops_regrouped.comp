//@ covers: loops to peel, to merge and to split
//@ also: sroa,mem2reg,canonicalize,loop-peeling
//@ also: sroa,mem2reg,canonicalize,loop-peeling,canonicalize,simplify-cfg,dce
//@ also: sroa,mem2reg,canonicalize,loop-fusion{max-registers=1000}
//@ also: sroa,mem2reg,canonicalize,loop-fission{min-registers=0}
//@ also: sroa,mem2reg,canonicalize,loop-fission{min-registers=0},loop-fusion{max-registers=1000},loop-peeling
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    uint a[12], b[12], s = ID, t = 1u;
    // The first, last and later iterations differ.
    for (int i = 0; i < 12; i++) {
        if (i == 0) s += 7u; else s = s * 5u + words[ID + uint(i)];
        if (i >= 10) t = t * 3u + s;
        if (i == 11) t ^= 0x55u;
        a[i] = s;
        b[11 - i] = t ^ uint(i);
    }
    PUT(0u, s);
    PUT(1u, t);
    // The second loop reads the element of the same iteration.
    uint c[12], u = 0u;
    for (int i = 0; i < 12; i++) c[i] = a[i] * 3u + b[i];
    for (int j = 0; j < 12; j++) u = u * 7u + c[j];
    PUT(2u, u);
    // The second loop reads elements of other iterations.
    for (int i = 0; i < 12; i++) a[i] = c[i] ^ s;
    for (int j = 0; j < 12; j++) u += a[11 - j] >> (j & 3);
    PUT(3u, u);
    // Parts without common values, and parts that depend on each other in order.
    uint v = 1u, w = 2u, x = 3u;
    for (int i = 0; i < 12; i++) {
        v = v * 9u + a[i];
        c[i] = w;
        w = (w << 1) ^ b[i];
        x += c[i] * x;
        b[i] = c[i] + 1u;
    }
    PUT(4u, v);
    PUT(5u, w);
    PUT(6u, x);
    uint y = 0u;
    for (int i = 3; i < 11; i += 2) {
        if (i != 3) y += b[i];
        if (i < 9) y = y * 3u + c[i];
    }
    PUT(7u, y);
}
