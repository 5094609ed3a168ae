//@ covers: variables of the module, with initializers, changed by functions
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
uint counter = 5u;
uint table[4] = uint[4](3u, 1u, 4u, 1u);
uvec2 state;

uint next() { state = uvec2(state.y, state.x * 1664525u + 1013904223u + state.y); counter++; return state.y; }
void store(uint i) { table[i & 3u] += next() >> 28; }

void main() {
    state = uvec2(words[ID], words[ID + 1u]);
    for (uint i = 0u; i < 6u; i++) { store(i * 3u); if (counter > 9u) { next(); break; } }
    PUT(0u, state.x);
    PUT(1u, state.y);
    PUT(2u, counter);
    PUT(3u, table[0] + table[1] * 100u + table[2] * 10000u + table[3] * 1000000u);
}
