//@ covers: prefix sums in shared memory, two buffers in turn
//@ groups: 2
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
shared uint scan[2][64];

void main() {
    uint l = gl_LocalInvocationIndex, from = 0u;
    scan[0][l] = words[ID];
    barrier();
    for (uint d = 1u; d < 64u; d *= 2u) {
        uint x = scan[from][l];
        if (l >= d) x += scan[from][l - d];
        scan[1u - from][l] = x;
        from = 1u - from;
        barrier();
    }
    PUT(0u, scan[from][l]);
    PUT(1u, scan[from][63u - l] ^ l);
}
