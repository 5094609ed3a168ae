//@ covers: reduction in shared memory with barriers
//@ groups: 4
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
shared uint sums[64];
shared uint largest[64];

void main() {
    uint l = gl_LocalInvocationIndex;
    sums[l] = words[ID];
    largest[l] = words[ID] & 0xffffu;
    barrier();
    for (uint step = 32u; step > 0u; step >>= 1) {
        if (l < step) {
            sums[l] += sums[l + step];
            largest[l] = max(largest[l], largest[l + step]);
        }
        barrier();
    }
    results[ID] = sums[0] + l * largest[0];
    if (l == 0u) results[1024u + gl_WorkGroupID.x] = largest[0];
}
