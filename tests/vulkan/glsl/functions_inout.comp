//@ covers: inout and out parameters, the same variable twice, elements and members as arguments
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
struct Pair { uint a; uint b[3]; };

void swap(inout uint x, inout uint y) { uint t = x; x = y; y = t; }
void split(uint x, out uint high, out uint low) { high = x >> 16; low = x & 0xffffu; }
void bump(inout Pair p, uint by) { p.a += by; p.b[by % 3u] ^= p.a; if (by > 5u) return; p.b[0]++; }
uint mixup(inout uint x, inout uint y) { x += 3u; y *= 5u; return x + y; }

void main() {
    uint a = words[ID], b = words[ID + 1u], c, d;
    swap(a, b);
    split(a, c, d);
    Pair p = Pair(b, uint[3](a, c, d));
    bump(p, words[ID + 2u] % 10u);
    swap(p.b[0], p.b[1]);
    swap(p.a, p.b[2]);
    PUT(0u, a - b);
    PUT(1u, c ^ d);
    PUT(2u, p.a);
    PUT(3u, p.b[0] + p.b[1] * 3u);
    PUT(4u, mixup(p.b[2], c));
    PUT(5u, p.b[2]);
    uint same = words[ID + 3u];
    PUT(6u, mixup(same, same));
    PUT(7u, same + c);
}
