//@ covers: a workgroup whose size is a specialization constant, and gl_WorkGroupSize
//@ spec: 0=16 1=2
#version 460
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z = 2) in;
layout(constant_id = 0) const uint X = 4u;
layout(std430, binding = 0) readonly buffer In { uint words[1024]; };
layout(std430, binding = 1) buffer Out { uint results[4096]; };
shared uint tile[X * 8u];

void main() {
    uvec3 size = gl_WorkGroupSize;
    uint i = gl_LocalInvocationIndex;
    if (i < X * 8u) tile[i] = words[i] * 3u;
    barrier();
    uint other = size.x * size.y * size.z - 1u - i;
    results[i] = other < X * 8u ? tile[other] + size.x : size.y;
    results[i + 64u] = gl_LocalInvocationID.x + gl_LocalInvocationID.y * 100u + gl_LocalInvocationID.z * 10000u;
}
