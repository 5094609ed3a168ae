//@ covers: a realistic separable blur: shared memory tile, barriers in uniform control flow, push constants, constant arrays, packed colors
//@ debug: g gVS
#version 450
layout(local_size_x = 128) in;
layout(binding = 0) uniform sampler2D source;
layout(binding = 1, rgba8) uniform writeonly image2D target;
layout(push_constant) uniform Push { ivec2 direction; int radius; } push;
const int kMaxRadius = 16;
const float kWeights[9] = float[](0.1964825501511404, 0.2969069646728344, 0.09447039785044732, 0.010381362401148057, 0.05, 0.04, 0.03, 0.02, 0.01);
shared vec3 tile[128 + 2 * kMaxRadius];
void main() {
    int lid = int(gl_LocalInvocationID.x), gid = int(gl_GlobalInvocationID.x), row = int(gl_WorkGroupID.y);
    ivec2 size = imageSize(target);
    vec2 inv = 1.0 / vec2(size);
    int r = min(push.radius, kMaxRadius);
    for (int i = lid; i < 128 + 2 * r; i += 128) {
        int x = clamp(gid - lid + i - r, 0, size.x - 1);
        ivec2 p = push.direction.x != 0 ? ivec2(x, row) : ivec2(row, x);
        tile[i] = textureLod(source, (vec2(p) + 0.5) * inv, 0.0).rgb;
    }
    memoryBarrierShared();
    barrier();
    vec3 sum = tile[lid + r] * kWeights[0];
    for (int k = 1; k <= r; ++k)
        sum += (tile[lid + r - k] + tile[lid + r + k]) * kWeights[min(k, 8)];
    if (gid < size.x)
        imageStore(target, push.direction.x != 0 ? ivec2(gid, row) : ivec2(row, gid), vec4(sum, 1.0));
}
