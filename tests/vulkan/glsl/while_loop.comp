//@ covers: while loops, with conditions of several parts
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

uint collatz(uint x) {
    uint steps = 0u;
    while (x != 1u && steps < 60u) {
        x = (x & 1u) == 0u ? x >> 1 : 3u * x + 1u;
        steps++;
    }
    return steps;
}

void main() {
    PUT(0u, collatz(words[ID] % 100u + 1u));
    PUT(1u, collatz(ID + 1u));
    uint a = words[ID] | 1u, b = words[ID + 1u] | 1u;
    while (b != 0u) {
        uint t = a % b;
        a = b;
        b = t;
    }
    PUT(2u, a);
}
