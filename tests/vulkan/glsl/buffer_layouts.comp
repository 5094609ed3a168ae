//@ covers: std140 and std430, vec3 with a scalar behind it, arrays with strides, matrices
//@ out: f32 f32 f32 u32
//@ ulps: 64
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
layout(std140, binding = 5) uniform Params { uvec3 u; uint n; uint list[3]; layout(offset = 128) vec3 f; float g; mat3 m; mat2x3 p; };
layout(std430, binding = 2) buffer Packed { vec3 position; float mass; vec2 pairs[4]; mat2 matrix; };

void main() {
    uint i = words[ID] % 3u;
    vec3 v = m * f + position.zyx;
    results[ID * 4u] = floatBitsToUint(v.x + g);
    results[ID * 4u + 1u] = floatBitsToUint(pairs[words[ID + 1u] & 3u].y + m[i][1] * mass);
    results[ID * 4u + 2u] = floatBitsToUint((p * matrix[1])[i]);
    results[ID * 4u + 3u] = u[i] + list[i] * n;
}
