//@ covers: bitonic sort in shared memory for SPIR-V 1.3 (StorageBuffer storage class), local arrays, atomics, swap helper on shared arrays
//@ target: vulkan1.1
//@ debug: g
#version 450
layout(local_size_x = 256) in;
layout(binding = 0) buffer Keys { uint keys[]; };
layout(binding = 1) buffer Stats { uint swaps; uint histogram[16]; };
shared uint s[512];
void compareSwap(uint i, uint j, bool up) {
    if ((s[i] > s[j]) == up) {
        uint t = s[i]; s[i] = s[j]; s[j] = t;
        atomicAdd(swaps, 1u);
    }
}
void main() {
    uint l = gl_LocalInvocationIndex, g = gl_WorkGroupID.x * 512u;
    s[l] = keys[g + l]; s[l + 256u] = keys[g + l + 256u];
    for (uint k = 2u; k <= 512u; k <<= 1)
        for (uint j = k >> 1; j > 0u; j >>= 1) {
            barrier();
            uint i = 2u * l - (l & (j - 1u));
            compareSwap(i, i + j, (i & k) == 0u);
        }
    barrier();
    uint local[16];
    for (int i = 0; i < 16; ++i) local[i] = 0u;
    local[s[l] >> 28]++;
    for (int i = 0; i < 16; ++i) if (local[i] != 0u) atomicAdd(histogram[i], local[i]);
    keys[g + l] = s[l]; keys[g + l + 256u] = s[l + 256u];
}
