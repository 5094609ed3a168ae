//@ covers: a bitonic sort in shared memory
#version 460
#extension GL_GOOGLE_include_directive : require
#define LOCAL 128
#include "io.glsl"
shared uint keys[128];

void main() {
    uint l = gl_LocalInvocationIndex;
    keys[l] = words[l];
    barrier();
    for (uint k = 2u; k <= 128u; k <<= 1)
        for (uint j = k >> 1; j > 0u; j >>= 1) {
            uint other = l ^ j;
            if (other > l) {
                uint a = keys[l], b = keys[other];
                bool up = (l & k) == 0u;
                if (up ? a > b : a < b) { keys[l] = b; keys[other] = a; }
            }
            barrier();
        }
    results[l] = keys[l];
}
